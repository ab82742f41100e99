//! The import of a sheet: assigns its columns to fields and its rows to units.

use std::collections::BTreeMap;

use super::column::{Column, columns as all_columns};
use super::plan::{NeighborCells, Problem, RowChange, RowTarget, TablePlan, plan};
use super::sheet::Sheet;
use crate::Scenario;

/// The rule by which a row of the sheet finds its unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Matching {
    /// A row changes the unit with the same id, or adds a unit if there is none.
    #[default]
    ById,
    /// Every row adds a unit.
    AllNew,
}

/// A sheet to import, with the assignment of its columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// The sheet.
    pub sheet: Sheet,
    /// `true` if the first row holds headings.
    pub headed: bool,
    /// For each column of the sheet, the index of the table column; `None` to skip the column.
    pub mapping: Vec<Option<usize>>,
    /// The rule by which a row finds its unit.
    pub matching: Matching,
}

impl Import {
    /// Guesses the assignment of the columns of `sheet` to `columns`. `titles` are the display names of `columns`, in the same
    /// order.
    pub fn new(sheet: Sheet, columns: &[Column], titles: &[String]) -> Self {
        let width = sheet.rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
        let heads = sheet.rows.first().map_or(&[][..], |row| row.cells.as_slice());
        let mut mapping = guessed(heads, columns, titles);
        let headed = mapping.iter().any(Option::is_some) || seem_headings(&sheet);
        if !headed {
            // Without headings, the columns are assigned in order if their numbers match.
            mapping = (0..width).map(|at| (width == columns.len()).then_some(at)).collect();
        }
        mapping.resize(width, None);
        Self { sheet, headed, mapping, matching: Matching::ById }
    }

    /// Returns the heading of column `at`, or "Column" and its number.
    pub fn head(&self, at: usize) -> String {
        let head = self.sheet.rows.first().filter(|_| self.headed).and_then(|row| row.cells.get(at));
        head.filter(|head| !head.is_empty()).cloned().unwrap_or_else(|| format!("Column {}", at + 1))
    }

    /// Returns the first value of column `at` that is not empty.
    pub fn sample(&self, at: usize) -> Option<&str> {
        let mut rows = self.sheet.rows.iter().skip(usize::from(self.headed)).filter_map(|row| row.cells.get(at));
        rows.find(|cell| !cell.is_empty()).map(String::as_str)
    }

    /// Returns the index of the sheet column that is assigned to `column`.
    fn source(&self, column: usize) -> Option<usize> {
        self.mapping.iter().position(|mapped| *mapped == Some(column))
    }

    /// Returns the plan of the import for `scenario`.
    pub fn plan(&self, scenario: &Scenario, columns: &[Column]) -> TablePlan {
        let common = scenario.common();
        let units = (0..common.unit_count()).filter_map(|at| Some((common.unit(at)?.id.to_string(), at)));
        let units: BTreeMap<String, usize> = units.collect();
        let own = columns.iter().position(Column::is_own_id).and_then(|column| self.source(column));
        let heads = self.sheet.rows.first().map_or(0, |row| row.cells.len());
        let mut changes = Vec::new();
        let mut ragged = Vec::new();
        for row in self.sheet.rows.iter().skip(usize::from(self.headed)) {
            let beyond = row.cells.iter().skip(heads).any(|cell| !cell.is_empty());
            if row.cells.len() < heads || beyond {
                ragged.push(Problem {
                    line: row.line,
                    column: None,
                    text: String::new(),
                    message: format!("it has {} cells, but the first row has {heads}", row.cells.len()),
                    help: "write cells with a delimiter or a line break in quotes".to_owned(),
                });
                continue;
            }
            let id = own.and_then(|at| row.cells.get(at));
            let known = id.and_then(|id| units.get(id).or_else(|| units.get(id.trim())));
            let target = match (self.matching, known) {
                (Matching::ById, Some(at)) => RowTarget::Unit(*at),
                _ => RowTarget::New,
            };
            let cells = self.mapping.iter().zip(&row.cells);
            let mut cells: Vec<_> = cells.filter_map(|(column, text)| Some(((*column)?, text.clone()))).collect();
            if matches!(target, RowTarget::Unit(_)) {
                cells.retain(|(column, _)| !columns.get(*column).is_some_and(Column::is_own_id));
            }
            changes.push(RowChange { line: row.line, target, cells });
        }
        let mut plan = plan(scenario, columns, &changes, NeighborCells::Refuse);
        plan.problems.extend(ragged);
        plan.problems.sort_by_key(|problem| problem.line);
        plan
    }

    /// Returns `true` if every heading of `sheet` names a column of the table of `scenario`, so that the sheet is a full table.
    pub fn is_headed(sheet: &Sheet, scenario: &Scenario, titles: &[String]) -> bool {
        let columns = all_columns(scenario.system());
        let heads = sheet.rows.first().map_or(&[][..], |row| row.cells.as_slice());
        heads.len() > 1 && guessed(heads, &columns, titles).iter().all(Option::is_some)
    }
}

/// Returns `true` if the first row looks like unknown headings: all its cells are words, and the second row has numbers or
/// empty cells.
fn seem_headings(sheet: &Sheet) -> bool {
    let is_word = |cell: &String| !cell.trim().is_empty() && cell.trim().parse::<f64>().is_err();
    let (first, second) = (sheet.rows.first(), sheet.rows.get(1));
    first.is_some_and(|row| row.cells.iter().all(is_word)) && second.is_some_and(|row| !row.cells.iter().all(is_word))
}

/// Returns the column that each of `heads` names, by key or title. Each column is assigned at most once.
fn guessed(heads: &[String], columns: &[Column], titles: &[String]) -> Vec<Option<usize>> {
    let plain =
        |text: &str| -> String { text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect() };
    let keys: Vec<String> = columns.iter().map(|column| plain(&column.key())).collect();
    let titles: Vec<String> = titles.iter().map(|title| plain(title)).collect();
    let mut taken = vec![false; columns.len()];
    let mut free = |at: usize| taken.get_mut(at).is_some_and(|taken| !std::mem::replace(taken, true));
    let mut mapping: Vec<Option<usize>> = Vec::new();
    for head in heads {
        let head = plain(head);
        let found = keys.iter().position(|key| *key == head);
        let found = found.or_else(|| titles.iter().position(|title| *title == head));
        mapping.push(found.filter(|at| !head.is_empty() && free(*at)));
    }
    mapping
}
