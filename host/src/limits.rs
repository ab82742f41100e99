//! Limits, and who has used them up. Addresses are counted in memory and never stored.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::files::ANSWER;

/// The most addresses that are counted at a time; beyond, those that were silent for longest are forgotten.
const ADDRESSES: usize = 20_000;

/// The limits of a server. Each is told in a sentence when it is met, but those of time, which end what takes longer.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// The games that are kept.
    pub games: i64,
    /// The new games of an address in an hour.
    pub games_an_hour: u32,
    /// The wrong links of an address in a minute.
    pub wrong_links_a_minute: u32,
    /// The open connections of an address, with sockets that have not said hello.
    pub connections_of_address: usize,
    /// The time that each answer has at least. A connection takes no further request after it, and ends after twice the time.
    pub answer: Duration,
    /// The games in memory.
    pub live_games: usize,
    /// The time that a game without a page stays in memory.
    pub idle: Duration,
    /// The open pages.
    pub pages: usize,
    /// The open pages of a player.
    pub pages_of_player: usize,
    /// The spectators of a game.
    pub spectators: usize,
    /// The messages of a page in a second.
    pub messages_a_second: u32,
    /// The messages that a page may send at once.
    pub messages_at_once: u32,
    /// The bytes of an uploaded scenario.
    pub upload: usize,
    /// The tries that a computer player may ask for.
    pub tries: u32,
    /// The time that an older program has for a reply.
    pub older: Duration,
    /// The bytes of the data file, apart from what is not yet in its place.
    pub data: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            games: 10_000,
            games_an_hour: 20,
            wrong_links_a_minute: 10,
            connections_of_address: 256,
            answer: ANSWER,
            live_games: 512,
            idle: Duration::from_secs(600),
            pages: 2500,
            pages_of_player: 4,
            spectators: 50,
            messages_a_second: 10,
            messages_at_once: 30,
            upload: 256 << 10,
            tries: 2000,
            older: Duration::from_secs(20),
            data: 8 << 30,
        }
    }
}

/// An allowance that is used up, and grows again with time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance {
    left: f64,
    since: Instant,
    most: f64,
    a_second: f64,
}

impl Allowance {
    /// A full allowance of `most`, of which `number` come back in `time`.
    pub(crate) fn new(most: u32, number: u32, time: Duration, now: Instant) -> Self {
        let most = f64::from(most);
        Self { left: most, since: now, most, a_second: f64::from(number) / time.as_secs_f64().max(f64::EPSILON) }
    }

    /// Uses one up; returns `false` if none is left.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
        let is_left = self.look(now);
        if is_left {
            self.left -= 1.0;
        }
        is_left
    }

    /// Returns `true` if one is left.
    pub(crate) fn look(&mut self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.since).as_secs_f64();
        (self.left, self.since) = (passed.mul_add(self.a_second, self.left).min(self.most), now);
        self.left >= 1.0
    }

    fn is_full(&mut self, now: Instant) -> bool {
        self.look(now);
        self.left >= self.most
    }
}

/// Allowances of addresses.
#[derive(Debug)]
pub(crate) struct Allowances {
    number: u32,
    time: Duration,
    known: Mutex<BTreeMap<u128, Allowance>>,
}

impl Allowances {
    /// Each address gets `number` in `time`.
    pub(crate) fn new(number: u32, time: Duration) -> Self {
        Self { number, time, known: Mutex::default() }
    }

    /// Uses one of `address` up; returns `false` if none is left.
    pub(crate) fn take(&self, address: IpAddr, now: Instant) -> bool {
        self.with(address, now, |allowance| allowance.take(now))
    }

    /// Returns `true` if `address` has one left.
    pub(crate) fn look(&self, address: IpAddr, now: Instant) -> bool {
        self.with(address, now, |allowance| allowance.look(now))
    }

