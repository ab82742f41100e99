//! The rows of two rulesets, one over the other, and the paths by which they are listed.

use serde_json::Value;

use super::{MOST_RULE_ROWS, RowKind, RowLayer, RowLists, RowsInForce, RuleRows};
use crate::path::{DocPath, PathStep};

/// The key of the list of what does not count.
const DROP: &str = "drop";

impl RuleRows {
    /// Returns the rows of `earlier` with those of `later` over them.
    pub(crate) fn joined(earlier: RowLists<'_>, later: RowLists<'_>) -> Self {
        let mut all = RowsInForce::default();
        for lists in [earlier, later] {
            all.add(RowLayer { lists, ruleset: None });
        }
        // What is published is not known here, and to drop nothing does no harm.
        all.to_rows(|_| true)
    }
}

impl RowLists<'_> {
    /// Adds each row and each entry of `drop` to `values`, with its path below `rules`, such as `modifier.guard`. Rows that no
    /// scenario can have for their number are left out.
    pub(crate) fn list(self, rules: &DocPath, values: &mut Vec<(DocPath, Value)>) {
        let drop = rules.clone().key(DROP);
        values
            .extend(self.drop.iter().take(MOST_RULE_ROWS).map(|id| (drop.clone().key(id.as_str()), Value::Bool(true))));
        values.extend(self.all().take(MOST_RULE_ROWS).map(|(_, row)| {
            let path = rules.clone().key(row.kind().list()).key(row.id().as_str());
            (path, row.to_value())
        }));
    }
}

/// Returns the id of the row, or of the entry of `drop`, that is listed at `path`; `None` for another value.
fn listed_id(path: &DocPath) -> Option<&str> {
    match path.0.as_slice() {
        [PathStep::Key(list), PathStep::Key(id)] if list == DROP || RowKind::of_list(list).is_some() => Some(id),
        _ => None,
    }
}

/// Returns `true` if a row, or an entry of `drop`, is listed at `path`.
pub(crate) fn is_row(path: &DocPath) -> bool {
    listed_id(path).is_some()
}

/// Returns `true` if both paths are of rows with the same id, or of an entry of `drop` with it.
pub(crate) fn same_row(one: &DocPath, other: &DocPath) -> bool {
    listed_id(one).is_some_and(|id| listed_id(other) == Some(id))
}

/// Returns `true` if a change at `own` decides what counts at `value`.
pub(crate) fn decides(own: &DocPath, value: &DocPath) -> bool {
    value.is_within(own) || same_row(own, value)
}

/// Returns `true` if `path` is of an entry of `drop` beside a row with the same id in `values`, which stands in for what it drops.
pub(crate) fn is_dropped_in(path: &DocPath, values: &[(DocPath, Value)]) -> bool {
    let is_drop = |path: &DocPath| matches!(path.0.first(), Some(PathStep::Key(list)) if list == DROP);
    is_drop(path) && values.iter().any(|(other, _)| !is_drop(other) && same_row(other, path))
}
