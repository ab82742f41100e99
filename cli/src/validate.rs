//! `validate`: every finding in scenario files.

use std::hint::black_box;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use battlewright_engine::any::AnyGame;
use battlewright_engine::game::SetupProblem;
use battlewright_export::art::Art;
use battlewright_export::parallel::{Workers, each_in_order};
use battlewright_schema::ruleset::is_ruleset;
use battlewright_schema::{
    Diagnostic, DiskRulesets, LintLevels, Lints, Loaded, Scenario, Surroundings, Theme, placed, unplayable,
    validate_from,
};
use clap::Args;

use crate::console::{Console, Failure, Verdict, count, one_line, stderr};
use crate::files::{self, SearchPurpose};
use crate::levels::{Collections, Flags, FoundCollection};
use crate::mend::FixedFile;
use crate::output;
use crate::report::{CheckedFile, CheckedKind, FindingCounts, Report, ReportFormat, ReportPaths};

/// Check scenario files and list all problems
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Validate {
    /// Scenarios, themes and rulesets, folders to search for them, or patterns such as "scenarios/**/*.toml"; searches skip TOML
    /// files of other programs and files that .gitignore excludes
    #[arg(required_unless_present = "stdin", value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The format of the findings
    #[arg(long, value_enum, default_value_t)]
    format: ReportFormat,
    /// Also check the text on standard input
    #[arg(long)]
    stdin: bool,
    /// The name of standard input in messages
    #[arg(long, value_name = "PATH", requires = "stdin", default_value = UNNAMED)]
    stdin_name: String,
    /// Apply all safe fixes and list the remaining findings; fixed standard input goes to standard output, and the list
    /// to standard error
    #[arg(long)]
    fix: bool,
    /// Change no files; print the changes of --fix as a unified diff, and the findings of the files as they are to standard
    /// error
    #[arg(long, requires = "fix")]
    dry_run: bool,
    /// Also tell how the rules of each scenario differ from the published ones
    #[arg(short, long)]
    verbose: bool,
    #[command(flatten, next_help_heading = "Levels")]
    levels: Flags,
}

const EXAMPLES: &str = "\
Exit status: 0 no findings, 1 findings (with --fix, the remaining ones), 2 a path is missing,
unreadable, cannot be written or contains no scenario.

Flags override the [lints] of the scenario, which override the [lints] of the nearest
battlewright.toml in the folder of the scenario or above it.

