//! The context menu of a hex: its contents to select, and commands.

use battlewright_schema::{Cell, Scenario};
use egui::{Button, Id, Popup, Response, SetOpenCommand, Ui};

use crate::app::panes::Panes;
use crate::canvas::View;
use crate::messages::act::Act;
use crate::messages::command::Command;
use crate::model::selection::Selection;
use crate::panels::{commands, menu};
use crate::tools::{self, ToolContext, ToolKind, ToolOptions};
use crate::widgets::popup;
use battlewright_schema::words;

/// The tools whose click the menu offers, with the labels of their items.
const CLICKS: [(ToolKind, &str); 5] = [
    (ToolKind::UNIT, "Add unit here"),
    (ToolKind::PLACE, "Name this hex"),
    (ToolKind::ENTRY, "Add entry here"),
    (ToolKind::VICTORY, "Count for victory"),
    (ToolKind::TRENCH, ""),
];

/// The commands of the menu below the contents of the hex.
const COMMANDS: [Command; 5] = [Command::Copy, Command::Cut, Command::Paste, Command::Delete, Command::Fit];

/// Returns the label of `selection` in the menu.
fn name_of(scenario: &Scenario, selection: Selection) -> Option<String> {
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

impl Panes<'_> {
    /// Opens the menu at a click with the right button, and draws the open menu.
    pub(super) fn hex_menu(&mut self, response: &Response, view: &View) {
        if response.secondary_clicked() && self.workspace.session.is_none() {
            let common = self.workspace.document.scenario().common();
            let cell = response.interact_pointer_pos().and_then(|pos| view.cell_at(pos));
            if let Some(cell) = cell.filter(|cell| common.has(*cell)) {
                self.input.hex_menu = Some((cell, true));
            }
        }
        let Some((cell, asked)) = self.input.hex_menu else { return };
        let id = Id::unique("hex menu");
        let name = format!("Menu of hex {}", view.grid().name(cell));
        let menu = Popup::menu(response).id(id).accessible_name(name).at_position(view.center(cell));
        let menu = menu.open_memory(asked.then_some(SetOpenCommand::Bool(true)));
        let shown = menu.show(|ui| {
            ui.set_min_width(190.0);
            popup::menu(ui, |ui| self.hex_items(ui, cell, asked, view));
        });
        self.input.hex_menu = shown.map(|_| (cell, false));
    }

    fn hex_items(&mut self, ui: &mut Ui, cell: Cell, asked: bool, view: &View) {
        let picked = self.panels.roster.selected_counters(self.workspace.selection);
        let context = self.workspace.tool_context(view, picked, egui::Modifiers::NONE);
        let found = tools::under(cell, view.center(cell), &context);
        items_to_select(ui, context.scenario, context.selection, &found, asked, self.acts);
        ui.separator();
        if let Some(letter) = context.letter(cell) {
            let terrain = context.terrain_name(letter);
            let button = ui.button(format!("Paint with {terrain}"));
            if popup::help_beside(button, "Use the terrain of this hex for painting").clicked() {
                self.acts.push(Act::Options(ToolOptions { letter, ..context.options.clone() }));
                self.acts.push(Act::Command(Command::Tool(ToolKind::BRUSH)));
                ui.close();
            }
        }
        clicks(ui, cell, context, self.acts);
        ui.separator();
        command_items(ui, self.menu, &COMMANDS, self.acts);
    }
}

/// Draws an item for what each of the tools would add to the hex at `cell`. One that cannot add anything is disabled, with
/// the reason. What the hex has already is among the items to select.
fn clicks(ui: &mut Ui, cell: Cell, context: ToolContext<'_>, acts: &mut Vec<Act>) {
    let scenario = context.scenario;
    let hex = context.view.grid().name(cell);
    let common = scenario.common();
    // A selected trench is extended; otherwise a new one begins.
    let trench = match context.selection {
        Selection::Row(list, n) if common.fortification_list() == Some(list) => {
            common.fortifications().get(n).filter(|row| !row.hexes.contains(&hex)).map(|_| n)
        }
        _ => None,
    };
    let options = ToolOptions { turn: 0, size: 1, trench, ..context.options.clone() };
    let context = ToolContext { options: &options, ..context };
    let side = common.sides().get(options.side).map_or_else(String::new, |side| side.name.to_owned());
    for (kind, label) in CLICKS.into_iter().filter(|(kind, _)| kind.unusable(scenario).is_none()) {
        let click = tools::click(kind, cell, &context);
        let step =
            click.iter().find_map(|act| if let Act::Edit { name, .. } = act { Some(name.as_str()) } else { None });
        let refusal = click.iter().find_map(|act| if let Act::Say(why) = act { Some(why.as_str()) } else { None });
        let label = match (step, refusal) {
            (None, None) => continue,
            // A victory place can be scored already, and fortifications have a name in each system.
            (Some(step), _) if kind == ToolKind::VICTORY || label.is_empty() => step,
            _ => label,
        };
        let has_side = kind != ToolKind::PLACE && kind != ToolKind::TRENCH;
        let text = if has_side { format!("{label} ({side})") } else { label.to_owned() };
        let button = ui.add_enabled(step.is_some(), Button::new(text));
        let button = button.on_disabled_hover_text(refusal.unwrap_or_default());
        if popup::help_beside(button, kind.help()).clicked() {
            acts.extend(click);
            ui.close();
        }
    }
}

/// Draws a row for each item at a point, which selects it.
pub(super) fn items_to_select(
    ui: &mut Ui,
    scenario: &Scenario,
    current: Selection,
    found: &[Selection],
    asked: bool,
    acts: &mut Vec<Act>,
) {
    let named = found.iter().filter_map(|selection| Some((*selection, name_of(scenario, *selection)?)));
    for (n, (selection, name)) in named.enumerate() {
        let button = ui.add(Button::selectable(current == selection, name));
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
pub(super) fn command_items(ui: &mut Ui, state: &menu::State, commands: &[Command], acts: &mut Vec<Act>) {
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
