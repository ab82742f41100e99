//! Third-party programs, applied to our files and services: validators of JSON Schema, readers of TOML, a client of
//! the language server, pre-commit, pip and npm, and readers of data frames, pages, drawings, maps, spreadsheets and modules.
//!
//! The programs come from PyPI and npm, so these tests are not part of `cargo test`. `cargo test -p battlewright-tests
//! --test interop` requires Python 3.11, Node.js and a network, and reports missing ones. One program requires Python
//! 3.12, which is downloaded if necessary.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

mod ci;
mod exports;
mod frames;
mod install;
mod language_server;
mod packages;
mod paper;
mod peers;
mod printed;
mod schemas;
mod sheets;
mod vassal;
mod workflows;

/// The path of the program.
const PROGRAM: &str = env!("CARGO_BIN_EXE_battlewright-in-tests");
