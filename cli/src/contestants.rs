//! Players by their names on the command line, including those that need files or a clock.

use std::path::Path;
use std::time::{Duration, Instant};

use battlewright_engine::any::AnyGame;
use battlewright_engine::game::Side;
use battlewright_engine::play::Dice;
use battlewright_engine::players::{
    Clock, Contestant, Kind, Script, ScriptProgress, Scripted, Seats, contestants_by_clock,
};
use battlewright_engine::show::Show;

use crate::console::Failure;
use crate::files;

/// The players named for both sides.
#[derive(Clone, Debug)]
pub(crate) struct NamedPlayers(pub(crate) [Contestant; 2]);

/// Parses two player names separated by a comma.
pub(crate) fn named(text: &str) -> Result<NamedPlayers, String> {
    let one = |name: &str| {
        Contestant::by_name(name)
            .ok_or_else(|| format!("unknown player {name:?}; the players are {}, script:FILE", Kind::NAMES))
    };
    match text.split(',').collect::<Vec<_>>()[..] {
        [first, second] => Ok(NamedPlayers([one(first)?, one(second)?])),
        _ => Err(TWO.to_owned()),
    }
}

const TWO: &str = "give two players separated by a comma, such as greedy,random";

/// Computer players without files, one for each side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Players(pub(crate) [Kind; 2]);

/// Parses two names of computer players separated by a comma.
pub(crate) fn players(text: &str) -> Result<Players, String> {
    let kind = |name: &str| {
        Kind::by_name(name).ok_or_else(|| format!("unknown player {name:?}; the players are {}", Kind::NAMES))
    };
    match text.split(',').collect::<Vec<_>>()[..] {
        [first, second] => Ok(Players([kind(first)?, kind(second)?])),
        _ => Err(TWO.to_owned()),
    }
}

/// A player of a side, with its data.
#[derive(Clone, Debug)]
pub(crate) enum Contender {
    /// A computer player.
    Kind(Kind),
    /// A follower of a plan.
    Script(Script),
}

impl NamedPlayers {
    /// Returns the files named.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        self.0.iter().filter_map(|contestant| match contestant {
            Contestant::Kind(_) => None,
            Contestant::Script(file) => Some(Path::new(file)),
        })
    }

    /// Reads the files named.
    ///
    /// # Errors
    /// A plan cannot be read, or has no choices for its side.
    pub(crate) fn read(&self, game: &AnyGame) -> Result<[Contender; 2], Failure> {
        let sides = game.sides();
        let one = |contestant: &Contestant, side: &str| -> Result<Contender, Failure> {
            match contestant {
                Contestant::Kind(kind) => Ok(Contender::Kind(*kind)),
                Contestant::Script(file) => {
                    let bytes = files::read(Path::new(file))?;
                    let script = Script::read(&String::from_utf8_lossy(&bytes), side)
                        .map_err(|why| Failure::new(format!("{file} is not a plan for {side}: {why}")))?;
                    Ok(Contender::Script(script))
                }
            }
        };
        let (NamedPlayers([first, second]), [one_side, other_side]) = (self, &sides);
        Ok([one(first, one_side)?, one(second, other_side)?])
    }
}

/// Returns seats for `contenders`, with the progress along each plan.
pub(crate) fn seats(contenders: &[Contender; 2], seed: u64) -> (Seats<AnyGame>, [Option<ScriptProgress>; 2]) {
    let kinds = contenders.each_ref().map(|contender| match contender {
        Contender::Kind(kind) => *kind,
        Contender::Script(_) => Kind::Greedy,
    });
    let mut seats: Seats<AnyGame> = contestants_by_clock(kinds, seed, |time| Box::new(Stopwatch::new(time))).map(Some);
    let mut followed = [None, None];
    for (((contender, seat), followed), side) in contenders.iter().zip(&mut seats).zip(&mut followed).zip(Side::BOTH) {
        if let Contender::Script(script) = contender {
            let scripted =
                Scripted::new(script.clone(), Dice::named(seed, &format!("script of side {}", side.index())));
            *followed = Some(scripted.followed());
            *seat = Some(Box::new(scripted));
        }
    }
    (seats, followed)
}

/// A clock that limits a search to some milliseconds.
struct Stopwatch {
    time: Duration,
    begun: Instant,
}

impl Stopwatch {
    fn new(milliseconds: u32) -> Self {
        Self { time: Duration::from_millis(u64::from(milliseconds)), begun: Instant::now() }
    }
}

impl Clock for Stopwatch {
    fn start(&mut self) {
        self.begun = Instant::now();
    }

    fn goes_on(&mut self) -> bool {
        self.begun.elapsed() < self.time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_known_players_are_wanted() {
        assert_eq!(players("greedy,random").map(|players| players.0), Ok([Kind::Greedy, Kind::Random]));
        assert!(players("greedy").unwrap_err().contains("a comma"));
        assert!(players("greedy,random,random").is_err());
        assert!(
            players("greedy,hand").unwrap_err().starts_with("unknown player \"hand\"; the players are random, greedy")
        );
        assert!(players("greedy,script:plan.txt").is_err(), "a plan is for single games");
        assert!(named("search:50ms,script:plan.txt").is_ok());
        assert!(named("hand,script:plan.txt").unwrap_err().ends_with("script:FILE"));
    }

    #[test]
    fn a_stopwatch_stops() {
        let mut watch = Stopwatch::new(20);
        watch.start();
        assert!(watch.goes_on());
        std::thread::sleep(Duration::from_millis(25));
        assert!(!watch.goes_on());
        watch.start();
        assert!(watch.goes_on());
    }
}
