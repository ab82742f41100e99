//! The contract of all games, checked with random games on all bundled scenarios.
//!
//! `BATTLEWRIGHT_GAMES` is the number of games (default 50; `.ci/run` plays 200). Each has a fixed seed, so that a game is the same in
//! every run until the rules change. `contract_bites.rs` proves that far fewer games detect faults. Of a scenario for which one game
//! is more than its share, a part of the positions is checked.

use std::path::Path;

use battlewright_engine::any::AnyGame;
use battlewright_engine::players::Budget;
use battlewright_engine::players::Kind::{self, Greedy, Random};
use battlewright_schema::{Scenario, System};
use battlewright_tests::contract::{Met, Sealed, Terms, check, games};
use battlewright_tests::files::toml_files;
use battlewright_tests::workspace;

fn terms(system: System) -> Terms {
    match system {
        System::MarsLaTour => Terms {
            units_per_hex: 1,
            enemies_may_meet: false,
            lists_all: true,
            longest: 20_000,
            every: 1,
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
            every: 1,
            secret: |notation| notation.starts_with("add ").then_some(Sealed::UntilDrawn),
        },
        System::AtAnyCost => Terms {
            // A battery stacks with another unit (4.1).
            units_per_hex: 2,
            // A charge ends in the hex of its target (12.7).
            enemies_may_meet: true,
            lists_all: true,
            longest: 60_000,
            every: 1,
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
            every: 1,
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
            every: 1,
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

/// Loads a bundled scenario with the ten rules in rows of its system.
fn load_with_rows(path: &Path) -> Scenario {
    let scenario = load(path);
    let rows = format!("tests/rows/{}.toml", scenario.system().name());
    let read = |path: &Path| std::fs::read_to_string(path).unwrap();
    let loaded = battlewright_schema::load(&format!("{}\n{}", read(path), read(&workspace::root().join(rows))));
    let errors: Vec<_> = loaded.diagnostics.iter().filter(|found| found.is_error()).collect();
    assert!(errors.is_empty(), "{}: {errors:#?}", path.display());
    loaded.scenario.unwrap()
}

/// Plays the share `1 / part` of the games on a bundled scenario.
fn play(name: &str, kind: Kind, part: u64) -> Met {
    play_on(name, load, kind, part)
}

/// Plays the same with ten rules in rows: no dead end, no endless game, no false offer, and no secret that shows.
fn play_with_rows(name: &str, kind: Kind, part: u64) -> Met {
    play_on(name, load_with_rows, kind, part)
}

fn play_on(name: &str, load: fn(&Path) -> Scenario, kind: Kind, part: u64) -> Met {
    // An odd number, since choices and rolls often alternate.
    let every = usize::try_from(part.div_ceil(games())).unwrap() | 1;
    let scenario = load(&workspace::root().join("scenarios").join(name));
    let start = AnyGame::new(&scenario).unwrap();
    let met = check(&start, Terms { every, ..terms(scenario.system()) }, kind, 0..games().div_ceil(part))
        .unwrap_or_else(|broken| panic!("{name}: {broken}"));
    assert!(met.inputs > 0 && met.refused > 0, "{name}: too little was met: {met:?}");
    met
}

/// A planning player with few playouts.
const PLAN: Kind = Kind::Plan(Budget::Iterations(2));

/// Defines a test per line: a scenario, the kind of both players, the share of the games, and what must be met.
macro_rules! contract {
    ($($test:ident: $file:literal, $kind:path, 1 / $part:literal $(, $met:ident)?;)*) => {
        $(
            #[test]
            fn $test() {
                let met = play($file, $kind, $part);
                let needed: &[(&str, usize)] = &[$((stringify!($met), met.$met))?];
                for (name, count) in needed {
                    assert!(*count > 0, "no {name}: {met:?}");
                }
            }
        )*

        const TESTED: &[&str] = &[$($file),*];
    };
}

// Games of the tutorial are the shortest, and those of whole battles a thousand times longer. Greedy players reach positions that
// random players do not.
contract! {
    mars_la_tour: "mars-la-tour.toml", Random, 1 / 1, secrets;
    tutorial: "tutorial.toml", Random, 1 / 1, secrets;
    pm_crisis_on_the_left: "pm-crisis-on-the-left.toml", Random, 1 / 100;
    pm_a_day_of_battle: "pm-a-day-of-battle.toml", Random, 1 / 200;
    pm_a_beckoning_victory: "pm-a-beckoning-victory.toml", Random, 1 / 200, secrets;
    aac_first_orders: "aac-first-orders.toml", Random, 1 / 20, secrets;
    aac_mars_la_tour: "aac-mars-la-tour.toml", Random, 1 / 500;
    aac_gravelotte: "aac-gravelotte.toml", Random, 1 / 1000;
    aac_campaign: "aac-campaign.toml", Random, 1 / 1000;
    matz_first_day: "matz-first-day.toml", Random, 1 / 100, secrets;
    matz_mangin: "matz-mangin.toml", Random, 1 / 200;
    matz_june_1918: "matz-june-1918.toml", Random, 1 / 500;
    outrance_first_assault: "outrance-first-assault.toml", Random, 1 / 20, unlisted;
    outrance_spicheren: "outrance-spicheren.toml", Random, 1 / 200;
    outrance_worth: "outrance-worth.toml", Random, 1 / 400;
    greedy_mars_la_tour: "mars-la-tour.toml", Greedy, 1 / 50;
    greedy_tutorial: "tutorial.toml", Greedy, 1 / 5;
    greedy_pm: "pm-crisis-on-the-left.toml", Greedy, 1 / 500;
    greedy_aac: "aac-first-orders.toml", Greedy, 1 / 100;
    greedy_matz: "matz-first-day.toml", Greedy, 1 / 200;
    greedy_outrance: "outrance-first-assault.toml", Greedy, 1 / 200;
    plan_mars_la_tour: "mars-la-tour.toml", PLAN, 1 / 200;
    plan_tutorial: "tutorial.toml", PLAN, 1 / 50;
    plan_aac: "aac-first-orders.toml", PLAN, 1 / 200;
}

#[test]
fn games_with_rules_in_rows_keep_the_contract() {
    let battles = [
        ("mars-la-tour.toml", 20),
        ("pm-crisis-on-the-left.toml", 200),
        ("aac-first-orders.toml", 50),
        ("matz-first-day.toml", 200),
        ("outrance-first-assault.toml", 100),
    ];
    for (name, part) in battles {
        play_with_rows(name, Random, part);
        play_with_rows(name, Greedy, 5 * part);
    }
}

#[test]
fn every_bundled_scenario_has_a_test_above() {
    for path in toml_files("scenarios") {
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(TESTED.contains(&name), "{name}");
    }
}
