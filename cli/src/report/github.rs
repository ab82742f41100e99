//! Workflow commands of GitHub Actions, which show findings beside the lines of a pull request.

use std::io::{self, Write};

use battlewright_schema::Severity;

use super::{CheckedFile, FindingCounts, Report, TextRegion, sentence};

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
            write!(to, "::{level} file={},line={}", property(&file.path), start.line)?;
            // Both columns lie on the same line only then; GitHub includes the last column.
            if start.line == end.line {
                write!(to, ",col={},endColumn={}", start.column, end.column.max(start.column + 1) - 1)?;
            } else {
                write!(to, ",endLine={}", end.line)?;
            }
            writeln!(to, ",title={}::{}", property(finding.code.as_str()), data(&sentence(finding)))?;
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
