//! Texts as they are edited: what changes in them, as data; their lines; the caret.

mod caret;
mod hull;
mod inks;
mod lines;
mod outlined;
mod patch;
mod splice;

pub use battlewright_schema::outline::{Ink, Outline};
pub use caret::{Caret, Way};
pub use hull::{Hull, Typed};
pub use inks::Inks;
pub use lines::Lines;
pub use outlined::Outlined;
pub use patch::Patch;
pub use splice::Splice;
