//! The number of ways that a small game can go, counted to a few plies: a guard against rules that change
//! unawares. A ply is a choice of a side or a roll of the dice, and every roll counts.
//!
//! A number that changes with a rule on purpose is replaced; one that changes without is a bug.

use battlewright_engine::any::AnyGame;
use battlewright_engine::game::{Chance, Game as _, Turn};
use battlewright_engine::show::Show as _;

/// The first lesson after these inputs: actions in the notation of replays, and dice.
fn tutorial(inputs: &[&str]) -> AnyGame {
    let loaded = battlewright_schema::load(include_str!("../../../scenarios/tutorial.toml"));
    let mut game = AnyGame::new(&loaded.scenario.expect("the first lesson loads")).unwrap();
    let mut actions = Vec::new();
    for input in inputs {
        if let Turn::Chance(_) = game.turn() {
            let dice: Vec<u16> = input.split(' ').map(|die| die.parse().unwrap()).collect();
            game.resolve(&dice, &mut ());
            continue;
        }
        game.actions(&mut actions);
        let found = actions.iter().copied().find(|action| game.label(action).notation == *input);
        let legal: Vec<String> = actions.iter().map(|action| game.label(action).notation).collect();
        let action = found.unwrap_or_else(|| panic!("`{input}` is not among {legal:?}"));
        game.apply(&action, &mut ());
    }
    game
}

/// The number of sequences of `depth` plies that lead on from `game`; a game that ends sooner counts once.
fn perft(game: &AnyGame, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let branch = |play: &dyn Fn(&mut AnyGame)| {
        let mut next = game.clone();
        play(&mut next);
        perft(&next, depth - 1)
    };
    match game.turn() {
        Turn::Over(_) => 1,
        Turn::Choose(_) => {
            let mut actions = Vec::new();
            game.actions(&mut actions);
            actions.iter().map(|action| branch(&|game| game.apply(action, &mut ()))).sum()
        }
        Turn::Chance(chance) => rolls(chance).iter().map(|roll| branch(&|game| game.resolve(roll, &mut ()))).sum(),
    }
}

/// Returns every result of a roll or draw.
fn rolls(chance: Chance) -> Vec<Vec<u16>> {
    let mut rolls = vec![Vec::new()];
    for _ in 0..chance.count() {
        let longer = |roll: Vec<u16>| chance.range().map(move |pick| [roll.as_slice(), &[pick]].concat());
        rolls = rolls.into_iter().flat_map(longer).collect();
    }
    rolls
}

fn counts<const DEPTHS: usize>(game: &AnyGame) -> [u64; DEPTHS] {
    std::array::from_fn(|depth| perft(game, u32::try_from(depth).unwrap() + 1))
}

#[test]
fn the_first_lesson_from_its_start() {
    assert_eq!(counts(&tutorial(&[])), [12, 216, 432, 2160]);
}

#[test]
fn the_first_lesson_in_its_first_movement_phase() {
    assert_eq!(counts(&tutorial(&["hq 0502", "hq 0202"])), [2, 10, 32, 148, 619, 2564]);
}

/// Red's brigade stands before the town, and Blue has passed.
const BEFORE_THE_TOWN: [&str; 9] =
    ["hq 0502", "hq 0202", "move red-1", "step 0502", "move blue-reserve", "stop", "move red-1", "step 0402", "pass"];

#[test]
fn the_first_lesson_at_the_roll_for_last_moves() {
    assert_eq!(counts(&tutorial(&BEFORE_THE_TOWN)), [6, 6, 12, 48]);
}

#[test]
fn the_first_lesson_in_its_first_attack_phase() {
    let contact = tutorial(&[&BEFORE_THE_TOWN[..], &["1", "pass"]].concat());
    assert_eq!(counts(&contact), [2, 8, 16, 240, 2449]);
}

/// Returns the position of a scenario after `plies`. Ply `n` takes item `n` of the list of choices or rolls, and begins again
/// at its end, so that the way depends on the rules alone.
fn after(plies: usize, text: &str) -> AnyGame {
    let mut game = AnyGame::new(&battlewright_schema::load(text).scenario.unwrap()).unwrap();
    let mut actions = Vec::new();
    for n in 0..plies {
        match game.turn() {
            Turn::Over(_) => panic!("the game is over after {n} plies"),
            Turn::Choose(_) => {
                game.actions(&mut actions);
                game.apply(&actions[n % actions.len()], &mut ());
            }
            Turn::Chance(chance) => {
                let rolls = rolls(chance);
                game.resolve(&rolls[n % rolls.len()], &mut ());
            }
        }
    }
    game
}

#[test]
fn position_magnifique() {
    let text = include_str!("../../../scenarios/pm-crisis-on-the-left.toml");
    assert_eq!([0, 40].map(|plies| counts(&after(plies, text))), [[2, 4, 8, 16], [2, 18, 114, 847]]);
}

#[test]
fn at_any_cost() {
    let text = include_str!("../../../scenarios/aac-first-orders.toml");
    assert_eq!([0, 40].map(|plies| counts(&after(plies, text))), [[10, 100, 900, 7200], [5, 30, 162, 1466]]);
}

#[test]
fn matz() {
    let text = include_str!("../../../scenarios/matz-first-day.toml");
    assert_eq!([0, 40].map(|plies| counts(&after(plies, text))), [[36, 432, 4752, 68112], [7, 115, 1009, 9498]]);
}

#[test]
fn outrance() {
    let text = include_str!("../../../scenarios/outrance-first-assault.toml");
    assert_eq!([0, 40].map(|plies| counts(&after(plies, text))), [[10, 50, 220, 16685], [2, 2, 6, 326]]);
}
