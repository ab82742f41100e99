//! `inline`: a scenario with the changes of the rulesets that it uses.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;

use crate::console::{Console, Failure, Verdict};
use crate::files::{self, slashed};
use crate::output;

/// Write the changes of the rulesets that a scenario uses into the scenario itself, so that it needs no other file
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Inline {
    /// The scenario
    file: PathBuf,
    /// The output file, which must not exist; by default, the scenario goes to standard output
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
}

const EXAMPLES: &str = "\
`based_on` in the result names the rulesets with their versions, and a hash of their changes.
A scenario that uses none is written unchanged.
Exit status: 0 written, 2 the scenario cannot be read or has errors.

Examples:
  battlewright inline my-battle.toml
  battlewright inline my-battle.toml --out to-send.toml";

impl Inline {
    pub(crate) fn run(&self, console: &mut Console) -> Result<Verdict, Failure> {
        output::distinct([self.file.as_path()], self.out.as_deref())?;
        let bytes = files::playable(&self.file)?;
        match &self.out {
            Some(out) => {
                output::create(out, &bytes)?;
                writeln!(console, "wrote {}", slashed(out))?;
            }
            None => console.write_all(&bytes)?,
        }
        Ok(Verdict::Clean)
    }
}
