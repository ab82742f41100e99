//! The context menu of a point of a table: what lies there to select, and commands.

use battlewright_schema::{Inches, Scenario};
use egui::{Id, Popup, Response, SetOpenCommand, Ui};

use crate::app::map::hex_menu::{command_items, items_to_select};
use crate::app::panes::Panes;
use crate::app::workspace::Workspace;
use crate::canvas::table::{TableFrame, hit};
use crate::messages::command::Command;
use crate::model::selection::Selection;
use crate::tools::table;
use crate::widgets::popup;

/// The commands of the menu below the items.
const COMMANDS: [Command; 9] = [
    Command::Narrower,
    Command::Wider,
    Command::NextPosture,
    Command::Copy,
    Command::Cut,
    Command::Paste,
    Command::DuplicateUnits,
    Command::Delete,
    Command::Fit,
];

impl Panes<'_> {
    /// Opens the menu at a click with the right button, and draws the open menu.
    pub(super) fn table_menu(&mut self, response: &Response, frame: &TableFrame) {
        if self.workspace.session.is_some() {
            self.input.table_menu = None;
            return;
        }
        if response.secondary_clicked()
            && let Some(at) = response.interact_pointer_pos().map(|pos| frame.at(pos)).filter(|at| frame.holds(*at))
        {
            if let Some(selection) = topmost(self.workspace, frame, at) {
                self.workspace.select(selection, &mut self.panels.roster);
            }
            self.input.table_menu = Some((at, true));
        }
        let Some((at, asked)) = self.input.table_menu else { return };
        let menu = Popup::menu(response).id(Id::unique("table menu")).accessible_name(format!("Menu of {at}"));
        let menu = menu.at_position(frame.pos(at)).open_memory(asked.then_some(SetOpenCommand::Bool(true)));
        let shown = menu.show(|ui| {
            ui.set_min_width(190.0);
            popup::menu(ui, |ui| self.table_items(ui, frame, at, asked));
        });
        self.input.table_menu = shown.map(|_| (at, false));
    }

    fn table_items(&mut self, ui: &mut Ui, frame: &TableFrame, at: Inches, asked: bool) {
        let scenario = self.workspace.document.scenario();
        let found = items(scenario, frame, at);
        items_to_select(ui, scenario, self.workspace.selection, &found, asked, self.acts);
        if !found.is_empty() {
            ui.separator();
        }
        command_items(ui, self.menu, &COMMANDS, self.acts);
    }
}

/// Returns what lies at a point, the topmost first.
fn items(scenario: &Scenario, frame: &TableFrame, at: Inches) -> Vec<Selection> {
    let Some(view) = scenario.common().table_view() else { return Vec::new() };
    let found = hit::under(frame, &view, frame.pos(at)).into_iter();
    found.map(|item| table::selection_of(scenario, item)).collect()
}

/// Returns the item that the commands of the menu of a point concern: the topmost one. `None` keeps the selection, which can be an
/// item below it.
pub(in crate::app) fn topmost(workspace: &Workspace, frame: &TableFrame, at: Inches) -> Option<Selection> {
    let found = items(workspace.document.scenario(), frame, at);
    let (first, below) = found.split_first()?;
    (!below.contains(&workspace.selection)).then_some(*first)
}
