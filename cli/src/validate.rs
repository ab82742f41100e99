//! `validate`: every finding in scenario files.

use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use battlewright_engine::any::AnyGame;
use battlewright_schema::{Diagnostic, Loaded, load_bytes, unplayable};
use clap::Args;
use rayon::prelude::*;

use crate::console::{Console, Failure, Verdict};
use crate::files::{self, MAX_BYTES};
use crate::report::{Checked, Format, Tally};

/// Check scenario files and list everything that is wrong with them
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Validate {
    /// Scenario files, folders to search for *.toml, or patterns such as "scenarios/**/*.toml"; what .gitignore leaves
    /// out is passed over in folders
    #[arg(required_unless_present = "stdin", value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// How findings are written
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Check what comes on standard input too
    #[arg(long)]
    stdin: bool,
    /// What to call it
    #[arg(long, value_name = "PATH", requires = "stdin", default_value = "<stdin>")]
    stdin_name: String,
}

const EXAMPLES: &str = "\
Exit status: 0 no findings, 1 findings, 2 a path is missing, unreadable or holds no scenario.

Examples:
  battlewright validate my-battle.toml
  battlewright validate scenarios more/battle.toml
  battlewright validate --format sarif scenarios >findings.sarif
  battlewright validate --stdin --stdin-name my-battle.toml <my-battle.toml";

/// How many files are checked before their findings are written: enough for every core, and few enough that their texts
/// do not fill the memory.
const BATCH: usize = 64;

impl Validate {
    pub(crate) fn run(&self, console: &mut Console) -> Result<Verdict, Failure> {
        let (found, mut failures) = files::scenarios(&self.paths);
        let mut report = self.format.report();
        let mut tally = Tally::default();
        let mut tell = |file: &Checked, console: &mut Console| {
            tally.add(file);
            report.file(file, console)
        };
        if self.stdin {
            tell(&check(self.stdin_name.clone(), &standard_input()?), console)?;
        }
        for batch in found.chunks(BATCH) {
            let checked: Vec<Result<Checked, Failure>> =
                batch.par_iter().map(|path| Ok(check(slashed(path), &files::read(path)?))).collect();
            for file in checked {
                match file {
                    Ok(file) => tell(&file, console)?,
                    Err(failure) => failures.push(failure),
                }
            }
        }
        if tally.files > 0 || self.format.is_document() {
            report.end(tally, console)?;
        }
        console.finish()?;
        // Every failure is told; the last one ends the program.
        match failures.pop() {
            Some(last) => {
                failures.iter().for_each(Failure::tell);
                Err(last)
            }
            None if tally.is_clean() => Ok(Verdict::Clean),
            None => Ok(Verdict::Findings),
        }
    }
}

/// Everything that is wrong with the file called `path`.
fn check(path: String, bytes: &[u8]) -> Checked {
    let findings = with_rules(&load_bytes(bytes));
    Checked { path, text: String::from_utf8_lossy(bytes).into_owned(), findings }
}

/// Everything that is wrong with what was loaded, the rules asked last.
pub(crate) fn with_rules(loaded: &Loaded) -> Vec<Diagnostic> {
    let mut findings = loaded.diagnostics.clone();
    if let Some(Err(problems)) = loaded.scenario.as_ref().map(AnyGame::new) {
        findings.extend(problems.iter().map(|problem| unplayable(&problem.message, &problem.rule.to_string())));
    }
    findings
}

fn standard_input() -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let limit = u64::try_from(MAX_BYTES).unwrap_or(u64::MAX).saturating_add(1);
    match io::stdin().lock().take(limit).read_to_end(&mut bytes) {
        Err(error) => Err(Failure::new(format!("cannot read standard input: {error}"))),
        Ok(_) => files::not_too_long("standard input", bytes),
    }
}

/// `path` as reports name it on every system.
fn slashed(path: &Path) -> String {
    path.display().to_string().replace(std::path::MAIN_SEPARATOR, "/")
}
