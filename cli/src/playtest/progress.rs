//! The progress of the games, on a terminal.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use battlewright_balance::stats::Sampling;
use battlewright_balance::{OpenedPlan, Part, Record, duration};
use battlewright_engine::game::Side;
use battlewright_engine::show::Show;

/// The time between two lines about the progress.
const EVERY: Duration = Duration::from_millis(200);

/// Tells how far the games are.
pub(super) struct Progress {
    shown: bool,
    side: String,
    since: Instant,
    told: Option<Instant>,
    /// Games there are, games that were there before, games played since.
    games: u64,
    before: u64,
    played: u64,
    /// The first side's wins, in halves, and the games that have an end.
    halves: u32,
    ended: usize,
}

impl Progress {
    pub(super) fn new(part: &Part, opened: &OpenedPlan) -> Self {
        let seeds = part.plan.seeds(part.shard);
        let [side, _] = opened.game.sides();
        let mut progress = Self {
            shown: std::io::stderr().is_terminal(),
            side,
            since: Instant::now(),
            told: None,
            games: seeds.end - seeds.start,
            before: part.records.len() as u64,
            played: 0,
            halves: 0,
            ended: 0,
        };
        part.records.iter().for_each(|record| progress.count(record));
        progress
    }

    fn count(&mut self, record: &Record) {
        if let Some(halves) = record.score(Side::First) {
            self.halves += halves;
            self.ended += 1;
        }
    }

    pub(super) fn game(&mut self, record: &Record) {
        self.count(record);
        self.played += 1;
        if self.shown && self.told.is_none_or(|told| told.elapsed() >= EVERY) {
            self.told = Some(Instant::now());
            self.tell();
        }
    }

    fn tell(&self) {
        let score = Sampling::Sequential.rate(f64::from(self.halves) / 2.0, self.ended);
        let left = self.games.saturating_sub(self.before + self.played);
        // Seconds for each game so far, times those that are left.
        let seconds = self.since.elapsed().as_secs().saturating_mul(left) / self.played.max(1);
        let line = format!(
            "{} of {} games, {} left, {} {:.1} % ± {:.1}",
            self.before + self.played,
            self.games,
            duration(seconds),
            self.side,
            100.0 * score.value,
            100.0 * score.margin()
        );
        // When nobody can be told, the games go on.
        let _ = write!(anstream::stderr(), "\r\x1b[2K{line}");
    }

    /// Takes the line away.
    pub(super) fn end(&self) {
        if self.told.is_some() {
            let _ = write!(anstream::stderr(), "\r\x1b[2K");
        }
    }
}
