//! `new`: a small scenario to start from.

use std::io::Write;
use std::path::PathBuf;

use battlewright_schema::{System, schema_json, template};
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
    /// The path or address of the JSON Schema for the scenario's line `#:schema`; without it the schema is written beside
    /// the scenario, unless one is there
    #[arg(long, value_name = "ADDRESS")]
    schema: Option<String>,
    /// The file to write; it must not exist yet
    file: PathBuf,
}

const EXAMPLES: &str = "\
Examples:
  battlewright new --system mars-la-tour my-battle.toml
  battlewright new --system mars-la-tour --schema mlt.schema.json my-battle.toml";

impl New {
    pub(crate) fn run(&self, console: &mut Console) -> Result<Verdict, Failure> {
        let name = self.file.display();
        let own = format!("{}.schema.json", self.system.name());
        let address = self.schema.as_deref().unwrap_or(&own);
        if address.trim().is_empty() || address.contains(char::is_control) {
            return Err(Failure::new("the schema's address is no line of text").help("give a path or a URL"));
        }
        let scenario = format!("#:schema {address}\n{}", template(self.system));
        output::create(&self.file, scenario.as_bytes())?;
        writeln!(console, "wrote {name}; check it with `battlewright validate {name}`")?;
        if self.schema.is_none() {
            let beside = self.file.with_file_name(&own);
            let schema = schema_json::to_text(schema_json::of(self.system));
            let path = beside.display();
            if beside.exists() {
                if std::fs::read(&beside).ok().is_none_or(|old| old != schema.as_bytes()) {
                    let command = format!("battlewright schema --system {}", self.system.name());
                    writeln!(console, "kept {path}, which is not what `{command}` prints now")?;
                }
            } else {
                output::create(&beside, schema.as_bytes())?;
                writeln!(console, "wrote {path}, by which text editors complete and check it")?;
            }
        }
        Ok(Verdict::Clean)
    }
}
