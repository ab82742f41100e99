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
    #[error("{name} does not exist")]
    Missing {
        /// The name of the file.
        name: String,
    },
    /// The file exists but cannot be read.
    #[error("{name} cannot be read: {source}")]
    Unreadable {
        /// The name of the file.
        name: String,
        /// The reason.
        source: io::Error,
    },
    /// The path is that of a folder, a pipe or the like.
    #[error("{name} is not a file")]
    NotAFile {
        /// The name of the file.
        name: String,
    },
    /// The file is too long.
    #[error("{name} is longer than {} MB", most >> 20)]
    TooLong {
        /// The name of the file.
        name: String,
        /// The limit, in bytes.
        most: u64,
    },
    /// The bytes are neither SVG nor PNG.
    #[error("it is neither SVG nor PNG")]
    NotAPicture,
    /// The root element is not `svg`.
    #[error("it is not an SVG")]
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
    #[error("{width} by {height} pixels are too many; the limit is {most}")]
    TooManyPixels {
        /// The width, in pixels.
        width: u32,
        /// The height, in pixels.
        height: u32,
        /// The limit on pixels.
        most: u64,
    },
    /// The PNG exceeds the pixel limit of the theme, together with the pictures before it.
    #[error("with the pictures before it, it has more than {} million pixels: reduce them", most / 1_000_000)]
    TooManyPixelsTogether {
        /// The limit on the pixels of all pictures of a theme.
        most: u64,
    },
    /// An SVG with placeholders is too long; such SVGs are parsed anew for each counter.
    #[error("an SVG with placeholders is at most {} KB long", most >> 10)]
    TemplateTooLong {
        /// The limit, in bytes.
        most: usize,
    },
    /// The SVG has an element that artwork may not have: a script, a foreign document, a raster image.
    #[error("it contains a <{name}>{}", if *name == "image" { ": convert it to vectors, or use a PNG" } else { "" })]
    ForeignElement {
        /// The name of the element.
        name: String,
    },
    /// The SVG references something outside its file.
    #[error("{} refers to something outside: {target}", element.as_ref().map_or_else(|| "it".to_owned(), |name| format!("<{name}>")))]
    Outside {
        /// The name of the element; `None` for a style.
        element: Option<String>,
        /// The start of the reference.
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
    #[error("there are no resources to draw it: {0}")]
    NoThread(#[source] io::Error),
    /// The SVG parser panicked.
    #[error("the SVG parser failed")]
    ReaderFailed,
}

/// A limit that a drawing exceeds. Parts count as often as they are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DrawingLimit {
    /// The number of parts.
    #[error("it has more than {most} parts, counted as often as they are drawn")]
    Parts {
        /// The limit on parts.
        most: u64,
    },
    /// The length of its attributes, paths included.
    #[error("its paths are longer than {} MB, counted as often as they are drawn", most >> 20)]
    Paths {
        /// The limit, in bytes.
        most: u64,
    },
    /// The length of its texts.
    #[error("it has more than {most} characters of text")]
    Letters {
        /// The limit, in characters.
        most: u64,
    },
    /// The nesting depth of elements.
    #[error("it has elements nested more than {most} deep")]
    Depth {
        /// The limit on the depth.
        most: usize,
    },
    /// The length of its style sheets.
    #[error("its style sheets are longer than {} KB", most >> 10)]
    Styles {
        /// The limit, in bytes.
        most: usize,
    },
    /// The effort of matching its style sheets.
    #[error(
        "its style sheets are too long for so many elements, or their selectors too complex: write the styles into the \
         elements"
    )]
    Styling,
    /// The memory for painting.
    #[error(
        "it takes too much memory to paint: use fewer nested groups with an opacity, mask or filter, or smaller \
         patterns"
    )]
    Memory,
    /// The time for painting.
    #[error("it takes too long to paint: use simpler filters, patterns or dashes, or fewer large overlapping parts")]
    Time,
}
