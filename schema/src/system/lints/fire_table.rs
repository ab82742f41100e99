//! Fire tables with gaps, or with results in the wrong order.

use super::tables::{DiceRows, rising, rows_of_dice};
use crate::diagnostic::{Diagnostic, finding};
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// An incomplete fire table.
    ///
    /// # Why it matters
    /// The table has a row for each roll of the dice, with a result for every column. The columns rise from left to
    /// right without gaps, with `A` before 1, so that every strength has exactly one column. Only the last column may
    /// be open, such as `13+`.
    ///
    /// # Example
    /// ```toml
    /// [rules.tables.fire]
    /// columns = ["A", "1", "3"]    # no column for a strength of 2
    /// ```
    ///
    /// # Remedy
    /// Add the missing rows, results or columns, or remove the extra ones.
    FIRE_TABLE_SHAPE = "fire-table-shape", Error
}

finding! {
    /// # What it finds
    /// A fire table with a result that does less harm than one at a lower roll or further left.
    ///
    /// # Why it matters
    /// High rolls and column shifts to the right are meant as a bonus. The finding is reported at the weaker result.
    ///
    /// # Example
    /// ```toml
    /// [rules.tables.fire]
    /// columns = ["1", "2"]
    /// rows = [
    ///   ["-", "-"],
    ///   ["MT", "-"],               # column 2 does less than column 1
    /// ]
    /// ```
    ///
    /// # Remedy
    /// Correct one of the two results, or swap them.
    FIRE_TABLE_ORDER = "fire-table-order", Warning
}

/// A column of a fire table: the strengths that it is for, and its heading.
pub(crate) struct FireSpan {
    /// The least.
    pub(crate) from: i16,
    /// The greatest; `None` for no limit.
    pub(crate) to: Option<i16>,
    /// The heading.
    pub(crate) name: String,
}

/// Notes what is wrong with the table at `path`; `merit` is what a result is worth to the firing side.
pub(crate) fn check<R, M: Ord>(
    columns: &[FireSpan],
    rows: &[Vec<R>],
    dice: &DiceRows,
    merit: impl Fn(&R) -> M,
    path: &DocPath,
    found: &mut Vec<Diagnostic>,
) {
    let before = found.len();
    let list = path.clone().key("columns");
    if columns.is_empty() {
        found.push(FIRE_TABLE_SHAPE.at(list.clone(), "the fire table has no columns"));
    }
    for (index, pair) in columns.windows(2).enumerate() {
        let [left, right] = pair else { continue };
        if left.to.map(|to| to + 1) != Some(right.from) {
            let message = format!("column {} follows column {}", right.name, left.name);
            found.push(
                FIRE_TABLE_SHAPE
                    .at(list.clone().index(index + 1), message)
                    .help("columns must rise without gaps: C, B, A, 1, 2, 3 …"),
            );
        }
    }
    rows_of_dice(rows.len(), dice, &FIRE_TABLE_SHAPE, path, found);
    for (index, row) in rows.iter().enumerate() {
        if row.len() != columns.len() {
            let message = format!("the row has {} results for {} columns", row.len(), columns.len());
            found.push(FIRE_TABLE_SHAPE.at(path.clone().key("rows").index(index), message));
        }
    }
    if found.len() == before {
        rising(rows, merit, &FIRE_TABLE_ORDER, path, found);
    }
}
