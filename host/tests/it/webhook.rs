//! Notices to other machines.

use std::time::Duration;

use battlewright_engine::play::Dice;
use battlewright_host::{HostOptions, Notices};
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::client::{Client, players};
use crate::hook::{Hook, Reply};
use crate::server::{Place, Running, own_notices, quick};

/// A time after which a notice that was to come would be there.
const QUIET: Duration = Duration::from_millis(1500);

/// Starts a server whose notices follow these rules.
fn server(place: &Place, notices: Notices) -> Running {
    Running::of(HostOptions { notices: Some(notices), ..place.options(quick()) })
}

/// Sets the webhook of a page; returns what the page is told.
async fn set(client: &mut Client, address: &str) -> Value {
    client.sync().await;
    client.send(&json!({ "t": "webhook", "address": address })).await;
    client.until(|message| message["t"] == "webhook").await.unwrap()
}

/// Waits until the page is told that a try has failed, and returns why and whether the webhook is still on.
async fn failure(client: &mut Client) -> (String, bool) {
    let told = client.until(|message| message["t"] == "webhook" && message["error"] != "").await.unwrap();
    (told["error"].as_str().unwrap().to_owned(), told["on"].as_bool().unwrap())
}

/// Lets the players choose at random until the player of `seat` has to, who has not had to before.
async fn until_awaited(clients: &mut [Client; 2], seat: usize, dice: &mut Dice) {
    loop {
        let chooser = clients.iter().position(Client::must_choose).expect("nobody has to choose");
        let m = clients[chooser].m;
        let action = clients[chooser].pick(dice);
        assert_eq!(clients[chooser].choose(&action).await.unwrap()["t"], "done");
        while clients[chooser].m == m {
            clients[chooser].next().await.unwrap();
        }
        let turn = clients[chooser].turn.map(|turn| usize::try_from(turn).unwrap());
        let turn = turn.expect("the game is over before the turn of the other has come");
        while !clients[turn].must_choose() {
            clients[turn].next().await.unwrap();
        }
        if turn == seat && chooser != seat {
            return;
        }
    }
}

/// Begins a game; returns its pages with the one first that does not have to choose, and the seat of that page.
async fn begun(server: &Running) -> ([Client; 2], usize) {
    let (_, clients) = players(&server.address).await;
    let waiting = usize::from(clients[0].must_choose());
    (clients, waiting)
}

