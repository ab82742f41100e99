//! Reports of findings for people, text editors and CI systems, one format per file.

mod github;
mod gitlab;
mod human;
pub(crate) mod json;
mod junit;
mod path;
mod sarif;
mod short;

use std::io::{self, Write};
use std::ops::Range;

use battlewright_schema::place::LineIndex;
use battlewright_schema::{Diagnostic, Position, Related, Severity};
use clap::ValueEnum;

use crate::console::count;
pub(crate) use path::ReportPaths;

/// A checked file.
#[derive(Debug)]
pub(crate) struct CheckedFile {
    /// The path as found, with slashes; in a report, as [`ReportPaths`] has it.
    pub(crate) path: String,
    /// The text, empty without findings; invalid UTF-8 is replaced.
    pub(crate) text: String,
    /// The findings, in reading order.
    pub(crate) findings: Vec<Diagnostic>,
    /// The kind of file.
    pub(crate) kind: CheckedKind,
}

/// The kind of a checked file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CheckedKind {
    /// A scenario.
    Scenario,
    /// A theme.
    Theme,
    /// A ruleset.
    Ruleset,
    /// The settings of a folder.
    Collection,
}

impl CheckedFile {
    /// Indexes the lines of the file.
    fn lines(&self) -> LineIndex<'_> {
        LineIndex::new(&self.text)
    }
}

/// The counts of findings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FindingCounts {
    /// The number of scenarios checked.
    pub(crate) files: usize,
    /// The number of themes checked.
    pub(crate) themes: usize,
    /// The number of rulesets checked.
    pub(crate) rulesets: usize,
    /// The number of collection files checked.
    pub(crate) collections: usize,
    /// The number of errors.
    pub(crate) errors: usize,
    /// The number of warnings.
    pub(crate) warnings: usize,
    /// The number of findings with a safe fix.
    pub(crate) fixable: usize,
}

impl FindingCounts {
    /// Adds the findings of a file.
    pub(crate) fn add(&mut self, file: &CheckedFile) {
        let of = |severity| file.findings.iter().filter(|finding| finding.severity == severity).count();
        match file.kind {
            CheckedKind::Scenario => self.files += 1,
            CheckedKind::Theme => self.themes += 1,
            CheckedKind::Ruleset => self.rulesets += 1,
            CheckedKind::Collection => self.collections += 1,
        }
        self.errors += of(Severity::Error);
        self.warnings += of(Severity::Warning);
        self.fixable += file.findings.iter().filter(|finding| finding.safe_fix().is_some()).count();
    }

    /// Returns `true` without errors and warnings.
    pub(crate) fn is_clean(self) -> bool {
        self.errors + self.warnings == 0
    }

    /// Formats the counts: `2 scenarios checked: 1 error, no warnings (1 fixable with --fix)`. Collection files are counted only
    /// if nothing else was checked.
    fn line(self) -> String {
        let (errors, warnings) = (count(self.errors, "error"), count(self.warnings, "warning"));
        let fixable = if self.fixable > 0 { format!(" ({} fixable with --fix)", self.fixable) } else { String::new() };
        let kinds = [(self.files, "scenario"), (self.themes, "theme"), (self.rulesets, "ruleset")];
        let counted: Vec<String> =
            kinds.iter().filter(|(number, _)| *number > 0).map(|(number, noun)| count(*number, noun)).collect();
        let checked = match counted.as_slice() {
            [] => count(self.collections, "collection file"),
            [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
            _ => counted.concat(),
        };
        format!("{checked} checked: {errors}, {warnings}{fixable}")
    }
}

/// The format of findings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// Lines of the file with marks under the problems
    #[default]
    Human,
    /// `path:line:column: severity[code]: message`
    Short,
    /// One JSON document with exact positions
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations of GitHub Actions
    Github,
    /// GitLab code quality report
    Gitlab,
    /// JUnit XML, for CI systems that show tests
    Junit,
}

impl ReportFormat {
    /// Returns `true` if the output is a single document, which is incomplete without its end.
    pub(crate) fn is_document(self) -> bool {
        matches!(self, Self::Json | Self::Sarif | Self::Gitlab | Self::Junit)
    }

    /// Returns the folders from which the paths of this report start.
    pub(crate) fn paths(self) -> ReportPaths {
        ReportPaths::of_process(matches!(self, Self::Sarif | Self::Github | Self::Gitlab | Self::Junit))
    }

    /// Returns an empty report in this format.
    pub(crate) fn report(self) -> Box<dyn Report> {
        match self {
            Self::Human => Box::new(human::Human),
            Self::Short => Box::new(short::Short),
            Self::Json => Box::new(json::Json::default()),
            Self::Sarif => Box::new(sarif::Sarif::default()),
            Self::Github => Box::new(github::Github),
            Self::Gitlab => Box::new(gitlab::Gitlab::default()),
            Self::Junit => Box::new(junit::Junit::default()),
        }
    }
}

/// A report on files. Formats of a single document are written at the end.
pub(crate) trait Report {
    /// Adds a file.
    ///
    /// # Errors
    /// The output cannot be written.
    fn file(&mut self, file: &CheckedFile, to: &mut dyn Write) -> io::Result<()>;

    /// Ends the report with the total counts.
    ///
    /// # Errors
    /// The output cannot be written.
    fn end(&mut self, tally: FindingCounts, to: &mut dyn Write) -> io::Result<()>;
}

/// A region of a file, with an exclusive end; lines and characters count from 1. Findings about the whole file are
/// located at its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TextRegion {
    start: Position,
    end: Position,
}

impl TextRegion {
    fn of(finding: &Diagnostic, lines: &LineIndex<'_>) -> Self {
        Self::new(finding.span.as_ref(), lines)
    }

    fn near(related: &Related, lines: &LineIndex<'_>) -> Self {
        Self::new(related.span.as_ref(), lines)
    }

    fn new(span: Option<&Range<usize>>, lines: &LineIndex<'_>) -> Self {
        let span = span.cloned().unwrap_or_default();
        let start = lines.position(span.start);
        Self { start, end: lines.position(span.end.max(span.start)) }
    }
}

/// Returns the message and the help on one line.
fn sentence(finding: &Diagnostic) -> String {
    match &finding.help {
        Some(help) => format!("{}; {help}", finding.message),
        None => finding.message.clone(),
    }
}

/// Returns a fingerprint for each finding of a file, 16 hexadecimal digits that stay the same when lines are added above
/// it.
fn fingerprints(file: &CheckedFile) -> Vec<String> {
    let lines = file.lines();
    let mut seen = Vec::new();
    let mut names = Vec::new();
    for finding in &file.findings {
        let line = lines.line(TextRegion::of(finding, &lines).start.line).and_then(|line| file.text.get(line));
        let about = [&file.path, finding.code.as_str(), &finding.message, line.unwrap_or_default().trim()].join("\0");
        // Equal findings on equal lines are distinguished by their order.
        let earlier = seen.iter().filter(|other| **other == about).count();
        names.push(format!("{:016x}", xxhash_rust::xxh3::xxh3_64(format!("{about}\0{earlier}").as_bytes())));
        seen.push(about);
    }
    names
}

#[cfg(test)]
mod tests;
