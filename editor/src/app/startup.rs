//! Startup: arguments, the file to open, and the error message without a display.

use std::path::{Path, PathBuf};

use crate::app::App;
use crate::file_dialog::Chooser;
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

  FILE           a scenario to open; without it, the start page, over Mars-la-Tour
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

/// Opens the initial document: `file`, or Mars-la-Tour if it is `None`.
///
/// # Errors
/// Returns an error if `file` cannot be read.
pub fn document(file: Option<&Path>) -> Result<Document, String> {
    let in_checkout = Path::new(IN_CHECKOUT);
    match file {
        Some(path) => Document::open(path).map_err(|error| format!("{}: {error}", path.display())),
        None => Ok(Document::open(in_checkout).unwrap_or_else(|_| Document::bundled())),
    }
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
         \x20   cargo run --release -p battlewright-cli -- --help\n"
    )
}

/// Returns the app with `document` and the stored settings. If `everything` is set, the start page opens and all unsaved
/// work is offered, otherwise only that on `document` and that without a file.
pub fn app(ctx: &egui::Context, document: Document, recalled: Option<LoadedSettings>, everything: bool) -> App {
    let app = App::new(ctx, document, Chooser::System).keep(JournalFolder::of_user());
    let app = match recalled {
        Some(recalled) => app.remember(recalled),
        None => app,
    };
    if everything { app.offer_all().greet() } else { app }
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
    fn the_remedy_names_the_command_line() {
        let text = remedy("no display");
        assert!(text.contains("no display") && text.contains("battlewright-cli") && text.contains("xvfb"));
    }
}
