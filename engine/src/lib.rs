//! The rules of hex-and-counter systems as deterministic state machines, and players for them.
//!
//! Each system is a crate; this one joins them, for programs that learn the system when they read the file.

pub mod any;
pub mod systems;

pub use battlewright_core::{chronicle, game, kit, play, players, rulebook, show};
