//! The Fire Combat Table: no gaps, and no results in the wrong order.

use crate::diagnostic::Diagnostic;
use crate::lint::context::Context;
use crate::path::DocPath;
use crate::position_magnifique::FireTable;
use crate::system::lints::fire_table::{self, FireSpan};
use crate::system::lints::table;
use crate::system::lints::tables::TWO_DICE;

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    if let Some(fire) = own.rules.touched(own.basis()).fire {
        check_table(&fire, &table("fire"), found);
    }
}

fn check_table(table: &FireTable, path: &DocPath, found: &mut Vec<Diagnostic>) {
    let columns = table.columns.iter().map(|column| {
        let factor = i16::from(column.0);
        FireSpan { from: factor, to: Some(factor), name: column.to_string() }
    });
    let columns: Vec<FireSpan> = columns.collect();
    fire_table::check(&columns, &table.rows, &TWO_DICE, |result| *result, path, found);
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
