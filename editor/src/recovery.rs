//! Nothing is lost, as the program does it: work is written down, found again and offered, and what
//! others do to the file is noticed.

use std::path::Path;

use egui::Context;

use crate::act::{Selection, Theirs};
use crate::app::App;
use crate::dialogs::recover::Choice;
use crate::dialogs::{Dialog, backups, changed, recover};
use crate::document::Standing;
use crate::keep::Keeper;
use crate::keep::found::{self, Found};
use crate::keep::watch::Watch;
use crate::panels::status::plural;

/// How often the file is looked at while the window is drawn anyway, in seconds.
const LOOK: f64 = 1.0;

impl App {
    /// The program, writing down what is done where `keeper` says, and offering what was left there.
    #[must_use]
    pub fn keep(mut self, keeper: Keeper) -> Self {
        self.document.keep(&keeper);
        let left = found::find(&keeper.places(None), None);
        self.keeper = Some(keeper);
        self.offer(left);
        if let Some(path) = self.document.path().map(Path::to_owned) {
            self.look_for_work(&path);
        }
        self
    }

    /// Offers the work that was left of the document in the file at `path`. Whether there was any.
    pub(crate) fn look_for_work(&mut self, path: &Path) -> bool {
        let Some(keeper) = &self.keeper else { return false };
        let left = found::find(&keeper.places(Some(path)), Some(path));
        self.offer(left)
    }

    fn offer(&mut self, left: Vec<Found>) -> bool {
        for found in left {
            let document = found.document();
            if found.is_unsaved() {
                self.found.push(found);
            } else if document.path().is_some()
                && document.path() == self.document.path()
                && *document.standing() == Standing::AsKnown
                && self.document.history().is_empty()
                && document.history().ever() > 0
            {
                // All of it is in the file: only what can be undone and done again was missing.
                self.document = found.restore();
                if let Some(keeper) = &self.keeper {
                    self.document.keep(keeper);
                }
            } else {
                found.discard();
            }
        }
        self.ask_about_found();
        !self.found.is_empty()
    }

    fn ask_about_found(&mut self) {
        if let Some(offer) = recover::data(&self.found) {
            self.dialog = Some(Dialog::Recover(offer));
        }
    }

    /// Does what was chosen for the work found first.
    pub(crate) fn recover(&mut self, choice: Choice) {
        if self.found.is_empty() {
            return;
        }
        let found = self.found.remove(0);
        match choice {
            Choice::Restore => {
                // What else there is stays where it is.
                self.found.clear();
                let steps = found.steps();
                self.show(found.restore());
                self.said = Some(format!("{steps} {} restored", plural(steps, "step")));
            }
            Choice::Discard => found.discard(),
            Choice::Later => drop(found),
        }
        self.ask_about_found();
    }

    /// Brings what was written down to the disk, and notices what others do to the file.
    pub(crate) fn watch_file(&mut self, ctx: &Context) {
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
    pub(crate) fn theirs(&mut self, theirs: Theirs) {
        match theirs {
            Theirs::Show => self.dialog = changed::data(&self.document, false).map(Dialog::Changed),
            Theirs::Keep => self.document.keep_mine(),
            Theirs::Load => {
                self.selection = Selection::Scenario;
                self.after_save = None;
                self.said = Some(if self.document.load_theirs() {
                    "The file's version is loaded; undo brings yours back".to_owned()
                } else {
                    "Nothing of the file's version can be read: yours is kept".to_owned()
                });
            }
        }
    }

    /// Shows the versions kept of the file.
    pub(crate) fn show_backups(&mut self) {
        self.dialog = Some(Dialog::Backups(backups::data(&self.document)));
    }

    /// Brings back the version at `backup`.
    pub(crate) fn restore(&mut self, backup: &Path) {
        self.selection = Selection::Scenario;
        self.said = Some(match self.document.restore(backup) {
            Ok(true) => "The earlier version is back; undo takes that back".to_owned(),
            Ok(false) => "Nothing of that version can be read, or it is the one you see".to_owned(),
            Err(error) => format!("{}: {error}", backup.display()),
        });
    }
}
