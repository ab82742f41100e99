//! The rows of `[rules]`: what a scenario or a ruleset changes in the rules themselves.
//!
//! A row has expressions, which are texts here. They are read when the rows in force are checked.

mod condition;
mod event;
mod gone;
mod in_force;
mod join;
mod layout;
mod lists;
mod modifier;
mod number;
mod outcome;
mod permission;
mod skip;
mod table;

pub use condition::{CounterRow, DefineRow, DefineSubject};
pub use event::{EventRow, EventSubject};
pub use gone::GoneNames;
pub use in_force::RuleInForce;
pub(crate) use join::{decides, is_dropped_in, is_row, same_row};
pub(crate) use layout::{canonical_value, lay_out};
pub use lists::{AnyRow, RowKind, RowLists, RuleRows};
pub(crate) use lists::{PlacedDrop, PlacedRow, RowLayer, RowsInForce, rows_in_force};
pub use modifier::{ModifierRow, Rounding};
pub use number::RuleNumber;
pub use outcome::{ScoreRow, WinRow};
pub use permission::{AllowRow, ForbidRow};
pub use skip::SkipRow;
pub use table::TableRow;

/// The maximum number of rows of a scenario, with those of its rulesets.
pub const MOST_RULE_ROWS: usize = 200;

/// The maximum number of modifiers of one number or answer.
pub const MOST_IN_A_HOOK: usize = 50;

/// The maximum number of tags of a unit.
pub const MOST_TAGS: usize = 8;

/// The maximum number of letters in the name of a row.
pub const LONGEST_ROW_NAME: usize = 40;

/// The maximum number of sections of tables that stand in for others.
pub const MOST_NAMED_TABLES: usize = 16;

/// The maximum number of complete sets of tables of a game, with the one in which none stands in.
pub const MOST_SETS_OF_TABLES: usize = 4;

/// The greatest number of a counter, and the least one without its sign.
pub const GREATEST_COUNT: i32 = 9_999;

/// Declares a row of rules with the keys that most rows have: `id`, `name` and `rule` before its own keys, then `when` and the keys
/// after it, then `source` and `replaces`.
macro_rules! rule_row {
    (
        $(#[$doc:meta])* $name:ident
        { $($(#[$own_doc:meta])* $own:ident: $own_type:ty,)* }
        $(after when { $($(#[$late_doc:meta])* $late:ident: $late_type:ty,)* })?
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            /// The id, such as `"night"`: small letters, digits and hyphens. No other row of the rules has it.
            #[schemars(extend("pattern" = "^[a-z][a-z0-9-]*$"))]
            pub id: SmolStr,
            /// The name that logs and calculations show, with up to 40 letters.
            #[schemars(length(max = 40))]
            pub name: SmolStr,
            /// The number of the rule, such as `"H2"`. The default is the id.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub rule: Option<SmolStr>,
            $($(#[$own_doc])* pub $own: $own_type,)*
            /// The condition, as an expression. The default is always.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub when: Option<SmolStr>,
            $($($(#[$late_doc])* pub $late: $late_type,)*)?
            /// The book, map or paper that documents the rule.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub source: Option<SmolStr>,
            /// The former ids of the row.
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            pub replaces: Vec<SmolStr>,
        }
    };
}

use rule_row;

#[cfg(test)]
mod tests;
