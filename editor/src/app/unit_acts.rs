//! Commands for units, and files of the order of battle.

use std::path::Path;

use battlewright_schema::table::{self, Column, Import, TablePlan};
use battlewright_schema::{Counter, FormationId, TablePosition, words, write_atomic};

use crate::app::App;
use crate::canvas::rows;
use crate::dialogs::Dialog;
use crate::file_dialog::{FilePurpose, with_ending};
use crate::messages::act::Act;
use crate::model::edit::Edit;
use crate::model::exchange::ReadSheet;
use crate::model::formation_deletion::{self, FormationDeletion};
use crate::model::selection::Selection;
use crate::model::table_units;
use crate::model::unit_import::{UnitFile as Picked, UnitsDialog};
use crate::panels::order_of_battle;
use crate::tools;

impl App {
    /// Returns the selected units.
    pub(super) fn picked_units(&self) -> Vec<usize> {
        self.panels.roster.selected_units(self.workspace.selection)
    }

    /// Selects `selection`. Counters that were picked before stay picked only if it is one of them.
    pub(super) fn select(&mut self, selection: Selection) {
        self.workspace.select(selection, &mut self.panels.roster);
    }

    /// Selects exactly `counters`.
    pub(super) fn pick(&mut self, counters: Vec<Counter>) {
        self.workspace.selection = counters.last().map_or(Selection::Scenario, |last| rows::selection_of(*last));
        if counters.is_empty() {
            self.panels.roster.pick.fold();
        } else {
            self.panels.roster.pick_counters(counters);
        }
    }

    pub(super) fn add_unit(&mut self) {
        let scenario = self.workspace.document.scenario();
        let count = scenario.common().unit_count();
        let place = order_of_battle::selected(&self.panel_context()).map_or(count, |unit| unit + 1);
        match order_of_battle::add(scenario, &self.workspace.options, place) {
            Ok(edit) => {
                if self.workspace.document.apply("Add unit", None, edit) {
                    self.added(place..place + 1);
                }
            }
            Err(why) => self.status_message = Some(why),
        }
    }

    /// Deletes the selected formation, or asks about its units first. Returns `false` if no formation is selected.
    pub(super) fn asks_about_formation(&mut self) -> bool {
        let Selection::Row("formation", formation) = self.workspace.selection else { return false };
        let Some(asked) = FormationDeletion::of(self.workspace.document.scenario(), formation) else { return false };
        if asked.units == 0 {
            self.delete_formation(formation, None);
        } else {
            self.dialog = Some(Dialog::Formation(asked));
        }
        true
    }

    /// Deletes the formation at this index. Its units move to the formation `to`, or are deleted too.
    pub(super) fn delete_formation(&mut self, formation: usize, to: Option<&FormationId>) {
        if let Some((name, edit)) = formation_deletion::deletion(self.workspace.document.scenario(), formation, to)
            && self.workspace.document.apply(&name, None, edit)
        {
            self.select(Selection::Scenario);
        }
    }

    pub(super) fn duplicate_units(&mut self) {
        let one = order_of_battle::selected(&self.panel_context());
        let Some(units) = self.panels.roster.several_selected(self.workspace.selection).or(one.map(|unit| vec![unit]))
        else {
            return;
        };
        let name = format!("Duplicate {}", order_of_battle::units(units.len()));
        if let Some((edit, places)) = order_of_battle::duplicate(self.workspace.document.scenario(), &units)
            && self.workspace.document.apply(&name, None, edit)
        {
            self.added(places);
        }
    }

    pub(super) fn added(&mut self, places: std::ops::Range<usize>) {
        self.workspace.selection = Selection::Unit(places.start);
        self.panels.roster.picked(places);
    }

    pub(super) fn fill_down(&mut self) {
        let acts = self.panels.roster.fill_down(self.workspace.document.scenario());
        self.acts.extend(acts);
    }

