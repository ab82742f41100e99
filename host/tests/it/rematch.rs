//! Playing again, feeds, and other links of a seat.

use battlewright_host::Limits;
use serde_json::json;

use crate::client::{Client, players, ready};
use crate::server::{FIRST_ORDERS, Place, Running, get, made, post, quick};

#[tokio::test]
async fn both_players_play_again_with_exchanged_seats() {
    let place = Place::new();
    let server = place.start(quick());
    let (_, mut clients) = players(&server.address).await;
    let [first, second] = &mut clients;
    first.send(&json!({ "t": "rematch" })).await;
    let early = first.until(|message| message["t"] == "refused").await.unwrap();
    assert_eq!(early["why"], "the game is not over yet");
    first.request(json!({ "t": "resign" })).await.unwrap();
    first.send(&json!({ "t": "rematch" })).await;
    let asked = second.until(|message| message["t"] == "rematch-asked").await.unwrap();
    assert_eq!(asked["by"], 0);
    // A page that was away when the other asked is told.
    let mut late = Client::hello(&server.address, &second.game, &second.token).await.unwrap();
    assert_eq!(late.until(|message| message["t"] == "rematch-asked").await.unwrap()["by"], 0);
    second.send(&json!({ "t": "rematch" })).await;
    let mut links = Vec::new();
    for client in [&mut *first, &mut *second] {
        links.push(client.until(|message| message["t"] == "rematch").await.unwrap()["link"].clone());
    }
    let new = [Client::open(&server.address, &links[0]).await, Client::open(&server.address, &links[1]).await];
    assert_eq!(new.each_ref().map(|client| client.seat), [1, 0], "seats are exchanged");
    assert_eq!(new[0].welcome["names"], json!(["Bob", "Ann"]));
    assert_eq!(new[0].game, new[1].game);
    assert_ne!(new[0].welcome["dice"]["commitment"], first.welcome["dice"]["commitment"]);
    // A link that was lost is given again, to the same seat of the same game.
    first.send(&json!({ "t": "rematch" })).await;
    let again = first.until(|message| message["t"] == "rematch").await.unwrap();
    assert_ne!(again["link"], links[0]);
    let again = Client::open(&server.address, &again["link"]).await;
    assert_eq!((again.seat, &again.game), (1, &new[0].game));
    // Neither link opens another seat.
    let mut watcher = Client::open(&server.address, &made(&server.address, FIRST_ORDERS).await["spectator"]).await;
    watcher.send(&json!({ "t": "rematch" })).await;
    assert_eq!(watcher.until(|message| message["t"] == "refused").await.unwrap()["why"], "spectators watch");
}

#[tokio::test]
async fn rematches_count_among_the_new_games_of_an_address() {
    let place = Place::new();
    let server = place.start(Limits { games_an_hour: 3, ..quick() });
    let form = json!({ "scenario": { "name": FIRST_ORDERS }, "computers": [null, "random"], "undo": "own" });
    let mut link = post(&server.address, &form).await.json()["first"].clone();
    for n in 1.. {
        let mut page = Client::open(&server.address, &link).await;
        page.request(json!({ "t": "resign" })).await.unwrap();
        page.send(&json!({ "t": "rematch" })).await;
        let told = page.until(|message| message["t"] == "rematch" || message["t"] == "refused").await.unwrap();
        if told["t"] == "refused" {
            assert_eq!((n, told["why"].as_str()), (3, Some("at most 3 games an hour; try again later")));
            break;
        }
        link = told["link"].clone();
    }
    assert_eq!(post(&server.address, &form).await.status, 429);
}

#[tokio::test]
async fn a_page_knows_when_its_game_is_erased() {
    let place = Place::new();
    for keep in [None, Some(90)] {
        let mut options = place.options(quick());
        options.keep = keep;
        let server = Running::of(options);
        let links = made(&server.address, FIRST_ORDERS).await;
        assert_eq!(Client::open(&server.address, &links["spectator"]).await.welcome["keep"], json!(keep));
    }
}

