//! One JSON document with all data of all findings.

use std::io::{self, Write};
use std::ops::Range;

use battlewright_schema::place::LineIndex;
use battlewright_schema::{Fix, Position};
use serde_json::{Value, json};

use super::{CheckedFile, FindingCounts, Report, TextRegion};

/// The version of the document format.
const FORMAT: u32 = 1;

#[derive(Default)]
pub(super) struct Json(Vec<Value>);

impl Report for Json {
    fn file(&mut self, file: &CheckedFile, _: &mut dyn Write) -> io::Result<()> {
        let lines = file.lines();
        let findings = file.findings.iter().map(|finding| {
            let related = finding.related.iter().map(|related| {
                json!({
                    "message": related.message,
                    "path": related.path.to_string(),
                    "range": range(TextRegion::near(related, &lines), related.span.as_ref()),
                })
            });
            json!({
                "code": finding.code.as_str(),
                "severity": finding.severity.name(),
                "message": finding.message,
                "help": finding.help,
                "path": finding.path.to_string(),
                "range": range(TextRegion::of(finding, &lines), finding.span.as_ref()),
                "related": related.collect::<Vec<_>>(),
                "fixes": finding.fixes.iter().map(|fix| self::fix(fix, &lines)).collect::<Vec<_>>(),
            })
        });
        let findings: Vec<Value> = findings.collect();
        self.0.push(json!({ "path": file.path, "findings": findings }));
        Ok(())
    }

    fn end(&mut self, tally: FindingCounts, to: &mut dyn Write) -> io::Result<()> {
        let files = std::mem::take(&mut self.0);
        let summary = json!({ "files": tally.files, "errors": tally.errors, "warnings": tally.warnings, "fixable": tally.fixable });
        write(&json!({ "format": FORMAT, "files": files, "summary": summary }), to)
    }
}

/// Returns a fix as JSON.
fn fix(fix: &Fix, lines: &LineIndex<'_>) -> Value {
    let edits = fix.edits.iter().map(
        |edit| json!({ "range": range(TextRegion::new(Some(&edit.span), lines), Some(&edit.span)), "text": edit.text }),
    );
    json!({ "title": fix.title, "safe": fix.safe, "edits": edits.collect::<Vec<_>>() })
}

/// Returns a range of the text; null for a finding about the whole file.
fn range(region: TextRegion, span: Option<&Range<usize>>) -> Value {
    let place = |at: Position, byte: usize| json!({ "line": at.line, "column": at.column, "byte": byte });
    match span {
        Some(span) => json!({ "start": place(region.start, span.start), "end": place(region.end, span.end) }),
        None => Value::Null,
    }
}

/// Writes `document`, indented, with a line break at its end.
pub(crate) fn write(document: &Value, to: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *to, document)?;
    writeln!(to)
}
