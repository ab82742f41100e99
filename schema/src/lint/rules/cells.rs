//! Changes of single cells that name no cell, do not fit, or repeat each other.

use std::collections::BTreeMap;

use crate::cells::{CellIndex, MOST_CELLS, RuleCell, RuleCellProblem, row_path, table_path};
use crate::diagnostic::{Diagnostic, Finding, finding, list};
use crate::fix::{MeantWord, quoted};
use crate::lint::context::Context;
use crate::lint::rules::as_published::SETTING_AS_PUBLISHED;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A change of a cell that the tables of the rules do not have.
    ///
    /// # Why it matters
    /// A row of `[[rules.cell]]` names a table by its key, and a row and a column by the headings that the player's aid prints. A
    /// change that names nothing has no effect. Tables of named values have no cells: their values are written by name.
    ///
    /// # Example
    /// ```toml
    /// [[rules.cell]]
    /// table = "combat"
    /// row = "3"
    /// column = "2:2"               # did you mean `2:1`?
    /// be = "DR"
    /// ```
    ///
    /// # Remedy
    /// Write the key and the headings as they are.
    UNKNOWN_CELL = "unknown-cell", Error
}

finding! {
    /// # What it finds
    /// A cell with a value that its table cannot have.
    ///
    /// # Why it matters
    /// Each table has results or numbers of its own, and the game looks them up. The finding names what could stand there.
    ///
    /// # Example
    /// ```toml
    /// [[rules.cell]]
    /// table = "combat"
    /// row = "3"
    /// column = "2:1"
    /// be = "retreat"               # a result such as "DR"
    /// ```
    ///
    /// # Remedy
    /// Write a value that the table can have.
    CELL_VALUE = "cell-value", Error
}

finding! {
    /// # What it finds
    /// Two changes of the same cell, or more than a thousand changes.
    ///
    /// # Why it matters
    /// Only the later one counts. A heading can be written in several ways, such as `+3/+4` and `3-4`. No tables have more than a
    /// thousand cells.
    ///
    /// # Example
    /// ```toml
    /// [rules]
    /// cell = [
    ///     { table = "combat", row = "3", column = "2:1", be = "DR" },
    ///     { table = "combat", row = "3", column = "2:1", be = "D1" },
    /// ]
    /// ```
    ///
    /// # Remedy
    /// Keep one of the two.
    CELL_TWICE = "cell-twice", Error
}

finding! {
    /// # What it finds
    /// A change of a cell in a table that the scenario also writes as a whole.
    ///
    /// # Why it matters
    /// The change of the cell counts, and the value in the table does not. Readers of the table expect the opposite.
    ///
    /// # Example
    /// ```toml
    /// [rules]
    /// cell = [{ table = "leadership", row = "3", be = 6 }]
    ///
    /// [rules.tables]
    /// leadership = [0, 1, 3, 5]    # the last number is 6 in fact
    /// ```
    ///
    /// # Remedy
    /// Write the value into the table, or leave the table as published.
    CELL_OVER_TABLE = "cell-over-table", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let scenario = cx.scenario;
    let cells = scenario.cells();
    if cells.is_empty() {
        return;
    }
    let tables = scenario.tables_below_cells();
    let index = CellIndex::new(scenario.system(), &tables, &cells);
    let mut before: BTreeMap<DocPath, usize> = BTreeMap::new();
    for (row, cell) in cells.iter().enumerate().take(MOST_CELLS) {
        let path = row_path(row);
        let at = match index.find(cell) {
            Ok(at) => at,
            Err(problem) => {
                found.push(at_row(cx, &UNKNOWN_CELL, &path, &problem));
                continue;
            }
        };
        let refused = at.value(&cell.be).map(|value| at.misfit(&value)).unwrap_or_else(Some);
        found.extend(refused.map(|problem| at_row(cx, &CELL_VALUE, &path, &problem)));
        if let Some(first) = before.insert(at.path.clone(), row) {
            let finding = CELL_TWICE.at(path.clone(), format!("the cell {} is already changed", cell.name()));
            found.push(finding.related(row_path(first), "this one").help("keep one of the two"));
        }
        if scenario.get(&table_path(&cell.table)).is_some() {
            let message = format!("the scenario writes the whole table `{}`, and the cell over it", cell.table);
            let finding = CELL_OVER_TABLE.at(path, message).related(at.path, "the value that does not count");
            found.push(finding.help("write the value into the table"));
        }
    }
    if cells.len() > MOST_CELLS {
        let message = format!("{} changes of cells, of which the first {MOST_CELLS} count", cells.len());
        found.push(CELL_TWICE.at(row_path(MOST_CELLS), message).help("write whole tables in `[rules.tables]`"));
    }
}

