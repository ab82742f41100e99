//! Scenarios beyond the limits: refused by name before anything is made, and words are cut where they may not go on.

use battlewright_engine::any::AnyGame;
use battlewright_export::draw::{Shape, Text};
use battlewright_export::tiled::{TiledError, written};
use battlewright_export::{Format, Options, Order, Scene, ScenePart, export, vassal};
use battlewright_schema::common::limits::{LONGEST_NAME, MOST_LABELS, MOST_LETTERS, MOST_UNITS_PLAYED};
use battlewright_schema::{DocPath, NumberingProblem, Scenario, System, load, template};
use serde_json::json;

fn lesson(system: System) -> Scenario {
    load(template(system)).scenario.unwrap()
}

/// `scenario` with so many units that it is too large to play.
fn crowded(system: System) -> Scenario {
    let mut scenario = lesson(system);
    let list = DocPath::root().key("unit");
    let unit = scenario.get(&list.clone().index(0)).unwrap();
    scenario.set(&list, Some(vec![unit; MOST_UNITS_PLAYED + 1].into())).unwrap();
    scenario
}

fn told(units: usize) -> String {
    format!("the scenario has {units} units; the limit for playing is {MOST_UNITS_PLAYED} (too-large-to-play)")
}

#[test]
fn too_many_counters_are_refused_alike_by_the_engine_and_the_exports() {
    for system in System::ALL {
        let scenario = crowded(system);
        let problems = AnyGame::new(&scenario).err().unwrap();
        assert_eq!(
            problems.iter().map(|problem| problem.message.as_str()).collect::<Vec<_>>(),
            [told(MOST_UNITS_PLAYED + 1)]
        );
        let options = Options::default();
        let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("crowded.pdf");
        let pages = export(&scenario, &Order::new(Format::Pdf), &path).unwrap_err().to_string();
        assert!(pages.ends_with(&told(MOST_UNITS_PLAYED + 1)), "{pages}");
        let module = vassal::write(&scenario, &options, 80.0).unwrap_err().to_string();
        assert!(module.ends_with(&told(MOST_UNITS_PLAYED + 1)), "{module}");
        let map = written(&scenario, &options, "images").err().unwrap().to_string();
        assert!(map.ends_with(&told(MOST_UNITS_PLAYED + 1)), "{map}");
        // Without counters the map is written, if it has hexes.
        let without = Options { units: false, ..Options::default() };
        match written(&scenario, &without, "images").err() {
            None => assert_eq!(scenario.common().table(), None),
            Some(refusal) => {
                assert!(scenario.common().table().is_some(), "{refusal}");
                assert!(matches!(refusal, TiledError::Unplaced(NumberingProblem::NoHexes)), "{refusal}");
            }
        }
    }
}

#[test]
fn a_map_too_large_to_play_on_is_refused_by_the_engine_and_as_a_module_and_goes_to_tiled() {
    let mut scenario = lesson(System::MarsLaTour);
    scenario.common_mut().set_size(1_000, 1_000);
    let hexes = "the scenario has 1000000 hexes; the limit for playing is 100000 (too-large-to-play)";
    assert_eq!(AnyGame::new(&scenario).err().unwrap()[0].message, hexes);
    let module = vassal::write(&scenario, &Options::default(), 80.0).unwrap_err().to_string();
    assert!(module.ends_with(hexes), "{module}");
}

#[test]
fn a_map_with_too_many_letters_is_not_drawn() {
    let mut scenario = lesson(System::MarsLaTour);
    let letters = ('\u{4e00}'..).take(MOST_LETTERS + 1).map(|letter| (letter.to_string(), json!({"name": "Clear"})));
    let legend: serde_json::Map<String, serde_json::Value> = letters.collect();
    scenario.set(&DocPath::root().key("map").key("terrain"), Some(legend.into())).unwrap();
    for format in [Format::Tmx, Format::Tmj, Format::Svg, Format::Png, Format::Pdf, Format::Vmod] {
        let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("too_many.{}", format.name()));
        let refusal = export(&scenario, &Order::new(format), &path).unwrap_err().to_string();
        assert!(refusal.ends_with("it has 501 letters of terrain; the limit is 500 (too-many)"), "{refusal}");
        assert!(!path.exists());
    }
}

#[test]
fn a_label_is_cut_where_it_may_not_go_on() {
    let long = "é".repeat(3 * LONGEST_NAME);
    let cut = |words: &str| Text::new(emath::Pos2::ZERO, words, 10.0, ecolor::Color32::BLACK).words.chars().count();
    assert_eq!([cut(&long), cut("Wood"), cut(&long[..2 * LONGEST_NAME])], [LONGEST_NAME, 4, LONGEST_NAME]);
    let mut scenario = lesson(System::MarsLaTour);
    scenario.insert(&DocPath::root().key("label").index(0), json!({"text": long, "at": "0303"})).unwrap();
    let scene = Scene::new(&scenario, Options::default()).unwrap();
    let shapes = scene.draw(ScenePart::Names, scene.rect());
    let words = shapes.iter().filter_map(|shape| if let Shape::Text(text) = shape { Some(&text.words) } else { None });
    let longest = words.map(|words| words.chars().count()).max().unwrap_or_default();
    assert_eq!(longest, LONGEST_NAME);
    let labels = vec![json!({"text": "Wood", "at": "0303"}); MOST_LABELS + 10];
    scenario.set(&DocPath::root().key("label"), Some(labels.into())).unwrap();
    let scene = Scene::new(&scenario, Options::default()).unwrap();
    let shapes = scene.draw(ScenePart::Names, scene.rect());
    let drawn = shapes.iter().filter(|shape| matches!(shape, Shape::Text(text) if text.words == "Wood")).count();
    assert_eq!(drawn, MOST_LABELS);
}
