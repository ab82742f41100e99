//! The games in memory, by their ids.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::live::LiveGame;

/// The games in memory.
#[derive(Debug, Default)]
pub(crate) struct Games {
    open: Mutex<BTreeMap<String, Arc<LiveGame>>>,
}

impl Games {
    /// Returns the game `id`, and makes room for it if it is new; `None` if `most` games are in use.
    pub(crate) fn get(&self, id: &str, most: usize) -> Option<Arc<LiveGame>> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(game) = open.get(id) {
            return Some(Arc::clone(game));
        }
        if open.len() >= most {
            let oldest = open.values().filter(|game| is_unused(game)).min_by_key(|game| game.empty_since())?.id.clone();
            open.remove(&oldest);
        }
        let game = Arc::new(LiveGame::new(id.to_owned()));
        open.insert(id.to_owned(), Arc::clone(&game));
        Some(game)
    }

    /// Returns the game `id` if it is in memory.
    pub(crate) fn find(&self, id: &str) -> Option<Arc<LiveGame>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    /// Forgets the games that no page has had open for `idle`.
    pub(crate) fn sweep(&self, idle: Duration) {
        let now = Instant::now();
        let is_idle =
            |game: &LiveGame| game.empty_since().is_some_and(|since| now.saturating_duration_since(since) >= idle);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|_, game| !(is_unused(game) && is_idle(game)));
    }

    /// Returns all games in memory.
    pub(crate) fn all(&self) -> Vec<Arc<LiveGame>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    /// Returns the number of games in memory.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

/// Returns `true` if nobody works on `game` or has a page of it open. The caller holds the lock of the list, without which nobody can
/// begin to: two games of the same id would not know of each other's choices.
fn is_unused(game: &Arc<LiveGame>) -> bool {
    Arc::strong_count(game) == 1 && game.empty_since().is_some()
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use battlewright_referee::Seat;

    use super::*;
    use crate::game::line;
    use crate::limits::Limits;

    const PEER: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    #[test]
    fn games_in_use_stay() {
        let games = Games::default();
        let first = games.get("a", 2).unwrap();
        let (page, _end) = line(1, Seat::First, PEER);
        first.seat(&page, &Limits::default()).unwrap();
        drop(first);
        let second = games.get("b", 2).unwrap();
        assert!(games.get("c", 2).is_none(), "one has a page, one is worked on");
        drop(second);
        assert_eq!(games.get("c", 2).unwrap().id, "c");
        assert_eq!(games.len(), 2);
        games.sweep(Duration::ZERO);
        assert_eq!(games.all().iter().map(|game| game.id.as_str()).collect::<Vec<_>>(), ["a"]);
    }

    #[test]
    fn a_seat_has_few_pages() {
        let game = LiveGame::new("a".to_owned());
        let limits = Limits { pages_of_player: 2, spectators: 1, ..Limits::default() };
        let seats = [Seat::First, Seat::First, Seat::First, Seat::Spectator, Seat::Spectator];
        let lines: Vec<_> = (0..).zip(seats).map(|(id, seat)| line(id, seat, PEER)).collect();
        let seated: Vec<bool> = lines.iter().map(|(line, _)| game.seat(line, &limits).is_ok()).collect();
        assert_eq!(seated, [true, true, false, true, false]);
        assert_eq!(game.online(), [true, false]);
        game.leave(&lines[0].0);
        game.leave(&lines[1].0);
        assert_eq!((game.online(), game.empty_since()), ([false, false], None));
    }
}
