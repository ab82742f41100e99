//! Pages as data: their contents and positions, before painting.

use emath::{Pos2, Rect, Vec2};

use super::sheet::SheetBlock;
use crate::draw::Shape;

/// A page of a document.
pub(crate) struct PdfPage {
    /// The title, for the outline of the document.
    pub(crate) title: String,
    /// The width and height, in points.
    pub(crate) size: Vec2,
    /// The items, from bottom to top.
    pub(crate) items: Vec<Item>,
    /// The links within the document.
    pub(crate) links: Vec<PageLink>,
    /// The places to which links lead, with their names.
    pub(crate) anchors: Vec<(String, Pos2)>,
    /// The entries of the outline on this page; `None` for one entry with the title.
    pub(crate) headings: Option<Vec<(String, Pos2)>>,
    /// The charts on the page.
    pub(crate) blocks: Vec<SheetBlock>,
}

/// A link to an anchor.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PageLink {
    /// The place on the page, in points.
    pub(crate) rect: Rect,
    /// The name of the anchor.
    pub(crate) anchor: String,
}

/// An item on a page.
pub(crate) enum Item {
    /// Shapes, in points from the page's upper left corner.
    Shapes(Vec<Shape>),
    /// Shapes computed while painting, which saves memory on maps of many pages.
    Later(Box<dyn Fn() -> Vec<Shape> + Send + Sync>),
    /// A part of the map.
    Map {
        /// The frame on the page, in points.
        frame: Rect,
        /// The position in the printed map at the frame's upper left corner, in points.
        from: Vec2,
    },
}

impl PdfPage {
    /// Returns an empty page.
    pub(crate) fn new(title: impl Into<String>, size: Vec2) -> Self {
        Self {
            title: title.into(),
            size,
            items: Vec::new(),
            links: Vec::new(),
            anchors: Vec::new(),
            headings: None,
            blocks: Vec::new(),
        }
    }

    /// Returns the shapes on the page, but for parts of the map.
    pub(crate) fn shapes(&self) -> impl Iterator<Item = Shape> {
        self.items.iter().flat_map(|item| match item {
            Item::Shapes(shapes) => shapes.clone(),
            Item::Later(shapes) => shapes(),
            Item::Map { .. } => Vec::new(),
        })
    }
}
