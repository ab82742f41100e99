//! `explain`: what a finding means.

use std::io::Write;

use clap::Args;

use crate::console::{Console, Failure, Verdict};

/// Say what the code of a finding means and what to do about it
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Explain {
    /// The code, as `validate` shows it in brackets; all codes are listed if it is left out
    #[arg(value_name = "CODE")]
    code: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  battlewright explain hex-off-map
  battlewright explain";

impl Explain {
    pub(crate) fn run(&self, console: &mut Console) -> Result<Verdict, Failure> {
        let Some(code) = &self.code else {
            for finding in battlewright_schema::findings() {
                writeln!(console, "{:<9}{}", finding.severity.name(), finding.code)?;
            }
            return Ok(Verdict::Clean);
        };
        let Some(finding) = battlewright_schema::explain(code) else {
            let message = format!("there is no finding with the code {code:?}");
            return Err(Failure::new(message).help("`battlewright explain` lists all codes"));
        };
        writeln!(console, "{}[{}]\n", finding.severity, finding.code)?;
        for line in finding.doc.trim().lines() {
            // A doc comment's lines begin with the space after the slashes.
            writeln!(console, "{}", line.strip_prefix(' ').unwrap_or(line))?;
        }
        Ok(Verdict::Clean)
    }
}
