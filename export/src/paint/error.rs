//! Errors of painting.

use std::io;

/// Why a picture is not painted.
#[derive(Debug, thiserror::Error)]
pub enum PaintError {
    /// The picture would be wider or higher than pixels can be painted.
    #[error("{width:.0} by {height:.0} pixels are too many: {most} are the most, either way")]
    TooLarge {
        /// Its width, in pixels.
        width: f32,
        /// Its height.
        height: f32,
        /// The most that it may have, either way.
        most: u32,
    },
    /// There is no room for its pixels in memory.
    #[error("there is no room for a picture")]
    NoRoom,
    /// The SVG that was to be painted is refused by its reader.
    #[error("the picture cannot be made: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// The picture cannot be encoded, or what it is written to fails.
    #[error("the picture cannot be written: {0}")]
    Unwritten(io::Error),
}

impl From<png::EncodingError> for PaintError {
    fn from(error: png::EncodingError) -> Self {
        Self::Unwritten(error.into())
    }
}
