//! Recovery in the app: writing journals, offering unsaved work, and detecting changes of the file by other programs.

use std::path::{Path, PathBuf};

use egui::Context;

use crate::app::App;
use crate::dialogs::{Dialog, backups, changed, recover};
use crate::messages::act::ExternalChange;
use crate::messages::dialog_answer::RecoveryChoice;
use crate::model::autosave::JournalFolder;
use crate::model::autosave::file_watch::Watch;
use crate::model::autosave::unsaved_work::{self, FoundWork, RecoverableWork, UnsavedWork};
use crate::model::document::FileState;
use crate::model::selection::Selection;
use battlewright_schema::words::plural;

/// The interval between checks of the file while the window is redrawn, in seconds.
const LOOK: f64 = 1.0;

impl App {
    /// Turns journaling on with locations from `keeper`, and offers unsaved work without a file or of the open file.
    #[must_use]
    pub fn keep(mut self, keeper: JournalFolder) -> Self {
        self.document.keep(&keeper);
        let left = unsaved_work::all(&keeper.places(None), None);
        self.keeper = Some(keeper);
        self.offer(left);
        if let Some(path) = self.document.path().map(Path::to_owned) {
            self.look_for_work(&path);
        }
        self
    }

    /// Offers the unsaved work of all registered files and of recent files, for which an earlier version may have left
    /// some.
    #[must_use]
    pub fn offer_all(mut self) -> Self {
        let mut files = self.keeper.as_ref().map(JournalFolder::registered).unwrap_or_default();
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
        let Some(keeper) = &self.keeper else { return false };
        let left = unsaved_work::all(&keeper.places(Some(path)), Some(path));
        self.offer(left)
    }

    fn offer(&mut self, found: FoundWork) -> bool {
        if let Some((path, error)) = found.unreadable.first() {
            self.status_message = Some(format!("The journal {} cannot be read: {error}", path.display()));
        }
        for left in found.work {
            match left {
                RecoverableWork::Whole(found) if !found.is_unsaved() => self.take_history(found),
                RecoverableWork::Damaged(damaged) if damaged.is_harmless() => damaged.discard(),
                left => self.found.push(left),
            }
        }
        self.found.sort_by_key(|left| std::cmp::Reverse(left.when()));
        self.ask_about_found(None);
        !self.found.is_empty()
    }

    /// Takes over the undo history of work that is already saved, if its file is open.
    fn take_history(&mut self, found: UnsavedWork) {
        let document = found.document();
        if document.path() != self.document.path() {
            // The journal waits until its file is opened. Without a file, there is nothing to restore.
            if document.path().is_none() {
                found.discard();
            }
        } else if document.path().is_some()
            && *document.standing() == FileState::AsKnown
            && self.document.history().is_empty()
            && document.history().ever() > 0
        {
            // Only the undo history was missing.
            self.document = found.restore();
            if let Some(keeper) = &self.keeper {
                self.document.keep(keeper);
            }
        } else {
            found.discard();
        }
    }

    fn ask_about_found(&mut self, shown: Option<usize>) {
        if let Some(offers) = recover::data(&self.found, shown) {
            self.dialog = Some(Dialog::Recover(offers));
        }
    }

    /// Carries out the decision about recovered work.
    pub(super) fn recover(&mut self, choice: RecoveryChoice) {
        match choice {
            RecoveryChoice::Restore(n) if n < self.found.len() => {
                let left = self.found.remove(n);
                // Other work stays in its journals.
                let others = std::mem::take(&mut self.found).len();
                self.open_recovered(left);
                if others > 0 {
                    let said = self.status_message.take().unwrap_or_default();
                    self.status_message = Some(format!("{said}; the rest will be offered at the next start"));
                }
            }
            RecoveryChoice::Discard(n) if n < self.found.len() => {
                self.found.remove(n).discard();
                // Removes the registration of the file.
                self.keeper.as_ref().map(JournalFolder::registered);
                self.ask_about_found(None);
            }
            RecoveryChoice::Show(n) => self.ask_about_found(Some(n)),
            RecoveryChoice::Restore(_) | RecoveryChoice::Discard(_) => {}
            RecoveryChoice::Later => self.found.clear(),
        }
    }

    /// Shows recovered work as the open document.
    fn open_recovered(&mut self, left: RecoverableWork) {
        let restored = |steps: usize| format!("{steps} {} restored", plural(steps, "step"));
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
                    self.document.begin_keeping();
                    self.status_message =
                        Some(format!("{}; the unreadable part is kept in {}", restored(steps), kept.display()));
                }
                Err(error) => self.status_message = Some(format!("Not restored: {error}")),
            },
        }
    }

    /// Flushes the journal to disk and handles changes of the file by other programs.
    pub(super) fn watch_file(&mut self, ctx: &Context) {
        if let Some(wait) = self.document.sync() {
            ctx.request_repaint_after(wait);
        }
        let Some(path) = self.document.path() else {
            self.watch = None;
            self.document.refresh_art(|| ());
            return;
        };
        if self.watch.as_ref().is_none_or(|watch| watch.path() != path) {
            let woken = ctx.clone();
            let places = self.document.keeping().places().to_vec();
            self.watch = Some(Watch::start(path, places, move || woken.request_repaint()));
        }
        let woken = ctx.clone();
        self.document.refresh_art(move || woken.request_repaint());
        if let Some(watch) = &self.watch {
            watch.also(self.document.art_files());
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
            self.document.look(back);
            self.document.check_art();
            // The journals of offered work are locked by this program and would seem to belong to another.
            if self.found.is_empty() {
                self.document.watch_rivals();
            }
        }
        self.focused = focused;
    }

    /// Carries out the response to a change of the file by another program.
    pub(super) fn resolve_external_change(&mut self, choice: ExternalChange) {
        match choice {
            ExternalChange::Show => self.dialog = changed::data(&self.document, false).map(Dialog::Changed),
            ExternalChange::Keep => self.document.keep_mine(),
            ExternalChange::Load => {
                self.selection = Selection::Scenario;
                self.after_save = None;
                self.status_message = Some(if self.document.load_theirs() {
                    "Loaded the version of the file; undo restores yours".to_owned()
                } else {
                    "The version of the file cannot be read; yours is kept".to_owned()
                });
            }
        }
    }

    /// Opens the list of backups of the file.
    pub(super) fn show_backups(&mut self) {
        self.dialog = Some(Dialog::Backups(backups::data(&self.document)));
    }

    /// Restores the backup at this path.
    pub(super) fn restore(&mut self, backup: &Path) {
        self.selection = Selection::Scenario;
        self.status_message = Some(match self.document.restore(backup) {
            Ok(true) => "Restored the earlier version; undo reverts this".to_owned(),
            Ok(false) => "That version cannot be read, or is the current one".to_owned(),
            Err(error) => format!("{}: {error}", backup.display()),
        });
    }
}
