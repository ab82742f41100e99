//! Changes of several cells (set, fill, clear, paste), and insertion and removal of rows.

use battlewright_schema::table::{self, Column, Import, NeighborCells, RowChange, RowTarget, TablePlan};
use battlewright_schema::{Counter, Scenario, Start};

use super::sheet::UnitSheet;
use super::{OrderOfBattleState, units};
use crate::messages::act::Act;
use crate::model::edit::Edit;
use crate::model::names::free_id;
use crate::model::unit_import::{UnitFile, UnitsDialog};
use crate::model::{new_unit, table_units};
use crate::tools::ToolOptions;
use battlewright_schema::words;

/// New texts of cells in a row, by column of the sheet.
pub(super) type CellChanges = Vec<(usize, String)>;

impl OrderOfBattleState {
    /// Sets the column of the cursor to `text` in all picked rows. The error is the first problem.
    pub(super) fn set(&self, scenario: &Scenario, text: &str) -> Result<Vec<Act>, String> {
        self.set_in(scenario, self.picked_rows(), self.pick.cursor.column, text)
    }

    /// Sets a column of `units` to `text`, as one undo step. The error is the first problem.
    pub(crate) fn set_in(
        &self,
        scenario: &Scenario,
        units: impl Iterator<Item = usize>,
        column: usize,
        text: &str,
    ) -> Result<Vec<Act>, String> {
        let changes = units.map(|unit| (unit, vec![(column, text.to_owned())]));
        let plan = self.plan(scenario, changes.collect());
        if let Some(problem) = plan.problems.first() {
            return Err(format!("{}; expected {}", problem.message, problem.help));
        }
        Ok(self.acts(scenario, &self.step("Change", &[column], plan.rows.len()), plan))
    }

    /// Empties the picked cells.
    pub(super) fn clear(&self, scenario: &Scenario) -> Vec<Act> {
        let columns = self.pick.columns(&self.columns());
        let empty: CellChanges = columns.iter().map(|column| (*column, String::new())).collect();
        let plan = self.plan(scenario, self.picked_rows().map(|unit| (unit, empty.clone())).collect());
        let name = self.step("Empty", &columns, plan.rows.len());
        self.acts(scenario, &name, plan)
    }

    /// Copies the picked columns of the rows `from`, in rotation, to `rows`.
    fn fill(&self, scenario: &Scenario, from: &[usize], rows: &[usize]) -> Vec<Act> {
        let own_id = |column: &usize| self.field(*column).is_some_and(|field| field.is_own_id());
        let columns: Vec<usize> =
            self.pick.columns(&self.columns()).into_iter().filter(|column| !own_id(column)).collect();
        let changes = rows.iter().zip(from.iter().cycle()).map(|(unit, from)| {
            let text = |column: &usize| (*column, self.sheet.text(*from, *column).to_owned());
            (*unit, columns.iter().map(text).collect())
        });
        let plan = self.plan(scenario, changes.collect());
        let name = self.step("Fill", &columns, plan.rows.len());
        self.acts(scenario, &name, plan)
    }

    /// Copies the picked cells of the first picked row to the other picked rows.
    pub fn fill_down(&self, scenario: &Scenario) -> Vec<Act> {
        let picked: Vec<usize> = self.picked_rows().collect();
        match picked.split_first() {
            Some((first, rest)) if !rest.is_empty() => self.fill(scenario, &[*first], rest),
            _ => vec![Act::Say("Select more than one row. The first is copied to the others.".to_owned())],
        }
    }

    /// Copies the picked cells to the next `count` rows, and adds these rows to the selection.
    pub(super) fn fill_below(&mut self, scenario: &Scenario, count: usize) -> Vec<Act> {
        let picked: Vec<usize> = self.picked_rows().collect();
        let last = picked.last().and_then(|last| self.order.iter().position(|unit| unit == last));
        let Some(last) = last else { return Vec::new() };
        let rows: Vec<usize> = self.order.iter().skip(last + 1).take(count).copied().collect();
        let acts = self.fill(scenario, &picked, &rows);
        self.pick.units.extend(rows);
        acts
    }

