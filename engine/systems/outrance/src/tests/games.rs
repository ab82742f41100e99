//! Whole games of the scenarios of the schema's tests, played at random.

use battlewright_schema::outrance as file;

use crate::state::Task;
use crate::{Action, Event, Outrance};
use battlewright_core::game::{Game, Outcome, Side, Turn};
use battlewright_core::kit::tasks::TaskStack as _;
use battlewright_core::play::{Dice, Match};
use battlewright_core::players::{Kind, Progress, advance, seats};
use battlewright_core::show::Show as _;

pub(crate) const SCENARIOS: [(&str, &str); 3] = [
    ("first assault", include_str!("../../../../../scenarios/outrance-first-assault.toml")),
    ("spicheren", include_str!("../../../../../scenarios/outrance-spicheren.toml")),
    ("worth", include_str!("../../../../../scenarios/outrance-worth.toml")),
];

pub(crate) fn scenario(text: &str) -> file::Outrance {
    let loaded = battlewright_schema::load(text);
    match loaded.scenario {
        Some(battlewright_schema::Scenario::Outrance(scenario)) => *scenario,
        _ => panic!("{:?}", loaded.diagnostics),
    }
}

pub(crate) fn started(text: &str) -> Outrance {
    Outrance::new(&scenario(text)).unwrap_or_else(|problems| panic!("{problems:#?}"))
}

/// No base stands on another or off the table, and each unit has a footprint exactly if it is on the table.
fn is_sound(game: &Outrance) {
    let table = game.board.terrain.table;
    for side in Side::BOTH {
        let all: Vec<_> = game.fighters(side).collect();
        for (unit, shape) in &all {
            assert!(table.encloses(shape.bounds()), "{} is on the table", game.board.unit(*unit).id);
            let enemies = game.bases_but(side.other(), &[]);
            assert!(!shape.stands_on(&enemies), "{} stands on an enemy", game.board.unit(*unit).id);
        }
    }
    for unit in game.all_units() {
        assert_eq!(game.place(unit).is_some(), game.shape(unit).is_some(), "{}", game.board.unit(unit).id);
    }
}

/// Plays at random to the end. `strict` checks every listed action.
fn play(mut game: Outrance, seed: u64, strict: bool) -> (Outcome, Vec<Event>) {
    let (mut dice, mut log, mut legal) = (Dice::new(seed), Vec::new(), Vec::new());
    for _ in 0..20_000 {
        match game.turn() {
            Turn::Over(outcome) => return (outcome, log),
            Turn::Chance(chance) => {
                let picks = dice.roll(chance);
                game.resolve(&picks, &mut log);
            }
            Turn::Choose(_) => {
                game.actions(&mut legal);
                assert!(!legal.is_empty(), "{:?}", game.stack().last());
                if let Some(Task::Move(task)) = game.stack().last() {
                    let begins = task.legs.is_empty();
                    assert!(begins || !legal.contains(&Action::Back), "no offered leg leads into a dead end");
                }
                if strict {
                    let mut notations: Vec<String> = legal.iter().map(|action| game.label(action).notation).collect();
                    notations.sort_unstable();
                    notations.dedup();
                    assert_eq!(notations.len(), legal.len(), "each action has a notation of its own");
                    for action in &legal {
                        let verdict = game.check(action);
                        assert!(verdict.is_ok(), "{action:?} is listed: {verdict:?} {:?}", game.stack().last());
                    }
                }
                let pick =
                    dice.roll(battlewright_core::game::Chance::Draw { from: u16::try_from(legal.len()).unwrap() })[0];
                let action: Action = legal[usize::from(pick)];
                game.apply_listed(&action, &mut log);
                if strict {
                    is_sound(&game);
                }
            }
        }
    }
    panic!("the game does not end: {:?}", game.stack());
}

#[test]
fn c10_random_games_end_with_an_outcome() {
    let (name, text) = SCENARIOS[0];
    for seed in 0..4 {
        let (outcome, log) = play(started(text), seed, true);
        assert!(log.iter().any(|event| matches!(event, Event::Turn(6))), "{name}");
        assert!(log.contains(&Event::Over(outcome)), "{name}");
    }
}

#[test]
fn c10_the_battles_are_played_to_the_end() {
    for (name, text) in &SCENARIOS[1..] {
        let (outcome, log) = play(started(text), 1, false);
        assert!(log.contains(&Event::Over(outcome)), "{name}");
        let arrivals = log.iter().filter(|event| matches!(event, Event::Arrives(..))).count();
        assert!(arrivals > 5, "{name}: {arrivals} arrivals");
    }
}

#[test]
fn c03_the_same_dice_lead_to_the_same_state() {
    let fingerprint = |seed| {
        let mut game = started(SCENARIOS[0].1);
        let (mut dice, mut legal) = (Dice::new(seed), Vec::new());
        for _ in 0..60 {
            match game.turn() {
                Turn::Over(_) => break,
                Turn::Chance(chance) => game.resolve(&dice.roll(chance), &mut ()),
                Turn::Choose(_) => {
                    game.actions(&mut legal);
                    game.apply_listed(&legal[legal.len() / 2], &mut ());
                }
            }
        }
        assert_eq!(game.with_state(game.state()), game);
        game.fingerprint()
    };
    assert_eq!(fingerprint(3), fingerprint(3));
    assert_ne!(fingerprint(3), fingerprint(4));
}

/// Plays a game of two computer players to the end.
fn contest(text: &str, kinds: [Kind; 2], seed: u64) -> Outcome {
    let mut game = Match::seeded(started(text), seed);
    let mut seats = seats(kinds, seed);
    loop {
        match advance(&mut game, &mut seats).unwrap() {
            Progress::Moved => {}
            Progress::Over(outcome) => return outcome,
            stopped => panic!("{stopped:?}"),
        }
    }
}

#[test]
fn the_greedy_player_beats_the_random_one() {
    let text = SCENARIOS[0].1;
    let mut won = Vec::new();
    for seed in 0..10 {
        let kinds = if seed % 2 == 0 { [Kind::Greedy, Kind::Random] } else { [Kind::Random, Kind::Greedy] };
        let greedy = if seed % 2 == 0 { Side::First } else { Side::Second };
        let outcome = contest(text, kinds, seed);
        won.push(outcome.winner == Some(greedy));
    }
    assert!(won.iter().filter(|won| **won).count() >= 7, "{won:?}");
}

#[test]
fn c10_greedy_players_fight_a_battle_to_the_end() {
    let outcome = contest(SCENARIOS[1].1, [Kind::Greedy, Kind::Greedy], 1);
    assert!(outcome.points.iter().sum::<i32>() > 0, "{outcome:?}");
}
