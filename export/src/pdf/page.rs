//! Pages as data: their contents and positions, before painting.

use emath::{Rect, Vec2};

use crate::draw::Shape;

/// A page of a document.
pub(crate) struct PdfPage {
    /// Its name, for the list of contents.
    pub(crate) title: String,
    /// Its width and height, in points.
    pub(crate) size: Vec2,
    /// The items on it, the lowest first.
    pub(crate) items: Vec<Item>,
}

/// Something on a page.
pub(crate) enum Item {
    /// Shapes, in points from the page's upper left corner.
    Shapes(Vec<Shape>),
    /// The same, made when they are needed: a map of thousands of pages has many.
    Later(Box<dyn Fn() -> Vec<Shape> + Send + Sync>),
    /// A part of the map.
    Map {
        /// The place where it is on the page, in points.
        frame: Rect,
        /// The place of the map in the frame's upper left corner, in points of the map as it is printed.
        from: Vec2,
    },
}

impl PdfPage {
    /// An empty page.
    pub(crate) fn new(title: impl Into<String>, size: Vec2) -> Self {
        Self { title: title.into(), size, items: Vec::new() }
    }

    /// The shapes on it, as tests look at them.
    #[cfg(test)]
    pub(crate) fn shapes(&self) -> impl Iterator<Item = Shape> {
        self.items.iter().flat_map(|item| match item {
            Item::Shapes(shapes) => shapes.clone(),
            Item::Later(shapes) => shapes(),
            Item::Map { .. } => Vec::new(),
        })
    }
}
