//! Records as games to look at: what is in effect, with notes and the end.

use battlewright_engine::game::Side;
use battlewright_referee::{AskAnswer, EntryKind, GameRecord, RecordError, Referee, Request, Seat, UndoRule};

use crate::keeper::{Keeper, Luck, SCENARIOS, table};

#[test]
fn a_record_is_shown_as_the_game_in_effect() {
    for (name, seed) in SCENARIOS.into_iter().zip(40..) {
        let table = table(name);
        let (mut keeper, mut luck) = (Keeper::new(&table, UndoRule::Asked), Luck::new(seed));
        for n in 0..60 {
            if !keeper.step(&mut luck) {
                break;
            }
            if n % 20 == 7 {
                take_back(&mut keeper);
            }
        }
        let back = keeper.record.entries.iter().filter(|entry| matches!(entry.kind, EntryKind::Back { .. })).count();
        assert!(back > 0, "{name}");
        let shown = keeper.record.played(table.start().clone()).unwrap();
        assert_eq!(shown.replay, keeper.referee.replay().without_states(), "{name}");
        assert_eq!(shown.replay.len(), keeper.referee.inputs());
        assert_eq!((shown.end, shown.remarks.len()), (None, 0));
        shown.replay.verify(table.start().clone()).unwrap();
    }
}

/// Takes the last choice back, whoever has made it.
fn take_back(keeper: &mut Keeper) {
    let mut sides = Side::BOTH.into_iter();
    let side = sides.find(|side| keeper.act(Seat::of(*side), Request::AskTakeBack).is_ok()).unwrap();
    keeper.answer(side.other(), AskAnswer::Yes).unwrap();
}

#[test]
fn notes_doubts_and_the_end_are_shown() {
    let table = table("tutorial");
    let (mut keeper, mut luck) = (Keeper::new(&table, UndoRule::Asked), Luck::new(5));
    let note = |text: &str| Request::Note { text: text.to_owned() };
    keeper.act(Seat::First, note("Good luck")).unwrap();
    while keeper.referee.inputs() < 12 {
        keeper.step(&mut luck);
    }
    let before = keeper.referee.inputs();
    let doubt = Request::Claim { line: None, rule: "5.2".to_owned(), text: "The bridge".to_owned() };
    keeper.act(Seat::Second, doubt).unwrap();
    take_back(&mut keeper);
    let to = keeper.referee.inputs();
    assert!(to < before);
    keeper.act(Seat::First, Request::Resign).unwrap();
    keeper.act(Seat::Second, note("Thank you")).unwrap();
    let record = GameRecord::read(&keeper.record.write()).unwrap();
    let shown = record.played(table.start().clone()).unwrap();
    let remarks: Vec<_> = shown.remarks.iter().map(|one| (one.n, one.by, &*one.rule, &*one.text)).collect();
    let doubted = (to, Side::Second, "5.2", "The bridge");
    assert_eq!(remarks, [(0, Side::First, "", "Good luck"), doubted, (to, Side::Second, "", "Thank you")]);
    assert_eq!(shown.end.as_ref(), Referee::of(table.clone(), &record, None).unwrap().end());
    assert!(shown.end.unwrap().text.contains("have resigned"));
    assert_eq!(shown.replay.header.players, ["by hand", "by hand"]);
}

#[test]
fn what_cannot_be_played_names_its_line() {
    let table = table("tutorial");
    let (mut keeper, mut luck) = (Keeper::new(&table, UndoRule::Asked), Luck::new(9));
    (0..20).for_each(|_| assert!(keeper.step(&mut luck)));
    let mut tried = 0;
    for n in 0..keeper.record.entries.len() {
        let mut record = keeper.record.clone();
        match &mut record.entries[n].kind {
            EntryKind::Choice { action } => action.insert(0, 'x'),
            EntryKind::Picks { numbers, .. } => numbers.push(1),
            _ => continue,
        }
        let RecordError::Entry { line, .. } = record.played(table.start().clone()).unwrap_err() else { panic!("{n}") };
        assert_eq!(line, n + 2);
        tried += 1;
    }
    assert!(tried > 20, "{tried}");
    let mut record = keeper.record.clone();
    let entry = record.entries.iter().position(|entry| matches!(entry.kind, EntryKind::Choice { .. })).unwrap();
    record.entries[entry].by = None;
    assert!(record.played(table.start().clone()).is_err());
    record = keeper.record;
    record.entries[0].kind = EntryKind::Back { to: 0, branch: 0 };
    assert!(record.played(table.start().clone()).is_err(), "nothing was done before");
}
