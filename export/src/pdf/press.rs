//! Pages as a PDF.

use std::collections::BTreeMap;
use std::io::Write;

use emath::{Pos2, Rect, Vec2};
use krilla::Document;
use krilla::annotation::{Annotation, LinkAnnotation, Target};
use krilla::destination::{Destination, NamedDestination, XyzDestination};
use krilla::embed::{AssociationKind, EmbeddedFile, MimeType};
use krilla::geom::{Point, Rect as PageArea};
use krilla::metadata::Metadata;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;

use super::PdfError;
use super::page::{Item, PageLink, PdfPage};
use super::paper::MM;
use super::surface::{Fonts, Ink};
use crate::order::ExportError;
use crate::scene::{Scene, ScenePart};
use crate::stamp::{self, Stamp};

/// The creator and the language in the PDF metadata.
const CREATOR: &str = "Battlewright";
const LANGUAGE: &str = "en";

/// The room above a place to which a link leads, in points.
const ABOVE: f32 = 4.0;

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
        let anchors = self.anchors();
        for page in self.pages {
            self.paint(page, &mut document, &fonts, &anchors)?;
        }
        for anchor in anchors.values() {
            // Each name stands for one place.
            let _ = document.register_named_destination(anchor.clone());
        }
        document.set_outline(self.contents());
        document.set_metadata(self.about());
        document.embed_file(self.scenario_file());
        let bytes = document.finish().map_err(|error| PdfError::Document(format!("{error:?}")))?;
        Ok(to.write_all(&bytes)?)
    }

    /// Returns the named places of all pages; the first of a name counts.
    fn anchors(&self) -> BTreeMap<&str, NamedDestination> {
        let mut anchors = BTreeMap::new();
        for (n, page) in self.pages.iter().enumerate() {
            for (name, at) in &page.anchors {
                let place = XyzDestination::new(n, Point::from_xy(at.x, (at.y - ABOVE).max(0.0)));
                anchors.entry(name.as_str()).or_insert_with(|| NamedDestination::new(name.clone(), place));
            }
        }
        anchors
    }

    fn paint(
        &self,
        page: &PdfPage,
        document: &mut Document,
        fonts: &Fonts,
        anchors: &BTreeMap<&str, NamedDestination>,
    ) -> Result<(), ExportError> {
        let mut sheet = document.start_page_with(settings(page)?);
        for PageLink { rect, anchor } in &page.links {
            let area = PageArea::from_ltrb(rect.left(), rect.top(), rect.right(), rect.bottom());
            if let Some((place, area)) = anchors.get(anchor.as_str()).zip(area) {
                let link = LinkAnnotation::new(area, Target::Destination(Destination::Named(place.clone())));
                sheet.add_annotation(Annotation::new_link(link, Some(anchor.clone())));
            }
        }
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
            let entry = |title: &str, x: f32, y: f32| {
                OutlineNode::new(title.to_owned(), XyzDestination::new(n, Point::from_xy(x, y.max(0.0))))
            };
            if let Some(headings) = &page.headings {
                for (title, at) in headings {
                    contents.push_child(entry(title, at.x, at.y - ABOVE));
                }
                continue;
            }
            let mut node = entry(&page.title, 0.0, 0.0);
            for block in &page.blocks {
                node.push_child(entry(&block.title, block.rect.left(), block.rect.top()));
            }
            contents.push_child(node);
        }
        contents
    }

    /// Returns the scenario as an attached file.
    fn scenario_file(&self) -> EmbeddedFile {
        EmbeddedFile {
            path: stamp::ATTACHMENT.to_owned(),
            mime_type: MimeType::new("application/toml"),
            description: Some("The scenario of which this document was made".to_owned()),
            association_kind: AssociationKind::Source,
            data: stamp::embedded(self.scene.scenario()).into_bytes().into(),
            modification_date: None,
            compress: Some(true),
            location: None,
        }
    }

    /// Returns the document metadata.
    fn about(&self) -> Metadata {
        let about = self.scene.scenario().common().about();
        let mut told = Metadata::new().title(about.title).creator(CREATOR.to_owned()).language(LANGUAGE.to_owned());
        let own = Stamp::of(self.scene.scenario());
        told = told.keywords(vec![own.rules().to_owned(), format!("stamp {}", own.hash())]);
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
