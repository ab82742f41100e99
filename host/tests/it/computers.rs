//! Computer players in a seat.

use rusqlite::Connection;
use serde_json::{Value, json};

use crate::client::Client;
use crate::server::{FIRST_ORDERS, Place, post, quick};

fn form(scenario: &str, player: &str) -> Value {
    json!({ "scenario": { "name": scenario }, "computers": [null, player], "undo": "own" })
}

#[tokio::test]
async fn a_person_plays_a_computer() {
    let place = Place::new();
    let server = place.start(quick());
    let made = post(&server.address, &form(FIRST_ORDERS, "greedy")).await;
    assert_eq!(made.status, 201, "{}", made.text());
    let mut page = Client::open(&server.address, &made.json()["first"]).await;
    // The computer's seat is nobody's.
    let mut intruder = Client::open(&server.address, &made.json()["second"]).await;
    let refused = intruder.request(json!({ "t": "resign" })).await.unwrap();
    assert_eq!((refused["t"].as_str(), refused["why"].as_str()), (Some("refused"), Some("a computer plays this side")));
    page.promise().await;
    page.open_share().await;
    let mut dice = battlewright_engine::play::Dice::new(9);
    let mut by_computer = 0;
    for _ in 0..15 {
        while !page.must_choose() && page.over.is_none() {
            if page.turn == Some(1) {
                by_computer += 1;
            }
            page.next().await.unwrap();
        }
        if page.over.is_some() {
            break;
        }
        let action = page.pick(&mut dice);
        let m = page.m;
        assert_eq!(page.choose(&action).await.unwrap()["t"], "done");
        while page.m == m {
            page.next().await.unwrap();
        }
    }
    assert!(by_computer > 0, "the computer has chosen");
    server.stop();
    // It goes on by itself after a restart, once somebody looks.
    let server = place.start(quick());
    let mut page = page.again(&server.address).await;
    while !page.must_choose() && page.over.is_none() {
        page.next().await.unwrap();
    }
}

/// The choices and rolls of a game from entry `from` on, without their times.
fn told(file: &Connection, game: &str, from: i64) -> Vec<Value> {
    let mut statement = file.prepare("SELECT body FROM entry WHERE game = ?1 AND n >= ?2 ORDER BY n").unwrap();
    let rows = statement.query_map(rusqlite::params![game, from], |row| row.get::<_, String>(0)).unwrap();
    let untimed = |text: String| {
        let mut entry: Value = serde_json::from_str(&text).unwrap();
        entry.as_object_mut().unwrap().remove("at");
        entry
    };
    rows.map(|row| untimed(row.unwrap())).collect()
}

/// The computer was there all the time, and comes anew before each of its last choices: in the midst of its turn and of its move.
#[tokio::test]
async fn a_computer_chooses_the_same_after_a_restart() {
    for (scenario, player) in [
        (FIRST_ORDERS, "random"),
        (FIRST_ORDERS, "greedy"),
        (FIRST_ORDERS, "search:60"),
        (FIRST_ORDERS, "plan:4"),
        ("tutorial", "plan:48"),
    ] {
        let place = Place::new();
        let server = place.start(quick());
        let made = post(&server.address, &form(scenario, player)).await;
        assert_eq!(made.status, 201, "{}", made.text());
        let mut page = Client::open(&server.address, &made.json()["first"]).await;
        page.promise().await;
        page.open_share().await;
        let mut dice = battlewright_engine::play::Dice::new(10);
        for _ in 0..12 {
            while !page.must_choose() {
                page.next().await.unwrap();
            }
            let action = page.pick(&mut dice);
            page.choose(&action).await.unwrap();
        }
        while !page.must_choose() {
            page.next().await.unwrap();
        }
        server.stop();
        let all = told(&Connection::open(place.data()).unwrap(), &page.game, 0);
        let by = |side: &'static str| move |entry: &Value| entry["by"] == side && entry["e"] == "choice";
        let own = (0..all.len()).rev().filter(|n| by("Second")(&all[*n]));
        for cut in own.take(6) {
            // As if the server had ended before the computer chose.
            let from = i64::try_from(cut).unwrap();
            let file = Connection::open(place.data()).unwrap();
            file.execute("DELETE FROM entry WHERE game = ?1 AND n >= ?2", rusqlite::params![page.game, from]).unwrap();
            drop(file);
            let server = place.start(quick());
            let mut again = page.again(&server.address).await;
            while !again.must_choose() {
                again.next().await.unwrap();
            }
            server.stop();
            let before: Vec<Value> = all[cut..].iter().take_while(|entry| !by("First")(entry)).cloned().collect();
            let after = told(&Connection::open(place.data()).unwrap(), &page.game, from);
            assert_eq!(after, before, "{scenario}, {player}, from entry {cut} on");
        }
    }
}

#[tokio::test]
async fn computer_players_have_few_tries() {
    let place = Place::new();
    let server = place.start(quick());
    for (player, why) in [
        ("plan:1000000", "on this server, a computer player has at most 2000 tries"),
        ("search:600000ms", "on this server, a computer player has at most 2000 tries"),
        ("oracle", "there is no computer player \"oracle\""),
    ] {
        let refused = post(&server.address, &form(FIRST_ORDERS, player)).await;
        assert_eq!(refused.status, 422);
        assert!(refused.json()["why"].as_str().unwrap().starts_with(why), "{}", refused.text());
    }
    let mut both = form(FIRST_ORDERS, "greedy");
    both["computers"] = json!(["greedy", "greedy"]);
    assert_eq!(
        post(&server.address, &both).await.json()["why"],
        "two computer players need no server; leave a seat for a person"
    );
}
