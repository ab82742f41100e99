//! The dialog that lists the backups of a file and restores one.

use std::path::PathBuf;

use battlewright_platform::clock::SystemTime;

use egui::Ui;

use crate::dialogs::{lines, title};
use crate::messages::dialog_answer::DialogAnswer;
use crate::model::autosave::difference::Difference;
use crate::model::autosave::{backups, file_content, times};
use crate::model::document::Document;

/// The content of the dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupVersions {
    /// The backups, newest first.
    pub list: Vec<BackupVersion>,
    /// The index of the backup whose difference is visible.
    pub shown: usize,
}

/// A backup of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupVersion {
    /// The path of the backup.
    pub path: PathBuf,
    /// The time of the backup, as text.
    pub when: String,
    /// The difference from the document to the backup, or the reason why it is unreadable.
    pub difference: Result<Difference, String>,
}

/// Returns the content of the dialog for the file of `document`.
pub fn data(document: &Document) -> BackupVersions {
    let (now, text) = (SystemTime::now(), document.text());
    let of = |backup: backups::Backup| BackupVersion {
        when: times::text(backup.written, now),
        difference: match file_content::read(&backup.path) {
            Ok(version) => Ok(Difference::between(&text, &version.text)),
            Err(error) => Err(format!("{}: {error}", backup.path.display())),
        },
        path: backup.path,
    };
    let list = document.path().map(backups::list).unwrap_or_default();
    BackupVersions { list: list.into_iter().map(of).collect(), shown: 0 }
}

pub(super) fn ui(ui: &mut Ui, name: &str, data: &mut BackupVersions) -> Option<DialogAnswer> {
    title(ui, "Backups");
    if data.list.is_empty() {
        ui.label(format!("There is no earlier version of {name} yet. Each save keeps the previous version."));
        ui.add_space(8.0);
        return super::close(ui);
    }
    ui.label(format!("Earlier versions of {name}, with their differences from the document:"));
    ui.add_space(4.0);
    for (n, version) in data.list.iter().enumerate() {
        let summary = version.difference.as_ref().map_or_else(|_| "cannot be read".to_owned(), Difference::summary);
        if ui.selectable_label(data.shown == n, format!("{}  —  {summary}", version.when)).clicked() {
            data.shown = n;
        }
    }
    ui.add_space(4.0);
    let shown = data.list.get(data.shown)?;
    let differs = match &shown.difference {
        Ok(difference) => {
            lines::ui(ui, difference, 260.0);
            !difference.lines.is_empty()
        }
        Err(error) => {
            ui.colored_label(ui.visuals().error_fg_color, error);
            false
        }
    };
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        let restore = egui::Button::new("Restore this version");
        let help = "Replace the document with this version. You can undo this step.";
        let restore = ui.add_enabled(differs, restore).on_hover_text(help).clicked();
        let restore = restore.then(|| DialogAnswer::Restore(shown.path.clone()));
        restore.or(ui.button("Close").clicked().then_some(DialogAnswer::Cancel))
    })
    .inner
}
