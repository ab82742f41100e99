//! The running server: connections, the heartbeat, and the end.

use std::fmt;
use std::io::Write as _;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpStream;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};

use crate::error::{HostError, StoreError};
use crate::frame::{Frame, written};
use crate::host::{Host, HostOptions, Origin};
use crate::notify;
use crate::site::Site;
use crate::store::{self, Store, games};
use crate::survey::survey;
use crate::web::{CROWDED, CountedConnection, Peer, router};

/// The most connections beside those of pages.
const CONNECTIONS: usize = 4096;

/// The time for the head of a request.
const HEAD: Duration = Duration::from_secs(10);

/// The time between two heartbeats, which is how much of a player's time a crash can cost.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// The heartbeats between two looks for what can be forgotten.
const SWEEP: u32 = 12;

/// The time in which the server ends.
const DRAIN: Duration = Duration::from_secs(4);

/// The seconds after which pages are told to come back.
const BACK: u32 = 5;

/// The milliseconds of a day.
const DAY: u64 = 24 * 3600 * 1000;

/// The key of the last time at which the server is known to have run.
const BEAT: &str = "heartbeat";

/// The most days between now and 1970 that a game can be kept, so that no time overflows.
const LONGEST_KEEP: u32 = 36_500;

/// A server that has its port and its data file.
pub struct Server {
    host: Arc<Host>,
    listener: TcpListener,
    address: SocketAddr,
    stop: watch::Sender<bool>,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Server({})", self.address)
    }
}

/// Ends a server from elsewhere.
#[derive(Clone, Debug)]
pub struct Stopper(watch::Sender<bool>);

impl Stopper {
    /// Ends the server: pages are told, and what was begun is stored.
    pub fn stop(&self) {
        // A server that does not run yet ends at once when it does.
        self.0.send_replace(true);
    }
}

impl Server {
    /// Opens the port and the data file. `log` gets lines for the operator.
    ///
    /// # Errors
    /// The folder, the data file, the origin or the port cannot be used.
    pub fn bind(options: HostOptions, log: fn(fmt::Arguments<'_>)) -> Result<Self, HostError> {
        if !options.folder.is_dir() {
            return Err(HostError::Folder(options.folder));
        }
        let named = options.origin.clone();
        let named = named.map(|text| Origin::of(&text).ok_or(HostError::Origin(text))).transpose()?;
        let site = Site::of(&options.folder)?;
        let store = Store::open(&options.data, options.limits.data)?;
        let wanted = SocketAddr::new(options.address, options.port);
        let port = |error| HostError::Port { address: wanted.to_string(), error };
        let listener = TcpListener::bind(wanted).map_err(port)?;
        let address = listener.local_addr().map_err(port)?;
        let name = if address.ip().is_unspecified() { IpAddr::V4(Ipv4Addr::LOCALHOST) } else { address.ip() };
        let local = SocketAddr::new(name, address.port()).to_string();
        let origin = named.unwrap_or_else(|| Origin { text: format!("http://{local}"), host: local });
        let host = Host::new(options, origin, store, site, log);
        Ok(Self { host, listener, address, stop: watch::channel(false).0 })
    }

    /// Returns the address on which the server listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the address under which browsers know the site.
    pub fn origin(&self) -> &str {
        &self.host.origin.text
    }

    /// Returns the number of scenarios of the site.
    pub fn scenarios(&self) -> usize {
        self.host.site.list().len()
    }

    /// Returns what ends the server.
    pub fn stopper(&self) -> Stopper {
        Stopper(self.stop.clone())
    }

    /// Serves until the system or a [`Stopper`] ends it.
    ///
    /// # Errors
    /// There are no threads, or the data file cannot be used.
    pub fn run(self) -> Result<(), HostError> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let result = runtime.block_on(self.serve());
        // A computer player that thinks is not waited for: it will think again.
        runtime.shutdown_background();
        result
    }

    async fn serve(self) -> Result<(), HostError> {
        let Self { host, listener, stop, .. } = self;
        listener.set_nonblocking(true)?;
        let listener = tokio::net::TcpListener::from_std(listener)?;
        stand_still(&host).await?;
        let beating = tokio::spawn(beat(Arc::clone(&host)));
        let surveying = tokio::spawn(survey(Arc::clone(&host)));
        let notifying =
            host.options.notices.clone().map(|notices| tokio::spawn(notify::run(Arc::clone(&host), notices)));
        let accepting = tokio::spawn(accept(listener, Arc::clone(&host)));
        let mut stop = stop.subscribe();
        tokio::select! {
            () = ended() => {}
            _ = stop.wait_for(|stop| *stop) => {}
        }
        accepting.abort();
        beating.abort();
        surveying.abort();
        notifying.inspect(JoinHandle::abort);
        drain(&host).await;
        // The last running moment, for the clocks.
        let written = host.store.write(heartbeat(host.now())).await;
        let closing = Arc::clone(&host.store);
        tokio::task::spawn_blocking(move || closing.close()).await.map_err(|_| StoreError::Closed)?;
        Ok(written?)
    }
}

