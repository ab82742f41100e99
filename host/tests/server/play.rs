//! Whole games between two pages.

use battlewright_engine::play::Dice;
use battlewright_referee::{GameRecord, GameTable, Referee};
use serde_json::json;

use crate::client::{Client, play, ready};
use crate::server::{FIRST_ORDERS, MARS_LA_TOUR, Place, made, quick};

/// Plays `scenario` with two pages that choose at random, and a spectator who watches; ends it by resignation if it takes more than
/// `most` choices. Its record is read, replayed and verified.
async fn game(scenario: &str, most: usize) -> usize {
    let place = Place::new();
    let server = place.start(quick());
    let links = made(&server.address, scenario).await;
    let mut clients =
        [Client::open(&server.address, &links["first"]).await, Client::open(&server.address, &links["second"]).await];
    let mut watcher = Client::open(&server.address, &links["spectator"]).await;
    assert_eq!(watcher.welcome["online"], json!([true, true]));
    ready(&mut clients).await;
    let mut dice = Dice::new(5);
    let choices = play(&mut clients, &mut dice, most).await;
    if clients[0].over.is_none() {
        let refused = clients[0].choices_of_other().await;
        assert_eq!(refused["t"], "refused", "{refused}");
        clients[0].send(&json!({ "t": "export" })).await;
        let early = clients[0].until(|message| message["t"] == "refused").await.unwrap();
        assert_eq!(early["why"], "the game is not over yet");
        clients[1].request(json!({ "t": "resign" })).await.unwrap();
        for client in &mut clients {
            client.until_over().await;
        }
    }
    // Nobody is told the other's choices: a spectator has none, and gets the same end.
    watcher.until_over().await;
    assert!(watcher.told.iter().all(|message| message.get("choices").is_none()));
    assert_eq!(watcher.over, clients[0].over);
    assert_eq!(clients[1].over, clients[0].over);
    clients[0].send(&json!({ "t": "export" })).await;
    let exported = clients[0].until(|message| message["t"] == "exported").await.unwrap();
    let record = GameRecord::read(exported["text"].as_str().unwrap()).unwrap();
    let table = std::sync::Arc::new(GameTable::open(&record.header.scenario).unwrap());
    let referee = Referee::of(table, &record, None).unwrap();
    assert_eq!(json!(referee.end().unwrap()), clients[0].over.as_ref().unwrap()["outcome"]);
    assert!(record.entries.len() > choices, "choices, rolls, promises, shares and the end");
    // The proof that the pages check: the secret is the one whose commitment was shown first.
    let proof: battlewright_referee::DiceProof =
        serde_json::from_value(clients[0].over.as_ref().unwrap()["proof"].clone()).unwrap();
    assert!(proof.dice().is_ok());
    assert_eq!(json!(proof.commitment), clients[0].welcome["dice"]["commitment"]);
    drop(server);
    let checked = battlewright_host::check(&place.data()).unwrap();
    assert_eq!((checked.problems.len(), checked.running, checked.ended, checked.held.len()), (0, 0, 1, 0));
    let results = battlewright_host::results(&place.data()).unwrap();
    assert_eq!(results.lines().count(), 2, "{results}");
    assert!(results.contains(",person,person,") && !results.contains("Ann"), "{results}");
    choices
}

impl Client {
    /// Tries to choose although it is the other's turn, or to choose what is no action.
    async fn choices_of_other(&mut self) -> serde_json::Value {
        self.choose("no such action").await.unwrap()
    }

    async fn until_over(&mut self) {
        while self.over.is_none() {
            self.next().await.unwrap();
        }
    }
}

#[tokio::test]
async fn two_pages_play_first_orders_to_the_end() {
    let choices = game(FIRST_ORDERS, usize::MAX).await;
    assert!(choices > 10, "{choices}");
}

#[tokio::test]
async fn two_pages_play_mars_la_tour() {
    // To its end with the variable, as it takes some minutes in a build for development.
    let most = if std::env::var_os("BATTLEWRIGHT_WHOLE_GAMES").is_some() { usize::MAX } else { 150 };
    let choices = game(MARS_LA_TOUR, most).await;
    assert!(choices > 100, "{choices}");
}
