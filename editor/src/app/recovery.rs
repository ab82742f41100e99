//! Recovery in the app: writing journals, offering unsaved work, and detecting changes of the file by other programs.

use std::path::{Path, PathBuf};

use egui::Context;

use crate::app::App;
use crate::dialogs::{Dialog, backups, changed, recover};
use crate::messages::act::ExternalChange;
use crate::messages::dialog_answer::RecoveryChoice;
use crate::model::autosave::JournalFolder;
use crate::model::autosave::file_watch::Watch;
use crate::model::autosave::games::{GameFolder, SavedGame};
use crate::model::autosave::unsaved_work::{self, FoundWork, RecoverableWork, UnsavedWork};
use crate::model::document::{Document, FileState};
use crate::model::selection::Selection;
use battlewright_schema::words::plural;

/// The interval between checks of the file while the window is redrawn, in seconds.
const LOOK: f64 = 1.0;

/// The protection of unsaved work: where journals are, what was found in them, and the watch on the file.
#[derive(Default)]
pub(super) struct Recovery {
    /// The locations of journals; `None` if journaling is off.
    pub(super) keeper: Option<JournalFolder>,
    /// The work that a crash has left behind and that is offered to the user.
    found: Vec<RecoverableWork>,
    /// The watch on the document's file.
    watch: Option<Watch>,
    /// The time of the last check of the file, in seconds.
    looked: f64,
    /// `true` if the window had the focus at that time.
    focused: bool,
}

impl Recovery {
    /// Returns the folder of saved games; `None` if nothing is saved.
    pub(super) fn game_folder(&self) -> Option<GameFolder> {
        self.keeper.as_ref().and_then(JournalFolder::games)
    }

    /// Returns the saved games, the newest first.
    pub(super) fn saved_games(&self) -> Vec<SavedGame> {
        self.game_folder().map(|folder| folder.games()).unwrap_or_default()
    }

    /// Writes the changes of `document` into a journal, if journaling is on.
    pub(super) fn keep(&self, document: &mut Document) {
        if let Some(keeper) = &self.keeper {
            document.keep(keeper);
        }
    }

    /// Takes over the undo history of work that is already saved, if its file is open.
    fn take_history(&self, found: UnsavedWork, open: &mut Document) {
        let document = found.document();
        if document.path() != open.path() {
            // The journal waits until its file is opened. Without a file, there is nothing to restore.
            if document.path().is_none() {
                found.discard();
            }
        } else if document.path().is_some()
            && *document.standing() == FileState::AsKnown
            && open.history().is_empty()
            && document.history().ever() > 0
        {
            // Only the undo history was missing.
            *open = found.restore();
            self.keep(open);
        } else {
            found.discard();
        }
    }

    /// Flushes the journal to disk and handles changes of the file by other programs.
    pub(super) fn watch_file(&mut self, document: &mut Document, ctx: &Context) {
        if let Some(wait) = document.sync() {
            ctx.request_repaint_after(wait);
        }
        let Some(path) = document.path() else {
            self.watch = None;
            document.refresh_art(|| ());
            return;
        };
        if self.watch.as_ref().is_none_or(|watch| watch.path() != path) {
            let woken = ctx.clone();
            let places = document.keeping().places().to_vec();
            self.watch = Some(Watch::start(path, places, move || woken.request_repaint()));
        }
        let woken = ctx.clone();
        document.refresh_art(move || woken.request_repaint());
        if let Some(watch) = &self.watch {
            watch.also(document.art_files());
        }
        let (now, focused, down) = ctx.input(|input| (input.time, input.focused, input.pointer.any_down()));
        let back = focused && !self.focused;
        // A notice that appears during a drag would move the map under the pointer.
        let has_changed = self.watch.as_ref().is_some_and(Watch::has_changed);
        if (back || has_changed || now - self.looked >= LOOK) && !down {
            self.looked = now;
            if let Some(watch) = &self.watch {
                watch.settle();
            }
            document.look(back);
            document.check_art();
            // The journals of offered work are locked by this program and would seem to belong to another.
            if self.found.is_empty() {
                document.watch_rivals();
            }
        }
        self.focused = focused;
    }
}

impl App {
    /// Turns journaling on with locations from `keeper`, and offers unsaved work without a file or of the open file.
    #[must_use]
    pub fn keep(mut self, keeper: JournalFolder) -> Self {
        self.workspace.document.keep(&keeper);
        let left = unsaved_work::all(&keeper.places(None), None);
        self.recovery.keeper = Some(keeper);
        self.offer(left);
        if let Some(path) = self.workspace.document.path().map(Path::to_owned) {
            self.look_for_work(&path);
        }
        self
    }

    /// Offers the unsaved work of all registered files and of recent files, for which an earlier version may have left
    /// some.
    #[must_use]
    pub fn offer_all(mut self) -> Self {
        let mut files = self.recovery.keeper.as_ref().map(JournalFolder::registered).unwrap_or_default();
        files.extend(self.remembering.recent.iter().map(PathBuf::from));
        for file in files {
            self.look_for_work(&file);
        }
        self
    }

