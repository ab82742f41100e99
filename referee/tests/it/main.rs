//! Tests of the referee over whole games of every system.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may panic, its helpers too")]

mod clocks;
mod computers;
mod consent;
mod dice;
mod doubts;
mod fences;
mod held;
mod hostile;
mod keeper;
mod local;
mod mail;
mod played;
mod pointing;
mod secrets;
mod silence;
mod undo;
mod whole_games;
