//! Texts as they are edited: what changes in them, as data; their lines; the caret.

mod caret;
mod lines;
mod patch;
mod splice;

pub use battlewright_schema::outline::{Ink, Outline};
pub use caret::{Caret, Way};
pub use lines::Lines;
pub use patch::Patch;
pub use splice::Splice;
