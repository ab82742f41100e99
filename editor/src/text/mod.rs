//! Texts as they are edited: what changes in them, as data; their lines; their parts, as TOML.

mod caret;
mod lines;
mod outline;
mod patch;
mod splice;

pub use caret::{Caret, Way};
pub use lines::Lines;
pub use outline::{Ink, Outline};
pub use patch::Patch;
pub use splice::Splice;
