//! Games in the window: starting, computer moves, saving, resuming, and scenarios from positions.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use battlewright_engine::game::{SetupProblem, Side};
use battlewright_engine::play::Replay;
use battlewright_engine::play::replay::MAX_BYTES;
use battlewright_engine::players::Kind;
use battlewright_export::link::LinkedFile;
use battlewright_platform::{fs, page_address};
use battlewright_schema::{Scenario, load, save, write_atomic};
use egui::Context;

use crate::app::App;
use crate::app::frame::TOLD;
use crate::app::save::scan_to;
use crate::app::saved_games::GameSaver;
use crate::app::workspace::Workspace;
use crate::dialogs::recorded::RecordedGame;
use crate::dialogs::restart::RestartForm;
use crate::dialogs::{Dialog, linked, playable};
use crate::file_dialog::{FilePurpose, named_after, with_ending};
use crate::guide;
use crate::messages::dialog_answer::AfterSave;
use crate::model::document::Document;
use crate::model::layout::{BottomTab, Layout, Pane};
use crate::model::play::{self, Session};
use crate::panels::scan;

/// The time per frame for automatic play at full speed.
const WORK: Duration = Duration::from_millis(40);

/// The games of the window: the last one, its file, and the way in which games begin.
#[derive(Default)]
pub(super) struct PlayState {
    /// The game that was left last.
    pub(super) last: Option<Replay>,
    /// The file of the current game.
    pub(super) saver: GameSaver,
    /// `true` if a game came from a link and the window has not said what the link holds.
    pub(super) linked: bool,
    /// `true` if the window shows only what a player needs, such as after a link to a game.
    pub(super) is_page: bool,
    /// `true` if the play panel uses the place of an inspector that was hidden before the game.
    borrowed: bool,
    /// The seed of all new games, for tests and pictures; `None` draws one for each.
    pub(super) seed: Option<u64>,
    /// The time of the last step of a computer player, in seconds.
    stepped: f64,
}

impl PlayState {
    /// Lets the computer players make the decisions that are due.
    pub(super) fn let_computer_play(&mut self, session: &mut Session, ctx: &Context) {
        if !session.is_running() {
            return;
        }
        if session.is_busy() {
            let woken = ctx.clone();
            session.work(WORK, move || woken.request_repaint());
            if session.is_thinking() {
                ctx.request_repaint_after(TOLD);
            } else {
                ctx.request_repaint();
            }
            return;
        }
        if !session.computer_to_move() {
            return;
        }
        let now = ctx.input(|input| input.time);
        let wait = session.pace().wait();
        if now - self.stepped >= wait.as_secs_f64() {
            self.stepped = now;
            session.act(play::PlayAct::Step);
            if session.is_busy() {
                ctx.request_repaint();
            }
        }
        ctx.request_repaint_after(wait);
    }

    /// Forgets the games of a document that is closed.
    pub(super) fn forget(&mut self) {
        self.linked = false;
        self.last = None;
    }
}

impl Workspace {
    /// Returns the suggested path for `purpose`: in the folder of the document, with a name derived from its own.
    pub(super) fn offered(&self, purpose: FilePurpose) -> PathBuf {
        let path = self.document.path().map_or_else(|| self.named(), Path::to_owned);
        let turn = self.session.as_ref().map_or(1, |session| session.seen().status.turn);
        let beside = |end: &str| {
            let name = path.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            path.with_file_name(format!("{name}{end}"))
        };
        match purpose {
            FilePurpose::Picture => crate::model::scan::folder(&self.document).unwrap_or(Path::new("")).join("map.jpg"),
            // A document without a file has no path to suggest for opening.
            FilePurpose::Open => self.document.path().map_or_else(PathBuf::new, Path::to_owned),
            FilePurpose::Save => path.clone(),
            FilePurpose::OpenGame | FilePurpose::SaveGame => path.with_extension("jsonl"),
            FilePurpose::Ground => path.with_extension("osm"),
            FilePurpose::SaveModule => path.with_file_name("new-scenario.toml"),
            FilePurpose::Import | FilePurpose::ExportUnits | FilePurpose::ExportShown => path.with_extension("csv"),
            FilePurpose::ExportReport => beside("-balance.html"),
            FilePurpose::ExportGames => beside("-games.csv"),
            FilePurpose::ExportVersions => beside("-versions.html"),
            FilePurpose::Export(format) => path.with_extension(format.name()),
            FilePurpose::SavePosition => beside(&format!("-turn-{turn}.toml")),
            FilePurpose::SaveRuleset => beside("-rules.toml"),
        }
    }

