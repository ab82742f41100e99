//! Older programs that play on the games which this version reads differently. The older program is this one, in a process of its own,
//! to which no positions are told that it would have to meet, and which tells other hashes of its own.

#![cfg(unix)]

use std::io::{BufRead, Read, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use battlewright_engine::play::Dice;
use battlewright_host::{CheckedData, HostError, Limits, OlderProgram, check, check_against};
use serde_json::json;

use crate::client::{Client, play, players};
use crate::held::{alter, hold};
use crate::server::{FIRST_ORDERS, Place, Running, post, quick};

/// The variable with the folder of an older program.
const FOLDER: &str = "BATTLEWRIGHT_TEST_OLDER_FOLDER";

/// The file that ends an older program at its next order.
const DIE: &str = "die";

/// The file that keeps an older program from reading its next order.
const HANG: &str = "hang";

/// The orders of a server, as an older program reads them.
struct Orders<R> {
    from: R,
    line: Vec<u8>,
    folder: PathBuf,
}

impl<R: BufRead> Read for Orders<R> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let read = self.fill_buf()?.read(into)?;
        self.consume(read);
        Ok(read)
    }
}

impl<R: BufRead> BufRead for Orders<R> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        if self.line.is_empty() && self.from.read_until(b'\n', &mut self.line)? > 0 {
            if std::fs::remove_file(self.folder.join(DIE)).is_ok() {
                std::process::exit(1);
            }
            if std::fs::remove_file(self.folder.join(HANG)).is_ok() {
                std::thread::sleep(Duration::from_secs(3600));
            }
            let mut order: serde_json::Value = serde_json::from_slice(&self.line)?;
            if order["message"]["t"] == "open" {
                order["message"]["marks"] = json!([]);
                self.line = (order.to_string() + "\n").into_bytes();
            }
        }
        Ok(&self.line)
    }

    fn consume(&mut self, read: usize) {
        self.line.drain(..read);
    }
}

/// The replies of an older program, which comes to other positions.
struct Replies {
    line: Vec<u8>,
}

impl std::io::Write for Replies {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.line.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        let mut reply: serde_json::Value = serde_json::from_slice(&self.line)?;
        self.line.clear();
        if let Some(hash) = reply["message"].get("standing").and_then(|standing| standing["hash"].as_u64()) {
            reply["message"]["standing"]["hash"] = json!(hash.wrapping_add(1));
        }
        println!("{reply}");
        Ok(())
    }
}

/// Is the older program of the other tests, in a process that they start. Does nothing elsewhere.
#[test]
fn is_an_older_program() {
    let Ok(folder) = std::env::var(FOLDER) else { return };
    let orders = Orders { from: std::io::stdin().lock(), line: Vec::new(), folder: folder.into() };
    battlewright_host::engine(orders, Replies { line: Vec::new() }).unwrap();
}

/// Checks a data file as another program. Does nothing elsewhere.
#[test]
fn checks_as_another_program() {
    let Ok(data) = std::env::var("BATTLEWRIGHT_TEST_DATA") else { return };
    println!("{}", serde_json::to_string_pretty(&check(Path::new(&data)).unwrap()).unwrap());
}