fn heartbeat(now: u64) -> impl FnOnce(&rusqlite::Connection) -> Result<(), StoreError> + Send + 'static {
    move |connection| store::keep_meta(connection, BEAT, &now.to_string())
}

/// Lets clocks stand still for the time in which no server ran.
async fn stand_still(host: &Host) -> Result<(), StoreError> {
    let now = host.now();
    let noted = host.store.write(move |connection| {
        let last = store::meta(connection, BEAT)?.and_then(|last| last.parse::<u64>().ok());
        if let Some(last) = last.filter(|last| *last < now) {
            games::downtime(connection, last, now)?;
        }
        heartbeat(now)(connection)
    });
    noted.await
}

/// Notes from time to time that the server runs, and forgets what is not needed.
async fn beat(host: Arc<Host>) {
    let mut ticks = interval(HEARTBEAT);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    for n in 1_u32.. {
        ticks.tick().await;
        let now = host.now();
        if let Err(error) = host.store.write(heartbeat(now)).await {
            host.log(format_args!("the heartbeat is not stored: {error}"));
        }
        if n % SWEEP != 0 {
            continue;
        }
        host.games.sweep(host.options.limits.idle);
        if let Some(days) = host.options.keep {
            let time = now.saturating_sub(u64::from(days.min(LONGEST_KEEP)) * DAY);
            match host.store.write(move |connection| games::erase_ended(connection, time)).await {
                Ok(0) => {}
                Ok(number) => host.log(format_args!("{number} ended games were erased, as --keep {days} says")),
                Err(error) => host.log(format_args!("ended games are not erased: {error}")),
            }
        }
    }
}

/// Takes connections, of each address a few.
async fn accept(listener: tokio::net::TcpListener, host: Arc<Host>) {
    let room = Arc::new(Semaphore::new(CONNECTIONS));
    let router = router(Arc::clone(&host));
    loop {
        let Ok(permit) = Arc::clone(&room).acquire_owned().await else { return };
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(_) => {
                // The system has no more files for a moment.
                sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let connection = CountedConnection::new(permit);
        // A proxy tells with each request whose it is.
        if !host.options.behind_proxy && !connection.count(&host, peer.ip()) {
            refuse(stream);
            continue;
        }
        let peer = Peer { address: peer.ip(), connection: Arc::new(connection) };
        tokio::spawn(converse(stream, router.clone().layer(Extension(peer)), host.options.limits.answer));
    }
}

/// Refuses a connection. Nobody waits for the other end to read that: one that has written already may not learn it.
fn refuse(stream: TcpStream) {
    let status = StatusCode::TOO_MANY_REQUESTS;
    let head = format!("HTTP/1.1 {status}\r\nContent-Type: text/plain\r\nContent-Length: {}\r\n", CROWDED.len());
    if let Ok(mut stream) = stream.into_std() {
        let _ = stream.write_all(format!("{head}Connection: close\r\n\r\n{CROWDED}").as_bytes());
    }
}

/// Answers the requests on a connection, each of which has `answer` at least. A request whose head comes too slowly is dropped.
async fn converse(stream: TcpStream, router: Router, answer: Duration) {
    // Small frames are sent at once; a system that cannot sends them later.
    let _ = stream.set_nodelay(true);
    let service = TowerToHyperService::new(router);
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD);
    let mut serving = pin!(builder.serve_connection(TokioIo::new(stream), service).with_upgrades());
    // A broken connection concerns nobody else.
    if timeout(answer, serving.as_mut()).await.is_err() {
        // The answer that is under way is the last one.
        serving.as_mut().graceful_shutdown();
        let _ = timeout(answer, serving).await;
    }
}

/// Waits for the signal that ends the program.
async fn ended() {
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending::<()>().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        () = interrupted => {}
        () = terminated => {}
    }
}

/// Tells the pages that the server ends, and waits until they are gone.
async fn drain(host: &Host) {
    let closing = written(&Frame::Closing { after: BACK });
    host.games.all().iter().for_each(|game| game.send_all(&closing));
    // Nobody may listen.
    host.closing.send_replace(true);
    let end = Instant::now() + DRAIN;
    while host.pages.load(std::sync::atomic::Ordering::Relaxed) > 0 && Instant::now() < end {
        sleep(Duration::from_millis(20)).await;
    }
}
