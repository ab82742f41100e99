//! The progress of a computer player that is thinking, and the button that stops it.

use egui::{Button, ProgressBar, Ui, WidgetInfo};

use crate::messages::act::Act;
use crate::model::play::{PlayAct, ThoughtLine};
use crate::theme;

/// Draws the button and the progress.
pub(super) fn ui(ui: &mut Ui, thinking: &ThoughtLine, acts: &mut Vec<Act>) {
    // Above the text, which may take another line at any moment: a button that moves is missed.
    let button = Button::new("Stop thinking").min_size(egui::Vec2::splat(theme::target(ui.ctx())));
    let help =
        "Choose the best found so far, and play on. Esc cancels instead: nothing is chosen, and the computer waits";
    if ui.add_enabled(!thinking.is_stopped, button).on_hover_text(help).clicked() {
        acts.push(Act::Play(PlayAct::StopThinking));
    }
    ui.add_space(4.0);
    ui.label(&thinking.text);
    if let Some(part) = thinking.part {
        let bar = ui.add(ProgressBar::new(part).desired_height(6.0).desired_width(ui.available_width()));
        bar.widget_info(|| WidgetInfo::labeled(egui::Role::ProgressIndicator, true, "Playouts of the computer"));
    }
}
