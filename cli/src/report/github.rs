//! Workflow commands of GitHub Actions, which show findings beside the lines of a pull request.

use std::io::{self, Write};

use battlewright_schema::Severity;

use super::{CheckedFile, FindingCounts, Report, TextRegion, sentence};
use crate::console::harmless;

pub(super) struct Github;

impl Report for Github {
    fn file(&mut self, file: &CheckedFile, to: &mut dyn Write) -> io::Result<()> {
        let lines = file.lines();
        for finding in &file.findings {
            let level = match finding.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "notice",
            };
            let TextRegion { start, end } = TextRegion::of(finding, &lines);
            // Both columns lie on the same line only then; GitHub includes the last column.
            let region = if start.line == end.line {
                format!("line={},col={},endColumn={}", start.line, start.column, end.column.max(start.column + 1) - 1)
            } else {
                format!("line={},endLine={}", start.line, end.line)
            };
            let (path, title) = (property(&file.path), property(finding.code.as_str()));
            let command = format!("::{level} file={path},{region},title={title}::{}\n", data(&sentence(finding)));
            // As bytes, because a command in a formatted text is escaped.
            to.write_all(harmless(&command).as_bytes())?;
        }
        Ok(())
    }

    fn end(&mut self, tally: FindingCounts, to: &mut dyn Write) -> io::Result<()> {
        writeln!(to, "{}", tally.line())
    }
}

/// Escapes `text` for the message of a command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes `text` for a property of a command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
