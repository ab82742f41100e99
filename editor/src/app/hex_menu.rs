//! The context menu of a hex: its contents to select, and commands.

use battlewright_schema::{Cell, Scenario};
use egui::{Button, Id, Popup, Response, SetOpenCommand, Ui};

use crate::app::App;
use crate::canvas::View;
use crate::messages::act::Act;
use crate::messages::command::Command;
use crate::model::selection::Selection;
use crate::panels::commands;
use crate::tools::{self, ToolOptions};
use crate::widgets::popup;
use battlewright_schema::words;

/// The commands of the menu below the contents of the hex.
const COMMANDS: [Command; 5] = [Command::Copy, Command::Cut, Command::Paste, Command::Delete, Command::Fit];

/// Returns the label of `selection` in the menu.
fn called(scenario: &Scenario, selection: Selection) -> Option<String> {
    if let Selection::Hex(cell) = selection {
        let grid = scenario.common().grid().ok()?;
        return Some(format!("Hex {}", grid.name(cell)));
    }
    let path = selection.path(scenario)?;
    let row = scenario.get(&path)?;
    let name = ["name", "text", "id"].into_iter().find_map(|key| row.get(key)?.as_str());
    let sort = words::one(&path);
    Some(name.map_or_else(|| sort.clone(), |name| format!("{sort}: {}", words::short(name, 40))))
}

impl App {
    /// Requests the menu of the hex or of the point at the cursor.
    pub(super) fn ask_hex_menu(&mut self) {
        if let Some(frame) = self.table_frame() {
            self.ask_table_menu(&frame);
            return;
        }
        let Ok(grid) = self.document.scenario().common().grid() else { return };
        let cell = self.standing(&grid);
        self.cursor = Some(cell);
        self.hex_menu = Some((cell, true));
    }

    /// Opens the menu at a click with the right button, and draws the open menu.
    pub(super) fn hex_menu(&mut self, response: &Response, view: &View, acts: &mut Vec<Act>) {
        if response.secondary_clicked() && self.session.is_none() {
            let common = self.document.scenario().common();
            let cell = response.interact_pointer_pos().and_then(|pos| view.cell_at(pos));
            if let Some(cell) = cell.filter(|cell| common.has(*cell)) {
                self.hex_menu = Some((cell, true));
            }
        }
        let Some((cell, asked)) = self.hex_menu else { return };
        let id = Id::unique("hex menu");
        let name = format!("Menu of hex {}", view.grid().name(cell));
        let menu = Popup::menu(response).id(id).accessible_name(name).at_position(view.center(cell));
        let menu = menu.open_memory(asked.then_some(SetOpenCommand::Bool(true)));
        let shown = menu.show(|ui| {
            ui.set_min_width(190.0);
            popup::menu(ui, |ui| self.hex_items(ui, cell, asked, view, acts));
        });
        self.hex_menu = shown.map(|_| (cell, false));
    }

    fn hex_items(&self, ui: &mut Ui, cell: Cell, asked: bool, view: &View, acts: &mut Vec<Act>) {
        let scenario = self.document.scenario();
        let context = self.tool_context(view, egui::Modifiers::NONE);
        let found = tools::under(cell, view.center(cell), &context);
        self.items_to_select(ui, &found, asked, acts);
        ui.separator();
        if let Some(letter) = scenario.common().hexes().get(cell.column.into(), cell.row.into()) {
            let terrain = context.terrain_name(letter);
            let button = ui.button(format!("Paint with {terrain}"));
            if popup::help_beside(button, "Use the terrain of this hex for painting").clicked() {
                acts.push(Act::Options(ToolOptions { letter, ..self.options.clone() }));
                acts.push(Act::Command(Command::Tool(tools::ToolKind::BRUSH)));
                ui.close();
            }
        }
        ui.separator();
        self.menu_of_commands(ui, &COMMANDS, acts);
    }

    /// Draws a row for each item at a point, which selects it.
    pub(super) fn items_to_select(&self, ui: &mut Ui, found: &[Selection], asked: bool, acts: &mut Vec<Act>) {
        let scenario = self.document.scenario();
        let named = found.iter().filter_map(|selection| Some((*selection, called(scenario, *selection)?)));
        for (n, (selection, name)) in named.enumerate() {
            let button = ui.add(Button::selectable(self.selection == selection, name));
            if asked && n == 0 {
                button.request_focus();
            }
            if popup::help_beside(button, "Select").clicked() {
                acts.push(Act::Select(selection));
                ui.close();
            }
        }
    }

    /// Draws a row for each command.
    pub(super) fn menu_of_commands(&self, ui: &mut Ui, commands: &[Command], acts: &mut Vec<Act>) {
        let state = self.menu_state(ui.ctx());
        for entry in commands.iter().filter_map(|command| command.entry()) {
            let key = entry.key.map(|key| commands::keys(ui.ctx(), key)).unwrap_or_default();
            let button = Button::new(state.name(&entry)).shortcut_text(key);
            let button = ui.add_enabled(state.enabled(entry.command), button);
            if popup::help_beside(button, entry.help).clicked() {
                acts.push(Act::Command(entry.command));
                ui.close();
            }
        }
    }
}