/// Writes a program that runs a test of this one.
fn program(place: &Place, name: &str, test: &str) -> PathBuf {
    let path = place.path().join(name);
    let mut file = std::fs::File::create(&path).unwrap();
    let exe = std::env::current_exe().unwrap();
    write!(
        file,
        "#!/bin/sh\nexport {FOLDER}='{}' BATTLEWRIGHT_TEST_DATA='{}'\nexec '{}' --exact older::{test} --nocapture\n",
        place.path().display(),
        place.data().display(),
        exe.display()
    )
    .unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// Starts a server that has the older program.
fn start(place: &Place) -> Running {
    let older = program(place, "older", "is_an_older_program");
    let missing = place.path().join("missing");
    let engines = vec![
        OlderProgram { version: "0.0.9".to_owned(), path: missing },
        OlderProgram { version: "0.1.0".to_owned(), path: older },
    ];
    let limits = Limits { older: Duration::from_secs(3), ..quick() };
    Running::of(battlewright_host::HostOptions { engines, ..place.options(limits) })
}

async fn again(clients: &[Client; 2], address: &str) -> [Client; 2] {
    [clients[0].again(address).await, clients[1].again(address).await]
}

/// Begins a game that this version reads differently from a choice on.
async fn begun(place: &Place) -> [Client; 2] {
    let server = place.start(quick());
    let (_, mut clients) = players(&server.address).await;
    play(&mut clients, &mut Dice::new(6), 10).await;
    for client in &mut clients {
        client.sync().await;
    }
    server.stop();
    alter(place, &clients[0].game, 4);
    clients
}

#[tokio::test]
async fn an_older_program_plays_a_game_to_its_end() {
    let place = Place::new();
    let clients = begun(&place).await;
    let server = start(&place);
    let then = [clients[0].m, clients[1].m];
    let mut clients = again(&clients, &server.address).await;
    assert_eq!(clients.each_ref().map(|client| client.m), then, "the last position, and no earlier one");
    for client in &mut clients {
        client.sync().await;
        assert!(hold(client).is_none());
        assert_eq!((client.welcome["older"].as_bool(), client.welcome["engine"].as_str()), (Some(true), Some("0.1.0")));
    }
    let chooser = clients.iter().position(Client::must_choose).unwrap();
    let refused = clients[chooser].choose("nonsense").await.unwrap();
    assert_eq!((refused["t"].as_str(), refused["why"].as_str()), (Some("refused"), Some("this is no action now")));
    let action = clients[chooser].pick(&mut Dice::new(1));
    let odds = clients[chooser].request(json!({ "t": "odds", "do": action })).await.unwrap();
    assert_eq!(odds["answer"]["t"], "odds", "{odds}");
    play(&mut clients, &mut Dice::new(7), 6).await;
    for client in &mut clients {
        client.sync().await;
    }
    // The choices are stored by the server, which may come and go.
    server.stop();
    let server = start(&place);
    let then = [clients[0].m, clients[1].m];
    let mut clients = again(&clients, &server.address).await;
    assert_eq!(clients.each_ref().map(|client| client.m), then);
    play(&mut clients, &mut Dice::new(8), 5000).await;
    assert!(clients.iter().all(|client| client.over.is_some()));
    clients[0].send(&json!({ "t": "export" })).await;
    let exported = clients[0].until(|message| message["t"] == "exported").await.unwrap();
    assert!(exported["text"].as_str().unwrap().contains("\"e\":\"end\""));
    server.stop();
    assert_eq!(check(&place.data()).unwrap().ended, 1);
    let results = battlewright_host::results(&place.data()).unwrap();
    assert!(results.lines().nth(1).unwrap().contains("played"), "{results}");
}

#[tokio::test]
async fn an_older_program_that_fails_is_started_again() {
    let place = Place::new();
    let clients = begun(&place).await;
    let server = start(&place);
    let mut clients = again(&clients, &server.address).await;
    let mut dice = Dice::new(3);
    for (n, failure) in [DIE, HANG, DIE, HANG].into_iter().enumerate() {
        play(&mut clients, &mut dice, 3).await;
        let chooser = clients.iter().position(Client::must_choose).unwrap();
        let action = clients[chooser].pick(&mut dice);
        std::fs::write(place.path().join(failure), "").unwrap();
        let m = clients[chooser].m;
        let refused = clients[chooser].choose(&action).await.unwrap();
        let why = "the older program that plays this game has failed, and is started again; try again";
        assert_eq!((refused["t"].as_str(), refused["why"].as_str()), (Some("refused"), Some(why)), "{n}: {refused}");
        // Nothing is lost, and the same choice leads on.
        let done = clients[chooser].choose(&action).await.unwrap();
        assert_eq!(done["t"], "done", "{failure}: {done}");
        while clients[chooser].m == m {
            clients[chooser].next().await.unwrap();
        }
        clients = again(&clients, &server.address).await;
    }
    play(&mut clients, &mut dice, 3).await;
    server.stop();
    // Without the older program, the game is held where it was.
    let server = place.start(quick());
    let mut page = clients[0].again(&server.address).await;
    page.sync().await;
    assert!(hold(&page).is_some());
}

#[tokio::test]
async fn a_computer_player_of_an_older_program_goes_on() {
    let place = Place::new();
    let server = place.start(quick());
    let form = json!({ "scenario": { "name": FIRST_ORDERS }, "computers": [null, "greedy"], "undo": "own" });
    let links = post(&server.address, &form).await.json();
    let mut page = Client::open(&server.address, &links["first"]).await;
    page.promise().await;
    page.open_share().await;
    let mut dice = Dice::new(9);
    alone(&mut page, &mut dice, 6).await;
    server.stop();
    alter(&place, &page.game, 3);
    let server = start(&place);
    let mut page = page.again(&server.address).await;
    assert_eq!(page.welcome["older"], true);
    let before = page.m;
    alone(&mut page, &mut dice, 6).await;
    assert!(page.m > before && hold(&page).is_none());
}

/// Makes choices against a computer player.
async fn alone(page: &mut Client, dice: &mut Dice, choices: usize) {
    for _ in 0..choices {
        while !page.must_choose() {
            assert!(page.over.is_none(), "the game ends too soon");
            page.next().await.unwrap();
        }
        let (action, m) = (page.pick(dice), page.m);
        assert_eq!(page.choose(&action).await.unwrap()["t"], "done");
        while page.m == m {
            page.next().await.unwrap();
        }
    }
    while !page.must_choose() && page.over.is_none() {
        page.next().await.unwrap();
    }
}

#[tokio::test]
async fn another_program_checks_the_data_file() {
    let place = Place::new();
    let clients = begun(&place).await;
    let other = program(&place, "other", "checks_as_another_program");
    let checked = check_against(&place.data(), &other).unwrap();
    assert_eq!(checked, check(&place.data()).unwrap());
    let CheckedData { running, held, .. } = checked;
    assert_eq!((running, held[0].game.as_str()), (1, clients[0].game.as_str()));
    // What is no such program says so.
    for wrong in ["/bin/cat", "/bin/true", "/no/such/program"] {
        let refused = check_against(&place.data(), Path::new(wrong));
        assert!(matches!(refused, Err(HostError::Program { .. })), "{wrong}: {refused:?}");
    }
}
