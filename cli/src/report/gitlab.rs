//! GitLab code quality report: one JSON array, shown in merge requests.

use std::io::{self, Write};

use battlewright_schema::Severity;
use serde_json::{Value, json};

use super::{CheckedFile, FindingCounts, Report, TextRegion, fingerprints, sentence};

#[derive(Default)]
pub(super) struct Gitlab(Vec<Value>);

impl Report for Gitlab {
    fn file(&mut self, file: &CheckedFile, _: &mut dyn Write) -> io::Result<()> {
        let lines = file.lines();
        for (finding, fingerprint) in file.findings.iter().zip(fingerprints(file)) {
            let TextRegion { start, end } = TextRegion::of(finding, &lines);
            self.0.push(json!({
                "description": sentence(finding),
                "check_name": finding.code.as_str(),
                "fingerprint": fingerprint,
                "severity": match finding.severity {
                    Severity::Error => "major",
                    Severity::Warning => "minor",
                    Severity::Note => "info",
                },
                "location": { "path": file.path, "lines": { "begin": start.line, "end": end.line } },
            }));
        }
        Ok(())
    }

    fn end(&mut self, _: FindingCounts, to: &mut dyn Write) -> io::Result<()> {
        super::json::write(&std::mem::take(&mut self.0).into(), to)
    }
}
