//! `explain`: the documentation of a finding.

use std::io::Write;

use clap::Args;

use crate::console::{Console, Failure, Verdict};

/// Explain a finding and its remedy
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Explain {
    /// The code, as shown in brackets by `validate`; without it, all codes are listed
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
            let message = format!("unknown code {code:?}");
            return Err(Failure::new(message).help("run `battlewright explain` to list all codes"));
        };
        writeln!(console, "{}[{}]\n", finding.severity, finding.code)?;
        write!(console, "{}", finding.explanation.plain())?;
        Ok(Verdict::Clean)
    }
}
