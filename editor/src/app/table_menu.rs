//! The context menu of a point of a table: what lies there to select, and commands.

use battlewright_schema::Inches;
use egui::{Id, Popup, Response, SetOpenCommand, Ui};

use crate::app::App;
use crate::canvas::table::{TableFrame, hit};
use crate::messages::act::Act;
use crate::messages::command::Command;
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

impl App {
    /// Requests the menu of the point at the cursor.
    pub(super) fn ask_table_menu(&mut self, frame: &TableFrame) {
        let at = self.table_cursor_or_middle(*frame);
        self.table_cursor = Some(at);
        self.open_table_menu(frame, at);
    }

    /// Opens the menu of a point and selects the topmost item there, which the commands concern.
    fn open_table_menu(&mut self, frame: &TableFrame, at: Inches) {
        let scenario = self.document.scenario();
        let view = scenario.common().table_view();
        let found = view.map(|view| hit::under(frame, &view, frame.pos(at))).unwrap_or_default();
        let mut selections = found.into_iter().map(|item| table::selection_of(scenario, item));
        // A second item that was selected before keeps its selection.
        if let Some(first) = selections.next()
            && !selections.any(|other| other == self.selection)
        {
            self.select(first);
        }
        self.table_menu = Some((at, true));
    }

    /// Opens the menu at a click with the right button, and draws the open menu.
    pub(super) fn table_menu(&mut self, response: &Response, frame: &TableFrame, acts: &mut Vec<Act>) {
        if self.session.is_some() {
            self.table_menu = None;
            return;
        }
        if response.secondary_clicked()
            && let Some(at) = response.interact_pointer_pos().map(|pos| frame.at(pos)).filter(|at| frame.holds(*at))
        {
            self.open_table_menu(frame, at);
        }
        let Some((at, asked)) = self.table_menu else { return };
        let menu = Popup::menu(response).id(Id::unique("table menu")).accessible_name(format!("Menu of {at}"));
        let menu = menu.at_position(frame.pos(at)).open_memory(asked.then_some(SetOpenCommand::Bool(true)));
        let shown = menu.show(|ui| {
            ui.set_min_width(190.0);
            popup::menu(ui, |ui| self.table_items(ui, frame, at, asked, acts));
        });
        self.table_menu = shown.map(|_| (at, false));
    }

    fn table_items(&self, ui: &mut Ui, frame: &TableFrame, at: Inches, asked: bool, acts: &mut Vec<Act>) {
        let scenario = self.document.scenario();
        if let Some(view) = scenario.common().table_view() {
            let found = hit::under(frame, &view, frame.pos(at)).into_iter();
            let found: Vec<_> = found.map(|item| table::selection_of(scenario, item)).collect();
            self.items_to_select(ui, &found, asked, acts);
            if !found.is_empty() {
                ui.separator();
            }
        }
        self.menu_of_commands(ui, &COMMANDS, acts);
    }
}
