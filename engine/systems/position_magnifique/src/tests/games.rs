//! Random games of every bundled scenario, with invariants checked after every input.

use std::collections::BTreeMap;

use battlewright_schema::position_magnifique as file;

use crate::rules::r08_sequence::Draw;
use crate::rules::r15_housekeeping::Housekeeping;
use crate::state::{At, Chit, Task};
use crate::tests::testing::{FRENCH, PRUSSIAN};
use crate::{Action, MovingPiece, PositionMagnifique, State};
use battlewright_core::game::{Game as _, Side, Turn};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::tasks::TaskStack as _;
use battlewright_core::play::Dice;
use battlewright_core::players::Kind;

/// The number of inputs after which a game counts as endless.
const LONGEST: usize = 40_000;

/// The bundled scenarios.
pub(crate) const CRISIS: &str = include_str!("../../../../../scenarios/pm-crisis-on-the-left.toml");
pub(crate) const DAY: &str = include_str!("../../../../../scenarios/pm-a-day-of-battle.toml");
pub(crate) const VICTORY: &str = include_str!("../../../../../scenarios/pm-a-beckoning-victory.toml");

pub(crate) fn bundled(text: &str) -> PositionMagnifique {
    PositionMagnifique::new(&bundled_file(text)).expect("the bundled scenario can be played")
}

pub(crate) fn bundled_file(text: &str) -> file::PositionMagnifique {
    let loaded = battlewright_schema::load(text);
    let Some(battlewright_schema::Scenario::PositionMagnifique(scenario)) = loaded.scenario else {
        panic!("the bundled scenario is one of this system: {:?}", loaded.diagnostics);
    };
    *scenario
}

pub(crate) fn crisis() -> PositionMagnifique {
    bundled(CRISIS)
}

pub(crate) fn day() -> PositionMagnifique {
    bundled(DAY)
}

pub(crate) fn victory() -> PositionMagnifique {
    bundled(VICTORY)
}

#[test]
fn crisis_on_the_left_is_played_to_its_end() {
    play(&crisis(), 0..2);
}

#[test]
fn a_day_of_battle_is_played_to_its_end() {
    play(&day(), 0..1);
}

#[test]
fn a_beckoning_victory_is_played_to_its_end() {
    play(&victory(), 0..1);
}

/// Plays games to their end by chance.
pub(crate) fn play(start: &PositionMagnifique, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let mut game = start.clone();
        let mut dice = Dice::new(seed);
        let mut player = Kind::Random.player(Dice::named(seed, "player"));
        let mut actions = Vec::new();
        for input in 0.. {
            assert!(input < LONGEST, "seed {seed}: the game goes on forever");
            keeps_its_promises(&game, input, &format!("seed {seed}, input {input}"));
            match game.turn() {
                Turn::Over(_) => break,
                Turn::Chance(chance) => game.resolve(&dice.roll(chance), &mut ()),
                Turn::Choose(_) => {
                    game.actions(&mut actions);
                    let action = player.choose(&game, &actions).expect("there is something to choose");
                    game.apply(&action, &mut ());
                }
            }
        }
    }
}

fn keeps_its_promises(game: &PositionMagnifique, input: usize, when: &str) {
    nobody_is_lost_or_doubled(game, when);
    nothing_decisive_is_overlooked(game, when);
    hexes_are_not_overstacked(game, when);
    if input.is_multiple_of(64) {
        survives_a_copy(game, when);
        for side in Side::BOTH {
            hides_what_the_enemy_chose(game, side, when);
        }
    }
}

/// Checks that every piece has one place (a hex of the map, due, unset during setup, or eliminated), and that every chit is in
/// one place.
fn nobody_is_lost_or_doubled(game: &PositionMagnifique, when: &str) {
    let state = &game.state;
    assert_eq!(state.units.len(), game.board.units.len(), "{when}");
    assert_eq!(state.hqs.len(), game.board.formations.len(), "{when}");
    let setting_up = state.stack.iter().any(|task| matches!(task, Task::Deploy(_)));
    let pieces = game.board.all_units().map(MovingPiece::Unit).chain(game.board.all_formations().map(MovingPiece::Hq));
    for piece in pieces {
        match game.at(piece) {
            At::Hex(hex) => assert!(game.board.map.contains(hex), "{when}: {piece:?} is off the map"),
            At::Due { entry, .. } => assert!(usize::from(entry) < game.board.entries.len(), "{when}: {piece:?}"),
            At::Zone => assert!(setting_up, "{when}: {piece:?} has not been set up"),
            At::Eliminated(turn) => assert!(turn <= state.turn, "{when}: {piece:?}"),
        }
    }
    let mut chits = state.cup.to_vec();
    chits.extend(state.held.iter().map(|(chit, _)| Chit::Event(*chit)));
    let all = chits.len();
    chits.sort_unstable();
    chits.dedup();
    assert_eq!(chits.len(), all, "{when}: a chit is there twice");
}

