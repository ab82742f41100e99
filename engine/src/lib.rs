//! The rules of hex-and-counter systems as deterministic state machines, and players for them.

// Rules count in whole numbers: a float may differ from one machine to the next.
#![deny(clippy::float_arithmetic, clippy::float_cmp)]

pub mod any;
pub mod chronicle;
pub mod game;
pub mod kit;
pub mod play;
pub mod players;
pub mod show;
pub mod systems;
