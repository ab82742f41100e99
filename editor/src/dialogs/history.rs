//! The dialog that lists the undo steps and goes to one.

use egui::{ScrollArea, Ui};

use crate::dialogs::{close, title};
use crate::messages::dialog_answer::DialogAnswer;
use crate::model::document::Document;

/// The undo steps of the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UndoSteps {
    /// The names of the steps, the oldest first.
    pub names: Vec<String>,
    /// The number of steps that are done. The others have been undone.
    pub done: usize,
}

/// Returns the undo steps of `document`.
pub fn data(document: &Document) -> UndoSteps {
    let history = document.history();
    UndoSteps { names: history.names().map(str::to_owned).collect(), done: history.len() }
}

pub(super) fn ui(ui: &mut Ui, steps: &UndoSteps) -> Option<DialogAnswer> {
    title(ui, "History");
    if steps.names.is_empty() {
        ui.label("Nothing has been changed since the scenario was opened.");
        ui.add_space(8.0);
        return close(ui);
    }
    ui.label("Click a step to go back or forward to it. The steps after it stay until you change something.");
    ui.add_space(4.0);
    let mut answer = None;
    ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
        ui.set_width(ui.available_width());
        let opened = "As opened".to_owned();
        let named = steps.names.iter().enumerate().map(|(n, name)| (n + 1, format!("{}. {name}", n + 1)));
        for (count, name) in std::iter::once((0, opened)).chain(named) {
            let is_now = count == steps.done;
            let text = egui::RichText::new(&name);
            let text = if count > steps.done { text.weak() } else { text };
            let step = egui::Button::selectable(is_now, text).min_size(egui::vec2(ui.available_width(), 24.0));
            let step = ui.add(step);
            let state = if count > steps.done { ", undone" } else { "" };
            step.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, is_now, format!("{name}{state}")));
            if is_now {
                let shown =
                    ui.ctx().data_mut(|data| std::mem::replace(data.get_temp_mut_or(step.id, usize::MAX), count));
                if shown != count {
                    step.scroll_to_me(Some(egui::Align::Center));
                }
            }
            if step.clicked() && !is_now {
                answer = Some(DialogAnswer::Step(count));
            }
        }
    });
    ui.add_space(8.0);
    answer.or(close(ui))
}
