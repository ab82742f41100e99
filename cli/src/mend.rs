//! Fixed files: the applied fixes, and the diff of the texts.

use std::io::{self, Write};
use std::path::Path;

use battlewright_schema::fix::{self, AppliedFix};
use battlewright_schema::{DiskRulesets, LintLevels, Surroundings};
use similar::TextDiff;

use crate::console::one_line;
use crate::report::CheckedFile;

/// A file with its safe fixes applied.
pub(crate) struct FixedFile {
    /// The original text.
    pub(crate) before: String,
    /// The fixed text.
    pub(crate) text: String,
    /// The fixes applied.
    applied: Vec<AppliedFix>,
    path: String,
}

impl FixedFile {
    /// Applies every safe fix to `file`, whose warnings have these `levels`; `None` if there is none.
    pub(crate) fn of(file: &CheckedFile, levels: &LintLevels) -> Option<Self> {
        let rulesets = DiskRulesets::of(Path::new(&file.path));
        let surroundings = Surroundings { levels, rulesets: &rulesets };
        let fixed = fix::apply_from(&file.text, &file.findings, &surroundings);
        let mended =
            Self { before: file.text.clone(), text: fixed.text, applied: fixed.applied, path: file.path.clone() };
        (mended.text != mended.before).then_some(mended)
    }

    /// Returns the number of fixes applied.
    pub(crate) fn count(&self) -> usize {
        self.applied.len()
    }

    /// Prints a line for each fix: `path:line:column: fixed[code]: title`.
    pub(crate) fn print(&self, to: &mut dyn Write) -> io::Result<()> {
        self.applied.iter().try_for_each(|fix| {
            let place = fix.position.map_or_else(String::new, |position| format!("{position}:"));
            writeln!(to, "{}:{place} fixed[{}]: {}", one_line(&self.path), fix.code, fix.title)
        })
    }

    /// Returns the changes as a unified diff.
    pub(crate) fn difference(&self) -> String {
        difference(&self.path, &self.before, &self.text)
    }
}

/// Returns a unified diff of two texts of the file at `path`.
pub(crate) fn difference(path: &str, before: &str, after: &str) -> String {
    let path = one_line(path.trim_start_matches('/'));
    TextDiff::from_lines(before, after).unified_diff().header(&format!("a/{path}"), &format!("b/{path}")).to_string()
}
