//! Prohibitions, and exceptions of published ones.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::rule_row;

rule_row! {
    /// `[[rules.forbid]]`: an act that is forbidden. It outweighs each `allow`.
    ForbidRow {
        /// The act, such as `"support"`.
        act: SmolStr,
    }
    after when {
        /// The reason that players are told, such as `"the guns cannot see into woods"`.
        reason: SmolStr,
    }
}

rule_row! {
    /// `[[rules.allow]]`: an exception of a published prohibition.
    AllowRow {
        /// The prohibition that does not apply, such as `"cavalry-only-cavalry"`.
        despite: SmolStr,
    }
}
