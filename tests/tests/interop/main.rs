//! Other people's programs on what we write and serve: validators of JSON Schema, readers of TOML, a client of the
//! language server, pre-commit, readers of data frames, of pages, drawings, maps, spreadsheets and modules.
//!
//! They are installed from PyPI and npm, so this is no part of `cargo test`: `cargo test -p battlewright-tests --test
//! interop` needs Python 3.11, Node.js and a network, and says so where they are missing. Python 3.12, which one of them
//! needs, is fetched where it is missing too.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

mod ci;
mod exports;
mod frames;
mod language_server;
mod paper;
mod peers;
mod schemas;
mod vassal;

/// The program.
const PROGRAM: &str = env!("CARGO_BIN_EXE_battlewright-in-tests");
