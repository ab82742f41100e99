//! Merges of every kind of row.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use toml_edit::DocumentMut;

use super::super::rows::numbered;
use super::*;
use crate::order::same;
use crate::row_key::{counted, is_fixed, keys};
use crate::samples::{leaves, lists, plain, row_shape, sample};
use crate::schema_json::Shape;

/// Returns one part of each conflict, with the text around it.
fn side(marked: &str, version: Version) -> String {
    let mut text = String::new();
    let mut within = None;
    for line in marked.split_inclusive('\n') {
        match line.trim_end() {
            "<<<<<<< ours" => within = Some(Version::Ours),
            "=======" => within = Some(Version::Theirs),
            ">>>>>>> theirs" => within = None,
            _ if within.is_none_or(|within| within == version) => text.push_str(line),
            _ => {}
        }
    }
    text
}

/// Returns the template of `system` with one row of the list at `path`, on one line.
fn with_row(system: System, path: &DocPath, variant: usize) -> Option<String> {
    let row: toml::Value = serde_json::from_value(sample(row_shape(system, path), variant)).ok()?;
    let mut document: DocumentMut = template(system).parse().unwrap();
    let keys: Vec<&str> = path.0.iter().map(key).collect();
    let (list, sections) = keys.split_last()?;
    let mut table = document.as_table_mut();
    for section in sections {
        table = table.entry(section).or_insert(toml_edit::table()).as_table_mut()?;
    }
    let rows = toml_edit::Array::from_iter([layout::inline(&path.clone().index(0), &row)]);
    table.insert(list, toml_edit::value(rows));
    let text = document.to_string();
    load(&text).complete.then_some(text)
}

fn key(step: &crate::PathStep) -> &str {
    match step {
        crate::PathStep::Key(key) => key,
        crate::PathStep::Index(_) => "",
    }
}

#[test]
fn every_kind_of_row_has_an_id_or_a_key() {
    let mut without = Vec::new();
    for system in System::ALL {
        for list in lists(system) {
            let name = list.last_key().unwrap();
            let row: toml::Value = serde_json::from_value(sample(row_shape(system, &list), 0)).unwrap();
            // A key of fields that the rows do not have is blank.
            let keys = keys(name, &row);
            if row.get("id").is_none() && (keys.is_empty() || keys.iter().any(|key| key.trim().is_empty())) {
                without.push(format!("{}: {list}", system.name()));
            }
        }
    }
    assert_eq!(without, [] as [&str; 0]);
}

/// Returns `true` if the field is a list of rows, which are merged one by one.
fn holds_rows(system: System, field: &DocPath) -> bool {
    let sample = Shape::at(system, field).map(|shape| sample(shape, 0));
    sample.and_then(|value| Some(value.as_array()?.iter().any(serde_json::Value::is_object))).unwrap_or(false)
}

