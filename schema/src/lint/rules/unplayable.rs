//! Scenarios that the rules cannot set up.

use crate::diagnostic::{Diagnostic, finding};
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A scenario that the rules cannot set up.
    ///
    /// # Why it matters
    /// No game can start from the file. The rules are asked last, when no other finding is an error. The other findings
    /// cover all reasons that we know, so this one is rare. It cites the rule.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// id = "guard"                 # the finding is at the row that the rules refuse
    /// ```
    ///
    /// # Remedy
    /// Change the scenario to comply with the rule, or change the setting in `[rules]`.
    UNPLAYABLE = "unplayable", Error
}

/// Returns the finding that no game of the scenario can start, because of the rule called `rule` and the row or field at `path`.
pub fn unplayable(path: DocPath, message: &str, rule: &str) -> Diagnostic {
    UNPLAYABLE.at(path, message).help(format!("see rule {rule}"))
}
