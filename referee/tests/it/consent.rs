//! Records that take back, or end, what nobody has agreed to.

use std::slice::from_ref;

use battlewright_engine::game::Side;
use battlewright_referee::{
    AskAnswer, AskSubject, ClockRule, EndReason, Entry, EntryKind, Proposal, RecordError, Referee, Request, Seat,
    UndoRule,
};

use crate::keeper::{Keeper, Luck, SECRET, table};

fn entry(by: Option<Side>, kind: EntryKind) -> Entry {
    Entry { at: 2000, by, kind }
}

fn back(by: Side, to: usize, branch: u32) -> Entry {
    entry(Some(by), EntryKind::Back { to, branch })
}

fn end(why: EndReason) -> Entry {
    entry(None, EntryKind::End { why, secret: "07".repeat(32) })
}

fn answer(by: Side, answer: AskAnswer) -> Entry {
    entry(Some(by), EntryKind::Answer { answer })
}

/// Returns why the record of `keeper` with `more` is refused at its last entry; `None` if it is taken.
fn refusal(keeper: &Keeper, more: &[Entry]) -> Option<String> {
    let mut record = keeper.record.clone();
    record.entries.extend_from_slice(more);
    let found = Referee::of(keeper.referee.table().clone(), &record, Some(SECRET)).err()?;
    let RecordError::Entry { line, why } = found else { panic!("{found:?}") };
    assert_eq!(line, record.entries.len() + 1, "{why}");
    Some(why)
}

/// Returns what `request` of `side` leads to; nothing if it is refused.
fn proposed(keeper: &mut Keeper, side: Side, request: Request) -> Vec<Entry> {
    let message = keeper.message(Seat::of(side), request);
    match keeper.referee.propose(Seat::of(side), &message, 2000) {
        Ok(Proposal::Entries(entries)) => entries,
        _ => Vec::new(),
    }
}

/// A game in which the last choice has rolled, its side, and the number of inputs before the choice.
fn rolled(undo: UndoRule) -> (Keeper, Side, usize) {
    let (mut keeper, mut luck) = (Keeper::new(&table("tutorial"), undo), Luck::new(21));
    loop {
        let (before, entries) = (keeper.referee.inputs(), keeper.record.entries.len());
        let side = keeper.referee.to_choose().unwrap();
        assert!(keeper.step(&mut luck));
        let mut made = keeper.record.entries[entries..].iter();
        if before > 20 && made.any(|entry| matches!(entry.kind, EntryKind::Picks { .. })) {
            return (keeper, side, before);
        }
    }
}

#[test]
fn nobody_takes_back_past_the_dice_alone() {
    for undo in [UndoRule::None, UndoRule::Own, UndoRule::Asked] {
        let (keeper, side, to) = rolled(undo);
        for (to, branch) in [(to, 0), (to, 1), (to - 1, 1), (0, 1)] {
            let why = refusal(&keeper, &[back(side, to, branch)]).unwrap();
            assert!(why.contains("the other player has not agreed"), "{why}");
        }
        // Nor does an answer help to what nobody has asked, or to what this game does not allow.
        let subject = AskSubject::TakeBack(to);
        let asked = entry(Some(side), EntryKind::Ask { what: subject });
        let agreed = [asked, answer(side.other(), AskAnswer::Anew), back(side, to, 1)];
        assert!(refusal(&keeper, &[agreed[1].clone(), agreed[2].clone()]).is_some());
        assert_eq!(refusal(&keeper, &agreed).is_none(), undo == UndoRule::Asked, "{undo:?}");
    }
}

#[test]
fn what_is_taken_back_together_is_what_was_agreed_on() {
    let (mut keeper, side, to) = rolled(UndoRule::Asked);
    keeper.act(Seat::of(side), Request::AskTakeBack).unwrap();
    let other = side.other();
    let (yes, anew) = (answer(other, AskAnswer::Yes), answer(other, AskAnswer::Anew));
    assert_eq!(refusal(&keeper, &[yes.clone(), back(side, to, 0)]), None);
    assert_eq!(refusal(&keeper, &[anew.clone(), back(side, to, 1)]), None);
    let note = entry(Some(side), EntryKind::Note { text: "Thank you".to_owned() });
    let forged: [&[Entry]; 9] = [
        &[back(side, to, 0)],
        &[yes.clone(), back(side, to, 1)],
        &[anew.clone(), back(side, to, 0)],
        &[anew.clone(), back(side, to, 2)],
        &[yes.clone(), back(side, to - 1, 0)],
        &[yes.clone(), back(other, to, 0)],
        &[answer(other, AskAnswer::No), back(side, to, 0)],
        &[answer(side, AskAnswer::Yes), back(side, to, 0)],
        &[yes, note, back(side, to, 0)],
    ];
    for entries in forged {
        assert!(refusal(&keeper, entries).is_some(), "{entries:?}");
    }
    // One answer is for one question.
    keeper.answer(other, AskAnswer::Anew).unwrap();
    assert_eq!(keeper.referee.inputs(), to);
    assert!(refusal(&keeper, &[back(side, to - 1, 2)]).is_some());
}

