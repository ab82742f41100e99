//! `schema`: the JSON Schema of scenario files.

use std::io::Write;

use battlewright_schema::{System, schema_json};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::console::{Console, Failure, Verdict};

/// Print the JSON Schema (draft 2020-12) of scenario files
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Schema {
    /// Only this rules system; without it, one schema for all that looks at `system` in the file
    #[arg(long, value_parser = system())]
    system: Option<System>,
}

const EXAMPLES: &str = "\
Examples:
  battlewright schema --system mars-la-tour > mars-la-tour.schema.json
  battlewright schema > battlewright.schema.json";

/// Reads a system's name, and knows them all for help and errors.
pub(crate) fn system() -> impl TypedValueParser<Value = System> {
    PossibleValuesParser::new(System::ALL.map(System::name))
        .try_map(|name| System::from_name(&name).ok_or("there is no such system"))
}

impl Schema {
    pub(crate) fn run(&self, console: &mut Console) -> Result<Verdict, Failure> {
        let text = match self.system {
            Some(system) => schema_json::to_text(schema_json::of(system)),
            None => schema_json::to_text(&schema_json::combined()),
        };
        console.write_all(text.as_bytes())?;
        Ok(Verdict::Clean)
    }
}
