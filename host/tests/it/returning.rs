//! Pages that were away, and messages that are sent again.

use std::time::Duration;

use battlewright_engine::play::Dice;
use serde_json::json;

use crate::client::{Client, Closed, play, players, ready};
use crate::server::{FIRST_ORDERS, MARS_LA_TOUR, Place, made, quick};

#[tokio::test]
async fn a_page_that_comes_back_is_told_the_whole_game() {
    let place = Place::new();
    let server = place.start(quick());
    let (_, mut clients) = players(&server.address).await;
    play(&mut clients, &mut Dice::new(1), 12).await;
    let [first, mut second] = clients;
    let noted = second.request(json!({ "t": "note", "text": "back soon" })).await.unwrap();
    assert_eq!(noted["t"], "done");
    let known = (second.m, second.turn, second.choices.clone());
    let again = second.again(&server.address).await;
    assert_eq!((again.m, again.turn, again.choices.clone()), known, "the same position");
    drop(second);
    let mut again = again;
    let note = again.until(|message| message["t"] == "noted").await.unwrap();
    assert_eq!((note["by"].as_u64(), note["text"].as_str()), (Some(1), Some("back soon")));
    // The game is the same after the server has ended and come back.
    server.stop();
    let server = place.start(quick());
    let third = again.again(&server.address).await;
    assert_eq!((third.m, third.turn, third.choices.clone()), known);
    let mut clients = [first.again(&server.address).await, third];
    play(&mut clients, &mut Dice::new(2), 12).await;
    assert!(clients[0].m > first.m);
}

#[tokio::test]
async fn a_message_that_is_sent_again_is_carried_out_once() {
    let place = Place::new();
    let server = place.start(quick());
    let (_, clients) = players(&server.address).await;
    let [first, second] = clients;
    let (mut chooser, other) = if first.must_choose() { (first, second) } else { (second, first) };
    let action = chooser.pick(&mut Dice::new(3));
    let message = json!({ "t": "choose", "id": "once", "at": chooser.m, "do": action });
    let answer = |message: &serde_json::Value| message["id"] == "once";
    chooser.send(&message).await;
    let done = chooser.until(answer).await.unwrap();
    assert_eq!(done["t"], "done", "{done}");
    // Over the same connection, over another one, and after the server has come back.
    chooser.send(&message).await;
    assert_eq!(chooser.until(answer).await.unwrap(), done);
    let mut again = chooser.again(&server.address).await;
    again.send(&message).await;
    assert_eq!(again.until(answer).await.unwrap(), done);
    let m = again.m;
    server.stop();
    let server = place.start(quick());
    let mut third = again.again(&server.address).await;
    third.send(&message).await;
    assert_eq!(third.until(answer).await.unwrap()["t"], "done");
    assert_eq!(third.m, m, "nothing has changed");
    // The id of one seat is nobody else's.
    let mut other = other.again(&server.address).await;
    other.send(&json!({ "t": "note", "id": "once", "text": "mine" })).await;
    assert_eq!(other.until(answer).await.unwrap()["t"], "done");
    other.until(|message| message["t"] == "noted").await.unwrap();
}

#[tokio::test]
async fn pages_are_told_that_the_server_ends_and_who_is_there() {
    let place = Place::new();
    let server = place.start(quick());
    let links = made(&server.address, FIRST_ORDERS).await;
    let mut first = Client::open(&server.address, &links["first"]).await;
    assert_eq!(first.welcome["online"], json!([true, false]));
    let second = Client::open(&server.address, &links["second"]).await;
    let tells = |online: serde_json::Value| move |message: &serde_json::Value| message["online"] == online;
    first.until(tells(json!([true, true]))).await.unwrap();
    drop(second);
    first.until(tells(json!([true, false]))).await.unwrap();
    first.sync().await;
    let begun = std::time::Instant::now();
    server.stop();
    assert!(begun.elapsed() < Duration::from_secs(3), "nothing is waited for: {:?}", begun.elapsed());
    first.until(|message| message["t"] == "closing").await.unwrap();
    assert_eq!(first.next().await, Err(Closed(Some(1012))));
}

#[tokio::test]
async fn undo_by_consent_tells_both_the_whole_position() {
    let place = Place::new();
    let server = place.start(quick());
    let (_, mut clients) = players(&server.address).await;
    play(&mut clients, &mut Dice::new(4), 20).await;
    let [first, second] = &mut clients;
    first.sync().await;
    let asked = first.request(json!({ "t": "ask-take-back", "at": first.m })).await.unwrap();
    assert_eq!(asked["t"], "done", "{asked}");
    let question = second.until(|message| message["t"] == "asked").await.unwrap();
    assert_eq!(question["by"], 0);
    let answered = second.request(json!({ "t": "answer", "ask": 1, "answer": "yes" })).await.unwrap();
    assert_eq!(answered["t"], "done", "{answered}");
    for client in [first, second] {
        client.until(|message| message["t"] == "full").await.unwrap();
    }
    assert!(clients[0].must_choose(), "the choice is the first player's again");
    play(&mut clients, &mut Dice::new(5), 5).await;
}

#[tokio::test]
async fn long_frames_are_packed_for_pages_that_unpack_them() {
    let place = Place::new();
    let server = place.start(quick());
    let address = &server.address;
    let links = made(address, MARS_LA_TOUR).await;
    let mut clients = [Client::open(address, &links["first"]).await, Client::open(address, &links["second"]).await];
    ready(&mut clients).await;
    let (game, token) = (clients[0].game.clone(), clients[0].token.clone());
    let mut packed = Client::begin(address, &game, &token, true).await.unwrap();
    let mut plain = clients[0].again(address).await;
    let (begun, before) = (plain.told.len(), packed.received);
    assert_eq!(packed.welcome["title"], plain.welcome["title"]);
    let full = |client: &Client| client.told.iter().find(|message| message["t"] == "full").cloned();
    assert_eq!(full(&packed), full(&plain));
    assert!(packed.packed >= 1 && plain.packed == 0);
    assert!(before * 4 < plain.received, "{before} of {} bytes", plain.received);
    // Short and long ones come in their order.
    play(&mut clients, &mut Dice::new(1), 20).await;
    for client in [&mut packed, &mut plain] {
        client.sync().await;
    }
    let steps = |client: &Client| -> Vec<_> {
        client.told[begun..].iter().filter(|message| message["t"] == "step").cloned().collect()
    };
    assert!(steps(&plain).len() > 5);
    assert_eq!(steps(&packed), steps(&plain));
}
