use serde_json::json;

use super::*;
use crate::load;

/// Advice that names what can be renamed.
const ADVICE: &str = r#"
[[computer]]
side = "red"
formations = ["red-corps"]
units = ["red-1", "red-2"]
posture = "take"
place = "village"
until = { controls = ["village"] }

[[computer]]
side = "blue"
posture = "hold"
at = "0503"
binding = true
"#;

fn scenarios() -> Vec<Scenario> {
    let advised = crate::template(System::PositionMagnifique).to_owned() + ADVICE;
    let texts = [
        include_str!("../../../scenarios/mars-la-tour.toml"),
        include_str!("../../../scenarios/pm-a-beckoning-victory.toml"),
        crate::template(System::PositionMagnifique),
        &advised,
    ];
    texts.into_iter().map(|text| load(text).scenario.unwrap()).collect()
}

fn whole(scenario: &Scenario) -> Value {
    crate::of_scenario!(scenario, own => serde_json::to_value(own).unwrap())
}

/// Collects every path into `value`; of similar rows, only the first few.
fn paths(value: &Value, here: &DocPath, all: &mut Vec<DocPath>) {
    all.push(here.clone());
    match value {
        Value::Object(table) => {
            table.iter().for_each(|(key, inner)| paths(inner, &here.clone().key(key), all));
        }
        Value::Array(list) => {
            list.iter().enumerate().take(2).for_each(|(at, inner)| paths(inner, &here.clone().index(at), all));
        }
        _ => {}
    }
}

fn all_paths(scenario: &Scenario) -> Vec<(DocPath, Value)> {
    let whole = whole(scenario);
    let mut all = Vec::new();
    paths(&whole, &DocPath::root(), &mut all);
    all.into_iter()
        .map(|path| {
            let value = change::find(&whole, &path.0).unwrap().clone();
            (path, value)
        })
        .collect()
}

#[test]
fn every_value_is_found_as_the_file_has_it_and_putting_it_back_changes_nothing() {
    for start in scenarios() {
        let mut scenario = start.clone();
        let all = all_paths(&start);
        assert!(all.len() > 100, "{}", all.len());
        for (path, value) in all {
            assert_eq!(start.get(&path).as_ref(), Some(&value), "{path}");
            let rows = value.as_array().map(Vec::len);
            assert_eq!(start.count(&path), rows.or(value.as_object().map(serde_json::Map::len)), "{path}");
            assert_eq!(scenario.put(&path, Some(value.clone())).unwrap(), Some(value), "{path}");
            assert_eq!(scenario, start, "{path}");
        }
    }
}

#[test]
fn every_field_of_the_schema_is_within_reach() {
    for start in scenarios() {
        let root = Shape::at(start.system(), &DocPath::root()).unwrap();
        let map = root.field("map").unwrap().shape;
        let paths = root.fields().into_iter().map(|field| DocPath::root().key(field.name));
        let paths = paths.chain(map.fields().into_iter().map(|field| DocPath::root().key("map").key(field.name)));
        for path in paths {
            let mut scenario = start.clone();
            let shape = Shape::at(start.system(), &path).unwrap();
            let misfit = scenario.put(&path, Some(json!({ "no such": 1 }))).unwrap_err();
            assert_ne!(misfit.problem, crate::ValueProblem::NoField, "{misfit}");
            assert_eq!(scenario, start);
            if scenario.get(&path).is_none() {
                // An empty text is not a valid color or side, but its type is right.
                scenario.put(&path, Some(shape.blank())).unwrap();
            }
            let required = root.fields().iter().any(|field| field.required && path.last_key() == Some(field.name));
            if path.0.len() == 1 {
                assert_eq!(scenario.put(&path, None).is_err(), required, "{path}");
            }
        }
    }
}