    /// Returns the file name for a document without a file: the name of its origin, or one made from its title.
    fn named(&self) -> PathBuf {
        let name = PathBuf::from(self.document.name());
        if name.extension().is_some() { name } else { named_after(self.document.scenario().title(), "toml") }
    }

    /// Returns a recording of the current game.
    pub(super) fn recorded(&self) -> Option<Replay> {
        let session = self.session.as_ref()?;
        Some(session.replay(self.document.scenario(), game_text(&self.document)))
    }

    /// Returns `true` if a person may end a move, a plan or a phase.
    pub(super) fn may_end(&self) -> bool {
        self.session.as_ref().is_some_and(|session| session.seen().ending.is_some() && !session.computer_to_move())
    }
}

impl App {
    /// Opens the page of the guide with the index `page` at `heading`, beside the work.
    pub(super) fn read(&mut self, page: usize, heading: Option<String>) {
        self.panels.guide.go(page, heading);
        self.layout.show(Pane::Guide);
    }

    /// Shows the guide where it was left, or closes it.
    pub(super) fn toggle_guide(&mut self) {
        self.layout.toggle(Pane::Guide);
    }

    /// Opens the rules of the scenario's system, at the rule with this number.
    pub(super) fn read_rule(&mut self, number: Option<&str>) {
        let Some(page) = guide::rules_of(self.workspace.document.scenario().system()) else { return };
        self.read(page, number.and_then(|number| guide::heading_of(page, number)));
    }

    /// Starts a game of the current scenario.
    pub(super) fn play(&mut self) {
        if self.workspace.session.is_some() {
            return;
        }
        self.input.cancel_tool();
        self.panels.scan.mode = scan::Mode::Under;
        self.workspace.document.seal();
        self.status_message = self.workspace.document.unread().map(|unread| unread.in_play());
        let seed = self.play.seed.unwrap_or_else(play::fresh_seed);
        match Session::new(self.workspace.document.scenario(), seed) {
            Ok(session) => {
                self.begin_game(session);
            }
            Err(problems) => self.refuse_to_play(&problems),
        }
    }

    /// Copies a link to the current game, or to the scenario, if this is a page.
    pub(super) fn copy_link(&mut self, ctx: &Context) {
        let Some(address) = page_address() else { return };
        let (file, what) = match self.workspace.recorded() {
            Some(replay) => (LinkedFile::Game(replay.without_states().write()), "game"),
            None => (LinkedFile::Scenario(self.workspace.document.playable_text()), "scenario"),
        };
        ctx.copy_text(format!("{address}#{}", file.fragment()));
        let contents = if what == "game" { format!(" {}", linked::CONTENTS) } else { String::new() };
        self.status_message = Some(format!("A link to this {what} was copied.{contents}"));
    }

    pub(super) fn save_game(&mut self, path: &Path) {
        let Some(replay) = self.workspace.recorded() else { return };
        let path = with_ending(path, "jsonl");
        match write_atomic(&path, replay.write()) {
            Ok(()) => self.status_message = Some(format!("Game saved to {}", path.display())),
            Err(error) => self.ask_path(FilePurpose::SaveGame, &path, Some(format!("{}: {error}", path.display()))),
        }
    }