#[tokio::test]
async fn a_feed_tells_whose_move_it_is() {
    let place = Place::new();
    let server = place.start(quick());
    let links = made(&server.address, FIRST_ORDERS).await;
    let mut clients =
        [Client::open(&server.address, &links["first"]).await, Client::open(&server.address, &links["second"]).await];
    let mut feeds = Vec::new();
    for client in &mut clients {
        client.send(&json!({ "t": "feed" })).await;
        let link = client.until(|message| message["t"] == "feed").await.unwrap()["link"].clone();
        feeds.push(link.as_str().unwrap().to_owned());
    }
    let before = get(&server.address, &feeds[0], "").await;
    assert_eq!((before.status, before.header("content-type")), (200, Some("application/atom+xml; charset=utf-8")));
    assert!(!before.text().contains("<entry>"), "{}", before.text());
    ready(&mut clients).await;
    let turn = clients.iter().position(Client::must_choose).unwrap();
    // The note of the move follows the answer.
    let mut told = String::new();
    for _ in 0..100 {
        told = get(&server.address, &feeds[turn], "").await.text();
        if told.contains("<entry>") {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert!(told.contains("It is your move."), "{told}");
    assert!(!get(&server.address, &feeds[1 - turn], "").await.text().contains("<entry>"));
    // The token of a feed opens no seat, and that of a seat no feed.
    let token = feeds[0].rsplit('/').next().unwrap().strip_suffix(".atom").unwrap();
    assert!(Client::hello(&server.address, &clients[0].game, token).await.is_err());
    assert_eq!(get(&server.address, &format!("/host/feed/{}.atom", clients[0].token), "").await.status, 404);
}

#[tokio::test]
async fn a_player_gets_another_link_and_withdraws_the_others() {
    let place = Place::new();
    let server = place.start(quick());
    let (_, mut clients) = players(&server.address).await;
    let (game, old) = (clients[0].game.clone(), clients[0].token.clone());
    let mut elsewhere = Client::hello(&server.address, &game, &old).await.unwrap();
    clients[0].send(&json!({ "t": "link" })).await;
    let link = clients[0].until(|message| message["t"] == "link").await.unwrap()["link"].clone();
    let new = link.as_str().unwrap().rsplit('.').next().unwrap().to_owned();
    // An answer may be lost: both links open the seat until the page has kept the new one.
    assert_eq!(Client::hello(&server.address, &game, &old).await.unwrap().seat, 0);
    assert_eq!(Client::hello(&server.address, &game, &new).await.unwrap().seat, 0);

    // Neither a made-up token nor that of the other seat takes all links away.
    for wrong in ["made-up", &clients[1].token.clone()] {
        clients[0].send(&json!({ "t": "only-link", "token": wrong })).await;
        let refused = clients[0].until(|message| message["t"] == "refused").await.unwrap();
        assert_eq!(refused["why"], "this is no link of your seat; ask for a new one");
    }
    assert_eq!(Client::hello(&server.address, &game, &old).await.unwrap().seat, 0);

    clients[0].send(&json!({ "t": "only-link", "token": new })).await;
    clients[0].until(|message| message["t"] == "only-link").await.unwrap();
    assert_eq!(elsewhere.until(|_| false).await.unwrap_err().0, Some(4404), "whoever has the old link is sent away");
    assert!(Client::hello(&server.address, &game, &old).await.is_err());
    assert_eq!(Client::hello(&server.address, &game, &new).await.unwrap().seat, 0);
    assert_eq!(
        Client::hello(&server.address, &game, &clients[1].token).await.unwrap().seat,
        1,
        "the other keeps its link"
    );
    clients[0].request(json!({ "t": "resign" })).await.unwrap();

    let mut watcher = Client::open(&server.address, &made(&server.address, FIRST_ORDERS).await["spectator"]).await;
    watcher.send(&json!({ "t": "link" })).await;
    let refused = watcher.until(|message| message["t"] == "refused").await.unwrap();
    assert_eq!(refused["why"], "only a player can ask for another link");
}
