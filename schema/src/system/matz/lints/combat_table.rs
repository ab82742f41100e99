//! A Combat Results Table with gaps, or with results in the wrong order.

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::matz::CombatTable;
use crate::system::lints::table;
use crate::system::lints::tables::rising;

finding! {
    /// # What it finds
    /// An incomplete Combat Results Table.
    ///
    /// # Why it matters
    /// Every ratio of points that may attack needs a column, and every die a row with a result for each column. The
    /// columns rise from left to right; the first one is for the least ratio that may attack, or for less. The rows are
    /// for the modified dice from 1 to 6 at least.
    ///
    /// # Example
    /// ```toml
    /// [rules.tables.combat]
    /// columns = [
    ///   { odds = "1:1", from = 100 },
    ///   { odds = "1:2", from = 50 },     # below the column to the left
    /// ]
    /// ```
    ///
    /// # Remedy
    /// Sort the columns, and add the missing rows and results.
    COMBAT_TABLE_SHAPE = "combat-table-shape", Error
}

finding! {
    /// # What it finds
    /// A Combat Results Table with a result that is worse for the attacker than one at a lower die or further left.
    ///
    /// # Why it matters
    /// High dice and column shifts to the right are meant as a bonus. The finding is reported at the worse result.
    ///
    /// # Example
    /// ```toml
    /// [rules.tables.combat]
    /// rows = [
    ///   ["AR", "D"],
    ///   ["A", "AE"],                     # worse than the row above
    /// ]
    /// ```
    ///
    /// # Remedy
    /// Correct one of the two results, or swap them.
    COMBAT_TABLE_ORDER = "combat-table-order", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let Some(combat) = own.rules.touched(own.basis()).combat else { return };
    shape(&combat, found);
}

fn shape(combat: &CombatTable, found: &mut Vec<Diagnostic>) {
    let path = table("combat");
    let before = found.len();
    let mut note = |path, message: String, help: &str| found.push(COMBAT_TABLE_SHAPE.at(path, message).help(help));
    match combat.columns.first() {
        None => note(path.clone().key("columns"), "the table has no columns".to_owned(), "add a column"),
        Some(first) if first.from > combat.least => note(
            path.clone().key("columns").index(0),
            format!("the first column begins at {}, but attacks are allowed from {}", first.from, combat.least),
            "begin the first column with the least ratio",
        ),
        Some(_) => {}
    }
    for (index, pair) in combat.columns.windows(2).enumerate() {
        if let [left, right] = pair
            && right.from <= left.from
        {
            let message = format!("column {} is not above column {}", right.odds, left.odds);
            note(path.clone().key("columns").index(index + 1), message, "let `from` rise from left to right");
        }
    }
    let rows = i64::try_from(combat.rows.len()).unwrap_or(i64::MAX);
    let (first, last) = (i64::from(combat.first_die), i64::from(combat.first_die) + rows - 1);
    if first > 1 || last < 6 {
        let message = format!("the rows are for the dice from {first} to {last}");
        note(path.clone().key("rows"), message, "write a row for each die from 1 to 6 at least");
    }
    for (index, row) in combat.rows.iter().enumerate() {
        if row.len() != combat.columns.len() {
            let message = format!("the row has {} results for {} columns", row.len(), combat.columns.len());
            note(path.clone().key("rows").index(index), message, "write a result for each column");
        }
    }
    if combat.above == 0 {
        note(path.clone().key("above"), "no ratio is so small a step".to_owned(), "100 is one column of whole odds");
    }
    if found.len() == before {
        rising(&combat.rows, |result| result.merit(), &COMBAT_TABLE_ORDER, &path, found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::testing::shown_matz as shown;
    use crate::matz::Rules;

    fn with(columns: &str, rows: &[&str], more: &str) -> Vec<String> {
        let rows: String = rows.iter().map(|row| format!("[{row}],")).collect();
        let text =
            format!("[rules.tables.combat]\ncolumns = [{columns}]\nrows = [{rows}]\n{more}\nleast = 50\n\n[victory]");
        let found = shown(&[("[victory]", &text)]);
        found.into_iter().map(|line| line.split(' ').next().unwrap_or_default().to_owned()).collect()
    }

    const COLUMNS: &str = "{ odds = \"1:2\", from = 50 }, { odds = \"1:1\", from = 75 }";
    const SOUND: [&str; 6] =
        ["\"AE\", \"A1\"", "\"AE\", \"A1\"", "\"AR\", \"Eng\"", "\"A/D1\", \"D\"", "\"DR\", \"De\"", "\"DR2\", \"DE\""];

    #[test]
    fn the_published_table_is_sound() {
        let mut found = Vec::new();
        shape(&Rules::published().tables.combat, &mut found);
        assert_eq!(found, []);
    }

    #[test]
    fn a_table_is_whole_and_rises() {
        let ends = "first_die = 1\nabove = 100";
        assert_eq!(with(COLUMNS, &SOUND, ends), [] as [&str; 0]);
        assert_eq!(with(COLUMNS, &SOUND, "first_die = 2\nabove = 100"), ["combat-table-shape"]);
        assert_eq!(with(COLUMNS, &SOUND, "first_die = 1\nabove = 0"), ["combat-table-shape"]);
        assert_eq!(with(COLUMNS, &SOUND[1..], ends), ["combat-table-shape"]);
        assert_eq!(with(&COLUMNS.replace("75", "40"), &SOUND, ends), ["combat-table-shape"]);
        assert_eq!(with(&COLUMNS.replace("50", "60"), &SOUND, ends), ["combat-table-shape"]);
        let mut odd = SOUND;
        odd[2] = "\"AR\"";
        assert_eq!(with(COLUMNS, &odd, ends), ["combat-table-shape"]);
        let mut odd = SOUND;
        odd[5] = "\"DR2\", \"AE\"";
        assert_eq!(with(COLUMNS, &odd, ends), ["combat-table-order"]);
    }
}
