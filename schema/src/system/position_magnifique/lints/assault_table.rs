//! The Assault Combat Table: no gaps, and no results in the wrong order.

use crate::diagnostic::Diagnostic;
use crate::lint::context::Context;
use crate::path::DocPath;
use crate::position_magnifique::{AssaultResult, AssaultTable};
use crate::system::lints::assault_table::{self, AssaultSpan};
use crate::system::lints::table;
use crate::system::lints::tables::TWO_DICE;

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    if let Some(assault) = own.rules.touched(own.basis()).assault {
        check_table(&assault, &table("assault"), found);
    }
}

/// Returns the value of a result for the attacker; negative if the attacker loses.
fn merit(result: &AssaultResult) -> i16 {
    let size = i16::from(result.hits) * 2 + i16::from(result.must_lose_step);
    if result.attacker { -size } else { size }
}

fn check_table(table: &AssaultTable, path: &DocPath, found: &mut Vec<Diagnostic>) {
    let columns: Vec<AssaultSpan> = table.columns.iter().map(|column| (column.from, column.to)).collect();
    assault_table::check(&columns, &table.rows, &TWO_DICE, merit, path, found);
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
