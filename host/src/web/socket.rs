//! The socket of an open page.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use battlewright_referee::Seat;
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use super::Peer;
use crate::frame::{Hello, WrittenRefusal};
use crate::game::{Hangup, Line, LineEnd, LiveGame, line};
use crate::host::Host;
use crate::limits::Allowance;
use crate::pack;
use crate::random;
use crate::store::{self, TokenKind, tokens};

/// The most bytes of a message of a page.
const LARGEST: usize = 16 << 10;

/// The time for the first message.
const HELLO: Duration = Duration::from_secs(5);

/// The time after which an answer about a wrong link comes, whatever is wrong with it.
const WRONG: Duration = Duration::from_millis(300);

/// The time between two signs of life that the server asks for.
const ASK: Duration = Duration::from_secs(25);

/// The time after which a page without a sign of life is gone.
const GONE: Duration = Duration::from_secs(80);

/// The time for a frame to be sent.
const SEND: Duration = Duration::from_secs(20);

/// Opens the socket of a page.
pub(super) async fn open(
    State(host): State<Arc<Host>>,
    Extension(peer): Extension<Peer>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let upgrade =
        upgrade.max_message_size(LARGEST).max_frame_size(LARGEST).read_buffer_size(LARGEST).write_buffer_size(0);
    upgrade.on_upgrade(move |socket| async move { converse(&host, peer, socket).await })
}

/// A page in the number of open pages, until it is dropped: also when the rules fail on its message.
struct CountedPage<'h>(&'h Host);

impl<'h> CountedPage<'h> {
    /// Counts a page.
    ///
    /// # Errors
    /// There are too many.
    fn new(host: &'h Host) -> Result<Self, Hangup> {
        let counted = Self(host);
        let before = host.pages.fetch_add(1, Ordering::Relaxed);
        if before < host.options.limits.pages { Ok(counted) } else { Err(Hangup::AllPages) }
    }
}

impl Drop for CountedPage<'_> {
    fn drop(&mut self) {
        self.0.pages.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A page at its game, until it is dropped.
struct SeatedPage {
    game: Arc<LiveGame>,
    line: Line,
}

impl Drop for SeatedPage {
    fn drop(&mut self) {
        self.game.leave(&self.line);
    }
}

async fn end(mut socket: WebSocket, why: Hangup) {
    let (code, reason) = why.close();
    // A page that is gone needs no reason.
    let _ = timeout(SEND, socket.send(Message::Close(Some(CloseFrame { code, reason: reason.into() })))).await;
}

async fn converse(host: &Arc<Host>, Peer { address, connection }: Peer, mut socket: WebSocket) {
    let Greeted { game, seat, deflate, counted: _page } = match greeted(host, address, &mut socket).await {
        Ok(found) => found,
        Err(why) => {
            end(socket, why).await;
            return;
        }
    };
    // From here on it is among the pages.
    drop(connection);
    let (line, line_end) = line(host.connection(), seat, address);
    let (sink, stream) = socket.split();
    // Nothing that a page does ends what it has begun: a choice that is stored is told.
    let writing = tokio::spawn(write(sink, line_end, deflate));
    let seated = SeatedPage { game, line };
    match seated.game.join(host, &seated.line).await {
        Ok(()) => read(host, &seated.game, &seated.line, stream).await,
        Err(why) => seated.line.hang_up(why),
    }
    // The writer ends when the line is let go of.
    drop(seated);
    let _ = writing.await;
}

/// A page that has said hello.
struct Greeted<'h> {
    game: Arc<LiveGame>,
    seat: Seat,
    /// `true` if it unpacks long frames.
    deflate: bool,
    counted: CountedPage<'h>,
}