#[test]
fn what_the_types_refuse_changes_nothing() {
    for start in scenarios() {
        let mut scenario = start.clone();
        for (path, value) in all_paths(&start) {
            let wrong = match value {
                Value::Object(_) | Value::Bool(_) => json!("text"),
                Value::Array(_) | Value::Number(_) => json!("text"),
                Value::String(_) => json!(1000),
                Value::Null => panic!("{path} is null"),
            };
            for wrong in [wrong, json!({ "no such": 1 })] {
                let misfit = scenario.put(&path, Some(wrong)).unwrap_err();
                assert_eq!(misfit.path, path);
                assert_eq!(scenario, start, "{path}");
            }
        }
        for path in [
            DocPath::root().key("nothing"),
            DocPath::root().index(0),
            DocPath::root().key("unit").key("first"),
            DocPath::root().key("unit").index(0).key("kind").key("more"),
            DocPath::root().key("unit").index(9999).key("name"),
            DocPath::root().key("side").key("nobody").key("name"),
            DocPath::root().key("map").key("terrain").key("no letter"),
        ] {
            assert_eq!(start.get(&path), None, "{path}");
            for value in [Some(json!("text")), None] {
                assert!(scenario.put(&path, value).is_err(), "{path}");
            }
            assert_eq!(scenario, start, "{path}");
        }
    }
}

#[test]
fn rows_come_and_go_in_order() {
    for start in scenarios() {
        let mut scenario = start.clone();
        for list in ["road", "place", "entry", "unit"] {
            let path = |at| DocPath::root().key(list).index(at);
            let rows = scenario.get(&DocPath::root().key(list)).unwrap();
            let count = rows.as_array().unwrap().len();
            let first = scenario.put(&path(0), None).unwrap().unwrap();
            assert_ne!(scenario, start);
            scenario.insert(&path(0), first.clone()).unwrap();
            assert_eq!(scenario, start);
            assert_eq!(scenario.put(&path(count), Some(first.clone())).unwrap(), None);
            assert_eq!(scenario.get(&path(count)), Some(first.clone()));
            scenario.put(&path(count), None).unwrap();
            assert!(scenario.insert(&path(count + 1), first).is_err());
            assert_eq!(scenario, start);
        }
        let sides = DocPath::root().key("side");
        let before = scenario.get(&sides).unwrap();
        let first = sides.clone().key(before.as_object().unwrap().keys().next().unwrap());
        let side = scenario.put(&first, None).unwrap();
        assert_eq!(scenario.get(&first), None);
        scenario.put(&first, side).unwrap();
        assert_ne!(scenario.get(&sides).unwrap().to_string(), before.to_string(), "it comes last now");
        scenario.put(&sides, Some(before)).unwrap();
        assert_eq!(scenario, start);
    }
}

#[test]
fn tables_on_the_way_are_made() {
    for mut scenario in scenarios() {
        let table = DocPath::root().key("rules").key("tables");
        for (name, published) in scenario.system().published()["tables"].as_object().unwrap().clone() {
            let path = table.clone().key(name);
            scenario.put(&path, Some(published.clone())).unwrap();
            assert_eq!(scenario.get(&path), Some(published));
        }
        scenario.put(&table, None).unwrap();
        assert_eq!(scenario.get(&table), None);
    }
}

/// Returns the number of uses of `word` in `value`, as a key or a text.
fn mentions(value: &Value, word: &str) -> usize {
    match value {
        Value::Object(table) => table.iter().map(|(key, inner)| usize::from(key == word) + mentions(inner, word)).sum(),
        Value::Array(list) => list.iter().map(|inner| mentions(inner, word)).sum(),
        Value::String(text) => usize::from(text == word),
        _ => 0,
    }
}

