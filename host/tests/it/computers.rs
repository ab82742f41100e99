//! Computer players in a seat.

use serde_json::json;

use crate::client::Client;
use crate::server::{FIRST_ORDERS, Place, post, quick};

fn form(player: &str) -> serde_json::Value {
    json!({ "scenario": { "name": FIRST_ORDERS }, "computers": [null, player], "undo": "own" })
}

#[tokio::test]
async fn a_person_plays_a_computer() {
    let place = Place::new();
    let server = place.start(quick());
    let made = post(&server.address, &form("greedy")).await;
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

#[tokio::test]
async fn computer_players_have_few_tries() {
    let place = Place::new();
    let server = place.start(quick());
    for (player, why) in [
        ("plan:1000000", "on this server, a computer player has at most 2000 tries"),
        ("search:600000ms", "on this server, a computer player has at most 2000 tries"),
        ("oracle", "there is no computer player \"oracle\""),
    ] {
        let refused = post(&server.address, &form(player)).await;
        assert_eq!(refused.status, 422);
        assert!(refused.json()["why"].as_str().unwrap().starts_with(why), "{}", refused.text());
    }
    let mut both = form("greedy");
    both["computers"] = json!(["greedy", "greedy"]);
    assert_eq!(
        post(&server.address, &both).await.json()["why"],
        "two computer players need no server; leave a seat for a person"
    );
}
