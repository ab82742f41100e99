//! The answer for people and for programs.

use std::io::{self, Write};
use std::path::Path;

use battlewright_schema::compare::Difference;
use serde_json::{Value, json};

use super::ExpectedScenario;
use super::examine::{ExaminedFile, FileVerdict};
use crate::console::{count, one_line};
use crate::files;
use crate::report;

/// The most differences of a file that are listed for people.
const MOST_LISTED: usize = 100;

/// The digits of a stamp for people.
const DIGITS: usize = 7;

fn short(stamp: &str) -> &str {
    stamp.get(..DIGITS).unwrap_or(stamp)
}

/// Writes the answer for people.
pub(super) fn human(examined: &[ExaminedFile], expected: &ExpectedScenario, to: &mut dyn Write) -> io::Result<()> {
    writeln!(to, "{}", expected.stamp.foot())?;
    for file in examined {
        let path = one_line(&file.path);
        match &file.verdict {
            FileVerdict::Same => writeln!(to, "{path}: same")?,
            FileVerdict::Unknown(why) => writeln!(to, "{path}: cannot be told: {why}")?,
            FileVerdict::Differs { reasons, changes } => {
                let stamp = file.stamp.as_ref().filter(|stamp| *stamp != expected.stamp.hash());
                let stamp = stamp.map(|stamp| format!(" ({})", short(stamp))).unwrap_or_default();
                writeln!(to, "{path}: differs{stamp}")?;
                for reason in reasons {
                    writeln!(to, "  {reason}")?;
                }
                for change in changes.iter().take(MOST_LISTED) {
                    writeln!(to, "  {change}")?;
                }
                if let Some(more) = changes.len().checked_sub(MOST_LISTED).filter(|more| *more > 0) {
                    writeln!(to, "  and {}", count(more, "more difference"))?;
                }
            }
        }
    }
    let differing = examined.iter().filter(|file| file.differs()).count();
    let unknown = examined.iter().filter(|file| file.is_unknown()).count();
    let same = examined.len() - differing - unknown;
    writeln!(to, "{} checked: {same} same, {differing} different, {unknown} unknown", count(examined.len(), "file"))
}

/// Writes the answer for programs.
pub(super) fn json(
    examined: &[ExaminedFile],
    expected: &ExpectedScenario,
    scenario: &Path,
    to: &mut dyn Write,
) -> io::Result<()> {
    let document = json!({
        "format": 1,
        "scenario": files::with_slashes(scenario),
        "title": expected.stamp.title(),
        "rules": expected.stamp.rules(),
        "stamp": expected.stamp.hash(),
        "files": examined.iter().map(value).collect::<Vec<_>>(),
    });
    report::json::write(&document, to)
}

fn value(file: &ExaminedFile) -> Value {
    let (verdict, reasons, changes): (&str, Vec<&str>, &[Difference]) = match &file.verdict {
        FileVerdict::Same => ("same", Vec::new(), &[]),
        FileVerdict::Differs { reasons, changes } => {
            ("differs", reasons.iter().map(String::as_str).collect(), changes.as_slice())
        }
        FileVerdict::Unknown(why) => ("unknown", vec![why], &[]),
    };
    json!({
        "path": file.path,
        "kind": file.kind,
        "verdict": verdict,
        "rules": file.rules,
        "stamp": file.stamp,
        "reasons": reasons,
        "changes": changes.iter().map(Difference::to_json).collect::<Vec<_>>(),
    })
}
