//! The dialog for a file that another program has changed: shows the differences and asks for the version to keep.

use battlewright_platform::clock::SystemTime;

use egui::Ui;

use crate::dialogs::{lines, title};
use crate::messages::act::ExternalChange;
use crate::messages::dialog_answer::DialogAnswer;
use crate::model::autosave::difference::Difference;
use crate::model::autosave::times;
use crate::model::document::{Document, FileState};

/// The content of the dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedFile {
    /// The time of the change, as text.
    pub when: String,
    /// The difference from the file to the document.
    pub difference: Difference,
    /// `true` if the dialog interrupts a save.
    pub saving: bool,
}

/// Returns the content for `document`; `None` if no other program has changed its file.
pub fn data(document: &Document, saving: bool) -> Option<ChangedFile> {
    let FileState::Changed(theirs) = document.standing() else { return None };
    let when = theirs.written().map_or_else(String::new, |written| times::text(written, SystemTime::now()));
    Some(ChangedFile { when, difference: Difference::between(&theirs.text, &document.text()), saving })
}

pub(super) fn ui(ui: &mut Ui, name: &str, data: &ChangedFile) -> Option<DialogAnswer> {
    title(ui, "File changed by another program");
    ui.label(format!(
        "{name} was changed {}. Differences from the file to your version: {}.",
        data.when,
        data.difference.summary()
    ));
    ui.add_space(4.0);
    lines::ui(ui, &data.difference, 320.0);
    ui.add_space(4.0);
    ui.weak("You can restore the other version later: with undo, or from the backups after you save.");
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        let keep = if data.saving { "Overwrite file" } else { "Keep my version" };
        let keep = ui.button(keep).clicked().then_some(DialogAnswer::ResolveChange(ExternalChange::Keep, data.saving));
        let load = ui.button("Load file").clicked().then_some(DialogAnswer::ResolveChange(ExternalChange::Load, false));
        let cancel = ui.button("Cancel").clicked().then_some(DialogAnswer::Cancel);
        keep.or(load).or(cancel)
    })
    .inner
}
