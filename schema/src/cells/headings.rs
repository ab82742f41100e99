//! The headings of a table's rows and columns.

use serde_json::Value;

use super::span;
use crate::chart::leaves;
use crate::path::PathStep;
use crate::schema_json::{Shape, ValueKind};

/// The declaration of a table's headings, by which its cells are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Headings {
    /// A single value without headings.
    Value,
    /// Values with names, each with headings of its own.
    Group(&'static [(&'static str, Headings)]),
    /// `columns` with a list of results for each of the `rows`.
    Grid {
        /// The heading of the first row.
        first: FirstRow,
        /// The field of a column that is its heading; `None` if the column itself is, or its span `from` and `to`.
        label: Option<&'static str>,
    },
    /// A list of rows with named fields.
    Rows {
        /// The key of the list; `None` if the table is the list.
        list: Option<&'static str>,
        /// The fields that identify a row, in the order of the heading; without any, the number of the row does.
        by: &'static [&'static str],
    },
    /// A list of single values.
    List {
        /// The key of the list; `None` if the table is the list.
        list: Option<&'static str>,
        /// The heading of the first one.
        first: i64,
    },
}

/// The heading of the first row of a grid. The others count on from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstRow {
    /// A number, such as the lowest roll.
    Number(i64),
    /// The number in this field of the table.
    Field(&'static str),
}

/// A row of a table, with its cells.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRow {
    /// The heading, and further spellings of it.
    pub names: Vec<String>,
    /// The cells from left to right.
    pub cells: Vec<TableCell>,
}

impl TableRow {
    /// Returns the heading.
    pub fn name(&self) -> &str {
        self.names.first().map_or("", String::as_str)
    }

    /// Returns `true` if `heading` names this row.
    pub fn is_named(&self, heading: &str) -> bool {
        self.names.iter().any(|name| span::is_same(name, heading))
    }
}

/// A cell of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct TableCell {
    /// The heading of the column; `None` if the row has a single value.
    pub column: Option<String>,
    /// The path within the table.
    pub path: Vec<PathStep>,
    /// The shape of the value.
    pub shape: Shape,
}

impl Headings {
    /// Returns the headings of a grid whose first row is for `first`.
    pub(crate) const fn grid(first: i64) -> Self {
        Self::Grid { first: FirstRow::Number(first), label: None }
    }

    /// Returns the headings of a grid with its first die in `first` and the headings of columns in `label`.
    pub(crate) const fn grid_from(first: &'static str, label: &'static str) -> Self {
        Self::Grid { first: FirstRow::Field(first), label: Some(label) }
    }

