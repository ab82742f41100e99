//! The list of saved games, on the start page and as a dialog.

use std::path::Path;

use battlewright_platform::clock::SystemTime;
use battlewright_schema::words::counted;
use egui::{Button, RichText, ScrollArea, Ui, vec2};

use crate::dialogs::title;
use crate::messages::dialog_answer::{DialogAnswer, NextGame, SavedGameChoice, SavedGameList};
use crate::model::autosave::games::SavedGame;
use crate::model::autosave::times;
use crate::model::layout::is_narrow;
use crate::model::store::printable;

/// Returns the lines about `game`: its position, its players, and the time of its last input.
pub fn lines(game: &SavedGame) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(now) = &game.summary {
        lines.push(format!("{}. {}. {}.", now.turn, now.state.trim_end_matches('.'), counted(now.inputs, "input")));
    }
    let players = game.header.as_ref().map(|header| &header.players);
    match (players, &game.summary) {
        (Some([first, second]), Some(now)) => {
            lines.push(format!("{}: {first}. {}: {second}.", now.sides[0], now.sides[1]));
        }
        (Some([first, second]), None) => lines.push(format!("Players: {first} and {second}.")),
        (None, _) => lines.push(format!("The file {} cannot be read.", game.path.display())),
    }
    lines.push(format!("Last played {}.", times::text(game.when, SystemTime::now())));
    lines.iter().map(|line| printable(line)).collect()
}

/// The button that was pressed in the list.
pub(super) enum SavedGamePress<'p> {
    /// Continue the game at this path.
    Continue(&'p Path),
    /// Delete the game at this path.
    Delete(&'p Path),
}

/// Draws `games` with a button to continue and one to delete each.
pub(super) fn rows<'g>(ui: &mut Ui, games: &'g [SavedGame]) -> Option<SavedGamePress<'g>> {
    let mut pressed = None;
    let height = if is_narrow(ui.ctx()) { 44.0 } else { 28.0 };
    for (n, game) in games.iter().enumerate() {
        if n > 0 {
            ui.separator();
        }
        let name = printable(game.title());
        ui.push_id(n, |ui| {
            ui.add(egui::Label::new(RichText::new(&name).strong()).wrap());
            for line in lines(game) {
                ui.add(egui::Label::new(line).wrap());
            }
            ui.horizontal(|ui| {
                let spoken = |text: &str| {
                    if games.len() > 1 { format!("{text} {name}, {}", n + 1) } else { text.to_owned() }
                };
                let mut button = |text: &str, help: &str, can: bool| {
                    let button = Button::new(text).min_size(vec2(0.0, height));
                    let response = ui.add_enabled(can, button).on_hover_text(help);
                    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, can, spoken(text)));
                    response
                };
                let go_on =
                    button("Continue", "Go on where the game was left, with the same dice.", game.header.is_some());
                let delete = button("Delete", "Delete this game. This cannot be undone.", true);
                if n == 0 && ui.memory(|memory| memory.focused().is_none()) {
                    go_on.request_focus();
                }
                if go_on.clicked() {
                    pressed = Some(SavedGamePress::Continue(&game.path));
                }
                if delete.clicked() {
                    pressed = Some(SavedGamePress::Delete(&game.path));
                }
            });
        });
    }
    pressed
}

pub(super) fn ui(ui: &mut Ui, list: &SavedGameList) -> Option<DialogAnswer> {
    title(ui, "Games in progress");
    let narrow = is_narrow(ui.ctx());
    let most = (ui.ctx().content_rect().height() - 220.0).clamp(120.0, 420.0);
    if list.games.is_empty() {
        ui.label("There are no saved games. A game is saved from its first choice on, with every input.");
    }
    let area = ScrollArea::vertical().max_height(most).auto_shrink([false, true]);
    let pressed = area.show(ui, |ui| rows(ui, &list.games)).inner;
    let mut choice = pressed.map(|pressed| match pressed {
        SavedGamePress::Continue(path) => SavedGameChoice::Continue(path.to_owned()),
        SavedGamePress::Delete(path) => SavedGameChoice::Delete(path.to_owned(), Some(Box::new(list.clone()))),
    });
    ui.add_space(8.0);
    let size = vec2(0.0, if narrow { 44.0 } else { 24.0 });
    let mut cancel = false;
    match &list.next {
        Some(next) => {
            let text = match next {
                NextGame::New => "New game",
                NextGame::Linked(_) => "Open the game of the link",
            };
            if ui.add(Button::new(text).min_size(size)).clicked() {
                choice = Some(SavedGameChoice::Next(next.clone()));
            }
        }
        None => cancel = ui.add(Button::new("Close").min_size(size)).clicked(),
    }
    choice.map(DialogAnswer::SavedGame).or(cancel.then_some(DialogAnswer::Cancel))
}
