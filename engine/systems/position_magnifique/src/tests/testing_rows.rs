//! Bundled scenarios with rules in rows, and what has to agree in each of their positions.

use crate::player::appraise_ground::Scratch;
use crate::state::{Motion, Task};
use crate::tests::games::{bundled, bundled_file};
use crate::{Action, PositionMagnifique, State};
use battlewright_core::game::{Game as _, Turn};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::play::Dice;
use battlewright_core::players::{Appraise as _, Kind};
use battlewright_core::show::Show as _;
use battlewright_testkit::read_rules;

/// The bundled scenario in `text` with these rows under `[rules]`.
pub(crate) fn ruled(text: &str, rows: &str) -> PositionMagnifique {
    let mut scenario = bundled_file(text);
    scenario.rules = read_rules(rows);
    PositionMagnifique::new(&scenario).unwrap_or_else(|problems| panic!("{rows}: {problems:?}"))
}

/// The bundled scenario in `text`, and the state at each `every`-th choice of two games, one by chance and one of greedy players.
pub(crate) fn sampled(text: &str, seed: u64, every: usize) -> (PositionMagnifique, Vec<State>) {
    let start = bundled(text);
    let mut states = Vec::new();
    for kind in [Kind::Random, Kind::Greedy] {
        let (mut game, mut dice) = (start.clone(), Dice::new(seed));
        let mut players = ["first", "second"].map(|side| kind.player(Dice::named(seed, side)));
        let (mut listed, mut choices) = (Vec::new(), 0_usize);
        loop {
            match game.turn() {
                Turn::Over(_) => break,
                Turn::Chance(chance) => game.resolve(&dice.roll(chance), &mut ()),
                Turn::Choose(side) => {
                    choices += 1;
                    if choices.is_multiple_of(every) {
                        states.push(game.state());
                    }
                    game.actions(&mut listed);
                    let action = players[side.index()].choose(&game, &listed).expect("there is something to choose");
                    game.apply(&action, &mut ());
                }
            }
        }
    }
    (start, states)
}

pub(crate) fn actions(game: &PositionMagnifique) -> Vec<Action> {
    let mut actions = Vec::new();
    game.actions(&mut actions);
    actions
}

pub(crate) fn moving(game: &PositionMagnifique) -> Option<&Motion> {
    match game.state.stack.last() {
        Some(Task::Moving(motion)) => Some(motion),
        _ => None,
    }
}

/// Follows `hexes` from `start`, each a legal step.
fn follow(game: &PositionMagnifique, start: &Motion, hexes: impl IntoIterator<Item = HexIx>, what: &str) -> Motion {
    hexes.into_iter().fold(*start, |motion, hex| {
        game.next_motion(&motion, hex).unwrap_or_else(|why| panic!("{what}: {}", why.explain(game)))
    })
}

/// Asserts that what is listed is legal, that what is within reach can be reached, that odds have all rolls, and that the greedy
/// player's choice and its way are legal.
pub(crate) fn agrees(game: &PositionMagnifique, what: &str) {
    let listed = actions(game);
    for action in &listed {
        game.check(action).unwrap_or_else(|why| panic!("{what}: {action:?} is listed: {why}"));
        for case in game.odds(action).iter().flat_map(|odds| &odds.cases) {
            let ways: u32 = case.results.iter().map(|(_, ways)| ways).sum();
            assert!([6, 36].contains(&ways), "{what}: {case:?}");
        }
    }
    if !matches!(game.turn(), Turn::Choose(_)) || listed.is_empty() {
        return;
    }
    let mut greedy = Kind::Greedy.player(Dice::new(1));
    let choice = greedy.choose(game, &listed).expect("it chooses");
    assert!(listed.contains(&choice), "{what}: {choice:?}");
    let mut route = Vec::new();
    game.rest_of_move(&choice, &mut Scratch::default(), &mut route);
    let begun = match (game.state.stack.last(), choice) {
        (Some(Task::MovePhase(_)), Action::Move(piece)) => Some(game.motion(piece, game.at(piece).hex())),
        (Some(Task::Moving(motion)), Action::Hex(hex)) => game.next_motion(motion, hex).ok(),
        _ => None,
    };
    let hexes = route.iter().map_while(|action| match action {
        Action::Hex(hex) => Some(*hex),
        _ => None,
    });
    if let Some(begun) = begun {
        let end = follow(game, &begun, hexes, what);
        if route.contains(&Action::Stop) {
            assert!(game.may_stop(&end).is_ok(), "{what}: the way ends where no move may end");
        }
    }
    if let Some(motion) = moving(game).filter(|motion| motion.charge.is_none() && !game.is_halted(motion)) {
        for hex in game.hexes_in_reach() {
            let way = game.route(game.board.map.cell(hex));
            assert!(!way.is_empty(), "{what}: no way to a hex within reach");
            let hexes = way.iter().filter_map(|action| match action {
                Action::Hex(hex) => Some(*hex),
                _ => None,
            });
            let end = follow(game, motion, hexes, what);
            assert!(end.hex == Some(hex) && game.may_stop(&end).is_ok(), "{what}");
        }
    }
}
