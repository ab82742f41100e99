//! Tests of the data file by itself.

use battlewright_referee::{ClockRule, DiceKind, EndReason, Entry, EntryKind, Header, Mark, Seat, UndoRule};

use super::games::{self, NewEntries, NewGame};
use super::tokens::{self, TokenKind};
use super::*;

const MOST: u64 = 1 << 30;

fn file() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    (folder, path)
}

fn game(id: &str, clock: Option<ClockRule>) -> NewGame {
    let dice = DiceKind { commitment: "c".to_owned(), shares: true, secret: None };
    let mut header = Header::new(id.to_owned(), dice, UndoRule::Own, 5, "title = \"A\"\n".to_owned());
    header.clock = clock;
    let token = |seat: u8| crate::random::hash(&[id.as_bytes(), &[seat]].concat());
    NewGame { header, secret: [7; 32], tokens: [0, 1, 2].map(token), follows: None }
}

fn entries(game: &str, n: usize, at: u64, kind: EntryKind, request: &str) -> NewEntries {
    let entries = vec![Entry { at, by: None, kind }];
    NewEntries {
        game: game.to_owned(),
        n,
        entries,
        before: Some(u64::MAX - 1),
        request: Some((Seat::Second, request.to_owned())),
    }
}

fn note() -> EntryKind {
    EntryKind::Note { text: "hello".to_owned() }
}

#[tokio::test]
async fn a_game_comes_back_as_it_was() {
    let (_folder, path) = file();
    let store = Store::open(&path, MOST).unwrap();
    let clock = ClockRule { bank: 10, increment: 1, cap: 20 };
    store.write(move |connection| game("g", Some(clock)).keep(connection)).await.unwrap();
    store.write(|connection| entries("g", 0, 6, note(), "a").keep(connection)).await.unwrap();
    store.write(|connection| entries("g", 1, 7, note(), "b").keep(connection)).await.unwrap();
    store.close();
    assert_eq!(store.write(|_| Ok(())).await, Err(StoreError::Closed));
    drop(store);
    let store = Store::open(&path, MOST).unwrap();
    let stored = store.read(|connection| games::load(connection, "g")).unwrap().unwrap();
    assert_eq!(stored.record.header, game("g", Some(clock)).header);
    assert_eq!(stored.record.entries.len(), 2);
    assert_eq!((stored.secret, stored.marks.last().copied()), ([7; 32], Some(Mark { n: 1, hash: u64::MAX - 1 })));
    let requests = store.read(|connection| games::requests(connection, "g")).unwrap();
    assert_eq!(requests, [(1, "a".to_owned()), (1, "b".to_owned())]);
    assert!(store.read(|connection| games::load(connection, "h")).unwrap().is_none());
    let opened = |token: [u8; 32]| store.read(|connection| tokens::opened(connection, &token)).unwrap();
    let [first, .., spectator] = game("g", None).tokens;
    assert_eq!(opened(first), Some(("g".to_owned(), TokenKind::Seat(Seat::First))));
    assert_eq!(opened(spectator), Some(("g".to_owned(), TokenKind::Seat(Seat::Spectator))));
    assert_eq!(opened([0; 32]), None);
    // Clocks stand still in games that have begun, and have one.
    store.write(|connection| games::downtime(connection, 8, 9)).await.unwrap();
    let stored = store.read(|connection| games::load(connection, "g")).unwrap().unwrap();
    assert_eq!(stored.record.entries.last().unwrap().kind, EntryKind::Downtime { from: 8 });
}

#[tokio::test]
async fn a_change_that_fails_leaves_those_beside_it() {
    let (_folder, path) = file();
    let store = std::sync::Arc::new(Store::open(&path, MOST).unwrap());
    store.write(|connection| game("g", None).keep(connection)).await.unwrap();
    // The same request twice, a gap of the same number, and an unknown game: all in one commit with good ones.
    let jobs = [("g", 0, "a"), ("g", 0, "x"), ("g", 1, "a"), ("h", 0, "y"), ("g", 1, "b")].map(|(game, n, request)| {
        let store = std::sync::Arc::clone(&store);
        tokio::spawn(async move {
            store.write(move |connection| entries(game, n, 6, note(), request).keep(connection)).await
        })
    });
    let mut results = Vec::new();
    for job in jobs {
        results.push(job.await.unwrap().is_ok());
    }
    assert_eq!(results, [true, false, false, false, true]);
    let stored = store.read(|connection| games::load(connection, "g")).unwrap().unwrap();
    assert_eq!(stored.record.entries.len(), 2);
}

#[tokio::test]
async fn ended_games_are_erased_after_their_time() {
    let (_folder, path) = file();
    let store = Store::open(&path, MOST).unwrap();
    let end = || EntryKind::End { why: EndReason::Agreed, secret: String::new() };
    for id in ["running", "old", "new"] {
        store.write(move |connection| game(id, None).keep(connection)).await.unwrap();
    }
    store.write(move |connection| entries("old", 0, 100, end(), "a").keep(connection)).await.unwrap();
    store.write(move |connection| entries("new", 0, 200, end(), "a").keep(connection)).await.unwrap();
    assert_eq!(store.write(|connection| games::erase_ended(connection, 150)).await, Ok(1));
    let left: Vec<(String, bool)> =
        store.read(games::list).unwrap().into_iter().map(|game| (game.id, game.over)).collect();
    assert_eq!(left, [("new".to_owned(), true), ("running".to_owned(), false)]);
    assert_eq!(store.read(games::number), Ok(2));
    let missing = store.read(results::missing).unwrap();
    assert_eq!(missing, ["new"]);
}

