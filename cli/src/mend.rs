//! Fixed files: the applied fixes, and the difference of the texts.

use std::io::{self, Write};

use battlewright_schema::fix::{self, AppliedFix};
use similar::TextDiff;

use crate::report::CheckedFile;

/// A file with its safe fixes made.
pub(crate) struct FixedFile {
    /// The text as it was.
    pub(crate) before: String,
    /// The text as it is to be.
    pub(crate) text: String,
    /// The fixes that were made.
    applied: Vec<AppliedFix>,
    path: String,
}

impl FixedFile {
    /// `file` with every safe fix made; `None` if there is none to make.
    pub(crate) fn of(file: &CheckedFile) -> Option<Self> {
        let fixed = fix::apply(&file.text, &file.findings);
        let mended =
            Self { before: file.text.clone(), text: fixed.text, applied: fixed.applied, path: file.path.clone() };
        (mended.text != mended.before).then_some(mended)
    }

    /// The number of fixes that were made.
    pub(crate) fn count(&self) -> usize {
        self.applied.len()
    }

    /// Tells each fix on a line: `path:line:column: fixed[code]: what was done`.
    pub(crate) fn tell(&self, to: &mut dyn Write) -> io::Result<()> {
        self.applied.iter().try_for_each(|fix| {
            let place = fix.position.map_or_else(String::new, |position| format!("{position}:"));
            writeln!(to, "{}:{place} fixed[{}]: {}", self.path, fix.code, fix.title)
        })
    }

    /// The difference, as `patch` and people read it.
    pub(crate) fn difference(&self) -> String {
        difference(&self.path, &self.before, &self.text)
    }
}

/// The difference between two texts of the file at `path`, as `patch` and people read it.
pub(crate) fn difference(path: &str, before: &str, after: &str) -> String {
    let path = path.trim_start_matches('/');
    TextDiff::from_lines(before, after).unified_diff().header(&format!("a/{path}"), &format!("b/{path}")).to_string()
}
