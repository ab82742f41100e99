//! The balance lab: many games of a scenario between computer players, and what they say about it.

mod compare;
mod data;
mod fuzz;
mod html;
mod observe;
mod part;
mod plan;
mod plots;
mod record;
mod report;
mod run;
pub mod stats;
mod sweep;
#[cfg(test)]
mod testing;
mod text;
mod vary;

pub use compare::{Comparison, corrected};
pub use data::{Column, Table, Values};
pub use fuzz::{Fault, Findings, Found, Trial, fuzz};
pub use observe::observe;
pub use part::{Part, PartError, Unjoinable, merge};
pub use plan::{MOST_GAMES, Opened, Plan, Shard};
pub use record::{End, Fate, Record};
pub use report::{Arrival, FightLine, GroundLine, Luck, Report, SourceLine, UnitLine, Verdict};
pub use run::{run, threads};
pub use sweep::{Suggestion, Suggestions, Sweep, USUAL, VersionLine, suggest};
pub use vary::{Change, MOST_VARIANTS, Variant, Vary, variants};
