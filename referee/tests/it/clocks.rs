//! Clocks in games: whose time is spent, what a turn earns, and what taking back leaves of it.

use battlewright_engine::game::Side;
use battlewright_referee::{
    AskAnswer, ClockRule, ClockState, EndReason, Entry, EntryKind, Referee, Request, Seat, ServerMessage, UndoRule,
};
use proptest::prelude::*;

use crate::keeper::{Keeper, Luck, SCENARIOS, SECRET, table};

/// Clocks that are never empty and never full in these games.
const WIDE: ClockRule = ClockRule { bank: 1_000_000, increment: 43_200, cap: 100_000_000 };

/// A game with clocks, whose opening was at second 1.
fn timed(name: &str, undo: UndoRule, clock: ClockRule) -> Keeper {
    let table = table(name);
    let mut keeper = Keeper::new(&table, undo);
    keeper.record.header.clock = Some(clock);
    keeper.referee = Referee::of(table, &keeper.record, Some(SECRET)).unwrap();
    keeper
}

fn clock(referee: &Referee) -> ClockState {
    let told = referee.catch_up(Seat::First);
    let Some(ServerMessage::Full(position)) = told.first() else { panic!("{told:?}") };
    position.clock.unwrap()
}

/// Takes the last choice of `side` back, freely or with consent; `false` if that is not allowed.
fn take_back(keeper: &mut Keeper, side: Side) -> bool {
    keeper.act(Seat::of(side), Request::TakeBack).is_ok()
        || keeper.act(Seat::of(side), Request::AskTakeBack).is_ok()
            && keeper.answer(side.other(), AskAnswer::Yes).is_ok()
}

/// Returns how often each side has handed the choice to the other, in the game in effect.
fn handed(keeper: &Keeper) -> [u64; 2] {
    let (mut by, mut after) = (Vec::new(), Vec::new());
    for entry in &keeper.record.entries {
        match entry.kind {
            EntryKind::Choice { .. } => by.push(entry.by),
            EntryKind::Picks { .. } => by.push(None),
            EntryKind::Back { to, .. } => by.truncate(to),
            _ => {}
        }
    }
    after.extend(by.into_iter().flatten());
    after.extend(keeper.referee.to_choose());
    let mut handed = [0; 2];
    after.windows(2).filter(|two| two[0] != two[1]).for_each(|two| handed[two[0].index()] += 1);
    handed
}

/// Plays `moves`, each with the seconds before it: a choice, or taking back by either side. Returns the game, and the milliseconds that
/// each side has spent.
fn played(name: &str, undo: UndoRule, moves: &[(u8, u64)]) -> (Keeper, [u64; 2]) {
    let mut keeper = timed(name, undo, WIDE);
    let (mut luck, mut spent) = (Luck::new(moves.len() as u64), [0; 2]);
    keeper.now = 1_000;
    for (what, seconds) in moves {
        let Some((side, choices)) = keeper.choices() else { break };
        let (now, runs) = (keeper.now, side.index());
        keeper.now += seconds * 1000;
        let done = match what {
            0 => take_back(&mut keeper, side),
            1 => take_back(&mut keeper, side.other()),
            _ => keeper.choose(side, &choices[luck.below(choices.len())]).is_ok(),
        };
        // A request that is refused changes nothing; the time is spent by whoever must still choose.
        assert!(done || *what < 2);
        spent[runs] += keeper.now - now;
    }
    // Clocks are read when they stop, and when time is given.
    if let Some(side) = keeper.referee.to_choose() {
        for seat in [Seat::of(side), Seat::of(side.other())] {
            keeper.act(seat, Request::AddTime { seconds: 1 }).unwrap();
        }
    }
    (keeper, spent)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// However a player chooses and takes back: the time that has passed is spent, and each turn that stands is paid once.
    #[test]
    fn a_turn_earns_its_increment_once(
        scenario in 0..SCENARIOS.len(),
        asked in any::<bool>(),
        moves in prop::collection::vec((0_u8..5, 0_u64..900), 1..40),
    ) {
        let undo = if asked { UndoRule::Asked } else { UndoRule::Own };
        let (keeper, spent) = played(SCENARIOS[scenario], undo, &moves);
        prop_assume!(keeper.referee.end().is_none());
        let told = clock(&keeper.referee);
        let handed = handed(&keeper);
        for side in [0, 1] {
            let due = (u64::from(WIDE.bank) + handed[side] * u64::from(WIDE.increment) + 1) * 1000 - spent[side];
            prop_assert_eq!(told.left[side], due, "side {} of {:?}, {:?}", side, told, handed);
        }
        let again = Referee::of(keeper.referee.table().clone(), &keeper.record, Some(SECRET)).unwrap();
        prop_assert_eq!(clock(&again), told);
    }
}

