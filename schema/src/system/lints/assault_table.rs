//! Assault tables with gaps, or with results in the wrong order.

use super::tables::{DiceRows, rising, rows_of_dice};
use crate::diagnostic::{Diagnostic, finding};
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// An incomplete Assault Combat Table.
    ///
    /// # Why it matters
    /// The table has a row for each roll of the dice, with a result for every column. The columns follow each other
    /// without gaps or overlaps, the first without `from` and the last without `to`, so that every differential of the
    /// two strengths has a column (13.2).
    ///
    /// # Example
    /// ```toml
    /// [rules.tables.assault]
    /// columns = [{ to = -1 }, { from = 1 }]    # no column for a differential of 0
    /// ```
    ///
    /// # Remedy
    /// Add the missing rows, results or columns, or remove the extra ones.
    ASSAULT_TABLE_SHAPE = "assault-table-shape", Error
}

finding! {
    /// # What it finds
    /// An Assault Combat Table with a result that is worse for the attacker than one at a lower roll or further left.
    ///
    /// # Why it matters
    /// High rolls and column shifts to the right are meant as a bonus. The finding is reported at the worse result.
    ///
    /// # Example
    /// ```toml
    /// [rules.tables.assault]
    /// rows = [
    ///   ["A1", "D1"],
    ///   ["D1", "A1"],              # column 2 is worse than column 1
    /// ]
    /// ```
    ///
    /// # Remedy
    /// Correct one of the two results, or swap them.
    ASSAULT_TABLE_ORDER = "assault-table-order", Warning
}

/// A column: the least and the greatest differential that it is for.
pub(crate) type AssaultSpan = (Option<i8>, Option<i8>);

/// Notes what is wrong with the table at `path`; `merit` is what a result is worth to the attacker.
pub(crate) fn check<R, M: Ord>(
    columns: &[AssaultSpan],
    rows: &[Vec<R>],
    dice: &DiceRows,
    merit: impl Fn(&R) -> M,
    path: &DocPath,
    found: &mut Vec<Diagnostic>,
) {
    let before = found.len();
    let list = path.clone().key("columns");
    let shape = |path, message: String| {
        ASSAULT_TABLE_SHAPE
            .at(path, message)
            .help("columns must follow each other without gaps; the first and the last are open")
    };
    if columns.is_empty() {
        found.push(shape(list.clone(), "the Assault Combat Table has no columns".to_owned()));
    }
    for (index, (from, to)) in columns.iter().copied().enumerate() {
        let here = list.clone().index(index);
        let last = index + 1 == columns.len();
        match index.checked_sub(1).and_then(|index| columns.get(index)) {
            None if from.is_some() => {
                found.push(shape(here.clone(), "the first column must have no `from`".to_owned()))
            }
            Some((_, Some(end))) if from.map(i16::from) != Some(i16::from(*end) + 1) => {
                let wanted = i16::from(*end) + 1;
                found.push(shape(
                    here.clone(),
                    format!("this column must begin at {wanted}, after the end of the previous one"),
                ));
            }
            _ => {}
        }
        if to.is_none() != last {
            let message = if last { "the last column must have no `to`" } else { "this column must have a `to`" };
            found.push(shape(here.clone(), message.to_owned()));
        }
        if from.zip(to).is_some_and(|(from, to)| from > to) {
            found.push(shape(here, "`to` is less than `from`".to_owned()));
        }
    }
    rows_of_dice(rows.len(), dice, &ASSAULT_TABLE_SHAPE, path, found);
    for (index, row) in rows.iter().enumerate() {
        if row.len() != columns.len() {
            let message = format!("the row has {} results for {} columns", row.len(), columns.len());
            found.push(shape(path.clone().key("rows").index(index), message));
        }
    }
    if found.len() == before {
        rising(rows, merit, &ASSAULT_TABLE_ORDER, path, found);
    }
}
