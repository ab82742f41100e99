//! The plan for many typed cells: the changes and the errors.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::column::{Column, unit};
use super::names::KnownNames;
use super::row;
use crate::Scenario;
use crate::path::DocPath;
use crate::tree::{Id, ValueRefusal};

/// The row that cells are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RowTarget {
    /// The unit at this place of the order of battle.
    Unit(usize),
    /// A new one.
    New,
}

/// The cells typed for one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowChange {
    /// The line they stood in, to be named in problems.
    pub line: u64,
    /// The row.
    pub target: RowTarget,
    /// The columns by their place, and what was typed.
    pub cells: Vec<(usize, String)>,
}

/// The fate of a cell that is needed only because its neighbor was filled in, such as the entry
/// of a unit that has got a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NeighborCells {
    /// The first thing that may stand there: somebody is typing cell by cell.
    Fill,
    /// A problem: everything was to be in the file.
    Refuse,
}

/// The outcome of many changes of cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TablePlan {
    /// The rows that change or come.
    pub rows: Vec<PlannedRow>,
    /// The number of rows that stay as they are.
    pub left: usize,
    /// Everything that is wrong. What it names is in none of the rows.
    pub problems: Vec<Problem>,
    /// Other places of the file that name a unit whose id changes, with the new one.
    pub renames: Vec<(DocPath, Value)>,
}

/// A row that changes or comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedRow {
    /// The line it stood in.
    pub line: u64,
    /// The row.
    pub target: RowTarget,
    /// All of it, as the file would hold it.
    pub row: Value,
    /// The cells that change.
    pub cells: Vec<CellChange>,
}

/// A cell that changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellChange {
    /// Its column.
    pub column: usize,
    /// The text before.
    pub before: String,
    /// The text after.
    pub after: String,
}

/// Something wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The line it stood in.
    pub line: u64,
    /// The column, if it is the matter of one.
    pub column: Option<usize>,
    /// The text that was typed there.
    pub text: String,
    /// The problem.
    pub message: String,
    /// The remedy.
    pub help: String,
}

/// The outcome of `changes`. A cell that cannot be taken leaves the rest of its row to be
/// changed, but no new row comes of one.
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
    /// The ids that are taken, with their rows.
    ids: BTreeMap<String, Option<usize>>,
    /// The rows that have been planned, with their lines.
    met: BTreeMap<usize, u64>,
    /// Old and new ids of units that get another.
    renamed: BTreeMap<String, String>,
    /// The last number that was put behind an id that was made.
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
            // What has not been touched is not judged either.
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
        // A cell that was refused is missing for that reason; a new unit cannot do without it.
        flaws.retain(|flaw| !refused.contains(&&flaw.path));
        if flaws.is_empty() && (refused.is_empty() || !is_new) {
            return self.take(change, &old, new);
        }
        for flaw in flaws {
            self.flaw(change, flaw);
        }
    }

    /// Takes note of a row that is sound, unless its id belongs to another.
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

    /// Gives a new row without an id one, made of its side and its label or name.
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
        // Of many rows that are called the same, each goes on behind the one before.
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

    /// Finds the other places that name a unit whose id changes.
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
    /// Carries it out: units change in their place, new ones come last, and what names a unit names it by its new id.
    ///
    /// # Errors
    /// When `scenario` is not the one that this was planned for. What came before stays changed.
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

    /// The number of units that come.
    pub fn added(&self) -> usize {
        self.rows.iter().filter(|row| row.target == RowTarget::New).count()
    }

    /// The number of units that change.
    pub fn changed(&self) -> usize {
        self.rows.len() - self.added()
    }

    /// The number of lines that hold something wrong.
    pub fn lines_with_problems(&self) -> usize {
        self.problems.iter().map(|problem| problem.line).collect::<BTreeSet<_>>().len()
    }
}
