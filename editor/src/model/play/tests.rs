//! Tests that nothing a person is shown depends on the secrets of the enemy.

use std::fmt::Debug;

use battlewright_engine::game::Chance;
use battlewright_engine::play::Dice;
use battlewright_engine::players::Appraise as _;
use battlewright_engine::show::Click;

use super::*;
use crate::model::document::Document;
use crate::model::store;

/// The inputs for which two games that differ in a secret are compared.
const STEPS: usize = 8;

/// Returns a session in `game` in which the computer plays the enemy of `person`.
fn session(scenario: &Scenario, game: AnyGame, person: Side) -> Session {
    let mut session = Session::of(scenario, 1).unwrap();
    session.game = Match::new(game);
    session.past = InputHistory::default();
    session.assign_player(person.other(), Some(Kind::Random));
    session.changed();
    session
}

/// The share of the counters whose refusals are compared after an input, since each takes as long as the list of actions. After three
/// inputs, all have been.
const THIRD: usize = 3;

/// Returns everything that the person is shown, by names, after `step` inputs.
fn shown(session: &Session, step: usize) -> Vec<(&'static str, String)> {
    fn text(value: impl Debug) -> String {
        format!("{value:?}")
    }
    let seen = session.seen();
    let odds: Vec<_> = seen.legal.iter().map(|(action, _)| session.odds(action)).collect();
    let cards: Vec<_> = seen.crowd.pieces.iter().map(|piece| session.card(&piece.id)).collect();
    let third = seen.crowd.pieces.iter().skip(step % THIRD).step_by(THIRD);
    let clicks = third.map(|piece| session.known().why_not(Click::Piece(piece.id.clone())));
    let hand = session.in_hand().map(str::to_owned).filter(|_| !session.companions().is_empty());
    let plans = |hand| goals(session).map(move |cell| session.plan_move(String::clone(hand), cell));
    let moves: Vec<_> = hand.iter().flat_map(plans).collect();
    vec![
        ("viewer", text(session.viewer())),
        ("status", text(&seen.status)),
        ("pieces", text(&seen.crowd.pieces)),
        ("tracks", text(&seen.tracks)),
        ("boards", text(&seen.boards)),
        ("marks", text(&seen.marks)),
        ("bases", text(&seen.footprints)),
        ("modes", text(&seen.modes)),
        ("choices", text(&seen.legal)),
        ("reach", text(&seen.reach)),
        ("arrivals", text(&seen.arrivals)),
        ("ending", text(seen.ending)),
        ("units that can join", text(seen.joining)),
        ("units that stand together", text((session.in_hand(), session.companions(), session.formation_here()))),
        ("moves together", text(moves)),
        ("turn and outcome", text((seen.turn, seen.outcome))),
        ("odds", text(odds)),
        ("cards", text(cards)),
        ("refusals", text(clicks.collect::<Vec<_>>())),
        ("log", text(session.story())),
        ("pointer", text((session.proposal_line(), session.hint()))),
        ("position", text(session.position().stamp)),
    ]
}

/// Returns some of the hexes to which units move together.
fn goals(session: &Session) -> impl Iterator<Item = Cell> {
    session.seen().reach.iter().copied().step_by(3).take(3)
}

/// Makes the same random input in both games; `None` if the games do not wait for the same input.
fn step_both(games: [&mut Session; 2], dice: &mut Dice) -> Option<()> {
    let [one, two] = games;
    let turn = one.game.now().turn();
    if turn != two.game.now().turn() {
        return None;
    }
    match turn {
        Turn::Over(_) => return None,
        Turn::Chance(chance) => {
            let picks = dice.roll(chance);
            one.game.pick(&picks).ok()?;
            two.game.pick(&picks).ok()?;
        }
        Turn::Choose(_) => {
            let mut legal = Vec::new();
            one.game.now().actions(&mut legal);
            legal.retain(|action| two.game.now().check(action).is_ok());
            let action = one_of(&legal, dice)?;
            one.game.choose(action).ok()?;
            two.game.choose(action).ok()?;
        }
    }
    for game in [one, two] {
        game.changed();
        game.take_part(StackPart::All);
    }
    Some(())
}

