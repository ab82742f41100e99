//! Tests of the bundled scenarios: free of errors, saved without a change, and valid by their JSON Schema.

use battlewright_schema::{Scenario, load, position_magnifique, render, save, schema_json};
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
        let mut scenario = load(&text).scenario.unwrap();
        let common = scenario.common_mut();
        let letter = common.terrain()[0].letter.0;
        let (row, column) = common
            .hexes()
            .0
            .iter()
            .enumerate()
            .find_map(|(row, letters)| Some((row, letters.iter().position(|l| *l != letter && *l != '_')?)))
            .unwrap();
        common.hexes_mut().set(column, row, letter).unwrap();
        let saved = save(Some(&text), &scenario);
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

/// The three scenarios of `position-magnifique` share one map, which each file contains. The tutorial uses only its
/// western sheet.
#[test]
fn the_maps_of_position_magnifique_are_one_map() {
    let magnifique = |name: &str| {
        let text = std::fs::read_to_string(root().join("scenarios").join(name)).unwrap();
        let Some(Scenario::PositionMagnifique(scenario)) = load(&text).scenario else { panic!("{name}") };
        *scenario
    };
    let whole = magnifique("pm-a-day-of-battle.toml");
    let same = magnifique("pm-a-beckoning-victory.toml");
    assert_eq!(
        (&whole.map, &whole.road, &whole.hexside, &whole.place),
        (&same.map, &same.road, &same.hexside, &same.place)
    );

    let west = magnifique("pm-crisis-on-the-left.toml");
    assert_eq!((west.map.columns, west.map.rows), (15, whole.map.rows));
    assert_eq!(west.map.terrain, whole.map.terrain);
    let rows = |map: &battlewright_schema::Map<position_magnifique::Terrain>| {
        [map.hexes.clone(), map.levels.clone().unwrap()].map(|rows| rows.0)
    };
    for (west, whole) in rows(&west.map).iter().zip(&rows(&whole.map)) {
        for (west, whole) in west.iter().zip(whole) {
            assert_eq!(west.as_slice(), &whole[..15]);
        }
    }
    // The tutorial contains exactly the objects that lie completely in the west.
    let is_west = |hex: &battlewright_schema::HexId| hex.as_str() < "15";
    let joints = |roads: &[battlewright_schema::Road]| -> Vec<_> {
        let pairs = roads.iter().flat_map(|road| road.path.windows(2).map(|pair| (pair[0].clone(), pair[1].clone())));
        pairs.filter(|(a, b)| is_west(a) && is_west(b)).collect()
    };
    assert_eq!(joints(&west.road), joints(&whole.road));
    let sides = |hexsides: &[battlewright_schema::Hexside]| -> Vec<_> {
        let all = hexsides.iter().flat_map(|row| row.between.iter().map(|side| (row.kind, side.hexes().unwrap())));
        all.filter(|(_, (a, b))| is_west(a) && is_west(b)).collect()
    };
    assert_eq!(sides(&west.hexside), sides(&whole.hexside));
    let names = |places: &[battlewright_schema::Place]| -> Vec<_> {
        places.iter().filter(|place| place.hexes.iter().all(is_west)).map(|p| (p.id.clone(), p.hexes.clone())).collect()
    };
    assert_eq!(names(&west.place), names(&whole.place));
}
