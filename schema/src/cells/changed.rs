//! The values by which rules differ from others, such as those of a scenario from the published ones.

use serde_json::Value;

use super::{Headings, change, value_at};
use crate::path::{DocPath, PathStep};
use crate::schema_json::Shape;
use crate::{Scenario, System};

/// A value, or a whole table, that differs.
#[derive(Clone, Debug, PartialEq)]
pub struct ChangedRule {
    /// The path of the value in the complete rules, such as `rules.tables.combat.rows[3][4]`.
    pub path: DocPath,
    /// The headings of a cell, such as `3, 2:1`; `None` for a setting, a named value, and a whole table.
    pub cell: Option<String>,
    /// The value below; `None` if there is none.
    pub before: Option<Value>,
    /// The value in force; `None` if there is none.
    pub after: Option<Value>,
}

impl ChangedRule {
    /// Returns the path of the table that holds the value; `None` for a setting.
    pub fn table(&self) -> Option<DocPath> {
        let table = self.path.0.get(..3)?;
        let tables = DocPath::root().key("rules").key("tables");
        table.starts_with(&tables.0).then(|| DocPath(table.to_vec()))
    }

    /// Returns `true` if the table as a whole has other rows or columns.
    pub fn is_whole_table(&self) -> bool {
        self.table().as_ref() == Some(&self.path)
    }

    /// Returns the value below in words, such as `A/D1`.
    pub fn before_in_words(&self) -> String {
        self.before.as_ref().map_or_else(|| "none".to_owned(), crate::chart::in_words)
    }
}

impl Scenario {
    /// Returns the rules that differ from the published ones, in the order of the format: each setting, named value and
    /// cell alone, and a table as a whole if it has other rows or columns.
    ///
    /// ```
    /// use battlewright_schema::{System, load, template};
    /// let text = template(System::MarsLaTour).replacen("[victory]", "[rules.tables.modifiers]\nflank_support = 2\n\n[victory]", 1);
    /// let changed = load(&text).scenario.unwrap().changed_rules();
    /// assert_eq!(changed.len(), 1);
    /// assert_eq!(changed[0].path.to_string(), "rules.tables.modifiers.flank_support");
    /// assert_eq!((changed[0].before.clone(), changed[0].after.clone()), (Some(1.into()), Some(2.into())));
    /// ```
    pub fn changed_rules(&self) -> Vec<ChangedRule> {
        differences(self.system(), self.system().published(), &self.rules_in_force())
    }
}

/// Returns the differences between two complete rules of `system`, in the order of the format.
pub(crate) fn differences(system: System, before: &Value, after: &Value) -> Vec<ChangedRule> {
    let mut changed = Vec::new();
    compare(system, super::headings(system), &DocPath::root().key("rules"), before, after, &mut changed);
    changed
}

/// Notes the differences between two complete parts of the rules.
pub(super) fn compare(
    system: System,
    headings: Headings,
    path: &DocPath,
    before: &Value,
    after: &Value,
    changed: &mut Vec<ChangedRule>,
) {
    if before == after {
        return;
    }
    let whole =
        || ChangedRule { path: path.clone(), cell: None, before: Some(before.clone()), after: Some(after.clone()) };
    match headings {
        Headings::Value => changed.push(whole()),
        Headings::Group(parts) => {
            // The origin of a table is no rule.
            for (name, part) in parts.iter().filter(|(name, _)| *name != "provenance") {
                if let (Some(before), Some(after)) = (before.get(name), after.get(name)) {
                    compare(system, *part, &path.clone().key(*name), before, after, changed);
                }
            }
        }
        table => {
            let Some(shape) = Shape::at(system, path) else { return };
            let (old, new) = (cells(table, shape, before), cells(table, shape, after));
            let is_alike =
                old.len() == new.len() && old.iter().zip(&new).all(|(old, new)| (&old.0, &old.1) == (&new.0, &new.1));
            if !is_alike {
                return changed.push(whole());
            }
            for ((row, column, at, shape), (.., after_at, _)) in old.into_iter().zip(new) {
                let [before, after] = [(before, &at), (after, &after_at)]
                    .map(|(value, at)| value_at(value, at).or_else(|| super::omitted(shape)).cloned());
                if before != after {
                    changed.push(ChangedRule {
                        path: DocPath(path.0.iter().chain(&after_at).cloned().collect()),
                        cell: Some(change::address(&row, column.as_deref())),
                        before,
                        after,
                    });
                }
            }
        }
    }
}

/// A cell with the headings of its row and its column.
type HeadedCell = (String, Option<String>, Vec<PathStep>, Shape);

fn cells(headings: Headings, shape: Shape, table: &Value) -> Vec<HeadedCell> {
    let rows = headings.table_rows(shape, table).into_iter();
    let cells = rows.flat_map(|row| {
        let name = row.name().to_owned();
        row.cells.into_iter().map(move |cell| (name.clone(), cell.column, cell.path, cell.shape))
    });
    cells.collect()
}
