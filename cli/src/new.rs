//! `new`: a small scenario to start from.

use std::io::Write;
use std::path::PathBuf;

use battlewright_schema::{System, template};
use clap::Args;

use crate::console::{Console, Failure, Verdict};
use crate::output;
use crate::schema::system;

/// Write a small, complete, commented scenario to start from
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct New {
    /// The rules system to play it by
    #[arg(long, value_parser = system())]
    system: System,
    /// The file to write; it must not exist yet
    file: PathBuf,
}

const EXAMPLES: &str = "\
Examples:
  battlewright new --system mars-la-tour my-battle.toml";

impl New {
    pub(crate) fn run(&self, console: &mut Console) -> Result<Verdict, Failure> {
        let name = self.file.display();
        output::create(&self.file, template(self.system).as_bytes())?;
        writeln!(console, "wrote {name}; check it with `battlewright validate {name}`")?;
        Ok(Verdict::Clean)
    }
}
