//! The dialog that offers unsaved work after a crash.

use battlewright_platform::clock::SystemTime;

use egui::{RichText, ScrollArea, Ui};

use crate::dialogs::{lines, title};
use crate::messages::dialog_answer::{DialogAnswer, RecoveryChoice};
use crate::model::autosave::damaged_journal::{Damaged, JournalError};
use crate::model::autosave::difference::Difference;
use crate::model::autosave::unsaved_work::{RecoverableWork, UnsavedWork};
use crate::model::autosave::{file_content, times};
use crate::model::document::FileState;
use battlewright_schema::words::plural;

/// The content of the dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecoveryList {
    /// The offers, newest first.
    pub list: Vec<RecoveryOffer>,
    /// The index of the offer with a visible difference, and the difference from its file.
    pub shown: Option<(usize, Difference)>,
}

/// Unsaved work on a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecoveryOffer {
    /// The name of the document.
    pub name: String,
    /// The folder of the file; `None` for a document without a file.
    pub folder: Option<String>,
    /// The time of the last change, as text.
    pub when: String,
    /// The number of unsaved steps.
    pub steps: usize,
    /// The name of the last step.
    pub last: Option<String>,
    /// `true` if the file has changed since then.
    pub changed: bool,
    /// The problem with the journal, and the readable part.
    pub trouble: Option<String>,
    /// `true` if a part of the work is readable.
    pub readable: bool,
}

/// Returns the content for the work `left` behind, with the difference of offer `shown`.
pub fn data(left: &[RecoverableWork], shown: Option<usize>) -> Option<RecoveryList> {
    let list: Vec<RecoveryOffer> = left.iter().map(RecoveryOffer::of).collect();
    let shown = shown.and_then(|n| {
        let document = left.get(n)?.document()?;
        let file = document.path().and_then(|path| file_content::read(path).ok());
        Some((n, Difference::between(file.as_ref().map_or("", |file| &file.text), &document.text())))
    });
    (!list.is_empty()).then_some(RecoveryList { list, shown })
}

impl RecoveryOffer {
    fn of(left: &RecoverableWork) -> Self {
        let document = left.document();
        let folder = document.and_then(|document| document.path()?.parent());
        Self {
            name: match left {
                RecoverableWork::Whole(found) => found.document().name(),
                RecoverableWork::Damaged(damaged) => damaged.name().to_owned(),
            },
            folder: folder.map(|folder| folder.display().to_string()),
            when: times::text(left.when(), SystemTime::now()),
            steps: match left {
                RecoverableWork::Whole(found) => UnsavedWork::steps(found),
                RecoverableWork::Damaged(_) => document.map_or(0, |document| document.unsaved_steps()),
            },
            last: document.and_then(|document| document.history().undo_name()).map(str::to_owned),
            changed: document.is_some_and(|document| *document.standing() != FileState::AsKnown),
            trouble: match left {
                RecoverableWork::Whole(_) => None,
                RecoverableWork::Damaged(damaged) => Some(trouble(damaged)),
            },
            readable: document.is_some(),
        }
    }

    /// Describes the work: number of steps and the last step.
    pub fn content(&self) -> String {
        if self.steps == 0 && self.last.is_none() && self.folder.is_none() {
            return "a new map, as the ground has it".to_owned();
        }
        let steps = format!("{} {}", self.steps, plural(self.steps, "step"));
        match &self.last {
            Some(last) => format!("{steps}, last: {last}"),
            None => steps,
        }
    }
}

/// Describes the problem with a journal and its readable part.
fn trouble(damaged: &Damaged) -> String {
    let why = match damaged.trouble() {
        JournalError::Version(program) => {
            format!("It was written by version {} of Battlewright in another format.", printable(program))
        }
        JournalError::Damaged => "The beginning of the journal is damaged.".to_owned(),
        JournalError::Gap => "A part of the journal is damaged.".to_owned(),
    };
    let path = damaged.path().display();
    let lost = damaged.lost();
    let what = match damaged.document() {
        None => format!("The journal cannot be read. It remains in {path}."),
        Some(_) if lost == 0 => "Its contents can be read.".to_owned(),
        Some(_) => {
            format!("{lost} {} cannot be read. The rest can. The journal is kept.", plural(lost, "later change"))
        }
    };
    format!("{why} {what}")
}

/// Returns a short printable form of a version string.
fn printable(version: &str) -> String {
    crate::model::store::printable(&battlewright_schema::words::short(version, 20))
}

pub(super) fn ui(ui: &mut Ui, offers: &RecoveryList) -> Option<DialogAnswer> {
    title(ui, "Recover unsaved work");
    let mut answer = None;
    let several = offers.list.len() > 1;
    ScrollArea::vertical().max_height(if offers.shown.is_some() { 240.0 } else { 420.0 }).show(ui, |ui| {
        for (n, offer) in offers.list.iter().enumerate() {
            if n > 0 {
                ui.separator();
            }
            ui.push_id(n, |ui| answer = row(ui, n, offer, several).or(answer));
        }
    });
    if let Some((n, difference)) = &offers.shown {
        let name = offers.list.get(*n).map_or("", |offer| &offer.name);
        ui.add_space(4.0);
        ui.label(format!("Differences from the file to the unsaved work on {name}: {}.", difference.summary()));
        lines::ui(ui, difference, 200.0);
    }
    ui.add_space(8.0);
    let help = "Keep all unsaved work. Battlewright offers it again at the next start.";
    let later = ui.button("Later").on_hover_text(help).clicked();
    answer.or(later.then_some(RecoveryChoice::Later)).map(DialogAnswer::Recover)
}

/// Draws one `offer`. Button labels include its name if there are `several`.
fn row(ui: &mut Ui, n: usize, offer: &RecoveryOffer, several: bool) -> Option<RecoveryChoice> {
    ui.label(RichText::new(format!("{}, from {}", offer.name, offer.when)).strong());
    if let Some(folder) = &offer.folder {
        ui.weak(folder);
    }
    if offer.readable {
        ui.label(offer.content());
    }
    let warn = ui.visuals().warn_fg_color;
    if let Some(trouble) = &offer.trouble {
        ui.colored_label(warn, trouble);
    }
    if offer.changed {
        let text = "The file has changed since then. Restoring shows your version and does not change the file. You can \
                    then compare both versions.";
        ui.colored_label(warn, text);
    }
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let choices = [
            ("Restore", "Restore the work with its undo history.", RecoveryChoice::Restore(n), offer.readable),
            ("Show", "Show the differences between the work and the file.", RecoveryChoice::Show(n), offer.readable),
            ("Discard", "Delete the unsaved work.", RecoveryChoice::Discard(n), true),
        ];
        let mut chosen = None;
        for (name, help, choice, can) in choices {
            let response = ui.add_enabled(can, egui::Button::new(name)).on_hover_text(help);
            if several {
                let name = format!("{name} {}", offer.name);
                response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, can, &name));
            }
            if choice == RecoveryChoice::Restore(0) && ui.memory(|memory| memory.focused().is_none()) {
                response.request_focus();
            }
            if response.clicked() {
                chosen = Some(choice);
            }
        }
        chosen
    })
    .inner
}
