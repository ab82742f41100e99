//! The button that ends a move, a plan or a phase. It stands at the foot of the panel, in all systems, and never moves.

use egui::{Button, Key, KeyboardShortcut, Modifiers, RichText, Ui, vec2};

use super::PlayData;
use crate::messages::act::Act;
use crate::messages::command::Command;
use crate::model::play::PlayAct;
use crate::panels::commands;
use crate::theme;

/// The name of the button while there is nothing to end.
pub const IDLE: &str = "Nothing to end";

/// Draws the button in a panel of its own.
pub(super) fn ui(ui: &mut Ui, data: &PlayData, acts: &mut Vec<Act>) {
    let frame = egui::Frame::NONE.inner_margin(egui::Margin { top: 4, bottom: 2, ..egui::Margin::ZERO });
    let height = theme::target(ui.ctx());
    egui::Panel::bottom("ending").frame(frame).resizable(false).exact_size(height + 6.0).show(ui, |ui| {
        let text = data.ending.as_ref().map_or(IDLE, |(_, text)| text.as_str());
        let shortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::Enter);
        let keys = commands::keys(ui.ctx(), shortcut);
        let button = Button::new(RichText::new(text).strong()).truncate().shortcut_text(keys.clone());
        let button = button.min_size(vec2(ui.available_width(), height));
        let response = ui.add_enabled(data.ending.is_some(), button);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, data.ending.is_some(), text));
        let help = Command::EndStep.entry().map_or("", |entry| entry.help);
        if response.on_hover_text(format!("{text}\n{help} ({keys})")).clicked() {
            acts.push(Act::Play(PlayAct::Commit));
        }
    });
}
