//! Prohibitions in rows are heard: what they forbid is not offered, and refused by name, on positions of random games of the bundled
//! scenarios; and games come to their end.

use std::collections::BTreeMap;

use battlewright_schema::position_magnifique::vocabulary::{Act, VOCABULARY};

use crate::state::Task;
use crate::tests::games::{CRISIS, DAY, play};
use crate::tests::testing_rows::{actions, agrees, ruled, sampled};
use crate::{Action, PositionMagnifique};
use battlewright_core::game::{Game as _, Side};

fn ban(act: Act) -> String {
    let act = VOCABULARY.acts[usize::from(act.number())].name;
    format!("[[rules.forbid]]\nid = \"ban\"\nname = \"Ban\"\nact = \"{act}\"\nreason = \"nobody does\"\n")
}

/// Returns the act that `action` is in this position, if a row can forbid it.
fn act_of(game: &PositionMagnifique, action: &Action) -> Option<Act> {
    let is_contact = |side: Side, target| game.hex_of(target).is_some_and(|hex| game.friend_in(side, hex).is_some());
    Some(match (game.state.stack.last()?, action) {
        (_, Action::Fire { .. } | Action::FireWith { .. }) | (Task::Arrival(_), Action::Unit(_)) => Act::Fire,
        (_, Action::Charge { .. } | Action::Deathride { .. }) => Act::Charge,
        (Task::Moving(motion), Action::Stop) if motion.hexes > 0 => Act::Stop,
        (Task::Moving(_) | Task::CompelledStep(_) | Task::Lure(_), Action::Hex(_)) => Act::Step,
        (Task::MovePhase(_), Action::Move(piece)) if !game.is_out(*piece) => Act::Step,
        (Task::AssaultPhase(phase), Action::Unit(target)) if !is_contact(phase.0.side, *target) => Act::Assault,
        (Task::Assault(assault), Action::Unit(_)) if assault.charger.is_none() => Act::Assault,
        (Task::Retreat(_), Action::Hex(_)) => Act::Retreat,
        (Task::Breakthrough(_), Action::Unit(_) | Action::Hex(_)) => Act::Breakthrough,
        (Task::Recover(_), Action::Rally(_) | Action::Resupply(_)) => Act::Rally,
        (Task::Rebuild(_), Action::Unit(_)) => Act::Rebuild,
        _ => return None,
    })
}

#[test]
fn what_is_forbidden_is_not_offered_and_is_refused_by_name() {
    let mut met = BTreeMap::<&str, [usize; 2]>::new();
    for (text, every) in [(CRISIS, 2), (DAY, 11)] {
        let (plain, states) = sampled(text, 5, every);
        for act in Act::ALL {
            let name = VOCABULARY.acts[usize::from(act.number())].name;
            let game = ruled(text, &ban(*act));
            for (number, state) in states.iter().enumerate() {
                let (plain, game) = (plain.with_state(state.clone()), game.with_state(state.clone()));
                if number.is_multiple_of(8) {
                    agrees(&game, name);
                }
                let forbidden: Vec<Action> =
                    actions(&game).into_iter().filter(|a| act_of(&game, a) == Some(*act)).collect();
                assert!(forbidden.is_empty(), "{name}: {forbidden:?}");
                for action in actions(&plain).into_iter().filter(|action| act_of(&plain, action) == Some(*act)) {
                    let why = game.check(&action).expect_err(name);
                    let met = met.entry(name).or_default();
                    met[0] += 1;
                    met[1] += usize::from(why.rule.number == "ban");
                }
            }
        }
    }
    for act in ["step", "stop", "fire", "assault", "charge", "rally", "rebuild", "breakthrough", "retreat"] {
        let [refused, by_name] = met.get(act).copied().unwrap_or_default();
        assert!(refused > 0 && by_name > 0, "{act}: {met:?}");
    }
}

#[test]
fn whatever_is_forbidden_games_come_to_their_end() {
    for act in Act::ALL {
        play(&ruled(CRISIS, &ban(*act)), 0..1);
    }
    let all: String =
        Act::ALL.iter().map(|act| ban(*act).replace("\"ban\"", &format!("\"ban-{}\"", act.number()))).collect();
    play(&ruled(CRISIS, &all), 0..1);
}
