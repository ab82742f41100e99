//! The status line: tool hint or last message, and the number of problems.

use crate::widgets::small_button;
use battlewright_schema::words::plural;
use egui::{RichText, Ui};

use super::PanelContext;
use crate::messages::act::Act;
use crate::messages::command::Command;
use crate::model::layout::BottomTab;
use crate::theme;

/// The content of the status line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatusLine {
    /// The last message, otherwise the hint of the tool.
    pub text: String,
    /// The background work in progress, which replaces the text.
    pub work: Option<String>,
    /// `true` if `text` is a message.
    pub said: bool,
    /// The number of errors.
    pub errors: usize,
    /// The number of warnings.
    pub warnings: usize,
}

/// Returns the content of the status line.
pub fn data(shown: &PanelContext<'_>, hint: &str, said: Option<&str>, work: Option<String>) -> StatusLine {
    let (errors, warnings) = shown.document.counts();
    StatusLine { text: said.unwrap_or(hint).to_owned(), work, said: said.is_some(), errors, warnings }
}

/// Draws the line. `zoom` is the width of a hex on the screen, if a map is visible.
pub fn ui(ui: &mut Ui, status: &StatusLine, zoom: Option<String>, acts: &mut Vec<Act>) {
    ui.horizontal_centered(|ui| {
        ui.add_space(4.0);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.add_space(4.0);
            if let Some(zoom) = zoom {
                ui.weak(zoom);
                ui.separator();
            }
            let (text, color) = match (status.errors, status.warnings) {
                (0, 0) => ("No problems".to_owned(), theme::good(ui.visuals().dark_mode)),
                (0, w) => (format!("{w} {}", plural(w, "warning")), ui.visuals().warn_fg_color),
                (e, 0) => (format!("{e} {}", plural(e, "error")), ui.visuals().error_fg_color),
                (e, w) => {
                    (format!("{e} {}, {w} {}", plural(e, "error"), plural(w, "warning")), ui.visuals().error_fg_color)
                }
            };
            let button = egui::Button::new(RichText::new(text).color(color)).frame(false);
            if ui.add(button).on_hover_text("Show the problems").clicked() {
                acts.push(Act::Command(Command::Tab(BottomTab::Problems)));
            }
            ui.separator();
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                let text = RichText::new(status.work.as_ref().unwrap_or(&status.text));
                let text = if status.said || status.work.is_some() { text.strong() } else { text };
                if status.work.is_some() {
                    let cancel = ui.add(small_button("Cancel")).on_hover_text("Cancel without changes (Escape)");
                    if cancel.clicked() {
                        acts.push(Act::GiveUp);
                    }
                }
                let said = ui.add(egui::Label::new(text).truncate());
                // Screen readers announce changes of this text.
                ui.ctx().accesskit_node_builder(said.id, |node| node.set_live(egui::accesskit::Live::Polite));
            });
        });
    });
}