#[tokio::test]
async fn a_full_file_refuses_and_keeps() {
    let (_folder, path) = file();
    let store = Store::open(&path, 200 << 10).unwrap();
    store.write(|connection| game("g", None).keep(connection)).await.unwrap();
    let mut n = 0;
    let error = loop {
        let kind = EntryKind::Note { text: "x".repeat(3000) };
        match store.write(move |connection| entries("g", n, 6, kind, &n.to_string()).keep(connection)).await {
            Ok(()) => n += 1,
            Err(error) => break error,
        }
        assert!(n < 1000, "the file grows");
    };
    assert_eq!(error, StoreError::Limit);
    let stored = store.read(|connection| games::load(connection, "g")).unwrap().unwrap();
    assert_eq!(stored.record.entries.len(), n, "what was told is there, and nothing else");
    drop(store);
    let store = Store::open(&path, MOST).unwrap();
    store.write(move |connection| entries("g", n, 6, note(), "more").keep(connection)).await.unwrap();
}

#[tokio::test]
async fn a_seat_gets_few_tokens() {
    let (_folder, path) = file();
    let store = Store::open(&path, MOST).unwrap();
    store.write(|connection| game("g", None).keep(connection)).await.unwrap();
    for n in 0..25_u8 {
        let kind = TokenKind::Feed(Seat::First);
        let added = store.write(move |connection| tokens::add(connection, "g", kind, &[n; 32], 1)).await;
        assert_eq!(added, Ok(n < 20));
    }
    let other =
        store.write(|connection| tokens::add(connection, "g", TokenKind::Seat(Seat::First), &[99; 32], 1)).await;
    assert_eq!(other, Ok(true), "each kind has its own number");
}

#[tokio::test]
async fn feeds_know_whose_move_it_is() {
    let (_folder, path) = file();
    let store = Store::open(&path, MOST).unwrap();
    store.write(|connection| game("g", None).keep(connection)).await.unwrap();
    for (side, since, told) in
        [(Some(1), 10, Some((1, 10))), (Some(1), 20, Some((1, 10))), (Some(0), 30, Some((0, 30))), (None, 40, None)]
    {
        store.write(move |connection| games::await_side(connection, "g", side, since)).await.unwrap();
        let turn = store.read(|connection| tokens::awaited(connection, "g")).unwrap().unwrap();
        assert_eq!(turn.side, told);
    }
}

#[tokio::test]
async fn a_turn_is_told_at_most_three_times_and_only_while_it_lasts() {
    let (_folder, path) = file();
    let store = Store::open(&path, MOST).unwrap();
    store.write(|connection| game("g", None).keep(connection)).await.unwrap();
    let turn = |side: usize, since: u64| {
        store.write(move |connection| outbox::turn(connection, "g", Some(side), since, since + 30))
    };
    let due = |now: u64| store.read(|connection| outbox::due(connection, now, 9)).unwrap();
    turn(0, 10).await.unwrap();
    assert_eq!(store.read(outbox::next), Ok(None), "nobody wants to be told");
    let address = "https://chat.example/";
    store.write(move |connection| outbox::set(connection, "g", Seat::First, "Blue", address)).await.unwrap();
    turn(0, 20).await.unwrap();
    assert_eq!((store.read(outbox::next), due(49).len()), (Ok(Some(50)), 0));
    // The turn of the other ends it.
    turn(1, 40).await.unwrap();
    assert_eq!(due(1000), []);
    turn(0, 60).await.unwrap();
    for tries in 0..outbox::TRIES {
        let [notice] = due(1000).try_into().unwrap();
        assert_eq!((notice.tries, notice.since, notice.side.as_str()), (tries, 60, "Blue"));
        let begun = notice.clone();
        assert_eq!(store.write(move |connection| outbox::begin(connection, &begun, 100)).await, Ok(true));
        if tries == 0 {
            // As if the server had ended before the answer.
            continue;
        }
        let webhook =
            store.write(move |connection| outbox::end(connection, &notice, Some("no"))).await.unwrap().unwrap();
        assert_eq!((webhook.on, webhook.error.as_str()), (true, "no"));
    }
    assert_eq!((due(1000), store.read(outbox::next)), (Vec::new(), Ok(None)));
    // An answer that comes when the next turn has begun does not end that one.
    turn(1, 70).await.unwrap();
    turn(0, 80).await.unwrap();
    let [late] = due(1000).try_into().unwrap();
    turn(1, 90).await.unwrap();
    turn(0, 100).await.unwrap();
    let begun = late.clone();
    assert_eq!(store.write(move |connection| outbox::begin(connection, &begun, 100)).await, Ok(false));
    store.write(move |connection| outbox::end(connection, &late, None)).await.unwrap();
    assert_eq!(due(1000).len(), 1);
    // The game goes with all of it.
    store.write(|connection| games::erase(connection, "g")).await.unwrap();
    assert_eq!((due(1000), store.read(outbox::next)), (Vec::new(), Ok(None)));
    assert_eq!(store.read(|connection| outbox::webhook(connection, "g", Seat::First)), Ok(None));
}
