//! Tests of positions saved as scenarios: the scenario has no errors, its units keep their positions, and it is
//! playable.

use std::path::PathBuf;

use battlewright_engine::any::AnyGame;
use battlewright_engine::play::Match;
use battlewright_engine::players::{Kind, Progress, advance, seats};
use battlewright_engine::show::{Piece, Show as _, Spot, Symbol};
use battlewright_schema::{Scenario, Severity, load, save};
use battlewright_tests::contract::{SHORT, is_thorough};
use battlewright_tests::files::toml_files;

/// Returns the units on the ground with their positions, and with their strength if the system has one.
fn stands(game: &AnyGame) -> Vec<(String, Spot, Option<String>)> {
    let marker = |piece: &Piece| matches!(piece.symbol, Symbol::Headquarters | Symbol::MachineGun | Symbol::Aircraft);
    let on_map = |piece: &&Piece| !marker(piece) && matches!(piece.spot, Spot::On(_));
    let pieces = game.pieces();
    let mut found: Vec<_> = pieces
        .iter()
        .filter(on_map)
        .map(|piece| (piece.id.clone(), piece.spot.clone(), piece.face.text().map(str::to_owned)))
        .collect();
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}

/// Freezes `game` and continues from there. Returns `false` if the position cannot be frozen.
fn freeze(game: &AnyGame, of: &Scenario, when: &str) -> bool {
    let frozen = match game.freeze(of) {
        Ok(frozen) => frozen,
        Err(illegal) => {
            assert!(!illegal.reason.is_empty(), "{when}");
            return false;
        }
    };
    let text = save(None, &frozen.scenario);
    let read = load(&text);
    let errors: Vec<_> = read.diagnostics.iter().filter(|found| found.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{when}: {errors:#?}");
    assert_eq!(read.scenario.as_ref(), Some(&frozen.scenario), "{when}: it reads as it was written");
    let again = AnyGame::new(&frozen.scenario).unwrap_or_else(|problems| panic!("{when}: {problems:#?}"));
    assert_eq!(stands(&again), stands(game), "{when}");
    // Victory points of eliminated units are listed as losses. All other points remain.
    let mut on = Match::seeded(again, 1);
    let mut players = seats([Kind::Random; 2], 1);
    for _ in 0..60 {
        if advance(&mut on, &mut players).unwrap() != Progress::Moved {
            break;
        }
    }
    assert!(on.len() > 5, "{when}: it can be played");
    true
}

/// Freezes positions of one game on each of these scenarios between players of this kind.
fn freeze_games(files: Vec<PathBuf>, kind: Kind, seed: u64) {
    let (mut frozen, mut on_tables) = (0, 0);
    for path in files {
        let scenario = load(&std::fs::read_to_string(&path).unwrap()).scenario.unwrap();
        // Games on tables have fewer inputs, and random games of whole battles the most.
        let every = match kind {
            _ if scenario.common().table().is_some() => 23,
            Kind::Random if !is_thorough() => 601,
            _ => 211,
        };
        let mut game = Match::seeded(AnyGame::new(&scenario).unwrap(), seed);
        let mut players = seats([kind; 2], seed);
        while advance(&mut game, &mut players).unwrap() == Progress::Moved {
            if game.len().is_multiple_of(every) {
                let when = format!("{}, seed {seed}, input {}", path.display(), game.len());
                let is_frozen = freeze(game.now(), &scenario, &when);
                frozen += usize::from(is_frozen);
                on_tables += usize::from(is_frozen && scenario.common().table().is_some());
            }
        }
        assert!(game.now().freeze(&scenario).is_err(), "a game that is over is no start");
    }
    assert!(frozen > 10 && on_tables > 2, "only {frozen} positions, {on_tables} of them on tables");
}

#[test]
fn any_position_of_a_random_game_can_be_a_scenario_of_its_own() {
    freeze_games(toml_files("scenarios"), Kind::Random, 1);
}

#[test]
fn any_position_of_a_greedy_game_can_be_a_scenario_of_its_own() {
    let is_played = |path: &PathBuf| is_thorough() || SHORT.iter().any(|short| path.ends_with(short));
    freeze_games(toml_files("scenarios").into_iter().filter(is_played).collect(), Kind::Greedy, 2);
}
