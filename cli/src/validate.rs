//! `validate`: every finding in scenario files.

use std::io::Write;
use std::path::{Path, PathBuf};

use battlewright_engine::any::AnyGame;
use battlewright_schema::render::human;
use clap::Args;

use crate::console::{Console, Failure, Verdict, count};
use crate::files;

/// Check scenario files and list everything that is wrong with them
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Validate {
    /// Scenario files, or folders to search for *.toml
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
}

const EXAMPLES: &str = "\
Exit status: 0 no findings, 1 findings, 2 a path is missing, unreadable or holds no scenario.

Examples:
  battlewright validate my-battle.toml
  battlewright validate scenarios more/battle.toml";

/// How many findings there are of each kind.
#[derive(Default)]
struct Tally {
    errors: usize,
    warnings: usize,
}

impl Validate {
    pub(crate) fn run(&self, console: &mut Console) -> Result<Verdict, Failure> {
        let (mut found, mut failures) = (Vec::new(), Vec::new());
        for path in &self.paths {
            let (more, failed) = files::scenarios(path);
            found.extend(more);
            failures.extend(failed);
        }
        let (mut checked, mut tally) = (0, Tally::default());
        for path in found {
            match files::read(&path) {
                Ok(bytes) => {
                    check(&path, &bytes, &mut tally, console)?;
                    checked += 1;
                }
                Err(failure) => failures.push(failure),
            }
        }
        if checked > 0 {
            let (errors, warnings) = (count(tally.errors, "error"), count(tally.warnings, "warning"));
            writeln!(console, "{} checked: {errors}, {warnings}", count(checked, "scenario"))?;
        }
        console.finish()?;
        // Every failure is told; the last one ends the program.
        match failures.pop() {
            Some(last) => {
                failures.iter().for_each(Failure::tell);
                Err(last)
            }
            None if tally.errors + tally.warnings > 0 => Ok(Verdict::Findings),
            None => Ok(Verdict::Clean),
        }
    }
}

fn check(path: &Path, bytes: &[u8], tally: &mut Tally, console: &mut Console) -> Result<(), Failure> {
    let loaded = battlewright_schema::load_bytes(bytes);
    let name = path.display().to_string();
    tally.errors += loaded.errors();
    tally.warnings += loaded.warnings();
    // The console takes the colors out where they are not wanted.
    let shown = human::render(&name, &String::from_utf8_lossy(bytes), &loaded.diagnostics, true);
    console.write_all(shown.as_bytes())?;
    if let Some(scenario) = &loaded.scenario
        && let Err(problems) = AnyGame::new(scenario)
    {
        for problem in &problems {
            writeln!(console, "error: {}\n --> {name}\n  = rule: {}\n", problem.message, problem.rule)?;
        }
        tally.errors += problems.len();
    }
    Ok(())
}