    /// Loads a recorded game. If it was played on another scenario, the user is asked first.
    pub(super) fn open_game(&mut self, path: &Path) {
        let replay = match read_game(path) {
            Ok(replay) => replay,
            Err(error) => {
                self.ask_path(FilePurpose::OpenGame, path, Some(format!("{}: {error}", path.display())));
                return;
            }
        };
        let played = load(&replay.header.scenario).scenario;
        if played.as_ref() == Some(self.workspace.document.scenario()) {
            self.follow(replay);
            return;
        }
        let here = replay.header.system == self.workspace.document.scenario().system().name();
        self.dialog = Some(Dialog::Recorded(RecordedGame { here, own: played.is_some(), replay: Box::new(replay) }));
    }

    /// Replays a recorded game on the current scenario.
    pub(super) fn follow(&mut self, replay: Replay) {
        self.input.cancel_tool();
        self.workspace.document.seal();
        match Session::follow(self.workspace.document.scenario(), replay) {
            Ok(session) => {
                self.begin_game(session);
            }
            Err(problems) => self.refuse_to_play(&problems),
        }
    }

    /// Opens the dialog with the reasons why the scenario cannot be played.
    pub(super) fn refuse_to_play(&mut self, problems: &[SetupProblem]) {
        let reasons = playable::reasons(self.workspace.document.scenario(), problems);
        self.dialog = Some(Dialog::CannotPlay(reasons));
    }

    /// Opens the scenario of a recorded game and replays the game on it.
    pub(super) fn open_with_scenario(&mut self, replay: Replay) {
        self.show(scenario_of(&replay));
        self.follow(replay);
    }

    /// Starts a game of the current scenario against the computer, which plays the second side.
    pub(super) fn play_against_computer(&mut self) {
        self.play();
        if let Some(session) = &mut self.workspace.session {
            session.act(play::PlayAct::Seat(Side::Second, Some(Kind::OPPONENT)));
            session.act(play::PlayAct::Run);
        }
    }

    /// Replays a recorded game, whose scenario is the current one.
    #[must_use]
    pub(super) fn continue_game(mut self, replay: Replay) -> Self {
        self.follow(replay);
        self
    }

    /// Asks for the file in which to save the position, after showing what the scenario cannot preserve.
    pub(super) fn ask_position(&mut self, ctx: &Context) {
        let Some(session) = &self.workspace.session else { return };
        match session.freeze(self.workspace.document.scenario()) {
            Ok(frozen) if frozen.lost.is_empty() => self.choose(ctx, FilePurpose::SavePosition),
            Ok(frozen) => {
                let lost = frozen.lost.into_iter().map(|fact| (fact.text, fact.rule.to_string())).collect();
                self.dialog = Some(Dialog::Position(lost));
            }
            Err(illegal) => self.dialog = Some(Dialog::NoPosition(illegal.to_string())),
        }
    }

    pub(super) fn save_position(&mut self, path: &Path) {
        let Some(session) = &self.workspace.session else { return };
        let path = with_ending(path, "toml");
        let scan = scan_to(&self.workspace.document, &path);
        let written = session.freeze(self.workspace.document.scenario()).map_err(|illegal| illegal.to_string());
        let written = written.and_then(|mut frozen| {
            if let (Ok(Some(file)), Some(slot)) = (&scan, frozen.scenario.common_mut().scan_mut()) {
                slot.file = file.clone();
            }
            write_scenario(&path, &frozen.scenario)
        });
        match written {
            Ok(()) => {
                let scan = scan.err().map_or_else(String::new, |why| format!("; {why}"));
                self.status_message = Some(format!("Position saved to {}{scan}", path.display()));
            }
            Err(error) => self.ask_path(FilePurpose::SavePosition, &path, Some(error)),
        }
    }