#[test]
fn the_text_between_the_marks_is_that_of_each_side() {
    let (mut tried, mut lists_tried) = (0, BTreeSet::new());
    for system in System::ALL {
        for list in lists(system) {
            let Some(base) = with_row(system, &list, 0) else { continue };
            let name = list.last_key().unwrap();
            let row = list.clone().index(0);
            // Sets are merged element by element.
            let is_single = |field: &DocPath| !field.last_key().is_some_and(is_set) && !holds_rows(system, field);
            let fields: Vec<DocPath> = leaves(system, &row).into_iter().filter(is_single).collect();
            let scenario = load(&base).readable.unwrap();
            let changed = |fields: [&DocPath; 2], variant: usize| {
                let mut scenario = scenario.clone();
                for field in fields {
                    let shape = Shape::at(system, field)?;
                    // With only two values, both sides have the same change.
                    let variant = if sample(shape, variant) == sample(shape, 0) { 1 } else { variant };
                    scenario.put(field, Some(sample(shape, variant))).ok()?;
                }
                Some(save(Some(&base), &scenario))
            };
            for (at, one) in fields.iter().enumerate() {
                // The next field, whose line is beside that of this one, and one that lines without a conflict separate from it.
                let others = [at + 1, at + (fields.len() / 2).max(2)];
                for other in others.into_iter().filter_map(|at| fields.get(at)) {
                    let (Some(ours), Some(theirs)) = (changed([one, other], 1), changed([one, other], 2)) else {
                        continue;
                    };
                    let merged = merge(&base, &ours, &theirs).unwrap();
                    // A row with another id or fixed key is another row, and both rows stay.
                    let key_in =
                        |scenario: &Scenario| keys(name, &toml::Value::try_from(scenario.get(&row).unwrap()).unwrap());
                    let has_other_key = is_fixed(name) && key_in(&load(&ours).readable.unwrap()) != key_in(&scenario);
                    if has_other_key || [one, other].iter().any(|field| field.last_key() == Some("id")) {
                        continue;
                    }
                    let about = format!("{} {one} {other}\n{}", system.name(), merged.text);
                    if ours == theirs {
                        assert_eq!(merged.text, ours, "{about}");
                        continue;
                    }
                    assert_eq!(side(&merged.text, Version::Ours), ours, "{about}");
                    assert_eq!(side(&merged.text, Version::Theirs), theirs, "{about}");
                    tried += 1;
                    lists_tried.insert((system.name(), list.to_string()));
                }
            }
        }
    }
    assert!(tried > 400 && lists_tried.len() > 30, "{tried} {lists_tried:?}");
}

#[test]
fn letters_of_two_bytes_stay_in_their_hexes() {
    let text = template(System::MarsLaTour).replacen(". w w . T . . .", ". é é . T . . .", 1).replacen(
        "\"w\" = ",
        "\"é\" = { name = \"Heath\" }\n\"w\" = ",
        1,
    );
    let row = ". é é . T . . .";
    let (ours, theirs) = (text.replacen(row, "é w . é T . . .", 1), text.replacen(row, "é . w w T é . T", 1));
    let merged = merge(&text, &ours, &theirs).unwrap();
    assert_eq!(merged.conflicts.len(), 3, "{}", merged.text);
    assert!(side(&merged.text, Version::Ours).contains("\né w . é T é . T\n"), "{}", merged.text);
    assert!(side(&merged.text, Version::Theirs).contains("\né . w w T é . T\n"), "{}", merged.text);
}

/// A change of a list: the row `row` gets another value for the field `field`, or is removed, or a row is added.
#[derive(Clone, Debug)]
enum Change {
    Field { row: usize, field: usize, variant: usize },
    Remove { row: usize },
    Add { variant: usize },
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        3 => (0..3_usize, 0..20_usize, 0..3_usize).prop_map(|(row, field, variant)| Change::Field { row, field, variant }),
        1 => (0..3_usize).prop_map(|row| Change::Remove { row }),
        1 => (0..3_usize).prop_map(|variant| Change::Add { variant }),
    ]
}

fn apply(scenario: &mut Scenario, list: &DocPath, change: &Change) {
    let system = scenario.system();
    let count = scenario.count(list).unwrap_or(0);
    // A change that does not fit is no change.
    let _ = match change {
        Change::Field { row, field, variant } => {
            let fields = leaves(system, &list.clone().index(0));
            let field = &fields[field % fields.len()];
            let mut path = list.clone().index(row % count.max(1));
            path.0.extend(field.0[list.0.len() + 1..].iter().cloned());
            let value = Shape::at(system, field).map(|shape| sample(shape, *variant));
            scenario.put(&path, value)
        }
        Change::Remove { row } if count > 0 => scenario.put(&list.clone().index(row % count), None),
        Change::Remove { .. } => return,
        Change::Add { variant } => {
            scenario.put(&list.clone().index(count), Some(sample(row_shape(system, list), *variant)))
        }
    };
}

