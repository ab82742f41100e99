//! Small tables of the rules: exactly one row for each value that the game looks up, and results that rise.

use std::collections::BTreeSet;

use crate::HexsideKind;
use crate::diagnostic::{Diagnostic, Finding, finding};
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A table without a row for a value that the game looks up.
    ///
    /// # Why it matters
    /// A table by dice needs a result for each roll: for each total of two dice from 2 to 12, or for each die from 1 to
    /// 10. A table by army and arm needs a row for every arm of both armies. The Terrain Effects Chart needs a row for
    /// every class of terrain, and for each kind of hexside of the map. A table by differential ends with an open row. A track
    /// has a box for each number of chits that may lie on it.
    ///
    /// # Example
    /// ```toml
    /// [[rules.tables.morale]]
    /// nation = "french"
    /// kinds = ["infantry"]         # French cavalry is missing
    /// full = 8
    /// reduced = 7
    /// ```
    ///
    /// # Remedy
    /// Add the missing row.
    TABLE_GAP = "table-gap", Error
}

finding! {
    /// # What it finds
    /// A table with two rows for the same value.
    ///
    /// # Why it matters
    /// Only one of them can apply. The finding is reported at the later row.
    ///
    /// # Example
    /// ```toml
    /// [rules.tables]
    /// rebuilding = [
    ///   { from = 3, to = 4, die = -1 },
    ///   { from = 4, to = 6, die = -2 },      # a Command Rating of 4 is in both
    /// ]
    /// ```
    ///
    /// # Remedy
    /// Keep one row for each value.
    TABLE_OVERLAP = "table-overlap", Error
}

/// The dice that a table has a row for each roll of.
pub(crate) struct DiceRows {
    /// The number of rolls.
    count: usize,
    /// The dice, and how many rolls they have.
    dice: &'static str,
    /// The remedy.
    help: &'static str,
}

/// The total of two six-sided dice.
pub(crate) const TWO_DICE: DiceRows =
    DiceRows { count: 11, dice: "two dice, which have 11 totals", help: "write a row for each total from 2 to 12" };

/// A six-sided die.
pub(crate) const SIX_SIDED: DiceRows =
    DiceRows { count: 6, dice: "a six-sided die", help: "write a row for each die from 1 to 6" };

/// A ten-sided die.
pub(crate) const TEN_SIDED: DiceRows =
    DiceRows { count: 10, dice: "a ten-sided die", help: "write a row for each die from 1 to 10" };

/// Reports a table that does not have a row for each roll.
pub(crate) fn rows_of_dice(
    rows: usize,
    dice: &DiceRows,
    finding: &Finding,
    path: &DocPath,
    found: &mut Vec<Diagnostic>,
) {
    if rows != dice.count {
        let message = format!("this table has {rows} rows for {}", dice.dice);
        found.push(finding.at(path.clone(), message).help(dice.help));
    }
}

/// Reports every cell with a lower value than the cell above it or to its left.
pub(crate) fn rising<T, M: Ord>(
    rows: &[Vec<T>],
    merit: impl Fn(&T) -> M,
    finding: &Finding,
    path: &DocPath,
    found: &mut Vec<Diagnostic>,
) {
    for (row, cells) in rows.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            let above = row.checked_sub(1).and_then(|row| rows.get(row)?.get(column));
            let left = column.checked_sub(1).and_then(|column| cells.get(column));
            let message = match (above, left) {
                (Some(above), _) if merit(above) > merit(cell) => "this result is weaker than that of a lower roll",
                (_, Some(left)) if merit(left) > merit(cell) => {
                    "this result is weaker than that in the column to the left"
                }
                _ => continue,
            };
            let finding = finding.at(path.clone().key("rows").index(row).index(column), message);
            found.push(finding.help("results must not become weaker downward or to the right"));
        }
    }
}

/// Reports each `wanted` row of the Terrain Effects Chart that is missing in `keys`, and each duplicate in `keys`.
pub(crate) fn once<K: Copy + PartialEq + serde::Serialize>(
    keys: &[K],
    wanted: &[K],
    path: &DocPath,
    found: &mut Vec<Diagnostic>,
) {
    for key in wanted.iter().filter(|key| !keys.contains(key)) {
        found.push(TABLE_GAP.at(path.clone(), format!("the Terrain Effects Chart has no row for {}", word(key))));
    }
    for (index, key) in keys.iter().enumerate() {
        if let Some(first) = keys.iter().take(index).position(|other| other == key) {
            let finding =
                TABLE_OVERLAP.at(path.clone().index(index), format!("another row is already for {}", word(key)));
            found.push(finding.related(path.clone().index(first), "this one").help("write one row for each"));
        }
    }
}

/// Reports each kind of hexside of the map that is missing in `keys`, and each duplicate in `keys`.
pub(crate) fn hexsides_once(
    cx: &Context<'_>,
    keys: impl Iterator<Item = HexsideKind>,
    path: &DocPath,
    found: &mut Vec<Diagnostic>,
) {
    let used: BTreeSet<HexsideKind> = cx.hexsides.iter().map(|hexside| hexside.kind).collect();
    once(&keys.collect::<Vec<_>>(), &Vec::from_iter(used), path, found);
}

/// Returns a value as written in the file.
pub(crate) fn word(value: &impl serde::Serialize) -> String {
    toml::Value::try_from(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}
