//! The changes of cells in a scenario: read, compared and put.

use serde_json::Value;

use super::{CellIndex, FoundCell, RuleCell, find, row_path, value_at};
use crate::Scenario;
use crate::path::DocPath;
use crate::system::ScenarioRoot;

/// A change of a cell with the cell that it names.
pub(crate) struct PlacedCell {
    /// The address in words, with the headings as the table has them.
    pub(crate) name: String,
    /// The value of the change.
    pub(crate) be: Value,
    /// The cell; `None` if there is none, or if it cannot have the value.
    pub(crate) at: Option<FoundCell>,
}

impl Scenario {
    /// Returns the changes of cells in the scenario, in the order of the file.
    pub fn cells(&self) -> Vec<RuleCell> {
        let rows = self.get(&DocPath::root().key("rules").key("cell"));
        rows.and_then(|rows| serde_json::from_value(rows).ok()).unwrap_or_default()
    }

    /// Returns the value of the rules in force at `path`, such as `rules.tables.combat`.
    pub fn rule_in_force(&self, path: &DocPath) -> Option<Value> {
        let steps = path.0.strip_prefix(DocPath::root().key("rules").0.as_slice())?;
        value_at(&self.rules_in_force(), steps).cloned()
    }

    /// Returns the rules that the scenario's changes stand over.
    pub fn rules_below(&self) -> &Value {
        crate::of_scenario!(self, own => own.rules_below())
    }

    /// Returns the tables on which the scenario's cells are laid: those below, with the tables and values that the scenario itself
    /// writes.
    pub(crate) fn tables_below_cells(&self) -> Value {
        let rules = crate::of_scenario!(self, own => own.rules_without_cells());
        rules.get("tables").cloned().unwrap_or_default()
    }

    /// Returns the row of `[[rules.cell]]` in which `cell` belongs: that of an earlier change of the same cell, or else a new one.
    pub fn row_of_cell(&self, cell: &RuleCell) -> DocPath {
        let tables = self.tables_below_cells();
        let wanted = find(self.system(), &tables, cell).ok().map(|found| found.path);
        let cells = self.cells();
        let index = CellIndex::new(self.system(), &tables, &cells);
        let at = |cell: &RuleCell| index.find(cell).ok().map(|found| found.path);
        row_path(cells.iter().position(|other| wanted.is_some() && at(other) == wanted).unwrap_or(cells.len()))
    }

    /// Returns the changes of cells with the cells that they name.
    pub(crate) fn placed_cells(&self) -> Vec<PlacedCell> {
        let cells = self.cells();
        let tables = if cells.is_empty() { Value::Null } else { self.tables_below_cells() };
        let index = CellIndex::new(self.system(), &tables, &cells);
        let placed = |cell: &RuleCell| {
            let counts = |at: &FoundCell| at.value(&cell.be).is_ok_and(|value| at.misfit(&value).is_none());
            let at = index.find(cell).ok().filter(counts);
            let be = serde_json::to_value(&cell.be).unwrap_or_default();
            let name = match &at {
                Some(at) => {
                    let (row, column) = (at.row.as_str().into(), at.column.as_deref().map(Into::into));
                    RuleCell { row, column, ..cell.clone() }.name()
                }
                None => cell.name(),
            };
            PlacedCell { name, be, at }
        };
        cells.iter().map(placed).collect()
    }

    /// Puts the change of a cell into the scenario, in place of an earlier one of the same cell.
    ///
    /// # Errors
    /// There is no such cell, or its table does not accept the value. Nothing is changed.
    pub fn set_cell(&mut self, cell: &RuleCell) -> Result<(), String> {
        let tables = self.tables_below_cells();
        let found = find(self.system(), &tables, cell).map_err(|problem| problem.to_string())?;
        let value = found.value(&cell.be).map_err(|problem| problem.to_string())?;
        if let Some(problem) = found.misfit(&value) {
            return Err(problem.to_string());
        }
        let row = self.row_of_cell(cell);
        let cell = serde_json::to_value(cell).map_err(|error| error.to_string())?;
        self.set(&row, Some(cell)).map_err(|refusal| refusal.to_string())
    }
}
