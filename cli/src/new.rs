//! `new`: a small scenario as a start.

use std::io::Write;
use std::path::PathBuf;

use battlewright_schema::ruleset::bundled;
use battlewright_schema::{System, schema_json, template};
use clap::Args;

use crate::console::{Console, Failure, Verdict};
use crate::files::slashed;
use crate::output;
use crate::schema::system;

/// Create a small, complete scenario with comments
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct New {
    /// The rules system of the scenario
    #[arg(long, value_parser = system(), required_unless_present = "list")]
    system: Option<System>,
    /// The path or address of the JSON Schema for the line `#:schema`; by default, the schema is written beside the
    /// scenario unless it exists
    #[arg(long, value_name = "ADDRESS")]
    schema: Option<String>,
    /// The file to create; it must not exist
    #[arg(required_unless_present = "list")]
    file: Option<PathBuf>,
    /// Only list the systems, and the rulesets that a scenario can use by their ids
    #[arg(long, conflicts_with_all = ["schema", "file"])]
    list: bool,
}

const EXAMPLES: &str = "\
Examples:
  battlewright new --system mars-la-tour my-battle.toml
  battlewright new --system mars-la-tour --schema mlt.schema.json my-battle.toml
  battlewright new --list";

impl New {
    pub(crate) fn run(&self, console: &mut Console) -> Result<Verdict, Failure> {
        let (Some(system), Some(file)) = (self.system, &self.file) else { return self.list(console) };
        if self.list {
            return self.list(console);
        }
        let name = slashed(file);
        let own = format!("{}.schema.json", system.name());
        let address = self.schema.as_deref().unwrap_or(&own);
        if address.trim().is_empty() || address.contains(char::is_control) {
            return Err(Failure::new("the schema address must be one line").help("give a path or a URL"));
        }
        let scenario = format!("#:schema {address}\n{}", template(system));
        output::create(file, scenario.as_bytes())?;
        writeln!(console, "wrote {name}; check it with `battlewright validate {name}`")?;
        if self.schema.is_none() {
            let beside = file.with_file_name(&own);
            let schema = schema_json::to_text(schema_json::of(system));
            let path = slashed(&beside);
            if beside.exists() {
                if std::fs::read(&beside).ok().is_none_or(|old| old != schema.as_bytes()) {
                    let command = format!("battlewright schema --system {}", system.name());
                    writeln!(console, "kept {path}, which differs from the output of `{command}`")?;
                }
            } else {
                output::create(&beside, schema.as_bytes())?;
                writeln!(console, "wrote {path}, the schema for text editors")?;
            }
        }
        Ok(Verdict::Clean)
    }

    /// Lists the systems, each with its rulesets.
    fn list(&self, console: &mut Console) -> Result<Verdict, Failure> {
        for system in System::ALL.into_iter().filter(|system| self.system.is_none_or(|wanted| wanted == *system)) {
            let version = system.published_version();
            writeln!(console, "{}@{version}: {}, as published", system.name(), system.title())?;
            for ruleset in bundled().iter().filter(|ruleset| ruleset.system == system) {
                writeln!(console, "  {}@{}: {}", ruleset.id, ruleset.version, ruleset.title)?;
            }
        }
        Ok(Verdict::Clean)
    }
}
