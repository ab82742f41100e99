//! Named rulesets: changes of the rules of a system that several scenarios share, each with a version.
//!
//! A ruleset is a file of its own. It has the `[rules]` that a scenario can have, and extends the published rules or other
//! rulesets. A scenario names the rulesets that it uses with `use` in `[rules]`, and may change more itself. In force are the
//! published rules, then each ruleset over those that it extends, then the scenario. No meaning hangs on the order of a list:
//! rulesets that change a value differently are in conflict, unless another ruleset extends them and decides it, or the scenario.

mod basis;
mod bundled;
mod disk;
mod file;
pub(crate) mod findings;
mod inline;
mod join;
mod named_tables;
mod placed;
pub(crate) mod published;
mod read;
mod resolve;
mod share;
mod source;
mod summary;
#[cfg(test)]
mod tests;

pub use basis::{RuleBasis, RulesetInfo};
pub(crate) use basis::{RuleConflict, SeenRuleset};
pub use bundled::{BundledRuleset, bundled};
pub use disk::DiskRulesets;
pub(crate) use file::RuleSection;
pub(crate) use file::is_id;
pub use file::{BasedOn, RulesetFile, RulesetNeeds, RulesetRef};
pub(crate) use findings::FINDINGS;
pub use inline::playable;
pub(crate) use join::{joined_cells, listed_cell};
pub(crate) use named_tables::{
    TABLES_NAMED, joined_tables, list_tables, named_tables, tables_as_values, tables_with, with_tables,
};
pub(crate) use read::{find, is};
pub use read::{is_ruleset, ruleset_alone};
pub use source::{BundledRulesets, FoundRuleset, RulesetSource};

/// The version of the format of rulesets that this program reads.
pub const RULESET_FORMAT: u32 = 1;

/// The maximum number of rulesets that a scenario uses, and that a ruleset extends.
pub const MOST_USES: usize = 8;

/// The maximum number of rulesets that extend one another in a chain.
pub const DEEPEST_CHAIN: usize = 8;

/// The maximum number of rulesets below a scenario.
pub const MOST_RULESETS: usize = 64;

/// The maximum size of a ruleset in bytes.
pub const MOST_RULESET_BYTES: usize = 1 << 20;