/// Whatever is taken back alone, and however a game ends alone, is what the referee itself would write.
#[test]
fn a_record_takes_what_the_referee_proposes() {
    let (mut allowed, mut refused) = (0, 0);
    for (undo, seed) in [(UndoRule::None, 3), (UndoRule::Own, 4), (UndoRule::Asked, 5)] {
        let (mut keeper, mut luck) = (Keeper::new(&table("aac-first-orders"), undo), Luck::new(seed));
        for _ in 0..40 {
            assert!(keeper.step(&mut luck));
            let inputs = keeper.referee.inputs();
            for side in Side::BOTH {
                let own = proposed(&mut keeper, side, Request::TakeBack);
                for to in inputs.saturating_sub(3)..inputs + 1 {
                    for branch in 0..2 {
                        let entry = back(side, to, branch);
                        let is_own = own.first() == Some(&entry);
                        assert_eq!(keeper.referee.clone().take(from_ref(&entry)).is_ok(), is_own, "{entry:?}");
                        *(if is_own { &mut allowed } else { &mut refused }) += 1;
                    }
                }
            }
            let alone: Vec<Entry> = Side::BOTH
                .into_iter()
                .flat_map(|side| {
                    [Request::Resign, Request::AskAbandon].map(|request| proposed(&mut keeper, side, request))
                })
                .flatten()
                .collect();
            let [first, second] = Side::BOTH;
            for why in [
                EndReason::Played,
                EndReason::Agreed,
                EndReason::Abandoned,
                EndReason::Resigned(first),
                EndReason::Resigned(second),
                EndReason::OutOfTime(first),
                EndReason::OutOfTime(second),
            ] {
                let entry = end(why);
                assert_eq!(keeper.referee.clone().take(from_ref(&entry)).is_ok(), alone.contains(&entry), "{entry:?}");
            }
        }
    }
    println!("{allowed} taken back, {refused} refused");
    assert!(allowed > 10 && refused > 100, "{allowed} {refused}");
}

#[test]
fn games_end_as_was_agreed() {
    let (keeper, side, _) = rolled(UndoRule::Asked);
    let other = side.other();
    let asked = |what| entry(Some(side), EntryKind::Ask { what });
    let agreed = |what, by, given, why| refusal(&keeper, &[asked(what), answer(by, given), end(why)]);
    assert_eq!(agreed(AskSubject::Draw, other, AskAnswer::Yes, EndReason::Agreed), None);
    assert_eq!(agreed(AskSubject::Abandon, other, AskAnswer::Yes, EndReason::Abandoned), None);
    for (what, by, given, why) in [
        (AskSubject::Draw, other, AskAnswer::No, EndReason::Agreed),
        (AskSubject::Draw, side, AskAnswer::Yes, EndReason::Agreed),
        (AskSubject::Draw, other, AskAnswer::Yes, EndReason::Abandoned),
        (AskSubject::Abandon, other, AskAnswer::Yes, EndReason::Agreed),
    ] {
        assert!(agreed(what, by, given, why).is_some(), "{what:?} {given:?}");
    }
    // Nobody gives up for the other.
    let resigned = Entry { by: Some(other), ..end(EndReason::Resigned(side)) };
    assert!(refusal(&keeper, &[resigned]).unwrap().contains("ends the game"));
    assert_eq!(refusal(&keeper, &[end(EndReason::Resigned(side))]), None);
    // Time is lost by the side whose clock runs.
    let mut timed = keeper.clone();
    timed.record.header.clock = Some(ClockRule { bank: 60, increment: 5, cap: 60 });
    let chooser = timed.referee.to_choose().unwrap();
    assert_eq!(refusal(&timed, &[end(EndReason::OutOfTime(chooser))]), None);
    assert!(refusal(&timed, &[end(EndReason::OutOfTime(chooser.other()))]).is_some());
    assert!(refusal(&keeper, &[end(EndReason::OutOfTime(chooser))]).is_some(), "without clocks");
}

#[test]
fn nobody_returns_alone() {
    let (keeper, side, _) = rolled(UndoRule::Asked);
    let back = entry(Some(side), EntryKind::Return { to: 20, branch: 1, engine: "0".to_owned() });
    let asked = entry(Some(side), EntryKind::Ask { what: AskSubject::Return });
    assert!(refusal(&keeper, from_ref(&back)).unwrap().contains("has not agreed to return"));
    assert!(refusal(&keeper, &[asked.clone(), answer(side, AskAnswer::Yes), back.clone()]).is_some());
    assert_eq!(refusal(&keeper, &[asked, answer(side.other(), AskAnswer::Yes), back]), None);
}

#[test]
fn against_a_computer_choices_come_back_and_dice_stay() {
    let computers = [None, Some("greedy".to_owned())];
    let mut keeper = Keeper::waiting(&table("tutorial"), UndoRule::Own, false, computers);
    keeper.take(keeper.referee.opening(1000));
    let mut luck = Luck::new(9);
    let mut rolled = 0;
    for _ in 0..20 {
        while let Some(decision) = keeper.referee.decision() {
            let choice = keeper.referee.computer(decision.side, None).unwrap().choose(&decision).unwrap();
            let entries = keeper.referee.propose_computer(decision.side, decision.n, &choice, 2000).unwrap();
            keeper.take(entries);
        }
        if !keeper.step(&mut luck) || keeper.referee.end().is_some() {
            break;
        }
        let [own] = &proposed(&mut keeper, Side::First, Request::TakeBack)[..] else { panic!("it is free") };
        let EntryKind::Back { to, branch: 0 } = own.kind else { panic!("{own:?}") };
        rolled += usize::from(keeper.referee.inputs() - to > 1);
        assert_eq!(refusal(&keeper, from_ref(own)), None);
        assert!(refusal(&keeper, &[back(Side::First, to, 1)]).is_some(), "other dice");
        assert!(refusal(&keeper, &[back(Side::Second, to, 0)]).is_some(), "a computer takes nothing back");
    }
    assert!(rolled > 0, "nothing was rolled");
}