/// Reads the hello of a page.
async fn greeted<'h>(host: &'h Arc<Host>, peer: IpAddr, socket: &mut WebSocket) -> Result<Greeted<'h>, Hangup> {
    let first = timeout(HELLO, socket.recv()).await.map_err(|_| Hangup::Late)?;
    let Some(Ok(Message::Text(text))) = first else { return Err(Hangup::Garbled) };
    let hello = Hello::read(&text).ok_or(Hangup::Garbled)?;
    let begun = Instant::now();
    if !host.wrong_links.look(peer, begun) {
        return Err(Hangup::WrongLinks);
    }
    let hash = random::hash(hello.token.as_bytes());
    let found = store::read(&host.store, move |connection| tokens::opened(connection, &hash)).await;
    match found {
        Err(error) => {
            host.log(format_args!("a link cannot be looked up: {error}"));
            Err(Hangup::Store)
        }
        Ok(Some((game, TokenKind::Seat(seat)))) if game == hello.game => {
            let counted = CountedPage::new(host)?;
            let game = host.games.get(&game, host.options.limits.live_games).ok_or(Hangup::Games)?;
            Ok(Greeted { game, seat, deflate: hello.deflate, counted })
        }
        Ok(_) => {
            host.wrong_links.take(peer, begun);
            // The same time for a wrong token and for an unknown game.
            sleep(WRONG.saturating_sub(begun.elapsed())).await;
            Err(Hangup::Unknown)
        }
    }
}

/// Carries out the messages of a page, one after the other, until it is gone.
async fn read(host: &Arc<Host>, game: &Arc<LiveGame>, line: &Line, mut stream: SplitStream<WebSocket>) {
    let limits = &host.options.limits;
    let mut allowance =
        Allowance::new(limits.messages_at_once, limits.messages_a_second, Duration::from_secs(1), Instant::now());
    let mut hangup = line.watch();
    let mut closing = host.closing.subscribe();
    loop {
        let message = tokio::select! {
            message = timeout(GONE, stream.next()) => message,
            _ = hangup.wait_for(Option::is_some) => return,
            _ = closing.wait_for(|closing| *closing) => {
                line.hang_up(Hangup::Closing);
                return;
            }
        };
        line.seen();
        match message {
            Err(_) => {
                line.hang_up(Hangup::Silent);
                return;
            }
            Ok(None | Some(Err(_) | Ok(Message::Close(_)))) => return,
            Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {}
            Ok(Some(Ok(Message::Binary(_)))) => {
                line.hang_up(Hangup::Garbled);
                return;
            }
            Ok(Some(Ok(Message::Text(text)))) => {
                if allowance.take(Instant::now()) {
                    game.handle(host, line, &text).await;
                } else {
                    let most = limits.messages_a_second;
                    let why = format!("too many messages: this server takes {most} a second; wait a moment");
                    game.refuse_text(line, &text, &WrittenRefusal::new(why)).await;
                }
            }
        }
    }
}

/// Sends frames until the line is let go of, or there is a reason to hang up.
async fn write(mut sink: SplitSink<WebSocket, Message>, mut line: LineEnd, deflate: bool) {
    let message = |frame: Utf8Bytes| match deflate.then(|| pack::frame(&frame)).flatten() {
        Some(packed) => Message::Binary(packed),
        None => Message::Text(frame),
    };
    let mut life = interval(ASK);
    life.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut hangup = line.hangup.clone();
    let why = loop {
        let (next, length) = tokio::select! {
            biased;
            why = hangup.wait_for(Option::is_some) => break why.ok().and_then(|why| *why),
            frame = line.next() => match frame {
                Some(frame) => { let length = frame.len(); (message(frame), length) }
                None => break None,
            },
            _ = life.tick() => (Message::Ping(Vec::new().into()), 0),
        };
        let sending = tokio::select! {
            sent = timeout(SEND, sink.send(next)) => matches!(sent, Ok(Ok(()))),
            // Whoever does not read is not waited for.
            why = hangup.wait_for(|why| *why == Some(Hangup::Silent)) => why.is_err(),
        };
        line.sent(length);
        if !sending {
            return;
        }
    };
    // What was told before the end is sent before it.
    while let Some(frame) = line.ready() {
        if !matches!(timeout(SEND, sink.send(message(frame))).await, Ok(Ok(()))) {
            return;
        }
    }
    let (code, reason) = why.map_or((1000, ""), Hangup::close);
    let _ = timeout(SEND, sink.send(Message::Close(Some(CloseFrame { code, reason: reason.into() })))).await;
}
