//! Doubts about lines of the log: both players, pages that are opened again, and replays find the line that is meant.

use battlewright_engine::game::Side;
use battlewright_referee::{
    AskAnswer, DoubtedLine, EntryKind, GameRecord, LogLine, Referee, Request, Seat, SeatMessage, ServerMessage,
    UndoRule,
};

use crate::keeper::{Keeper, Luck, SCENARIOS, SECRET, table};

const PLAYERS: [Seat; 2] = [Seat::First, Seat::Second];

fn doubt(line: u64) -> Request {
    Request::Claim { line: Some(line), rule: "4.0".to_owned(), text: "Is this so?".to_owned() }
}

/// Returns the number and the words of the line of the last doubt, as `seat` is told it by a page that is opened anew.
fn doubted(referee: &Referee, seat: Seat) -> (Option<u64>, String) {
    let told = referee.catch_up(seat).into_iter().rev().find_map(|message| match message {
        ServerMessage::Noted { line, words, text, .. } => Some((line, words, text)),
        _ => None,
    });
    let (line, words, text) = told.unwrap();
    assert_eq!(text, "Is this so?");
    (line, words)
}

/// Returns the numbers of the lines that are no headings, and whose text is told more than once in the log of `seat`.
fn repeated(keeper: &Keeper, seat: Seat) -> Vec<LogLine> {
    let log = keeper.log(seat);
    let count = |text: &str| log.iter().filter(|line| line.text == text).count();
    log.iter().filter(|line| !line.heading && !line.replaces && count(&line.text) > 1).cloned().collect()
}

#[test]
fn each_line_has_its_own_number() {
    for (name, seed) in SCENARIOS.into_iter().zip(70..) {
        let (mut keeper, mut luck) = (Keeper::new(&table(name), UndoRule::Asked), Luck::new(seed));
        let mut given: [Vec<LogLine>; 3] = Default::default();
        for n in 0..40 {
            if n % 10 == 9 {
                let side = keeper.referee.last_person().unwrap();
                keeper.act(Seat::of(side), Request::AskTakeBack).unwrap();
                keeper.answer(side.other(), AskAnswer::Yes).unwrap();
            } else if !keeper.step(&mut luck) {
                break;
            }
            for (seat, given) in Seat::ALL.into_iter().zip(&mut given) {
                for line in keeper.log(seat) {
                    match given.iter().find(|known| known.n == line.n) {
                        Some(known) => assert_eq!(known, &line, "{name}"),
                        None => given.push(line),
                    }
                }
            }
        }
    }
}

#[test]
fn the_first_of_two_equal_lines_is_meant() {
    let table = table("tutorial");
    let (mut keeper, mut luck) = (Keeper::new(&table, UndoRule::Asked), Luck::new(13));
    while repeated(&keeper, Seat::Second).is_empty() {
        assert!(keeper.step(&mut luck), "no line was told twice");
    }
    let first = repeated(&keeper, Seat::Second).swap_remove(0);
    let told = keeper.act(Seat::Second, doubt(first.n)).unwrap();
    assert!(told.seats[2].is_empty());
    // The play goes on, and the page is opened again, also with the record alone.
    (0..5).for_each(|_| assert!(keeper.step(&mut luck)));
    let record = GameRecord::read(&keeper.record.write()).unwrap();
    assert_eq!(record, keeper.record);
    let again = Referee::of(table.clone(), &record, Some(SECRET)).unwrap();
    for referee in [&keeper.referee, &again] {
        assert_eq!(doubted(referee, Seat::Second), (Some(first.n), first.text.clone()));
        let (line, words) = doubted(referee, Seat::First);
        let log = keeper.log(Seat::First);
        let other = log.iter().find(|other| Some(other.n) == line).unwrap();
        assert_eq!((&other.text, &words), (&first.text, &first.text));
        assert_eq!(log.iter().find(|other| other.text == first.text), Some(other), "the first one here too");
    }
    // The replay shows the position in which it was told.
    let shown = record.played(table.start().clone()).unwrap();
    let remark = &shown.remarks[0];
    assert_eq!(remark.text, format!("{} — Is this so?", first.text));
    let lines = |n: usize| {
        let mut start = record.clone();
        let mut inputs = 0;
        start.entries.retain(|entry| {
            inputs += usize::from(matches!(entry.kind, EntryKind::Choice { .. } | EntryKind::Picks { .. }));
            inputs <= n
        });
        let mut before = keeper.clone();
        before.referee = Referee::of(table.clone(), &start, Some(SECRET)).unwrap();
        before.log(Seat::Second).iter().filter(|line| line.text == first.text).count()
    };
    assert_eq!((lines(remark.n - 1), lines(remark.n)), (0, 1));
}

