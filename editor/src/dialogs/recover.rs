//! Offers the work that a crash left behind.

use std::time::SystemTime;

use egui::Ui;

use super::{Answer, title};
use crate::keep::found::Found;
use crate::keep::when;
use crate::panels::status::plural;

/// What the window shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// What the document is called.
    pub name: String,
    /// When the last of it was done.
    pub when: String,
    /// How many steps are in no file.
    pub steps: usize,
    /// What the last of them is called.
    pub last: Option<String>,
    /// Whether the file has changed since.
    pub changed: bool,
    /// How much more work waits to be offered.
    pub more: usize,
}

/// What is to become of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// It is shown again, with its history.
    Restore,
    /// It is thrown away.
    Discard,
    /// It is left for another time.
    Later,
}

/// What the window shows of the first of `found`.
pub fn data(found: &[Found]) -> Option<Offer> {
    let first = found.first()?;
    let document = first.document();
    Some(Offer {
        name: document.name(),
        when: when::text(first.when(), SystemTime::now()),
        steps: first.steps(),
        last: document.history().undo_name().map(str::to_owned),
        changed: *document.standing() != crate::document::Standing::AsKnown,
        more: found.len() - 1,
    })
}

/// What the work holds, in words.
pub fn content(offer: &Offer) -> String {
    let steps = format!("{} {}", offer.steps, plural(offer.steps, "step"));
    match &offer.last {
        Some(last) => format!("{steps}, last: {last}"),
        None => steps,
    }
}

pub(super) fn ui(ui: &mut Ui, offer: &Offer) -> Option<Answer> {
    title(ui, "Unsaved work was found");
    ui.label(format!("{}, from {}", offer.name, offer.when));
    ui.label(content(offer));
    if offer.changed {
        ui.add_space(4.0);
        let text = "The file has changed since. Restoring shows your version and leaves the file as it is; you can \
                    then compare the two.";
        ui.colored_label(ui.visuals().warn_fg_color, text);
    }
    if offer.more > 0 {
        ui.weak(format!("{} more after this.", offer.more));
    }
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        let choices = [
            ("Restore", "Show the work again, with all that can be undone.", Choice::Restore),
            ("Discard", "Throw the work away.", Choice::Discard),
            ("Later", "Leave the work where it is; it is offered again the next time.", Choice::Later),
        ];
        let mut answer = None;
        for (name, help, choice) in choices {
            let response = ui.button(name).on_hover_text(help);
            if choice == Choice::Restore && ui.memory(|memory| memory.focused().is_none()) {
                response.request_focus();
            }
            if response.clicked() {
                answer = Some(Answer::Recover(choice));
            }
        }
        answer
    })
    .inner
}
