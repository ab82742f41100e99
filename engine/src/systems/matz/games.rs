//! Games of the scenarios of the battle, with invariants checked after every input.

use super::state::{At, Task};
use super::testing::{FRENCH, GERMAN};
use super::{Matz, Phase};
use crate::game::{Game as _, Outcome, Side, Turn};
use crate::play::Dice;
use crate::players::{Kind, contestants};

/// The number of inputs after which a game counts as endless.
const LONGEST: usize = 40_000;

pub(super) fn bundled(text: &str) -> Matz {
    let loaded = battlewright_schema::load(text);
    let Some(battlewright_schema::Scenario::Matz(scenario)) = loaded.scenario else {
        panic!("the bundled scenario is one of this system: {:?}", loaded.diagnostics);
    };
    Matz::new(&scenario).expect("the bundled scenario can be played")
}

pub(super) fn june() -> Matz {
    bundled(include_str!("../../../../scenarios/matz-june-1918.toml"))
}

pub(super) fn first_day() -> Matz {
    bundled(include_str!("../../../../scenarios/matz-first-day.toml"))
}

pub(super) fn mangin() -> Matz {
    bundled(include_str!("../../../../scenarios/matz-mangin.toml"))
}

/// Plays a game and checks it after every input. Returns its outcome and the number of inputs.
fn play(start: &Matz, kinds: [Kind; 2], seed: u64) -> (Outcome, usize) {
    let mut game = start.clone();
    let mut dice = Dice::new(seed);
    let mut players = contestants(kinds, seed);
    let mut actions = Vec::new();
    for input in 0.. {
        assert!(input < LONGEST, "seed {seed}: the game goes on forever: {}", game.prompt());
        keeps_its_promises(&game, input, &format!("seed {seed}, input {input}"));
        match game.turn() {
            Turn::Over(outcome) => return (outcome, input),
            Turn::Chance(chance) => game.resolve(&dice.roll(chance), &mut ()),
            Turn::Choose(side) => {
                game.actions(&mut actions);
                let seen = game.seen_by(side);
                let mut listed = Vec::new();
                seen.actions(&mut listed);
                assert_eq!(listed, actions, "seed {seed}, input {input}: the view of {side:?} has other actions");
                let action = players[side.index()].choose(&seen, &actions).expect("there is something to choose");
                game.apply(&action, &mut ());
            }
        }
    }
    unreachable!("the loop has no end")
}

fn keeps_its_promises(game: &Matz, input: usize, when: &str) {
    let ground = |side: Side| game.on_map(side).map(|(_, hex)| hex).collect::<std::collections::BTreeSet<_>>();
    assert!(ground(GERMAN).is_disjoint(&ground(FRENCH)), "{when}: units of both sides are in a hex");
    for unit in game.board.all_units() {
        let facts = game.board.unit(unit);
        let is_gone = matches!(game.unit(unit).at, At::Eliminated(_));
        assert!(is_gone || game.steps_left(unit) > 0, "{when}: {} has no step", facts.id);
        let in_the_air =
            matches!(game.unit(unit).at, At::Pot | At::Drawn | At::Patrol(_) | At::Mission { .. } | At::Aborted);
        assert_eq!(in_the_air, facts.arm.flies(), "{when}: {} is at {:?}", facts.id, game.unit(unit).at);
    }
    let is_phase_over = matches!(game.state.stack.last(), Some(Task::Barrage(_) | Task::Command(_)));
    if is_phase_over && game.state.phase == Phase::Bombardment {
        for side in Side::BOTH {
            let crowded = game.board.map.all().find(|hex| game.steps_above_limit(side, *hex) > 0);
            assert_eq!(crowded, None, "{when}: too many steps in a hex");
        }
    }
    if input.is_multiple_of(64) {
        assert!(game.clone() == *game && game.with_state(game.state()) == *game, "{when}: a copy differs");
        assert_eq!(super::occupancy(&game.board, &game.state), game.ground, "{when}");
        for side in Side::BOTH {
            let seen = game.seen_by(side);
            assert!(seen.seen_by(side) == seen, "{when}: a view of a view differs");
        }
    }
}

#[test]
fn the_first_day_is_played_to_its_end() {
    for seed in 0..2 {
        play(&first_day(), [Kind::Random; 2], seed);
    }
}

#[test]
fn the_whole_battle_is_played_to_its_end() {
    play(&june(), [Kind::Random; 2], 1);
}

#[test]
fn the_counter_stroke_is_played_to_its_end() {
    play(&mangin(), [Kind::Random; 2], 1);
}

#[test]
fn greedy_players_play_the_first_day_to_its_end() {
    play(&first_day(), [Kind::Greedy; 2], 1);
}
