//! A server with a site of its own.

use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;
use std::time::Duration;

use battlewright_host::{HostOptions, Limits, Notices, Server, Stopper};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// The bundled scenario that is played most: small and quick.
pub(crate) const FIRST_ORDERS: &str = "aac-first-orders";

/// The bundled scenario with secret choices of both sides.
pub(crate) const MARS_LA_TOUR: &str = "mars-la-tour";

/// Limits under which a whole game takes seconds.
pub(crate) fn quick() -> Limits {
    Limits {
        messages_a_second: 100_000,
        messages_at_once: 100_000,
        games_an_hour: 100_000,
        wrong_links_a_minute: 100_000,
        ..Limits::default()
    }
}

/// Rules of notices that go to this machine, `wait` after a turn has begun.
pub(crate) fn own_notices(wait: Duration) -> Notices {
    let authority = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/authority.der")).unwrap();
    Notices {
        wait,
        patience: Duration::from_secs(2),
        pauses: [Duration::from_millis(50); 2],
        private: true,
        authorities: vec![authority],
    }
}

/// A folder with a site of the bundled scenarios and a data file.
pub(crate) struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for name in [FIRST_ORDERS, MARS_LA_TOUR, "tutorial"] {
            let own = folder.path().join("site").join(name);
            std::fs::create_dir_all(&own).unwrap();
            std::fs::write(own.join(format!("{name}.toml")), scenario(name)).unwrap();
        }
        std::fs::write(folder.path().join("site/index.html"), "<h1>All scenarios</h1>").unwrap();
        Self { folder }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.path().join("games.db")
    }

    pub(crate) fn options(&self, limits: Limits) -> HostOptions {
        HostOptions {
            folder: self.path().join("site"),
            data: self.data(),
            origin: None,
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 0,
            behind_proxy: false,
            keep: None,
            engines: Vec::new(),
            notices: Some(own_notices(Duration::from_millis(300))),
            limits,
        }
    }

    pub(crate) fn start(&self, limits: Limits) -> Running {
        Running::of(self.options(limits))
    }
}

/// Returns the text of a bundled scenario.
pub(crate) fn scenario(name: &str) -> String {
    std::fs::read_to_string(format!("{}/../scenarios/{name}.toml", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// A server on a thread of this process.
pub(crate) struct Running {
    pub(crate) address: String,
    stopper: Stopper,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    pub(crate) fn of(options: HostOptions) -> Self {
        let server = Server::bind(options, |line| eprintln!("server: {line}")).unwrap();
        let (address, stopper) = (server.address().to_string(), server.stopper());
        let thread = std::thread::spawn(move || server.run().unwrap());
        Self { address, stopper, thread: Some(thread) }
    }

    /// Ends the server as a signal does, and waits for it.
    pub(crate) fn stop(mut self) {
        self.end();
    }

    fn end(&mut self) {
        self.stopper.stop();
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.end();
        }
    }
}

/// An answer of the server.
pub(crate) struct Answered {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answered {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (known, value) = line.split_once(": ")?;
            known.eq_ignore_ascii_case(name).then_some(value)
        })
    }
}

/// Sends a request as it is written, and returns the answer.
pub(crate) async fn raw(address: &str, request: &[u8]) -> Answered {
    let mut stream = TcpStream::connect(address).await.unwrap();
    // A server that refuses early may not read all of it.
    let _ = stream.write_all(request).await;
    let mut bytes = Vec::new();
    let _ = tokio::time::timeout(Duration::from_secs(40), stream.read_to_end(&mut bytes)).await.unwrap();
    let end = bytes.windows(4).position(|part| part == b"\r\n\r\n").unwrap_or(bytes.len());
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
    Answered { status, head, body: bytes.get(end + 4..).unwrap_or_default().to_vec() }
}

/// Asks for a page.
pub(crate) async fn get(address: &str, path: &str, more: &str) -> Answered {
    raw(address, format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{more}\r\n").as_bytes()).await
}

/// Sends a form.
pub(crate) async fn post(address: &str, form: &Value) -> Answered {
    let body = form.to_string();
    let head = format!(
        "POST /host/games HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    raw(address, format!("{head}{body}").as_bytes()).await
}

/// Makes a game between two persons; returns its links.
pub(crate) async fn made(address: &str, scenario: &str) -> Value {
    let form = json!({ "scenario": { "name": scenario }, "names": ["Ann", "Bob"], "computers": [null, null], "undo": "asked", "clock": null });
    let answered = post(address, &form).await;
    assert_eq!(answered.status, 201, "{}", answered.text());
    answered.json()
}
