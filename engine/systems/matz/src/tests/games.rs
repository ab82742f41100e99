//! Games of the scenarios of the battle, with invariants checked after every input.

use std::collections::{BTreeMap, BTreeSet};

use crate::state::{At, Task};
use crate::tests::testing::{FRENCH, GERMAN};
use crate::{Event, Matz, Phase};
use battlewright_core::chronicle::{Chronicle as _, Harm, Note};
use battlewright_core::game::{Game as _, Side, Turn};
use battlewright_core::kit::tasks::TaskStack as _;
use battlewright_core::play::Dice;
use battlewright_core::players::{Kind, contestants};
use battlewright_core::show::Place;

/// The number of inputs after which a game counts as endless.
const LONGEST: usize = 40_000;

pub(crate) fn bundled(text: &str) -> Matz {
    let loaded = battlewright_schema::load(text);
    let Some(battlewright_schema::Scenario::Matz(scenario)) = loaded.scenario else {
        panic!("the bundled scenario is one of this system: {:?}", loaded.diagnostics);
    };
    Matz::new(&scenario).expect("the bundled scenario can be played")
}

pub(crate) fn june() -> Matz {
    bundled(include_str!("../../../../../scenarios/matz-june-1918.toml"))
}

pub(crate) fn first_day() -> Matz {
    bundled(include_str!("../../../../../scenarios/matz-first-day.toml"))
}

pub(crate) fn mangin() -> Matz {
    bundled(include_str!("../../../../../scenarios/matz-mangin.toml"))
}

/// The parts of a game that the statistics count, added up from its events.
#[derive(Default)]
struct Statistics {
    /// The numbers of the rules of events and questions.
    rules: BTreeSet<&'static str>,
    /// The steps that each unit has lost, without the last one.
    steps: BTreeMap<u16, u8>,
    eliminated: BTreeSet<u16>,
    arrived: BTreeSet<u16>,
    /// The last place of each unit.
    places: BTreeMap<u16, Place>,
}

impl Statistics {
    fn count(&mut self, game: &Matz, event: &Event) {
        self.rules.insert(Matz::rule_of(event).number);
        game.note(event, &mut |note| match note {
            Note::Arrived(unit) => assert!(self.arrived.insert(unit), "{unit} arrives twice"),
            Note::In(unit, place) => {
                self.places.insert(unit, place);
            }
            Note::Harmed(unit, Harm::ELIMINATED) => assert!(self.eliminated.insert(unit), "{unit} is lost twice"),
            Note::Harmed(unit, harm) if harm.name == "step loss" => *self.steps.entry(unit).or_default() += 1,
            _ => {}
        });
    }

    /// Asserts that nothing has been missed in `game`, which began with `start`.
    fn agrees(&self, start: &Matz, game: &Matz, when: &str) {
        for unit in game.board.all_units().filter(|unit| !game.board.unit(*unit).is_hq()) {
            let (state, id) = (game.unit(unit), &game.board.unit(unit).id);
            let is_gone = matches!(state.at, At::Eliminated(_));
            assert_eq!(self.eliminated.contains(&unit.0), is_gone, "{when}: the loss of {id}");
            let lost = self.steps.get(&unit.0).copied().unwrap_or_default() + start.unit(unit).lost;
            assert!(lost == state.lost || (is_gone && lost <= state.lost), "{when}: {id} has lost {lost} steps");
            let has_entered =
                matches!(start.unit(unit).at, At::Due { .. } | At::Reserve) && game.hex_of(unit).is_some();
            assert!(!has_entered || self.arrived.contains(&unit.0), "{when}: the arrival of {id}");
            if let Some(hex) = game.hex_of(unit).filter(|hex| start.hex_of(unit) != Some(*hex)) {
                assert_eq!(self.places.get(&unit.0), Some(&game.board.map.place(hex)), "{when}: the place of {id}");
            }
        }
        let points: i32 = game.sources().iter().map(|source| source.points[GERMAN.index()]).sum();
        assert_eq!(points, game.judgment().points[GERMAN.index()], "{when}");
        let at_work: BTreeSet<&str> = Matz::citable_rules().into_iter().map(|rule| rule.number).collect();
        let silent: Vec<&&str> = self.rules.difference(&at_work).collect();
        assert!(silent.is_empty(), "{when}: these rules are said to be silent: {silent:?}");
    }
}

/// Plays a game and checks it after every input. Returns what its statistics count.
fn play(start: &Matz, kinds: [Kind; 2], seed: u64) -> Statistics {
    let mut game = start.clone();
    let (mut counted, mut events) = (Statistics::default(), Vec::new());
    let mut dice = Dice::new(seed);
    let mut players = contestants(kinds, seed);
    let mut actions = Vec::new();
    for input in 0.. {
        assert!(input < LONGEST, "seed {seed}: the game goes on forever: {}", game.prompt());
        keeps_its_promises(&game, input, &format!("seed {seed}, input {input}"));
        match game.turn() {
            Turn::Over(_) => {
                counted.agrees(start, &game, &format!("seed {seed}"));
                return counted;
            }
            Turn::Chance(chance) => game.resolve(&dice.roll(chance), &mut events),
            Turn::Choose(side) => {
                counted.rules.insert(game.asked_by().number);
                game.actions(&mut actions);
                let seen = game.seen_by(side);
                let mut listed = Vec::new();
                seen.actions(&mut listed);
                assert_eq!(listed, actions, "seed {seed}, input {input}: the view of {side:?} has other actions");
                let action = players[side.index()].choose(&seen, &actions).expect("there is something to choose");
                game.apply(&action, &mut events);
            }
        }
        events.drain(..).for_each(|event| counted.count(&game, &event));
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
        assert_eq!(crate::ground::Ground::new(&game.board, &game.state), game.ground, "{when}");
        let anew = game.with_state(game.state());
        for side in Side::BOTH {
            assert_eq!(anew.joined_to_edge(side), game.joined_to_edge(side), "{when}");
            let seen = game.seen_by(side);
            assert!(seen.seen_by(side) == seen, "{when}: a view of a view differs");
        }
    }
}

#[test]
fn the_scenarios_are_played_to_their_ends_and_put_every_rule_to_work() {
    let mut cited = BTreeSet::new();
    for (start, seed) in [(first_day(), 0), (first_day(), 1), (june(), 1), (june(), 2), (june(), 3), (mangin(), 1)] {
        cited.extend(play(&start, [Kind::Random; 2], seed).rules);
    }
    let rules = Matz::citable_rules().into_iter().map(|rule| rule.number);
    let unused: Vec<&str> = rules.filter(|number| !cited.contains(number)).collect();
    assert_eq!(unused, [""; 0], "these rules are said to be at work");
}

#[test]
fn greedy_players_play_the_first_day_to_its_end() {
    play(&first_day(), [Kind::Greedy; 2], 1);
}