    /// Leaves the unsaved work to the next start, because a game shall begin at once.
    #[must_use]
    pub(super) fn offer_later(mut self) -> Self {
        self.recover(RecoveryChoice::Later);
        self.dialog = None;
        self
    }

    /// Offers the unsaved work of the file at `path`. Returns `true` if there is any work to offer.
    pub(super) fn look_for_work(&mut self, path: &Path) -> bool {
        let Some(keeper) = &self.recovery.keeper else { return false };
        let left = unsaved_work::all(&keeper.places(Some(path)), Some(path));
        self.offer(left)
    }

    fn offer(&mut self, found: FoundWork) -> bool {
        if let Some((path, error)) = found.unreadable.first() {
            self.status_message = Some(format!("The journal {} cannot be read: {error}", path.display()));
        }
        for left in found.work {
            match left {
                RecoverableWork::Whole(found) if !found.is_unsaved() => {
                    self.recovery.take_history(found, &mut self.workspace.document);
                }
                RecoverableWork::Damaged(damaged) if damaged.is_harmless() => damaged.discard(),
                left => self.recovery.found.push(left),
            }
        }
        self.recovery.found.sort_by_key(|left| std::cmp::Reverse(left.when()));
        self.ask_about_found(None);
        !self.recovery.found.is_empty()
    }

    fn ask_about_found(&mut self, shown: Option<usize>) {
        if let Some(offers) = recover::data(&self.recovery.found, shown) {
            self.dialog = Some(Dialog::Recover(offers));
        }
    }

    /// Carries out the decision about recovered work.
    pub(super) fn recover(&mut self, choice: RecoveryChoice) {
        match choice {
            RecoveryChoice::Restore(n) if n < self.recovery.found.len() => {
                let left = self.recovery.found.remove(n);
                // Other work stays in its journals.
                let others = std::mem::take(&mut self.recovery.found).len();
                self.open_recovered(left);
                if others > 0 {
                    let said = self.status_message.take().unwrap_or_default();
                    self.status_message = Some(format!("{said}; the rest will be offered at the next start"));
                }
            }
            RecoveryChoice::Discard(n) if n < self.recovery.found.len() => {
                self.recovery.found.remove(n).discard();
                // Removes the registration of the file.
                self.recovery.keeper.as_ref().map(JournalFolder::registered);
                self.ask_about_found(None);
            }
            RecoveryChoice::Show(n) => self.ask_about_found(Some(n)),
            RecoveryChoice::Restore(_) | RecoveryChoice::Discard(_) => {}
            RecoveryChoice::Later => self.recovery.found.clear(),
        }
    }

    /// Shows recovered work as the open document.
    fn open_recovered(&mut self, left: RecoverableWork) {
        let restored = |steps: usize| match steps {
            0 => "The new map was restored".to_owned(),
            _ => format!("{steps} {} restored", plural(steps, "step")),
        };
        match left {
            RecoverableWork::Whole(found) => {
                let steps = found.steps();
                self.show(found.restore());
                self.status_message = Some(restored(steps));
            }
            RecoverableWork::Damaged(damaged) => match damaged.restore() {
                Ok((document, kept)) => {
                    let steps = document.unsaved_steps();
                    self.show(document);
                    self.workspace.document.begin_keeping();
                    self.status_message =
                        Some(format!("{}; the unreadable part is kept in {}", restored(steps), kept.display()));
                }
                Err(error) => self.status_message = Some(format!("Not restored: {error}")),
            },
        }
    }

    /// Carries out the response to a change of the file by another program.
    pub(super) fn resolve_external_change(&mut self, choice: ExternalChange) {
        match choice {
            ExternalChange::Show => self.dialog = changed::data(&self.workspace.document, false).map(Dialog::Changed),
            ExternalChange::Keep => self.workspace.document.keep_mine(),
            ExternalChange::Load => {
                self.workspace.selection = Selection::Scenario;
                self.after_save = None;
                self.status_message = Some(if self.workspace.document.load_theirs() {
                    "Loaded the version of the file; undo restores yours".to_owned()
                } else {
                    "The version of the file cannot be read; yours is kept".to_owned()
                });
            }
        }
    }

    /// Opens the list of backups of the file.
    pub(super) fn show_backups(&mut self) {
        self.dialog = Some(Dialog::Backups(backups::data(&self.workspace.document)));
    }

    /// Restores the backup at this path.
    pub(super) fn restore(&mut self, backup: &Path) {
        self.workspace.selection = Selection::Scenario;
        self.status_message = Some(match self.workspace.document.restore(backup) {
            Ok(true) => "Restored the earlier version; undo reverts this".to_owned(),
            Ok(false) => "That version cannot be read, or is the current one".to_owned(),
            Err(error) => format!("{}: {error}", backup.display()),
        });
    }
}
