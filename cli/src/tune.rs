//! `tune`: better weights for the computer players of a system.

use std::io::{IsTerminal, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use battlewright_balance::{MOST_TUNING, Plan, TuningPart, TuningTask, TuningVerdict, duration, tune};
use battlewright_engine::any::{AnyGame, shipped_weights};
use battlewright_engine::players::Kind;
use battlewright_engine::players::weights::WeightTable;
use battlewright_schema::System;
use clap::Args;

use crate::console::{Console, Failure, Verdict};
use crate::contestants::weights;
use crate::files::{self, SearchPurpose, slashed};
use crate::playtest::{scenario, unplayable};
use crate::schema::system;
use crate::{interrupt, output};

/// Search for better weights of a system's computer players by playing
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Tune {
    /// The rules system
    #[arg(value_parser = system())]
    system: System,
    /// Scenarios, or folders to search for those of the system
    #[arg(default_value = "scenarios", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The number of games of the search; the trial of what it finds takes as many at most
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(2..=MOST_TUNING))]
    games: u64,
    /// The weights that may change, by name; the default is all that the players use
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    weights: Vec<String>,
    /// The seed of the first game
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(0..=MOST_TUNING))]
    seed: u64,
    /// The players of both sides, such as greedy or plan:48
    #[arg(long, value_name = "PLAYER", default_value = "greedy", value_parser = players)]
    players: Kind,
    /// Begin with the weights in this file, such as those of an interrupted search, instead of the system's own
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Write the new weights to this file if they are better, or if the search is interrupted
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The number of games to play in parallel; the default is the number of cores. It does not change the results
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
}

const EXAMPLES: &str = "\
Exit status: 0 better weights, 1 none, 2 could not run.

Examples:
  battlewright tune mars-la-tour --games 20000 --out weights.toml
  battlewright tune mars-la-tour scenarios/tutorial.toml --weights retreat,blown
  battlewright tune position-magnifique --players plan:24 --from weights.toml --out better.toml
  battlewright playtest scenarios/tutorial.toml --players greedy:weights.toml,greedy --swap";

/// Parses a player who has weights.
fn players(name: &str) -> Result<Kind, String> {
    let found = Kind::by_name(name).filter(|kind| *kind != Kind::Random);
    found.ok_or_else(|| format!("no player with weights; such players are {}", Kind::NAMES.replace("random, ", "")))
}

impl Tune {
    pub(crate) fn run(&self, console: &mut Console) -> Result<Verdict, Failure> {
        let task = self.task()?;
        let threads = self.threads.map_or_else(battlewright_export::parallel::threads, NonZero::get);
        let cancel = interrupt::watched()?;
        let mut progress = TuningProgress::new();
        let tuned = tune(&task, threads, cancel, |part, played, all| progress.pair(part, played, all));
        progress.end();
        write!(console, "{}", tuned.text())?;
        let is_kept = matches!(tuned.verdict, TuningVerdict::Better | TuningVerdict::Interrupted);
        match &self.out {
            Some(out) if is_kept => {
                output::write(out, tuned.new.to_text().as_bytes())?;
                writeln!(console, "wrote {}", slashed(out))?;
            }
            Some(out) => writeln!(console, "did not write {}", slashed(out))?,
            None => {}
        }
        Ok(if tuned.verdict == TuningVerdict::Better { Verdict::Clean } else { Verdict::Findings })
    }

    /// Returns the task, after a check of everything that it needs.
    fn task(&self) -> Result<TuningTask, Failure> {
        let old = shipped_weights(self.system).clone();
        let names = self.names(&old)?;
        let from = match &self.from {
            Some(file) => weights(file, self.system)?,
            None => old.clone(),
        };
        // In the order of the system's own file.
        let from = old.with_values(old.weights().iter().map(|weight| from.value(&weight.name)));
        let (files, failures) = files::scenarios(&self.files, SearchPurpose::Read);
        if let Some(failure) = failures.into_iter().next() {
            return Err(failure);
        }
        output::distinct(files.iter().chain(&self.from).map(PathBuf::as_path), self.out.as_deref())?;
        let mut scenarios: Vec<(String, AnyGame)> = Vec::new();
        for file in files {
            let plan = Plan::new(scenario(&file)?, [self.players; 2], self.seed, 1);
            // Themes and scenarios of other systems are no games of this one.
            let is_wanted =
                battlewright_schema::load(&plan.scenario).scenario.is_some_and(|found| found.system() == self.system);
            if is_wanted {
                let opened = plan.open().map_err(|why| unplayable(&file, &why))?;
                scenarios.push((opened.scenario.title().to_owned(), opened.game));
            }
        }
        if scenarios.is_empty() {
            return Err(Failure::new(format!("no scenario of {} to play", self.system.name()))
                .help("name files or folders after the system"));
        }
        Ok(TuningTask { scenarios, players: self.players, old, from, names, seed: self.seed, games: self.games })
    }

    /// Returns the names of the weights that may change.
    fn names(&self, table: &WeightTable) -> Result<Vec<String>, Failure> {
        if let Some(unknown) = self.weights.iter().find(|name| table.find(name).is_none()) {
            let known: Vec<&str> = table.weights().iter().map(|weight| weight.name.as_str()).collect();
            return Err(Failure::new(format!("unknown weight {unknown:?}")).help(format!(
                "the weights of {} are {}",
                self.system.name(),
                known.join(", ")
            )));
        }
        if !self.weights.is_empty() {
            return Ok(self.weights.clone());
        }
        let has_values = self.players.takes_long();
        let used = table.weights().iter().filter(|weight| has_values || !weight.is_for_values);
        Ok(used.map(|weight| weight.name.clone()).collect())
    }
}

/// A progress line on standard error.
struct TuningProgress {
    shown: bool,
    since: Instant,
    part: Option<TuningPart>,
    last: Option<Instant>,
}

impl TuningProgress {
    /// The least time between two updates.
    const EVERY: Duration = Duration::from_millis(200);

    fn new() -> Self {
        Self { shown: std::io::stderr().is_terminal(), since: Instant::now(), part: None, last: None }
    }

    fn pair(&mut self, part: TuningPart, played: u64, all: u64) {
        if self.part != Some(part) {
            (self.part, self.since) = (Some(part), Instant::now());
        }
        if !self.shown || self.last.is_some_and(|last| last.elapsed() < Self::EVERY) {
            return;
        }
        self.last = Some(Instant::now());
        let name = match part {
            TuningPart::Search => "search",
            TuningPart::Trial => "trial",
        };
        let left = self.since.elapsed().as_secs().saturating_mul(all.saturating_sub(played)) / played.max(1);
        // A failure to print does not stop the games.
        let _ = write!(
            anstream::stderr(),
            "\r\x1b[2K{name}: {} of {} games, {} left at most",
            2 * played,
            2 * all,
            duration(left)
        );
    }

    /// Clears the line.
    fn end(&self) {
        if self.last.is_some() {
            let _ = write!(anstream::stderr(), "\r\x1b[2K");
        }
    }
}
