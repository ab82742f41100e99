//! Scenarios that the rules cannot set up.

use crate::diagnostic::{Diagnostic, finding};
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A scenario that the rules cannot set up.
    ///
    /// # Why it matters
    /// The file is valid, but no game can start from it. For example, both sides win ties of artillery duels, or the
    /// headquarters of a side has no hex. The finding cites the rule.
    ///
    /// # Example
    /// ```toml
    /// [side.german]
    /// wins_duel_ties = true
    ///
    /// [side.french]
    /// wins_duel_ties = true # only one side can win ties
    /// ```
    ///
    /// # Remedy
    /// Change the scenario to comply with the rule, or change the setting in `[rules]`.
    UNPLAYABLE = "unplayable", Error
}

/// Returns the finding that no game of the scenario can start, because of the rule called `rule`.
pub fn unplayable(message: &str, rule: &str) -> Diagnostic {
    UNPLAYABLE.at(DocPath::root(), message).help(format!("see rule {rule}"))
}
