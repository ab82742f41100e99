//! Games that the rules of another version lead elsewhere. What that version would do is altered here: the hashes of positions that
//! the keeper has stored, or a choice that is no longer one.

use std::sync::Arc;

use battlewright_engine::game::Side;
use battlewright_referee::{
    AskAnswer, ClockRule, EndReason, Entry, EntryKind, GameRecord, GameTable, Mark, Referee, Request, Seat,
    ServerMessage, UndoRule,
};

use crate::keeper::{Keeper, Luck, SCENARIOS, SECRET, table};

/// A game, the hashes of its positions before each choice, and the referee then.
struct Kept {
    table: Arc<GameTable>,
    keeper: Keeper,
    marks: Vec<Mark>,
    before: Vec<Referee>,
}

impl Kept {
    /// Plays `choices` at random.
    fn played(name: &str, seed: u64, choices: usize) -> Self {
        let table = table(name);
        let keeper = Keeper::new(&table, UndoRule::Asked);
        let mut kept = Self { table, keeper, marks: Vec::new(), before: Vec::new() };
        kept.play(&mut Luck::new(seed), choices);
        kept
    }

    fn play(&mut self, luck: &mut Luck, choices: usize) {
        for _ in 0..choices {
            self.mark();
            assert!(self.keeper.step(luck), "the game ends too soon");
        }
    }

    fn mark(&mut self) {
        let Keeper { record, referee, .. } = &self.keeper;
        self.marks.push(Mark { n: record.entries.len(), hash: referee.fingerprint() });
        self.before.push(referee.clone());
    }

    /// Returns the game as another version restores it, which comes to other positions from mark `from` on.
    fn restored(&self, from: usize) -> Referee {
        let marks = self.marks.iter().enumerate();
        let altered = |(n, mark): (usize, &Mark)| Mark { hash: mark.hash ^ u64::from(n >= from), ..*mark };
        let marks: Vec<Mark> = marks.map(altered).collect();
        Referee::restore(&self.table, &self.keeper.record, Some(SECRET), &marks)
    }

    /// Goes on with another version.
    fn hold(&mut self, from: usize) {
        self.keeper.referee = self.restored(from);
        assert!(self.keeper.referee.hold().is_some());
    }

    /// Stores the return to which the players have agreed, and restores the game.
    fn returned(&mut self) {
        let entries = &self.keeper.record.entries;
        assert!(matches!(entries.last().unwrap().kind, EntryKind::Return { .. }));
        let text = self.keeper.record.write();
        let record = GameRecord::read(&text).unwrap();
        assert_eq!(record, self.keeper.record);
        self.keeper.referee = Referee::restore(&self.table, &record, Some(SECRET), &self.marks);
        assert_eq!(self.keeper.referee.hold(), None);
    }

    /// Proposes and keeps a request that may be a return, which the referee does not take itself.
    fn act(&mut self, seat: Seat, request: Request) {
        let message = self.keeper.message(seat, request);
        let Ok(battlewright_referee::Proposal::Entries(entries)) = self.keeper.referee.propose(seat, &message, 9000)
        else {
            panic!("{message:?} is refused")
        };
        let returns = entries.iter().any(|entry| matches!(entry.kind, EntryKind::Return { .. }));
        assert_eq!(self.keeper.referee.clone().take(&entries).is_err(), returns);
        if returns {
            self.keeper.record.entries.extend(entries);
        } else {
            self.keeper.take(entries);
        }
    }

    fn agree(&mut self, seat: Seat) {
        let answer = self.keeper.answer_of(AskAnswer::Yes);
        self.act(seat, answer);
    }

    fn refusal(&mut self, seat: Seat, request: Request) -> String {
        self.keeper.act(seat, request).unwrap_err().why
    }
}

/// Returns the facts of a hold that a seat is told: whether it can return, and how many of its choices fall.
fn held(referee: &Referee, seat: Seat) -> Option<(bool, usize)> {
    referee.catch_up(seat).into_iter().find_map(|message| match message {
        ServerMessage::Held { can_return, falls, .. } => Some((can_return, falls)),
        _ => None,
    })
}

#[test]
fn a_held_game_shows_the_last_position_that_is_the_same() {
    for (name, seed) in SCENARIOS.into_iter().zip(31..) {
        let kept = Kept::played(name, seed, 40);
        assert_eq!(kept.restored(usize::MAX).hold(), None, "{name}");
        let held_at = kept.restored(25);
        let hold = held_at.hold().unwrap();
        assert_eq!(hold.same, Some(kept.marks[24].n));
        assert_eq!(hold.entry, kept.marks[24].n, "the choice after it differs");
        assert!(hold.to_string().starts_with(&format!("line {} of its record (rule ", hold.entry + 2)), "{hold}");
        assert_eq!(held_at.fingerprint(), kept.before[24].fingerprint(), "{name}");
        assert_eq!((held_at.to_choose(), held_at.entries()), (None, kept.keeper.record.entries.len()));
        let fallen = |side: Side| {
            let entries = &kept.keeper.record.entries[hold.entry..];
            let own = |entry: &&Entry| entry.by == Some(side) && matches!(entry.kind, EntryKind::Choice { .. });
            entries.iter().filter(own).count()
        };
        for seat in Seat::ALL {
            let (told, before) = (held_at.catch_up(seat), kept.before[24].catch_up(seat));
            let (ServerMessage::Full(now), ServerMessage::Full(then)) = (&told[0], &before[0]) else { panic!() };
            assert_eq!((&now.change, &now.log, &now.status), (&then.change, &then.log, &then.status), "{name}");
            assert_eq!((now.turn, &now.choices, now.free_undo, now.can_ask), (None, &None, false, false));
            assert_eq!(held(&held_at, seat), Some((true, seat.side().map_or(0, fallen))));
        }
    }
}