/// 13.10, 16.0: checks that no HQ is alone with an enemy and that the game ends at once on a sudden victory, by whatever way the
/// last unit came into its hex.
fn nothing_decisive_is_overlooked(game: &PositionMagnifique, when: &str) {
    let over = matches!(game.turn(), Turn::Over(_));
    let ended = game.board.sudden.iter().any(|ending| game.holds(ending, &game.state.control));
    assert!(over || !ended, "{when}: the game goes on after a sudden victory");
    for formation in game.board.all_formations() {
        let side = game.board.formation(formation).side;
        let alone = |hex| game.friend_in(side, hex).is_none() && game.friend_in(side.other(), hex).is_some();
        assert!(over || !game.hq_hex(formation).is_some_and(alone), "{when}: {formation:?} is alone with an enemy");
    }
}

/// 7.1: checks that a hex has at most one combat unit, except during a move or a charge.
fn hexes_are_not_overstacked(game: &PositionMagnifique, when: &str) {
    let under_way = game.state.stack.iter().any(|task| {
        matches!(
            task,
            Task::Moving(_) | Task::Contact(_) | Task::CounterchargeRoll(_) | Task::Arrival(_) | Task::Retreat(_)
        )
    });
    if under_way {
        return;
    }
    let mut hexes: BTreeMap<HexIx, Vec<crate::UnitIx>> = BTreeMap::new();
    for side in Side::BOTH {
        for (unit, hex) in game.on_map(side) {
            hexes.entry(hex).or_default().push(unit);
        }
    }
    for (hex, units) in hexes {
        let name = game.board.map.name(hex);
        let charge = matches!(units[..], [a, b] if game.unit_side(a) != game.unit_side(b))
            && units.iter().any(|unit| game.unit(*unit).done.charge.is_some());
        assert!(units.len() == 1 || charge, "{when}: {} units in {name}", units.len());
    }
}

/// Checks that a clone and a serialized copy are equal to the game.
fn survives_a_copy(game: &PositionMagnifique, when: &str) {
    assert_eq!(game.clone(), *game, "{when}");
    let written = serde_json::to_string(&game.state()).expect("a state can be written");
    let read: State = serde_json::from_str(&written).expect("a state can be read");
    assert_eq!(game.with_state(read), *game, "{when}");
    let mut actions = Vec::new();
    game.actions(&mut actions);
    for action in actions {
        let written = serde_json::to_string(&action).expect("an action can be written");
        let read: Action = serde_json::from_str(&written).expect("an action can be read");
        assert_eq!(read, action, "{when}");
    }
}

/// 20.3: checks that a side does not see the enemy's chosen chits before they are drawn.
fn hides_what_the_enemy_chose(game: &PositionMagnifique, side: Side, when: &str) {
    let seen = game.seen_by(side);
    assert_eq!(seen.state.cup.len(), game.state.cup.len(), "{when}: how many chits there are is no secret");
    let secret =
        |formation: &crate::FormationIx| game.board.formation(*formation).side != side && !game.is_revealed(*formation);
    for formation in game.state.chosen.iter().filter(|formation| secret(formation)) {
        assert!(!seen.state.chosen.contains(formation), "{when}");
        assert!(!seen.state.cup.contains(&Chit::Activation(*formation)), "{when}");
    }
    let ours = |state: &State| -> Vec<_> {
        state.chosen.iter().copied().filter(|f| game.board.formation(*f).side == side).collect()
    };
    assert_eq!(ours(&seen.state), ours(&game.state), "{when}: a side's own choices are known to it");
}

#[test]
fn r20_3_chosen_chits_are_hidden_from_the_enemy_until_they_are_drawn() {
    let mut game = victory();
    let french = game.board.side(FRENCH).chosen_chits.clone();
    assert_eq!(french.len(), 5);
    game.state.turn = 1;
    game.state.stack = vec![Task::Draw(Draw)];
    game.state.cup.fill([]);
    game.choose_chit(FRENCH, Action::Formation(french[0]), &mut ());
    assert_eq!(*game.state.cup, [Chit::Activation(french[0])]);
    assert_eq!(game.seen_by(FRENCH), game);
    assert_eq!(*game.seen_by(PRUSSIAN).state.cup, [Chit::Secret(FRENCH)]);
    assert!(game.seen_by(PRUSSIAN).state.chosen.is_empty());
    game.resolve(&[0], &mut ());
    assert_eq!(game.seen_by(PRUSSIAN).state.chosen, [french[0]]);
    // Revealed chits stay known in later turns.
    game.state.stack = vec![Task::Housekeeping(Housekeeping)];
    game.run(&mut ());
    game.choose_chit(FRENCH, Action::Formation(french[1]), &mut ());
    let seen = game.seen_by(PRUSSIAN).state;
    assert_eq!(seen.chosen, [french[0]]);
    assert!(seen.cup.contains(&Chit::Activation(french[0])));
    assert!(seen.cup.contains(&Chit::Secret(FRENCH)) && !seen.cup.contains(&Chit::Activation(french[1])));
    assert!(seen.cup.is_sorted(), "not even its place says which it is");
}
