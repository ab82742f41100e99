//! The server as its pages know it: over its port, with a real data file.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may panic, its helpers too")]

mod client;
mod computers;
mod crowds;
mod files;
mod held;
mod hook;
mod hostile;
mod kill;
mod older;
mod play;
mod promises;
mod rematch;
mod returning;
mod server;
mod silence;
mod web;
mod webhook;