/// Returns the finding about a problem of the row at `row`.
fn at_row(cx: &Context<'_>, finding: &Finding, row: &DocPath, problem: &RuleCellProblem) -> Diagnostic {
    let path = row.clone().key(problem.key);
    let meant = meant(problem);
    let fix = meant.and_then(|meant| meant.fix(cx.text?.write(&path, quoted(meant.word))));
    finding.at(path, problem.message.clone()).maybe_help(help(problem, meant)).fix(fix)
}

fn meant(problem: &RuleCellProblem) -> Option<MeantWord<'_>> {
    MeantWord::by(&problem.word, problem.known.iter().map(String::as_str))
}

/// Returns the remedy: a near word, and what could stand there.
fn help(problem: &RuleCellProblem, meant: Option<MeantWord<'_>>) -> Option<String> {
    let known = || format!("possible values: {}", list(problem.known.iter().map(String::as_str)));
    match (&problem.help, meant) {
        (Some(help), _) => Some(help.clone()),
        (None, Some(meant)) => Some(format!("{} {}", meant.help(), known())),
        (None, None) if problem.known.is_empty() => None,
        (None, None) => Some(known()),
    }
}

/// Moves findings about values of tables that come from a cell to the row that changes it.
pub(crate) fn redirect(scenario: &crate::Scenario, found: &mut [Diagnostic]) {
    let cells = scenario.cells();
    if cells.is_empty() {
        return;
    }
    let tables = scenario.tables_below_cells();
    let index = CellIndex::new(scenario.system(), &tables, &cells);
    let place = |cell: &RuleCell| (table_path(&cell.table), index.find(cell).ok().map(|found| found.path));
    let places: Vec<(DocPath, Option<DocPath>)> = cells.iter().take(MOST_CELLS).map(place).collect();
    let cause = |path: &DocPath| {
        let cell = places.iter().rposition(|(_, at)| {
            at.as_ref().is_some_and(|at| path.is_within(at) || at.is_within(path) && at.0.len() == path.0.len() + 1)
        });
        let of_table = || {
            let last = places.iter().rposition(|(table, at)| at.is_some() && path.is_within(table))?;
            let (table, _) = places.get(last)?;
            // A table in the file is the better place.
            scenario.get(table).is_none().then_some(last)
        };
        cell.map(|row| row_path(row).key("be")).or_else(|| of_table().map(row_path))
    };
    // These two are about the table in the file.
    let own = [CELL_OVER_TABLE.code, SETTING_AS_PUBLISHED.code];
    for finding in found.iter_mut().filter(|finding| !own.contains(&finding.code)) {
        if let Some(path) = cause(&finding.path) {
            finding.path = path;
        }
        for related in &mut finding.related {
            if let Some(path) = cause(&related.path) {
                related.path = path;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::System;
    use crate::lint::testing::{messages, shown, shown_any_cost, shown_magnifique, shown_matz};

    fn cell(table: &str, row: &str, column: &str, be: &str) -> String {
        let column = if column.is_empty() { String::new() } else { format!("column = \"{column}\"\n") };
        format!("[[rules.cell]]\ntable = \"{table}\"\nrow = \"{row}\"\n{column}be = {be}\n\n")
    }

    fn matz(cells: &str) -> Vec<String> {
        shown_matz(&[("[victory]", &format!("{cells}[victory]"))])
    }

    fn texts(system: System, cells: &str) -> Vec<(&'static str, String)> {
        messages(system, &[("[victory]", &format!("{cells}[victory]"))])
    }

    #[test]
    fn a_cell_is_found_by_its_headings() {
        assert_eq!(matz(&cell("combat", "3", "2:1", "\"D\"")), [] as [&str; 0]);
        assert_eq!(matz(&cell("comabt", "3", "2:1", "\"D\"")), ["unknown-cell \"comabt\""]);
        assert_eq!(matz(&cell("combat", "33", "2:1", "\"D\"")), ["unknown-cell \"33\""]);
        assert_eq!(matz(&cell("combat", "3", "2:2", "\"D\"")), ["unknown-cell \"2:2\""]);
        assert_eq!(matz(&cell("combat", "3", "", "\"D\"")), ["unknown-cell \"3\""]);
        assert_eq!(matz(&cell("combat", "least", "2:1", "30")), ["unknown-cell \"2:1\""], "a single value");
        assert_eq!(matz(&cell("combat_modifiers", "tanks", "", "3")), ["unknown-cell \"combat_modifiers\""]);
        let found = texts(System::Matz, &cell("combat_modifiers", "tanks", "", "3"));
        assert_eq!(found[0].1, "the values of `combat_modifiers` have names, and are no cells");
    }

    #[test]
    fn a_value_is_one_of_its_table() {
        assert_eq!(matz(&cell("terrain", "woods", "cost", "\"much\"")), ["cell-value \"much\""]);
        assert_eq!(matz(&cell("terrain", "woods", "cost", "300")), ["cell-value 300"]);
        assert_eq!(matz(&cell("hexsides", "river", "blocks_zoc", "3")), ["cell-value 3"]);
        assert_eq!(matz(&cell("bombardment", "3", "3-4", "\"retreat\"")), ["cell-value \"retreat\""]);
        let fire = cell("fire", "7", "3", "\"M\"");
        let found = shown_magnifique(&[("[[victory.last]]", &format!("{fire}[[victory.last]]"))]);
        assert_eq!(found, ["cell-value \"M\""]);
    }

    #[test]
    fn a_heading_is_read_in_its_spellings() {
        let magnifique = |table: &str, row: &str, column: &str, be: &str| {
            let cell = cell(table, row, column, be);
            let mut found = shown_magnifique(&[("[[victory.last]]", &format!("{cell}[[victory.last]]"))]);
            // The tables are no longer in order.
            found.retain(|finding| !finding.starts_with("assault-table-order"));
            found
        };
        assert_eq!(magnifique("assault", "7", "+3/+4", "\"D2\""), [] as [&str; 0]);
        assert_eq!(magnifique("assault", "2", "-5&less", "\"A2*\""), [] as [&str; 0]);
        assert_eq!(magnifique("assault", "7", "+3/+5", "\"D2\""), ["unknown-cell \"+3/+5\""]);
        assert_eq!(magnifique("terrain", "Forest", "cost.cavalry", "4"), [] as [&str; 0]);
    }

    #[test]
    fn a_cell_is_changed_once() {
        let twice = cell("leadership", "3", "", "6").repeat(2);
        let found = shown_any_cost(&[("[victory]", &format!("{twice}[victory]"))]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("cell-twice"), "{found:?}");
        let over = format!("[rules.tables]\nleadership = [0, 1, 3, 4]\n\n{}", cell("leadership", "3", "", "6"));
        let found = shown_any_cost(&[("[victory]", &format!("{over}[victory]"))]);
        assert!(found.iter().all(|found| found.starts_with("cell-over-table")) && found.len() == 1, "{found:?}");
    }

    #[test]
    fn a_finding_about_a_table_is_at_the_cell_that_caused_it() {
        assert_eq!(matz(&cell("combat", "3", "2:1", "\"AE\"")), ["combat-table-order \"AE\""]);
        let attack = cell("attack", "1-2", "to", "1");
        assert_eq!(
            shown(&[("[victory]", &format!("{attack}[victory]"))])[0],
            "unknown-cell \"to\"",
            "it is the heading"
        );
    }
}
