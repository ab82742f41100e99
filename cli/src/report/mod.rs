//! Reports of findings for people, text editors and CI systems, one format per file.

mod github;
mod gitlab;
mod human;
pub(crate) mod json;
mod junit;
mod sarif;
mod short;

use std::io::{self, Write};
use std::ops::Range;

use battlewright_schema::place::LineIndex;
use battlewright_schema::{Diagnostic, Position, Related, Severity};
use clap::ValueEnum;

use crate::console::count;

/// A file that was checked.
#[derive(Debug)]
pub(crate) struct CheckedFile {
    /// Its path as it was found, with slashes.
    pub(crate) path: String,
    /// Its text, if anything is wrong with it; what is no text in it is replaced.
    pub(crate) text: String,
    /// The findings, in reading order.
    pub(crate) findings: Vec<Diagnostic>,
    /// `true` for a scenario; otherwise it is a collection's file.
    pub(crate) is_scenario: bool,
}

impl CheckedFile {
    /// The lines of this file.
    fn lines(&self) -> LineIndex<'_> {
        LineIndex::new(&self.text)
    }
}

/// The sum of what was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FindingCounts {
    /// The number of scenarios that were checked.
    pub(crate) files: usize,
    /// The number of errors.
    pub(crate) errors: usize,
    /// The number of warnings.
    pub(crate) warnings: usize,
    /// The number of both that can be mended without asking.
    pub(crate) fixable: usize,
}

impl FindingCounts {
    /// Counts one more file.
    pub(crate) fn add(&mut self, file: &CheckedFile) {
        let of = |severity| file.findings.iter().filter(|finding| finding.severity == severity).count();
        self.files += usize::from(file.is_scenario);
        self.errors += of(Severity::Error);
        self.warnings += of(Severity::Warning);
        self.fixable += file.findings.iter().filter(|finding| finding.safe_fix().is_some()).count();
    }

    /// Returns `true` if there is nothing to complain of.
    pub(crate) fn is_clean(self) -> bool {
        self.errors + self.warnings == 0
    }

    /// In words: `2 scenarios checked: 1 error, no warnings (1 fixable with --fix)`.
    fn line(self) -> String {
        let (errors, warnings) = (count(self.errors, "error"), count(self.warnings, "warning"));
        let fixable = if self.fixable > 0 { format!(" ({} fixable with --fix)", self.fixable) } else { String::new() };
        format!("{} checked: {errors}, {warnings}{fixable}", count(self.files, "scenario"))
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
    /// Returns `true` if it is one document, which is not whole without its end.
    pub(crate) fn is_document(self) -> bool {
        matches!(self, Self::Json | Self::Sarif | Self::Gitlab | Self::Junit)
    }

    /// A report in this format, still empty.
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

/// A report on files. Formats that are one document write it at the end.
pub(crate) trait Report {
    /// Tells of one more file.
    ///
    /// # Errors
    /// When the output cannot be written.
    fn file(&mut self, file: &CheckedFile, to: &mut dyn Write) -> io::Result<()>;

    /// Tells how much there was in all.
    ///
    /// # Errors
    /// When the output cannot be written.
    fn end(&mut self, tally: FindingCounts, to: &mut dyn Write) -> io::Result<()>;
}

/// From where to where in a file, the end excluded; lines and characters from 1. What is wrong with a
/// file as a whole is wrong with its beginning.
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

/// The problem and the remedy, on one line.
fn sentence(finding: &Diagnostic) -> String {
    match &finding.help {
        Some(help) => format!("{}; {help}", finding.message),
        None => finding.message.clone(),
    }
}

/// A name for each finding of a file that stays the same when lines are added above it: 16 digits.
fn fingerprints(file: &CheckedFile) -> Vec<String> {
    let lines = file.lines();
    let mut seen = Vec::new();
    let mut names = Vec::new();
    for finding in &file.findings {
        let line = lines.line(TextRegion::of(finding, &lines).start.line).and_then(|line| file.text.get(line));
        let about = [&file.path, finding.code.as_str(), &finding.message, line.unwrap_or_default().trim()].join("\0");
        // The same mistake on a line of the same words is told apart by its number.
        let earlier = seen.iter().filter(|other| **other == about).count();
        names.push(format!("{:016x}", xxhash_rust::xxh3::xxh3_64(format!("{about}\0{earlier}").as_bytes())));
        seen.push(about);
    }
    names
}

#[cfg(test)]
mod tests;
