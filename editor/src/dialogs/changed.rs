//! Shows what another program has written to the file, and asks whose version is to stay.

use std::time::SystemTime;

use egui::Ui;

use crate::dialogs::{lines, title};
use crate::messages::act::ExternalChange;
use crate::messages::dialog_answer::DialogAnswer;
use crate::model::autosave::difference::Difference;
use crate::model::autosave::times;
use crate::model::document::{Document, FileState};

/// The content of the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedFile {
    /// When the file was written.
    pub when: String,
    /// From their version to mine.
    pub difference: Difference,
    /// `true` if it is asked because the document was about to be saved.
    pub saving: bool,
}

/// The content of the window about `document`; `None` if nobody else has written to its file.
pub fn data(document: &Document, saving: bool) -> Option<ChangedFile> {
    let FileState::Changed(theirs) = document.standing() else { return None };
    let when = theirs.written().map_or_else(String::new, |written| times::text(written, SystemTime::now()));
    Some(ChangedFile { when, difference: Difference::between(&theirs.text, &document.text()), saving })
}

pub(super) fn ui(ui: &mut Ui, name: &str, data: &ChangedFile) -> Option<DialogAnswer> {
    title(ui, "The file was changed by another program");
    ui.label(format!(
        "{name} was written {}. From the file's version to yours: {}.",
        data.when,
        data.difference.summary()
    ));
    ui.add_space(4.0);
    lines::ui(ui, &data.difference, 320.0);
    ui.add_space(4.0);
    ui.weak("Whichever you take, the other can be had back: by undo, or from the backups once you have saved.");
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        let keep = if data.saving { "Save mine over it" } else { "Keep mine" };
        let keep = ui.button(keep).clicked().then_some(DialogAnswer::Theirs(ExternalChange::Keep, data.saving));
        let load = ui.button("Load theirs").clicked().then_some(DialogAnswer::Theirs(ExternalChange::Load, false));
        let cancel = ui.button("Cancel").clicked().then_some(DialogAnswer::Cancel);
        keep.or(load).or(cancel)
    })
    .inner
}
