//! The contract of all games, checked with random games on all bundled scenarios.
//!
//! `BATTLEWRIGHT_GAMES` is the number of games (default 200). Each has a fixed seed, so that a game is the same in every run until the
//! rules change. `contract_bites.rs` proves that far fewer games detect faults.

use std::num::NonZero;
use std::path::Path;
use std::thread;

use battlewright_engine::any::AnyGame;
use battlewright_engine::players::Kind;
use battlewright_schema::{Scenario, System};
use battlewright_tests::contract::{Met, Sealed, Terms, check};
use battlewright_tests::files::toml_files;
use battlewright_tests::workspace;

fn terms(system: System) -> Terms {
    match system {
        System::MarsLaTour => Terms {
            units_per_hex: 1,
            enemies_may_meet: false,
            lists_all: true,
            longest: 20_000,
            secret: |notation| {
                let support = notation.starts_with("support") || notation.starts_with("no-support");
                support.then_some(Sealed::UntilAnswered)
            },
        },
        System::PositionMagnifique => Terms {
            units_per_hex: 1,
            // A charge ends in the hex of its target (12.5).
            enemies_may_meet: true,
            lists_all: true,
            longest: 40_000,
            secret: |notation| notation.starts_with("add ").then_some(Sealed::UntilDrawn),
        },
        System::AtAnyCost => Terms {
            // A battery stacks with another unit (4.1).
            units_per_hex: 2,
            // A charge ends in the hex of its target (12.7).
            enemies_may_meet: true,
            lists_all: true,
            longest: 60_000,
            // The choices of the Planning Phase (5.1); those that name a chit and its use have more words.
            secret: |notation| {
                let is_chit = notation.starts_with("chit-") && !notation.contains(' ');
                is_chit.then_some(Sealed::UntilDrawn)
            },
        },
        System::Matz => Terms {
            // The limit is one of steps, and holds at the end of a phase (4.0).
            units_per_hex: 30,
            // Aircraft are shown in the center of their mega-hex (2.1).
            enemies_may_meet: true,
            lists_all: true,
            longest: 60_000,
            // The support of a combat (7.4, 8.2): one unit after the other, until the side passes.
            secret: |notation| {
                let support = notation == "pass" || notation.starts_with("support ");
                support.then_some(Sealed::WhileChoosing)
            },
        },
        System::Outrance => Terms {
            // Bases on a table have no hexes.
            units_per_hex: 1,
            enemies_may_meet: false,
            // A unit may go to any point in reach, at any facing.
            lists_all: false,
            longest: 60_000,
            // Nothing is hidden on a table.
            secret: |_| None,
        },
        other => panic!("no bundled scenario is of {other:?}"),
    }
}

fn load(path: &Path) -> Scenario {
    let text = std::fs::read_to_string(path).unwrap();
    let loaded = battlewright_schema::load(&text);
    loaded.scenario.unwrap_or_else(|| panic!("{}: {:#?}", path.display(), loaded.diagnostics))
}

/// Plays `games` games on the scenario, on all processors.
fn play(name: &str, kind: Kind, games: u64) -> Met {
    let scenario = load(&workspace::root().join("scenarios").join(name));
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let results: Vec<Result<Met, String>> = thread::scope(|scope| {
        let of = |thread| (0..games).skip(thread).step_by(threads);
        let start = |thread| {
            let start = AnyGame::new(&scenario).unwrap();
            let terms = terms(scenario.system());
            scope.spawn(move || check(&start, terms, kind, of(thread)))
        };
        let handles: Vec<_> = (0..threads).map(start).collect();
        handles.into_iter().map(|handle| handle.join().unwrap()).collect()
    });
    let mut met = Met::default();
    for result in results {
        met.add(result.unwrap_or_else(|broken| panic!("{name}: {broken}")));
    }
    assert!(met.inputs > 0 && met.refused > 0, "{name}: too little was met: {met:?}");
    met
}

fn games() -> u64 {
    std::env::var("BATTLEWRIGHT_GAMES").map_or(200, |games| games.parse().unwrap())
}

#[test]
fn mars_la_tour() {
    let met = play("mars-la-tour.toml", Kind::Random, games());
    assert!(met.secrets > 0, "no secret was kept: {met:?}");
}

#[test]
fn tutorial() {
    let met = play("tutorial.toml", Kind::Random, games());
    assert!(met.secrets > 0, "no secret was kept: {met:?}");
}

/// A game of Position Magnifique is many times longer.
#[test]
fn position_magnifique() {
    play("pm-crisis-on-the-left.toml", Kind::Random, games().div_ceil(100));
    play("pm-a-day-of-battle.toml", Kind::Random, games().div_ceil(200));
    let met = play("pm-a-beckoning-victory.toml", Kind::Random, games().div_ceil(200));
    assert!(met.secrets > 0, "no secret was kept: {met:?}");
}

/// The lesson is short; the battles are longer than those of any other system.
#[test]
fn at_any_cost() {
    let met = play("aac-first-orders.toml", Kind::Random, games().div_ceil(20));
    assert!(met.secrets > 0, "no secret was kept: {met:?}");
    play("aac-mars-la-tour.toml", Kind::Random, games().div_ceil(500));
    play("aac-gravelotte.toml", Kind::Random, games().div_ceil(1000));
    play("aac-campaign.toml", Kind::Random, games().div_ceil(1000));
}

#[test]
fn matz() {
    let met = play("matz-first-day.toml", Kind::Random, games().div_ceil(100));
    assert!(met.secrets > 0, "no secret was kept: {met:?}");
    play("matz-mangin.toml", Kind::Random, games().div_ceil(200));
    play("matz-june-1918.toml", Kind::Random, games().div_ceil(500));
}

#[test]
fn outrance() {
    let met = play("outrance-first-assault.toml", Kind::Random, games().div_ceil(20));
    assert!(met.unlisted > 0, "no action of a hand was tried: {met:?}");
    play("outrance-spicheren.toml", Kind::Random, games().div_ceil(200));
    play("outrance-worth.toml", Kind::Random, games().div_ceil(400));
}

/// Greedy players reach positions that random players do not.
#[test]
fn greedy_games() {
    play("mars-la-tour.toml", Kind::Greedy, games().div_ceil(50));
    play("tutorial.toml", Kind::Greedy, games().div_ceil(5));
    play("pm-crisis-on-the-left.toml", Kind::Greedy, games().div_ceil(500));
    play("aac-first-orders.toml", Kind::Greedy, games().div_ceil(100));
    play("matz-first-day.toml", Kind::Greedy, games().div_ceil(200));
    play("outrance-first-assault.toml", Kind::Greedy, games().div_ceil(200));
}

#[test]
fn every_bundled_scenario_has_a_test_above() {
    let files = toml_files("scenarios");
    let names: Vec<_> = files.iter().filter_map(|path| path.file_name()?.to_str()).collect();
    let tested = [
        "aac-campaign.toml",
        "aac-first-orders.toml",
        "aac-gravelotte.toml",
        "aac-mars-la-tour.toml",
        "mars-la-tour.toml",
        "matz-first-day.toml",
        "matz-june-1918.toml",
        "matz-mangin.toml",
        "outrance-first-assault.toml",
        "outrance-spicheren.toml",
        "outrance-worth.toml",
        "pm-a-beckoning-victory.toml",
        "pm-a-day-of-battle.toml",
        "pm-crisis-on-the-left.toml",
        "tutorial.toml",
    ];
    assert_eq!(names, tested);
}