#[test]
fn what_is_renamed_is_renamed_everywhere() {
    let ids = [Id::UNIT, Id::SIDE, Id::PLACE, Id::ENTRY, Id::EXIT, Id::FORMATION, Id::ZONE, Id::LETTER];
    let mut renamed = Vec::new();
    for start in scenarios() {
        for id in ids {
            for known in start.known(id).into_iter().take(2) {
                let new = if id == Id::LETTER { "Ω" } else { "another name" };
                let mut scenario = start.clone();
                let used = start.names(id).iter().filter(|name| name.text == known.id).count();
                for (path, value) in start.renaming(id, &known.id, new).unwrap() {
                    scenario.put(&path, Some(value)).unwrap();
                }
                assert_eq!(scenario.names(id).iter().filter(|name| name.text == new).count(), used);
                assert!(!scenario.names(id).iter().any(|name| name.text == known.id));
                assert!(mentions(&whole(&scenario), new) >= used, "{known:?}");
                let order = |scenario: &Scenario| scenario.known(id).iter().position(|other| other.id == new);
                let before = start.known(id).iter().position(|other| other.id == known.id);
                assert_eq!(order(&scenario), before);
                let sound = crate::check(&scenario);
                assert_eq!(sound, crate::check(&start), "{known:?}");
                for (path, value) in scenario.renaming(id, new, &known.id).unwrap() {
                    scenario.put(&path, Some(value)).unwrap();
                }
                assert_eq!(scenario, start, "{known:?}");
                renamed.push(id);
            }
            if let [first, second, ..] = start.known(id).as_slice() {
                assert!(start.renaming(id, &first.id, &second.id).is_err(), "the name is taken");
            }
        }
    }
    renamed.dedup();
    assert!(ids.iter().all(|id| renamed.contains(id)), "{renamed:?}");
}

#[test]
fn a_formation_without_a_row_is_renamed_in_its_units_and_in_advice() {
    let advice = "\n[[computer]]\nside = \"red\"\nformations = [\"I Corps\"]\nposture = \"free\"\n";
    let text = crate::template(System::MarsLaTour).replacen("er = 3", "er = 3\nformation = \"I Corps\"", 1) + advice;
    let start = load(&text).scenario.unwrap();
    assert_eq!(start.known(Id::FORMATION).len(), 1);
    let mut scenario = start.clone();
    for (path, value) in start.renaming(Id::FORMATION, "I Corps", "Guard").unwrap() {
        scenario.put(&path, Some(value)).unwrap();
    }
    assert_eq!(scenario.common().unit(0).unwrap().formation, Some("Guard"));
    assert_eq!(scenario.common().advised_units(&scenario.common().advice()[0]), [0]);
    assert_eq!(crate::check(&scenario), []);
}

#[test]
fn a_refused_number_names_the_limits_of_its_field() {
    let mut scenario = load(crate::template(System::MarsLaTour)).scenario.unwrap();
    let er = DocPath::root().key("unit").index(0).key("er");
    for (value, said) in [(json!(-5), "-5"), (json!(300), "300"), (json!(2.5), "2.5"), (json!("five"), "\"five\"")] {
        let refusal = scenario.put(&er, Some(value)).unwrap_err();
        assert_eq!(refusal.to_string(), format!("unit[0].er: {said} is not a whole number from 0 to 6"));
    }
    let mut row = scenario.get(&DocPath::root().key("unit").index(0)).unwrap();
    row["enters"]["turn"] = json!(-1);
    let refusal = scenario.insert(&DocPath::root().key("unit").index(1), row).unwrap_err();
    assert!(refusal.to_string().starts_with("unit[1].enters.turn: -1 is not a whole number from 1 to "), "{refusal}");
    let ammunition = DocPath::root().key("side").key("red").key("ammunition");
    let refusal = scenario.put(&ammunition, Some(json!(-1))).unwrap_err();
    assert_eq!(refusal.to_string(), "side.red.ammunition: -1 is not a whole number from 0 to 99");
}

