//! The data file: old ones, full ones, copies.

use std::time::Duration;

use battlewright_engine::play::Dice;
use battlewright_host::{HostError, Limits, Server, StoreError, backup, check, erase, export};
use battlewright_referee::GameRecord;
use rusqlite::Connection;
use serde_json::json;

use crate::client::{Client, Closed, play, players, ready};
use crate::server::{FIRST_ORDERS, Place, get, post, quick};

/// Makes a game and plays `choices` of it.
async fn begun(address: &str, choices: usize) -> [Client; 2] {
    let (_, mut clients) = players(address).await;
    play(&mut clients, &mut Dice::new(6), choices).await;
    clients
}

#[tokio::test]
async fn the_first_format_opens() {
    let place = Place::new();
    let server = place.start(quick());
    let [first, second] = begun(&server.address, 10).await;
    let before = [first.again(&server.address).await.m, second.again(&server.address).await.m];
    server.stop();
    // The file as the first format had it.
    let old = Connection::open(place.data()).unwrap();
    for column in ["again", "next", "awaited", "awaited_since"] {
        old.execute_batch(&format!("ALTER TABLE game DROP COLUMN {column}")).unwrap();
    }
    for table in ["outbox", "webhook"] {
        old.execute_batch(&format!("DROP TABLE {table}")).unwrap();
    }
    old.pragma_update(None, "user_version", 1).unwrap();
    drop(old);
    let server = place.start(quick());
    let mut clients = [first.again(&server.address).await, second.again(&server.address).await];
    assert_eq!(clients.each_ref().map(|client| client.m), before);
    play(&mut clients, &mut Dice::new(7), 5).await;
    assert_eq!(format(&place.path().join("games.db.before-3")), 1);
}

/// Returns the format of a data file.
fn format(path: &std::path::Path) -> i64 {
    Connection::open(path).unwrap().pragma_query_value(None, "user_version", |row| row.get(0)).unwrap()
}

/// The game that goes on in `format-2.db`, which the second format's program has written, and the tokens of its players, of their
/// spectators and of the second player's feed; and the game in it that has ended, of whose players the second would play again.
const OLD: &str = "5e99a491b89d65a6c0933d62b61b330f";
const OLD_TOKENS: [&str; 3] =
    ["7e5562808f01e29bf8a59209e949cc88", "b720ac3d286edea719c570b0dd383057", "5d28b20327aeb4c5f80861dc16007807"];
const OLD_FEED: &str = "219c1881aa4f0b179625627fac3ff779";
const OLD_ENDED: &str = "95384bd97c5dd259343cdd33c333f69b";
const OLD_FIRST: &str = "50fe8775316039f4d82be32ec497d9f6";

#[tokio::test]
async fn a_file_of_the_second_format_opens() {
    let place = Place::new();
    std::fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/format-2.db"), place.data()).unwrap();
    let checked = check(&place.data()).unwrap();
    assert_eq!((checked.problems.len(), checked.held.len(), checked.running, checked.ended), (0, 0, 1, 1));
    let server = place.start(quick());
    let address = &server.address;
    let [mut first, mut second, watcher] = {
        let [first, second, watcher] = OLD_TOKENS.map(|token| Client::hello(address, OLD, token));
        [first.await.unwrap(), second.await.unwrap(), watcher.await.unwrap()]
    };
    assert_eq!((first.m, second.m), (25, 25));
    assert_eq!(watcher.welcome["seat"], "spectator");
    let noted = first.until(|message| message["t"] == "noted").await.unwrap();
    assert_eq!(noted["text"], "Kept in format 2.");
    let feed = get(address, &format!("/host/feed/{OLD_FEED}.atom"), "").await;
    assert_eq!((feed.status, feed.text().contains("<feed")), (200, true));
    // The file knows the requests of these pages, and would answer their ids as it has before.
    (first.ids, second.ids) = (1000, 1000);
    play(&mut [first, second], &mut Dice::new(8), 5).await;
    // What the players of the other game have agreed on is still known.
    let mut ended = Client::hello(address, OLD_ENDED, OLD_FIRST).await.unwrap();
    ended.send(&json!({ "t": "rematch" })).await;
    let rematch = ended.until(|message| message["t"] == "rematch").await.unwrap();
    assert!(rematch["link"].as_str().unwrap().starts_with("/host/play/#"), "{rematch}");
    server.stop();
    assert_eq!((format(&place.data()), format(&place.path().join("games.db.before-3"))), (3, 2));
}

