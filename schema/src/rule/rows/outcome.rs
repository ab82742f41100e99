//! Points and conditions of victory.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::{RuleNumber, rule_row};
use crate::id::SideId;
use crate::rule::WinTime;

rule_row! {
    /// `[[rules.score]]`: victory points that a side has in a position.
    ScoreRow {
        /// The side.
        side: SideId,
        /// The points: a whole number, or an expression in quotes.
        points: RuleNumber,
    }
}

rule_row! {
    /// `[[rules.win]]`: a condition on which a side wins.
    WinRow {
        /// The side.
        side: SideId,
        /// The level of the victory, such as `"major"`, in systems with levels.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level: Option<SmolStr>,
        /// The time when the condition is checked.
        at: WinTime,
    }
}