/// A player who ends the turn and takes that back gets nothing for it, and neither does the other.
#[test]
fn a_clock_is_not_filled_by_taking_back() {
    for undo in [UndoRule::Own, UndoRule::Asked] {
        let mut keeper = timed("tutorial", undo, WIDE);
        // No time passes.
        keeper.now = 1_000;
        let mut luck = Luck::new(7);
        let mut tries = 0;
        // Up to a choice that lets the other side choose, and can be taken back.
        let (side, choice) = loop {
            let (side, choices) = keeper.choices().unwrap();
            let ends = choices.iter().find(|choice| {
                let mut after = keeper.clone();
                after.choose(side, choice).unwrap();
                after.referee.to_choose() == Some(side.other()) && after.act(Seat::of(side), Request::TakeBack).is_ok()
            });
            if let Some(choice) = ends {
                break (side, choice.clone());
            }
            keeper.choose(side, &choices[luck.below(choices.len())]).unwrap();
            tries += 1;
            assert!(tries < 100);
        };
        let before = clock(&keeper.referee);
        for _ in 0..5 {
            keeper.choose(side, &choice).unwrap();
            assert_eq!(clock(&keeper.referee).left[side.index()], before.left[side.index()] + 43_200_000);
            keeper.act(Seat::of(side), Request::TakeBack).unwrap();
            assert_eq!(clock(&keeper.referee).left, before.left);
        }
    }
}

/// Returns what is proposed if the other of `side` claims the win at `now`.
fn claims(keeper: &mut Keeper, side: Side, now: u64) -> bool {
    let seat = Seat::of(side.other());
    let message = keeper.message(seat, Request::ClaimTime);
    keeper.referee.propose(seat, &message, now).is_ok()
}

#[test]
fn time_is_claimed_and_not_lost() {
    let mut keeper = timed("tutorial", UndoRule::None, ClockRule { bank: 60, increment: 5, cap: 60 });
    let side = keeper.referee.to_choose().unwrap();
    assert!(!claims(&mut keeper, side, 60_000));
    assert!(claims(&mut keeper, side, 61_000));
    // While the keeper did not run, no time ran.
    keeper.take(vec![Entry { at: 900_000, by: None, kind: EntryKind::Downtime { from: 11_000 } }]);
    assert!(!claims(&mut keeper, side, 949_000));
    assert!(claims(&mut keeper, side, 950_000));
}

#[test]
fn who_is_given_time_has_so_much_left() {
    let mut keeper = timed("tutorial", UndoRule::None, ClockRule { bank: 60, increment: 5, cap: 60 });
    let side = keeper.referee.to_choose().unwrap();
    let give = |keeper: &mut Keeper, now, seconds| {
        keeper.now = now;
        keeper.act(Seat::of(side.other()), Request::AddTime { seconds }).map(drop)
    };
    assert!(give(&mut keeper, 1_000, u32::MAX).is_err());
    // Ten seconds after the time was out, and from the cap.
    assert!(claims(&mut keeper, side, 71_000));
    give(&mut keeper, 71_000, 30).unwrap();
    assert!(!claims(&mut keeper, side, 100_999));
    assert!(claims(&mut keeper, side, 101_000));
    // A gift adds to what is left, also beyond the cap.
    give(&mut keeper, 91_000, 600).unwrap();
    assert!(!claims(&mut keeper, side, 700_999));
    assert!(claims(&mut keeper, side, 701_000));
    let again = Referee::of(keeper.referee.table().clone(), &keeper.record, Some(SECRET)).unwrap();
    assert_eq!(clock(&again), clock(&keeper.referee));
}

/// Earlier versions counted otherwise: nothing but the clocks depends on them, so that a win by time stands.
#[test]
fn a_record_of_other_clocks_is_restored() {
    let mut keeper = timed("tutorial", UndoRule::Own, ClockRule { bank: 60, increment: 5, cap: 60 });
    let side = keeper.referee.to_choose().unwrap();
    let secret = "07".repeat(32);
    let end = Entry { at: 20_000, by: None, kind: EntryKind::End { why: EndReason::OutOfTime(side), secret } };
    assert!(!claims(&mut keeper, side, 20_000));
    keeper.record.entries.push(end);
    let table = keeper.referee.table().clone();
    let again = Referee::of(table.clone(), &keeper.record, None).unwrap();
    assert_eq!(again.end().unwrap().winner, Some(side.other().index()));
    assert!(Referee::restore(&table, &keeper.record, None, &[]).hold().is_none());
    assert!(keeper.record.played(table.start().clone()).unwrap().end.is_some());
}