fn one_of(legal: &[AnyAction], dice: &mut Dice) -> Option<AnyAction> {
    let from = u16::try_from(legal.len()).ok().filter(|from| *from > 0)?;
    let pick = dice.roll(Chance::Draw { from });
    pick.first().and_then(|pick| legal.get(usize::from(*pick))).copied()
}

/// Compares what `person` is shown in `game` and in a game with other secrets of the enemy, now and for some inputs. Returns
/// `false` if the enemy has no secret that could be another.
fn compare(scenario: &Scenario, game: &AnyGame, person: Side, dice: &mut Dice) -> bool {
    let Some(other) = game.seen_by(person).imagine(person, dice) else { return false };
    if other == *game || other.seen_by(person) != game.seen_by(person) {
        return false;
    }
    let [mut one, mut two] = [game.clone(), other].map(|game| session(scenario, game, person));
    for step in 0..STEPS {
        for ((name, one), (_, two)) in shown(&one, step).into_iter().zip(shown(&two, step)) {
            assert_eq!(one, two, "{}: {person:?} is shown other {name} after {step} inputs", scenario.title());
        }
        let unknown = step_both([&mut one, &mut two], dice).is_none();
        // A secret that has been revealed may be seen.
        if unknown || one.game.now().seen_by(person) != two.game.now().seen_by(person) {
            break;
        }
    }
    true
}

/// Plays a random game of a bundled scenario, and compares in every `every`th position until `pairs` pairs are found.
fn compare_in(file: &str, every: usize, pairs: usize) {
    let number = store::SHELF.iter().position(|bundled| bundled.file.ends_with(file)).unwrap();
    let document = Document::from_shelf(number);
    let scenario = document.scenario();
    let mut found = 0;
    for seed in 1..400 {
        let mut dice = Dice::new(seed);
        let mut game = AnyGame::new(scenario).unwrap();
        let mut legal = Vec::new();
        for n in 0..20_000 {
            if n % every == 0 {
                for person in Side::BOTH {
                    if game.hides(person) && compare(scenario, &game, person, &mut dice) {
                        found += 1;
                    }
                }
            }
            if found >= pairs {
                return;
            }
            match game.turn() {
                Turn::Over(_) => break,
                Turn::Chance(chance) => game.resolve(&dice.roll(chance), &mut ()),
                Turn::Choose(_) => {
                    game.actions(&mut legal);
                    game.apply(&one_of(&legal, &mut dice).unwrap(), &mut ());
                }
            }
        }
    }
    panic!("{file}: only {found} pairs of games with different secrets");
}

#[test]
fn artillery_support_is_secret_in_all_that_is_shown() {
    compare_in("tutorial.toml", 1, 30);
    compare_in("mars-la-tour.toml", 1, 10);
}

#[test]
fn chosen_chits_are_secret_in_all_that_is_shown() {
    compare_in("pm-a-beckoning-victory.toml", 5, 10);
    compare_in("aac-first-orders.toml", 5, 20);
}

#[test]
fn aircraft_support_and_attachments_are_secret_in_all_that_is_shown() {
    compare_in("matz-first-day.toml", 9, 12);
    compare_in("matz-mangin.toml", 37, 8);
}

#[test]
fn a_jump_to_a_roll_between_two_persons_shows_no_secret() {
    let number = store::SHELF.iter().position(|bundled| bundled.file.ends_with("matz-first-day.toml")).unwrap();
    let mut session = Session::new(Document::from_shelf(number).scenario(), 1).unwrap();
    let mut dice = Dice::new(1);
    let mut rolls = Vec::new();
    while rolls.len() < 20 {
        match session.game.now().turn() {
            Turn::Over(_) => break,
            Turn::Chance(chance) => {
                rolls.push(session.game.len());
                session.game.pick(&dice.roll(chance)).unwrap();
            }
            Turn::Choose(_) => {
                let mut legal = Vec::new();
                session.game.now().actions(&mut legal);
                session.game.choose(one_of(&legal, &mut dice).unwrap()).unwrap();
            }
        }
    }
    session.changed();
    let mut secrets = 0;
    for roll in rolls {
        session.act(PlayAct::Jump(roll));
        assert_eq!(session.viewer(), Viewer::Nobody);
        assert_eq!(*session.known(), session.game.now().seen_by(Viewer::Nobody));
        secrets += usize::from(session.known() != session.game.now());
    }
    assert!(secrets > 0, "there was no secret to hide");
}