    /// Leaves the game, which can be resumed later, and returns to editing.
    pub(super) fn leave_game(&mut self) {
        self.end_game();
        if std::mem::take(&mut self.play.is_page) {
            self.layout = self.remembering.layout();
        }
        self.leave_log();
    }

    /// Ends the game, which can be resumed later. Another one may begin.
    pub(super) fn end_game(&mut self) {
        self.save_inputs();
        if self.workspace.session.as_ref().is_some_and(|session| session.inputs() > 0) {
            self.play.last = self.workspace.recorded();
        }
        self.workspace.session = None;
        self.input.cancel_tool();
        if std::mem::take(&mut self.play.borrowed) {
            self.layout.fold(Pane::Inspector);
        }
    }

    /// Shows only what a player needs until the game is left.
    #[must_use]
    pub(super) fn into_game_page(mut self) -> Self {
        self.play.is_page = true;
        self.layout = Layout::for_play();
        self
    }

    /// Shows the game `session` with its panels.
    pub(super) fn begin_game(&mut self, session: Session) {
        self.workspace.session = Some(session);
        self.play.borrowed |= !self.layout.is_open(Pane::Inspector);
        if self.layout.has_tabs() {
            self.layout.show(Pane::Tab(BottomTab::Log));
        }
        // In a narrow window, the choices lie in front of the log.
        self.layout.show(Pane::Inspector);
    }

    /// Shows the units instead of the event log outside of games.
    pub(super) fn leave_log(&mut self) {
        if self.layout.is_shown(Pane::Tab(BottomTab::Log)) {
            self.layout.show(Pane::Tab(BottomTab::Units));
        }
    }

    /// Asks for the dice of a restarted game.
    pub(super) fn ask_restart(&mut self) {
        let seed = self.workspace.session.as_ref().map(Session::seed);
        self.dialog = seed.map(|seed| Dialog::Restart(RestartForm::new(seed)));
    }

    /// Loads a recorded game, together with its own scenario if `own` is set.
    pub(super) fn place_game(&mut self, ctx: &Context, replay: Replay, own: bool) {
        if own {
            self.leave(ctx, AfterSave::Game(Box::new(replay)));
        } else {
            self.follow(replay);
        }
    }
}

/// Returns the text of the scenario for a recorded game. A game can be played on a scenario whose text has errors, but the
/// recorded text must be readable.
pub(super) fn game_text(document: &Document) -> String {
    if document.is_broken() { save(None, &document.scenario().clone().inlined()) } else { document.playable_text() }
}

/// Returns the scenario of a recorded game as a document.
pub(super) fn scenario_of(replay: &Replay) -> Document {
    let title = replay.header.title.chars();
    let name: String = title.map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    Document::from_text(&format!("{name}.toml"), replay.header.scenario.clone())
}

fn write_scenario(path: &Path, scenario: &Scenario) -> Result<(), String> {
    write_atomic(path, save(None, scenario)).map_err(|error| format!("{}: {error}", path.display()))
}

/// Returns `true` if the file at `path` begins as a recorded game does: with an object of JSON, as no scenario does.
pub(super) fn is_recorded_game(path: &Path) -> bool {
    const LENGTH: u64 = 64;
    let mut start = Vec::new();
    let read = fs::open_file(path).and_then(|file| file.take(LENGTH).read_to_end(&mut start));
    read.is_ok() && start.trim_ascii_start().starts_with(b"{")
}

/// Reads the recorded game at `path`.
///
/// # Errors
/// The reason why it cannot be read.
pub(super) fn read_game(path: &Path) -> Result<Replay, String> {
    let most = u64::try_from(MAX_BYTES).unwrap_or(u64::MAX);
    let bytes = fs::open_file(path).and_then(|mut file| fs::read_within(&mut file, most));
    let text = String::from_utf8(bytes.map_err(|error| error.to_string())?).map_err(|error| error.to_string())?;
    Replay::read(&text).map_err(|error| error.to_string())
}
