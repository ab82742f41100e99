//! Tests of the referee over whole games of every system.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may panic, its helpers too")]

mod dice;
mod held;
mod hostile;
mod keeper;
mod local;
mod played;
mod pointing;
mod secrets;
mod undo;
mod whole_games;
