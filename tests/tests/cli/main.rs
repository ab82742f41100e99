//! The command line, run as a user runs it.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod export;
mod fix;
mod git;
mod hostile;
// The action's script is one for bash.
#[cfg(unix)]
mod pull_request;
mod replay;
mod sessions;
mod written;

/// The program.
const PROGRAM: &str = env!("CARGO_BIN_EXE_battlewright-in-tests");
