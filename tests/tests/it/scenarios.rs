//! Tests of the bundled scenarios: free of errors, saved without a change, and valid by their JSON Schema.

use std::collections::{BTreeMap, BTreeSet};

use battlewright_schema::{
    Cell, Common, DocPath, HexId, HexRows, HexsideKind, Letter, PlaceId, RoadKind, Scenario, at_any_cost, load,
    position_magnifique, render, save, schema_json,
};
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
        if scenario.common().table().is_some() {
            continue;
        }
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

/// On a table, the corners of areas and the points of lines take the place of hexes.
#[test]
fn moving_one_corner_changes_one_line() {
    let mut moved = 0;
    for path in toml_files("scenarios") {
        let text = std::fs::read_to_string(&path).unwrap();
        let mut scenario = load(&text).scenario.unwrap();
        if scenario.common().table().is_none() {
            continue;
        }
        for (section, field) in [("terrain", "outline"), ("road", "line")] {
            let corner = DocPath::root().key(section).index(0).key(field).index(1);
            let before = scenario.get(&corner).unwrap();
            scenario.set(&corner, Some("11.125,7.25".into())).unwrap();
            let saved = save(Some(&text), &scenario);
            let changed = text.lines().zip(saved.lines()).filter(|(old, new)| old != new).count();
            assert_eq!((changed, text.lines().count()), (1, saved.lines().count()), "{}: {corner}", path.display());
            scenario.set(&corner, Some(before)).unwrap();
            assert_eq!(save(Some(&text), &scenario), text, "{}: {corner}", path.display());
            moved += 1;
        }
    }
    assert_eq!(moved, 6);
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

/// The parts of a map that scenarios on the same ground share.
#[derive(Debug, PartialEq)]
struct Ground {
    /// The letter and the level of each hex.
    hexes: BTreeMap<HexId, [Option<char>; 2]>,
    /// The pairs of hexes that a road joins, with its kind.
    roads: BTreeSet<(RoadKind, [HexId; 2])>,
    /// The hexside features.
    hexsides: BTreeSet<(HexsideKind, [HexId; 2])>,
    /// The places with their hexes.
    places: BTreeSet<(PlaceId, Vec<HexId>)>,
}

/// Returns the parts of the map that lie completely in the hexes selected by `within`.
fn ground(common: &dyn Common, within: impl Fn(&HexId) -> bool) -> Ground {
    let grid = common.grid().unwrap();
    let letter = |rows: &HexRows, cell: Cell| rows.get(cell.column.into(), cell.row.into());
    let hexes = grid.cells().map(|cell| {
        let level = common.levels().and_then(|levels| letter(levels, cell));
        (grid.name(cell), [letter(common.hexes(), cell), level])
    });
    let sorted = |mut pair: [HexId; 2]| {
        pair.sort();
        pair
    };
    let inside = |pair: &[HexId; 2]| pair.iter().all(&within);
    let mut roads = BTreeSet::new();
    for road in common.roads() {
        let pairs = road.path.windows(2).map(|pair| sorted([pair[0].clone(), pair[1].clone()]));
        roads.extend(pairs.filter(inside).map(|pair| (road.kind, pair)));
    }
    let mut hexsides = BTreeSet::new();
    for row in common.hexsides() {
        let pairs = row.between.iter().map(|side| sorted(side.hexes().unwrap().into()));
        hexsides.extend(pairs.filter(inside).map(|pair| (row.kind, pair)));
    }
    let places = common.places().iter().filter(|place| place.hexes.iter().all(&within));
    Ground {
        hexes: hexes.filter(|(hex, _)| within(hex)).collect(),
        roads,
        hexsides,
        places: places.map(|place| (place.id.clone(), place.hexes.clone())).collect(),
    }
}

fn bundled(name: &str) -> Scenario {
    load(&std::fs::read_to_string(root().join("scenarios").join(name)).unwrap()).scenario.unwrap()
}

/// The three scenarios of `position-magnifique` share one map, which each file contains. The tutorial uses only its
/// western sheet.
#[test]
fn the_maps_of_position_magnifique_are_one_map() {
    let magnifique = |name: &str| {
        let Scenario::PositionMagnifique(scenario) = bundled(name) else { panic!("{name}") };
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
    assert_eq!(ground(&west, |_| true), ground(&whole, |hex| hex.as_str() < "15"));
}

/// The field of Gravelotte is a part of the map of the campaign. A town at its edge has another hex there.
#[test]
fn the_map_of_gravelotte_is_a_part_of_that_of_the_campaign() {
    let [part, whole] = ["aac-gravelotte.toml", "aac-campaign.toml"].map(bundled);
    let (part, whole) = (part.common(), whole.common());
    assert_eq!(part.terrain(), whole.terrain());
    let grid = part.grid().unwrap();
    let (part, whole) = (ground(part, |_| true), ground(whole, |hex| grid.cell(hex).is_some()));
    assert!(part.hexes == whole.hexes && part.roads == whole.roads && part.hexsides == whole.hexsides);
    assert!(part.places.is_superset(&whole.places));
    let more: Vec<&str> = part.places.difference(&whole.places).map(|(place, _)| place.as_str()).collect();
    assert_eq!(more, ["mars-la-tour"]);
}

/// Two systems play the 16th of August on one ground: the heights, woods and places are the same. The rules ask for
/// four levels instead of five, and for valleys that fall as their brooks run.
#[test]
fn the_battle_of_mars_la_tour_has_one_ground_in_two_systems() {
    const VALLEYS: [&str; 3] = ["0105", "2118", "2621"];
    let [one, other] = ["pm-a-day-of-battle.toml", "aac-mars-la-tour.toml"].map(bundled);
    let (Scenario::PositionMagnifique(one), Scenario::AtAnyCost(other)) = (one, other) else { panic!() };
    let is_forest = |letter: Option<char>| {
        let terrain = letter.and_then(|letter| one.map.terrain.get(&Letter(letter)));
        terrain.is_some_and(|terrain| terrain.class == position_magnifique::TerrainClass::Forest)
    };
    let is_wooded = |letter: Option<char>| {
        let terrain = letter.and_then(|letter| other.map.terrain.get(&Letter(letter)));
        terrain.is_some_and(|terrain| terrain.classes.contains(&at_any_cost::TerrainClass::Woods))
    };
    let [here, there] = [ground(&*one, |_| true), ground(&*other, |_| true)];
    assert!(here.hexes.keys().eq(there.hexes.keys()));
    for ((hex, [letter, level]), [its_letter, its_level]) in here.hexes.iter().zip(there.hexes.values()) {
        assert_eq!(is_forest(*letter), is_wooded(*its_letter), "{hex}");
        let digit = |level: &Option<char>| level.and_then(|level| level.to_digit(10));
        let lower = u32::from(VALLEYS.contains(&hex.as_str()));
        assert_eq!(digit(level).map(|level| level.min(4) - lower), digit(its_level), "{hex}");
    }
    assert!(here.places.is_subset(&there.places));
}
