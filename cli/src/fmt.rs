//! `fmt`: formatting of scenario files.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use battlewright_schema::{FORMAT, format, is_own_file, migrate, render};
use clap::Args;

use crate::console::{Console, Failure, Verdict, count};
use crate::files::{self, SearchPurpose};
use crate::output;

/// Format scenario files and keep their comments
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Fmt {
    /// Scenarios, themes and rulesets, folders to search for them, or patterns such as "scenarios/**/*.toml"; searches skip TOML
    /// files of other programs and files that .gitignore excludes
    #[arg(required_unless_present = "stdin", value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Change no files; list those that are not formatted
    #[arg(long)]
    check: bool,
    /// First upgrade files of older format versions
    #[arg(long)]
    migrate: bool,
    /// Format standard input to standard output
    #[arg(long, conflicts_with = "paths")]
    stdin: bool,
}

const EXAMPLES: &str = "\
Sections and keys are sorted in the order of docs/format.md. Values and comments are kept.
Exit status: 0 formatted, 1 with --check, a file is not formatted, 2 a path is missing,
or a file is not TOML, is of another program, or cannot be written.

Examples:
  battlewright fmt my-battle.toml
  battlewright fmt --check scenarios
  battlewright fmt --migrate scenarios
  battlewright fmt --stdin <my-battle.toml";

impl Fmt {
    pub(crate) fn run(&self, console: &mut Console) -> Result<Verdict, Failure> {
        if self.stdin {
            let before = text("<stdin>", files::standard_input()?)?;
            let (after, _) = self.laid_out("<stdin>", &before)?;
            if !self.check {
                console.write_all(after.as_bytes())?;
            }
            return Ok(self.verdict(usize::from(after != before)));
        }
        let (found, mut failures) = files::scenarios(&self.paths, SearchPurpose::Change);
        let (all, mut changed) = (found.len(), 0);
        for path in found {
            match self.file(&path, console) {
                Ok(is_changed) => changed += usize::from(is_changed),
                Err(failure) => failures.push(failure),
            }
        }
        let done = if self.check { "not formatted" } else { "formatted" };
        writeln!(console, "{} of {} {done}", changed, count(all, "file"))?;
        console.finish()?;
        match failures.pop() {
            Some(last) => {
                failures.iter().for_each(Failure::print);
                Err(last)
            }
            None => Ok(self.verdict(changed)),
        }
    }

    fn verdict(&self, changed: usize) -> Verdict {
        if self.check && changed > 0 { Verdict::Findings } else { Verdict::Clean }
    }

    /// Formats the file at `path`. Returns `true` if it was not formatted before.
    fn file(&self, path: &Path, console: &mut Console) -> Result<bool, Failure> {
        let name = files::slashed(path);
        let before = text(&name, files::read(path)?)?;
        let (after, from) = self.laid_out(&name, &before)?;
        if self.migrate {
            match from {
                FORMAT => writeln!(console, "{name}: already format {FORMAT}")?,
                from => writeln!(console, "{name}: format {from} to {FORMAT}")?,
            }
        }
        if !files::is_collection(path) && !is_own_file(before.as_bytes()).unwrap_or(true) {
            return Err(Failure::new(format!("{name} is no scenario, theme or ruleset")).help(
                "a scenario begins with `format = 1`, a theme with `theme = 1`, and a ruleset with `ruleset = 1`",
            ));
        }
        if after == before {
            return Ok(false);
        }
        if !self.check {
            output::replace(path, before.as_bytes(), after.as_bytes())?;
        }
        writeln!(console, "{name}")?;
        Ok(true)
    }

    /// Returns the formatted `text` and its original format version.
    fn laid_out(&self, name: &str, text: &str) -> Result<(String, u32), Failure> {
        let (text, from) = if self.migrate {
            let migrated = migrate::migrate(text)
                .map_err(|problem| Failure::new(format!("{name} cannot be upgraded: {problem}")))?;
            (migrated.text, migrated.from)
        } else {
            (text.to_owned(), FORMAT)
        };
        let laid = format(&text).map_err(|findings| {
            let found = render::short::render(name, &findings);
            Failure::new(format!("{name} is not TOML:\n{}", found.trim_end()))
        });
        Ok((laid?, from))
    }
}

fn text(name: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes)
        .map_err(|_| Failure::new(format!("{name} is not text")).help("save the file as UTF-8 text"))
}
