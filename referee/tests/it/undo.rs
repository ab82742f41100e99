//! Choices that can be taken back, and by whom.

use battlewright_engine::game::Side;
use battlewright_referee::{AskAnswer, EntryKind, Request, Seat, ServerMessage, UndoRule};

use crate::keeper::{Keeper, Luck, SCENARIOS, table};

/// The most choices of a game.
const CHOICES: usize = 60;

#[test]
fn what_is_taken_back_freely_told_nothing() {
    for (name, seed) in SCENARIOS.into_iter().zip(11..) {
        let table = table(name);
        let (mut keeper, mut luck, mut back, mut stands) = (Keeper::new(&table, UndoRule::Own), Luck::new(seed), 0, 0);
        for _ in 0..CHOICES {
            let Some((side, choices)) = keeper.choices() else { break };
            let before = keeper.clone();
            let choice = &choices[luck.below(choices.len())];
            keeper.choose(side, choice).unwrap();
            let rolled = keeper.record.entries[before.record.entries.len()..]
                .iter()
                .any(|entry| matches!(entry.kind, EntryKind::Picks { .. }));
            let mut taken = keeper.clone();
            match taken.act(Seat::of(side), Request::TakeBack) {
                Ok(told) => {
                    assert!(!rolled, "{name}: {choice} rolled");
                    back += 1;
                    assert_eq!(taken.referee.fingerprint(), before.referee.fingerprint());
                    assert!(told.seats.iter().all(|seat| matches!(seat[..], [ServerMessage::Full(_)])));
                    assert_eq!(taken.choices().map(|(_, choices)| choices), Some(choices.clone()));
                    // The same choice leads to the same position.
                    taken.choose(side, choice).unwrap();
                    assert_eq!(taken.referee.fingerprint(), keeper.referee.fingerprint());
                }
                Err(_) if keeper.referee.end().is_some() => {}
                Err(refusal) => {
                    stands += 1;
                    assert!(refusal.why.contains("stands"), "{refusal}");
                }
            }
            let other = Seat::of(side.other());
            assert!(keeper.clone().act(other, Request::TakeBack).is_err() || before.referee.m(other) > 0);
        }
        println!("{name}: {back} taken back, {stands} stand");
        assert!(back > 5, "{name}");
    }
}

#[test]
fn rolls_come_again_unless_players_agree_otherwise() {
    let table = table("tutorial");
    let (mut keeper, mut luck) = (Keeper::new(&table, UndoRule::Asked), Luck::new(21));
    // Up to a choice that rolls.
    let (side, choice, before) = loop {
        let (side, choices) = keeper.choices().unwrap();
        let before = keeper.clone();
        let choice = choices[luck.below(choices.len())].clone();
        keeper.choose(side, &choice).unwrap();
        let rolls = keeper.record.entries[before.record.entries.len()..].iter();
        if rolls.filter(|entry| matches!(entry.kind, EntryKind::Picks { .. })).count() > 0 {
            break (side, choice, before);
        }
    };
    let after = keeper.referee.fingerprint();
    let refused = keeper.act(Seat::of(side), Request::TakeBack).unwrap_err();
    assert!(refused.why.contains("ask the other player"), "{refused}");
    let told = keeper.act(Seat::of(side), Request::AskTakeBack).unwrap();
    let Some(ServerMessage::Asked { by, falls, rolls: true, .. }) = told.seats[side.other().index()].last() else {
        panic!("{told:?}")
    };
    assert_eq!(*by, side.index());
    assert!(!falls.is_empty(), "the other player is told what falls");
    assert!(told.seats[2].is_empty(), "spectators are told nothing");
    // Neither answers the own question, nor asks a second one.
    assert!(keeper.answer(side, AskAnswer::Yes).is_err());
    assert!(keeper.act(Seat::of(side.other()), Request::OfferDraw).is_err());
    let refused = keeper.clone().answer(side.other(), AskAnswer::No).unwrap();
    assert!(refused.seats.iter().flatten().all(|message| matches!(message, ServerMessage::AskClosed { .. })));
    let mut same = keeper.clone();
    same.answer(side.other(), AskAnswer::Yes).unwrap();
    assert_eq!(same.referee.fingerprint(), before.referee.fingerprint());
    same.choose(side, &choice).unwrap();
    assert_eq!(same.referee.fingerprint(), after, "the same dice");
    let picks = |keeper: &Keeper| {
        let picks = keeper.record.entries.iter().rev().find_map(|entry| match &entry.kind {
            EntryKind::Picks { branch, index, numbers } => Some((*branch, *index, numbers.clone())),
            _ => None,
        });
        picks.unwrap()
    };
    // A choice leaves less to agree on than was told, so that the question ends.
    let mut gone_on = keeper.clone();
    let (next, choices) = gone_on.choices().unwrap();
    let told = gone_on.choose(next, &choices[0]).unwrap();
    assert!(told.seats[0].iter().any(|message| matches!(message, ServerMessage::AskClosed { .. })));
    assert!(gone_on.answer(side.other(), AskAnswer::Yes).is_err());
    keeper.answer(side.other(), AskAnswer::Anew).unwrap();
    keeper.choose(side, &choice).unwrap();
    let (old, new) = (picks(&same), picks(&keeper));
    assert_eq!((old.0, old.1), (0, new.1));
    assert_eq!(new.0, 1, "another branch");
    // A third try is another branch again, also from the record alone.
    keeper.act(Seat::of(side), Request::AskTakeBack).unwrap();
    keeper.answer(side.other(), AskAnswer::Anew).unwrap();
    keeper.choose(side, &choice).unwrap();
    assert_eq!(picks(&keeper).0, 2);
    let again = battlewright_referee::Referee::of(table, &keeper.record, Some(crate::keeper::SECRET)).unwrap();
    assert_eq!(again.fingerprint(), keeper.referee.fingerprint());
}

