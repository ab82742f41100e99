//! Players who never come back. The clock is made up: what is stored is moved into the past.

use battlewright_engine::play::Dice;
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::client::{play, players};
use crate::server::{Place, quick};

/// Moves all that has happened `days` into the past.
fn let_pass(place: &Place, days: u32) {
    let file = Connection::open(place.data()).unwrap();
    let moved = "UPDATE entry SET body = json_set(body, '$.at', json_extract(body, '$.at') - ?1)";
    assert!(file.execute(moved, [i64::from(days) * 86_400_000]).unwrap() > 0);
}

#[tokio::test]
async fn who_waits_for_thirty_days_ends_the_game() {
    let place = Place::new();
    let server = place.start(quick());
    let (_, mut clients) = players(&server.address).await;
    let mut dice = Dice::new(6);
    play(&mut clients, &mut dice, 12).await;
    let silent = clients.iter().position(|client| client.must_choose()).unwrap();
    let abandon = json!({ "t": "abandon" });
    let refused = clients[1 - silent].request(abandon.clone()).await.unwrap();
    let why = refused["why"].as_str().unwrap();
    assert_eq!(why, "the other player may be silent for 30 days, and has 30 days left");
    server.stop();
    let_pass(&place, 31);
    let server = place.start(quick());
    let [mut first, mut second] = [clients[0].again(&server.address).await, clients[1].again(&server.address).await];
    let (waiting, absent) = if silent == 0 { (&mut second, &mut first) } else { (&mut first, &mut second) };
    let from = |told: &[Value]| told.iter().rev().find(|message| message["t"] == "full").unwrap()["free_from"].as_u64();
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis();
    assert!(from(&waiting.told).is_some_and(|from| u128::from(from) < now), "{:?}", from(&waiting.told));
    assert_eq!(from(&absent.told), None);
    assert_eq!(absent.request(abandon.clone()).await.unwrap()["why"], "the game does not wait for the other player");
    assert_eq!(waiting.request(abandon).await.unwrap()["t"], "done");
    let over = absent.until(|message| message["t"] == "over").await.unwrap();
    assert_eq!((&over["outcome"]["why"], &over["outcome"]["winner"]), (&json!("abandoned"), &Value::Null));
    server.stop();
    // It stays so.
    let checked = battlewright_host::check(&place.data()).unwrap();
    assert_eq!((checked.ended, checked.held.len()), (1, 0));
}
