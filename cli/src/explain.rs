//! `explain`: the documentation of a finding, and the rules in rows of a scenario in words.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::console::{Console, Failure, Verdict};
use crate::files;

/// Explain a finding and its remedy, or the rules of a scenario
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Explain {
    /// The code, as shown in brackets by `validate`; without it, all codes are listed. `rule` explains rows of rules
    #[arg(value_name = "CODE")]
    code: Option<String>,
    /// With `rule`: the scenario
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// With `rule`: the id of a row; without it, all rows are listed
    #[arg(value_name = "ID")]
    id: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  battlewright explain hex-off-map
  battlewright explain
  battlewright explain rule my-battle.toml
  battlewright explain rule my-battle.toml guard";

/// The word in place of a code that asks for rows of rules.
const RULE: &str = "rule";

impl Explain {
    pub(crate) fn run(&self, console: &mut Console) -> Result<Verdict, Failure> {
        match (self.code.as_deref(), &self.file) {
            (Some(RULE), Some(file)) => rules(file, self.id.as_deref(), console),
            (Some(RULE), None) => {
                Err(Failure::new("`explain rule` needs a scenario").help("battlewright explain rule FILE [ID]"))
            }
            (Some(code), Some(_)) => {
                let message = format!("{code:?} takes no file");
                Err(Failure::new(message).help("`battlewright explain rule FILE [ID]` explains rules of a scenario"))
            }
            (Some(code), None) => finding(code, console),
            (None, _) => {
                for finding in battlewright_schema::findings() {
                    writeln!(console, "{:<9}{}", finding.severity.name(), finding.code)?;
                }
                Ok(Verdict::Clean)
            }
        }
    }
}

/// Explains the finding with the code `code`.
fn finding(code: &str, console: &mut Console) -> Result<Verdict, Failure> {
    let Some(finding) = battlewright_schema::explain(code) else {
        let message = format!("unknown code {code:?}");
        return Err(Failure::new(message).help("run `battlewright explain` to list all codes"));
    };
    writeln!(console, "{}[{}]\n", finding.severity, finding.code)?;
    write!(console, "{}", finding.explanation.plain())?;
    Ok(Verdict::Clean)
}

/// Lists the rows of rules of a scenario, or explains the one with the id `id`.
fn rules(file: &Path, id: Option<&str>, console: &mut Console) -> Result<Verdict, Failure> {
    let scenario = files::scenario(file)?;
    if let Some(id) = id {
        let Some(details) = scenario.explain_rule(id) else {
            let message = format!("no row of rules has the id {id:?}");
            let help = format!("`battlewright explain rule {}` lists them", files::slashed(file));
            return Err(Failure::new(message).help(help));
        };
        for line in details.lines() {
            writeln!(console, "{line}")?;
        }
        return Ok(Verdict::Clean);
    }
    let (rows, dropped) = (scenario.rules_in_words(), scenario.dropped_modifiers());
    if rows.is_empty() && dropped.is_empty() {
        writeln!(console, "the scenario has no rules in rows")?;
    }
    for row in rows {
        let of = row.ruleset.map_or_else(String::new, |ruleset| format!(" of {ruleset}"));
        writeln!(console, "{}{of}: {} {}: {}", row.id, row.rule, row.name, row.sentence)?;
    }
    for id in dropped {
        writeln!(console, "{id}: this published modifier does not count")?;
    }
    Ok(Verdict::Clean)
}
