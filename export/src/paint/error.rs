//! Errors of painting.

use std::io;

/// An error while painting a picture.
#[derive(Debug, thiserror::Error)]
pub enum PaintError {
    /// The picture is wider or higher than the painter supports.
    #[error("{width:.0} by {height:.0} pixels are too large; the limit is {most} in each direction")]
    TooLarge {
        /// The width, in pixels.
        width: f32,
        /// The height, in pixels.
        height: f32,
        /// The limit on each.
        most: u32,
    },
    /// Memory for the pixels cannot be allocated.
    #[error("there is not enough memory for the picture")]
    NoRoom,
    /// The SVG to be painted is malformed.
    #[error("the picture cannot be made: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// The picture cannot be encoded, or its output cannot be written.
    #[error("the picture cannot be written: {0}")]
    Unwritten(io::Error),
}

impl From<png::EncodingError> for PaintError {
    fn from(error: png::EncodingError) -> Self {
        Self::Unwritten(error.into())
    }
}
