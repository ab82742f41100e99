//! Assault Combat Tables with gaps, or with results in the wrong order.

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::path::DocPath;
use crate::position_magnifique::{AssaultResult, AssaultTable};

finding! {
    /// # What it finds
    /// An incomplete Assault Combat Table.
    ///
    /// # Why it matters
    /// The table has a row for each total of two dice, 2 to 12, with a result for every column. The columns follow each
    /// other without gaps or overlaps, the first without `from` and the last without `to`, so that every Combat Factor
    /// Differential has a column (13.2).
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

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    if let Some(table) = own.rules.tables.as_ref().and_then(|tables| tables.assault.as_ref()) {
        check_table(table, &super::table("assault"), found);
    }
}

/// Returns the value of a result for the attacker; negative if the attacker loses.
fn merit(result: &AssaultResult) -> i16 {
    let size = i16::from(result.hits) * 2 + i16::from(result.must_lose_step);
    if result.attacker { -size } else { size }
}

fn check_table(table: &AssaultTable, path: &DocPath, found: &mut Vec<Diagnostic>) {
    let before = found.len();
    let columns = path.clone().key("columns");
    let shape = |path, message: String| {
        ASSAULT_TABLE_SHAPE
            .at(path, message)
            .help("columns must follow each other without gaps; the first and the last are open")
    };
    if table.columns.is_empty() {
        found.push(shape(columns.clone(), "the Assault Combat Table has no columns".to_owned()));
    }
    for (index, column) in table.columns.iter().enumerate() {
        let here = columns.clone().index(index);
        let last = index + 1 == table.columns.len();
        match index.checked_sub(1).and_then(|index| table.columns.get(index)) {
            None if column.from.is_some() => {
                found.push(shape(here.clone(), "the first column must have no `from`".to_owned()))
            }
            Some(left) if left.to.is_some() && column.from.map(i16::from) != left.to.map(|to| i16::from(to) + 1) => {
                let wanted = left.to.map_or(0, |to| i16::from(to) + 1);
                found.push(shape(
                    here.clone(),
                    format!("this column must begin at {wanted}, after the end of the previous one"),
                ));
            }
            _ => {}
        }
        if column.to.is_none() != last {
            let message = if last { "the last column must have no `to`" } else { "this column must have a `to`" };
            found.push(shape(here.clone(), message.to_owned()));
        }
        if column.from.zip(column.to).is_some_and(|(from, to)| from > to) {
            found.push(shape(here, "`to` is less than `from`".to_owned()));
        }
    }
    super::small_tables::rows_of_dice(table.rows.len(), &ASSAULT_TABLE_SHAPE, path, found);
    for (index, row) in table.rows.iter().enumerate() {
        if row.len() != table.columns.len() {
            let message = format!("the row has {} results for {} columns", row.len(), table.columns.len());
            found.push(shape(path.clone().key("rows").index(index), message));
        }
    }
    if found.len() == before {
        super::small_tables::rising(&table.rows, merit, &ASSAULT_TABLE_ORDER, path, found);
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
        check_table(&Rules::published().tables.assault, &DocPath::root(), &mut found);
        assert_eq!(found, []);
    }

    fn with(columns: &str, rows: &[&str]) -> Vec<String> {
        let rows: Vec<String> = rows.iter().map(|row| format!("[{row}]")).collect();
        let table =
            format!("[rules.tables.assault]\nflank_attack = 1\ncolumns = [{columns}]\nrows = [{}]\n", rows.join(", "));
        shown(&[("# Event Chits:", &format!("{table}\n# Event Chits:"))])
    }

    #[test]
    fn a_table_is_whole_and_rises() {
        let columns = "{ to = -1 }, { from = 0 }";
        let mut rows = ["\"A1\", \"D1\""; 11];
        assert_eq!(with(columns, &rows), [] as [&str; 0]);
        assert_eq!(with("{ to = -1 }, { from = 1 }", &rows), ["assault-table-shape { from = 1 }"]);
        assert_eq!(with("{ from = -5, to = -1 }, { from = 0 }", &rows).len(), 1);
        assert_eq!(with("{ to = -1 }, { from = 0, to = 5 }", &rows), ["assault-table-shape { from = 0, to = 5 }"]);
        assert_eq!(with(columns, &rows[1..]).len(), 1);
        rows[0] = "\"D1\", \"A1\"";
        assert_eq!(with(columns, &rows), ["assault-table-order \"A1\"", "assault-table-order \"A1\""]);
        rows[0] = "\"A2*\", \"A2\"";
        assert_eq!(with(columns, &rows), [] as [&str; 0]);
    }
}
