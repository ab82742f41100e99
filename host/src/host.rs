//! The values that all parts of a running server share.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::{Notify, Semaphore, watch};

use crate::game::Games;
use crate::limits::{Allowances, Limits, OpenCounts};
use crate::notify::Notices;
use crate::older::OlderProgram;
use crate::site::Site;
use crate::store::Store;
use crate::tables::Tables;

/// The orders of an operator.
#[derive(Clone, Debug, PartialEq)]
pub struct HostOptions {
    /// The published folder.
    pub folder: PathBuf,
    /// The data file.
    pub data: PathBuf,
    /// The address under which browsers know the site, such as `https://battles.example`; `None` for this machine alone.
    pub origin: Option<String>,
    /// The address to listen on.
    pub address: std::net::IpAddr,
    /// The port; 0 for a free one.
    pub port: u16,
    /// `true` if a proxy in front tells the addresses of browsers.
    pub behind_proxy: bool,
    /// The days after which games that have ended are erased; `None` for never.
    pub keep: Option<u32>,
    /// Older programs, which play on the games that the rules of this one lead elsewhere.
    pub engines: Vec<OlderProgram>,
    /// The rules of notices to other machines; `None` if none are sent.
    pub notices: Option<Notices>,
    /// The limits.
    pub limits: Limits,
}

/// The values that all parts of a running server share.
pub(crate) struct Host {
    /// The orders of the operator.
    pub(crate) options: HostOptions,
    /// The origin of the site, and its host and port.
    pub(crate) origin: Origin,
    /// The data file.
    pub(crate) store: Arc<Store>,
    /// The scenarios of the site.
    pub(crate) site: Site,
    /// The scenarios in use.
    pub(crate) tables: Tables,
    /// The games in memory.
    pub(crate) games: Games,
    /// The computer players that may think at a time.
    pub(crate) thinkers: Semaphore,
    /// The uploads that may be checked at a time.
    pub(crate) checkers: Semaphore,
    /// The open pages.
    pub(crate) pages: AtomicUsize,
    /// The open connections by address.
    pub(crate) open_connections: Arc<OpenCounts>,
    /// New games by address.
    pub(crate) new_games: Allowances,
    /// Wrong links by address.
    pub(crate) wrong_links: Allowances,
    /// Wakes what sends notices when a turn has begun.
    pub(crate) turns: Notify,
    /// Set when the server ends.
    pub(crate) closing: watch::Sender<bool>,
    connections: AtomicU64,
    log: fn(fmt::Arguments<'_>),
}

/// The origin of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    /// The scheme, the host and perhaps the port, as browsers write them.
    pub(crate) text: String,
    /// The host and perhaps the port.
    pub(crate) host: String,
}

impl Origin {
    /// Reads an origin; `None` if `text` is none.
    pub(crate) fn of(text: &str) -> Option<Self> {
        let text = text.strip_suffix('/').unwrap_or(text).to_ascii_lowercase();
        let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"))?;
        let is_host = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']');
        let is_sound = !host.is_empty() && host.chars().all(is_host);
        is_sound.then(|| Self { host: host.to_owned(), text: text.clone() })
    }
}

impl Host {
    /// Puts the parts together.
    pub(crate) fn new(
        options: HostOptions,
        origin: Origin,
        store: Store,
        site: Site,
        log: fn(fmt::Arguments<'_>),
    ) -> Arc<Self> {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let limits = &options.limits;
        Arc::new(Self {
            open_connections: Arc::default(),
            new_games: Allowances::new(limits.games_an_hour, Duration::from_secs(3600)),
            wrong_links: Allowances::new(limits.wrong_links_a_minute, Duration::from_secs(60)),
            origin,
            store: Arc::new(store),
            site,
            tables: Tables::default(),
            games: Games::default(),
            // One core stays for those who play.
            thinkers: Semaphore::new(cores.saturating_sub(1).max(1)),
            checkers: Semaphore::new(cores.div_ceil(2)),
            pages: AtomicUsize::new(0),
            turns: Notify::new(),
            closing: watch::channel(false).0,
            connections: AtomicU64::new(0),
            log,
            options,
        })
    }

    /// Returns the time, in milliseconds since 1970.
    pub(crate) fn now(&self) -> u64 {
        let passed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        u64::try_from(passed.as_millis()).unwrap_or(u64::MAX)
    }

    /// Returns a number for a new connection.
    pub(crate) fn connection(&self) -> u64 {
        self.connections.fetch_add(1, Ordering::Relaxed)
    }

    /// Tells the operator something. It names no choices.
    pub(crate) fn log(&self, text: fmt::Arguments<'_>) {
        (self.log)(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_has_no_path() {
        let host = |text: &str| Origin::of(text).map(|origin| origin.host);
        assert_eq!(host("https://Battles.example/"), Some("battles.example".to_owned()));
        assert_eq!(host("http://localhost:8000"), Some("localhost:8000".to_owned()));
        for wrong in [
            "battles.example",
            "https://",
            "https://a/b",
            "ftp://a",
            "https://a b",
            "https://a\r\nX: y",
            "https://me@a",
        ] {
            assert_eq!(host(wrong), None, "{wrong:?}");
        }
    }
}
