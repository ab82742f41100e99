//! `schema`: the JSON Schema of scenarios, collections, themes and rulesets.

use std::io::Write;

use battlewright_schema::{System, schema_json};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::console::{Console, Failure, Verdict};

/// Print the JSON Schema (draft 2020-12) of scenario files
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Schema {
    /// The rules system; the default is one schema for all systems, which depends on `system` in the file
    #[arg(long, value_parser = system())]
    system: Option<System>,
    /// Print the schema of battlewright.toml instead
    #[arg(long, conflicts_with = "system")]
    collection: bool,
    /// Print the schema of themes instead
    #[arg(long, conflicts_with_all = ["system", "collection"])]
    theme: bool,
    /// Print the schema of the rulesets of --system instead
    #[arg(long, requires = "system", conflicts_with_all = ["collection", "theme"])]
    ruleset: bool,
}

const EXAMPLES: &str = "\
Examples:
  battlewright schema --system mars-la-tour > mars-la-tour.schema.json
  battlewright schema > battlewright.schema.json
  battlewright schema --collection > collection.schema.json
  battlewright schema --theme > theme.schema.json
  battlewright schema --system mars-la-tour --ruleset > mars-la-tour.ruleset.json";

/// Returns the parser of system names, which also lists them for help and errors.
pub(crate) fn system() -> impl TypedValueParser<Value = System> {
    PossibleValuesParser::new(System::ALL.map(System::name))
        .try_map(|name| System::from_name(&name).ok_or("unknown system"))
}

impl Schema {
    pub(crate) fn run(&self, console: &mut Console) -> Result<Verdict, Failure> {
        let schema = match self.system {
            _ if self.collection => schema_json::collection(),
            _ if self.theme => schema_json::theme().clone(),
            Some(system) if self.ruleset => schema_json::ruleset(system).clone(),
            Some(system) => schema_json::of(system).clone(),
            None => schema_json::combined(),
        };
        console.write_all(schema_json::to_text(&schema).as_bytes())?;
        Ok(Verdict::Clean)
    }
}
