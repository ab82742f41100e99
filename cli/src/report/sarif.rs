//! SARIF 2.1.0, the format of code scanning: OASIS, *Static Analysis Results Interchange Format*.

use std::io::{self, Write};

use battlewright_schema::{Code, Finding, findings};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde_json::{Value, json};

use super::{CheckedFile, FindingCounts, Report, TextRegion, fingerprints};

/// The characters valid in a path but not in a URI.
const UNSAFE: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}')
    .add(b':');

pub(super) struct Sarif {
    kinds: Vec<Finding>,
    files: Vec<Value>,
    results: Vec<Value>,
}

impl Default for Sarif {
    fn default() -> Self {
        Self { kinds: findings(), files: Vec::new(), results: Vec::new() }
    }
}

impl Sarif {
    /// Returns the index of `code` among the rules.
    fn rule(&self, code: Code) -> Option<usize> {
        self.kinds.iter().position(|kind| kind.code == code)
    }
}

impl Report for Sarif {
    fn file(&mut self, file: &CheckedFile, _: &mut dyn Write) -> io::Result<()> {
        let lines = file.lines();
        let artifact = json!({ "uri": uri(&file.path), "index": self.files.len() });
        let place = |region: TextRegion| {
            json!({
                "artifactLocation": artifact,
                "region": region_json(region),
            })
        };
        for (finding, fingerprint) in file.findings.iter().zip(fingerprints(file)) {
            let mut text = format!("{}.", finding.message);
            if let Some(help) = &finding.help {
                text = format!("{text} Help: {help}.");
            }
            let related = finding.related.iter().enumerate().map(|(id, related)| {
                let message = json!({ "text": related.message });
                json!({ "id": id, "physicalLocation": place(TextRegion::near(related, &lines)), "message": message })
            });
            let fixes = finding.fixes.iter().map(|fix| {
                let replacements = fix.edits.iter().map(|edit| {
                    let gone = region_json(TextRegion::new(Some(&edit.span), &lines));
                    json!({ "deletedRegion": gone, "insertedContent": { "text": edit.text } })
                });
                json!({
                    "description": { "text": fix.title },
                    "artifactChanges": [{
                        "artifactLocation": { "uri": uri(&file.path) },
                        "replacements": replacements.collect::<Vec<_>>(),
                    }],
                    "properties": { "safe": fix.safe },
                })
            });
            self.results.push(json!({
                "ruleId": finding.code.as_str(),
                "ruleIndex": self.rule(finding.code),
                "level": finding.severity.name(),
                "message": { "text": text },
                "locations": [{
                    "physicalLocation": place(TextRegion::of(finding, &lines)),
                    "logicalLocations": [{ "fullyQualifiedName": finding.path.to_string(), "kind": "member" }],
                }],
                "relatedLocations": related.collect::<Vec<_>>(),
                "fixes": fixes.collect::<Vec<_>>(),
                "partialFingerprints": { "battlewright/v1": fingerprint },
            }));
        }
        self.files.push(json!({ "location": { "uri": uri(&file.path) }, "mimeType": "application/toml" }));
        Ok(())
    }

    fn end(&mut self, _: FindingCounts, to: &mut dyn Write) -> io::Result<()> {
        let document = json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": { "driver": {
                    "name": "Battlewright",
                    "version": env!("CARGO_PKG_VERSION"),
                    "semanticVersion": env!("CARGO_PKG_VERSION"),
                    "rules": self.kinds.iter().map(rule).collect::<Vec<_>>(),
                } },
                "columnKind": "unicodeCodePoints",
                "artifacts": std::mem::take(&mut self.files),
                "results": std::mem::take(&mut self.results),
            }],
        });
        super::json::write(&document, to)
    }
}

fn region_json(region: TextRegion) -> Value {
    json!({
        "startLine": region.start.line,
        "startColumn": region.start.column,
        "endLine": region.end.line,
        "endColumn": region.end.column,
    })
}

/// Returns a SARIF rule with the documentation of a finding.
fn rule(kind: &Finding) -> Value {
    json!({
        "id": kind.code.as_str(),
        "shortDescription": { "text": kind.summary() },
        "help": { "text": kind.explanation.plain(), "markdown": kind.explanation.markdown("##") },
        "defaultConfiguration": { "level": kind.severity.name() },
    })
}

fn uri(path: &str) -> String {
    utf8_percent_encode(path, UNSAFE).to_string()
}
