//! The process of an older program, and the orders that wait for its replies.

use std::collections::BTreeMap;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::timeout;

use super::protocol::{LONGEST_LINE, Numbered, Order, Reply};

/// The time to play a game again from its record, as a multiple of the time for a reply.
const OPENING: u32 = 3;

/// The time for a decision of a computer player, as a multiple of the time for a reply.
const THINKING: u32 = 30;

/// A failure of an older program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum OlderError {
    /// The program cannot be started.
    #[error("it cannot be started: {0}")]
    Start(String),
    /// The process has ended, or was ended because it was late.
    #[error("it has ended")]
    Ended,
    /// No reply came in time.
    #[error("it did not reply in time")]
    Late,
    /// The reply is not one to the order.
    #[error("its reply is none to what it was asked")]
    Garbled,
    /// The program cannot play the game.
    #[error("{0}")]
    Unfit(String),
}

/// A process, which ends with the last one that can send orders to it.
#[derive(Clone, Debug)]
pub(super) struct Process(Arc<Pipe>);

#[derive(Debug)]
struct Pipe {
    child: Mutex<Child>,
    orders: mpsc::Sender<String>,
    waiting: Arc<Waiting>,
    number: AtomicU64,
    /// The time for a reply.
    patience: Duration,
}

/// The orders that wait for their replies; `None` once the process has ended.
#[derive(Debug)]
struct Waiting(Mutex<Option<BTreeMap<u64, oneshot::Sender<Reply>>>>);

impl Process {
    /// Starts the program at `path` as the engine of a game.
    pub(super) fn start(path: &Path, patience: Duration) -> Result<Self, OlderError> {
        let failed = |error: io::Error| OlderError::Start(error.to_string());
        let mut child = Command::new(path)
            .args(["host", "engine"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .map_err(failed)?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (orders, waiting_orders) = mpsc::channel();
        let waiting = Arc::new(Waiting(Mutex::new(Some(BTreeMap::new()))));
        let replies = Arc::clone(&waiting);
        // From here on the process ends with its pipe.
        let pipe = Pipe { child: Mutex::new(child), orders, waiting, number: AtomicU64::new(0), patience };
        let (Some(input), Some(output)) = (input, output) else { return Err(OlderError::Ended) };
        let thread = || std::thread::Builder::new().name("older program".to_owned());
        thread().spawn(move || write(input, &waiting_orders)).map_err(failed)?;
        thread().spawn(move || read(output, &replies)).map_err(failed)?;
        Ok(Self(Arc::new(pipe)))
    }

    /// Sends an order and returns the reply. A process that is late is ended.
    pub(super) async fn ask(&self, message: Order) -> Result<Reply, OlderError> {
        let patience = match message {
            Order::Open { .. } => self.0.patience.saturating_mul(OPENING),
            Order::Think => self.0.patience.saturating_mul(THINKING),
            _ => self.0.patience,
        };
        let n = self.0.number.fetch_add(1, Ordering::Relaxed);
        let text = serde_json::to_string(&Numbered { n, message }).map_err(|_| OlderError::Garbled)?;
        let (tell, told) = oneshot::channel();
        self.0.waiting.lock().as_mut().ok_or(OlderError::Ended)?.insert(n, tell);
        self.0.orders.send(text).map_err(|_| OlderError::Ended)?;
        match timeout(patience, told).await {
            Ok(reply) => reply.map_err(|_| OlderError::Ended),
            Err(_) => {
                self.0.end();
                Err(OlderError::Late)
            }
        }
    }
}

impl Pipe {
    fn end(&self) {
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        // It may have ended by itself.
        let _ = child.kill();
        let _ = child.wait();
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        self.end();
    }
}

impl Waiting {
    fn lock(&self) -> MutexGuard<'_, Option<BTreeMap<u64, oneshot::Sender<Reply>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes orders until nobody can send one, or the process is gone.
fn write(mut input: ChildStdin, orders: &mpsc::Receiver<String>) {
    while let Ok(mut order) = orders.recv() {
        order.push('\n');
        if input.write_all(order.as_bytes()).is_err() {
            return;
        }
    }
}

/// Hands out replies until the process is gone.
fn read(output: ChildStdout, waiting: &Waiting) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    loop {
        line.clear();
        match (&mut output).take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        // Programs may greet first.
        let Ok(Numbered { n, message }) = serde_json::from_slice::<Numbered<Reply>>(&line) else { continue };
        let asked = waiting.lock().as_mut().and_then(|waiting| waiting.remove(&n));
        // Whoever has asked may be gone.
        asked.map(|asked| asked.send(message));
    }
    // All that wait learn it.
    drop(waiting.lock().take());
}