#[test]
fn games_end_by_agreement() {
    let table = table("tutorial");
    let mut keeper = Keeper::new(&table, UndoRule::Asked);
    // Before the second side has chosen, nothing is lost.
    let mut early = keeper.clone();
    early.act(Seat::Second, Request::AskAbandon).unwrap();
    assert!(early.referee.end().is_some());
    let mut luck = Luck::new(2);
    while keeper.referee.to_choose() != Some(Side::Second) {
        assert!(keeper.step(&mut luck));
    }
    assert!(keeper.step(&mut luck) && keeper.referee.end().is_none());
    keeper.act(Seat::First, Request::OfferDraw).unwrap();
    let mut drawn = keeper.clone();
    drawn.answer(Side::Second, AskAnswer::Yes).unwrap();
    assert_eq!(drawn.referee.end().unwrap().winner, None);
    keeper.answer(Side::First, AskAnswer::Withdrawn).unwrap();
    assert!(keeper.answer(Side::Second, AskAnswer::Yes).is_err());
    keeper.act(Seat::First, Request::Resign).unwrap();
    assert_eq!(keeper.referee.end().unwrap().winner, Some(1));
}

#[test]
fn time_is_claimed_and_not_lost() {
    use battlewright_referee::{ClockRule, Referee};
    let table = table("tutorial");
    let keeper = Keeper::new(&table, UndoRule::None);
    let mut record = keeper.record.clone();
    record.header.clock = Some(ClockRule { bank: 60, increment: 5, cap: 60 });
    let mut timed = keeper;
    timed.referee = Referee::of(table, &record, Some(crate::keeper::SECRET)).unwrap();
    timed.record = record;
    let side = timed.referee.to_choose().unwrap();
    let late = |keeper: &mut Keeper, now| {
        let message = keeper.message(Seat::of(side.other()), Request::ClaimTime);
        keeper.referee.propose(Seat::of(side.other()), &message, now)
    };
    // The opening was at second 1.
    assert!(late(&mut timed, 60_000).is_err());
    assert!(late(&mut timed, 61_000).is_ok());
    timed.act(Seat::of(side.other()), Request::AddTime { seconds: 30 }).unwrap();
    assert!(timed.act(Seat::of(side.other()), Request::AddTime { seconds: u32::MAX }).is_err());
    // No more than the cap.
    assert!(late(&mut timed, 61_001).is_ok());
    // While the keeper did not run, no time ran.
    let entry = battlewright_referee::Entry { at: 900_000, by: None, kind: EntryKind::Downtime { from: 11_000 } };
    timed.take(vec![entry]);
    assert!(late(&mut timed, 949_000).is_err());
    assert!(late(&mut timed, 950_000).is_ok());
}
