//! The progress of the games, on a terminal.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use battlewright_balance::stats::Sampling;
use battlewright_balance::{OpenedPlan, Part, Record, duration, pair_name};
use battlewright_engine::game::Side;
use battlewright_engine::show::Show;

/// The least time between two updates.
const EVERY: Duration = Duration::from_millis(200);

/// A progress line on standard error.
pub(super) struct Progress {
    shown: bool,
    players: String,
    side: String,
    since: Instant,
    told: Option<Instant>,
    /// The number of games of the run, of games from an earlier run, and of games played since.
    games: u64,
    before: u64,
    played: u64,
    /// The first side's wins, in halves, and the number of games that ended.
    halves: u32,
    ended: usize,
}

impl Progress {
    pub(super) fn new(part: &Part, opened: &OpenedPlan) -> Self {
        let seeds = part.plan.seeds(part.shard);
        let [side, _] = opened.game.sides();
        let mut progress = Self {
            shown: std::io::stderr().is_terminal(),
            players: pair_name(&part.plan.players),
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
        if progress.shown {
            // The first game may take a while.
            progress.told = Some(progress.since);
            write(&format!("{}: {} of {} games", progress.players, progress.before, progress.games));
        }
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
            self.print();
        }
    }

    fn print(&self) {
        let score = Sampling::Sequential.rate(f64::from(self.halves) / 2.0, self.ended);
        let left = self.games.saturating_sub(self.before + self.played);
        // The mean seconds per game, times the games left.
        let seconds = self.since.elapsed().as_secs().saturating_mul(left) / self.played.max(1);
        let line = format!(
            "{}: {} of {} games, {} left, {} {:.1} % ± {:.1}",
            self.players,
            self.before + self.played,
            self.games,
            duration(seconds),
            self.side,
            100.0 * score.value,
            100.0 * score.margin()
        );
        write(&line);
    }

    /// Clears the line.
    pub(super) fn end(&self) {
        if self.told.is_some() {
            write("");
        }
    }
}

/// Shows `line` in place of the last one. A failure to print does not stop the games.
fn write(line: &str) {
    let _ = write!(anstream::stderr(), "\r\x1b[2K{line}");
}
