//! The command line, run as a process.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

mod export;
// The hostile player uses signals.
#[cfg(unix)]
mod external;
mod fix;
mod git;
mod hostile;
mod lab;
// The script of the action requires bash.
mod published;
#[cfg(unix)]
mod pull_request;
mod replay;
mod rulesets;
mod sessions;
mod written;

/// The path of the program.
const PROGRAM: &str = env!("CARGO_BIN_EXE_battlewright-in-tests");
