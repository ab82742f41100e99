//! Fences: a choice that its player can take back alone has shown nothing. Here this is asked of the views and the log lines of the rules,
//! and not of the referee.

use battlewright_engine::any::{AnyEvent, AnyGame};
use battlewright_engine::game::{Game as _, Side};
use battlewright_engine::show::Show as _;
use battlewright_referee::{EntryKind, Request, Seat, UndoRule};

use crate::keeper::{Keeper, Luck, table};

/// A scenario of each system with secrets.
const SCENARIOS: [&str; 4] = ["tutorial", "aac-first-orders", "matz-mangin", "pm-a-beckoning-victory"];

/// The number of decisions in each scenario, and of the choices that are tried out at each.
const DECISIONS: usize = 50;
const TRIES: usize = 2;

/// The view of a side after an input: the position, and the lines of the log.
#[derive(Debug, PartialEq)]
struct Sight {
    view: AnyGame,
    lines: Vec<String>,
}

impl Sight {
    fn of(side: Side, before: &AnyGame, after: &AnyGame, events: &[AnyEvent]) -> Self {
        let view = after.seen_by(side);
        let lines = events.iter().flat_map(|event| view.log_lines(before, event)).map(|line| line.text).collect();
        Self { view, lines }
    }
}

/// Returns what `side` expects to see after `choice`, from what it sees before, and what it does see. `None` if something was rolled,
/// which nobody expects.
fn sights(keeper: &Keeper, side: Side, choice: &str) -> Option<[Sight; 2]> {
    let seen = keeper.referee.game().now().seen_by(side);
    let (mut expected, mut events) = (seen.clone(), Vec::new());
    expected.apply(&seen.parse_action(choice).unwrap(), &mut events);
    let expected = Sight::of(side, &seen, &expected, &events);
    let mut chosen = keeper.clone();
    chosen.choose(side, choice).unwrap();
    let made = &chosen.record.entries[keeper.record.entries.len()..];
    if made.iter().any(|entry| matches!(entry.kind, EntryKind::Picks { .. })) {
        return None;
    }
    let game = chosen.referee.game();
    let events: Vec<AnyEvent> =
        game.events().filter(|(n, _)| *n == game.len()).map(|(_, event)| event.clone()).collect();
    Some([expected, Sight::of(side, &seen, game.now(), &events)])
}

/// Returns whether `side` can take `choice` back alone.
fn is_free(keeper: &Keeper, side: Side, choice: &str) -> bool {
    let mut chosen = keeper.clone();
    chosen.choose(side, choice).unwrap();
    chosen.act(Seat::of(side), Request::TakeBack).is_ok()
}

#[test]
fn what_is_taken_back_freely_has_shown_nothing() {
    for (name, seed) in SCENARIOS.into_iter().zip(51..) {
        let (mut keeper, mut luck) = (Keeper::new(&table(name), UndoRule::Own), Luck::new(seed));
        let (mut free, mut told) = (0, 0);
        for _ in 0..DECISIONS {
            let Some((side, choices)) = keeper.choices() else { break };
            for _ in 0..TRIES.min(choices.len()) {
                let choice = &choices[luck.below(choices.len())];
                let Some([expected, seen]) = sights(&keeper, side, choice) else {
                    assert!(!is_free(&keeper, side, choice), "{name}: {choice} rolled");
                    continue;
                };
                if is_free(&keeper, side, choice) {
                    free += 1;
                    assert_eq!(seen.lines, expected.lines, "{name}: {choice}");
                    assert!(seen.view == expected.view, "{name}: {choice} has shown another position");
                } else if seen != expected {
                    told += 1;
                }
            }
            if !keeper.step(&mut luck) {
                break;
            }
        }
        println!("{name}: {free} told nothing, {told} something");
        assert!(free > 5, "{name}");
    }
}
