//! Texts as they are edited: what changes in them, as data.

mod patch;
mod splice;

pub use patch::Patch;
pub use splice::Splice;