/// Each seat is told its own line about the same event, in its own words.
#[test]
fn every_line_is_found_in_the_log_of_the_other() {
    for (name, seed) in SCENARIOS.into_iter().zip(80..) {
        let (mut keeper, mut luck) = (Keeper::new(&table(name), UndoRule::Asked), Luck::new(seed));
        for _ in 0..40 {
            if !keeper.step(&mut luck) {
                break;
            }
        }
        let (mut same, mut other_words, mut alone) = (0, 0, 0);
        for (side, seat) in Side::BOTH.into_iter().zip(PLAYERS) {
            let others = keeper.log(Seat::of(side.other()));
            for line in keeper.log(seat) {
                let mut asked = keeper.clone();
                asked.act(seat, doubt(line.n)).unwrap();
                assert_eq!(doubted(&asked.referee, seat), (Some(line.n), line.text.clone()));
                let (found, words) = doubted(&asked.referee, Seat::of(side.other()));
                match others.iter().find(|other| Some(other.n) == found) {
                    Some(other) if other.text == line.text => same += 1,
                    Some(other) => {
                        assert_eq!((&other.text, &other.rule), (&words, &line.rule));
                        other_words += 1;
                    }
                    None => {
                        // The words may be a secret of the side.
                        assert_eq!((found, &*words), (None, "A line that is not in your log"));
                        alone += 1;
                    }
                }
            }
        }
        println!("{name}: {same} lines the same, {other_words} in other words, {alone} in one log alone");
        assert!(same > 10, "{name}");
    }
}

#[test]
fn a_line_that_is_gone_cannot_be_doubted() {
    let table = table("tutorial");
    let (mut keeper, mut luck) = (Keeper::new(&table, UndoRule::Asked), Luck::new(3));
    (0..12).for_each(|_| assert!(keeper.step(&mut luck)));
    let last = keeper.log(Seat::First).pop().unwrap();
    let inputs = keeper.referee.inputs();
    keeper.act(Seat::First, doubt(last.n)).unwrap();
    let side = keeper.referee.last_person().unwrap();
    keeper.act(Seat::of(side), Request::AskTakeBack).unwrap();
    keeper.answer(side.other(), AskAnswer::Yes).unwrap();
    let why = keeper.act(Seat::First, doubt(last.n)).unwrap_err().why;
    assert!(why.contains("not in the log any more"), "{why}");
    // That something was taken back is told without a rule.
    let back = keeper.log(Seat::First).pop().unwrap();
    assert!(back.text.contains("take back") && back.n > last.n);
    let why = keeper.act(Seat::First, doubt(back.n)).unwrap_err().why;
    assert!(why.contains("no rule has led"), "{why}");
    // The doubt stays, with the words that it was about, and in a replay it is told where the game went back to.
    (0..12).for_each(|_| assert!(keeper.step(&mut luck)));
    for seat in PLAYERS {
        let (line, words) = doubted(&keeper.referee, seat);
        assert!(keeper.log(seat).iter().all(|other| Some(other.n) != line));
        assert_eq!(words, last.text);
    }
    let shown = keeper.record.played(table.start().clone()).unwrap();
    assert!(shown.remarks[0].n < inputs);
}

/// After a return to an earlier position, another line may stand there, or none. The words may be a secret of the side.
#[test]
fn a_line_that_stands_no_more_is_told_to_its_player_alone() {
    let table = table("tutorial");
    let (mut keeper, mut luck) = (Keeper::new(&table, UndoRule::Asked), Luck::new(3));
    (0..12).for_each(|_| assert!(keeper.step(&mut luck)));
    let last = keeper.log(Seat::First).pop().unwrap();
    keeper.act(Seat::First, doubt(last.n)).unwrap();
    let entry = keeper.record.entries.last().unwrap().clone();
    let changes: [fn(&mut DoubtedLine); 2] = [|line| line.origin.n += 100, |line| line.words.push('!')];
    for change in changes {
        let (mut changed, mut entry) = (keeper.clone(), entry.clone());
        let EntryKind::Claim { line: Some(line), .. } = &mut entry.kind else { panic!() };
        change(line);
        let words = line.words.clone();
        changed.take(vec![entry]);
        assert_eq!(doubted(&changed.referee, Seat::First), (None, words));
        assert_eq!(doubted(&changed.referee, Seat::Second), (None, "A line that is not in your log".to_owned()));
    }
}

/// Records of earlier versions name no line, and their pages have put the words before the text.
#[test]
fn a_doubt_without_a_line_is_kept() {
    let text = r#"{"at":5,"by":"First","e":"claim","m":7,"rule":"4.0","text":"It moves — Is this so?"}"#;
    let entry: battlewright_referee::Entry = serde_json::from_str(text).unwrap();
    assert_eq!(serde_json::to_string(&entry).unwrap(), text);
    let table = table("tutorial");
    let mut keeper = Keeper::new(&table, UndoRule::Asked);
    keeper.take(vec![entry]);
    let message = r#"{"t":"claim","id":"1","rule":"4.0","text":"It moves — Is this so?"}"#;
    let request = serde_json::from_str::<SeatMessage>(message).unwrap().request;
    keeper.act(Seat::First, request).unwrap();
    for message in &keeper.referee.catch_up(Seat::Second)[1..] {
        let ServerMessage::Noted { line: None, words, text, .. } = message else { panic!("{message:?}") };
        assert_eq!((&**words, &**text), ("", "It moves — Is this so?"));
    }
    let shown = keeper.record.played(table.start().clone()).unwrap();
    assert!(shown.remarks.len() == 2 && shown.remarks.iter().all(|one| one.text == "It moves — Is this so?"));
}
