//! `new`: a small scenario to start from.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::PathBuf;

use battlewright_schema::{System, template};
use clap::Args;

use crate::console::{Console, Failure, Verdict};
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
        let mut file =
            OpenOptions::new().write(true).create_new(true).open(&self.file).map_err(|error| match error.kind() {
                io::ErrorKind::AlreadyExists => {
                    Failure::new(format!("{name} exists already")).help("nothing is overwritten: choose another name")
                }
                io::ErrorKind::NotFound => {
                    Failure::new(format!("cannot write {name}: {error}")).help("make its folder first")
                }
                _ => Failure::new(format!("cannot write {name}: {error}")),
            })?;
        file.write_all(template(self.system).as_bytes())
            .map_err(|error| Failure::new(format!("cannot write {name}: {error}")))?;
        writeln!(console, "wrote {name}; check it with `battlewright validate {name}`")?;
        Ok(Verdict::Clean)
    }
}
