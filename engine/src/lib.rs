//! The rules of hex-and-counter systems as deterministic state machines, and players for them.

pub mod game;
pub mod show;
