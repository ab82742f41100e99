//! Messages and requests that nobody should send.

use std::time::{Duration, Instant};

use battlewright_engine::game::Chance;
use battlewright_engine::play::Dice;
use battlewright_host::Limits;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio_tungstenite::tungstenite::Message;

use crate::client::{Client, Closed, play, players, ready, socket};
use crate::promises::{GAME, Tried, check_choose, check_hello};
use crate::server::{FIRST_ORDERS, Place, made, post, quick};

/// Messages as pages send them, at position `m`, with a legal choice.
fn messages(m: u64, action: &str) -> Vec<String> {
    let share = "0".repeat(64);
    [
        json!({ "t": "choose", "id": "1", "at": m, "do": action }),
        json!({ "t": "choose", "id": "2", "at": m + 1, "do": action }),
        json!({ "t": "go", "id": "3", "at": m, "to": [100.5, 200.25] }),
        json!({ "t": "promise", "id": "4", "hash": share }),
        json!({ "t": "share", "id": "5", "share": share }),
        json!({ "t": "answer", "id": "6", "ask": 1, "answer": "anew" }),
        json!({ "t": "claim-time", "id": "7" }),
        json!({ "t": "add-time", "id": "8", "seconds": 60 }),
        json!({ "t": "take-back", "id": "9", "at": m }),
        json!({ "t": "odds", "id": "10", "do": action }),
        json!({ "t": "why", "id": "11", "piece": "1", "point": [1e30, -1e30] }),
        json!({ "t": "card", "id": "12", "piece": "nobody" }),
        json!({ "t": "point", "id": "14", "mode": 0, "point": [100.5, 200.25], "slip": 9.5, "facing": 900, "bend": -50 }),
        json!({ "t": "areas", "id": "15", "mode": 1 }),
        json!({ "t": "hello", "v": 1, "game": "0", "token": "0" }),
        json!({ "t": "choose", "id": "13", "at": m, "do": action, "by": "Second", "seat": "second", "e": "picks", "numbers": [6, 6] }),
    ]
    .map(|message| message.to_string())
    .to_vec()
}

