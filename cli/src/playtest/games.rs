//! The games of a run, in memory and in a file.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use battlewright_balance::stats::{Estimate, Sampling};
use battlewright_balance::{OpenedPlan, Part, Record, Seating, run};
use battlewright_engine::game::Side;

use super::progress::Progress;
use crate::console::Failure;
use crate::files::slashed;
use crate::interrupt;

/// The number of games between tests of the stopping rule. Independent of the threads, so that results are reproducible.
const BATCH: u64 = 100;

/// The games of a run: those played, and those still to play.
pub(super) struct Games {
    part: Part,
    file: Option<(PathBuf, File)>,
}

impl Games {
    /// Returns games kept in memory only.
    pub(super) fn new(part: Part) -> Self {
        Self { part, file: None }
    }

    /// Returns the games of `part`, kept in the file `out`: a new file, or one to resume.
    ///
    /// # Errors
    /// The file exists without `resume`, is in use, or contains another run.
    pub(super) fn create_or_resume(out: &Path, mut part: Part, resume: bool) -> Result<Self, Failure> {
        let name = slashed(out);
        let cannot = |error: std::io::Error| Failure::new(format!("cannot write {name}: {error}"));
        let exists = out.try_exists().map_err(cannot)?;
        if exists && !resume {
            return Err(Failure::new(format!("{name} already exists"))
                .help("use --resume to continue its run, or choose another name"));
        }
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(out).map_err(cannot)?;
        // Concurrent runs would truncate each other's lines. Some file systems do not support locks.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(Failure::new(format!("{name} is in use by another run"))
                .help("wait until it ends, or choose another name; `playtest merge` counts each game once"));
        }
        if file.metadata().map_err(cannot)?.len() == 0 {
            file.write_all(part.head().as_bytes()).map_err(|error| {
                // A file without a complete header is useless.
                let _ = std::fs::remove_file(out);
                cannot(error)
            })?;
        } else {
            let (before, whole) =
                Part::read(BufReader::new(&file)).map_err(|error| Failure::new(format!("{name}: {error}")))?;
            let is_same = before.plan.plays_like(&part.plan) && before.counted == part.counted;
            if !is_same || before.shard != part.shard {
                return Err(Failure::new(format!("{name} contains games of another run"))
                    .help("to resume, use the same scenario, players, seed, number of games and part"));
            }
            part = before;
            // Cuts off the incomplete line of a killed run.
            file.set_len(whole).and_then(|()| file.seek(SeekFrom::End(0))).map_err(cannot)?;
        }
        Ok(Self { part, file: Some((out.to_owned(), file)) })
    }

    /// Plays the remaining games and returns `true` unless interrupted. With `until`, it stops once the margin of error
    /// of the first side's share of wins is at most that.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn play(
        &mut self,
        opened: &OpenedPlan,
        players: &impl Seating,
        threads: usize,
        until: Option<f64>,
    ) -> Result<bool, Failure> {
        let cancel = interrupt::watched()?;
        let seeds = self.part.plan.seeds(self.part.shard);
        let mut progress = Progress::new(&self.part, opened);
        let batch = if until.is_some() { BATCH } else { seeds.end - seeds.start };
        let mut start = seeds.start;
        while start < seeds.end && !cancel.load(Ordering::Relaxed) {
            let end = seeds.end.min(start.saturating_add(batch));
            let before: Vec<u64> = self.part.records.iter().map(|record| record.seed).collect();
            let skip = |seed| before.binary_search(&seed).is_ok();
            run(&opened.game, players, start..end, skip, threads, cancel, |record| {
                progress.game(&record);
                self.keep(record)
            })?;
            self.part.records.sort_by_key(|record| record.seed);
            start = end;
            if until.is_some_and(|half| self.score(end).margin() <= half) {
                self.part.records.retain(|record| record.seed < end);
                break;
            }
        }
        progress.end();
        Ok(!cancel.load(Ordering::Relaxed))
    }

    /// Returns the first side's share of wins in the games with seeds before `end`, with an anytime-valid interval.
    fn score(&self, end: u64) -> Estimate {
        let halves =
            self.part.records.iter().filter(|record| record.seed < end).filter_map(|record| record.score(Side::First));
        let (sum, games) = halves.fold((0, 0), |(sum, games), halves| (sum + halves, games + 1));
        Sampling::Sequential.rate(f64::from(sum) / 2.0, games)
    }

    fn keep(&mut self, record: Record) -> Result<(), Failure> {
        if let Some((name, file)) = &mut self.file {
            file.write_all(Part::line(&record).as_bytes())
                .map_err(|error| Failure::new(format!("cannot write {}: {error}", slashed(name))))?;
        }
        self.part.records.push(record);
        Ok(())
    }

    pub(super) fn into_part(self) -> Part {
        self.part
    }
}
