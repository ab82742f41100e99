//! The columns of the table: one for each field of a unit. Nested tables and pairs have one column per value.

use serde_json::Value;

use crate::System;
use crate::path::{DocPath, PathStep};
use crate::schema_json::{Shape, ValueKind};

/// A column of the table of units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The path of the value within a unit's row, such as `enters.turn` or `combat[0]`.
    pub path: DocPath,
    /// The shape of the values.
    pub shape: Shape,
    /// `true` if every unit must have a value.
    pub required: bool,
}

/// Returns the path of the unit at `index` of the order of battle.
pub fn unit(index: usize) -> DocPath {
    DocPath::root().key("unit").index(index)
}

/// Returns the columns for the units of `system`, in the order of the file.
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
            // A cell cannot hold a keyed table or rows of hexes.
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
    /// Returns the heading in a file, the path such as `"enters.turn"`.
    pub fn key(&self) -> String {
        self.path.to_string()
    }

    /// Returns the top-level field of the unit, such as `"enters"` for the column `enters.turn`.
    pub fn field(&self) -> &str {
        match self.path.0.first() {
            Some(PathStep::Key(key)) => key,
            _ => "",
        }
    }

    /// Returns `true` for the column with the id of the unit itself.
    pub fn is_own_id(&self) -> bool {
        self.path.0.len() == 1 && self.field() == "id"
    }

    /// Returns `true` if the values are numbers.
    pub fn is_number(&self) -> bool {
        matches!(self.shape.kind(), ValueKind::Number(..) | ValueKind::Decimal(..))
    }

    /// Returns `true` if the values are free text, colors, lists or ids.
    pub fn is_text(&self) -> bool {
        let kind = self.shape.kind();
        // A point may begin with a minus sign.
        matches!(kind, ValueKind::Text | ValueKind::Color | ValueKind::Point | ValueKind::List | ValueKind::Id(_))
    }

    /// Returns the value of `row` in this column, if any.
    pub fn value<'v>(&self, row: &'v Value) -> Option<&'v Value> {
        self.path.0.iter().try_fold(row, |here, step| match step {
            PathStep::Key(key) => here.get(key),
            PathStep::Index(at) => here.get(at),
        })
    }

    /// Returns the value of `row` in this column as the text of a cell; empty if there is none.
    pub fn text(&self, row: &Value) -> String {
        self.value(row).map_or_else(String::new, written)
    }
}

/// Returns a value as the text of a cell. `false` is an empty cell, as the file omits it.
fn written(value: &Value) -> String {
    match value {
        Value::Null | Value::Bool(false) => String::new(),
        Value::Bool(true) => "yes".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(written).collect::<Vec<_>>().join("; "),
        other => other.to_string(),
    }
}
