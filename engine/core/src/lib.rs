//! The parts that all systems share: the interfaces of a game, dice and matches, computer players, and mechanisms.
//!
//! A system is a crate over this one. No rule stands here.

// Rules count in whole numbers: a float may differ from one machine to the next.
#![deny(clippy::float_arithmetic, clippy::float_cmp)]

pub mod chronicle;
pub mod game;
pub mod kit;
pub mod play;
pub mod players;
#[cfg(feature = "race")]
#[path = "../../../tests/race/engine/mod.rs"]
pub mod race;
pub mod show;
