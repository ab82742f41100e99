//! The bundled scenarios: sound, saved without a change, and valid by their own JSON Schema.

use battlewright_schema::{Scenario, load, render, save, schema_json};
use battlewright_tests::files::{toml_files, toml_to_json};
use battlewright_tests::workspace::root;

#[test]
fn every_scenario_is_sound() {
    for path in toml_files("scenarios") {
        let text = std::fs::read_to_string(&path).unwrap();
        let loaded = load(&text);
        let shown = render::human::render(&path.display().to_string(), &text, &loaded.diagnostics, false);
        assert!(loaded.diagnostics.is_empty(), "{shown}");
        assert!(loaded.scenario.is_some());
    }
}

#[test]
fn saving_a_scenario_unchanged_keeps_every_byte() {
    for path in toml_files("scenarios") {
        let text = std::fs::read_to_string(&path).unwrap();
        let scenario = load(&text).scenario.unwrap();
        assert_eq!(save(Some(&text), &scenario), text, "{}", path.display());
        let fresh = save(None, &scenario);
        assert_eq!(load(&fresh).scenario, Some(scenario), "{fresh}");
    }
}

#[test]
fn painting_one_hex_changes_one_line() {
    for path in toml_files("scenarios") {
        let text = std::fs::read_to_string(&path).unwrap();
        let Some(Scenario::MarsLaTour(mut scenario)) = load(&text).scenario else { panic!("{}", path.display()) };
        let letter = scenario.map.terrain.keys().next().unwrap().0;
        let (row, column) = scenario
            .map
            .hexes
            .0
            .iter()
            .enumerate()
            .find_map(|(row, letters)| Some((row, letters.iter().position(|l| *l != letter && *l != '_')?)))
            .unwrap();
        scenario.map.hexes.set(column, row, letter).unwrap();
        let saved = save(Some(&text), &Scenario::MarsLaTour(scenario));
        let changed = text.lines().zip(saved.lines()).filter(|(old, new)| old != new).count();
        assert_eq!((changed, text.lines().count()), (1, saved.lines().count()), "{}", path.display());
    }
}

#[test]
fn every_scenario_is_valid_by_the_json_schemas() {
    for path in toml_files("scenarios") {
        let text = std::fs::read_to_string(&path).unwrap();
        let system = load(&text).scenario.unwrap().system();
        let value = toml_to_json(&text);
        for schema in [schema_json::of(system).clone(), schema_json::combined()] {
            let validator = jsonschema::draft202012::new(&schema).unwrap();
            let errors: Vec<_> = validator.iter_errors(&value).map(|e| format!("{} {e}", e.instance_path())).collect();
            assert!(errors.is_empty(), "{}: {errors:#?}", path.display());
        }
    }
}

#[test]
fn every_scenario_names_its_json_schema() {
    for path in toml_files("scenarios") {
        let text = std::fs::read_to_string(&path).unwrap();
        let first = text.lines().next().unwrap_or_default();
        let target = first.strip_prefix("#:schema ").unwrap_or_else(|| panic!("{} has no #:schema", path.display()));
        assert!(path.parent().unwrap_or(root()).join(target).exists(), "{target}");
    }
}
