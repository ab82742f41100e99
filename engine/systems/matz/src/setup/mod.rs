//! A game from a scenario, and a scenario from a position.

pub(crate) mod freeze;
pub(crate) mod from_scenario;
mod rows;
mod sequence;
