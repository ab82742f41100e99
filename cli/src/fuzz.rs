//! `fuzz`: a search for faults of a scenario by playing.

use std::path::PathBuf;

use battlewright_balance::{Findings, Plan, Trial, fuzz};
use battlewright_engine::players::Kind;
use clap::Args;

use crate::console::{Console, Failure, Verdict};
use crate::files::slashed;
use crate::playtest::{OutputFormat, print, scenario, unplayable};
use crate::{interrupt, output};

/// Search a scenario for dead ends, endless games and unused parts
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Fuzz {
    /// The scenario file
    file: PathBuf,
    /// The number of games
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// The seed of the first game; each further game has the next seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Maximum number of inputs; a longer game counts as endless, unless its players go in a circle that others would leave
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    longest: u32,
    /// Write a replay of the shortest game with each fault to this folder
    #[arg(long, value_name = "FOLDER")]
    replays: Option<PathBuf>,
    /// The format of the findings
    #[arg(long, value_enum, default_value_t = OutputFormat::Table)]
    format: OutputFormat,
}

const EXAMPLES: &str = "\
Exit status: 0 all games ended or could have ended, 1 some had a fault, 2 could not run.

Examples:
  battlewright fuzz my-battle.toml
  battlewright fuzz my-battle.toml --games 2000 --replays faults";

impl Fuzz {
    pub(crate) fn run(&self, console: &mut Console) -> Result<Verdict, Failure> {
        let plan = Plan::new(scenario(&self.file)?, [Kind::Random; 2], self.seed, self.games);
        let opened = plan.open().map_err(|why| unplayable(&self.file, &why))?;
        let longest = usize::try_from(self.longest).unwrap_or(usize::MAX);
        let trial = Trial { games: self.games, seed: self.seed, longest };
        // Panics of the engine are reported as findings, so their messages are suppressed.
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| {}));
        let findings = interrupt::watched().map(|cancel| fuzz(&plan, &opened, trial, cancel, |_| ()));
        std::panic::set_hook(hook);
        let findings = findings?;
        print(&findings, Findings::text, self.format, console)?;
        if let Some(folder) = &self.replays {
            std::fs::create_dir_all(folder)
                .map_err(|error| Failure::new(format!("cannot make the folder {}: {error}", slashed(folder))))?;
            for (number, found) in (1..).zip(&findings.faults) {
                let name = serde_json::to_value(found.fault).ok();
                let name = name.as_ref().and_then(|name| name.as_str()).unwrap_or("fault");
                let path = folder.join(format!("{number}-{name}.jsonl"));
                output::distinct([self.file.as_path()], [path.as_path()])?;
                output::write(&path, found.replay.as_bytes())?;
            }
        }
        Ok(if findings.has_mistakes() { Verdict::Findings } else { Verdict::Clean })
    }
}
