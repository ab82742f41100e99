//! A server that keeps games between people: it rolls, hides and keeps.
//!
//! It serves a published folder, a form that makes a game, and the page to play on. Each seat has a link with a token; its page
//! talks to the server over a WebSocket. What a page chooses goes through the referee of the game, is stored in one SQLite file, and
//! is told to the seats afterwards.

mod admin;
mod error;
pub mod files;
mod frame;
mod game;
mod host;
mod limits;
mod make;
mod notify;
mod older;
mod pack;
mod random;
mod serve;
mod site;
mod store;
mod survey;
mod tables;
mod web;

pub use admin::{CheckedData, HeldGame, backup, check, check_against, erase, export, results};
pub use error::{HostError, StoreError};
pub use frame::Hello;
pub use host::HostOptions;
pub use limits::Limits;
pub use notify::Notices;
pub use older::{OlderProgram, engine};
pub use serve::{Server, Stopper};

/// The version of the program.
const VERSION: &str = env!("CARGO_PKG_VERSION");
