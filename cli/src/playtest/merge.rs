//! `playtest merge`: joins the parts of a run.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use battlewright_balance::stats::Sampling;
use battlewright_balance::{Part, Report};
use clap::Args;

use super::output::Output;
use super::people::PeopleResults;
use crate::console::{Console, Failure, Verdict};
use crate::files::slashed;
use crate::output;

/// Join the parts of a run with --shard; the results equal those of an undivided run
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct MergeParts {
    /// The files written with --out, in any order
    #[arg(required = true, value_name = "GAMES")]
    parts: Vec<PathBuf>,
    /// Write all games to this file
    #[arg(long, value_name = "GAMES")]
    out: Option<PathBuf>,
    /// Show the results of people beside those of the computer: a CSV file, as `battlewright host results` prints it
    #[arg(long, value_name = "RESULTS")]
    people: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
}

const EXAMPLES: &str = "\
Exit status: 0 all games ended, 1 some did not, 2 the parts belong to different runs or games are missing.

Examples:
  battlewright playtest merge part-*.jsonl
  battlewright playtest merge part-*.jsonl --out all.jsonl --html report.html";

impl MergeParts {
    pub(super) fn run(&self, console: &mut Console) -> Result<Verdict, Failure> {
        let outputs = self.out.as_deref().into_iter().chain(self.output.files()?);
        output::distinct(self.parts.iter().chain(&self.people).map(PathBuf::as_path), outputs)?;
        let parts = self.parts.iter().map(|path| Ok((slashed(path), read(path)?)));
        let parts = parts.collect::<Result<Vec<_>, Failure>>()?;
        let whole = battlewright_balance::merge(parts).map_err(|why| Failure::new(why.to_string()))?;
        if let Some(out) = &self.out {
            let mut bytes = Vec::new();
            whole.write(&mut bytes)?;
            output::write(out, &bytes)?;
        }
        let opened = whole.plan.open()?;
        let mut report = Report::of(&opened, &whole, Sampling::Fixed);
        if let Some(results) = &self.people {
            let PeopleResults { games, hashes } = PeopleResults::read(results, &[whole.plan.scenario.as_bytes()])?;
            report = report.with_people(&games, &hashes);
        }
        self.output.write(&report, &opened, &whole, console)
    }
}

/// Reads the games in the file at `path`.
///
/// # Errors
/// The file cannot be read, or is no file of games.
pub(super) fn read(path: &Path) -> Result<Part, Failure> {
    let name = slashed(path);
    let file = File::open(path).map_err(|error| Failure::new(format!("cannot read {name}: {error}")))?;
    match Part::read(BufReader::new(file)) {
        Ok((part, _)) => Ok(part),
        Err(error) => Err(Failure::new(format!("{name}: {error}"))),
    }
}