#[test]
fn players_return_together_and_go_on() {
    for (name, seed) in SCENARIOS.into_iter().zip(41..) {
        let mut kept = Kept::played(name, seed, 30);
        let side = kept.before[20].to_choose().unwrap();
        kept.keeper.act(Seat::Second, Request::Note { text: "Before".to_owned() }).unwrap();
        kept.hold(21);
        // Nobody plays on, but players talk.
        let refused = kept.refusal(Seat::of(side), Request::OfferDraw);
        assert!(refused.starts_with("the game is held"), "{refused}");
        assert!(kept.keeper.choose(side, "pass").is_err());
        kept.keeper.act(Seat::First, Request::Note { text: "Back?".to_owned() }).unwrap();
        kept.act(Seat::First, Request::AskReturn);
        assert!(kept.keeper.answer(Side::First, AskAnswer::Yes).is_err(), "the other player must agree");
        // What is asked outlasts another start of the keeper.
        kept.hold(21);
        kept.agree(Seat::Second);
        kept.returned();
        let referee = &kept.keeper.referee;
        assert_eq!(referee.fingerprint(), kept.before[20].fingerprint(), "{name}");
        assert_eq!(referee.to_choose(), Some(side));
        let notes = referee.catch_up(Seat::First).into_iter();
        assert_eq!(notes.filter(|message| matches!(message, ServerMessage::Noted { .. })).count(), 2);
        let (marks, luck) = (kept.marks.len(), &mut Luck::new(seed + 100));
        kept.play(luck, 15);
        let anew = kept.keeper.record.entries.iter().rev().find_map(|entry| match entry.kind {
            EntryKind::Picks { branch, .. } => Some(branch),
            _ => None,
        });
        assert!(anew.is_none_or(|branch| branch <= 1), "{name}: {anew:?}");
        // The whole record gives the game again, also to those who check it.
        let again = Referee::of(kept.table.clone(), &kept.keeper.record, Some(SECRET)).unwrap();
        assert_eq!(again.fingerprint(), kept.keeper.referee.fingerprint());
        for seat in Seat::ALL {
            assert_eq!(again.catch_up(seat), kept.keeper.referee.catch_up(seat), "{name}");
        }
        // A third version may differ again, after the return and before.
        kept.hold(marks + 10);
        assert_eq!(kept.keeper.referee.fingerprint(), kept.before[marks + 9].fingerprint());
        kept.hold(11);
        assert_eq!(kept.keeper.referee.fingerprint(), kept.before[10].fingerprint());
        kept.act(Seat::Second, Request::AskReturn);
        kept.agree(Seat::First);
        kept.returned();
        kept.play(luck, 10);
        Referee::of(kept.table.clone(), &kept.keeper.record, None).unwrap();
    }
}

#[test]
fn rolls_after_a_return_are_made_anew() {
    let mut kept = Kept::played("tutorial", 5, 34);
    let first = |kept: &Kept, from: usize| {
        kept.keeper.record.entries[from..].iter().find_map(|entry| match &entry.kind {
            EntryKind::Picks { branch, index, numbers } => Some((*branch, *index, numbers.clone())),
            _ => None,
        })
    };
    let rolls = |n: &usize| {
        let entries = &kept.keeper.record.entries[kept.marks[*n].n..kept.marks[*n + 1].n];
        entries.iter().any(|entry| matches!(entry.kind, EntryKind::Picks { .. }))
    };
    let from = (12..32).find(rolls).unwrap();
    let EntryKind::Choice { action } = kept.keeper.record.entries[kept.marks[from].n].kind.clone() else { panic!() };
    let before = first(&kept, kept.marks[from].n).unwrap();
    let side = kept.before[from].to_choose().unwrap();
    kept.hold(from + 1);
    kept.act(Seat::First, Request::AskReturn);
    kept.agree(Seat::Second);
    kept.returned();
    let end = kept.keeper.record.entries.len();
    kept.keeper.choose(side, &action).unwrap();
    let after = first(&kept, end).unwrap();
    assert_eq!((before.0, after.0, after.1), (0, 1, before.1), "the same roll of another branch");
}

