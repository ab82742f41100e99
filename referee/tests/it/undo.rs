//! Choices that can be taken back, and by whom.

use battlewright_engine::game::Side;
use battlewright_referee::{AskAnswer, EntryKind, Referee, Request, Seat, ServerMessage, UndoRule};

use crate::keeper::{Keeper, Luck, SCENARIOS, SECRET, table};

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
    let again = Referee::of(table, &keeper.record, Some(SECRET)).unwrap();
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

/// The second player presses *Yes* while the first withdraws the question and asks another one.
#[test]
fn an_answer_is_no_answer_to_another_question() {
    let table = table("tutorial");
    let (mut keeper, mut luck) = (Keeper::new(&table, UndoRule::Asked), Luck::new(2));
    while keeper.referee.last_person() != Some(Side::Second) {
        assert!(keeper.step(&mut luck));
    }
    keeper.act(Seat::First, Request::AskTakeBack).unwrap();
    let late = keeper.answer_of(AskAnswer::Yes);
    assert!(matches!(late, Request::Answer { ask: Some(1), .. }));
    keeper.answer(Side::First, AskAnswer::Withdrawn).unwrap();
    assert_eq!(keeper.clone().act(Seat::Second, late.clone()).unwrap_err().why, "no question is open");
    keeper.act(Seat::First, Request::OfferDraw).unwrap();
    let refused = keeper.act(Seat::Second, late).unwrap_err();
    assert!(refused.why.contains("another one is"), "{refused}");
    // Nor is a late withdrawal of the first one.
    let late = Request::Answer { ask: Some(1), answer: AskAnswer::Withdrawn };
    assert!(keeper.act(Seat::First, late).unwrap_err().why.contains("another one is"));
    // A page that was told no numbers cannot know which one it answers.
    let text = r#"{"t":"answer","id":"1","answer":"yes"}"#;
    let request = serde_json::from_str::<battlewright_referee::SeatMessage>(text).unwrap().request;
    assert!(keeper.act(Seat::Second, request).unwrap_err().why.contains("reload"));
    // The number is the same for both, and in the game that the record gives.
    let again = Referee::of(table, &keeper.record, Some(SECRET)).unwrap();
    for seat in [Seat::First, Seat::Second] {
        let told = again.catch_up(seat);
        assert!(matches!(told.last(), Some(ServerMessage::Asked { n: 2, .. })), "{told:?}");
    }
    keeper.answer(Side::Second, AskAnswer::Yes).unwrap();
    assert_eq!(keeper.referee.end().unwrap().winner, None);
}
