//! Tests across the crates that need no process of their own. One module per topic.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may panic, its helpers too")]

mod behavior;
mod cases;
mod contract;
mod contract_bites;
mod damaged_games;
mod diagnostics;
mod external_players;
mod figures;
mod frozen;
mod generated;
mod golden;
mod guide;
mod hostile;
mod house;
mod outrance;
mod plug;
mod promises;
mod round_trip;
mod scenarios;
mod shapes;
mod surgery;