/// No refusal of a number names a type of the program.
#[test]
fn every_whole_number_of_the_files_is_refused_with_its_limits() {
    for mut scenario in scenarios() {
        for (path, _) in all_paths(&scenario.clone()).into_iter().filter(|(_, value)| value.is_i64()) {
            let refusal = scenario.put(&path, Some(json!(i64::MIN))).unwrap_err();
            assert!(refusal.to_string().contains(" is not a whole number"), "{refusal}");
        }
    }
}

/// Rules that name a side, a unit, a place, a formation, a tag, a counter and a definition, each in its own layout.
const RULES: &str = "[rules]\n[[rules.define]]\nid = \"late\"\nis = \"turn > 3\"\n\
    [[rules.counter]]\nid = \"fires\"\nname = \"Fires\"\nof = \"unit\"\nmost = 6\n\
    [[rules.modifier]]\nid = \"m\"\nname = \"m\"\nto = \"attack.defender\"\nadd = \"counter(fires,defender)\"\n\
    when = \"late  and defender has guard\"\n\
    [[rules.event]]\nid = \"e\"\nname = \"e\"\non = \"turn-begins\"\neach = \"unit\"\n\
    when = \"unit == red-1 or unit.side==red\"\n\
    do = [\"if holds(red, village): ammunition(red) += 1\", \"counter(fires, unit) += 1\"]\n[victory]";

fn with_rules() -> Scenario {
    let text = crate::template(System::MarsLaTour).replace("[victory]", RULES);
    let loaded = load(&text.replacen("[[unit]]\n", "[[unit]]\ntags = [\"guard\"]\n", 1));
    assert!(loaded.scenario.is_some(), "{:?}", loaded.diagnostics);
    loaded.scenario.unwrap()
}

#[test]
fn what_is_renamed_is_renamed_in_rules_in_place() {
    let start = with_rules();
    let unit = start.known(Id::UNIT)[0].id.clone();
    assert_eq!(unit, "red-1");
    for (id, from, to, lines) in [
        (Id::UNIT, "red-1", "guard-1", &["when = \"unit == guard-1 or unit.side==red\""][..]),
        (Id::PLACE, "village", "the-mill", &["if holds(red, the-mill): ammunition(red) += 1"]),
        (Id::SIDE, "red", "french", &["unit.side==french\"", "if holds(french, village): ammunition(french) += 1"]),
        (Id::TAG, "guard", "old-guard", &["late  and defender has old-guard", "tags = [\"old-guard\"]"]),
        (Id::COUNTER, "fires", "shots", &["counter(shots,defender)", "counter(shots, unit) += 1", "id = \"shots\""]),
        (Id::DEFINITION, "late", "dusk", &["\"dusk  and defender has guard\"", "id = \"dusk\""]),
    ] {
        let mut scenario = start.clone();
        for (path, value) in start.renaming(id, from, to).unwrap() {
            scenario.put(&path, Some(value)).unwrap();
        }
        let text = crate::save(None, &scenario);
        for line in lines {
            assert!(text.contains(line), "{line}\n{text}");
        }
        assert_eq!(crate::check(&scenario), crate::check(&start), "{from}");
        for (path, value) in scenario.renaming(id, to, from).unwrap() {
            scenario.put(&path, Some(value)).unwrap();
        }
        assert_eq!(scenario, start);
    }
}

#[test]
fn an_id_that_rules_cannot_say_or_would_take_for_something_else_is_refused() {
    let start = with_rules();
    let refused = |id, from, to| start.renaming(id, from, to).unwrap_err().problem.to_string();
    assert_eq!(
        refused(Id::SIDE, "red", "the reds"),
        "rules name the side, and `the reds` is no word of rules, which has letters, digits and hyphens"
    );
    assert_eq!(refused(Id::UNIT, "red-1", "turn"), "rules name the unit, and `turn` means something else there");
    assert_eq!(refused(Id::DEFINITION, "late", "fires"), "another definition already has the name `fires`");
    assert!(start.renaming(Id::UNIT, &start.known(Id::UNIT)[1].id, "any name").is_ok(), "no rule names it");
}
