//! The columns of the table: the fields of a unit, those within its tables and pairs one by one.

use serde_json::Value;

use crate::System;
use crate::path::{DocPath, PathStep};
use crate::schema_json::{Shape, ValueKind};

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The place of its value within a unit's row, such as `enters.turn` or `combat[0]`.
    pub path: DocPath,
    /// The shape of its values.
    pub shape: Shape,
    /// `true` if every unit has something there.
    pub required: bool,
}

/// The row of the unit at `index` of the order of battle.
pub fn unit(index: usize) -> DocPath {
    DocPath::root().key("unit").index(index)
}

/// Every column that the units of `system` have, in the order of the file.
pub fn columns(system: System) -> Vec<Column> {
    let mut all = Vec::new();
    if let Some(shape) = Shape::at(system, &unit(0)) {
        within(shape, &DocPath::root(), true, &mut all);
    }
    all
}

fn within(table: Shape, path: &DocPath, required: bool, all: &mut Vec<Column>) {
    for field in table.fields() {
        let (path, required) = (path.clone().key(field.name), required && field.required);
        match field.shape.kind() {
            ValueKind::Table => within(field.shape, &path, required, all),
            ValueKind::Fixed(count) => {
                let Some(shape) = field.shape.item() else { continue };
                all.extend((0..count).map(|at| Column { path: path.clone().index(at), shape, required }));
            }
            // No cell holds a table of its own.
            ValueKind::Keyed | ValueKind::HexRows => {}
            ValueKind::List
                if field
                    .shape
                    .item()
                    .is_some_and(|item| matches!(item.kind(), ValueKind::Table | ValueKind::Keyed)) => {}
            _ => all.push(Column { path, shape: field.shape, required }),
        }
    }
}

impl Column {
    /// Its heading in a file: its path, such as `"enters.turn"`.
    pub fn key(&self) -> String {
        self.path.to_string()
    }

    /// The field of the unit that it is or lies in, such as `"enters"`.
    pub fn field(&self) -> &str {
        match self.path.0.first() {
            Some(PathStep::Key(key)) => key,
            _ => "",
        }
    }

    /// Returns `true` if it holds the id by which the rest of the file names the unit.
    pub fn is_own_id(&self) -> bool {
        self.path.0.len() == 1 && self.field() == "id"
    }

    /// Returns `true` if it holds a number.
    pub fn is_number(&self) -> bool {
        matches!(self.shape.kind(), ValueKind::Number(..) | ValueKind::Decimal(..))
    }

    /// Returns `true` if it holds whatever words the author likes.
    pub fn is_text(&self) -> bool {
        matches!(self.shape.kind(), ValueKind::Text | ValueKind::Color | ValueKind::List | ValueKind::Id(_))
    }

    /// The value of `row` there.
    pub fn value<'v>(&self, row: &'v Value) -> Option<&'v Value> {
        self.path.0.iter().try_fold(row, |here, step| match step {
            PathStep::Key(key) => here.get(key),
            PathStep::Index(at) => here.get(at),
        })
    }

    /// The value of `row` there as the text of a cell; empty where it has none.
    pub fn text(&self, row: &Value) -> String {
        self.value(row).map_or_else(String::new, written)
    }
}

/// A value as it stands in a cell. No is an empty cell, as it is in the file.
fn written(value: &Value) -> String {
    match value {
        Value::Null | Value::Bool(false) => String::new(),
        Value::Bool(true) => "yes".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(written).collect::<Vec<_>>().join("; "),
        other => other.to_string(),
    }
}
