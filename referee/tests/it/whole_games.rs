//! Whole games through the referee: what is kept gives the same game again.

use std::path::Path;
use std::sync::Arc;

use battlewright_engine::game::Side;
use battlewright_referee::{
    DiceKind, EntryKind, GameRecord, GameTable, Header, LocalGame, RecordError, Referee, Reply, Request, Seat,
    SeatMessage, ServerMessage, Share, UndoRule, commitment,
};

use crate::keeper::{Keeper, Luck, SCENARIOS, SECRET, table, think};

/// The most choices of a game that need not end.
const CHOICES: usize = 150;

#[test]
fn what_is_kept_is_the_game() {
    for (name, seed) in SCENARIOS.into_iter().zip(1..) {
        let table = table(name);
        let mut keeper = Keeper::new(&table, UndoRule::Asked);
        let mut luck = Luck::new(seed);
        for _ in 0..CHOICES {
            if !keeper.step(&mut luck) {
                break;
            }
        }
        let text = keeper.record.write();
        let record = GameRecord::read(&text).unwrap();
        assert_eq!(record, keeper.record);
        for secret in [Some(SECRET), None] {
            let again = Referee::of(table.clone(), &record, secret).unwrap();
            assert_eq!(again.fingerprint(), keeper.referee.fingerprint(), "{name}");
            assert_eq!(again.inputs(), keeper.referee.inputs());
            for seat in Seat::ALL {
                assert_eq!(again.catch_up(seat), keeper.referee.catch_up(seat), "{name}");
            }
        }
        // Other programs read the game as a replay.
        let replay = keeper.referee.replay();
        replay.verify(table.start().clone()).unwrap();
        println!("{name}: {} inputs, {} bytes", keeper.referee.inputs(), text.len());
    }
}

#[test]
fn a_game_to_its_end_opens_its_dice() {
    let table = table("tutorial");
    let mut keeper = Keeper::new(&table, UndoRule::None);
    let mut luck = Luck::new(3);
    let mut last = None;
    while let Some((side, choices)) = keeper.choices() {
        last = Some(keeper.choose(side, &choices[luck.below(choices.len())]).unwrap());
    }
    let last = last.unwrap();
    for seat in &last.seats {
        let Some(ServerMessage::Over { outcome, proof }) = seat.last() else { panic!("{seat:?}") };
        assert!(outcome.text.contains("Winner"), "{}", outcome.text);
        let dice = proof.dice().unwrap();
        let rolls = keeper.record.entries.iter().filter_map(|entry| match &entry.kind {
            EntryKind::Picks { branch, index, numbers } => Some((*branch, *index, numbers)),
            _ => None,
        });
        assert!(rolls.clone().count() > 5);
        for (branch, index, numbers) in rolls {
            let chance = battlewright_engine::game::Chance::Dice { count: numbers.len().try_into().unwrap(), sides: 6 };
            assert_eq!(&dice.roll(branch, index, chance), numbers);
        }
    }
    // After the end nobody chooses, but players may talk.
    assert_eq!(keeper.act(Seat::First, Request::Resign).unwrap_err().why, "the game is over");
    keeper.act(Seat::Second, Request::Note { text: "Well played".to_owned() }).unwrap();
    // The record has all that is needed to check it.
    Referee::of(table, &GameRecord::read(&keeper.record.write()).unwrap(), None).unwrap();
}

/// A record that an earlier version has kept. `BATTLEWRIGHT_UPDATE=1` writes a new one, which only a new format may need.
#[test]
fn an_old_record_gives_the_same_game() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kept/game.jsonl");
    if std::env::var_os("BATTLEWRIGHT_UPDATE").is_some() {
        let mut keeper = Keeper::waiting(&table("tutorial"), UndoRule::Asked, true, [None, None]);
        let id = keeper.referee.header().id.clone();
        for (seat, purpose, byte) in [(Seat::First, "share first", 1), (Seat::Second, "share second", 2)] {
            keeper.act(seat, Request::Promise { hash: commitment(purpose, &id, &[byte; 32]) }).unwrap();
        }
        for (seat, byte) in [(Seat::First, "01"), (Seat::Second, "02")] {
            keeper.act(seat, Request::Share { share: Share(byte.repeat(32)) }).unwrap();
        }
        let mut luck = Luck::new(3);
        while keeper.step(&mut luck) {}
        std::fs::write(&path, keeper.record.write()).unwrap();
    }
    let record = GameRecord::read(&std::fs::read_to_string(path).unwrap()).unwrap();
    let table = Arc::new(GameTable::open(&record.header.scenario).unwrap());
    let referee = Referee::of(table, &record, None).unwrap();
    let end = referee.end().unwrap();
    assert!(end.text.contains("Winner") && referee.dice_proof().unwrap().dice().is_ok());
    let game = record.entries.iter().filter(|entry| matches!(entry.kind, EntryKind::Choice { .. })).count();
    assert!(game > 20);
}

