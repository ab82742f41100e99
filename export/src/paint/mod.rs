//! Shapes as other programs take them.

pub(crate) mod pixels;
pub mod png;
mod rendered;
pub mod svg;

pub use rendered::rendered;
