//! The line to an open page: frames that wait to be sent, within a limit.

use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use battlewright_referee::Seat;
use tokio::sync::{mpsc, watch};

/// The most frames that may wait for a page.
const FRAMES: usize = 64;

/// The most bytes that may wait for a page, beside a single frame that is larger.
const BYTES: usize = 1 << 20;

/// The reason why the server ends a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hangup {
    /// The link opens no game.
    Unknown,
    /// The page has not said hello in time.
    Late,
    /// Too many wrong links came from the address.
    WrongLinks,
    /// Too many pages of the seat are open.
    Pages,
    /// Too many pages are open on the server.
    AllPages,
    /// Too many games are in memory.
    Games,
    /// The page does not read, or gives no sign of life.
    Silent,
    /// The messages are no messages of a page.
    Garbled,
    /// The game cannot be played with this version of the program.
    Held,
    /// The data file cannot be read.
    Store,
    /// The server ends.
    Closing,
}

impl Hangup {
    /// Returns the code and the reason of the close frame.
    pub(crate) fn close(self) -> (u16, &'static str) {
        match self {
            Self::Unknown => (4404, "there is no such game, or the link is wrong"),
            Self::Late => (4408, "no hello came within five seconds"),
            Self::WrongLinks => (4429, "too many wrong links; wait a minute"),
            Self::Pages => (4429, "too many pages of this game are open; close one"),
            Self::AllPages => (4429, "too many pages are open on this server; try again in some minutes"),
            Self::Games => (4429, "too many games are open; try again in some minutes"),
            Self::Silent => (4410, "the page did not read; it may connect again"),
            Self::Garbled => (4400, "this is no message of a page"),
            Self::Held => (4423, "the rules of this version lead elsewhere; the operator can help"),
            Self::Store => (1011, "the server cannot read its data"),
            Self::Closing => (1012, "the server closes and will be back"),
        }
    }
}

/// The line to a page, in the hands of its game.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// The number of the connection.
    pub(crate) id: u64,
    /// The seat.
    pub(crate) seat: Seat,
    /// The address of the page.
    pub(crate) peer: IpAddr,
    frames: mpsc::Sender<Utf8Bytes>,
    waiting: Arc<AtomicUsize>,
    /// The time of the last sign of life.
    seen: Arc<Mutex<Instant>>,
    hangup: watch::Sender<Option<Hangup>>,
}

/// The other end, in the hands of the socket.
#[derive(Debug)]
pub(crate) struct LineEnd {
    frames: mpsc::Receiver<Utf8Bytes>,
    waiting: Arc<AtomicUsize>,
    /// The reason to hang up, once there is one.
    pub(crate) hangup: watch::Receiver<Option<Hangup>>,
}

/// Makes a line of connection `id` to a page of `seat` at `peer`.
pub(crate) fn line(id: u64, seat: Seat, peer: IpAddr) -> (Line, LineEnd) {
    let (frames, waiting_frames) = mpsc::channel(FRAMES);
    let (hangup, hung_up) = watch::channel(None);
    let waiting = Arc::new(AtomicUsize::new(0));
    let end = LineEnd { frames: waiting_frames, waiting: Arc::clone(&waiting), hangup: hung_up };
    let seen = Arc::new(Mutex::new(Instant::now()));
    (Line { id, seat, peer, frames, waiting, seen, hangup }, end)
}

impl Line {
    /// Sends a frame. A page that does not read is hung up on: it comes back and is told the whole position.
    pub(crate) fn send(&self, frame: Utf8Bytes) {
        let length = frame.len();
        let before = self.waiting.fetch_add(length, Ordering::Relaxed);
        let fits = before == 0 || before + length <= BYTES;
        if !fits || self.frames.try_send(frame).is_err() {
            self.hang_up(Hangup::Silent);
        }
    }

    /// Notes a sign of life of the page.
    pub(crate) fn seen(&self) {
        *self.seen.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// Returns the time since the last sign of life of the page.
    pub(crate) fn silence(&self) -> Duration {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).elapsed()
    }

    /// Returns the reason to hang up, to be waited for.
    pub(crate) fn watch(&self) -> watch::Receiver<Option<Hangup>> {
        self.hangup.subscribe()
    }

    /// Ends the connection. The first reason counts.
    pub(crate) fn hang_up(&self, why: Hangup) {
        self.hangup.send_if_modified(|known| {
            let is_first = known.is_none();
            known.get_or_insert(why);
            is_first
        });
    }
}

impl LineEnd {
    /// Returns the next frame to send; `None` once the game has let go of the line.
    pub(crate) async fn next(&mut self) -> Option<Utf8Bytes> {
        self.frames.recv().await
    }

    /// Returns a frame that waits; `None` if there is none.
    pub(crate) fn ready(&mut self) -> Option<Utf8Bytes> {
        self.frames.try_recv().ok()
    }

    /// Notes that a frame of `length` bytes is sent.
    pub(crate) fn sent(&self, length: usize) {
        self.waiting.fetch_sub(length, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    const PEER: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    #[tokio::test]
    async fn a_page_that_does_not_read_is_hung_up_on() {
        let (line, mut end) = line(1, Seat::First, PEER);
        (0..FRAMES).for_each(|_| line.send("a".into()));
        assert_eq!(*end.hangup.borrow(), None);
        line.send("a".into());
        assert_eq!(*end.hangup.borrow_and_update(), Some(Hangup::Silent));
        line.hang_up(Hangup::Closing);
        assert_eq!(*end.hangup.borrow(), Some(Hangup::Silent), "the first reason counts");
    }

    #[tokio::test]
    async fn a_large_frame_passes_alone() {
        let (line, mut end) = line(1, Seat::First, PEER);
        let large = "a".repeat(2 * BYTES);
        line.send(large.clone().into());
        assert_eq!(*end.hangup.borrow(), None);
        assert_eq!(end.next().await.map(|frame| frame.len()), Some(2 * BYTES));
        end.sent(2 * BYTES);
        line.send("a".repeat(BYTES).into());
        line.send("a".into());
        assert_eq!(*end.hangup.borrow(), Some(Hangup::Silent));
    }
}