    fn with(&self, address: IpAddr, now: Instant, work: impl FnOnce(&mut Allowance) -> bool) -> bool {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= ADDRESSES {
            known.retain(|_, allowance| !allowance.is_full(now));
        }
        if known.len() >= ADDRESSES {
            let oldest = known.iter().min_by_key(|(_, allowance)| allowance.since).map(|(key, _)| *key);
            oldest.map(|oldest| known.remove(&oldest));
        }
        let fresh = || Allowance::new(self.number, self.number, self.time, now);
        work(known.entry(network(address)).or_insert_with(fresh))
    }
}

/// The numbers of what addresses have open.
#[derive(Debug, Default)]
pub(crate) struct OpenCounts(Mutex<BTreeMap<u128, usize>>);

/// One of what an address has open, until it is dropped.
#[derive(Debug)]
pub(crate) struct CountedOpening {
    counts: Arc<OpenCounts>,
    network: u128,
}

impl OpenCounts {
    /// Counts one more of `address`; `None` if it has `most`.
    pub(crate) fn open(self: &Arc<Self>, address: IpAddr, most: usize) -> Option<CountedOpening> {
        let network = network(address);
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let number = open.get(&network).copied().unwrap_or_default();
        (number < most).then(|| {
            open.insert(network, number + 1);
            CountedOpening { counts: Arc::clone(self), network }
        })
    }
}

impl Drop for CountedOpening {
    fn drop(&mut self) {
        let mut open = self.counts.0.lock().unwrap_or_else(PoisonError::into_inner);
        match open.get(&self.network).copied().unwrap_or_default() {
            0 | 1 => open.remove(&self.network),
            number => open.insert(self.network, number - 1),
        };
    }
}

/// Returns the network of `address`: an IPv4 address, or the 64 bits of IPv6 that one customer has.
fn network(address: IpAddr) -> u128 {
    match address.to_canonical() {
        IpAddr::V4(address) => u128::from(address.to_bits()),
        IpAddr::V6(address) => address.to_bits() >> 64 << 64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_allowance_comes_back_with_time() {
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let mut allowance = Allowance::new(3, 1, Duration::from_secs(10), start);
        assert_eq!([0, 0, 0, 0].map(|seconds| allowance.take(after(seconds))), [true, true, true, false]);
        assert_eq!([9, 11, 12].map(|seconds| allowance.take(after(seconds))), [false, true, false]);
        assert_eq!([1000, 1000, 1000, 1000].map(|seconds| allowance.take(after(seconds))), [true, true, true, false]);
    }

    #[test]
    fn addresses_are_counted_by_network() {
        let now = Instant::now();
        let counts = Allowances::new(1, Duration::from_secs(60));
        let take = |address: &str| counts.take(address.parse().unwrap(), now);
        assert!(take("192.0.2.1") && !take("192.0.2.1") && take("192.0.2.2"));
        assert!(!take("::ffff:192.0.2.1"), "the same address, written for IPv6");
        assert!(take("2001:db8::1") && !take("2001:db8::2") && take("2001:db8:0:1::1"));
    }

    #[test]
    fn an_address_has_few_open_at_a_time() {
        let counts = Arc::new(OpenCounts::default());
        let open = |address: &str| counts.open(address.parse().unwrap(), 2);
        let (first, second) = (open("192.0.2.1").unwrap(), open("192.0.2.1").unwrap());
        assert!(open("192.0.2.1").is_none() && open("192.0.2.2").is_some());
        drop(first);
        let again = open("192.0.2.1").unwrap();
        assert!(open("192.0.2.1").is_none());
        drop((second, again));
        assert!(counts.0.lock().unwrap().is_empty(), "an address with nothing open takes no memory");
    }

    #[test]
    fn the_memory_for_addresses_is_bounded() {
        let now = Instant::now();
        let counts = Allowances::new(2, Duration::from_secs(60));
        for n in 0..u32::try_from(ADDRESSES).unwrap() + 100 {
            assert!(counts.take(IpAddr::V4(n.into()), now));
        }
        assert!(counts.known.lock().unwrap().len() <= ADDRESSES);
    }
}
