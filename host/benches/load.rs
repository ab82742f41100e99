//! The load that a server bears: pages that choose every two seconds by an open clock.
//!
//! `cargo bench -p battlewright-host -- GAMES PAGES SECONDS`, by default 1000 200 60. The server runs in a process of its own. A page
//! chooses when its time has come and not when the last answer has: an answer that comes late delays no other, so that waiting shows.
//! Times are from the moment when a choice is due to its answer.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a measurement may panic")]

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use battlewright_engine::game::Chance;
use battlewright_engine::play::Dice;
use battlewright_host::{HostOptions, Limits, Server};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep_until};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// The scenario of all games.
const SCENARIO: &str = "aac-first-orders";

/// The time between two choices of a page.
const PACE: Duration = Duration::from_secs(2);

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    if let [order, folder] = arguments.as_slice()
        && order == "serve"
    {
        serve(Path::new(folder));
        return;
    }
    let number = |n: usize, usual: usize| arguments.get(n).and_then(|number| number.parse().ok()).unwrap_or(usual);
    let (games, pages, seconds) = (number(0, 1000), number(1, 200), number(2, 60));
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(run(games.max(pages.div_ceil(2)), pages, Duration::from_secs(seconds as u64)));
}

/// Runs the server until it is killed.
fn serve(folder: &Path) {
    let limits = Limits {
        games_an_hour: 1_000_000,
        live_games: 100_000,
        pages: 100_000,
        connections_of_address: 100_000,
        ..Limits::default()
    };
    let options = HostOptions {
        folder: folder.join("site"),
        data: folder.join("games.db"),
        origin: None,
        address: IpAddr::V4(Ipv4Addr::LOCALHOST),
        port: 0,
        behind_proxy: false,
        keep: None,
        engines: Vec::new(),
        notices: None,
        limits,
    };
    let server = Server::bind(options, |line| eprintln!("server: {line}")).unwrap();
    println!("{}", server.address());
    std::io::stdout().flush().unwrap();
    server.run().unwrap();
}

async fn run(games: usize, pages: usize, time: Duration) {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("site").join(SCENARIO);
    std::fs::create_dir_all(&own).unwrap();
    let text = format!("{}/../scenarios/{SCENARIO}.toml", env!("CARGO_MANIFEST_DIR"));
    std::fs::copy(text, own.join(format!("{SCENARIO}.toml"))).unwrap();
    let mut child = Command::new(std::env::current_exe().unwrap())
        .arg("serve")
        .arg(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut address = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut address).unwrap();
    let address = address.trim().to_owned();
    let begun = Instant::now();
    let mut links = Vec::new();
    for _ in 0..games {
        links.push(made(&address).await);
    }
    println!("{games} games made in {:.1} s", begun.elapsed().as_secs_f64());
    let latencies = Arc::new(Mutex::new(Vec::new()));
    let end = Instant::now() + time;
    let mut tasks = Vec::new();
    for (n, links) in links.iter().take(pages.div_ceil(2)).enumerate() {
        let start = Instant::now() + PACE.mul_f64(n as f64 / pages.div_ceil(2) as f64);
        let (address, links, latencies) = (address.clone(), links.clone(), Arc::clone(&latencies));
        tasks.push(tokio::spawn(pair(address, links, start, end, latencies, n as u64)));
    }
    for task in tasks {
        task.await.unwrap();
    }
    let mut times = latencies.lock().unwrap().clone();
    times.sort_unstable();
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize].as_secs_f64() * 1000.0;
    println!(
        "{games} games, {pages} pages, {} answers: 50 % {:.1} ms, 95 % {:.1} ms, 99 % {:.1} ms, 100 % {:.1} ms",
        times.len(),
        at(0.5),
        at(0.95),
        at(0.99),
        at(1.0)
    );
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    for name in ["VmRSS", "VmHWM"] {
        status.lines().filter(|line| line.starts_with(name)).for_each(|line| println!("server: {line}"));
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Makes a game; returns its links.
async fn made(address: &str) -> Value {
    let body = json!({ "scenario": { "name": SCENARIO }, "undo": "own" }).to_string();
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!(
        "POST /host/games HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
}

/// A page: its socket and what it knows.
struct Page {
    socket: Socket,
    m: u64,
    turn: Option<u64>,
    choices: Vec<String>,
    over: bool,
}

impl Page {
    async fn open(address: &str, link: &Value) -> Self {
        let (game, token) = link.as_str().unwrap().strip_prefix("/host/play/#").unwrap().split_once('.').unwrap();
        let mut request = format!("ws://{address}/host/ws").into_client_request().unwrap();
        request.headers_mut().insert("Origin", format!("http://{address}").parse().unwrap());
        let socket = connect_async(request).await.unwrap().0;
        let mut page = Self { socket, m: 0, turn: None, choices: Vec::new(), over: false };
        page.send(json!({ "t": "hello", "v": 1, "game": game, "token": token })).await;
        // Without a share, the dice are the server's alone.
        page.send(json!({ "t": "promise", "id": "dice", "hash": "" })).await;
        page
    }

    async fn send(&mut self, message: Value) {
        self.socket.send(Message::text(message.to_string())).await.unwrap();
    }

    async fn next(&mut self) -> Value {
        loop {
            let Message::Text(text) = self.socket.next().await.unwrap().unwrap() else { continue };
            let message: Value = serde_json::from_str(&text).unwrap();
            match message["t"].as_str() {
                Some("full" | "step") => {
                    self.m = message["m"].as_u64().unwrap();
                    self.turn = message["turn"].as_u64();
                    let choices = message["choices"].as_array().into_iter().flatten();
                    self.choices = choices.filter_map(|choice| choice["do"].as_str().map(str::to_owned)).collect();
                }
                Some("over") => self.over = true,
                _ => {}
            }
            return message;
        }
    }
}

/// Two pages of a game that choose in turn, so that a choice is due each second.
async fn pair(
    address: String,
    links: Value,
    start: Instant,
    end: Instant,
    latencies: Arc<Mutex<Vec<Duration>>>,
    seed: u64,
) {
    let mut pages = [Page::open(&address, &links["first"]).await, Page::open(&address, &links["second"]).await];
    for page in &mut pages {
        while page.turn.is_none() {
            page.next().await;
        }
    }
    let mut dice = Dice::new(seed);
    let mut due = start;
    for n in 0_u64.. {
        due += PACE / 2;
        if due >= end || pages.iter().any(|page| page.over) {
            return;
        }
        sleep_until(due).await;
        let seat = usize::try_from(pages[0].turn.unwrap_or_default()).unwrap();
        let page = &mut pages[seat];
        while page.choices.is_empty() {
            page.next().await;
        }
        let from = u16::try_from(page.choices.len()).unwrap();
        let action = page.choices[usize::from(dice.pick(Chance::Draw { from }))].clone();
        let (id, m) = (n.to_string(), page.m);
        page.send(json!({ "t": "choose", "id": id, "at": m, "do": action })).await;
        while page.next().await["id"] != json!(id) {}
        latencies.lock().unwrap().push(due.elapsed());
        let other = 1 - seat;
        while pages[seat].m == m {
            pages[seat].next().await;
        }
        // Both know whose turn it is before the next choice is due.
        let turn = pages[seat].turn;
        while pages[other].turn != turn && !pages[other].over {
            if pages[seat].over || turn.is_none() {
                return;
            }
            pages[other].next().await;
        }
    }
}
