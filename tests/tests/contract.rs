//! What every game promises, checked with random games on every bundled scenario.
//!
//! `BATTLEWRIGHT_GAMES` says how many games; 1,000 if it is not set.

#![allow(clippy::panic, clippy::unwrap_used, reason = "a test may panic")]

use std::path::Path;
use std::thread;

use battlewright_engine::any::AnyGame;
use battlewright_schema::{Scenario, System};
use battlewright_tests::contract::{Met, Terms, check};
use battlewright_tests::workspace;

fn terms(system: System) -> Terms {
    match system {
        System::MarsLaTour => Terms {
            units_per_hex: 1,
            longest: 20_000,
            secret: |notation| notation.starts_with("support") || notation.starts_with("no-support"),
        },
    }
}

fn load(path: &Path) -> Scenario {
    let text = std::fs::read_to_string(path).unwrap();
    let loaded = battlewright_schema::load(&text);
    loaded.scenario.unwrap_or_else(|| panic!("{}: {:#?}", path.display(), loaded.diagnostics))
}

fn play(name: &str) {
    let scenario = load(&workspace::root().join("scenarios").join(name));
    let games: u64 = std::env::var("BATTLEWRIGHT_GAMES").map_or(1000, |games| games.parse().unwrap());
    let threads = thread::available_parallelism().map_or(1, |threads| threads.get() as u64);
    let results: Vec<Result<Met, String>> = thread::scope(|scope| {
        let handles: Vec<_> = (0..threads)
            .map(|first| {
                let scenario = &scenario;
                scope.spawn(move || {
                    let start = AnyGame::new(scenario).unwrap();
                    check(&start, terms(scenario.system()), (first..games).step_by(threads as usize))
                })
            })
            .collect();
        handles.into_iter().map(|handle| handle.join().unwrap()).collect()
    });
    for result in results {
        let met = result.unwrap_or_else(|broken| panic!("{name}: {broken}"));
        assert!(met.inputs > 0 && met.refused > 0 && met.secrets > 0, "{name}: too little was met: {met:?}");
    }
}

#[test]
fn mars_la_tour() {
    play("mars-la-tour.toml");
}

#[test]
fn tutorial() {
    play("tutorial.toml");
}

#[test]
fn every_bundled_scenario_has_a_test_above() {
    let names: Vec<String> = workspace::scenarios()
        .unwrap()
        .iter()
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    assert_eq!(names, ["mars-la-tour.toml", "tutorial.toml"]);
}