    /// Returns the picked cells as text for the clipboard.
    pub fn copied(&self) -> String {
        let columns = self.pick.columns(&self.columns());
        let rows = self.picked_rows().map(|unit| {
            let cell = |column: &usize| {
                let text = self.sheet.text(unit, *column).to_owned();
                self.field(*column).map_or(text.clone(), |field| field.safe_text(text))
            };
            columns.iter().map(cell).collect()
        });
        let text = table::joined(table::Delimiter::Tab, rows);
        text.strip_suffix('\n').unwrap_or(&text).to_owned()
    }

    /// Pastes a block of cells at the cursor. One cell fills all picked cells, one row fills all picked rows. Several
    /// rows go from the first picked row on; surplus rows become new units. A block with headings opens the import
    /// dialog.
    pub fn paste(&self, scenario: &Scenario, text: &str) -> Vec<Act> {
        let block = match table::block(text) {
            Ok(block) => block,
            Err(why) => return vec![Act::Say(why.to_string())],
        };
        let titles = super::titles(&self.sheet.columns);
        if let Ok(sheet) = table::read(text.as_bytes(), Some(table::Delimiter::Tab))
            && Import::is_headed(&sheet, scenario, &titles)
        {
            let import = Import::new(sheet, &self.sheet.columns, &titles);
            let file = UnitFile { name: "the clipboard".to_owned(), bytes: Some(text.as_bytes().into()) };
            return vec![Act::Ask(Box::new(UnitsDialog::import(file, scenario, import, titles)))];
        }
        let shown = self.columns();
        let mut columns = self.pick.columns(&shown);
        let picked: Vec<usize> = self.picked_rows().collect();
        let Some(first) = picked.first().and_then(|first| self.order.iter().position(|unit| unit == first)) else {
            return Vec::new();
        };
        let wide = block.iter().map(Vec::len).max().unwrap_or(0);
        if wide > 1 || columns.is_empty() {
            let from = columns.first().and_then(|first| shown.iter().position(|column| column == first)).unwrap_or(0);
            columns = shown.iter().skip(from).take(wide).copied().collect();
        }
        if columns.len() < wide {
            let why = format!("The clipboard has {wide} columns, but only {} columns remain here.", columns.len());
            return vec![Act::Say(why)];
        }
        let cells = |row: &Vec<String>| -> CellChanges {
            match row.as_slice() {
                [one] if wide == 1 => columns.iter().map(|column| (*column, one.clone())).collect(),
                row => columns.iter().copied().zip(row.iter().cloned()).collect(),
            }
        };
        let changes: Vec<(Option<usize>, CellChanges)> = match block.as_slice() {
            [row] => picked.iter().map(|unit| (Some(*unit), cells(row))).collect(),
            rows => {
                let below = self.order.iter().skip(first).copied().map(Some).chain(std::iter::repeat(None));
                below.zip(rows.iter().map(cells)).collect()
            }
        };
        let changes = changes.into_iter().zip(1..).map(|((unit, cells), line)| RowChange {
            line,
            target: unit.map_or(RowTarget::New, RowTarget::Unit),
            cells: cells.into_iter().filter_map(|(column, text)| Some((self.field_at(column)?, text))).collect(),
        });
        let changes: Vec<RowChange> = changes.collect();
        let plan = table::plan(scenario, &self.sheet.columns, &changes, NeighborCells::Fill);
        self.acts(scenario, &self.step("Paste", &columns, plan.rows.len()), plan)
    }

    pub(super) fn plan(&self, scenario: &Scenario, rows: Vec<(usize, CellChanges)>) -> TablePlan {
        let changes = rows.into_iter().zip(1..).map(|((unit, cells), line)| RowChange {
            line,
            target: RowTarget::Unit(unit),
            cells: cells.into_iter().filter_map(|(column, text)| Some((self.field_at(column)?, text))).collect(),
        });
        table::plan(scenario, &self.sheet.columns, &changes.collect::<Vec<_>>(), NeighborCells::Fill)
    }

