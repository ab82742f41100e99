//! Startup: arguments, the file to open, and the error message without a display.

use std::path::{Path, PathBuf};

use battlewright_engine::any::AnyGame;
use battlewright_engine::play::Replay;
use battlewright_engine::play::replay::ReplayError;
use battlewright_export::link::{LinkError, LinkedFile};
use battlewright_schema::load;
use thiserror::Error;

use crate::app::App;
use crate::app::play_acts::{is_recorded_game, read_game, scenario_of};
use crate::file_dialog::Chooser;
use crate::messages::dialog_answer::NextGame;
use crate::model::autosave::JournalFolder;
use crate::model::document::Document;
use crate::settings::LoadedSettings;

/// The path of the bundled scenario in a source checkout.
const IN_CHECKOUT: &str = "scenarios/mars-la-tour.toml";

/// The parsed command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Open this file, or the bundled scenario if it is `None`.
    Run(Option<PathBuf>),
    /// Print this text and exit.
    Print(String),
    /// Report this error in the arguments.
    Wrong(String),
}

/// The text of `--help`.
pub const HELP: &str = "\
The editor of Battlewright: paint, check and play hex-and-counter scenarios.

Usage: battlewright-editor [FILE]

  FILE           a scenario to open, or a recorded game to continue; without it, the start page, over Mars-la-Tour
  -h, --help     print this help
  -V, --version  print the version

To validate and play scenarios without a window, use the command line: battlewright --help
";

/// Parses `arguments`, which do not include the program's name.
pub fn order(arguments: impl IntoIterator<Item = std::ffi::OsString>) -> Order {
    let mut file = None;
    let mut options = true;
    for argument in arguments {
        match argument.to_str() {
            Some("-h" | "--help") if options => return Order::Print(HELP.to_owned()),
            Some("-V" | "--version") if options => {
                return Order::Print(format!("battlewright-editor {}\n", env!("CARGO_PKG_VERSION")));
            }
            Some("--") if options => options = false,
            Some(option) if options && option.starts_with('-') && option.len() > 1 => {
                return Order::Wrong(format!("unknown option {option}; see --help"));
            }
            _ if file.is_some() => return Order::Wrong("only one FILE is allowed; see --help".to_owned()),
            _ => file = Some(PathBuf::from(argument)),
        }
    }
    Order::Run(file)
}

/// Returns the state in which the program starts with `file`, which is a scenario or a recorded game; the start page if it is
/// `None`.
///
/// # Errors
/// Returns an error if `file` cannot be read, or is a defective recording.
pub fn opening(file: Option<&Path>) -> Result<Opening, String> {
    let Some(path) = file else { return Ok(Opening::StartPage(first_document())) };
    let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    if is_recorded_game(path) {
        return read_game(path).map(Opening::Continue).map_err(|error| failed(&error));
    }
    Document::open(path).map(Opening::Edit).map_err(|error| failed(&error))
}

/// Returns the document behind the start page: Mars-la-Tour.
pub fn first_document() -> Document {
    Document::open(Path::new(IN_CHECKOUT)).unwrap_or_else(|_| Document::bundled())
}

/// Returns the error message for a window that cannot be opened, with remedies. `why` is the cause.
pub fn remedy(why: &str) -> String {
    format!(
        "battlewright-editor: cannot open a window: {why}\n\
         \n\
         The editor needs a graphical display.\n\
         - On a desktop, start it from a terminal of that desktop.\n\
         - Some Linux installations lack libraries. On Debian and Ubuntu:\n\
         \x20   sudo apt install libxkbcommon-x11-0 libxcursor1 libxi6 libgl1 libgl1-mesa-dri\n\
         - Without a screen, a virtual one will do:\n\
         \x20   sudo apt install xvfb && xvfb-run -a cargo run --release\n\
         - To validate and play scenarios no window is needed:\n\
         \x20   cargo run --release --bin battlewright -- --help\n"
    )
}

/// The state in which the program starts.
#[derive(Debug)]
pub enum Opening {
    /// The start page over this document; all unsaved work is offered.
    StartPage(Document),
    /// A document to edit; its unsaved work and that without a file are offered.
    Edit(Document),
    /// A game of the document's scenario. A person plays the first side, the computer the second.
    Play(Document),
    /// A recorded game at its end, to be continued.
    Continue(Replay),
    /// The game of a link at its end, to be continued.
    Linked(Replay),
}

