//! The examination of a single file.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use battlewright_export::Stamp;
use battlewright_export::stamp::{EmbeddedScenario, StampedKind, found};
use battlewright_export::vassal;
use battlewright_schema::compare::{Difference, compare, rule_differences};
use battlewright_schema::{Scenario, load};

use super::{ExpectedScenario, page};
use crate::files::with_slashes;

/// The largest file that is read, in bytes. A PDF of 500 pages takes a tenth.
const MOST_BYTES: u64 = 1 << 30;

/// A file and what was found out about it.
#[derive(Debug)]
pub(super) struct ExaminedFile {
    /// The path.
    pub(super) path: String,
    /// The kind in words, such as `PDF`.
    pub(super) kind: &'static str,
    /// The hash of the stamp in it.
    pub(super) stamp: Option<String>,
    /// The edition of the published rules of which it was made.
    pub(super) rules: Option<String>,
    /// The verdict.
    pub(super) verdict: FileVerdict,
}

/// The answer to the question of whether a file was made of the scenario.
#[derive(Debug)]
pub(super) enum FileVerdict {
    /// It was.
    Same,
    /// It was not.
    Differs {
        /// Sentences about the file.
        reasons: Vec<String>,
        /// The differences from the scenario in the file to the expected one.
        changes: Vec<Difference>,
    },
    /// It cannot be told, for this reason.
    Unknown(String),
}

impl ExaminedFile {
    /// Returns a file about which nothing can be told.
    pub(super) fn unknown(path: &Path, kind: &'static str, why: impl Into<String>) -> Self {
        Self { path: with_slashes(path), kind, stamp: None, rules: None, verdict: FileVerdict::Unknown(why.into()) }
    }

    /// Returns a file that differs for one reason, without having been read.
    pub(super) fn wrong(path: &Path, kind: &'static str, why: impl Into<String>) -> Self {
        let verdict = FileVerdict::Differs { reasons: vec![why.into()], changes: Vec::new() };
        Self { path: with_slashes(path), kind, stamp: None, rules: None, verdict }
    }

    /// Adds a reason why it differs.
    pub(super) fn with_reason(mut self, why: impl Into<String>) -> Self {
        match &mut self.verdict {
            FileVerdict::Differs { reasons, .. } => reasons.insert(0, why.into()),
            verdict => *verdict = FileVerdict::Differs { reasons: vec![why.into()], changes: Vec::new() },
        }
        self
    }

    pub(super) fn differs(&self) -> bool {
        matches!(self.verdict, FileVerdict::Differs { .. })
    }

    pub(super) fn is_unknown(&self) -> bool {
        matches!(self.verdict, FileVerdict::Unknown(_))
    }
}

/// Reads the file at `path` within the limit.
///
/// # Errors
/// The reason in words.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, String> {
    let told = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        _ => format!("it cannot be read: {error}"),
    };
    let file = File::open(path).map_err(told)?;
    if !file.metadata().is_ok_and(|data| data.is_file()) {
        return Err("it is no regular file".to_owned());
    }
    let mut bytes = Vec::new();
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(told)?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length > MOST_BYTES) {
        return Err(format!("it is larger than {} MiB", MOST_BYTES >> 20));
    }
    Ok(bytes)
}

/// Examines a file with these bytes.
pub(super) fn file(path: &Path, bytes: &[u8], expected: &ExpectedScenario) -> ExaminedFile {
    let Some(kind) = StampedKind::of(bytes) else {
        return match page::told(bytes) {
            Some(told) => page::examined(path, &told, expected),
            None => ExaminedFile::unknown(path, "file", "it is no PDF, picture, module or published page"),
        };
    };
    let embedded = match found(kind, bytes) {
        Ok(Some(embedded)) => embedded,
        Ok(None) => {
            let why = "it has no stamp: another program has written it, or an earlier version of this one";
            return ExaminedFile::unknown(path, kind.name(), why);
        }
        Err(error) => return ExaminedFile::unknown(path, kind.name(), error.to_string()),
    };
    let mut verdict = compared(&embedded, expected);
    if kind == StampedKind::Module {
        match vassal::wrong_pieces(bytes, &expected.scenario) {
            Ok(wrong) if !wrong.is_empty() => match &mut verdict {
                FileVerdict::Differs { reasons, .. } => reasons.extend(wrong),
                verdict => *verdict = FileVerdict::Differs { reasons: wrong, changes: Vec::new() },
            },
            Ok(_) => {}
            Err(error) if matches!(verdict, FileVerdict::Same) => verdict = FileVerdict::Unknown(error.to_string()),
            Err(_) => {}
        }
    }
    ExaminedFile {
        path: with_slashes(path),
        kind: kind.name(),
        stamp: Some(embedded.hash().to_owned()),
        rules: Some(embedded.rules().to_owned()),
        verdict,
    }
}

