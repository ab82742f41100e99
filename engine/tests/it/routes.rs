//! The properties of the greedy player's moves, which it decides as a whole, on bundled scenarios of every system.

use battlewright_engine::any::AnyGame;
use battlewright_engine::game::{Game as _, Side, Turn};
use battlewright_engine::play::Dice;
use battlewright_engine::players::{Kind, Player, Playout, contestants, decision_dice};

/// The scenarios, each with the least number of choices that follow a plan in a game; 0 where the system plans no moves.
const BUNDLED: [(&str, usize); 7] = [
    (include_str!("../../../scenarios/tutorial.toml"), 5),
    (include_str!("../../../scenarios/mars-la-tour.toml"), 50),
    (include_str!("../../../scenarios/pm-crisis-on-the-left.toml"), 50),
    (include_str!("../../../scenarios/aac-first-orders.toml"), 50),
    (include_str!("../../../scenarios/aac-mars-la-tour.toml"), 100),
    (include_str!("../../../scenarios/matz-first-day.toml"), 50),
    (include_str!("../../../scenarios/outrance-first-assault.toml"), 0),
];

/// The pairs of players: what a random enemy does comes between the choices of a move more often.
const PAIRS: [[Kind; 2]; 3] = [[Kind::Greedy; 2], [Kind::Greedy, Kind::Random], [Kind::Random, Kind::Greedy]];

/// A longer game is cut here.
const MOST_INPUTS: u64 = 1500;

fn bundled(text: &str) -> AnyGame {
    AnyGame::new(&battlewright_schema::load(text).scenario.unwrap()).unwrap()
}

/// Plays a game of players that are always asked with a list of choices; returns its end, and the number of planned choices
/// that were made.
fn asked(start: &AnyGame, kinds: [Kind; 2], seed: u64) -> (AnyGame, usize) {
    let (mut game, mut seats, mut dice) = (start.clone(), contestants::<AnyGame>(kinds, seed), Dice::new(seed));
    let (mut legal, mut picks, mut followed) = (Vec::new(), Vec::new(), 0);
    for _ in 0..MOST_INPUTS {
        match game.turn() {
            Turn::Over(_) => break,
            Turn::Chance(chance) => {
                dice.roll_into(chance, &mut picks);
                game.resolve(&picks, &mut ());
            }
            Turn::Choose(side) => {
                game.actions(&mut legal);
                let (player, seen) = (&mut seats[side.index()], game.seen_by(side));
                let planned = player.planned(&seen);
                let choice = player.choose(&seen, &legal).unwrap();
                assert!(legal.contains(&choice), "{choice:?}");
                if let Some(planned) = planned {
                    assert_eq!(game.check(&planned).is_ok(), legal.contains(&planned), "{planned:?}");
                    assert!(planned == choice || !legal.contains(&planned), "{planned:?}, {choice:?}");
                    followed += usize::from(planned == choice);
                }
                game.apply(&choice, &mut ());
            }
        }
    }
    (game, followed)
}

#[test]
fn a_planned_choice_is_legal_or_dropped_and_a_playout_is_the_same_with_and_without_lists() {
    for (text, least) in BUNDLED {
        let start = bundled(text);
        for (seed, kinds) in (1..).zip(PAIRS) {
            let (end, followed) = asked(&start, kinds, seed);
            let play = || {
                let mut playout = Playout::new(start.clone(), contestants(kinds, seed), Dice::new(seed));
                while playout.inputs() < MOST_INPUTS && playout.advance(&mut ()).unwrap().is_none() {}
                playout.game().clone()
            };
            assert!(play() == end && play() == end, "{kinds:?} {seed}");
            assert!(kinds != PAIRS[0] || followed >= least, "{followed} of {least}");
        }
    }
}

/// A player that starts over before each choice chooses as one that has just come.
#[test]
fn a_player_that_starts_over_looks_again() {
    for (text, _) in BUNDLED {
        let mut game = bundled(text);
        let mut dice = Dice::new(2);
        let seat = |side| Kind::Greedy.player::<AnyGame>(decision_dice(2, side, 0));
        let mut lasting: [Box<dyn Player<AnyGame> + Send>; 2] = Side::BOTH.map(seat);
        let (mut legal, mut picks) = (Vec::new(), Vec::new());
        for n in 0..300 {
            match game.turn() {
                Turn::Over(_) => break,
                Turn::Chance(chance) => {
                    dice.roll_into(chance, &mut picks);
                    game.resolve(&picks, &mut ());
                }
                Turn::Choose(side) => {
                    game.actions(&mut legal);
                    let seen = game.seen_by(side);
                    let choices = [&mut lasting[side.index()], &mut seat(side)].map(|player| {
                        player.start_over(decision_dice(2, side, n));
                        assert_eq!(player.planned(&seen), None);
                        player.choose(&seen, &legal).unwrap()
                    });
                    assert_eq!(choices[0], choices[1]);
                    game.apply(&choices[0], &mut ());
                }
            }
        }
    }
}
