//! The preview of pasted or imported units.

use std::sync::Arc;

use battlewright_schema::Scenario;
use battlewright_schema::table::{Column, Import, PlannedRow, Problem, RowTarget, TablePlan, columns};
use battlewright_schema::words::counted;

/// A table of units that is previewed before it is applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitsDialog {
    /// The name of the undo step.
    pub(crate) name: String,
    pub(crate) before: Arc<Scenario>,
    pub(crate) columns: Vec<Column>,
    /// The column titles as displayed.
    pub(crate) titles: Vec<String>,
    /// The file and its parsed sheet, if whole rows are imported; `None` for pasted cells.
    pub(crate) import: Option<(UnitFile, Import)>,
    /// The planned changes.
    pub(crate) plan: TablePlan,
}

/// A file that is imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitFile {
    /// The file name.
    pub name: String,
    /// The bytes of a text file, which can be parsed again with other options.
    pub bytes: Option<Arc<[u8]>>,
}

/// A line of the preview.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnitChangeLine {
    /// An error, and the text of the expected value.
    Wrong(String, String),
    /// A unit that will be added.
    Comes(String),
    /// A unit that will change.
    Changes(String),
}

impl UnitsDialog {
    /// Creates the preview of an imported file. `titles` are the column titles as displayed.
    pub fn import(file: UnitFile, scenario: &Scenario, import: Import, titles: Vec<String>) -> Self {
        let columns = columns(scenario.system());
        let plan = import.plan(scenario, &columns);
        let before = Arc::new(scenario.clone());
        let name = "Import units".to_owned();
        Self { name, before, columns, titles, import: Some((file, import)), plan }
    }

    /// Creates the preview of pasted cells of which some are invalid.
    pub fn cells(name: &str, scenario: &Scenario, plan: TablePlan, titles: Vec<String>) -> Self {
        let before = Arc::new(scenario.clone());
        Self { name: name.to_owned(), before, columns: columns(scenario.system()), titles, import: None, plan }
    }

    /// Returns the planned changes.
    pub fn plan(&self) -> &TablePlan {
        &self.plan
    }

    /// Returns the parsed sheet of an import, or `None` for pasted cells.
    pub fn sheet(&self) -> Option<&Import> {
        self.import.as_ref().map(|(_, import)| import)
    }

    /// Returns the label of the button that applies the changes, or `None` if there are none.
    pub fn button(&self) -> Option<String> {
        let count = counted(self.plan.rows.len(), "unit");
        let act = if self.import.is_some() { "Import" } else { "Change" };
        match (self.plan.rows.is_empty(), self.plan.problems.is_empty()) {
            (true, _) => None,
            (false, true) => Some(format!("{act} {count}")),
            (false, false) => Some(format!("{act} valid rows ({count})")),
        }
    }

    /// Returns a sentence with the numbers of added, changed and unchanged units and of invalid lines.
    pub fn summary(&self) -> String {
        let units = |count| counted(count, "unit");
        let mut parts = Vec::new();
        if self.plan.added() > 0 {
            parts.push(format!("{} will be added", units(self.plan.added())));
        }
        if self.plan.changed() > 0 {
            parts.push(format!("{} will change", units(self.plan.changed())));
        }
        match self.plan.left {
            0 => {}
            1 => parts.push("1 unit is unchanged".to_owned()),
            left => parts.push(format!("{} are unchanged", units(left))),
        }
        match self.plan.lines_with_problems() {
            0 => {}
            1 => parts.push("1 line has an error".to_owned()),
            lines => parts.push(format!("{lines} lines have errors")),
        }
        if parts.is_empty() {
            if self.import.is_some() { "The file contains nothing to import." } else { "Nothing changes." }.to_owned()
        } else {
            format!("{}.", parts.join(", "))
        }
    }

    /// Returns the lines of the preview: errors first, then changes.
    pub fn lines(&self) -> Vec<UnitChangeLine> {
        let wrong = self.plan.problems.iter().map(|problem| self.wrong(problem));
        wrong.chain(self.plan.rows.iter().map(|row| self.done(row))).collect()
    }

    fn title(&self, column: usize) -> String {
        let own = || self.columns.get(column).map(Column::key);
        self.titles.get(column).cloned().or_else(own).unwrap_or_default()
    }

    fn wrong(&self, problem: &Problem) -> UnitChangeLine {
        let line = if self.import.is_some() { "Line" } else { "Row" };
        let column = problem.column.map_or_else(String::new, |column| format!(", {}", self.title(column)));
        let text = format!("{line} {}{column}: {}.", problem.line, problem.message);
        UnitChangeLine::Wrong(text, format!("Expected {}.", problem.help.trim_end_matches('.')))
    }

    fn done(&self, row: &PlannedRow) -> UnitChangeLine {
        let word = |key: &str| row.row.get(key).and_then(serde_json::Value::as_str).unwrap_or_default();
        match row.target {
            RowTarget::New => {
                let cells = row.cells.iter().filter(|cell| !["id", "name"].contains(&self.key(cell.column).as_str()));
                let cells: Vec<&str> = cells.map(|cell| cell.after.as_str()).collect();
                UnitChangeLine::Comes(format!("{}  {}  ({})", word("name"), cells.join("  "), word("id")))
            }
            RowTarget::Unit(_) => {
                let cells = row.cells.iter().map(|cell| {
                    let shown = |text: &str| if text.is_empty() { "nothing".to_owned() } else { text.to_owned() };
                    format!("{} {} becomes {}", self.title(cell.column), shown(&cell.before), shown(&cell.after))
                });
                UnitChangeLine::Changes(format!("{}: {}", word("name"), cells.collect::<Vec<_>>().join(", ")))
            }
        }
    }

    fn key(&self, column: usize) -> String {
        self.columns.get(column).map(Column::key).unwrap_or_default()
    }

    /// Plans the changes again after the column mapping has changed.
    pub(crate) fn refresh(&mut self) {
        if let Some((_, import)) = &self.import {
            self.plan = import.plan(&self.before, &self.columns);
        }
    }
}
