//! The plan for many typed cells: the changes and the problems.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::column::{Column, unit};
use super::names::KnownNames;
use super::row;
use crate::Scenario;
use crate::path::DocPath;
use crate::rule::{UsedKind, UsedName};
use crate::tree::{Id, ValueRefusal};

/// The row of the table to which cells belong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RowTarget {
    /// The unit at this index of the order of battle.
    Unit(usize),
    /// A new unit.
    New,
}

/// The texts typed in the cells of one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowChange {
    /// The line of the row in the source, for messages about problems.
    pub line: u64,
    /// The unit to change or add.
    pub target: RowTarget,
    /// The typed texts, each with the index of its column.
    pub cells: Vec<(usize, String)>,
}

/// The treatment of an empty cell that becomes required because its neighbor was filled in, such as the entry of a unit that
/// gets a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NeighborCells {
    /// Fills in the first allowed value, for typing cell by cell.
    Fill,
    /// Reports a problem, for files that should be complete.
    Refuse,
}

/// The outcome of many cell changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TablePlan {
    /// The rows that are changed or added.
    pub rows: Vec<PlannedRow>,
    /// The number of rows without a change.
    pub left: usize,
    /// The problems found. Cells and rows with problems are not part of `rows`.
    pub problems: Vec<Problem>,
    /// The other paths of the file that refer to a unit with a changed id, each with the new id.
    pub renames: Vec<(DocPath, Value)>,
}

/// A row that is changed or added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedRow {
    /// The line of the row in the source.
    pub line: u64,
    /// The unit to change or add.
    pub target: RowTarget,
    /// The complete row after the changes, as in the file.
    pub row: Value,
    /// The cells that change.
    pub cells: Vec<CellChange>,
}

/// A changed cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellChange {
    /// The index of the column.
    pub column: usize,
    /// The text before the change.
    pub before: String,
    /// The text after the change.
    pub after: String,
}

/// A problem with a row or a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The line of the row in the source.
    pub line: u64,
    /// The index of the column; `None` if the problem concerns the whole row.
    pub column: Option<usize>,
    /// The typed text.
    pub text: String,
    /// The description of the problem.
    pub message: String,
    /// The remedy.
    pub help: String,
}

/// Plans `changes` without applying them. If a cell is refused, the other cells of an existing unit are still changed, but a
/// new unit is not added.
pub fn plan(scenario: &Scenario, columns: &[Column], changes: &[RowChange], gaps: NeighborCells) -> TablePlan {
    let mut planner = Planner::new(scenario, columns, gaps);
    for change in changes {
        planner.change(change);
    }
    planner.rename();
    planner.plan
}

struct Planner<'a> {
    scenario: &'a Scenario,
    columns: &'a [Column],
    names: KnownNames<'a>,
    gaps: NeighborCells,
    plan: TablePlan,
    /// The ids in use, each with its index in the order of battle; `None` for ids given by the plan.
    ids: BTreeMap<String, Option<usize>>,
    /// The units that have been changed, each with its line, to detect duplicates.
    met: BTreeMap<usize, u64>,
    /// The changed ids of units, from old to new.
    renamed: BTreeMap<String, String>,
    /// For each generated id, the last number that was appended.
    numbers: BTreeMap<String, usize>,
}

impl<'a> Planner<'a> {
    fn new(scenario: &'a Scenario, columns: &'a [Column], gaps: NeighborCells) -> Self {
        let common = scenario.common();
        let ids = (0..common.unit_count()).filter_map(|at| Some((common.unit(at)?.id.to_string(), Some(at)))).collect();
        let names = KnownNames::new(scenario, columns);
        let (met, renamed, numbers) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Self { scenario, columns, names, gaps, plan: TablePlan::default(), ids, met, renamed, numbers }
    }

    fn change(&mut self, change: &RowChange) {
        let old = match change.target {
            RowTarget::Unit(at) => {
                if let Some(line) = self.met.insert(at, change.line) {
                    let help = "give each unit one row".to_owned();
                    return self.problem(change.line, None, "", format!("line {line} has the same unit"), help);
                }
                let Some(row) = self.scenario.get(&unit(at)) else { return };
                row
            }
            RowTarget::New => Value::Object(Map::new()),
        };
        let is_new = change.target == RowTarget::New;
        let mut new = old.clone();
        let mut written = Vec::new();
        let mut refused = Vec::new();
        for (at, text) in &change.cells {
            let Some(column) = self.columns.get(*at) else { continue };
            // A cell without a change is not checked.
            if *text == column.text(&old) || (is_new && text.trim().is_empty()) {
                continue;
            }
            match self.names.read(column, text) {
                Ok(value) => {
                    if value.is_some() {
                        written.push(column);
                    }
                    row::put(&mut new, &column.path.0, value);
                }
                Err(refusal) => {
                    refused.push(&column.path);
                    self.problem(change.line, Some(*at), text, refusal.problem.to_string(), refusal.help);
                }
            }
        }
        if let Err(flaw) = row::one_start(&mut new, &written) {
            return self.flaw(change, flaw);
        }
        if is_new {
            self.name(&mut new);
        }
        let mut flaws = row::tidy(&mut new, self.scenario, &self.names, self.gaps);
        // A refused cell is not reported as missing as well, but it still prevents a new unit.
        flaws.retain(|flaw| !refused.contains(&&flaw.path));
        if flaws.is_empty() && (refused.is_empty() || !is_new) {
            return self.take(change, &old, new);
        }
        for flaw in flaws {
            self.flaw(change, flaw);
        }
    }

