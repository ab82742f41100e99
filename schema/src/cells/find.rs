//! The search of a cell by its headings, and the check of its value.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::Value;

use super::{
    CellValue, RuleCell, TableCell, TableRow, cell_tables, headings_of_tables, is_named, put, rows_of, span, table_path,
};
use crate::System;
use crate::diagnostic::shown;
use crate::path::{DocPath, PathStep};
use crate::schema_json::{Shape, ValueKind};
use crate::system::ScenarioRoot;
use crate::tree::whole_numbers;

/// A cell that was found.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FoundCell {
    /// The path in the document, from `rules.tables` on.
    pub(crate) path: DocPath,
    /// The heading of the row, as the table has it.
    pub(crate) row: String,
    /// The heading of the column, as the table has it.
    pub(crate) column: Option<String>,
    /// The shape of the value.
    pub(crate) shape: Shape,
}

/// The reason why a change of a cell cannot count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RuleCellProblem {
    /// The key in the row of the change.
    pub(crate) key: &'static str,
    /// The problem.
    pub(crate) message: String,
    /// The word that was not found; empty if none is missing.
    pub(crate) word: String,
    /// The words that could stand there.
    pub(crate) known: Vec<String>,
    /// The remedy, if the known words are not enough.
    pub(crate) help: Option<String>,
}

impl fmt::Display for RuleCellProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.help {
            Some(help) => write!(f, ": {help}"),
            None if self.known.is_empty() => Ok(()),
            None => write!(f, ": possible are {}", self.known.join(", ")),
        }
    }
}

/// The tables of some rules with their headings.
pub(crate) struct CellIndex {
    system: System,
    /// The rows of the tables that have cells, by name.
    rows: BTreeMap<&'static str, Vec<TableRow>>,
}

impl CellIndex {
    /// Returns the headings of those of `tables`, the tables of the rules, that `cells` name.
    pub(crate) fn new(system: System, tables: &Value, cells: &[RuleCell]) -> Self {
        let named = headings_of_tables(system)
            .iter()
            .filter(|(name, headings)| !headings.is_group() && cells.iter().any(|cell| cell.table == *name));
        let rows = named.filter_map(|(name, _)| Some((*name, rows_of(system, name, tables.get(name)?)))).collect();
        Self { system, rows }
    }

    /// Returns the cell that `change` names.
    pub(crate) fn find(&self, change: &RuleCell) -> Result<FoundCell, RuleCellProblem> {
        let name = change.table.as_str();
        if is_named(self.system, name) {
            let row = change.row.as_str();
            let (section, value) = match &change.column {
                Some(column) => (format!("[rules.tables.{name}.{row}]"), column.as_str()),
                None => (format!("[rules.tables.{name}]"), row),
            };
            let help = format!("write `{value} = {}` in `{section}`", quoted(&change.be));
            let message = format!("the values of `{name}` have names, and are no cells");
            return Err(RuleCellProblem { help: Some(help), ..unknown("table", message, "", Vec::new()) });
        }
        let Some(rows) = self.rows.get(name) else {
            return Err(unknown("table", format!("there is no table {}", shown(name)), name, cell_tables(self.system)));
        };
        let Some(row) = rows.iter().find(|row| row.is_named(&change.row)) else {
            let known = rows.iter().map(|row| row.name().to_owned()).collect();
            let message = format!("the table `{name}` has no row {}", shown(&change.row));
            return Err(unknown("row", message, &change.row, known));
        };
        let cell = column(name, row.name(), &row.cells, change.column.as_deref())?;
        let path = DocPath(table_path(name).0.into_iter().chain(cell.path.iter().cloned()).collect());
        Ok(FoundCell { path, row: row.name().to_owned(), column: cell.column.clone(), shape: cell.shape })
    }
}

/// Returns the cell that `change` names in `tables`, the tables of the rules.
pub(crate) fn find(system: System, tables: &Value, change: &RuleCell) -> Result<FoundCell, RuleCellProblem> {
    CellIndex::new(system, tables, std::slice::from_ref(change)).find(change)
}

fn column<'c>(
    table: &str,
    row: &str,
    cells: &'c [TableCell],
    wanted: Option<&str>,
) -> Result<&'c TableCell, RuleCellProblem> {
    let known = || cells.iter().filter_map(|cell| cell.column.clone()).collect::<Vec<_>>();
    match (cells, wanted) {
        ([only @ TableCell { column: None, .. }], None) => Ok(only),
        ([TableCell { column: None, .. }], Some(_)) => {
            let message = format!("row {row} of `{table}` has a single value and no columns");
            let help = "leave `column` out".to_owned();
            Err(RuleCellProblem { help: Some(help), ..unknown("column", message, "", Vec::new()) })
        }
        (_, None) => {
            Err(unknown("row", format!("row {row} of `{table}` has several columns, and none is named"), "", known()))
        }
        (cells, Some(wanted)) => {
            let is_wanted =
                |cell: &&TableCell| cell.column.as_deref().is_some_and(|column| span::is_same(column, wanted));
            cells.iter().find(is_wanted).ok_or_else(|| {
                unknown("column", format!("row {row} of `{table}` has no column {}", shown(wanted)), wanted, known())
            })
        }
    }
}

