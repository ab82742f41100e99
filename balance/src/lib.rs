//! The balance lab: many games of a scenario between computer players, and their statistics.
//!
//! A [`Plan`] describes a run; [`run`] plays its games and passes on a [`Record`] of each, in the order of their seeds; a
//! [`Report`] computes the statistics. Parts of a plan can be played on any machine and [merged](merge()), two versions
//! of a scenario are [compared](Comparison) game by game, an [`Agreement`] tells if the verdict depends on the players, [`People`] stand beside
//! the computer, and [`fuzz()`] searches a scenario for faults.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use battlewright_balance::stats::Sampling;
//! use battlewright_balance::{Part, Plan, Report, run};
//! use battlewright_engine::players::Kind;
//!
//! let scenario = battlewright_schema::template(battlewright_schema::System::MarsLaTour);
//! let plan = Plan::new(scenario, [Kind::Greedy; 2], 1, 20);
//! let opened = plan.open()?;
//! let (mut records, cancel) = (Vec::new(), AtomicBool::new(false));
//! run(&opened.game, &opened.players, plan.seeds(None), |_| false, 2, &cancel, |record| {
//!     records.push(record);
//!     Ok::<(), std::convert::Infallible>(())
//! })?;
//! let report = Report::of(&opened, &Part { records, ..Part::new(&opened, plan, None) }, Sampling::Fixed);
//! assert_eq!(report.games, 20);
//! assert!(report.score.low <= report.score.value && report.score.value <= report.score.high);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod agreement;
mod compare;
mod data;
mod default_player;
mod estimate;
mod figures;
mod fuzz;
mod ground;
mod html;
mod observe;
mod part;
mod people;
mod plan;
mod plots;
mod record;
mod report;
mod rule_rows;
mod run;
mod seating;
mod sequential;
mod settle;
pub mod stats;
mod suggest;
mod sweep;
#[cfg(test)]
mod testing;
mod text;
mod tune;
mod vary;
mod verdict;

pub use agreement::{Agreement, Conclusion, PlayersLine, pair_name};
pub use compare::{Comparison, corrected};
pub use data::{Column, Table, Values};
pub use default_player::DefaultPlayer;
pub use figures::{duration, interval, number, percent};
pub use fuzz::{Fault, Findings, FoundFault, Trial, fuzz};
pub use ground::GroundPart;
pub use observe::observe;
pub use part::{JoinError, Part, PartError, merge, merge_by_players};
pub use people::{People, PeopleFault, PeopleFaults, PeopleGames, PeopleLine};
pub use plan::{CountedNames, MOST_GAMES, OpenedPlan, Plan, PlanError, Shard, ShardError};
pub use record::{End, Record, UnitFate};
pub use report::{Arrival, FightLine, GroundLine, Luck, Report, ResourceLine, SourceLine, Strength, UnitLine};
pub use rule_rows::RuleLine;
pub use run::{run, run_in_turns};
pub use seating::{PlayerPair, Seating};
pub use settle::settling;
pub use suggest::{EndedSearch, Suggestion, Suggestions, single_changes, suggest, usual};
pub use sweep::{Sweep, VersionLine};
pub use tune::{MOST_TUNING, ScenarioShare, TrialResult, Tuned, TuningPart, TuningTask, TuningVerdict, tune};
pub use vary::{Change, MOST_VARIANTS, Variant, Vary, VaryError, variants};
pub use verdict::Verdict;