    /// Turns the selected units on the table by `degrees` clockwise.
    pub(super) fn turn_units(&mut self, degrees: i32) {
        let turned = table_units::turned(self.workspace.document.scenario().common(), &self.picked_units(), degrees);
        self.place_units("Turn", turned);
    }

    /// Gives the selected units on the table the next formation of their bases.
    pub(super) fn change_posture(&mut self) {
        let changed = table_units::in_next_posture(self.workspace.document.scenario().common(), &self.picked_units());
        self.place_units("Change formation of", changed);
    }

    /// Gives units new positions as one undo step, and reports what is wrong there.
    fn place_units(&mut self, does: &str, positions: Vec<(usize, TablePosition)>) {
        let scenario = self.workspace.document.scenario();
        let common = scenario.common();
        let name = match positions.as_slice() {
            [] => {
                self.status_message = Some("Select a unit on the table that has a front.".to_owned());
                return;
            }
            [(unit, _)] => common.unit(*unit).map_or_else(String::new, |unit| unit.name.to_owned()),
            all => words::counted(all.len(), "unit"),
        };
        let wrong = tools::table::refusal(scenario, &common.placing_problems(&positions));
        self.status_message = (!wrong.is_empty()).then(|| wrong.trim().to_owned());
        self.workspace.document.seal();
        self.workspace.document.apply(&format!("{does} {name}"), None, table_units::placed(positions));
    }

    /// Applies cells that were previewed, as an undo step called `name`.
    pub(super) fn take_units(&mut self, name: &str, plan: &TablePlan) {
        let edit = Edit::units(self.workspace.document.scenario(), plan);
        let (before, added) = (self.workspace.document.scenario().common().unit_count(), plan.added());
        if !self.workspace.document.apply(name, None, edit) {
            return;
        }
        if added > 0 {
            self.added(before..before + added);
        }
        self.acts.push(Act::Say(format!("{name}: {added} added, {} changed.", plan.changed())));
    }

    /// Opens the preview of importing the spreadsheet at `path`.
    pub(super) fn show_units(&mut self, path: &Path, read: Result<ReadSheet, String>) {
        let titles = order_of_battle::titles(&self.columns());
        match read {
            Ok((sheet, bytes)) => {
                let import = Import::new(sheet, &self.columns(), &titles);
                let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
                let units =
                    UnitsDialog::import(Picked { name, bytes }, self.workspace.document.scenario(), import, titles);
                self.dialog = Some(Dialog::Units(Box::new(units)));
            }
            Err(why) => self.ask_path(FilePurpose::Import, path, Some(format!("{}: {why}", path.display()))),
        }
    }

    /// Exports units to a spreadsheet: all of them, or the visible rows and columns of the table.
    pub(super) fn export_units(&mut self, path: &Path, purpose: FilePurpose) {
        let path = with_ending(path, "csv");
        let shown = purpose == FilePurpose::ExportShown;
        let columns = if shown { self.shown_columns() } else { self.columns() };
        let rows = shown.then(|| self.panels.roster.order().to_vec());
        let text = table::write(self.workspace.document.scenario(), &columns, rows.as_deref());
        // Without a byte order mark, some spreadsheets decode accents incorrectly.
        let text = format!("\u{feff}{text}");
        match write_atomic(&path, &text) {
            Ok(()) => {
                let count = rows.map_or(self.workspace.document.scenario().common().unit_count(), |rows| rows.len());
                self.status_message = Some(format!("Wrote {} to {}", order_of_battle::units(count), path.display()));
            }
            Err(error) => self.ask_path(purpose, &path, Some(format!("{}: {error}", path.display()))),
        }
    }

    fn columns(&self) -> Vec<Column> {
        table::columns(self.workspace.document.scenario().system())
    }

    /// Returns the visible columns of the table, which are known after it has been drawn once.
    fn shown_columns(&self) -> Vec<Column> {
        let all = self.columns();
        all.into_iter().filter(|column| !self.panels.roster.hidden.contains(&column.key())).collect()
    }
}