    /// Returns the headings of a list of rows that the fields `by` identify.
    pub(crate) const fn rows(list: Option<&'static str>, by: &'static [&'static str]) -> Self {
        Self::Rows { list, by }
    }

    /// Returns the headings of a list of values, of which the first one is for `first`.
    pub(crate) const fn list(list: Option<&'static str>, first: i64) -> Self {
        Self::List { list, first }
    }

    /// Returns the headings of the value `name` of a group.
    pub(crate) fn part(self, name: &str) -> Option<Self> {
        let Self::Group(parts) = self else { return None };
        parts.iter().find(|(key, _)| *key == name).map(|(_, part)| *part)
    }

    /// Returns `true` if the values have names, by which a scenario changes them without `[[rules.cell]]`.
    pub(crate) fn is_group(self) -> bool {
        matches!(self, Self::Group(_))
    }

    /// Returns the rows of `table`, which has this shape.
    pub(crate) fn table_rows(self, shape: Shape, table: &Value) -> Vec<TableRow> {
        match self {
            Self::Value => Vec::new(),
            Self::Group(_) => named_rows(shape),
            Self::Grid { first, label } => {
                let mut rows = grid_rows(shape, table, first, label);
                rows.extend(others(shape, &["columns", "rows"]));
                rows
            }
            Self::Rows { list, by } => within(list, shape, table, |shape, list, before| {
                list.iter().enumerate().map(|(at, row)| keyed_row(shape, row, at, by, before)).collect()
            }),
            Self::List { list, first } => within(list, shape, table, |item, list, before| {
                let row = |at: usize| TableRow {
                    names: vec![counted(first, at).to_string()],
                    cells: vec![TableCell { column: None, path: step(before, PathStep::Index(at)), shape: item }],
                };
                (0..list.len()).map(row).collect()
            }),
        }
    }
}

/// Returns the rows of the list at `key` in a table, and then those of the values beside the list.
fn within(
    key: Option<&'static str>,
    shape: Shape,
    table: &Value,
    rows: impl Fn(Shape, &[Value], &[PathStep]) -> Vec<TableRow>,
) -> Vec<TableRow> {
    let (list_shape, list, before) = match key {
        None => (Some(shape), Some(table), Vec::new()),
        Some(key) => (shape.field(key).map(|field| field.shape), table.get(key), vec![PathStep::Key(key.to_owned())]),
    };
    let (Some(item), Some(list)) = (list_shape.and_then(Shape::item), list.and_then(Value::as_array)) else {
        return Vec::new();
    };
    let mut rows = rows(item, list, &before);
    if let Some(key) = key {
        rows.extend(others(shape, &[key]));
    }
    rows
}

/// Returns a row for each value of a table beside its lists. The origin of the table is no value of the rules.
fn others<'s>(shape: Shape, without: &'s [&'s str]) -> impl Iterator<Item = TableRow> + 's {
    let fields =
        shape.fields().into_iter().filter(move |field| field.name != "provenance" && !without.contains(&field.name));
    fields.map(|field| TableRow {
        names: vec![field.name.to_owned()],
        cells: vec![TableCell { column: None, path: vec![PathStep::Key(field.name.to_owned())], shape: field.shape }],
    })
}

/// Returns the rows of a table of named values: one for each name, with a column for each name within.
fn named_rows(shape: Shape) -> Vec<TableRow> {
    let mut rows: Vec<TableRow> = others(shape, &[]).collect();
    for row in &mut rows {
        let Some(TableCell { path, shape, .. }) = row.cells.first().cloned() else { continue };
        if shape.kind() == ValueKind::Table {
            row.cells = columns(shape, &Value::Null, &[], &path);
        }
    }
    rows
}

fn grid_rows(shape: Shape, table: &Value, first: FirstRow, label: Option<&'static str>) -> Vec<TableRow> {
    let list = |key: &str| table.get(key).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let item = |key: &str| shape.field(key).and_then(|field| field.shape.item());
    let (Some(column), Some(result)) = (item("columns"), item("rows").and_then(Shape::item)) else { return Vec::new() };
    let heads: Vec<String> = list("columns").iter().map(|column| column_heading(column, label)).collect();
    let number = match first {
        FirstRow::Number(number) => number,
        FirstRow::Field(field) => table.get(field).and_then(Value::as_i64).unwrap_or_default(),
    };
    let rows = list("rows");
    let row = |(at, results): (usize, &Value)| {
        let die = counted(number, at);
        let mut names = vec![die.to_string()];
        if matches!(first, FirstRow::Field(_)) {
            // The first and the last row take all dice beyond them.
            names.extend((at == 0).then(|| format!("{die} or less")));
            names.extend((at + 1 == rows.len()).then(|| format!("{die} or more")));
        }
        let count = results.as_array().map_or(0, Vec::len);
        let cell = |(column, head): (usize, &String)| TableCell {
            column: Some(head.clone()),
            path: vec![PathStep::Key("rows".to_owned()), PathStep::Index(at), PathStep::Index(column)],
            shape: result,
        };
        TableRow { names, cells: heads.iter().take(count).enumerate().map(cell).collect() }
    };
    let mut all: Vec<TableRow> = rows.iter().enumerate().map(row).collect();
    // Further lines of the headings, such as the least ratio of each column.
    for (inner, field) in leaves(column) {
        let Some(key) = inner.last_key().filter(|key| label.is_some_and(|label| *key != label)) else { continue };
        let cell = |(at, head): (usize, &String)| TableCell {
            column: Some(head.clone()),
            path: step(&[PathStep::Key("columns".to_owned()), PathStep::Index(at)], PathStep::Key(key.to_owned())),
            shape: field.shape,
        };
        all.push(TableRow { names: vec![key.to_owned()], cells: heads.iter().enumerate().map(cell).collect() });
    }
    all
}

fn column_heading(column: &Value, label: Option<&str>) -> String {
    match (column, label) {
        (Value::Object(column), Some(label)) => column.get(label).map_or_else(String::new, text),
        (Value::Object(column), None) => {
            let end = |key: &str| column.get(key).and_then(Value::as_i64);
            span::heading((end("from"), end("to")))
        }
        (column, _) => text(column),
    }
}

/// Returns a row with fields. The fields `by` are its heading.
fn keyed_row(shape: Shape, row: &Value, at: usize, by: &[&str], before: &[PathStep]) -> TableRow {
    let end = |key: &str| row.get(key).and_then(Value::as_i64);
    let name = match by {
        [] => (at + 1).to_string(),
        ["from", "to"] => span::heading((end("from"), end("to"))),
        ["to"] => end("to").map_or_else(|| "more".to_owned(), |to| to.to_string()),
        by => {
            let words: Vec<String> = by.iter().filter_map(|key| row.get(*key)).map(text).collect();
            words.join(" ")
        }
    };
    TableRow { names: vec![name], cells: columns(shape, row, by, &step(before, PathStep::Index(at))) }
}

/// Returns the cells of a row at `path`: one for each field, also within tables and lists, without the fields of the heading.
fn columns(shape: Shape, row: &Value, by: &[&str], path: &[PathStep]) -> Vec<TableCell> {
    let mut cells = Vec::new();
    for (inner, field) in leaves(shape) {
        let keys: Vec<&str> = inner
            .0
            .iter()
            .filter_map(|step| match step {
                PathStep::Key(key) => Some(key.as_str()),
                PathStep::Index(_) => None,
            })
            .collect();
        let name = keys.join(".");
        if by.contains(&name.as_str()) {
            continue;
        }
        let path: Vec<PathStep> = path.iter().chain(&inner.0).cloned().collect();
        match field.shape.item() {
            None => cells.push(TableCell { column: Some(name), path, shape: field.shape }),
            Some(item) => {
                let count = super::value_at(row, &inner.0).and_then(Value::as_array).map_or(0, Vec::len);
                cells.extend((0..count).map(|at| TableCell {
                    column: Some(format!("{name}.{}", at + 1)),
                    path: step(&path, PathStep::Index(at)),
                    shape: item,
                }));
            }
        }
    }
    cells
}

fn step(before: &[PathStep], last: PathStep) -> Vec<PathStep> {
    before.iter().cloned().chain([last]).collect()
}

fn counted(first: i64, at: usize) -> i64 {
    i64::try_from(at).map_or(i64::MAX, |at| first.saturating_add(at))
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(text).collect::<Vec<_>>().join("/"),
        other => other.to_string(),
    }
}
