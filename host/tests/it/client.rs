//! A page without a picture: what it is told, and what it sends.

use std::io::Read as _;
use std::time::Duration;

use battlewright_engine::game::Chance;
use battlewright_engine::play::Dice;
use battlewright_referee::commitment;
use flate2::read::DeflateDecoder;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::server::{FIRST_ORDERS, made};

/// The time after which a test no longer waits.
const PATIENCE: Duration = Duration::from_secs(60);

/// An open page.
pub(crate) struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(crate) game: String,
    pub(crate) token: String,
    /// The index of the side; 2 for a spectator.
    pub(crate) seat: usize,
    pub(crate) welcome: Value,
    pub(crate) m: u64,
    /// The index of the side to choose.
    pub(crate) turn: Option<u64>,
    pub(crate) choices: Vec<Value>,
    pub(crate) dice: Value,
    pub(crate) over: Option<Value>,
    /// Everything that was told, in order.
    pub(crate) told: Vec<Value>,
    /// The bytes of all frames.
    pub(crate) received: usize,
    /// The number of packed frames.
    pub(crate) packed: usize,
    /// The number of the last id.
    pub(crate) ids: u64,
}

/// The end of a connection: the code of the server.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Closed(pub(crate) Option<u16>);

/// Opens a socket without a word.
pub(crate) async fn socket(address: &str) -> WebSocketStream<MaybeTlsStream<TcpStream>> {
    connected(address).await.unwrap()
}

async fn connected(address: &str) -> Result<WebSocketStream<MaybeTlsStream<TcpStream>>, Error> {
    let mut request = format!("ws://{address}/host/ws").into_client_request().unwrap();
    request.headers_mut().insert("Origin", format!("http://{address}").parse().unwrap());
    Ok(tokio::time::timeout(PATIENCE, connect_async(request)).await.expect("the server is silent")?.0)
}

impl Client {
    /// Opens the link of a seat.
    pub(crate) async fn open(address: &str, link: &Value) -> Self {
        let (game, token) = link.as_str().unwrap().strip_prefix("/host/play/#").unwrap().split_once('.').unwrap();
        Self::hello(address, game, token).await.unwrap_or_else(|closed| panic!("{closed:?}"))
    }

    /// Says hello for a token.
    pub(crate) async fn hello(address: &str, game: &str, token: &str) -> Result<Self, Closed> {
        Self::begin(address, game, token, false).await
    }

    /// Says hello for a token, as a page that unpacks long frames if `deflate`.
    pub(crate) async fn begin(address: &str, game: &str, token: &str, deflate: bool) -> Result<Self, Closed> {
        let mut client = Self {
            socket: connected(address).await.map_err(|_| Closed(None))?,
            game: game.to_owned(),
            token: token.to_owned(),
            seat: 2,
            welcome: Value::Null,
            m: 0,
            turn: None,
            choices: Vec::new(),
            dice: Value::Null,
            over: None,
            told: Vec::new(),
            received: 0,
            packed: 0,
            ids: 0,
        };
        let mut hello = json!({ "t": "hello", "v": 1, "game": game, "token": token });
        if deflate {
            hello["deflate"] = json!(true);
        }
        client.send(&hello).await;
        client.until(|message| message["t"] == "welcome").await?;
        client.until(|message| message["t"] == "full").await?;
        Ok(client)
    }

    /// Opens the same seat again.
    pub(crate) async fn again(&self, address: &str) -> Self {
        let mut client =
            Self::hello(address, &self.game, &self.token).await.unwrap_or_else(|closed| panic!("{closed:?}"));
        client.ids = self.ids;
        client
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        self.send_text(&message.to_string()).await;
    }

    pub(crate) async fn send_text(&mut self, text: &str) {
        // A connection that is gone is found out when its answer is read.
        let _ = self.socket.send(Message::text(text)).await;
    }

    /// Returns the next message.
    pub(crate) async fn next(&mut self) -> Result<Value, Closed> {
        loop {
            let message = tokio::time::timeout(PATIENCE, self.socket.next()).await.expect("the server is silent");
            match message {
                Some(Ok(Message::Text(text))) => {
                    assert_eq!(text.len() % 256, 0, "a frame tells its length");
                    self.received += text.len();
                    let message: Value = serde_json::from_str(&text).unwrap();
                    self.take(&message);
                    return Ok(message);
                }
                Some(Ok(Message::Binary(bytes))) => {
                    assert_eq!(bytes.len() % 256, 0, "a frame tells its length");
                    self.received += bytes.len();
                    self.packed += 1;
                    let (length, rest) = bytes.split_first_chunk().unwrap();
                    let packed = &rest[..u32::from_le_bytes(*length) as usize];
                    let mut text = String::new();
                    DeflateDecoder::new(packed).read_to_string(&mut text).unwrap();
                    let message: Value = serde_json::from_str(&text).unwrap();
                    self.take(&message);
                    return Ok(message);
                }
                Some(Ok(Message::Close(frame))) => return Err(Closed(frame.map(|frame| frame.code.into()))),
                Some(Ok(_)) => {}
                Some(Err(Error::Protocol(_) | Error::Io(_) | Error::ConnectionClosed)) | None => {
                    return Err(Closed(None));
                }
                Some(Err(error)) => panic!("{error}"),
            }
        }
    }

