//! Checks that stop before their end.

use crate::diagnostic::{Diagnostic, finding};
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A check that stopped, because the file is so large that it would take too long.
    ///
    /// # Why it matters
    /// There may be more problems of that kind, which no other finding reports. No scenario of a playable size comes near to
    /// the limit.
    ///
    /// # Example
    /// ```toml
    /// [[terrain]]
    /// kind = "woods"
    /// outline = ["0,0", "0.001,4", "0.002,0"] # and thousands of corners more
    /// ```
    ///
    /// # Remedy
    /// Remove unneeded points and rows. Usually, a program has written the file.
    UNCHECKED = "unchecked", Warning
}

/// Returns the finding at `path` that a check has not asked `what` to its end.
pub(crate) fn stopped(path: DocPath, what: &str) -> Diagnostic {
    UNCHECKED.at(path, format!("too large to check: {what}")).help("remove unneeded points and rows")
}
