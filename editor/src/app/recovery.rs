//! Recovery in the app: writing journals, offering unsaved work, and detecting changes of the file by other programs.

use std::path::{Path, PathBuf};

use egui::Context;

use crate::app::App;
use crate::dialogs::{Dialog, backups, changed, recover};
use crate::messages::act::ExternalChange;
use crate::messages::dialog_answer::RecoveryChoice;
use crate::model::autosave::JournalFolder;
use crate::model::autosave::file_watch::Watch;
use crate::model::autosave::unsaved_work::{self, RecoverableWork, UnsavedWork};
use crate::model::document::FileState;
use crate::model::selection::Selection;
use battlewright_schema::words::plural;

/// The number of times that the file is looked at while the window is drawn anyway, in seconds.
const LOOK: f64 = 1.0;

impl App {
    /// The program, writing down what is done where `keeper` says, and offering what was left there.
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

    /// The program, offering all the work that was left, of whatever file: of those registered, and of those that were
    /// open before, where an earlier version may have left some.
    #[must_use]
    pub fn offer_all(mut self) -> Self {
        let mut files = self.keeper.as_ref().map(JournalFolder::registered).unwrap_or_default();
        files.extend(self.remembering.recent.iter().map(PathBuf::from));
        for file in files {
            self.look_for_work(&file);
        }
        self
    }

    /// Offers the work that was left of the document in the file at `path`. Returns `true` if there was any.
    pub(super) fn look_for_work(&mut self, path: &Path) -> bool {
        let Some(keeper) = &self.keeper else { return false };
        let left = unsaved_work::all(&keeper.places(Some(path)), Some(path));
        self.offer(left)
    }

    fn offer(&mut self, left: Vec<RecoverableWork>) -> bool {
        for left in left {
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

    /// Takes over the history of work that is all in its file, if that is the one that is open.
    fn take_history(&mut self, found: UnsavedWork) {
        let document = found.document();
        if document.path() != self.document.path() {
            // It waits until its file is opened; without a file nothing of it is missed.
            if document.path().is_none() {
                found.discard();
            }
        } else if document.path().is_some()
            && *document.standing() == FileState::AsKnown
            && self.document.history().is_empty()
            && document.history().ever() > 0
        {
            // Only what can be undone and done again was missing.
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

    /// Does what was chosen for the work that was found.
    pub(super) fn recover(&mut self, choice: RecoveryChoice) {
        match choice {
            RecoveryChoice::Restore(n) if n < self.found.len() => {
                let left = self.found.remove(n);
                // What else there is stays where it is.
                let others = std::mem::take(&mut self.found).len();
                self.take_up_again(left);
                if others > 0 {
                    let said = self.said.take().unwrap_or_default();
                    self.said = Some(format!("{said}; the rest will be offered at the next start"));
                }
            }
            RecoveryChoice::Discard(n) if n < self.found.len() => {
                self.found.remove(n).discard();
                // Its file is struck off.
                self.keeper.as_ref().map(JournalFolder::registered);
                self.ask_about_found(None);
            }
            RecoveryChoice::Show(n) => self.ask_about_found(Some(n)),
            RecoveryChoice::Restore(_) | RecoveryChoice::Discard(_) => {}
            RecoveryChoice::Later => self.found.clear(),
        }
    }

    /// Shows what was `left`.
    fn take_up_again(&mut self, left: RecoverableWork) {
        let restored = |steps: usize| format!("{steps} {} restored", plural(steps, "step"));
        match left {
            RecoverableWork::Whole(found) => {
                let steps = found.steps();
                self.show(found.restore());
                self.said = Some(restored(steps));
            }
            RecoverableWork::Damaged(damaged) => match damaged.restore() {
                Ok((document, kept)) => {
                    let steps = document.unsaved_steps();
                    self.show(document);
                    self.document.begin_keeping();
                    self.said = Some(format!("{}; the unreadable part is kept in {}", restored(steps), kept.display()));
                }
                Err(error) => self.said = Some(format!("Not restored: {error}")),
            },
        }
    }

    /// Brings what was written down to the disk, and notices what others do to the file.
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
        // A line that appears in the middle of a stroke would move the map under it.
        let stirred = self.watch.as_ref().is_some_and(Watch::stirred);
        if (back || stirred || now - self.looked >= LOOK) && !down {
            self.looked = now;
            if let Some(watch) = &self.watch {
                watch.settle();
            }
            self.document.look(back);
            self.document.stir_art();
            // Work that is being offered is held by this program, not by another.
            if self.found.is_empty() {
                self.document.watch_rivals();
            }
        }
        self.focused = focused;
    }

    /// Does what is to become of another program's version of the file.
    pub(super) fn theirs(&mut self, theirs: ExternalChange) {
        match theirs {
            ExternalChange::Show => self.dialog = changed::data(&self.document, false).map(Dialog::Changed),
            ExternalChange::Keep => self.document.keep_mine(),
            ExternalChange::Load => {
                self.selection = Selection::Scenario;
                self.after_save = None;
                self.said = Some(if self.document.load_theirs() {
                    "Loaded the version of the file; undo restores yours".to_owned()
                } else {
                    "The version of the file cannot be read; yours is kept".to_owned()
                });
            }
        }
    }

    /// Shows the versions kept of the file.
    pub(super) fn show_backups(&mut self) {
        self.dialog = Some(Dialog::Backups(backups::data(&self.document)));
    }

    /// Brings back the version at `backup`.
    pub(super) fn restore(&mut self, backup: &Path) {
        self.selection = Selection::Scenario;
        self.said = Some(match self.document.restore(backup) {
            Ok(true) => "Restored the earlier version; undo reverts this".to_owned(),
            Ok(false) => "That version cannot be read, or is the current one".to_owned(),
            Err(error) => format!("{}: {error}", backup.display()),
        });
    }
}
