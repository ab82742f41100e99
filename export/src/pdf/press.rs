//! Pages as a PDF.

use std::io::Write;

use emath::{Pos2, Rect, Vec2};
use krilla::Document;
use krilla::destination::XyzDestination;
use krilla::geom::Point;
use krilla::metadata::Metadata;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;

use super::PdfError;
use super::page::{Item, PdfPage};
use super::paper::MM;
use super::surface::{Fonts, Ink};
use crate::order::ExportError;
use crate::scene::{Scene, ScenePart};

/// The creator and the language in the PDF metadata.
const CREATOR: &str = "Battlewright";
const LANGUAGE: &str = "en";

/// A PDF writer for laid-out pages.
pub(super) struct Press<'a> {
    pub(super) scene: &'a Scene<'a>,
    /// The scale of the map, in points per unit of the scene.
    pub(super) scale: f32,
    pub(super) pages: &'a [PdfPage],
}

impl Press<'_> {
    /// Writes the document.
    pub(super) fn print(&self, to: &mut dyn Write) -> Result<(), ExportError> {
        let mut document = Document::new();
        let fonts = Fonts::new();
        for page in self.pages {
            self.paint(page, &mut document, &fonts)?;
        }
        document.set_outline(self.contents());
        document.set_metadata(self.about());
        let bytes = document.finish().map_err(|error| PdfError::Document(format!("{error:?}")))?;
        Ok(to.write_all(&bytes)?)
    }

    fn paint(&self, page: &PdfPage, document: &mut Document, fonts: &Fonts) -> Result<(), ExportError> {
        let mut sheet = document.start_page_with(settings(page)?);
        let mut surface = sheet.surface();
        let mut ink = Ink::new(&mut surface, fonts);
        for item in &page.items {
            match item {
                Item::Shapes(shapes) => ink.paint(shapes),
                Item::Later(shapes) => ink.paint(&shapes()),
                Item::Map { frame, from } => {
                    ink.within(*frame, frame.min.to_vec2() - *from, self.scale, |ink| {
                        let seen = self.visible_part((*frame, *from));
                        ScenePart::ALL.into_iter().for_each(|part| ink.parts(self.scene.strips(part, seen)));
                    });
                }
            }
        }
        surface.finish();
        sheet.finish();
        Ok(())
    }

    /// Returns the part of the scene within `frame` of a page.
    fn visible_part(&self, (frame, from): (Rect, Vec2)) -> Rect {
        Rect::from_min_size(Pos2::ZERO + from / self.scale, frame.size() / self.scale)
    }

    /// Returns the document outline: the pages, and the charts on each.
    fn contents(&self) -> Outline {
        let mut contents = Outline::new();
        for (n, page) in self.pages.iter().enumerate() {
            let top = XyzDestination::new(n, Point::from_xy(0.0, 0.0));
            let mut node = OutlineNode::new(page.title.clone(), top);
            for block in &page.blocks {
                let place = XyzDestination::new(n, Point::from_xy(block.rect.left(), block.rect.top()));
                node.push_child(OutlineNode::new(block.title.clone(), place));
            }
            contents.push_child(node);
        }
        contents
    }

    /// Returns the document metadata.
    fn about(&self) -> Metadata {
        let about = self.scene.scenario().common().about();
        let mut told = Metadata::new().title(about.title).creator(CREATOR.to_owned()).language(LANGUAGE.to_owned());
        if !about.sources.is_empty() {
            told = told.description(format!("Sources: {}", about.sources.join("; ")));
        }
        if about.authors.is_empty() { told } else { told.authors(about.authors) }
    }
}

fn settings(page: &PdfPage) -> Result<PageSettings, PdfError> {
    PageSettings::from_wh(page.size.x, page.size.y)
        .ok_or(PdfError::PageTooLarge { width: page.size.x / MM, height: page.size.y / MM })
}
