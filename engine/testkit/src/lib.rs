//! Test helpers for any system: positions in a short notation, actions in the notation of replays, and the events of
//! the game.
//!
//! A position starts from a [file](read_file) without units, to which each of its [`lines`] adds. The lines for the ground of a
//! map are the same in all systems ([`reads_ground`]). The lines for counters are the system's, with shared words ([`Row`]).

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a helper of tests may panic")]

mod find;
mod frozen;
mod game;
mod ground;
mod missions;
mod rows;
mod words;

use proptest::prelude::ProptestConfig;
use serde::Deserialize;
use serde::de::DeserializeOwned;

pub use battlewright_core::game::{Game, Outcome, Side, Turn};
pub use battlewright_core::kit::tasks::TaskStack;
pub use battlewright_core::players::{Appraise, Command};
pub use battlewright_core::show::Show;
pub use battlewright_schema::Scenario;
pub use serde_json::json;

pub use find::{hex_called, marks, name_of, named, number_of};
pub use frozen::{CountedRows, assert_counters_kept};
pub use ground::{places, reads_ground};
pub use missions::gain_by_mission;
pub use rows::{Row, read_row};
pub use words::{Words, lines};

/// Reads a scenario file whose shape is right. It may lack what the lints ask for, such as units.
pub fn read_file<T: DeserializeOwned>(text: &str) -> T {
    toml::from_str(text).unwrap_or_else(|error| panic!("{error}"))
}

/// A file of rules alone.
#[derive(Deserialize)]
struct RulesFile<C> {
    rules: C,
}

/// Reads the `[rules]` of a file, such as `[[rules.modifier]]` with its keys.
pub fn read_rules<C: DeserializeOwned>(text: &str) -> C {
    read_file::<RulesFile<C>>(text).rules
}

/// Returns the settings of property tests: other cases in each run, and no files of failed ones.
pub fn random_cases() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::default() }
}