#[test]
fn each_conversion_leaves_a_copy() {
    let place = Place::new();
    let copy = |name: &str| place.path().join(format!("games.db.before-3{name}"));
    let restore = || {
        for name in ["games.db", "games.db-wal", "games.db-shm"] {
            // Not all are there.
            let _ = std::fs::remove_file(place.path().join(name));
        }
        std::fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/format-2.db"), place.data()).unwrap();
    };
    for name in ["", ".2", ".3"] {
        restore();
        assert!(!copy(name).exists());
        place.start(quick()).stop();
        assert_eq!((format(&place.data()), format(&copy(name))), (3, 2));
    }
    // A conversion that fails leaves the file as before, and no copy.
    restore();
    Connection::open(place.data()).unwrap().execute_batch("CREATE TABLE outbox (x)").unwrap();
    assert!(matches!(Server::bind(place.options(quick()), |_| {}), Err(HostError::Store(StoreError::Sql(_)))));
    assert_eq!((format(&place.data()), copy(".4").exists()), (2, false));
}

#[test]
fn other_files_are_refused() {
    let place = Place::new();
    let open = || Server::bind(place.options(quick()), |_| {}).err();
    let server = Server::bind(place.options(quick()), |_| {}).unwrap();
    assert!(matches!(open(), Some(HostError::Store(StoreError::InUse))));
    drop(server);
    let newer = Connection::open(place.data()).unwrap();
    newer.pragma_update(None, "user_version", 9).unwrap();
    drop(newer);
    assert!(matches!(open(), Some(HostError::Store(StoreError::Newer { found: 9, .. }))));
    std::fs::remove_file(place.data()).unwrap();
    let foreign = Connection::open(place.data()).unwrap();
    foreign.execute_batch("CREATE TABLE mine (x)").unwrap();
    drop(foreign);
    assert!(matches!(open(), Some(HostError::Store(StoreError::Foreign))));
    std::fs::write(place.data(), "this is a letter, and no database at all").unwrap();
    assert!(matches!(open(), Some(HostError::Store(StoreError::Foreign))));
    assert_eq!(std::fs::read_to_string(place.data()).unwrap(), "this is a letter, and no database at all");
}

#[tokio::test]
async fn a_full_file_refuses_and_keeps() {
    let place = Place::new();
    let server = place.start(quick());
    let clients = begun(&server.address, 6).await;
    server.stop();
    let size = std::fs::metadata(place.data()).unwrap().len();
    let server = place.start(Limits { data: size, ..quick() });
    let [first, second] = &clients;
    let mut clients = [first.again(&server.address).await, second.again(&server.address).await];
    let chooser = clients.iter().position(Client::must_choose).unwrap();
    // Free pages of the file take some notes; then it is full.
    let mut noted = 0;
    let refused = loop {
        let answer = clients[chooser].request(json!({ "t": "note", "text": "x".repeat(1000) })).await.unwrap();
        if answer["t"] == "refused" {
            break answer;
        }
        noted += 1;
        assert!(noted < 400, "the file grows");
    };
    assert_eq!(
        refused["why"],
        "the server cannot store this (the data file has reached its greatest size); nothing was changed"
    );
    // A small choice may still fit; a refused one changes nothing, and can be tried again.
    let (m, action) = (clients[chooser].m, clients[chooser].pick(&mut Dice::new(1)));
    let answer = clients[chooser].choose(&action).await.unwrap();
    if answer["t"] == "refused" {
        assert_eq!(answer["m"], json!(m));
    }
    let form = json!({ "scenario": { "name": "mars-la-tour" }, "undo": "own" });
    let made = post(&server.address, &form).await;
    assert_eq!(
        (made.status, made.json()["why"].as_str()),
        (422, Some("the server cannot store the game (the data file has reached its greatest size)"))
    );
    server.stop();
    assert_eq!(check(&place.data()).unwrap().problems, Vec::<String>::new());
    // With room again, the game goes on.
    let server = place.start(quick());
    let mut clients = [clients[0].again(&server.address).await, clients[1].again(&server.address).await];
    let chooser = clients.iter().position(Client::must_choose).unwrap();
    let action = clients[chooser].pick(&mut Dice::new(1));
    assert_eq!(clients[chooser].choose(&action).await.unwrap()["t"], "done");
}

