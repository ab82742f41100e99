//! Errors of artwork.

use std::io;
use std::time::Duration;

use resvg::usvg;

use crate::archive::XmlError;
use crate::picture::PictureError;

/// An error while reading a theme or one of its pictures.
#[derive(Debug, thiserror::Error)]
pub enum ArtError {
    /// The file does not exist.
    #[error("{name} is not there")]
    Missing {
        /// The name of the file.
        name: String,
    },
    /// The file cannot be read.
    #[error("{name} cannot be read: {source}")]
    Unreadable {
        /// The name of the file.
        name: String,
        /// The reason.
        source: io::Error,
    },
    /// The path is that of a folder, a pipe or the like.
    #[error("{name} is no file")]
    NotAFile {
        /// Its name.
        name: String,
    },
    /// The file is too long.
    #[error("{name} is longer than {} MB", most >> 20)]
    TooLong {
        /// The name of the file.
        name: String,
        /// The most bytes that it may have.
        most: u64,
    },
    /// The bytes are neither SVG nor PNG.
    #[error("it is neither SVG nor PNG")]
    NotAPicture,
    /// The root element is not `svg`.
    #[error("it is no SVG")]
    NotSvg,
    /// The SVG is malformed, or exceeds the limits on XML.
    #[error(transparent)]
    Xml(#[from] XmlError),
    /// The header of a raster picture is refused.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// The PNG cannot be decoded: the message of the decoder.
    #[error("the PNG is damaged: {0}")]
    DamagedPng(String),
    /// The PNG has too many pixels.
    #[error("{width} by {height} pixels are too many: {most} are the most")]
    TooManyPixels {
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
        /// The most pixels that it may have.
        most: u64,
    },
    /// The PNG exceeds the pixel limit of the theme, together with the pictures before it.
    #[error("with the others before it, it has more than {} million pixels: make them smaller", most / 1_000_000)]
    TooManyPixelsTogether {
        /// The most pixels that the pictures of a theme may have together.
        most: u64,
    },
    /// An SVG with placeholders is too long; such SVGs are parsed anew for each counter.
    #[error("an SVG with placeholders is at most {} KB long", most >> 10)]
    TemplateTooLong {
        /// The most bytes that it may have.
        most: usize,
    },
    /// The SVG has an element that artwork may not have: a script, a foreign document, a raster image.
    #[error("it has a <{name}> in it{}", if *name == "image" { ": turn it into lines, or make the whole a PNG" } else { "" })]
    ForeignElement {
        /// The name of the element.
        name: String,
    },
    /// The SVG references something outside its file.
    #[error("{} refers to something outside: {target}", element.as_ref().map_or_else(|| "it".to_owned(), |name| format!("<{name}>")))]
    Outside {
        /// The name of the element; `None` for a style.
        element: Option<String>,
        /// The beginning of the reference.
        target: String,
    },
    /// A style sheet of the SVG imports another.
    #[error("its style sheet imports another")]
    Import,
    /// A part of the SVG references itself.
    #[error("it has a part that refers to itself")]
    Recursive,
    /// The SVG exceeds a limit on drawings.
    #[error(transparent)]
    TooCostly(#[from] DrawingLimit),
    /// The SVG parser refuses the SVG.
    #[error("it cannot be drawn: {0}")]
    Undrawable(usvg::Error),
    /// The picture is too small or too large.
    #[error("it has no size")]
    NoSize,
    /// The SVG takes too long to parse.
    #[error("it takes more than {} seconds to read", .0.as_secs())]
    Timeout(Duration),
    /// No thread can be started.
    #[error("there is no room to draw it: {0}")]
    NoThread(#[source] io::Error),
    /// The SVG parser panicked.
    #[error("it is more than the reader of drawings can take")]
    ReaderFailed,
}

/// A limit that a drawing exceeds. Parts count as often as they are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DrawingLimit {
    /// The number of parts.
    #[error("it has more than {most} parts, counted as often as they are drawn")]
    Parts {
        /// The most that there may be.
        most: u64,
    },
    /// The length of its paths.
    #[error("its paths are longer than {} MB, counted as often as they are drawn", most >> 20)]
    Paths {
        /// The most bytes that they may have.
        most: u64,
    },
    /// The length of its texts.
    #[error("it has more than {most} letters of text")]
    Letters {
        /// The most that there may be.
        most: u64,
    },
    /// The nesting depth of elements.
    #[error("it has elements more than {most} deep in each other")]
    Depth {
        /// The most that there may be.
        most: usize,
    },
    /// The length of its style sheets.
    #[error("its style sheets are longer than {} KB", most >> 10)]
    Styles {
        /// The most bytes that they may have.
        most: usize,
    },
    /// The effort of matching its style sheets.
    #[error(
        "its style sheets are too long for so many elements, or their selectors too involved: write the styles into the \
         elements"
    )]
    Styling,
    /// The memory for painting.
    #[error(
        "it takes too much memory to paint: fewer groups with an opacity, mask or filter within each other, or smaller \
         patterns, are needed"
    )]
    Memory,
    /// The time for painting.
    #[error(
        "it takes too long to paint: simpler filters, patterns, dashes or fewer large parts over each other are needed"
    )]
    Time,
}
