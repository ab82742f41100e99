//! An address that takes all it can get: the others find room, and are answered.

use std::time::Duration;

use battlewright_engine::play::Dice;
use battlewright_host::Limits;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

use crate::client::{Client, play, players, socket};
use crate::server::{Place, Running, get, quick};

/// The refusal of a connection.
const CROWDED: &str = "Too many connections of your address are open. Close some pages, and try again.";

/// The time that an answer has at least, and half of what it has at most.
const ANSWER: Duration = Duration::from_secs(4);

/// The bytes of a file that no buffer of a system takes.
const LARGE: u64 = 64 << 20;

/// A place whose site has a large file.
fn large_place() -> Place {
    let place = Place::new();
    std::fs::File::create(place.path().join("site/large.bin")).unwrap().set_len(LARGE).unwrap();
    place
}

/// Asks for the large file, and reads no more than the beginning of the answer.
async fn slow_reader(address: &str, more: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!("GET /large.bin HTTP/1.1\r\nHost: {address}\r\n{more}\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut beginning = [0; 12];
    stream.read_exact(&mut beginning).await.unwrap();
    assert_eq!(&beginning, b"HTTP/1.1 200");
    stream
}

#[tokio::test]
async fn slow_readers_and_silent_sockets_leave_room_for_pages() {
    let place = large_place();
    let limits = Limits { connections_of_address: 9, pages: 4, answer: ANSWER, ..quick() };
    let server = place.start(limits);
    let (links, mut clients) = players(&server.address).await;
    let (mut slow, mut silent) = (Vec::new(), Vec::new());
    for _ in 0..4 {
        slow.push(slow_reader(&server.address, "").await);
        silent.push(socket(&server.address).await);
    }
    // A page that has said hello is no more among the connections, and those that have not are no pages.
    let mut watchers = Vec::new();
    for _ in 0..2 {
        watchers.push(Client::open(&server.address, &links["spectator"]).await);
    }
    let mut fifth = socket(&server.address).await;
    let hello = json!({ "t": "hello", "v": 1, "game": watchers[0].game, "token": watchers[0].token });
    fifth.send(Message::text(hello.to_string())).await.unwrap();
    match fifth.next().await {
        Some(Ok(Message::Close(Some(frame)))) => {
            assert_eq!(frame.reason.as_str(), "too many pages are open on this server; try again in some minutes");
        }
        other => panic!("{other:?}"),
    }
    drop(fifth);
    // There is room for one more, once the page that was sent away is gone.
    let mut open = Vec::new();
    let refused = loop {
        assert!(open.len() < 9, "an address may open what it likes");
        let mut stream = TcpStream::connect(&server.address).await.unwrap();
        let mut told = String::new();
        match tokio::time::timeout(Duration::from_millis(200), stream.read_to_string(&mut told)).await {
            Ok(_) => break told,
            Err(_) => open.push(stream),
        }
    };
    assert!(refused.starts_with("HTTP/1.1 429 ") && refused.ends_with(CROWDED), "{refused}");
    play(&mut clients, &mut Dice::new(8), 10).await;
    drop(open);

    for socket in &mut silent {
        match socket.next().await {
            Some(Ok(Message::Close(Some(frame)))) => assert_eq!(u16::from(frame.code), 4408),
            other => panic!("{other:?}"),
        }
    }
    // The answers that nobody reads have ended, too.
    tokio::time::sleep(2 * ANSWER).await;
    for stream in &mut slow {
        let mut read = Vec::new();
        let end = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut read)).await;
        assert!(end.is_ok() && read.len() < LARGE as usize, "the server waits for a reader for ever");
    }
    assert_eq!(get(&server.address, "/", "").await.status, 200);
}

#[tokio::test]
async fn behind_a_proxy_browsers_are_counted_and_not_the_proxy() {
    let place = large_place();
    let mut options = place.options(Limits { connections_of_address: 2, ..quick() });
    options.behind_proxy = true;
    let server = Running::of(options);
    let from = |n: u8| format!("X-Forwarded-For: 192.0.2.{n}\r\n");
    let _slow = [slow_reader(&server.address, &from(1)).await, slow_reader(&server.address, &from(1)).await];
    let refused = get(&server.address, "/", &from(1)).await;
    assert_eq!(refused.status, 429);
    assert!(refused.text().contains(CROWDED), "{}", refused.text());
    assert_eq!(get(&server.address, "/", &from(2)).await.status, 200);
    // On each of the connections that a proxy keeps come the requests of many.
    let mut kept = Vec::new();
    for _ in 0..2 {
        let mut stream = TcpStream::connect(&server.address).await.unwrap();
        for n in [2, 2, 3] {
            let request = format!("GET / HTTP/1.1\r\nHost: {}\r\n{}\r\n", server.address, from(n));
            stream.write_all(request.as_bytes()).await.unwrap();
            let mut answer = String::new();
            while !answer.ends_with("</h1>") {
                answer.push(char::from(stream.read_u8().await.unwrap()));
            }
            assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        }
        kept.push(stream);
    }
    assert_eq!(get(&server.address, "/", &from(2)).await.status, 200);
    assert_eq!(get(&server.address, "/", &from(3)).await.status, 429);
}
