//! The list of saved games, on the start page and as a dialog.

use std::path::Path;

use battlewright_platform::clock::SystemTime;
use battlewright_schema::words::counted;
use egui::{Button, RichText, ScrollArea, Ui, vec2};

use crate::dialogs::title;
use crate::messages::dialog_answer::{DialogAnswer, NextGame, SavedGameChoice, SavedGameList};
use crate::model::autosave::games::{SavedGame, SavedGamePart};
use crate::model::autosave::times;
use crate::model::store::printable;
use crate::theme;
use crate::widgets::field;

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

/// Draws the games of each of `parts` under its heading, with a button to continue and one to delete each.
pub(super) fn parts<'g>(ui: &mut Ui, games: &'g [SavedGame], parts: &[SavedGamePart]) -> Option<SavedGamePress<'g>> {
    let mut pressed = None;
    for part in parts {
        let of_part: Vec<_> = games.iter().enumerate().filter(|(_, game)| game.part() == *part).collect();
        if !of_part.is_empty() {
            field::heading(ui, part.name());
            pressed = rows(ui, &of_part, games.len()).or(pressed);
            ui.add_space(8.0);
        }
    }
    pressed
}

/// Draws some of `count` games, each with its number in the whole list.
fn rows<'g>(ui: &mut Ui, games: &[(usize, &'g SavedGame)], count: usize) -> Option<SavedGamePress<'g>> {
    let mut pressed = None;
    let height = theme::target(ui.ctx());
    for (at, (n, game)) in games.iter().enumerate() {
        if at > 0 {
            ui.separator();
        }
        let name = printable(game.title());
        ui.push_id(n, |ui| {
            ui.add(egui::Label::new(RichText::new(&name).strong()).wrap());
            for line in lines(game) {
                ui.add(egui::Label::new(line).wrap());
            }
            ui.horizontal(|ui| {
                let spoken = |text: &str| if count > 1 { format!("{text} {name}, {}", n + 1) } else { text.to_owned() };
                let mut button = |text: &str, help: &str| {
                    let response = ui.add(Button::new(text).min_size(vec2(0.0, height))).on_hover_text(help);
                    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, spoken(text)));
                    response
                };
                let open = match game.part() {
                    SavedGamePart::InProgress => {
                        Some(button("Continue", "Go on where the game was left, with the same dice."))
                    }
                    SavedGamePart::Finished => Some(button("Open", "Open the game at its end, to look at its turns.")),
                    SavedGamePart::Unreadable => None,
                };
                let delete = button("Delete", "Delete this game. This cannot be undone.");
                if let Some(open) = open {
                    if *n == 0 && open.ctx.memory(|memory| memory.focused().is_none()) {
                        open.request_focus();
                    }
                    if open.clicked() {
                        pressed = Some(SavedGamePress::Continue(&game.path));
                    }
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
    title(ui, "Saved games");
    let most = (ui.ctx().content_rect().height() - 220.0).clamp(120.0, 420.0);
    if list.games.is_empty() {
        ui.label("There are no saved games. A game is saved from its first choice on, with every input.");
    }
    let area = ScrollArea::vertical().max_height(most).auto_shrink([false, true]);
    let pressed = area.show(ui, |ui| parts(ui, &list.games, &SavedGamePart::ALL)).inner;
    let mut choice = pressed.map(|pressed| match pressed {
        SavedGamePress::Continue(path) => SavedGameChoice::Continue(path.to_owned()),
        SavedGamePress::Delete(path) => SavedGameChoice::Delete(path.to_owned(), Some(Box::new(list.clone()))),
    });
    ui.add_space(8.0);
    let size = vec2(0.0, theme::target(ui.ctx()));
    let mut cancel = false;
    if list.asks {
        ui.label(format!("Delete {}? This cannot be undone.", counted(list.games.len(), "game")));
    }
    ui.horizontal_wrapped(|ui| {
        let mut button = |text: &str| ui.add(Button::new(text).min_size(size)).clicked();
        if list.asks {
            if button("Delete all") {
                choice = Some(SavedGameChoice::DeleteAll(Box::new(list.clone())));
            }
            if button("Keep the games") {
                choice = Some(SavedGameChoice::Keep(Box::new(list.clone())));
            }
            return;
        }
        match &list.next {
            Some(next) => {
                let text = match next {
                    NextGame::New => "New game",
                    NextGame::Linked(_) => "Open the game of the link",
                };
                if button(text) {
                    choice = Some(SavedGameChoice::Next(next.clone()));
                }
            }
            None => cancel = button("Close"),
        }
        if list.games.len() > 1 && button("Delete all…") {
            choice = Some(SavedGameChoice::AskToDelete(Box::new(list.clone())));
        }
    });
    choice.map(DialogAnswer::SavedGame).or(cancel.then_some(DialogAnswer::Cancel))
}