/// Compares the scenario in a file with the expected one.
fn compared(embedded: &EmbeddedScenario, expected: &ExpectedScenario) -> FileVerdict {
    let stamp = &expected.stamp;
    let is_same_edition = embedded.rules() == stamp.rules();
    let is_same_stamp = embedded.hash() == stamp.hash() && is_same_edition;
    let loaded = embedded.text().map(|text| load(text).readable);
    let Some(within) = loaded else {
        // Only the stamp was small enough.
        return if is_same_stamp {
            FileVerdict::Same
        } else {
            let why = "it was made of another scenario, which is too long to be in it";
            FileVerdict::Differs { reasons: vec![why.to_owned()], changes: Vec::new() }
        };
    };
    let Some(within) = within else {
        let why = "the scenario in it cannot be read by this version";
        let reasons = vec![why.to_owned()];
        return if is_same_stamp {
            FileVerdict::Unknown(why.to_owned())
        } else {
            FileVerdict::Differs { reasons, changes: Vec::new() }
        };
    };
    let mut reasons = Vec::new();
    if !is_same_edition {
        reasons.push(format!("made with the published rules {}, now {}", embedded.rules(), stamp.rules()));
    } else if Stamp::of(&within).hash() != embedded.hash() {
        reasons.push(format!("its stamp {} does not fit the scenario in it", embedded.short()));
    }
    let changes = differences(embedded, &within, &expected.scenario);
    if reasons.is_empty() && changes.is_empty() && is_same_stamp {
        FileVerdict::Same
    } else {
        FileVerdict::Differs { reasons, changes }
    }
}

/// Returns the differences from the scenario `within` a file to the expected one. The rules are those that were in force when the
/// file was made.
fn differences(embedded: &EmbeddedScenario, within: &Scenario, expected: &Scenario) -> Vec<Difference> {
    let mut changes = compare(within, expected);
    let rules = embedded.in_force().filter(|rules| **rules != within.rules_in_force());
    if let Some(rules) = rules.filter(|_| within.system() == expected.system()) {
        let told: BTreeSet<String> = changes.iter().map(ToString::to_string).collect();
        let of_rules = rule_differences(expected.system(), rules, &expected.rules_in_force());
        changes.extend(of_rules.into_iter().filter(|change| !told.contains(&change.to_string())));
    }
    changes
}

/// Compares a scenario file that a page was made of with the expected one.
pub(super) fn compared_text(text: &str, rules: &str, hash: &str, expected: &ExpectedScenario) -> FileVerdict {
    let stamp = &expected.stamp;
    let Some(within) = load(text).readable.map(Scenario::inlined) else {
        return FileVerdict::Unknown("the scenario beside it cannot be read by this version".to_owned());
    };
    let mut reasons = Vec::new();
    if rules != stamp.rules() {
        reasons.push(format!("made with the published rules {rules}, now {}", stamp.rules()));
    } else if Stamp::of(&within).hash() != hash {
        reasons.push("its stamp does not fit the scenario beside it".to_owned());
    }
    let changes = compare(&within, &expected.scenario);
    if reasons.is_empty() && changes.is_empty() && hash == stamp.hash() {
        FileVerdict::Same
    } else {
        FileVerdict::Differs { reasons, changes }
    }
}
