//! Settings, named values and cells that change nothing.

use serde_json::Value;

use crate::cells::{CellIndex, Headings, MOST_CELLS, headings, row_path};
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A setting, a value of a table, or a cell that equals the one it stands over.
    ///
    /// # Why it matters
    /// It changes nothing today. It looks like a change all the same, and if the published rules or the ruleset below it change, the
    /// scenario keeps the old value.
    ///
    /// # Example
    /// ```toml
    /// [rules]
    /// retreat_hexes = 3            # as published
    /// ```
    ///
    /// # Remedy
    /// Remove the value, or write another one.
    SETTING_AS_PUBLISHED = "setting-as-published", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let scenario = cx.scenario;
    let path = DocPath::root().key("rules");
    let Some(changes) = scenario.get(&path) else { return };
    if changes.as_object().is_none_or(serde_json::Map::is_empty) {
        return;
    }
    let below = scenario.rules_below();
    let mut equal = Vec::new();
    compare(headings(scenario.system()), &path, &changes, below, &mut equal);
    for path in equal {
        let name = path.last_key().unwrap_or_default();
        let message = format!("`{name}` is as in the rules that it stands over");
        let out = cx.take_out("remove it", &path);
        found.push(SETTING_AS_PUBLISHED.at(path, message).help("remove it, or write another value").fix(out));
    }
    let cells = scenario.cells();
    let tables = scenario.tables_below_cells();
    let index = CellIndex::new(scenario.system(), &tables, &cells);
    for (row, cell) in cells.iter().enumerate().take(MOST_CELLS) {
        let Ok(at) = index.find(cell) else { continue };
        if at.value(&cell.be).is_ok_and(|value| at.now(&tables) == Some(&value)) {
            let path = row_path(row);
            let message = format!("the cell {} is as in the table that it stands over", cell.name());
            let out = cx.take_out("remove it", &path);
            let finding = SETTING_AS_PUBLISHED.at(path.key("be"), message);
            found.push(finding.help("remove the row, or write another value").fix(out));
        }
    }
}

/// Notes the path of each change that equals the value below it.
fn compare(headings: Headings, path: &DocPath, change: &Value, below: &Value, equal: &mut Vec<DocPath>) {
    match (headings, change) {
        (Headings::Group(parts), Value::Object(_)) => {
            for (name, part) in parts {
                if let (Some(change), Some(below)) = (change.get(name), below.get(name)) {
                    compare(*part, &path.clone().key(*name), change, below, equal);
                }
            }
        }
        (_, change) => {
            if without_origin(change) == without_origin(below) {
                equal.push(path.clone());
            }
        }
    }
}

/// Returns a table without the sentence about its origin.
fn without_origin(table: &Value) -> Value {
    let mut table = table.clone();
    if let Some(table) = table.as_object_mut() {
        table.shift_remove("provenance");
    }
    table
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::{shown, shown_matz};

    fn with(rules: &str) -> Vec<String> {
        shown(&[("[victory]", &format!("{rules}\n\n[victory]"))])
    }

    #[test]
    fn each_change_changes_something() {
        assert_eq!(with("[rules]\nretreat_hexes = 3"), ["setting-as-published 3"]);
        assert_eq!(with("[rules]\nretreat_hexes = 2"), [] as [&str; 0]);
        let modifiers = "[rules.tables.modifiers]\nartillery_support = 2\nflank_support = 2";
        assert_eq!(with(modifiers), ["setting-as-published 2"]);
        assert_eq!(with("[rules.tables.movement]\ncavalry = { march = 5, battle = 1 }"), ["setting-as-published 1"]);
        let rows = "{ from = 0, to = 0, result = \"stalemate\" }, { from = 1, to = 2, result = \"retreat\" }, \
                    { from = 3, to = 4, result = \"blown\" }, { from = 5, result = \"eliminated\" }";
        let found = with(&format!("[rules.tables]\nattack = [{rows}]"));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("setting-as-published ["), "{found:?}");
    }

    #[test]
    fn a_cell_changes_something_as_well() {
        let cell = |be: &str| {
            let cell =
                format!("[[rules.cell]]\ntable = \"terrain\"\nrow = \"woods\"\ncolumn = \"cost\"\nbe = {be}\n\n");
            shown_matz(&[("[victory]", &format!("{cell}[victory]"))])
        };
        assert_eq!(cell("2"), ["setting-as-published 2"]);
        assert_eq!(cell("3"), [] as [&str; 0]);
    }
}
