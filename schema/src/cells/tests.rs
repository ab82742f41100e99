//! Tests of all tables of all systems.

use serde_json::Value;

use super::*;
use crate::samples::plain;

/// Returns the key of each table, with its published values and its headings.
fn tables(system: System) -> Vec<(&'static str, &'static Value, Headings)> {
    let published = &system.published()["tables"];
    headings_of_tables(system).iter().map(|(name, headings)| (*name, &published[*name], *headings)).collect()
}

/// Returns another value for a cell, which its type accepts.
fn another(system: System, table: &Value, name: &str, cell: &TableCell) -> Value {
    let now = value_at(table, &cell.path).or_else(|| omitted(cell.shape)).cloned().unwrap_or_default();
    let like: Vec<Value> = rows_of(system, name, table)
        .iter()
        .flat_map(|row| row.cells.clone())
        .filter(|other| other.shape == cell.shape)
        .filter_map(|other| value_at(table, &other.path).cloned())
        .collect();
    let candidates: Vec<Value> = match cell.shape.kind() {
        ValueKind::Number(least, greatest) => {
            [1, 2, 0].into_iter().filter(|number| (least..=greatest).contains(number)).map(Value::from).collect()
        }
        ValueKind::Bool => vec![true.into(), false.into()],
        ValueKind::Words => cell.shape.words().iter().map(|word| word.word.into()).collect(),
        ValueKind::Length => vec!["2".into(), "3".into()],
        _ => like,
    };
    let other = candidates.into_iter().find(|value| *value != now);
    other.unwrap_or_else(|| panic!("{}: {name} has no other value for {:?}", system.name(), cell.path))
}

#[test]
fn every_table_has_headings() {
    for system in System::ALL {
        let tables = tables(system);
        let published = system.published()["tables"].as_object().unwrap();
        assert_eq!(tables.len(), published.len(), "{}", system.name());
        for (name, _, headings) in tables {
            assert_ne!(headings, Headings::Value, "{}: the table `{name}` has no headings", system.name());
            assert_eq!(is_named(system, name), headings.is_group());
        }
    }
}

#[test]
fn every_value_of_a_table_has_one_address() {
    for system in System::ALL {
        for (name, table, headings) in tables(system) {
            let rows = rows_of(system, name, table);
            let mut paths: Vec<Vec<PathStep>> =
                rows.iter().flat_map(|row| &row.cells).map(|cell| cell.path.clone()).collect();
            let count = paths.len();
            paths.sort();
            paths.dedup();
            assert_eq!(paths.len(), count, "{}: {name}", system.name());
            assert!(count > 0, "{}: {name}", system.name());
            let leaves = count_of_leaves(table);
            // What the published file leaves out has an address as well; headings have none.
            assert!(
                headings.is_group() && count == leaves || !headings.is_group() && count > 0,
                "{}: {name}",
                system.name()
            );
            for (at, row) in rows.iter().enumerate() {
                let first = rows.iter().position(|other| other.is_named(row.name()));
                assert_eq!(first, Some(at), "{}: two rows of {name} are named {}", system.name(), row.name());
                let columns: Vec<_> = row.cells.iter().map(|cell| &cell.column).collect();
                assert!((1..columns.len()).all(|at| !columns[..at].contains(&columns[at])), "{name} {}", row.name());
            }
        }
    }
}

/// Returns the number of single values, without the origin of a table.
fn count_of_leaves(value: &Value) -> usize {
    match value {
        Value::Object(table) => {
            table.iter().filter(|(key, _)| *key != "provenance").map(|(_, value)| count_of_leaves(value)).sum()
        }
        Value::Array(list) => list.iter().map(count_of_leaves).sum(),
        _ => 1,
    }
}

