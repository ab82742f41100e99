//! The games of the user: every input is saved at once, and games in progress are offered.

use std::io;
use std::path::{Path, PathBuf};

use battlewright_engine::play::Replay;
use battlewright_engine::play::replay::Header;
use egui::Context;

use crate::app::App;
use crate::app::play_acts::{game_text, scenario_of};
use crate::dialogs::Dialog;
use crate::dialogs::linked;
use crate::messages::dialog_answer::{AfterSave, NextGame, SavedGameChoice, SavedGameList};
use crate::model::autosave::games::{GameFile, GameFolder};
use crate::model::play::Session;

/// The file of the current game.
#[derive(Default)]
pub(super) struct GameSaver {
    file: Option<GameFile>,
    /// The [number](Session::number) of the game in the file.
    number: u64,
    /// The number of inputs of a file that was taken over, until the game has replayed them.
    inherited: Option<usize>,
    /// The visible state and the players that were saved last.
    saved: Option<(u64, [String; 2])>,
    /// `true` if the file was begun for the current game, `false` if it was taken over.
    is_own: bool,
    /// `true` if no choice of a person is left in a game that was begun here.
    is_unplayed: bool,
    /// The file of the game before.
    last: Option<PathBuf>,
}

impl GameSaver {
    /// Lets go of the file. The game stays in it, unless no choice of a person is in effect.
    fn close(&mut self) {
        let last = match self.file.take() {
            Some(file) if file.is_empty() || self.is_unplayed => {
                // A failure leaves a game that nobody has played in the list.
                let _ = file.remove();
                None
            }
            Some(file) => Some(file.path().to_owned()),
            None => self.last.take(),
        };
        *self = Self { last, ..Self::default() };
    }

    /// Saves what is new in `session`. At the first choice of a person, a new file with this `header` is begun in `folder`.
    fn save(&mut self, session: &Session, folder: &GameFolder, header: impl FnOnce() -> Header) -> io::Result<()> {
        let now = (session.seen().edition, session.players());
        if self.saved.as_ref() == Some(&now) {
            return Ok(());
        }
        let is_other = self.number != session.number();
        // On another scenario or version, a part of the recorded game may be impossible. It stays in its own file.
        let is_cut = self.inherited.take().is_some_and(|inputs| session.inputs() < inputs);
        if is_other || is_cut {
            self.close();
            self.number = session.number();
        }
        let is_played = session.has_choices_by_hand();
        if self.file.is_none() && is_played {
            self.file = Some(GameFile::begin(folder.path(), header())?);
            self.is_own = true;
            folder.tidy();
        }
        self.is_unplayed = self.is_own && !is_played;
        if let Some(file) = &mut self.file {
            file.update(session.record(), &now.1)?;
        }
        self.saved = Some(now);
        Ok(())
    }
}

impl App {
    /// Saves the inputs of the current game that are not saved yet.
    pub(super) fn save_inputs(&mut self) {
        let (Some(session), Some(folder)) = (&self.workspace.session, self.recovery.game_folder()) else {
            self.play.saver.close();
            return;
        };
        if session.progress().is_some() {
            return;
        }
        let (document, saver) = (&self.workspace.document, &mut self.play.saver);
        if let Err(error) = saver.save(session, &folder, || session.header(document.scenario(), game_text(document))) {
            self.status_message = Some(format!("This game is not kept ({error}). Save it to a file."));
        }
    }

    /// Saves new inputs, and synchronizes them to the disk when that is due.
    pub(super) fn watch_inputs(&mut self, ctx: &Context) {
        self.save_inputs();
        if let Some(wait) = self.play.saver.file.as_mut().and_then(GameFile::sync) {
            ctx.request_repaint_after(wait);
        }
    }

    /// Opens the list of saved games.
    pub(super) fn show_saved_games(&mut self) {
        self.dialog =
            Some(Dialog::SavedGames(SavedGameList { games: self.recovery.saved_games(), next: None, asks: false }));
    }

    /// Begins `next` on the scenario with this `text`. If games of it are in progress, they are offered first.
    #[must_use]
    pub(super) fn begin_or_offer(mut self, next: NextGame) -> Self {
        let text = match &next {
            NextGame::New => self.workspace.document.playable_text(),
            NextGame::Linked(replay) => replay.header.scenario.clone(),
        };
        let games: Vec<_> =
            self.recovery.saved_games().into_iter().filter(|game| game.goes_on() && game.is_of(&text)).collect();
        if games.is_empty() {
            self.begin_next(next);
        } else {
            self.dialog = Some(Dialog::SavedGames(SavedGameList { games, next: Some(next), asks: false }));
        }
        self
    }

