//! The import of a sheet: assigns its columns to fields and its rows to units.

use std::collections::BTreeMap;

use super::column::{Column, columns as all_columns};
use super::plan::{NeighborCells, Problem, RowChange, RowTarget, TablePlan, plan};
use super::sheet::{Record, Sheet};
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
    /// The index of the row that holds the headings; `None` if there are none. Rows above it, such as a title, are skipped.
    pub head_row: Option<usize>,
    /// For each column of the sheet, the index of the table column; `None` to skip the column.
    pub mapping: Vec<Option<usize>>,
    /// The rule by which a row finds its unit.
    pub matching: Matching,
}

impl Import {
    /// Guesses the assignment of the columns of `sheet` to `columns`. `titles` are the display names of `columns`, in the same
    /// order.
    pub fn new(sheet: Sheet, columns: &[Column], titles: &[String]) -> Self {
        Self::assigned(sheet, columns, titles, &[])
    }

    /// Assigns the columns of `sheet` like [`Import::new`]; those with a heading in `wanted` become the table column of the
    /// index beside it.
    pub fn assigned(sheet: Sheet, columns: &[Column], titles: &[String], wanted: &[(String, usize)]) -> Self {
        let width = sheet.rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
        let mapped = |row: &Record| guessed(&row.cells, columns, titles, wanted);
        let count = |mapping: &[Option<usize>]| mapping.iter().flatten().count();
        // A title or headings of groups may stand above the headings. The first row with the most of them has them.
        let found = sheet.rows.iter().take(HEAD_ROWS).map(mapped).enumerate();
        let found = found.rev().max_by_key(|(_, mapping)| count(mapping)).filter(|(_, mapping)| count(mapping) > 0);
        let head_row = found.as_ref().map(|(at, _)| *at).or_else(|| seem_headings(&sheet).then_some(0));
        let mut mapping = match (found, head_row) {
            (Some((_, mapping)), _) => mapping,
            (None, Some(_)) => Vec::new(),
            // Without headings, the columns are assigned in order if their numbers match.
            (None, None) => (0..width).map(|at| (width == columns.len()).then_some(at)).collect(),
        };
        mapping.resize(width, None);
        Self { sheet, head_row, mapping, matching: Matching::ById }
    }

    /// Returns the rows below the headings.
    pub fn rows(&self) -> &[Record] {
        self.sheet.rows.get(self.head_row.map_or(0, |row| row + 1)..).unwrap_or_default()
    }

    /// Returns the heading of column `at`, or "Column" and its number.
    pub fn head(&self, at: usize) -> String {
        let head = self.head_row.and_then(|row| self.sheet.rows.get(row)).and_then(|row| row.cells.get(at));
        head.filter(|head| !head.is_empty()).cloned().unwrap_or_else(|| format!("Column {}", at + 1))
    }

    /// Returns the first value of column `at` that is not empty.
    pub fn sample(&self, at: usize) -> Option<&str> {
        let mut cells = self.rows().iter().filter_map(|row| row.cells.get(at));
        cells.find(|cell| !cell.is_empty()).map(String::as_str)
    }

    /// Returns the index of the sheet column that is assigned to `column`.
    fn source(&self, column: usize) -> Option<usize> {
        self.mapping.iter().position(|mapped| *mapped == Some(column))
    }

    /// Returns the plan of the import for `scenario`.
    pub fn plan(&self, scenario: &Scenario, columns: &[Column]) -> TablePlan {
        let units = units_by_id(scenario);
        let own = columns.iter().position(Column::is_own_id).and_then(|column| self.source(column));
        let heads = self.sheet.rows.get(self.head_row.unwrap_or(0)).map_or(0, |row| row.cells.len());
        let mut changes = Vec::new();
        let mut ragged = Vec::new();
        for row in self.rows() {
            if self.heads_group(row, |id| units.contains_key(id)) {
                continue;
            }
            let beyond = row.cells.iter().skip(heads).any(|cell| !cell.is_empty());
            if row.cells.len() < heads || beyond {
                ragged.push(Problem {
                    line: row.line,
                    column: None,
                    text: String::new(),
                    message: format!(
                        "it has {} cells, but the {} has {heads}",
                        row.cells.len(),
                        match self.head_row {
                            None | Some(0) => "first row",
                            Some(_) => "row of the headings",
                        }
                    ),
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
        heads.len() > 1 && guessed(heads, &columns, titles, &[]).iter().all(Option::is_some)
    }

    /// Returns the rows that are skipped: those above the headings, and the headings of groups of units among the rows, such as
    /// the name of a corps alone in its row.
    pub fn skipped<'a>(&'a self, scenario: &Scenario) -> Vec<&'a Record> {
        let units = units_by_id(scenario);
        let known = |id: &str| units.contains_key(id);
        let above = self.sheet.rows.iter().take(self.head_row.unwrap_or(0));
        above.chain(self.rows().iter().filter(|row| self.heads_group(row, known))).collect()
    }

    /// Returns `true` if `row` is the heading of a group of units: only one of several cells is filled, and that is no `known`
    /// id of a unit.
    fn heads_group(&self, row: &Record, known: impl Fn(&str) -> bool) -> bool {
        let mut filled = row.cells.iter().map(|cell| cell.trim()).filter(|cell| !cell.is_empty());
        let (only, more) = (filled.next(), filled.next());
        self.mapping.iter().flatten().count() > 2 && more.is_none() && only.is_some_and(|cell| !known(cell))
    }
}

/// Returns the index of each unit by its id.
fn units_by_id(scenario: &Scenario) -> BTreeMap<String, usize> {
    let common = scenario.common();
    (0..common.unit_count()).filter_map(|at| Some((common.unit(at)?.id.to_string(), at))).collect()
}

/// The number of rows among which the headings are looked for.
pub const HEAD_ROWS: usize = 20;

/// Returns `true` if the first row looks like unknown headings: all its cells are words, and the second row has numbers or
/// empty cells.
fn seem_headings(sheet: &Sheet) -> bool {
    let is_word = |cell: &String| !cell.trim().is_empty() && cell.trim().parse::<f64>().is_err();
    let (first, second) = (sheet.rows.first(), sheet.rows.get(1));
    first.is_some_and(|row| row.cells.iter().all(is_word)) && second.is_some_and(|row| !row.cells.iter().all(is_word))
}

/// Returns the column that each of `heads` names: as `wanted`, or by key or title. Each column is assigned at most once.
fn guessed(heads: &[String], columns: &[Column], titles: &[String], wanted: &[(String, usize)]) -> Vec<Option<usize>> {
    let plain =
        |text: &str| -> String { text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect() };
    let wanted: Vec<(String, usize)> = wanted.iter().map(|(head, column)| (plain(head), *column)).collect();
    let keys: Vec<String> = columns.iter().map(|column| plain(&column.key())).collect();
    let titles: Vec<String> = titles.iter().map(|title| plain(title)).collect();
    let mut taken = vec![false; columns.len()];
    let mut free = |at: usize| taken.get_mut(at).is_some_and(|taken| !std::mem::replace(taken, true));
    let mut mapping: Vec<Option<usize>> = Vec::new();
    for head in heads {
        let head = plain(head);
        let wish = wanted.iter().find(|(name, _)| *name == head).map(|(_, column)| *column);
        let is_free = |at: &usize| !wanted.iter().any(|(_, column)| column == at);
        let found = || keys.iter().position(|key| *key == head).or(titles.iter().position(|title| *title == head));
        mapping.push(wish.or_else(|| found().filter(is_free)).filter(|at| !head.is_empty() && free(*at)));
    }
    mapping
}
