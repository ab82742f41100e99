//! The system-specific parts of the file format. Each system has a root type here, a row in [`System`](crate::System) and a
//! variant of [`Scenario`](crate::Scenario).

pub mod at_any_cost;
pub(crate) mod lints;
pub mod mars_la_tour;
pub mod matz;
pub mod outrance;
pub mod position_magnifique;
#[cfg(any(test, feature = "race"))]
#[path = "../../../tests/race/schema/mod.rs"]
pub mod race;
mod root;
pub(crate) mod rows;
pub(crate) mod settings;

pub(crate) use root::{ScenarioRoot, root};