    fn begin_next(&mut self, next: NextGame) {
        match next {
            NextGame::New => self.play_against_computer(),
            NextGame::Linked(replay) => self.follow_link(*replay),
        }
    }

    /// Replays the game of a link. At its end, the window describes it.
    fn follow_link(&mut self, replay: Replay) {
        self.follow(replay);
        self.play.linked = self.workspace.session.is_some();
    }

    /// Describes the game of a link as soon as it has been replayed.
    pub(super) fn watch_link(&mut self) {
        let ready = self.workspace.session.as_ref().filter(|session| session.progress().is_none());
        if let (true, Some(session), None) = (self.play.linked, ready, &self.dialog) {
            self.play.linked = false;
            self.dialog = Some(Dialog::Linked(linked::data(session)));
        }
    }

    /// Carries out the decision about saved games.
    pub(super) fn choose_saved_game(&mut self, ctx: &Context, choice: SavedGameChoice) {
        match choice {
            SavedGameChoice::Continue(path) => self.leave(ctx, AfterSave::SavedGame(path)),
            SavedGameChoice::Next(next) => self.begin_next(next),
            SavedGameChoice::Delete(path, then) => {
                let deleted = self.delete_games(vec![path]);
                match then {
                    Some(list) => self.list_without(*list, &deleted),
                    None => self.show_start_page(),
                }
            }
            SavedGameChoice::AskToDelete(list) => {
                self.dialog = Some(Dialog::SavedGames(SavedGameList { asks: true, ..*list }));
            }
            SavedGameChoice::Keep(list) => {
                self.dialog = Some(Dialog::SavedGames(SavedGameList { asks: false, ..*list }));
            }
            SavedGameChoice::DeleteAll(list) => {
                let deleted = self.delete_games(list.games.iter().map(|game| game.path.clone()).collect());
                self.list_without(*list, &deleted);
            }
        }
    }

    /// Deletes the games at `paths`, and reports the first failure. Returns those that were deleted.
    fn delete_games(&mut self, paths: Vec<PathBuf>) -> Vec<PathBuf> {
        let Some(folder) = self.recovery.game_folder() else { return Vec::new() };
        let mut failed = None;
        let mut delete = |path: &PathBuf| match folder.delete(path) {
            Ok(()) => true,
            Err(error) => {
                failed.get_or_insert_with(|| format!("{}: {error}", path.display()));
                false
            }
        };
        let deleted = paths.into_iter().filter(&mut delete).collect();
        self.status_message = failed.or(self.status_message.take());
        deleted
    }

    /// Shows `list` without the games that were `deleted`. If none is left, the game that was asked for begins.
    fn list_without(&mut self, list: SavedGameList, deleted: &[PathBuf]) {
        let games: Vec<_> = list.games.into_iter().filter(|game| !deleted.contains(&game.path)).collect();
        if !games.is_empty() {
            self.dialog = Some(Dialog::SavedGames(SavedGameList { games, next: list.next, asks: false }));
        } else if let Some(next) = list.next {
            self.begin_next(next);
        }
    }

    /// Resumes the game that was left last on the current scenario.
    pub(super) fn resume(&mut self) {
        let Some(replay) = self.play.last.clone() else { return };
        // On a changed scenario it is another game.
        let is_same = replay.header.scenario == game_text(&self.workspace.document);
        let file = self.play.saver.last.take().filter(|_| is_same);
        self.follow(replay);
        if let Some(Ok(Some((file, saved)))) = file.map(|path| GameFile::take_over(&path)) {
            self.continue_in_file(file, saved.len());
        }
    }

    /// Saves the game, which replays the `inputs` of `file`, in that file.
    fn continue_in_file(&mut self, file: GameFile, inputs: usize) {
        if let Some(session) = &self.workspace.session {
            let (number, inherited) = (session.number(), Some(inputs));
            self.play.saver = GameSaver { file: Some(file), number, inherited, ..GameSaver::default() };
        }
    }

    /// Continues the saved game at `path` on its own scenario.
    pub(super) fn continue_saved(&mut self, path: &Path) {
        let taken = GameFile::take_over(path);
        match taken {
            Ok(Some((file, replay))) => {
                let inputs = replay.len();
                if self.workspace.document.playable_text() != replay.header.scenario
                    || self.workspace.document.is_broken()
                {
                    self.show(scenario_of(&replay));
                }
                self.end_game();
                self.follow(replay);
                self.continue_in_file(file, inputs);
            }
            Ok(None) => self.status_message = Some("This game is being played in another window.".to_owned()),
            Err(error) => self.status_message = Some(format!("{}: {error}", path.display())),
        }
    }
}
