//! Refusals of the engine's start. The rules are asked last: what they refuse has a finding with a line before. Scenarios are
//! changed in one place at a time, and none of them may be sound for all lints and refused by the rules.

use std::collections::{BTreeMap, BTreeSet};

use battlewright_engine::any::AnyGame;
use battlewright_schema::{System, load, template};
use battlewright_tests::files::toml_files;
use toml::{Table, Value};

/// The steps to a value in a document.
type Steps = Vec<String>;

/// The values known for each field, by the kind of the table around it and its key.
#[derive(Default)]
struct Vocabulary(BTreeMap<(String, String), Vec<Value>>);

/// One change of so many is tried. All of them were, when this test was written.
const EVERY: usize = 3;

/// The number of values tried for a field.
const MOST_WORDS: usize = 4;

impl Vocabulary {
    /// Adds the fields of `table`, which stands at `steps`.
    fn read(&mut self, table: &Table, steps: &mut Steps) {
        for (key, value) in table {
            let known = self.0.entry((kind(steps), key.clone())).or_default();
            if !known.contains(value) && known.len() < MOST_WORDS {
                known.push(value.clone());
            }
            steps.push(key.clone());
            for row in rows(value) {
                self.read(row, steps);
            }
            steps.pop();
        }
    }

    /// Returns the fields that a table at `steps` may have, with their values.
    fn fields(&self, steps: &[String]) -> impl Iterator<Item = (&String, &Value)> {
        let kind = kind(steps);
        let fields = self.0.iter().filter(move |((of, _), _)| *of == kind);
        fields.flat_map(|((_, key), values)| values.iter().map(move |value| (key, value)))
    }
}

/// Returns the tables of a value: itself, or its rows.
fn rows(value: &Value) -> Vec<&Table> {
    match value {
        Value::Table(table) => vec![table],
        Value::Array(rows) => rows.iter().filter_map(Value::as_table).collect(),
        _ => Vec::new(),
    }
}

/// Returns the kind of the table at `steps`: its keys without row numbers and names of sides.
fn kind(steps: &[String]) -> String {
    let named: Vec<&str> = steps.iter().map(String::as_str).filter(|step| step.parse::<usize>().is_err()).collect();
    if let ["side", _, rest @ ..] = named.as_slice() { format!("side.{}", rest.join(".")) } else { named.join(".") }
}

/// Lists the steps to all tables of `value`, of the first two rows of each list.
fn tables(value: &Value, steps: &mut Steps, into: &mut Vec<Steps>) {
    let children: Vec<(String, &Value)> = match value {
        Value::Table(table) => {
            into.push(steps.clone());
            table.iter().map(|(key, value)| (key.clone(), value)).collect()
        }
        Value::Array(rows) => rows.iter().enumerate().take(2).map(|(n, row)| (n.to_string(), row)).collect(),
        _ => Vec::new(),
    };
    for (step, child) in children {
        steps.push(step);
        tables(child, steps, into);
        steps.pop();
    }
}

/// Returns the table at `steps`.
fn table_at<'v>(value: &'v mut Value, steps: &[String]) -> Option<&'v mut Table> {
    let found = steps.iter().try_fold(value, |value, step| match value {
        Value::Table(table) => table.get_mut(step),
        Value::Array(rows) => rows.get_mut(step.parse::<usize>().ok()?),
        _ => None,
    });
    found?.as_table_mut()
}

/// Returns the values to try in place of `old`; `None` removes the field.
fn others(old: Option<&Value>, words: impl Iterator<Item = Value>) -> Vec<Option<Value>> {
    let mut others: Vec<Option<Value>> = words.map(Some).collect();
    match old {
        Some(Value::Integer(number)) => others.extend([0, 9, 99, number + 1].map(|to| Some(Value::Integer(to)))),
        Some(Value::Boolean(is)) => others.push(Some(Value::Boolean(!is))),
        Some(Value::Array(list)) if list.len() > 1 => {
            others.push(Some(Value::Array(list[1..].to_vec())));
            others.push(Some(Value::Array([&list[..1], list].concat())));
        }
        _ => {}
    }
    others.push(None);
    others.retain(|other| other.as_ref() != old);
    others
}

/// Changes `text` in one place at a time, every change out of `every`, and returns the changed texts with a description.
fn changed(text: &str, words: &Vocabulary, every: usize, visit: &mut dyn FnMut(&str, &str)) {
    let mut document = Value::Table(toml::from_str(text).unwrap());
    let mut all = Vec::new();
    tables(&document, &mut Vec::new(), &mut all);
    let mut number: usize = 0;
    for steps in all {
        let table = table_at(&mut document, &steps).unwrap().clone();
        let keys: BTreeSet<&String> = table.keys().chain(words.fields(&steps).map(|(key, _)| key)).collect();
        for key in keys {
            let known = words.fields(&steps).filter(|(of, _)| *of == key).map(|(_, value)| value.clone());
            for other in others(table.get(key), known) {
                number += 1;
                if !number.is_multiple_of(every) {
                    continue;
                }
                let place = table_at(&mut document, &steps).unwrap();
                let told = format!(
                    "{}.{key} = {}",
                    steps.join("."),
                    other.as_ref().map_or_else(|| "-".to_owned(), Value::to_string)
                );
                match other {
                    Some(other) => drop(place.insert(key.clone(), other)),
                    None => drop(place.remove(key)),
                }
                visit(&told, &toml::to_string(&document).unwrap());
                *table_at(&mut document, &steps).unwrap() = table.clone();
            }
        }
    }
}

#[test]
fn no_change_of_a_scenario_is_refused_by_the_rules_alone() {
    let mut alone = BTreeSet::new();
    let bundled: Vec<String> =
        toml_files("scenarios").into_iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    for system in System::ALL {
        let mut words = Vocabulary::default();
        let of_system = bundled.iter().filter(|text| load(text).scenario.is_some_and(|own| own.system() == system));
        for text in of_system.map(String::as_str).chain([template(system)]) {
            words.read(&toml::from_str(text).unwrap(), &mut Vec::new());
        }
        let (mut tried, mut sound) = (0, 0);
        changed(template(system), &words, EVERY, &mut |change, text| {
            tried += 1;
            let Some(scenario) = load(text).scenario else { return };
            sound += 1;
            for problem in AnyGame::problems(&scenario) {
                alone.insert(format!("{system:?}: {change}: {problem}"));
            }
        });
        assert!(tried > 100 && sound * 5 > tried, "{system:?}: {sound} of {tried} changes are sound");
    }
    assert!(alone.is_empty(), "{alone:#?}");
}

#[test]
fn a_detour_for_a_group_without_units_does_not_stop_a_game() {
    let rows = "[[entry]]\nid = \"C\"\nside = \"blue\"\nhexes = [\"0801\"]\n\n[[detour]]\nfrom = \"B\"\nto = [\"C\"]\n\
                group = \"Q\"\n\n# One side is French";
    let text = template(System::AtAnyCost).replacen("# One side is French", rows, 1);
    let loaded = load(&text);
    let codes: Vec<&str> = loaded.diagnostics.iter().map(|finding| finding.code.as_str()).collect();
    assert!(codes.contains(&"idle-detour") && loaded.errors() == 0, "{codes:?}");
    assert!(AnyGame::new(&loaded.scenario.unwrap()).is_ok());
}