/// Waits until so many notices wait: they are stored after the pages are told.
async fn waiting(place: &Place, count: i64) {
    let file = Connection::open(place.data()).unwrap();
    let mut rows = -1;
    for _ in 0..200 {
        rows = file.query_row("SELECT count(*) FROM outbox", [], |row| row.get(0)).unwrap();
        if rows == count {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{rows} notices wait, and not {count}");
}

#[tokio::test]
async fn a_player_is_told_once_a_turn() {
    let (place, mut hook) = (Place::new(), Hook::new().await);
    let server = server(&place, own_notices(Duration::from_millis(300)));
    let (mut clients, seat) = begun(&server).await;
    assert_eq!(clients[seat].welcome["webhooks"], true);
    let told = set(&mut clients[seat], &hook.address()).await;
    assert_eq!(told["address"], hook.address());
    assert_eq!((&told["on"], &told["error"], &told["refused"]), (&json!(true), &json!(""), &json!("")));
    let mut dice = Dice::new(1);
    for _ in 0..2 {
        until_awaited(&mut clients, seat, &mut dice).await;
        let notice = hook.next().await;
        assert!(notice.head.starts_with("POST /hooks/7?key=x HTTP/1.1\r\n"), "{}", notice.head);
        assert!(notice.head.contains(&format!("host: localhost:{}", hook.port)), "{}", notice.head);
        assert!(notice.head.contains("content-type: application/json"), "{}", notice.head);
        let (title, side) = (&clients[seat].welcome["title"], &clients[seat].welcome["sides"][seat]);
        let link = format!("http://{}/host/play/", server.address);
        assert_eq!((&notice.body["game"], &notice.body["side"]), (title, side));
        assert_eq!(notice.body["link"], link);
        let text = format!("Your move: {}, {}. {link}", title.as_str().unwrap(), side.as_str().unwrap());
        assert_eq!((&notice.body["text"], &notice.body["content"]), (&json!(text), &json!(text)));
        let all = format!("{}{}", notice.head, notice.body);
        assert!(!all.contains(&clients[seat].token) && !all.contains(&clients[seat].game), "{all}");
        assert!(hook.is_quiet(QUIET).await, "a turn is told once");
    }
    // Another page of the seat is told the address, a spectator is not.
    let mut again = clients[seat].again(&server.address).await;
    let told = again.until(|message| message["t"] == "webhook").await.unwrap();
    assert_eq!(told["address"], hook.address());
    // The other player's turns are not told, nor those of a webhook that was removed.
    let removed = set(&mut clients[seat], "").await;
    assert_eq!(removed["address"], "");
    until_awaited(&mut clients, 1 - seat, &mut dice).await;
    until_awaited(&mut clients, seat, &mut dice).await;
    assert!(hook.is_quiet(QUIET).await);
}

#[tokio::test]
async fn a_turn_that_is_over_or_taken_back_is_not_told() {
    let (place, mut hook) = (Place::new(), Hook::new().await);
    let server = server(&place, own_notices(Duration::from_secs(5)));
    let (mut clients, seat) = begun(&server).await;
    set(&mut clients[seat], &hook.address()).await;
    let mut dice = Dice::new(1);
    until_awaited(&mut clients, seat, &mut dice).await;
    waiting(&place, 1).await;
    // The other takes the last choice back.
    let other = &mut clients[1 - seat];
    let asked = other.request(json!({ "t": "ask-take-back", "at": other.m })).await.unwrap();
    assert_eq!(asked["t"], "done", "{asked}");
    let player = &mut clients[seat];
    player.until(|message| message["t"] == "asked").await.unwrap();
    let answered = player.request(json!({ "t": "answer", "ask": 1, "answer": "yes" })).await.unwrap();
    assert_eq!(answered["t"], "done", "{answered}");
    for client in &mut clients {
        client.until(|message| message["t"] == "full").await.unwrap();
    }
    waiting(&place, 0).await;
    assert!(hook.is_quiet(Duration::from_secs(6)).await, "a turn that was taken back is told");
    // A turn that comes again is told, also by a server that was away meanwhile.
    until_awaited(&mut clients, seat, &mut dice).await;
    server.stop();
    assert!(hook.is_quiet(QUIET).await);
    let _server = self::server(&place, own_notices(Duration::from_secs(5)));
    hook.next().await;
    assert!(hook.is_quiet(QUIET).await);
    waiting(&place, 0).await;
}

#[tokio::test]
async fn failures_are_tried_again_and_end_in_silence() {
    let (place, mut hook) = (Place::new(), Hook::new().await);
    let server = server(&place, own_notices(Duration::ZERO));
    let (mut clients, seat) = begun(&server).await;
    set(&mut clients[seat], &hook.address()).await;
    hook.reply([Reply::status(500), Reply::status(404)]);
    let mut dice = Dice::new(1);
    until_awaited(&mut clients, seat, &mut dice).await;
    assert_eq!(failure(&mut clients[seat]).await, ("the answer was 500".to_owned(), true));
    assert_eq!(failure(&mut clients[seat]).await, ("the answer was 404".to_owned(), true));
    let told = clients[seat].until(|message| message["t"] == "webhook").await.unwrap();
    assert_eq!((&told["error"], &told["on"]), (&json!(""), &json!(true)), "the third try is well");
    // After that, ten in a row: three turns of three tries, and one.
    hook.reply((0..10).map(|_| Reply::status(503)));
    for turn in 0..4 {
        until_awaited(&mut clients, seat, &mut dice).await;
        for n in 0..if turn < 3 { 3 } else { 1 } {
            let (why, on) = failure(&mut clients[seat]).await;
            assert_eq!((why.as_str(), on), ("the answer was 503", turn < 3), "{turn}, {n}");
        }
    }
    for _ in 0..13 {
        hook.next().await;
    }
    until_awaited(&mut clients, seat, &mut dice).await;
    assert!(hook.is_quiet(QUIET).await, "it is switched off");
    // The player is told so, and can switch it on again.
    let mut again = clients[seat].again(&server.address).await;
    let told = again.until(|message| message["t"] == "webhook").await.unwrap();
    assert_eq!((&told["on"], &told["error"]), (&json!(false), &json!("the answer was 503")));
    let told = set(&mut clients[seat], &hook.address()).await;
    assert_eq!((&told["on"], &told["error"]), (&json!(true), &json!("")));
    until_awaited(&mut clients, seat, &mut dice).await;
    hook.next().await;
}

#[tokio::test]
async fn other_ends_that_are_slow_lead_elsewhere_or_cannot_be_trusted() {
    let (place, mut hook, elsewhere) = (Place::new(), Hook::new().await, Hook::new().await);
    let server = server(&place, Notices { pauses: [Duration::from_secs(60); 2], ..own_notices(Duration::ZERO) });
    let (mut clients, seat) = begun(&server).await;
    set(&mut clients[seat], &hook.address()).await;
    let moved = format!("HTTP/1.1 307 Moved\r\nLocation: {}\r\nContent-Length: 0\r\n\r\n", elsewhere.address());
    hook.reply([Reply::Silence, Reply::Head(moved), Reply::Head("220 mail.example ESMTP\r\n".to_owned())]);
    let mut dice = Dice::new(1);
    for why in [
        "no answer came in time",
        "the answer leads to another address (307); write that one",
        "what came was no answer of a web server",
    ] {
        until_awaited(&mut clients, seat, &mut dice).await;
        assert_eq!(failure(&mut clients[seat]).await, (why.to_owned(), true));
        hook.next().await;
    }
    assert_eq!(elsewhere.connections(), 0);
    let closed = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.local_addr().unwrap().port()
    };
    let address = format!("https://127.0.0.1:{closed}/");
    set(&mut clients[seat], &address).await;
    until_awaited(&mut clients, seat, &mut dice).await;
    assert_eq!(failure(&mut clients[seat]).await.0, "no connection can be made: connection refused");
    // A certificate for another name.
    set(&mut clients[seat], &format!("https://127.0.0.1:{}/", hook.port)).await;
    until_awaited(&mut clients, seat, &mut dice).await;
    let (why, _) = failure(&mut clients[seat]).await;
    assert!(why.starts_with("no secure connection can be made: invalid peer certificate"), "{why}");
    assert!(hook.is_quiet(QUIET).await);
}

#[tokio::test]
async fn machines_of_the_own_net_are_never_spoken_to() {
    let (place, hook) = (Place::new(), Hook::new().await);
    let server = server(&place, Notices { private: false, ..own_notices(Duration::ZERO) });
    let (mut clients, seat) = begun(&server).await;
    for (address, why) in [
        (format!("https://127.0.0.1:{}/", hook.port), "the address is not on the public net"),
        ("https://[::ffff:192.168.0.1]/".to_owned(), "the address is not on the public net"),
        ("http://localhost/".to_owned(), "the address must begin with https://"),
        (
            "my chat".to_owned(),
            "this is no address: write it as https://name/path, with the letters a to z in the name",
        ),
    ] {
        let told = set(&mut clients[seat], &address).await;
        assert_eq!((&told["refused"], &told["address"]), (&json!(why), &json!("")));
    }
    // A name is looked up when a notice is sent. One that leads here is as good as none.
    let mut dice = Dice::new(1);
    for address in [hook.address(), "https://nobody.invalid/".to_owned()] {
        let told = set(&mut clients[seat], &address).await;
        assert_eq!((&told["refused"], &told["address"]), (&json!(""), &json!(address)));
        until_awaited(&mut clients, seat, &mut dice).await;
        assert_eq!(failure(&mut clients[seat]).await.0, "the name leads to no machine on the public net");
    }
    assert_eq!(hook.connections(), 0);
}

#[tokio::test]
async fn spectators_and_servers_without_notices_refuse() {
    let (place, hook) = (Place::new(), Hook::new().await);
    let server = server(&place, own_notices(Duration::ZERO));
    let (links, mut clients) = players(&server.address).await;
    let mut watcher = Client::open(&server.address, &links["spectator"]).await;
    watcher.send(&json!({ "t": "webhook", "address": hook.address() })).await;
    let refused = watcher.until(|message| message["t"] == "refused").await.unwrap();
    assert_eq!(refused["why"], "spectators have no move to wait for");
    watcher.sync().await;
    assert!(watcher.told.iter().all(|message| message["t"] != "webhook"));
    let seat = usize::from(clients[0].must_choose());
    set(&mut clients[seat], &hook.address()).await;
    server.stop();
    let server = Running::of(HostOptions { notices: None, ..place.options(quick()) });
    let mut clients = [clients[0].again(&server.address).await, clients[1].again(&server.address).await];
    assert_eq!(clients[seat].welcome["webhooks"], false);
    until_awaited(&mut clients, seat, &mut Dice::new(1)).await;
    clients[seat].send(&json!({ "t": "webhook", "address": hook.address() })).await;
    let refused = clients[seat].until(|message| message["t"] == "refused").await.unwrap();
    assert_eq!(refused["why"], "this server sends nothing to other machines");
    tokio::time::sleep(QUIET).await;
    assert_eq!(hook.connections(), 0);
}
