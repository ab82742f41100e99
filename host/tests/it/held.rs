//! Games that the rules of another version lead elsewhere: the stored hashes of their positions are altered, as if another version had
//! come to them.

use battlewright_engine::play::Dice;
use battlewright_host::{Limits, check, export};
use battlewright_referee::{EntryKind, GameRecord, GameTable, Referee};
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::client::{Client, Closed, play, players};
use crate::server::{FIRST_ORDERS, Place, made, quick};

/// Alters the positions of `game` from the last but `kept` on.
pub(crate) fn alter(place: &Place, game: &str, kept: usize) {
    let file = Connection::open(place.data()).unwrap();
    let from = "SELECT n FROM entry WHERE game = ?1 AND before IS NOT NULL ORDER BY n DESC LIMIT 1 OFFSET ?2";
    let changed = file
        .execute(
            &format!("UPDATE entry SET before = before + 1 WHERE game = ?1 AND n >= ({from})"),
            rusqlite::params![game, i64::try_from(kept).unwrap()],
        )
        .unwrap();
    assert!(changed > kept, "{changed}");
}

/// Returns the message about the hold that a page was told.
pub(crate) fn hold(client: &Client) -> Option<&Value> {
    client.told.iter().find(|message| message["t"] == "held")
}

/// Opens the pages of a game again.
async fn again(clients: &[Client; 2], address: &str) -> [Client; 2] {
    let mut pages = [clients[0].again(address).await, clients[1].again(address).await];
    for page in &mut pages {
        page.sync().await;
    }
    pages
}

/// Reads what both pages are told until they have a new position.
async fn full(clients: &mut [Client; 2]) {
    for client in clients {
        client.until(|message| message["t"] == "full").await.unwrap();
        client.sync().await;
    }
}

#[tokio::test]
async fn players_go_back_to_the_last_equal_position() {
    let place = Place::new();
    let server = place.start(quick());
    let (_, mut clients) = players(&server.address).await;
    play(&mut clients, &mut Dice::new(6), 10).await;
    let then = [clients[0].m, clients[1].m];
    play(&mut clients, &mut Dice::new(7), 6).await;
    let sound = made(&server.address, FIRST_ORDERS).await;
    let game = clients[0].game.clone();
    server.stop();
    alter(&place, &game, 4);
    let checked = check(&place.data()).unwrap();
    assert_eq!((checked.running, checked.held.len()), (2, 1));
    assert_eq!((&checked.held[0].game, checked.held[0].engine.as_str()), (&game, "0.1.0"));
    assert!(checked.held[0].why.contains("of its record (rule "), "{}", checked.held[0].why);
    let server = place.start(quick());
    let mut clients = again(&clients, &server.address).await;
    for (client, then) in clients.iter_mut().zip(then) {
        let told = hold(client).unwrap();
        assert_eq!((told["can_return"].as_bool(), client.turn), (Some(true), None), "{told}");
        assert!(!told["rule"].as_str().unwrap().is_empty());
        assert!(client.choices.is_empty() && client.m >= then, "a position of then");
        let refused = client.choose("pass").await.unwrap();
        assert_eq!(refused["why"], "the game is held: go back to the position that is shown, or end it");
    }
    let [first, second] = &mut clients;
    assert!(hold(first).unwrap()["falls"].as_u64().unwrap() + hold(second).unwrap()["falls"].as_u64().unwrap() >= 5);
    // They talk, and decide.
    assert_eq!(first.request(json!({ "t": "note", "text": "Back?" })).await.unwrap()["t"], "done");
    assert_eq!(first.request(json!({ "t": "ask-return" })).await.unwrap()["t"], "done");
    let asked = second.until(|message| message["t"] == "asked").await.unwrap();
    assert_eq!((asked["by"].as_u64(), asked["what"].as_str()), (Some(0), Some("return")));
    assert_eq!(first.request(json!({ "t": "answer", "ask": 1, "answer": "yes" })).await.unwrap()["t"], "refused");
    // The question outlasts the server, and so does the hold.
    server.stop();
    let server = place.start(quick());
    let mut clients = again(&clients, &server.address).await;
    assert!(clients.iter().all(|client| client.told.iter().any(|message| message["t"] == "asked")));
    clients.iter_mut().for_each(|client| client.told.clear());
    let agreed = clients[1].request(json!({ "t": "answer", "ask": 1, "answer": "yes" })).await.unwrap();
    assert_eq!(agreed["t"], "done", "{agreed}");
    full(&mut clients).await;
    assert!(clients.iter().all(|client| hold(client).is_none()), "the game goes on");
    assert!(clients.iter().any(Client::must_choose));
    play(&mut clients, &mut Dice::new(8), 10).await;
    server.stop();
    // For all later starts as well, and for those who check the record.
    assert_eq!(check(&place.data()).unwrap().held, []);
    let server = place.start(quick());
    let mut clients = again(&clients, &server.address).await;
    play(&mut clients, &mut Dice::new(9), 2).await;
    clients[0].request(json!({ "t": "resign" })).await.unwrap();
    clients[1].until(|message| message["t"] == "over").await.unwrap();
    clients[1].send(&json!({ "t": "export" })).await;
    let exported = clients[1].until(|message| message["t"] == "exported").await.unwrap();
    let record = GameRecord::read(exported["text"].as_str().unwrap()).unwrap();
    let returns = record.entries.iter().filter(|entry| matches!(entry.kind, EntryKind::Return { .. }));
    assert_eq!(returns.count(), 1, "what was taken back stands in the record");
    let table = GameTable::open(&record.header.scenario).unwrap();
    Referee::of(table.into(), &record, None).unwrap();
    Client::open(&server.address, &sound["first"]).await;
}

