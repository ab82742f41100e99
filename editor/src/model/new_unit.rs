//! New units: names that no other unit has.

use battlewright_schema::Common;
use serde_json::Value;

/// Numbers the name and the label of a new unit, if another unit has the same.
pub fn number(common: &dyn Common, row: &mut Value) {
    let units = || (0..common.unit_count()).filter_map(|n| common.unit(n));
    let taken =
        |key: &str, text: &str| units().any(|unit| if key == "name" { unit.name == text } else { unit.label == text });
    for key in ["name", "label"] {
        let Some(text) = row.get(key).and_then(Value::as_str).filter(|text| taken(key, text)) else { continue };
        let mut names = (2_u32..).map(|n| format!("{text} {n}"));
        let free = names.find(|name| !taken(key, name));
        row[key] = free.into();
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::{DocPath, System, load, template};
    use serde_json::json;

    use super::*;

    #[test]
    fn the_second_new_unit_has_a_name_of_its_own() {
        let mut scenario = load(template(System::MarsLaTour)).scenario.unwrap();
        let name = DocPath::root().key("unit").index(0).key("name");
        let numbered = |scenario: &battlewright_schema::Scenario| {
            let mut row = json!({ "name": "New unit", "er": 2 });
            number(scenario.common(), &mut row);
            row["name"].as_str().unwrap().to_owned()
        };
        assert_eq!(numbered(&scenario), "New unit");
        scenario.put(&name, Some("New unit".into())).unwrap();
        assert_eq!(numbered(&scenario), "New unit 2");
        scenario.put(&DocPath::root().key("unit").index(1).key("name"), Some("New unit 2".into())).unwrap();
        assert_eq!(numbered(&scenario), "New unit 3");
    }
}
