//! Painting of shapes in other formats.

pub(crate) mod look;
pub(crate) mod pixels;
pub mod png;
mod rendered;
pub mod svg;
pub(crate) mod trace;

pub use rendered::rendered;
