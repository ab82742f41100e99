//! Checks that stop before their end.
//!
//! The limits inside lints. Of tables: comparisons of the edges of outlines, of units with closed ground, of units with each other, of the
//! bases of a unit, and of roads with lines, and the number of findings of these; each reports this finding. The other limits hide
//! nothing: those of suggested names, of fixes offered at once, of the short ways that are tried before a search, and of the findings
//! that are listed, whose rest is counted in `too-many-findings`.

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

/// Returns the finding at `path` for a check that was stopped; `what` names the part of the file that it checked.
pub(crate) fn stopped(path: DocPath, what: &str) -> Diagnostic {
    UNCHECKED.at(path, format!("too large to check: {what}")).help("remove unneeded points and rows")
}
