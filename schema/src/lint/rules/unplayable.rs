//! Problems that only the rules can tell: a scenario that they cannot set up.

use crate::diagnostic::{Diagnostic, finding};
use crate::path::DocPath;

finding! {
    /// A scenario that the rules cannot set up.
    ///
    /// Nothing is wrong with the file by itself, but no game can begin with it: both sides win ties
    /// of artillery duels, say, or a side's headquarters has no hex to stand in. The rule that stands
    /// in the way is named.
    ///
    /// ```toml
    /// [side.german]
    /// wins_duel_ties = true
    ///
    /// [side.french]
    /// wins_duel_ties = true # then who wins one?
    /// ```
    ///
    /// Change the scenario so that the rule can be followed, or the setting of `[rules]` that it
    /// comes from.
    UNPLAYABLE = "unplayable", Error
}

/// The finding that a game of the scenario cannot begin, because of the rule called `rule`.
pub fn unplayable(message: &str, rule: &str) -> Diagnostic {
    UNPLAYABLE.at(DocPath::root(), message).help(format!("the rule is {rule}"))
}
