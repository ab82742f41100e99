//! The command palette: a search for commands by name.

use egui::{Align2, Button, Key, Modifiers, ScrollArea, TextEdit, Ui};

use super::menu::State;
use crate::messages::act::Act;
use crate::panels::commands::{self, CommandInfo, table};

/// The state of the open palette.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Palette {
    query: String,
    at: usize,
}

/// Returns the enabled commands with all words of `query` in menu, name or help.
pub fn data(query: &str, state: &State) -> Vec<CommandInfo> {
    let words: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
    let found = |entry: &CommandInfo| {
        let text = format!("{} {} {}", entry.menu.name(), state.name(entry), entry.help).to_lowercase();
        words.iter().all(|word| text.contains(word.as_str()))
    };
    let mut rows: Vec<CommandInfo> =
        table().into_iter().filter(|entry| state.enabled(entry.command) && found(entry)).collect();
    // Commands whose name starts with the query come first.
    rows.sort_by_key(|entry| !entry.name.to_lowercase().starts_with(&query.to_lowercase()));
    rows
}

impl Palette {
    /// Draws the palette. Returns `false` when it closes.
    pub fn ui(&mut self, ctx: &egui::Context, state: &State, acts: &mut Vec<Act>) -> bool {
        let rows = data(&self.query, state);
        let mut open = !ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
        if ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::ArrowDown)) {
            self.at += 1;
        }
        if ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::ArrowUp)) {
            self.at = self.at.saturating_sub(1);
        }
        self.at = self.at.min(rows.len().saturating_sub(1));
        if ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter)) {
            acts.extend(rows.get(self.at).map(|entry| Act::Command(entry.command)));
            open = false;
        }
        let window = egui::Window::new("Command palette").title_bar(false).resizable(false).collapsible(false);
        let window = window.anchor(Align2::CENTER_TOP, [0.0, 90.0]).fixed_size([460.0, 380.0]);
        window.show(ctx, |ui| {
            let edit = TextEdit::singleline(&mut self.query).hint_text("Type a command").desired_width(f32::INFINITY);
            let response = ui.add(edit.margin(egui::Margin::symmetric(8, 6))).accessible_name("Command");
            response.request_focus();
            if response.changed() {
                self.at = 0;
            }
            ui.add_space(2.0);
            ScrollArea::vertical().max_height(330.0).auto_shrink([false, true]).show(ui, |ui| {
                for (n, entry) in rows.iter().enumerate() {
                    if row(ui, state, entry, n == self.at) {
                        acts.push(Act::Command(entry.command));
                        open = false;
                    }
                }
                if rows.is_empty() {
                    ui.weak("No matching command.");
                }
            });
        });
        open
    }
}

fn row(ui: &mut Ui, state: &State, entry: &CommandInfo, selected: bool) -> bool {
    let key = entry.key.map(|key| commands::keys(ui.ctx(), key)).unwrap_or_default();
    let text = format!("{}:  {}", entry.menu.name(), state.name(entry));
    let mut button = Button::new(text).shortcut_text(key).frame_when_inactive(selected);
    if selected {
        button = button.fill(ui.visuals().selection.bg_fill);
    }
    let response = ui.add_sized([ui.available_width(), 24.0], button.min_size(egui::vec2(440.0, 24.0)));
    if selected {
        response.scroll_to_me(None);
    }
    response.on_hover_text(entry.help).clicked()
}