    /// Reads until a message fits, and returns it.
    pub(crate) async fn until(&mut self, fits: impl Fn(&Value) -> bool) -> Result<Value, Closed> {
        loop {
            let message = self.next().await?;
            if fits(&message) {
                return Ok(message);
            }
        }
    }

    fn take(&mut self, message: &Value) {
        match message["t"].as_str().unwrap() {
            "welcome" => {
                self.welcome = message.clone();
                self.dice = message["dice"].clone();
                self.seat = ["first", "second", "spectator"].iter().position(|seat| message["seat"] == *seat).unwrap();
            }
            "full" | "step" => {
                self.m = message["m"].as_u64().unwrap();
                self.turn = message["turn"].as_u64();
                self.choices = message["choices"].as_array().cloned().unwrap_or_default();
            }
            "dice" => self.dice = message.clone(),
            "over" => self.over = Some(message.clone()),
            _ => {}
        }
        self.told.push(message.clone());
    }

    /// Returns an id that this page has not used.
    pub(crate) fn id(&mut self) -> String {
        self.ids += 1;
        format!("{}-{}", self.seat, self.ids)
    }

    /// Sends a request and returns its answer.
    pub(crate) async fn request(&mut self, mut message: Value) -> Result<Value, Closed> {
        let id = self.id();
        message["id"] = json!(id);
        self.send(&message).await;
        self.until(|message| message["id"] == json!(id)).await
    }

    /// Chooses an action.
    pub(crate) async fn choose(&mut self, action: &str) -> Result<Value, Closed> {
        self.request(json!({ "t": "choose", "at": self.m, "do": action })).await
    }

    /// Reads all that was sent before now.
    pub(crate) async fn sync(&mut self) {
        self.send(&json!({ "t": "ping" })).await;
        self.until(|message| message["t"] == "pong").await.unwrap();
    }

    /// Returns `true` if this page must choose.
    pub(crate) fn must_choose(&self) -> bool {
        self.turn == Some(self.seat as u64) && !self.choices.is_empty() && self.over.is_none()
    }

    /// Returns a choice at random; one in two ends what the side is doing, so that games end soon.
    pub(crate) fn pick(&self, dice: &mut Dice) -> String {
        let ending = self.choices.iter().find(|choice| choice["ends"] == true);
        let any =
            &self.choices[usize::from(dice.pick(Chance::Draw { from: u16::try_from(self.choices.len()).unwrap() }))];
        let chosen = ending.filter(|_| dice.pick(Chance::Draw { from: 2 }) == 0).unwrap_or(any);
        chosen["do"].as_str().unwrap().to_owned()
    }

    /// Returns the share of this page in the dice.
    fn share(&self) -> [u8; 32] {
        [u8::try_from(self.seat).unwrap() + 1; 32]
    }

    /// Binds the page to its share.
    pub(crate) async fn promise(&mut self) {
        let purpose = ["share first", "share second"][self.seat];
        let hash = commitment(purpose, &self.game, &self.share());
        let done = self.request(json!({ "t": "promise", "hash": hash })).await.unwrap();
        assert_eq!(done["t"], "done", "{done}");
    }

    /// Opens the share.
    pub(crate) async fn open_share(&mut self) {
        let share: String = self.share().iter().map(|byte| format!("{byte:02x}")).collect();
        let done = self.request(json!({ "t": "share", "share": share })).await.unwrap();
        assert_eq!(done["t"], "done", "{done}");
    }
}

/// Makes the dice of a game between two persons.
pub(crate) async fn ready([first, second]: &mut [Client; 2]) {
    first.promise().await;
    second.promise().await;
    first.open_share().await;
    second.open_share().await;
    for client in [first, second] {
        while client.dice["ready"] != true || client.turn.is_none() {
            client.next().await.unwrap();
        }
    }
}

/// Makes a game of *First Orders* and opens both pages of it; returns the links as well.
pub(crate) async fn players(address: &str) -> (Value, [Client; 2]) {
    let links = made(address, FIRST_ORDERS).await;
    let mut clients = [Client::open(address, &links["first"]).await, Client::open(address, &links["second"]).await];
    ready(&mut clients).await;
    (links, clients)
}

/// Lets both pages choose at random until the game is over, or `most` choices are made; returns the number of choices.
pub(crate) async fn play(clients: &mut [Client; 2], dice: &mut Dice, most: usize) -> usize {
    for n in 0..most {
        // Whoever has to choose is told so, and both are told the end.
        let mut chooser = None;
        for (k, client) in clients.iter_mut().enumerate() {
            if client.over.is_some() {
                return n;
            }
            if client.turn == Some(k as u64) {
                chooser = Some(k);
            }
        }
        let Some(client) = chooser.and_then(|k| clients.get_mut(k)) else { panic!("nobody has to choose") };
        let m = client.m;
        let action = client.pick(dice);
        let done = client.choose(&action).await.unwrap();
        assert_eq!(done["t"], "done", "{action}: {done}");
        while client.m == m && client.over.is_none() {
            client.next().await.unwrap();
        }
        let (turn, over) = (client.turn, client.over.is_some());
        if turn.is_none() && !over {
            client.until(|message| message["t"] == "over").await.unwrap();
        }
        let ended = client.over.is_some();
        let seat = client.seat;
        let other = &mut clients[1 - seat];
        while ended && other.over.is_none() || turn == Some(other.seat as u64) && !other.must_choose() {
            other.next().await.unwrap();
        }
    }
    most
}