#[tokio::test]
async fn a_backup_is_made_while_games_go_on() {
    let place = Place::new();
    let server = place.start(quick());
    let mut clients = begun(&server.address, 4).await;
    let (data, copies) = (place.data(), [place.path().join("a.db"), place.path().join("b.db")]);
    let copying = {
        let copies = copies.clone();
        tokio::task::spawn_blocking(move || copies.map(|copy| backup(&data, &copy).unwrap()))
    };
    play(&mut clients, &mut Dice::new(1), 10).await;
    copying.await.unwrap();
    for copy in &copies {
        let checked = check(copy).unwrap();
        assert_eq!((checked.problems.len(), checked.running, checked.held.len()), (0, 1, 0));
        let record = GameRecord::read(&export(copy, &clients[0].game).unwrap()).unwrap();
        assert!(record.entries.len() >= 8, "{}", record.entries.len());
        assert!(matches!(backup(&place.data(), copy), Err(HostError::Exists(_))));
    }
    assert!(matches!(export(&copies[0], "nobody"), Err(HostError::NoGame(_))));
}

#[tokio::test]
async fn an_erased_game_is_gone_for_its_pages() {
    let place = Place::new();
    let server = place.start(quick());
    let mut clients = begun(&server.address, 4).await;
    let game = clients[0].game.clone();
    erase(&place.data(), &game).unwrap();
    assert!(matches!(erase(&place.data(), &game), Err(HostError::NoGame(_))));
    let answer = clients[0].request(json!({ "t": "note", "text": "still here?" })).await.unwrap();
    assert_eq!(answer["t"], "refused", "{answer}");
    clients[0].send(&json!({ "t": "note", "id": "again", "text": "and now?" })).await;
    let mut told = clients[0].next().await;
    while told.is_ok() {
        told = clients[0].next().await;
    }
    assert_eq!(told, Err(Closed(Some(4404))));
    assert_eq!(Client::hello(&server.address, &game, &clients[0].token).await.err(), Some(Closed(Some(4404))));
    let file = Connection::open(place.data()).unwrap();
    for table in ["game", "entry", "token", "request", "scenario", "webhook", "outbox"] {
        let rows: i64 = file.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0)).unwrap();
        assert_eq!(rows, 0, "{table}");
    }
}

#[tokio::test]
async fn clocks_stand_still_while_no_server_runs() {
    let place = Place::new();
    let server = place.start(quick());
    let form = json!({ "scenario": { "name": FIRST_ORDERS }, "undo": "own", "clock": { "bank": 1000, "increment": 0, "cap": 1000 } });
    let links = post(&server.address, &form).await.json();
    let mut clients =
        [Client::open(&server.address, &links["first"]).await, Client::open(&server.address, &links["second"]).await];
    ready(&mut clients).await;
    let chooser = clients.iter().position(Client::must_choose).unwrap();
    server.stop();
    tokio::time::sleep(Duration::from_secs(3)).await;
    let server = place.start(quick());
    let page = clients[chooser].again(&server.address).await;
    let clock = &page.told.iter().find(|message| message["t"] == "full").unwrap()["clock"];
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as u64;
    let left = clock["left"][chooser].as_u64().unwrap() - (now - clock["since"].as_u64().unwrap());
    assert_eq!(clock["running"].as_u64(), Some(chooser as u64));
    assert!(left > 998_500, "three seconds were lost: {clock}");
}
