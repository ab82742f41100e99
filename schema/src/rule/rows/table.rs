//! Tables that stand in for others.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::rule_row;

rule_row! {
    /// `[[rules.table]]`: in the turns in which it holds, the tables of a section `[rules.tables_named.night]` stand in for those of
    /// `[rules.tables]`. Its condition can ask for the turn, and for what follows from it.
    TableRow {
        /// The name of the section, such as `"night"`.
        tables: SmolStr,
    }
}
