//! The rules of all systems from outside. One module per topic.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may panic, its helpers too")]

mod advice;
mod external;
mod perft;
mod plan;
mod routes;
mod rulebook;
mod search;
mod weights;