/// Changes a message in one to three places.
fn mutated(text: &str, dice: &mut Dice) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let mut below = |most: usize| usize::from(dice.pick(Chance::Draw { from: u16::try_from(most.max(1)).unwrap() }));
    for _ in 0..=below(3) {
        let at = below(bytes.len());
        match below(6) {
            0 => bytes.insert(at, u8::try_from(below(128)).unwrap()),
            1 => drop(bytes.remove(at)),
            2 => bytes[at] = u8::try_from(below(128)).unwrap(),
            3 => bytes.truncate(at.max(1)),
            4 => {
                let part = bytes[at..].to_vec();
                bytes.extend(part);
            }
            _ => bytes.splice(at..at, b"99999999999999999999".iter().copied()).for_each(drop),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn ten_thousand_mutated_messages_choose_nothing_illegal() {
    let game = &*GAME;
    let bases = messages(game.referee.m(game.chooser), &game.choices[0]);
    let mut dice = Dice::new(1);
    let (mut read, mut carried, mut greeted) = (0, 0, 0);
    for n in 0..10_000 {
        let text = mutated(&bases[n % bases.len()], &mut dice);
        let tried = check_choose(&text);
        read += usize::from(tried != Tried::Unread);
        carried += usize::from(tried == Tried::Carried);
        greeted += usize::from(check_hello(&text));
    }
    assert!(read > 100 && carried > 0, "{read} were read, {carried} carried out: the test must reach the rules");
    assert!(greeted > 0, "none was a greeting: the test must reach the tokens");
}

#[tokio::test]
async fn mutated_messages_over_the_socket_disturb_nobody() {
    let place = Place::new();
    let server = place.start(quick());
    let (links, mut clients) = players(&server.address).await;
    let mut dice = Dice::new(2);
    // As a spectator nothing at all may be accepted, whatever is sent.
    let mut watcher = Client::open(&server.address, &links["spectator"]).await;
    let action = clients.iter().find(|client| client.must_choose()).unwrap().pick(&mut dice);
    let bases = messages(watcher.m, &action);
    for n in 0..600 {
        watcher.send_text(&mutated(&bases[n % bases.len()], &mut dice)).await;
        // A page that does not read its answers is hung up on.
        if n % 20 == 0 {
            watcher.sync().await;
        }
    }
    watcher.sync().await;
    assert!(watcher.told.iter().all(|message| message["t"] != "done"), "a spectator has changed something");
    assert!(watcher.told.iter().filter(|message| message["t"] == "refused").count() > 300);
    play(&mut clients, &mut dice, 10).await;
}

#[tokio::test]
async fn nobody_chooses_for_another() {
    let place = Place::new();
    let server = place.start(quick());
    let links = made(&server.address, FIRST_ORDERS).await;
    let mut clients =
        [Client::open(&server.address, &links["first"]).await, Client::open(&server.address, &links["second"]).await];
    let early = clients[0].choose("pass").await.unwrap();
    assert_eq!(early["why"], "the game begins when both players have opened their pages, which add to the dice");
    ready(&mut clients).await;
    let chooser = clients.iter().position(Client::must_choose).unwrap();
    let action = clients[chooser].pick(&mut Dice::new(1));
    let m = clients[chooser].m;
    let other = &mut clients[1 - chooser];
    let refused = other.choose(&action).await.unwrap();
    assert_eq!(
        (refused["t"].as_str(), refused["why"].as_str()),
        (Some("refused"), Some("it is the other player's turn"))
    );
    let forged = json!({ "t": "choose", "at": other.m, "do": action, "seat": chooser, "by": "First" });
    assert_eq!(other.request(forged).await.unwrap()["t"], "refused");
    let mut watcher = Client::open(&server.address, &links["spectator"]).await;
    for message in [
        json!({ "t": "choose", "at": watcher.m, "do": action }),
        json!({ "t": "resign" }),
        json!({ "t": "note", "text": "cheat" }),
        json!({ "t": "take-back", "at": watcher.m }),
    ] {
        let refused = watcher.request(message).await.unwrap();
        assert_eq!(refused["why"], "spectators watch; open the link of a side to play");
    }
    let stale =
        clients[chooser].request(json!({ "t": "choose", "at": m.wrapping_sub(1), "do": action })).await.unwrap();
    assert_eq!(stale["why"], "the position has changed; look at it and choose again");
    assert_eq!(clients[chooser].choose(&action).await.unwrap()["t"], "done");
}

#[tokio::test]
async fn wrong_links_get_one_answer_in_the_same_time() {
    let place = Place::new();
    let server = place.start(quick());
    let links = made(&server.address, FIRST_ORDERS).await;
    let first = Client::open(&server.address, &links["first"]).await;
    let wrong = "0".repeat(32);
    for (game, token) in [(&first.game, &wrong), (&wrong, &wrong), (&wrong, &first.token), (&first.token, &first.game)]
    {
        let begun = Instant::now();
        let closed = Client::hello(&server.address, game, token).await.err();
        assert_eq!(closed, Some(Closed(Some(4404))));
        let time = begun.elapsed();
        assert!(time >= Duration::from_millis(300), "{time:?}");
    }
    drop(server);
    // Whoever tries many is not listened to for a while, not even with the right link.
    let server = place.start(Limits { wrong_links_a_minute: 3, ..quick() });
    for code in [4404, 4404, 4404, 4429] {
        let closed = Client::hello(&server.address, &first.game, &wrong).await.err();
        assert_eq!(closed, Some(Closed(Some(code))));
    }
    assert_eq!(Client::hello(&server.address, &first.game, &first.token).await.err(), Some(Closed(Some(4429))));
}

#[tokio::test]
async fn a_socket_that_says_no_hello_is_closed() {
    let place = Place::new();
    let server = place.start(quick());
    let first_words = [
        Message::text("hello"),
        Message::text("{}"),
        Message::text(r#"{"t":"hello","v":2,"game":"0","token":"0"}"#),
        Message::text(r#"{"t":"choose","id":"1","do":"pass"}"#),
        Message::binary(vec![0; 100]),
        Message::text("[".repeat(10_000)),
    ];
    for words in first_words {
        let mut open = socket(&server.address).await;
        open.send(words.clone()).await.unwrap();
        match open.next().await {
            Some(Ok(Message::Close(Some(frame)))) => assert_eq!(u16::from(frame.code), 4400, "{words:?}"),
            other => panic!("{words:?}: {other:?}"),
        }
    }
    let mut large = socket(&server.address).await;
    large.send(Message::text(" ".repeat(17 << 10))).await.unwrap();
    assert!(matches!(large.next().await, None | Some(Err(_) | Ok(Message::Close(_)))));
    let mut silent = socket(&server.address).await;
    let begun = Instant::now();
    match silent.next().await {
        Some(Ok(Message::Close(Some(frame)))) => assert_eq!(u16::from(frame.code), 4408),
        other => panic!("{other:?}"),
    }
    assert!(begun.elapsed() < Duration::from_secs(8));
}

#[tokio::test]
async fn slow_clients_disturb_nobody() {
    let place = Place::new();
    let server = place.start(quick());
    let (links, mut clients) = players(&server.address).await;
    // Requests that come a byte at a time, and never whole.
    let mut slow = Vec::new();
    for _ in 0..20 {
        let mut stream = tokio::net::TcpStream::connect(&server.address).await.unwrap();
        stream.write_all(b"GET / HT").await.unwrap();
        slow.push(stream);
    }
    // Spectators that never read.
    let mut deaf = Vec::new();
    for _ in 0..10 {
        deaf.push(Client::open(&server.address, &links["spectator"]).await);
    }
    let begun = Instant::now();
    play(&mut clients, &mut Dice::new(8), 40).await;
    assert!(begun.elapsed() < Duration::from_secs(60));
    for stream in &mut slow {
        let mut rest = Vec::new();
        let end = tokio::time::timeout(Duration::from_secs(15), stream.read_to_end(&mut rest)).await;
        assert!(end.is_ok(), "the server waits for the rest of a request for ever");
    }
}

#[tokio::test]
async fn floods_meet_limits_that_are_told() {
    let place = Place::new();
    let limits = Limits { games_an_hour: 2, pages_of_player: 2, spectators: 1, ..Limits::default() };
    let server = place.start(limits);
    let links = made(&server.address, FIRST_ORDERS).await;
    made(&server.address, FIRST_ORDERS).await;
    let third = post(&server.address, &json!({ "scenario": { "name": FIRST_ORDERS }, "undo": "own" })).await;
    assert_eq!((third.status, third.json()["why"].as_str()), (429, Some("at most 2 games an hour; try again later")));
    let mut first = Client::open(&server.address, &links["first"]).await;
    let _same = first.again(&server.address).await;
    assert_eq!(Client::hello(&server.address, &first.game, &first.token).await.err(), Some(Closed(Some(4429))));
    let mut watcher = Client::open(&server.address, &links["spectator"]).await;
    assert_eq!(Client::hello(&server.address, &watcher.game, &watcher.token).await.err(), Some(Closed(Some(4429))));
    for n in 0..60 {
        watcher.send(&json!({ "t": "why", "id": n.to_string() })).await;
    }
    let is_flood = |message: &Value| message["why"].as_str().is_some_and(|why| why.starts_with("too many messages"));
    let refused = watcher.until(is_flood).await.unwrap();
    assert_eq!(refused["t"], "refused");
    // The others go on.
    first.sync().await;
}
