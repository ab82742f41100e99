//! The two Fire Combat Results Tables: no gaps, no results in the wrong order, and the superior one nowhere the weaker.

use crate::at_any_cost::{FireEffect, FireResult, FireTable};
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::path::DocPath;
use crate::system::lints::fire_table::{self, FireSpan};
use crate::system::lints::table;
use crate::system::lints::tables::TEN_SIDED;

finding! {
    /// # What it finds
    /// A superior fire table with a result that is weaker than that of the inferior one.
    ///
    /// # Why it matters
    /// Prussian artillery, French infantry and mitrailleuses fire on the more effective table (8.7). With the same
    /// strength and die, it should do at least as much harm. The finding is reported at the weaker result, or at the
    /// inferior table if only that one is changed.
    ///
    /// # Example
    /// ```toml
    /// [rules.tables.fire_superior]
    /// columns = ["A", "1+"]
    /// rows = [
    ///   ["-", "-"],                # the inferior table has "RT" in column 1
    /// ]
    /// ```
    ///
    /// # Remedy
    /// Correct one of the two results.
    SUPERIOR_TABLE_WEAKER = "superior-table-weaker", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let changed = own.rules.touched(own.basis());
    let before = found.len();
    for (name, fire) in [("fire_superior", &changed.fire_superior), ("fire_inferior", &changed.fire_inferior)] {
        if let Some(fire) = fire {
            check_table(fire, &table(name), found);
        }
    }
    // A table with gaps cannot be compared.
    if found.len() > before || changed.fire_superior.is_none() && changed.fire_inferior.is_none() {
        return;
    }
    let tables = own.ruleset().tables;
    if let Some((row, column)) = weaker(&tables.fire_superior, &tables.fire_inferior) {
        let path = match changed.fire_superior {
            Some(_) => table("fire_superior").key("rows").index(row).index(column),
            None => table("fire_inferior"),
        };
        let message = format!("with a die of {}, the superior table does less here than the inferior one", row + 1);
        found.push(SUPERIOR_TABLE_WEAKER.at(path, message).help("correct one of the two results"));
    }
}

/// The merit of a result for the firing side: the effect on the Front Line unit, and then that on the Second Line unit.
fn merit(result: &FireResult) -> (FireEffect, FireEffect) {
    (result.front, result.second)
}

fn check_table(table: &FireTable, path: &DocPath, found: &mut Vec<Diagnostic>) {
    let columns = table.columns.iter().map(|column| FireSpan {
        from: i16::from(column.from),
        to: column.to.map(i16::from),
        name: column.to_string(),
    });
    let columns: Vec<FireSpan> = columns.collect();
    fire_table::check(&columns, &table.rows, &TEN_SIDED, merit, path, found);
}

/// The row and column of the first result of `superior` that is weaker than the one of `inferior` for the same strength.
fn weaker(superior: &FireTable, inferior: &FireTable) -> Option<(usize, usize)> {
    let column_for = |sp: i8| {
        let holds = |column: &&crate::at_any_cost::FireColumn| column.to.is_none_or(|to| sp <= to);
        let there = inferior.columns.iter().take_while(|column| !holds(column)).count();
        there.min(inferior.columns.len().saturating_sub(1))
    };
    superior.rows.iter().zip(&inferior.rows).enumerate().find_map(|(row, (own, other))| {
        let mut columns = superior.columns.iter().zip(own).enumerate();
        let weak = columns.find(|(_, (column, result))| {
            // Of a column for several strengths, the least compares.
            other.get(column_for(column.from)).is_some_and(|other| merit(result) < merit(other))
        });
        weak.map(|(column, _)| (row, column))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::at_any_cost::Rules;
    use crate::lint::testing::shown_any_cost as shown;

    #[test]
    fn the_published_tables_are_sound() {
        let (tables, mut found) = (&Rules::published().tables, Vec::new());
        check_table(&tables.fire_superior, &DocPath::root(), &mut found);
        check_table(&tables.fire_inferior, &DocPath::root(), &mut found);
        assert_eq!(found, []);
        assert_eq!(weaker(&tables.fire_superior, &tables.fire_inferior), None);
        assert!(weaker(&tables.fire_inferior, &tables.fire_superior).is_some());
    }

    fn table(name: &str, columns: &str, rows: &[&str]) -> String {
        let rows: Vec<String> = rows.iter().map(|row| format!("[{row}]")).collect();
        format!("[rules.tables.{name}]\ncolumns = [{columns}]\nrows = [{}]\n", rows.join(", "))
    }

    fn with(tables: &str) -> Vec<String> {
        shown(&[("# Event Chits:", &format!("{tables}\n# Event Chits:"))])
    }

    #[test]
    fn a_table_is_whole_and_rises() {
        let inferior = |columns: &str, rows: &[&str]| with(&table("fire_inferior", columns, rows));
        let mut rows = ["\"-\", \"-\""; 10];
        assert_eq!(inferior("\"A\", \"1+\"", &rows), [] as [&str; 0]);
        assert_eq!(inferior("\"A\", \"2+\"", &rows), ["fire-table-shape \"2+\""]);
        assert_eq!(inferior("\"1+\", \"2\"", &rows), ["fire-table-shape \"2\""], "nothing is left for it");
        assert_eq!(inferior("\"1-3\", \"3-5\"", &rows), ["fire-table-shape \"3-5\""]);
        assert_eq!(inferior("\"A\"", &rows).len(), 10);
        assert_eq!(inferior("\"A\", \"1+\"", &rows[1..]).len(), 1);
        rows[8] = "\"-\", \"RT\"";
        rows[9] = "\"RT\", \"RT\"";
        assert_eq!(inferior("\"A\", \"1+\"", &rows), [] as [&str; 0]);
        rows[9] = "\"RT\", \"-\"";
        assert_eq!(inferior("\"A\", \"1+\"", &rows), ["fire-table-order \"-\""]);
    }

    #[test]
    fn the_superior_table_is_the_better_one() {
        let weak = table("fire_superior", "\"A\", \"1+\"", &["\"-\", \"-\""; 10]);
        assert_eq!(with(&weak), ["superior-table-weaker \"-\""]);
        let mut rows = ["\"-\", \"-\""; 10];
        rows[9] = "\"2+ST\", \"2+ST\"";
        let both = table("fire_inferior", "\"A\", \"1+\"", &rows);
        assert!(with(&both)[0].starts_with("superior-table-weaker"), "{:?}", with(&both));
        let strong = table("fire_superior", "\"A\", \"1+\"", &rows);
        assert_eq!(with(&(strong + &both)), [] as [&str; 0]);
    }
}