Examples:
  battlewright validate my-battle.toml
  battlewright validate scenarios more/battle.toml
  battlewright validate rules/*.toml
  battlewright validate --verbose my-battle.toml
  battlewright validate --fix --dry-run my-battle.toml
  battlewright validate --deny all --allow unused-terrain scenarios
  battlewright validate --format sarif scenarios >findings.sarif
  battlewright validate --stdin --stdin-name my-battle.toml <my-battle.toml";

/// The name of standard input without --stdin-name.
const UNNAMED: &str = "<stdin>";

/// The number of files checked before their findings are written: enough that cores seldom wait for the last file, and
/// few enough that the texts of files with findings fit in memory.
const BATCH: usize = 256;

/// The outcome for a file.
struct Outcome {
    /// The checked file for the report.
    file: CheckedFile,
    /// The fixes applied to it, or to be applied in a dry run.
    mended: Option<FixedFile>,
    /// The sentence about its rules, for a scenario that can be read.
    rules: Option<String>,
}

impl Validate {
    pub(crate) fn run(&self, console: &mut Console) -> Result<Verdict, Failure> {
        let flags = self.levels.lints()?;
        let mut collections = Collections::default();
        let purpose = if self.fix && !self.dry_run { SearchPurpose::Change } else { SearchPurpose::Read };
        let (found, mut failures) = files::scenarios(&self.paths, purpose);
        let mut reported = ReportedFiles {
            report: self.format.report(),
            paths: self.format.paths(),
            tally: FindingCounts::default(),
            mended: (0, 0),
            by: self,
        };
        if self.stdin {
            let (levels, first) = collections.levels(Path::new(&self.stdin_name), &flags)?;
            reported.collection(first, console)?;
            let bytes = files::standard_input()?;
            let outcome = self.outcome(checked(self.stdin_name.clone(), bytes.clone(), &levels, self.verbose), &levels);
            if self.fix && !self.dry_run {
                // Text that is not UTF-8 is passed through.
                console.write_all(outcome.mended.as_ref().map_or(bytes.as_slice(), |mended| mended.text.as_bytes()))?;
            }
            reported.file(outcome, console)?;
        }
        if found.len() > 1 {
            retain_freed_memory();
        }
        for batch in found.chunks(BATCH) {
            let mut scenarios = Vec::with_capacity(batch.len());
            for path in batch {
                let is_collection = files::is_collection(path);
                let first = if is_collection {
                    collections.first(path, &flags)?
                } else {
                    let (levels, first) = collections.levels(path, &flags)?;
                    scenarios.push((path, levels));
                    first
                };
                reported.collection(first, console)?;
            }
            let check = |_, (path, levels): &(&PathBuf, LintLevels)| self.scenario(path, levels);
            each_in_order(&scenarios, Workers::default(), check, |outcome| {
                match outcome {
                    Ok(outcome) => reported.file(outcome, console)?,
                    Err(failure) => failures.push(failure),
                }
                Ok::<(), Failure>(())
            })?;
        }
        let verdict = reported.end(console)?;
        console.finish()?;
        // Every failure is printed; the last one ends the program.
        match failures.pop() {
            Some(last) => {
                failures.iter().for_each(Failure::print);
                Err(last)
            }
            None => Ok(verdict),
        }
    }

    /// Checks the file at `path`, and applies fixes if requested.
    fn scenario(&self, path: &Path, levels: &LintLevels) -> Result<Outcome, Failure> {
        let outcome =
            self.outcome(checked(files::with_slashes(path), files::read(path)?, levels, self.verbose), levels);
        if let Some(mended) = outcome.mended.as_ref().filter(|_| !self.dry_run) {
            output::replace(path, mended.before.as_bytes(), mended.text.as_bytes())?;
        }
        Ok(outcome)
    }

    fn outcome(&self, (file, rules): (CheckedFile, Option<String>), levels: &LintLevels) -> Outcome {
        let mended = if self.fix { FixedFile::of(&file, levels) } else { None };
        let (file, rules) = match &mended {
            Some(now) if !self.dry_run => checked(file.path, now.text.clone().into_bytes(), levels, self.verbose),
            _ => (file, rules),
        };
        Outcome { file, mended, rules }
    }
}

/// The report and its totals so far.
struct ReportedFiles<'v> {
    report: Box<dyn Report>,
    paths: ReportPaths,
    tally: FindingCounts,
    /// The number of fixes applied, and of files fixed.
    mended: (usize, usize),
    by: &'v Validate,
}

impl ReportedFiles<'_> {
    fn file(&mut self, outcome: Outcome, console: &mut Console) -> Result<(), Failure> {
        let Outcome { mut file, mended, rules } = outcome;
        if file.path != UNNAMED {
            file.path = self.paths.name(&file.path);
        }
        if let Some(rules) = rules {
            // Standard output has the document, the changes, or the fixed text.
            let aside = self.by.format.is_document() || self.by.dry_run || self.by.fix && self.by.stdin;
            let line = format!("{}: {rules}", one_line(&file.path));
            if aside { writeln!(stderr(), "{line}")? } else { writeln!(console, "{line}")? }
        }
        self.tally.add(&file);
        if let Some(mended) = &mended {
            self.mended = (self.mended.0 + mended.count(), self.mended.1 + 1);
        }
        if self.by.dry_run {
            let difference = mended.map(|mended| mended.difference()).unwrap_or_default();
            // Formatted, so that no line of the scenario is a command to a runner or a terminal.
            write!(console, "{difference}")?;
            return Ok(self.report.file(&file, &mut stderr())?);
        }
        if let Some(mended) = &mended {
            mended.print(&mut stderr())?;
        }
        if self.by.fix && self.by.stdin {
            return Ok(self.report.file(&file, &mut stderr())?);
        }
        Ok(self.report.file(&file, console)?)
    }

    /// Reports the findings of a collection file. None are fixed.
    fn collection(&mut self, found: Option<FoundCollection>, console: &mut Console) -> Result<(), Failure> {
        let Some(found) = found else { return Ok(()) };
        let text = String::from_utf8_lossy(&found.bytes).into_owned();
        let file = CheckedFile {
            path: files::with_slashes(&found.path),
            text,
            findings: found.diagnostics,
            kind: CheckedKind::Collection,
        };
        self.file(Outcome { file, mended: None, rules: None }, console)
    }

    fn end(&mut self, console: &mut Console) -> Result<Verdict, Failure> {
        let (fixes, files) = self.mended;
        if self.by.fix && fixes > 0 {
            let would = if self.by.dry_run { "would be applied" } else { "made" };
            writeln!(stderr(), "{} {would} in {}", count(fixes, "fix"), count(files, "file"))?;
        }
        let checked = self.tally.files + self.tally.themes + self.tally.rulesets + self.tally.collections;
        if checked > 0 || self.by.format.is_document() {
            // Standard output has the changes, or the fixed text.
            let aside = self.by.fix && (self.by.stdin || self.by.dry_run);
            if aside {
                self.report.end(self.tally, &mut stderr())?;
            } else {
                self.report.end(self.tally, console)?;
            }
        }
        Ok(if self.tally.is_clean() { Verdict::Clean } else { Verdict::Findings })
    }
}

/// Makes the allocator keep freed memory between files. The Linux allocator returns it to the system page by page until a
/// large block has been freed, which raises its threshold. Getting the pages back took a tenth of the time.
fn retain_freed_memory() {
    // The block is never written to, so that it takes no physical memory.
    drop(black_box(Vec::<u8>::with_capacity(16 << 20)));
}

/// Checks the file called `path` and returns all findings.
pub(crate) fn check(path: String, bytes: Vec<u8>, levels: &LintLevels) -> CheckedFile {
    checked(path, bytes, levels, false).0
}

/// Checks like [`check`]. If `verbose`, returns the sentence about the rules of a scenario as well.
fn checked(path: String, bytes: Vec<u8>, levels: &LintLevels, verbose: bool) -> (CheckedFile, Option<String>) {
    let rulesets = DiskRulesets::of(Path::new(&path));
    let (scenario, mut findings) = validate_from(&bytes, &Surroundings { levels, rulesets: &rulesets });
    findings.extend(refusals(scenario.as_ref(), &bytes));
    // A file readable as a scenario is no theme and no ruleset.
    let is_theme = scenario.is_none() && Theme::is(&bytes);
    let is_ruleset = scenario.is_none() && is_ruleset(&bytes);
    let mut of_art = match &scenario {
        Some(scenario) if scenario.common().theme().is_some() => {
            let found = Art::of_scenario(scenario, Path::new(&path)).findings_in(scenario);
            placed(&String::from_utf8_lossy(&bytes), found)
        }
        // The findings about the theme's text are complete already.
        None if is_theme => Art::load(Path::new(&path)).of_pictures(),
        _ => Vec::new(),
    };
    if !of_art.is_empty() {
        levels.apply(scenario.as_ref().map_or(&Lints::new(), Scenario::lints), &mut of_art);
        findings.extend(of_art);
        findings.sort_by(Diagnostic::reading_order);
    }
    let text = if findings.is_empty() { String::new() } else { text(bytes) };
    let kind = match (is_theme, is_ruleset) {
        (true, _) => CheckedKind::Theme,
        (_, true) => CheckedKind::Ruleset,
        _ => CheckedKind::Scenario,
    };
    let rules = scenario.filter(|_| verbose).map(|scenario| scenario.rules_sentence());
    (CheckedFile { path, text, findings, kind }, rules)
}

/// Returns `bytes` as text; invalid UTF-8 is replaced.
fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// Returns all findings of a scenario loaded from `text`, with those of the rules last.
pub(crate) fn with_rules(loaded: &Loaded, text: &str) -> Vec<Diagnostic> {
    let mut findings = loaded.diagnostics.clone();
    findings.extend(refusals(loaded.scenario.as_ref(), text.as_bytes()));
    findings
}

/// Returns the reasons why a `scenario` read from `bytes` cannot be played, each at its row or field.
fn refusals(scenario: Option<&Scenario>, bytes: &[u8]) -> Vec<Diagnostic> {
    let problems = scenario.map(AnyGame::problems).unwrap_or_default();
    let finding = |problem: SetupProblem| unplayable(problem.path, &problem.message, &problem.rule.to_string());
    placed(&String::from_utf8_lossy(bytes), problems.into_iter().map(finding).collect())
}