#[test]
fn each_cell_of_each_table_is_changed_alone() {
    for system in System::ALL {
        let scenario = plain(system);
        let before = scenario.rules_in_force();
        let below = &before["tables"];
        for (name, table, headings) in tables(system) {
            if headings.is_group() {
                continue;
            }
            for row in rows_of(system, name, table) {
                for cell in &row.cells {
                    let at = format!("{}: {name} {}, {:?}", system.name(), row.name(), cell.column);
                    let new = another(system, table, name, cell);
                    let change = RuleCell {
                        table: name.into(),
                        row: row.name().into(),
                        column: cell.column.as_deref().map(Into::into),
                        be: CellValue::of(&new).unwrap_or_else(|| panic!("{at}")),
                    };
                    let found = find(system, below, &change).unwrap_or_else(|problem| panic!("{at}: {problem}"));
                    assert_eq!(&found.path.0[3..], cell.path, "{at}");
                    let mut changing = scenario.clone();
                    let list = DocPath::root().key("rules").key("cell");
                    changing.put(&list, Some(vec![serde_json::to_value(&change).unwrap()].into())).unwrap();
                    let changed = changing.changed_rules();
                    let [changed] = changed.as_slice() else { panic!("{at}: {changed:?}") };
                    // Another number of the first die moves the headings of all rows.
                    if !changed.is_whole_table() {
                        assert_eq!((&changed.path, &changed.after), (&found.path, &Some(new)), "{at}");
                    }
                }
            }
        }
    }
}

#[test]
fn each_named_value_is_changed_alone() {
    for system in System::ALL {
        let start = plain(system);
        for (name, table, headings) in tables(system).into_iter().filter(|(.., headings)| headings.is_group()) {
            assert!(matches!(headings, Headings::Group(_)));
            for row in rows_of(system, name, table) {
                for cell in &row.cells {
                    let path = DocPath(table_path(name).0.into_iter().chain(cell.path.iter().cloned()).collect());
                    let new = another(system, table, name, cell);
                    let mut scenario = start.clone();
                    scenario.put(&path, Some(new.clone())).unwrap_or_else(|refusal| panic!("{path}: {refusal}"));
                    let changed = scenario.changed_rules();
                    assert_eq!(changed.len(), 1, "{path}: {changed:?}");
                    assert_eq!((&changed[0].path, &changed[0].after), (&path, &Some(new)));
                    let change = RuleCell {
                        table: name.into(),
                        row: row.name().into(),
                        column: cell.column.as_deref().map(Into::into),
                        be: CellValue::Whole(1),
                    };
                    let problem = find(system, &start.rules_in_force()["tables"], &change).unwrap_err();
                    assert!(problem.to_string().contains("[rules.tables."), "{problem}");
                }
            }
        }
    }
}

#[test]
fn cells_are_put_into_the_file_and_read_again() {
    let text = crate::template(System::Matz);
    let mut scenario = plain(System::Matz);
    let mut cell = scenario.cell_at("combat.3.1.5:1").unwrap();
    assert_eq!((cell.name().as_str(), &cell.be), ("combat 3, 1.5:1", &CellValue::Text("Eng".into())));
    cell.be = CellValue::Text("A".into());
    scenario.set_cell(&cell).unwrap();
    let saved = crate::save(Some(text), &scenario);
    assert!(
        saved.contains("[[rules.cell]]\ntable = \"combat\"\nrow = \"3\"\ncolumn = \"1.5:1\"\nbe = \"A\"\n"),
        "{saved}"
    );
    let loaded = crate::load(&saved);
    assert_eq!(loaded.diagnostics, []);
    let loaded = loaded.scenario.unwrap();
    assert_eq!(loaded.changed_rules(), scenario.changed_rules());
    // The same cell again takes the place of the first change.
    cell.be = CellValue::Text("A/D1".into());
    scenario.set_cell(&cell).unwrap();
    assert_eq!(scenario.cells().len(), 1);
    assert_eq!(scenario.changed_rules()[0].before_in_words(), "Eng");
    assert!(scenario.set_cell(&RuleCell { row: "99".into(), ..cell.clone() }).is_err());
    assert!(scenario.set_cell(&RuleCell { be: CellValue::Text("flight".into()), ..cell }).is_err());
}

#[test]
fn the_words_of_a_cell_are_offered() {
    let scenario = plain(System::Matz);
    let tables = scenario.cell_words("table", None, None, None);
    assert!(tables.contains(&"combat".to_owned()) && !tables.contains(&"tank_losses".to_owned()), "{tables:?}");
    assert!(scenario.cell_words("row", Some("terrain"), None, None).contains(&"woods".to_owned()));
    assert_eq!(scenario.cell_words("column", Some("combat"), Some("3"), None)[4], "2:1");
    assert!(scenario.cell_words("be", Some("combat"), Some("3"), Some("2:1")).contains(&"DR".to_owned()));
    assert_eq!(scenario.cell_words("be", Some("hexsides"), Some("river"), Some("blocks_zoc")), ["true", "false"]);
    assert_eq!(scenario.cell_words("row", Some("no-table"), None, None), [] as [&str; 0]);
}