    /// Adds a valid row to the plan, unless its id belongs to another unit.
    fn take(&mut self, change: &RowChange, old: &Value, new: Value) {
        let cells: Vec<CellChange> = self
            .columns
            .iter()
            .enumerate()
            .filter(|(_, column)| column.value(old) != column.value(&new))
            .map(|(at, column)| CellChange { column: at, before: column.text(old), after: column.text(&new) })
            .filter(|cell| cell.before != cell.after)
            .collect();
        if cells.is_empty() {
            self.plan.left += 1;
            return;
        }
        let id = |row: &Value| row.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
        let (was, is) = (id(old), id(&new));
        if was != is {
            if self.ids.contains_key(&is) {
                let column = self.columns.iter().position(Column::is_own_id);
                let help = "give each unit a unique id".to_owned();
                return self.problem(change.line, column, &is, format!("another unit already has the id {is:?}"), help);
            }
            self.ids.remove(&was);
            self.ids.insert(is.clone(), None);
            if let RowTarget::Unit(_) = change.target {
                self.renamed.insert(was, is);
            }
        }
        self.plan.rows.push(PlannedRow { line: change.line, target: change.target, row: new, cells });
    }

    /// Gives a new row without an id a generated one, made of its side and its label or name.
    fn name(&mut self, row: &mut Value) {
        if row.get("id").is_some() {
            return;
        }
        let word = |key: &str| row.get(key).and_then(Value::as_str).unwrap_or_default();
        let label = if word("label").is_empty() { word("name") } else { word("label") };
        let army = if word("side").is_empty() { word("formation") } else { word("side") };
        let head: String = army.chars().take(2).collect();
        let mut slug = String::new();
        for letter in format!("{head} {label}").to_lowercase().chars() {
            if letter.is_alphanumeric() {
                slug.push(letter);
            } else if !slug.ends_with('-') {
                slug.push('-');
            }
        }
        let slug = slug.trim_matches('-').to_owned();
        // Rows with the same label get consecutive numbers, without a search from 1 for each row.
        let last = self.numbers.entry(slug.clone()).or_default();
        let free = (*last + 1..).map(|n| (n, if n == 1 { slug.clone() } else { format!("{slug}-{n}") }));
        let id = free.into_iter().find(|(_, id)| !id.is_empty() && !self.ids.contains_key(id)).map(|(n, id)| {
            *last = n;
            id
        });
        let mut whole = Map::new();
        whole.insert("id".to_owned(), id.unwrap_or_default().into());
        if let Value::Object(rest) = std::mem::take(row) {
            whole.extend(rest);
        }
        *row = Value::Object(whole);
    }

    /// Finds the other paths that refer to a unit with a changed id.
    fn rename(&mut self) {
        if self.renamed.is_empty() {
            return;
        }
        let list = DocPath::root().key("unit");
        for name in self.scenario.names(Id::UNIT) {
            let Some(to) = self.renamed.get(&name.text).filter(|_| !name.is_key) else { continue };
            let own = name.path.last_key() == Some("id") && name.path.is_within(&list);
            if !own {
                self.plan.renames.push((name.path, to.as_str().into()));
            }
        }
        for text in self.scenario.rule_texts() {
            let new =
                |used: &UsedName| self.renamed.get(used.name.as_str()).filter(|_| used.kind == UsedKind::Unit).cloned();
            let rewritten = text.rewritten(new);
            self.plan.renames.extend(rewritten.map(|new| (text.path, new.into())));
        }
    }

    fn flaw(&mut self, change: &RowChange, flaw: row::RowProblem) {
        let column = self.columns.iter().position(|column| column.path == flaw.path);
        let text = column.and_then(|at| change.cells.iter().find(|(column, _)| *column == at));
        let text = text.map_or_else(String::new, |(_, text)| text.clone());
        let help = column.and_then(|at| self.columns.get(at)).filter(|_| flaw.help.is_empty());
        let help = help.map_or(flaw.help, |column| self.names.help(column));
        self.problem(change.line, column, &text, flaw.message, help);
    }

    fn problem(&mut self, line: u64, column: Option<usize>, text: &str, message: String, help: String) {
        self.plan.problems.push(Problem { line, column, text: text.to_owned(), message, help });
    }
}

impl TablePlan {
    /// Applies the plan: changed units stay in place, new units are added at the end, and references get the new ids.
    ///
    /// # Errors
    /// `scenario` is not the scenario of the plan. Changes made before the error remain.
    pub fn apply(&self, scenario: &mut Scenario) -> Result<(), ValueRefusal> {
        for (path, value) in &self.renames {
            scenario.set(path, Some(value.clone()))?;
        }
        for row in &self.rows {
            match row.target {
                RowTarget::Unit(at) => scenario.set(&unit(at), Some(row.row.clone()))?,
                RowTarget::New => {
                    let last = scenario.common().unit_count();
                    scenario.insert(&unit(last), row.row.clone())?;
                }
            }
        }
        Ok(())
    }

    /// Returns the number of units that are added.
    pub fn added(&self) -> usize {
        self.rows.iter().filter(|row| row.target == RowTarget::New).count()
    }

    /// Returns the number of units that are changed.
    pub fn changed(&self) -> usize {
        self.rows.len() - self.added()
    }

    /// Returns the number of lines with at least one problem.
    pub fn lines_with_problems(&self) -> usize {
        self.problems.iter().map(|problem| problem.line).collect::<BTreeSet<_>>().len()
    }
}