#[test]
fn a_changed_record_is_found() {
    let table = table("tutorial");
    let mut keeper = Keeper::new(&table, UndoRule::None);
    let mut luck = Luck::new(5);
    while keeper.step(&mut luck) {}
    let (mut dice, mut choices) = (0, 0);
    for n in 0..keeper.record.entries.len() {
        let mut record = keeper.record.clone();
        let entry = &mut record.entries[n];
        match &mut entry.kind {
            EntryKind::Picks { numbers, .. } => {
                dice += 1;
                numbers[0] = numbers[0] % 6 + 1;
            }
            EntryKind::Choice { action } => {
                choices += 1;
                action.push('x');
            }
            EntryKind::End { secret, .. } => {
                secret.replace_range(0..1, if secret.starts_with('0') { "1" } else { "0" })
            }
            _ => continue,
        }
        let changed = Referee::of(table.clone(), &record, None);
        let RecordError::Entry { line, .. } = changed.unwrap_err() else { panic!("{n}") };
        assert!(line == n + 2 || n + 1 == record.entries.len(), "{n}: {line}");
    }
    assert!(dice > 5 && choices > 20, "{dice} {choices}");
}

/// The page keeps the lines as they come.
#[test]
fn a_page_keeps_a_game_itself() {
    let text = table("tutorial").text().to_owned();
    let id = "0123456789abcdef0123456789abcdef".to_owned();
    let secret = "07".repeat(32);
    let dice = DiceKind { commitment: commitment("dice", &id, &SECRET), shares: false, secret: Some(secret) };
    let mut header = Header::new(id, dice, UndoRule::Asked, 1, text);
    header.computers = [None, Some("greedy".to_owned())];
    let (mut game, mut kept) = LocalGame::begin(header, 1).unwrap();
    let mut luck = Luck::new(4);
    for n in 0.. {
        if game.referee().end().is_some() {
            break;
        }
        let reply = match think(&mut game) {
            Some(reply) => reply,
            None => {
                let full = game.referee().catch_up(Seat::First);
                let Some(ServerMessage::Full(position)) = full.first() else { panic!() };
                let choices = position.choices.as_ref().unwrap();
                let action = choices[luck.below(choices.len())].action.clone();
                let request = Request::Choose { action };
                game.message(Seat::First, &SeatMessage { id: n.to_string(), at: Some(position.m), request }, 3)
            }
        };
        assert!(matches!(reply.reply, Reply::Done { .. }), "{reply:?}");
        kept.push_str(&reply.lines);
        if n % 10 == 0 {
            // The page is closed and opened again.
            let fingerprint = game.referee().fingerprint();
            game = LocalGame::resume(&kept).unwrap();
            assert_eq!(game.referee().fingerprint(), fingerprint);
        }
    }
    let refused = game.message(Seat::First, &SeatMessage { id: "x".to_owned(), at: None, request: Request::Resign }, 4);
    let json = serde_json::to_string(&refused.reply).unwrap();
    assert!(
        json.starts_with(r#"{"t":"refused","id":"x","rule":"","about":"","why":"the game is over","m":"#),
        "{json}"
    );
    assert!(LocalGame::resume(&kept[..kept.len() / 2]).is_err(), "cut off within a line");
}

#[test]
fn a_computer_plays_its_seat() {
    let table = table("tutorial");
    let mut keeper = Keeper::waiting(&table, UndoRule::Own, true, [None, Some("greedy".to_owned())]);
    assert!(!keeper.referee.is_ready(), "the person may add to the dice");
    keeper.act(Seat::First, Request::Promise { hash: String::new() }).unwrap();
    assert!(keeper.referee.is_ready());
    assert!(keeper.referee.computer(Side::First, None).is_none());
    let mut player = None;
    let (mut luck, mut made) = (Luck::new(9), 0);
    while keeper.referee.end().is_none() {
        match keeper.referee.decision() {
            Some(decision) => {
                let mut knowing = keeper.referee.computer(Side::Second, player.take()).unwrap();
                let notation = knowing.choose(&decision).unwrap();
                player = Some(knowing);
                assert!(
                    keeper.referee.propose_computer(Side::Second, decision.n + 1, &notation, 5).is_none(),
                    "too late"
                );
                let entries = keeper.referee.propose_computer(Side::Second, decision.n, &notation, 5).unwrap();
                keeper.take(entries);
                made += 1;
            }
            None => assert!(keeper.step(&mut luck)),
        }
    }
    assert!(made > 5);
    // Its choices depend on nothing but the record.
    let again = Referee::of(table, &keeper.record, None).unwrap();
    assert_eq!(again.fingerprint(), keeper.referee.fingerprint());
}
