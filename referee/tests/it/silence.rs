//! Players who do nothing while they are awaited.

use battlewright_engine::game::{Game as _, Side};
use battlewright_referee::{
    AskAnswer, ClockRule, EndReason, EntryKind, Mark, Referee, Request, SILENT_DAYS, Seat, ServerMessage, UndoRule,
};

use crate::keeper::{Keeper, Luck, SECRET, table};

const DAY: u64 = 24 * 3600 * 1000;

/// A game in which both players have chosen, and the side that must choose.
fn begun(clock: Option<ClockRule>) -> (Keeper, Side) {
    let table = table("tutorial");
    let mut keeper = Keeper::waiting(&table, UndoRule::Asked, false, [None, None]);
    keeper.record.header.clock = clock;
    keeper.referee = Referee::new(table, keeper.record.header.clone(), Some(SECRET));
    let opening = keeper.referee.opening(1000);
    keeper.take(opening);
    let mut luck = Luck::new(3);
    (0..30).for_each(|_| assert!(keeper.step(&mut luck)));
    let side = keeper.referee.to_choose().unwrap();
    (keeper, side)
}

/// Returns the time from which a page is told that its player may end the game.
fn told(referee: &Referee, side: Side) -> Option<u64> {
    match &referee.catch_up(Seat::of(side))[0] {
        ServerMessage::Full(position) => position.free_from,
        other => panic!("{other:?}"),
    }
}

fn refusal(keeper: &mut Keeper, side: Side) -> String {
    keeper.act(Seat::of(side), Request::Abandon).unwrap_err().why
}

#[test]
fn who_waits_for_too_long_ends_the_game() {
    let (mut keeper, silent) = begun(None);
    let waiting = silent.other();
    let from = 2000 + SILENT_DAYS * DAY;
    assert_eq!((told(&keeper.referee, waiting), told(&keeper.referee, silent)), (Some(from), None));
    keeper.now = from - 1;
    assert_eq!(
        refusal(&mut keeper, waiting),
        "the other player may be silent for 30 days, and has less than a day left"
    );
    // Whatever the waiting player does, the silence lasts.
    keeper.act(Seat::of(waiting), Request::Note { text: "Are you there?".to_owned() }).unwrap();
    assert_eq!(told(&keeper.referee, waiting), Some(from));
    keeper.now = from;
    assert_eq!(refusal(&mut keeper, silent), "the game does not wait for the other player");
    keeper.act(Seat::of(waiting), Request::Abandon).unwrap();
    let end = keeper.referee.end().unwrap();
    assert_eq!((end.why, end.winner), (EndReason::Abandoned, None));
    assert!(end.text.ends_with("had done nothing for 30 days."), "{}", end.text);
    let restored = Referee::of(keeper.referee.table().clone(), &keeper.record, None).unwrap();
    assert_eq!(restored.end(), keeper.referee.end());
    let played = keeper.record.played(keeper.referee.game().start().clone()).unwrap();
    assert_eq!(played.end.as_ref(), keeper.referee.end());
    // The same end a moment too early, by the player who is awaited, and by nobody.
    for (at, by) in [(from - 1, Some(waiting)), (from, Some(silent)), (from, None)] {
        let mut forged = keeper.record.clone();
        let last = forged.entries.last_mut().unwrap();
        (last.at, last.by) = (at, by);
        assert!(Referee::of(keeper.referee.table().clone(), &forged, None).is_err(), "{at}, {by:?}");
    }
}

#[test]
fn a_sign_of_life_breaks_the_silence() {
    let (mut keeper, silent) = begun(None);
    let waiting = silent.other();
    keeper.now = 20 * DAY;
    keeper.act(Seat::of(silent), Request::Note { text: "Next week.".to_owned() }).unwrap();
    assert_eq!(told(&keeper.referee, waiting), Some((20 + SILENT_DAYS) * DAY));
    // A question that is not answered gives no right to the player who must choose.
    keeper.act(Seat::of(silent), Request::OfferDraw).unwrap();
    keeper.now = 60 * DAY;
    assert_eq!(refusal(&mut keeper, silent), "the game does not wait for the other player");
    keeper.answer(waiting, AskAnswer::No).unwrap();
    let mut luck = Luck::new(4);
    while keeper.referee.to_choose() == Some(silent) {
        assert!(keeper.step(&mut luck));
    }
    assert_eq!((told(&keeper.referee, waiting), told(&keeper.referee, silent)), (None, Some((60 + SILENT_DAYS) * DAY)));
}

#[test]
fn clocks_and_computers_are_never_silent() {
    let (mut keeper, side) = begun(Some(ClockRule { bank: 600, increment: 0, cap: 600 }));
    keeper.now = 100 * DAY;
    assert_eq!(told(&keeper.referee, side.other()), None);
    let refused = refusal(&mut keeper, side.other());
    assert_eq!(refused, "this game has clocks: claim the win when the other player has no time left");
    let mut alone = Keeper::waiting(&table("tutorial"), UndoRule::Own, false, [None, Some("greedy".to_owned())]);
    let opening = alone.referee.opening(1000);
    alone.take(opening);
    alone.now = 100 * DAY;
    assert_eq!(refusal(&mut alone, Side::First), "the game does not wait for the other player");
}

/// Nobody must choose in a held game, where clocks stand still: silent is who does not answer.
#[test]
fn who_is_asked_in_a_held_game_must_answer() {
    let (mut keeper, silent) = begun(Some(ClockRule { bank: 600, increment: 0, cap: 600 }));
    let waiting = silent.other();
    let altered = Mark { n: keeper.record.entries.len() - 1, hash: keeper.referee.fingerprint() ^ 1 };
    let start = Mark { n: 0, hash: keeper.referee.game().start().clone().fingerprint() };
    let table = keeper.referee.table().clone();
    keeper.referee = Referee::restore(&table, &keeper.record, Some(SECRET), &[start, altered]);
    assert!(keeper.referee.hold().is_some());
    keeper.now = 100 * DAY;
    assert_eq!(refusal(&mut keeper, waiting), "the game does not wait for the other player");
    keeper.act(Seat::of(waiting), Request::AskReturn).unwrap();
    assert_eq!(told(&keeper.referee, waiting), Some((100 + SILENT_DAYS) * DAY));
    keeper.now = (100 + SILENT_DAYS) * DAY;
    keeper.act(Seat::of(waiting), Request::Abandon).unwrap();
    assert!(matches!(keeper.record.entries.last().unwrap().kind, EntryKind::End { why: EndReason::Abandoned, .. }));
    let restored = Referee::restore(&table, &keeper.record, Some(SECRET), &[start, altered]);
    assert_eq!(restored.end(), keeper.referee.end());
}