/// The reason why a file from elsewhere cannot be opened.
#[derive(Debug, Error)]
pub enum OpeningError {
    /// The link is defective.
    #[error("{0}")]
    Link(#[from] LinkError),
    /// The recorded game is defective.
    #[error("{0}")]
    Replay(#[from] ReplayError),
    /// The scenario has errors and cannot be played: its text and all reasons, one a line.
    #[error("{}", .1.join("\n"))]
    Scenario(String, Vec<String>),
}

impl Opening {
    /// Opens a file from elsewhere, such as from a link. `name` is its name. With `plays`, a scenario is played at once.
    ///
    /// # Errors
    /// The file cannot be opened or played.
    pub fn of(name: &str, file: LinkedFile, plays: bool) -> Result<Self, OpeningError> {
        let text = match file {
            LinkedFile::Scenario(text) => text,
            LinkedFile::Game(text) => {
                let replay = Replay::read(&text)?;
                playable(&replay.header.scenario)?;
                return Ok(Self::Linked(replay));
            }
        };
        if plays {
            playable(&text)?;
            return Ok(Self::Play(Document::from_text(name, text)));
        }
        Ok(Self::Edit(Document::from_text(name, text)))
    }
}

/// Checks that the scenario `text` can be played.
fn playable(text: &str) -> Result<(), OpeningError> {
    let loaded = load(text);
    let errors = loaded.diagnostics.iter().filter(|finding| finding.is_error()).map(ToString::to_string);
    let mut reasons: Vec<String> = errors.collect();
    if let (Some(scenario), true) = (&loaded.scenario, reasons.is_empty()) {
        reasons.extend(AnyGame::problems(scenario).iter().map(ToString::to_string));
    }
    if reasons.is_empty() { Ok(()) } else { Err(OpeningError::Scenario(text.to_owned(), reasons)) }
}

/// Returns the app with the stored settings in the state `opening`.
pub fn app(ctx: &egui::Context, opening: Opening, recalled: Option<LoadedSettings>) -> App {
    app_in(ctx, opening, recalled, JournalFolder::of_user(), Chooser::System)
}

/// Returns the app in the state `opening` with its journals in `folder`. `chooser` is the method of choosing files.
pub fn app_in(
    ctx: &egui::Context,
    opening: Opening,
    recalled: Option<LoadedSettings>,
    folder: JournalFolder,
    chooser: Chooser,
) -> App {
    let with = |document| {
        let app = App::new(ctx, document, chooser).keep(folder);
        match recalled {
            Some(recalled) => app.remember(recalled),
            None => app,
        }
    };
    match opening {
        Opening::StartPage(document) => with(document).offer_all().greet(),
        Opening::Edit(document) => with(document),
        Opening::Play(document) => with(document).offer_later().into_game_page().begin_or_offer(NextGame::New),
        Opening::Continue(replay) => with(scenario_of(&replay)).offer_later().continue_game(replay),
        Opening::Linked(replay) => {
            let app = with(scenario_of(&replay)).offer_later().into_game_page();
            app.begin_or_offer(NextGame::Linked(Box::new(replay)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(arguments: &[&str]) -> Order {
        order(arguments.iter().map(std::ffi::OsString::from))
    }

    #[test]
    fn arguments_say_what_to_open() {
        assert_eq!(of(&[]), Order::Run(None));
        assert_eq!(of(&["a.toml"]), Order::Run(Some("a.toml".into())));
        assert_eq!(of(&["--", "--help"]), Order::Run(Some("--help".into())));
        assert_eq!(of(&["--help"]), Order::Print(HELP.to_owned()));
        assert!(matches!(of(&["--nonsense"]), Order::Wrong(_)));
        assert!(matches!(of(&["a", "b"]), Order::Wrong(_)));
    }

    #[test]
    fn only_what_can_be_played_is_played() {
        let text = Document::bundled().text();
        let of = |text: &str, plays| Opening::of("a.toml", LinkedFile::Scenario(text.to_owned()), plays);
        assert!(matches!(of(&text, false), Ok(Opening::Edit(_))));
        assert!(matches!(of(&text, true), Ok(Opening::Play(_))));
        let broken = text.replacen("\nsystem", "\nsistem", 1);
        assert!(matches!(of(&broken, false), Ok(Opening::Edit(_))));
        let Err(OpeningError::Scenario(_, reasons)) = of(&broken, true) else { panic!() };
        assert!(reasons.iter().any(|reason| reason.contains("`system` is missing")), "{reasons:?}");
        let game = Opening::of("a.jsonl", LinkedFile::Game("{}".to_owned()), false);
        assert!(matches!(game, Err(OpeningError::Replay(_))), "{game:?}");
    }

    #[test]
    fn the_remedy_names_the_command_line() {
        let text = remedy("no display");
        assert!(text.contains("no display") && text.contains("--bin battlewright") && text.contains("xvfb"));
    }
}
