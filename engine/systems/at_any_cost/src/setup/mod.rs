//! A game from a scenario, and a scenario from a position.

pub(crate) mod freeze;
pub(crate) mod freeze_arrivals;
pub(crate) mod from_scenario;
pub(crate) mod setup_facts;
pub(crate) mod setup_victory;