/// Returns a row with the words of its lists in alphabetical order.
fn in_order(row: toml::Value) -> toml::Value {
    match row {
        toml::Value::Table(row) => row.into_iter().map(|(key, value)| (key, in_order(value))).collect::<Table>().into(),
        toml::Value::Array(mut list) => {
            list.sort_by_key(ToString::to_string);
            list.into()
        }
        value => value,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases / 8, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn no_row_is_lost_or_doubled(
        system in 0..System::ALL.len(),
        at in 0..100_usize,
        rows in 0..3_usize,
        ours in proptest::collection::vec(change(), 0..3),
        theirs in proptest::collection::vec(change(), 0..3),
    ) {
        let system = System::ALL[system];
        let lists = lists(system);
        let list = &lists[at % lists.len()];
        let name = list.last_key().unwrap();
        let mut base = plain(system);
        for variant in 0..rows {
            apply(&mut base, list, &Change::Add { variant });
        }
        let changed = |changes: &[Change]| {
            let mut scenario = base.clone();
            changes.iter().for_each(|change| apply(&mut scenario, list, change));
            scenario
        };
        let (our, their) = (changed(&ours), changed(&theirs));
        let base_text = save(Some(template(system)), &base);
        let [ours, theirs] = [&our, &their].map(|scenario| save(Some(&base_text), scenario));
        let there = merge(&base_text, &ours, &theirs).unwrap();
        let back = merge(&base_text, &theirs, &ours).unwrap();
        let read = |text: &str| load(text).readable.unwrap();
        let texts = [Version::Ours, Version::Theirs].map(|version| side(&there.text, version));
        prop_assert_eq!(there.conflicts.is_empty(), back.conflicts.is_empty());
        // The parts of one side make one scenario, in both directions; only the order may differ.
        let tree = |text: &str| {
            let rows = layout::tree(&read(text));
            let rows = list.0.iter().map(key).try_fold(&toml::Value::Table(rows), |value, key| value.get(key)).cloned();
            let rows = rows.and_then(|rows| rows.as_array().cloned()).into_iter().flatten();
            let mut rows: Vec<String> = rows.map(|row| in_order(row).to_string()).collect();
            rows.sort();
            rows
        };
        let is_order = |conflict: &Conflict| conflict.is_order;
        if !there.conflicts.iter().any(is_order) {
            prop_assert_eq!(tree(&texts[0]), tree(&side(&back.text, Version::Theirs)));
            prop_assert_eq!(tree(&texts[1]), tree(&side(&back.text, Version::Ours)));
        }
        let count = |scenario: &Scenario| {
            let tree = toml::Value::Table(layout::tree(scenario));
            let rows = list.0.iter().map(key).try_fold(&tree, |value, key| value.get(key)).cloned();
            counted(name, rows.iter().filter_map(toml::Value::as_array).flatten())
        };
        let (our_count, their_count) = (count(&our), count(&their));
        for text in &texts {
            for (key, many) in count(&read(text)) {
                let most = our_count.get(&key).max(their_count.get(&key)).copied().unwrap_or(0);
                prop_assert!(many <= most.max(1), "{} times {} in\n{}", many, key, text);
            }
        }
        let rows_in = |scenario: &Scenario| {
            let tree = toml::Value::Table(layout::tree(scenario));
            let rows = list.0.iter().map(key).try_fold(&tree, |value, key| value.get(key)).and_then(|rows| rows.as_array());
            rows.cloned().unwrap_or_default()
        };
        let [base_rows, our_rows, their_rows] = [&base, &our, &their].map(rows_in);
        let numbers = numbered(name, &base_rows, &our_rows, &their_rows);
        let [in_base, in_ours, in_theirs] = [(&numbers[0], &base_rows), (&numbers[1], &our_rows), (&numbers[2], &their_rows)]
            .map(|(numbers, rows)| numbers.iter().copied().zip(rows).collect::<BTreeMap<_, _>>());
        for (text, taken, other) in [(&texts[0], &in_ours, &in_theirs), (&texts[1], &in_theirs, &in_ours)] {
            let merged = rows_in(&read(text));
            let left = counted(name, &merged);
            let mut certain = 0;
            for (number, row) in taken {
                let (was, now) = (in_base.get(number), other.get(number));
                // The other side may have removed the row, or given it another key.
                let is_removed = was.is_some_and(|was| now.is_none() && same(was, row));
                certain += usize::from(!is_removed);
                if was.map(|was| keys(name, was)) == now.map(|now| keys(name, now)) {
                    for key in keys(name, row) {
                        prop_assert!(left.contains_key(&key), "{} is lost in\n{}", key, text);
                    }
                }
            }
            // The last part of a row may be removed by both sides together, and equal rows may be merged.
            if crate::row_key::parts_of(name).is_none() {
                prop_assert!(merged.len() >= certain, "{} of {} rows in\n{}", merged.len(), certain, text);
            }
        }
        // Without a change of the other side, the result is the changed side.
        let alone = merge(&base_text, &ours, &base_text).unwrap();
        prop_assert_eq!((alone.conflicts, alone.text), (Vec::new(), ours.clone()));
        let alone = merge(&base_text, &base_text, &theirs).unwrap();
        prop_assert_eq!(alone.conflicts, Vec::new());
        prop_assert!(is_same(&read(&alone.text), &their));
    }
}

/// Returns the template of `system` with these rows in TOML.
fn with_lines(system: System, lines: &str) -> String {
    template(system).replacen("\n[[place]]", &format!("\n{lines}\n[[place]]"), 1)
}

#[test]
fn a_row_that_the_other_side_gave_the_key_of_a_new_row_stays_as_it_was() {
    let road = |name: &str, path: &str| format!("[[road]]\nname = \"{name}\"\npath = [{path}]\n");
    let lane = road("Lane", "\"0101\", \"0201\"");
    let rerouted = road("Lane", "\"0105\", \"0205\"");
    let ours = with_lines(System::MarsLaTour, &format!("{lane}\n{}", road("New road", "\"0105\", \"0205\"")));
    let theirs = with_lines(System::MarsLaTour, &rerouted);
    for (ours, theirs, versions) in
        [(&ours, &theirs, [Version::Ours, Version::Theirs]), (&theirs, &ours, [Version::Theirs, Version::Ours])]
    {
        let merged = merge(&with_lines(System::MarsLaTour, &lane), ours, theirs).unwrap();
        assert_eq!(merged.conflicts.len(), 1, "{}", merged.text);
        let roads = |version| -> Vec<(String, usize)> {
            let scenario = load(&side(&merged.text, version)).readable.unwrap();
            let roads = scenario.get(&DocPath::root().key("road")).unwrap();
            let named =
                |road: &serde_json::Value| Some((road["name"].as_str()?.to_owned(), road["path"].as_array()?.len()));
            roads.as_array().unwrap().iter().filter_map(named).collect()
        };
        assert_eq!(roads(versions[0]), [("Lane".to_owned(), 2), ("New road".to_owned(), 2)], "{}", merged.text);
        assert_eq!(roads(versions[1]), [("Lane".to_owned(), 2)], "{}", merged.text);
    }
}

#[test]
fn a_row_of_hexsides_of_another_kind_stays_as_it_was() {
    let line = |kind: &str, between: &str| format!("[[hexside]]\nkind = \"{kind}\"\nbetween = [\"{between}\"]\n");
    let slope = line("slope", "0101/0102");
    let ours = with_lines(System::PositionMagnifique, &format!("{slope}\n{}", line("wall", "0101/0102")));
    let theirs = with_lines(System::PositionMagnifique, &line("wall", "0101/0102"));
    let merged = merge(&with_lines(System::PositionMagnifique, &slope), &ours, &theirs).unwrap();
    let of_ours = side(&merged.text, Version::Ours);
    assert!(of_ours.contains("\"slope\"") && of_ours.contains("\"wall\""), "{}", merged.text);
    let of_theirs = side(&merged.text, Version::Theirs);
    assert!(!of_theirs.contains("\"slope\"") && of_theirs.contains("\"wall\""), "{}", merged.text);
}