    /// Returns the act of a plan: an edit, or a dialog if there are problems.
    pub(super) fn acts(&self, scenario: &Scenario, name: &str, plan: TablePlan) -> Vec<Act> {
        if !plan.problems.is_empty() {
            let titles = super::titles(&self.sheet.columns);
            return vec![Act::Ask(Box::new(UnitsDialog::cells(name, scenario, plan, titles)))];
        }
        if plan.rows.is_empty() {
            return Vec::new();
        }
        vec![Act::edit(name, Edit::units(scenario, &plan))]
    }

    /// Returns the name of an undo step.
    fn step(&self, verb: &str, columns: &[usize], rows: usize) -> String {
        let what = match columns {
            [one] => self.sheet.heads.get(*one).map_or_else(String::new, |head| words::lower(&head.title)),
            many => format!("{} columns", many.len()),
        };
        if rows == 1 { format!("{verb} {what}") } else { format!("{verb} {what} of {}", units(rows)) }
    }

    /// Returns the picked units in display order.
    fn picked_rows(&self) -> impl Iterator<Item = usize> + '_ {
        self.pick.shown(&self.order).into_iter()
    }

    fn field_at(&self, column: usize) -> Option<usize> {
        self.sheet.heads.get(column)?.field
    }

    pub(super) fn field(&self, column: usize) -> Option<&Column> {
        self.sheet.columns.get(self.field_at(column)?)
    }

    /// Returns the content of the cells.
    pub fn sheet(&self) -> &UnitSheet {
        &self.sheet
    }
}

/// Returns an edit that inserts a new unit before the unit at `place`, with the options of the unit tool.
///
/// # Errors
/// The reason why the scenario cannot have the unit.
pub fn add(scenario: &Scenario, options: &ToolOptions, place: usize) -> Result<Edit, String> {
    let common = scenario.common();
    let mut choices = crate::tools::unit::unit_choices(common, options)?;
    choices.start = Start::Nowhere;
    let mut row = common.recruit(&choices).map_err(|why| why.to_string())?.row;
    new_unit::number(common, &mut row);
    Ok(Edit::Insert(table::unit(place), row))
}

/// Returns an edit that inserts copies of `units` with new ids after the last of them, and the indices of the copies. On a table, each
/// copy stands in the nearest free place.
pub fn duplicate(scenario: &Scenario, units: &[usize]) -> Option<(Edit, std::ops::Range<usize>)> {
    let place = units.iter().max()? + 1;
    let common = scenario.common();
    let mut taken: std::collections::BTreeSet<String> =
        (0..common.unit_count()).filter_map(|at| Some(common.unit(at)?.id.to_string())).collect();
    let mut edits = Vec::new();
    for unit in units {
        let mut row = scenario.get(&table::unit(*unit))?;
        let id = row.get("id").and_then(serde_json::Value::as_str)?;
        let id = free_id(id, |id| taken.contains(id));
        taken.insert(id.clone());
        *row.get_mut("id")? = id.into();
        edits.push(Edit::Insert(table::unit(place + edits.len()), row));
    }
    let places = place..place + edits.len();
    if common.table().is_some() {
        let mut after = scenario.clone();
        Edit::All(edits.clone()).apply(&mut after);
        for unit in places.clone() {
            let Some(Start::OnTable(position)) = after.common().unit(unit).map(|view| view.start) else { continue };
            let Some(free) = table_units::free_position(after.common(), unit, &position) else { continue };
            let edit = Edit::Start { counter: Counter::Unit(unit), start: Start::OnTable(free) };
            edit.clone().apply(&mut after);
            edits.push(edit);
        }
    }
    Some((Edit::All(edits), places))
}

/// Returns the name and the edit for the removal of `units`.
pub fn remove(units: &[usize]) -> (String, Edit) {
    let mut units = units.to_vec();
    units.sort_unstable();
    units.dedup();
    let name =
        if units.len() == 1 { "Remove unit".to_owned() } else { format!("Remove {}", super::units(units.len())) };
    // Descending order keeps the lower indices valid.
    let edits = units.into_iter().rev().map(|unit| Edit::Put(table::unit(unit), None));
    (name, Edit::All(edits.collect()))
}
