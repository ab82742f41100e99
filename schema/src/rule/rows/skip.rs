//! Phases that are skipped.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::rule_row;

rule_row! {
    /// `[[rules.skip]]`: a phase that does not take place.
    SkipRow {
        /// The phase, a word of the system.
        phase: SmolStr,
    }
}
