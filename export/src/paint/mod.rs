//! Painters: shapes as pixels, PNG and SVG.

mod error;
pub(crate) mod look;
pub(crate) mod pixels;
pub mod png;
mod rendered;
pub mod svg;
pub(crate) mod trace;

pub use error::PaintError;
pub use rendered::rendered;
