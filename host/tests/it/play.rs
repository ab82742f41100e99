//! Whole games between two pages.

use battlewright_balance::{People, PeopleGames};
use battlewright_engine::play::Dice;
use battlewright_engine::play::replay::ENGINE;
use battlewright_referee::{GameRecord, GameTable, Referee};
use serde_json::json;
use sha2::{Digest as _, Sha256};

use crate::client::{Client, play, ready};
use crate::server::{FIRST_ORDERS, MARS_LA_TOUR, Place, made, quick};

/// Plays `scenario` to the end with two pages that choose at random, and a spectator who watches; returns the number of choices. Its
/// record is read, replayed and verified.
async fn game(scenario: &str) -> usize {
    let place = Place::new();
    let server = place.start(quick());
    let links = made(&server.address, scenario).await;
    let mut clients =
        [Client::open(&server.address, &links["first"]).await, Client::open(&server.address, &links["second"]).await];
    let mut watcher = Client::open(&server.address, &links["spectator"]).await;
    assert_eq!(watcher.welcome["online"], json!([true, true]));
    ready(&mut clients).await;
    let mut dice = Dice::new(5);
    let begun = play(&mut clients, &mut dice, 5).await;
    let refused = clients[0].choose("no such action").await.unwrap();
    assert_eq!(refused["t"], "refused", "{refused}");
    clients[0].send(&json!({ "t": "export" })).await;
    let early = clients[0].until(|message| message["t"] == "refused").await.unwrap();
    assert_eq!(early["why"], "the game is not over yet");
    let choices = begun + play(&mut clients, &mut dice, usize::MAX).await;
    for client in &mut clients {
        client.until_over().await;
    }
    assert_eq!(clients[0].over.as_ref().unwrap()["outcome"]["why"], "played");
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
    people(&results, &record.header.scenario);
    choices
}

/// Checks that the balance lab takes the results for those of two people on the scenario `text`.
fn people(results: &str, text: &str) {
    let games = PeopleGames::read(results.as_bytes()).unwrap();
    let hash = Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect();
    let people = People::of(&games, "", &[hash], ENGINE);
    assert_eq!((people.abandoned, people.other_engine, people.other_version, people.other_scenario), (0, 0, 0, 0));
    let [line] = &people.lines[..] else { panic!("{people:?}") };
    assert!(line.is_of_people() && line.games == 1 && line.points.is_some() && line.turn >= 1.0, "{line:?}");
    assert_eq!(line.ends.get("played"), Some(&1));
}

impl Client {
    async fn until_over(&mut self) {
        while self.over.is_none() {
            self.next().await.unwrap();
        }
    }
}

#[tokio::test]
async fn two_pages_play_first_orders_to_the_end() {
    let choices = game(FIRST_ORDERS).await;
    assert!(choices > 10, "{choices}");
}

#[tokio::test]
async fn two_pages_play_mars_la_tour_to_the_end() {
    let choices = game(MARS_LA_TOUR).await;
    assert!(choices > 100, "{choices}");
}
