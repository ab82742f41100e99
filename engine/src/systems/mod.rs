//! The rules systems, one folder each; `rulebook.rs` in each is its table of contents.

pub mod at_any_cost;
pub mod mars_la_tour;
pub mod matz;
pub mod outrance;
pub mod position_magnifique;
#[cfg(feature = "race")]
#[path = "../../../tests/race/engine/mod.rs"]
pub mod race;