#[test]
fn what_was_taken_back_holds_nothing() {
    let mut kept = Kept::played("tutorial", 6, 20);
    kept.mark();
    let place = kept.keeper.record.entries.len();
    let mut luck = Luck::new(60);
    let (side, _) = kept.keeper.choices().unwrap();
    assert!(kept.keeper.step(&mut luck));
    kept.keeper.act(Seat::of(side), Request::AskTakeBack).unwrap();
    kept.keeper.answer(side.other(), AskAnswer::Yes).unwrap();
    kept.play(&mut luck, 10);
    let now = kept.keeper.referee.fingerprint();
    let EntryKind::Choice { action } = &mut kept.keeper.record.entries[place].kind else { panic!() };
    // As if another version knew no such choice.
    "no such choice".clone_into(action);
    assert!(Referee::of(kept.table.clone(), &kept.keeper.record, Some(SECRET)).is_err());
    let restored = kept.restored(usize::MAX);
    assert_eq!((restored.hold(), restored.fingerprint()), (None, now));
    assert_eq!(restored.entries(), kept.keeper.record.entries.len());
    // One that counts holds the game before it, with the reason.
    let EntryKind::Choice { action } = &mut kept.keeper.record.entries[kept.marks[8].n].kind else { panic!() };
    "no such choice".clone_into(action);
    let restored = kept.restored(usize::MAX);
    let hold = restored.hold().unwrap();
    assert_eq!((hold.same, hold.entry), (Some(kept.marks[8].n), kept.marks[8].n));
    assert!(hold.why.contains("no action"), "{hold}");
    for seat in Seat::ALL {
        let told = format!("{:?}", restored.catch_up(seat));
        assert!(!told.contains("no such choice"), "choices are secret");
    }
}

#[test]
fn players_end_a_held_game_together() {
    let mut kept = Kept::played("tutorial", 7, 30);
    kept.hold(1);
    assert_eq!(kept.keeper.referee.fingerprint(), kept.before[0].fingerprint(), "the second side has not chosen there");
    kept.act(Seat::Second, Request::AskAbandon);
    assert_eq!(kept.keeper.referee.end(), None, "the other player must agree");
    kept.agree(Seat::First);
    assert_eq!(kept.keeper.referee.end().unwrap().why, EndReason::Abandoned);
    // The end is known again, with the position and the dice.
    kept.hold(1);
    let referee = &kept.keeper.referee;
    assert_eq!(referee.end().unwrap().why, EndReason::Abandoned);
    assert!(referee.dice_proof().unwrap().dice().is_ok());
    assert!(matches!(referee.catch_up(Seat::Spectator).last(), Some(ServerMessage::Over { .. })));
    let refused = kept.refusal(Seat::First, Request::AskReturn);
    assert_eq!(refused, "the game is over");
}

#[test]
fn a_player_alone_decides_alone() {
    let table = table("tutorial");
    let keeper = Keeper::waiting(&table, UndoRule::Own, false, [None, Some("greedy".to_owned())]);
    let mut kept = Kept { table, keeper, marks: Vec::new(), before: Vec::new() };
    let opening = kept.keeper.referee.opening(1000);
    kept.keeper.take(opening);
    let mut luck = Luck::new(8);
    for _ in 0..20 {
        while let Some(decision) = kept.keeper.referee.decision() {
            let choice = kept.keeper.referee.computer(decision.side, None).unwrap().choose(&decision).unwrap();
            let entries = kept.keeper.referee.propose_computer(decision.side, decision.n, &choice, 2000).unwrap();
            kept.keeper.take(entries);
        }
        kept.play(&mut luck, 1);
    }
    kept.hold(12);
    assert!(kept.keeper.referee.decision().is_none(), "the computer waits");
    let mut ended = kept.keeper.clone();
    ended.act(Seat::First, Request::AskAbandon).unwrap();
    assert!(ended.referee.end().is_some());
    kept.act(Seat::First, Request::AskReturn);
    kept.returned();
    assert_eq!(kept.keeper.referee.to_choose(), Some(Side::First));
}

#[test]
fn there_may_be_nothing_to_return_to() {
    let mut kept = Kept::played("tutorial", 9, 5);
    kept.hold(0);
    assert_eq!(held(&kept.keeper.referee, Seat::First).map(|(can_return, _)| can_return), Some(false));
    let refused = kept.refusal(Seat::First, Request::AskReturn);
    assert!(refused.starts_with("not even the start"), "{refused}");
    kept.act(Seat::First, Request::Resign);
    assert_eq!(kept.keeper.referee.end().unwrap().winner, Some(1));
}

#[test]
fn no_time_passes_while_a_game_is_held() {
    let mut kept = Kept::played("tutorial", 10, 20);
    kept.keeper.record.header.clock = Some(ClockRule { bank: 600, increment: 0, cap: 600 });
    kept.hold(15);
    kept.act(Seat::First, Request::AskReturn);
    kept.agree(Seat::Second);
    kept.returned();
    let clock = |referee: &Referee| match &referee.catch_up(Seat::First)[0] {
        ServerMessage::Full(position) => position.clock,
        other => panic!("{other:?}"),
    };
    let clock = clock(&kept.keeper.referee).unwrap();
    // The return was at second 9.
    assert_eq!((clock.running, clock.since), (kept.keeper.referee.to_choose().map(Side::index), 9000));
    assert!(clock.left.iter().all(|left| *left >= 599_000), "{clock:?}");
}
