//! Fire Combat Tables with gaps, or with results in the wrong order.

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::path::DocPath;
use crate::position_magnifique::FireTable;

finding! {
    /// # What it finds
    /// An incomplete Fire Combat Table.
    ///
    /// # Why it matters
    /// The table has a row for each total of two dice, 2 to 12, with a result for every column. The columns rise from
    /// left to right without gaps, with `A` before 1, so that every Combat Factor has a column (10.2).
    ///
    /// # Example
    /// ```toml
    /// [rules.tables.fire]
    /// columns = ["A", "1", "3"]    # no column for a Combat Factor of 2
    /// ```
    ///
    /// # Remedy
    /// Add the missing rows, results or columns, or remove the extra ones.
    FIRE_TABLE_SHAPE = "fire-table-shape", Error
}

finding! {
    /// # What it finds
    /// A Fire Combat Table with a result that does less harm than one at a lower roll or further left.
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

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    if let Some(table) = own.rules.tables.as_ref().and_then(|tables| tables.fire.as_ref()) {
        check_table(table, &super::table("fire"), found);
    }
}

fn check_table(table: &FireTable, path: &DocPath, found: &mut Vec<Diagnostic>) {
    let before = found.len();
    let columns = path.clone().key("columns");
    if table.columns.is_empty() {
        found.push(FIRE_TABLE_SHAPE.at(columns.clone(), "the Fire Combat Table has no columns"));
    }
    for (index, pair) in table.columns.windows(2).enumerate() {
        let [left, right] = pair else { continue };
        if i16::from(right.0) != i16::from(left.0) + 1 {
            let message = format!("column {right} follows column {left}");
            found.push(
                FIRE_TABLE_SHAPE
                    .at(columns.clone().index(index + 1), message)
                    .help("columns must rise without gaps: C, B, A, 1, 2, 3 …"),
            );
        }
    }
    super::small_tables::rows_of_dice(table.rows.len(), &FIRE_TABLE_SHAPE, path, found);
    for (index, row) in table.rows.iter().enumerate() {
        if row.len() != table.columns.len() {
            let message = format!("the row has {} results for {} columns", row.len(), table.columns.len());
            found.push(FIRE_TABLE_SHAPE.at(path.clone().key("rows").index(index), message));
        }
    }
    if found.len() == before {
        super::small_tables::rising(&table.rows, |result| *result, &FIRE_TABLE_ORDER, path, found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::testing::shown_magnifique as shown;
    use crate::position_magnifique::Rules;

    #[test]
    fn the_published_table_is_sound() {
        let mut found = Vec::new();
        check_table(&Rules::published().tables.fire, &DocPath::root(), &mut found);
        assert_eq!(found, []);
    }

    fn with(columns: &str, rows: &[&str]) -> Vec<String> {
        let rows: Vec<String> = rows.iter().map(|row| format!("[{row}]")).collect();
        let table = format!("[rules.tables.fire]\ncolumns = [{columns}]\nrows = [{}]\n", rows.join(", "));
        shown(&[("# Event Chits:", &format!("{table}\n# Event Chits:"))])
    }

    #[test]
    fn a_table_is_whole_and_rises() {
        let mut rows = ["\"-\", \"MT\""; 11];
        assert_eq!(with("\"A\", \"1\"", &rows), [] as [&str; 0]);
        assert_eq!(with("\"A\", \"2\"", &rows), ["fire-table-shape \"2\""]);
        assert_eq!(with("\"A\"", &rows).len(), 11);
        assert_eq!(with("\"A\", \"1\"", &rows[1..]).len(), 1);
        rows[9] = "\"SH\", \"SL\"";
        assert_eq!(with("\"A\", \"1\"", &rows), ["fire-table-order \"-\"", "fire-table-order \"MT\""]);
        rows[9] = "\"MT\", \"-\"";
        rows[10] = "\"MT\", \"MT\"";
        assert_eq!(with("\"A\", \"1\"", &rows), ["fire-table-order \"-\""]);
    }
}
