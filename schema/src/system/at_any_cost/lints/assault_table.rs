//! The Assault Combat Results Table: no gaps, and no results in the wrong order.

use crate::at_any_cost::{AssaultResult, AssaultTable};
use crate::diagnostic::Diagnostic;
use crate::lint::context::Context;
use crate::path::DocPath;
use crate::system::lints::assault_table::{self, AssaultSpan};
use crate::system::lints::table;
use crate::system::lints::tables::TEN_SIDED;

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    if let Some(assault) = own.rules.touched(own.basis()).assault {
        check_table(&assault, &table("assault"), found);
    }
}

/// The merit of a result for the attacker. What the winner may lose, too, makes it a little worse for the winner.
fn merit(result: &AssaultResult) -> i16 {
    match *result {
        AssaultResult::ToughFight => 0,
        AssaultResult::Loss(attacker, points, starred, winner) => {
            let size = 4 * i16::from(points) + 2 * i16::from(starred) - i16::from(winner > 0);
            if attacker { -size } else { size }
        }
    }
}

fn check_table(table: &AssaultTable, path: &DocPath, found: &mut Vec<Diagnostic>) {
    let columns: Vec<AssaultSpan> = table.columns.iter().map(|column| (column.from, column.to)).collect();
    assault_table::check(&columns, &table.rows, &TEN_SIDED, merit, path, found);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::at_any_cost::Rules;
    use crate::lint::testing::shown_any_cost as shown;

    #[test]
    fn the_published_table_is_sound() {
        let mut found = Vec::new();
        check_table(&Rules::published().tables.assault, &DocPath::root(), &mut found);
        assert_eq!(found, []);
    }

    fn with(columns: &str, rows: &[&str]) -> Vec<String> {
        let rows: Vec<String> = rows.iter().map(|row| format!("[{row}]")).collect();
        let table = format!("[rules.tables.assault]\ncolumns = [{columns}]\nrows = [{}]\n", rows.join(", "));
        shown(&[("# Event Chits:", &format!("{table}\n# Event Chits:"))])
    }

    #[test]
    fn a_table_is_whole_and_rises() {
        let columns = "{ to = -1 }, { from = 0 }";
        let mut rows = ["\"A1\", \"D1\""; 10];
        assert_eq!(with(columns, &rows), [] as [&str; 0]);
        assert_eq!(with("{ to = -1 }, { from = 1 }", &rows), ["assault-table-shape { from = 1 }"]);
        assert_eq!(with(columns, &rows[1..]).len(), 1);
        rows[0] = "\"D1\", \"A1\"";
        assert_eq!(with(columns, &rows), ["assault-table-order \"A1\"", "assault-table-order \"A1\""]);
        rows[0] = "\"A2*\", \"A2\"";
        assert_eq!(with(columns, &rows), [] as [&str; 0]);
        // A Tough Fight lies between the losses of one side and those of the other.
        rows[0] = "\"A1\", \"A1(D1)\"";
        rows[9] = "\"TF\", \"D1\"";
        assert_eq!(with(columns, &rows), [] as [&str; 0]);
        rows[0] = "\"A1(D1)\", \"A1(D1)\"";
        assert_eq!(with(columns, &rows), ["assault-table-order \"A1\""]);
        rows[0] = "\"A1\", \"TF\"";
        rows[1] = "\"A1\", \"D1(A1)\"";
        assert_eq!(with(columns, &rows), [] as [&str; 0]);
    }
}