#[tokio::test]
async fn players_end_a_held_game_without_a_result() {
    let place = Place::new();
    let server = place.start(quick());
    let (links, mut clients) = players(&server.address).await;
    play(&mut clients, &mut Dice::new(6), 8).await;
    server.stop();
    alter(&place, &clients[0].game, 3);
    let server = place.start(quick());
    let mut clients = again(&clients, &server.address).await;
    clients[1].request(json!({ "t": "ask-abandon" })).await.unwrap();
    assert!(clients[1].over.is_none());
    clients[0].request(json!({ "t": "answer", "ask": 1, "answer": "yes" })).await.unwrap();
    for client in &mut clients {
        client.until(|message| message["t"] == "over").await.unwrap();
    }
    server.stop();
    assert_eq!(check(&place.data()).unwrap().ended, 1);
    let server = place.start(quick());
    // Ended, and still to be looked at.
    let mut spectator = Client::open(&server.address, &links["spectator"]).await;
    spectator.sync().await;
    assert!(hold(&spectator).is_some() && spectator.over.is_some());
    assert_eq!(spectator.over.unwrap()["outcome"]["text"], "The players have ended the game without a result.");
    assert!(export(&place.data(), &clients[0].game).unwrap().contains("\"abandoned\""));
}

#[tokio::test]
async fn a_result_outlasts_the_rules_that_found_it() {
    let place = Place::new();
    let server = place.start(quick());
    let (_, mut clients) = players(&server.address).await;
    play(&mut clients, &mut Dice::new(6), 5000).await;
    let over = clients[0].over.clone().unwrap();
    assert_eq!(over["outcome"]["why"], "played");
    server.stop();
    alter(&place, &clients[0].game, 20);
    let server = place.start(quick());
    let pages = again(&clients, &server.address).await;
    assert!(pages.iter().all(|page| hold(page).is_some()));
    assert_eq!(pages[0].over.as_ref().unwrap()["outcome"], over["outcome"]);
}

#[tokio::test]
async fn a_scenario_that_cannot_be_read_any_more_is_told() {
    let place = Place::new();
    let server = place.start(quick());
    let (_, clients) = players(&server.address).await;
    server.stop();
    let file = Connection::open(place.data()).unwrap();
    file.execute("UPDATE scenario SET text = 'a later form'", []).unwrap();
    drop(file);
    let server = place.start(quick());
    let closed = Client::hello(&server.address, &clients[0].game, &clients[0].token).await.err();
    assert_eq!(closed, Some(Closed(Some(4423))));
}

#[tokio::test]
async fn the_operator_is_told_once_for_each_program() {
    use std::sync::Mutex;
    static LINES: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let place = Place::new();
    let server = place.start(quick());
    let (_, mut clients) = players(&server.address).await;
    play(&mut clients, &mut Dice::new(6), 6).await;
    server.stop();
    alter(&place, &clients[0].game, 2);
    let file = Connection::open(place.data()).unwrap();
    // As if another program had looked at the games before.
    file.execute("UPDATE meta SET value = '0.0.9' WHERE key = 'surveyed'", []).unwrap();
    drop(file);
    for _ in 0..2 {
        let log = |line: std::fmt::Arguments<'_>| LINES.lock().unwrap().push(line.to_string());
        let server = battlewright_host::Server::bind(place.options(Limits::default()), log).unwrap();
        let stopper = server.stopper();
        let thread = std::thread::spawn(move || server.run().unwrap());
        for _ in 0..200 {
            if LINES.lock().unwrap().iter().any(|line| line.contains("of the 1 games")) {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        stopper.stop();
        thread.join().unwrap();
    }
    let lines = LINES.lock().unwrap();
    let told = |words: &str| lines.iter().filter(|line| line.contains(words)).count();
    assert_eq!(told("this version plays on 0 of the 1 games that go on"), 1, "{lines:?}");
    assert_eq!(told("the rules of this version lead elsewhere: line "), 1, "{lines:?}");
}