fn unknown(key: &'static str, message: String, word: &str, known: Vec<String>) -> RuleCellProblem {
    RuleCellProblem { key, message, word: word.to_owned(), known, help: None }
}

fn quoted(value: &CellValue) -> String {
    match value {
        CellValue::Text(text) => crate::fix::quoted(text),
        value => value.to_string(),
    }
}

impl FoundCell {
    /// Returns the value of the cell in `tables`, or the one that a file leaves out.
    pub(crate) fn now<'v>(&self, tables: &'v Value) -> Option<&'v Value> {
        super::value_at(tables, self.path.0.get(2..).unwrap_or_default()).or_else(|| super::omitted(self.shape))
    }

    /// Returns the problem if the type of the cell refuses `value`. The published table stands for each table with such cells.
    pub(crate) fn misfit(&self, value: &Value) -> Option<RuleCellProblem> {
        let system = self.shape.system();
        let mut rules = system.published().clone();
        let (name, table) = self.table(rules.get("tables")?)?;
        let rows = rows_of(system, name, table);
        let like = rows.iter().flat_map(|row| &row.cells).find(|cell| cell.shape == self.shape)?;
        let tables = ["tables", name].map(|key| PathStep::Key(key.to_owned()));
        let path: Vec<PathStep> = tables.into_iter().chain(like.path.iter().cloned()).collect();
        put(&mut rules, &path, value.clone());
        if !crate::of_system!(system, Root => <Root as ScenarioRoot>::refuses(rules)) {
            return None;
        }
        let word = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let known = system.published().get("tables").map(|tables| self.offers(tables)).unwrap_or_default();
        Some(unknown("be", format!("{} is no value of this cell", shown(&word)), &word, known))
    }

    /// Returns the path by which rulesets list a change of the cell, with the headings that the table has, such as
    /// `tables.combat.3."2:1"`.
    pub(crate) fn headings(&self) -> DocPath {
        let table = self.path.0.get(1..3).unwrap_or_default();
        let names = [Some(self.row.clone()), self.column.clone()].into_iter().flatten().map(PathStep::Key);
        DocPath(table.iter().cloned().chain(names).collect())
    }

    /// Returns the name of the table of the cell, and its values in `tables`.
    pub(super) fn table<'v>(&self, tables: &'v Value) -> Option<(&str, &'v Value)> {
        let Some(PathStep::Key(name)) = self.path.0.get(2) else { return None };
        Some((name, tables.get(name)?))
    }

    /// Returns `be` as the table has such values: a number where it has numbers, and text where it has texts.
    pub(crate) fn value(&self, be: &CellValue) -> Result<Value, RuleCellProblem> {
        let wrong = |expected: &str, known: Vec<String>| {
            let message = format!("{} is no value of this cell", shown(&be.to_string()));
            let help = known.is_empty().then(|| format!("write {expected}"));
            RuleCellProblem { help, ..unknown("be", message, &be.to_string(), known) }
        };
        match self.shape.kind() {
            ValueKind::Number(least, greatest) => {
                let number = match be {
                    CellValue::Whole(number) => Some(*number),
                    CellValue::Text(text) => text.parse().ok(),
                    CellValue::YesNo(_) => None,
                };
                let number = number.filter(|number| (least..=greatest).contains(number));
                number.map(Value::from).ok_or_else(|| wrong(&whole_numbers(least, greatest), Vec::new()))
            }
            ValueKind::Bool => match be {
                CellValue::YesNo(yes) => Ok((*yes).into()),
                CellValue::Text(text) if text == "true" || text == "false" => Ok((text == "true").into()),
                _ => Err(wrong("true or false", Vec::new())),
            },
            ValueKind::Words => {
                let word = be.to_string();
                let words: Vec<String> = self.shape.words().iter().map(|word| word.word.to_owned()).collect();
                if words.contains(&word) { Ok(word.into()) } else { Err(wrong("", words)) }
            }
            ValueKind::List | ValueKind::Fixed(_) | ValueKind::Table | ValueKind::Keyed => {
                Err(wrong("the whole table instead", Vec::new()))
            }
            // The type of the value reads the text.
            _ => match be {
                CellValue::YesNo(_) => Err(wrong(&self.shape.help_of_type(), Vec::new())),
                be => Ok(be.to_string().into()),
            },
        }
    }
}
