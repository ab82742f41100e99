//! A server that is killed at random moments: what was acknowledged is there once, and nothing is half written.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use battlewright_engine::game::Chance;
use battlewright_engine::play::Dice;
use battlewright_host::{Server, check};
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::client::{Client, ready};
use crate::server::{FIRST_ORDERS, Place, made, quick};

/// The variable with the folder of a server that runs in a process of its own.
const FOLDER: &str = "BATTLEWRIGHT_TEST_HOST_FOLDER";

/// The variable with the number of kills.
const KILLS: &str = "BATTLEWRIGHT_TEST_KILLS";

/// The games under load.
const GAMES: usize = 4;

/// Runs a server for the next test, in a process that it kills. Does nothing elsewhere.
#[test]
fn serves_as_a_child() {
    let Ok(folder) = std::env::var(FOLDER) else { return };
    let place = Place::new();
    let mut options = place.options(quick());
    options.data = std::path::Path::new(&folder).join("games.db");
    let server = Server::bind(options, |line| eprintln!("server: {line}")).unwrap();
    println!("address {}", server.address());
    std::io::stdout().flush().unwrap();
    server.run().unwrap();
}

/// A server in a process of its own.
struct ChildServer {
    child: Child,
    address: String,
}

impl ChildServer {
    fn start(place: &Place) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "kill::serves_as_a_child", "--nocapture"])
            .env(FOLDER, place.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let address =
            lines.map_while(Result::ok).find_map(|line| line.split_once("address ").map(|(_, found)| found.to_owned()));
        Self { child, address: address.expect("the server does not start") }
    }

    /// Kills the process: it cannot finish anything.
    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// The knowledge of the pages of a game: their links, and the requests that the server has acknowledged.
#[derive(Default)]
struct Known {
    links: Value,
    acknowledged: BTreeSet<String>,
    /// The message that was sent last and not answered.
    open: Option<(usize, Value)>,
    over: bool,
}

/// Chooses at random in a game until its server is gone, or the game is over.
async fn load(address: String, known: Arc<Mutex<Known>>, seed: u64) {
    let mut dice = Dice::new(seed);
    let links = known.lock().unwrap().links.clone();
    let mut clients = Vec::new();
    for seat in ["first", "second"] {
        let (game, token) =
            links[seat].as_str().unwrap().strip_prefix("/host/play/#").unwrap().split_once('.').unwrap();
        let Ok(client) = Client::hello(&address, game, token).await else { return };
        clients.push(client);
    }
    // What was sent and not answered is sent again with the same id.
    let open = known.lock().unwrap().open.take();
    if let Some((seat, message)) = open {
        known.lock().unwrap().open = Some((seat, message.clone()));
        clients[seat].send(&message).await;
        let Ok(answer) = clients[seat].until(|answer| answer["id"] == message["id"]).await else { return };
        let mut known = known.lock().unwrap();
        known.open = None;
        if answer["t"] == "done" {
            known.acknowledged.insert(message["id"].as_str().unwrap().to_owned());
        }
    }
    loop {
        if clients.iter().any(|client| client.over.is_some()) {
            known.lock().unwrap().over = true;
            return;
        }
        let Some(seat) = clients.iter().position(Client::must_choose) else {
            // The other page is told in a moment.
            for client in &mut clients {
                let waiting = tokio::time::timeout(Duration::from_millis(30), client.next()).await;
                if matches!(waiting, Ok(Err(_))) {
                    return;
                }
            }
            continue;
        };
        let client = &mut clients[seat];
        let id = format!("{seat}-{}-{}", seed, known.lock().unwrap().acknowledged.len());
        let message = json!({ "t": "choose", "id": id, "at": client.m, "do": client.pick(&mut dice) });
        known.lock().unwrap().open = Some((seat, message.clone()));
        client.send(&message).await;
        let Ok(answer) = client.until(|answer| answer["id"] == message["id"]).await else { return };
        {
            let mut known = known.lock().unwrap();
            known.open = None;
            if answer["t"] == "done" {
                known.acknowledged.insert(id);
            }
        }
        let m = client.m;
        if answer["t"] == "done" {
            while client.m == m && client.over.is_none() {
                if client.next().await.is_err() {
                    return;
                }
            }
        }
    }
}

/// Makes a game and its dice.
async fn begin(address: &str) -> Known {
    let links = made(address, FIRST_ORDERS).await;
    let mut clients = [Client::open(address, &links["first"]).await, Client::open(address, &links["second"]).await];
    ready(&mut clients).await;
    Known { links, ..Known::default() }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_acknowledged_choice_is_lost() {
    let kills: u64 = std::env::var(KILLS).ok().and_then(|kills| kills.parse().ok()).unwrap_or(20);
    let place = Place::new();
    let mut dice = Dice::new(11);
    let mut games: Vec<Arc<Mutex<Known>>> = Vec::new();
    let mut all = Vec::new();
    let mut loads = 0;
    for kill in 0..kills {
        let server = ChildServer::start(&place);
        games.retain(|known| !known.lock().unwrap().over || known.lock().unwrap().open.is_some());
        let before = loads;
        let mut tasks = Vec::new();
        for n in 0..GAMES {
            if games.len() <= n {
                let known = Arc::new(Mutex::new(begin(&server.address).await));
                all.push(Arc::clone(&known));
                games.push(known);
            }
            loads += 1;
            tasks.push(tokio::spawn(load(server.address.clone(), Arc::clone(&games[n]), loads)));
        }
        let time = 50 + 4 * u64::from(dice.pick(Chance::Draw { from: 100 }));
        tokio::time::sleep(Duration::from_millis(time)).await;
        server.kill();
        for task in tasks {
            task.await.unwrap();
        }
        assert_eq!(loads - before, GAMES as u64, "kill {kill}");
        stored(&place, &all);
    }
    let checked = check(&place.data()).unwrap();
    assert_eq!((checked.problems.len(), checked.held.len()), (0, 0), "{checked:?}");
    assert!(checked.running + checked.ended >= GAMES);
    let total: usize = all.iter().map(|known| known.lock().unwrap().acknowledged.len()).sum();
    assert!(total as u64 > kills, "only {total} choices were acknowledged between {kills} kills");
    eprintln!("{kills} kills, {total} acknowledged choices in {} games", all.len());
}

/// Checks that each acknowledged request is stored once, and that no entry is missing.
fn stored(place: &Place, games: &[Arc<Mutex<Known>>]) {
    let file = Connection::open(place.data()).unwrap();
    for known in games {
        let known = known.lock().unwrap();
        let game = known.links["game"].as_str().unwrap();
        let mut statement = file.prepare("SELECT id, count(*) FROM request WHERE game = ?1 GROUP BY id").unwrap();
        let rows = statement.query_map([game], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        let counted: BTreeMap<String, i64> = rows.map(Result::unwrap).collect();
        for id in &known.acknowledged {
            assert_eq!(counted.get(id), Some(&1), "{id} of {game}");
        }
        let (entries, last): (i64, i64) = file
            .query_row("SELECT count(*), max(n) FROM entry WHERE game = ?1", [game], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })
            .unwrap();
        assert_eq!(entries, last + 1, "{game}");
    }
}
