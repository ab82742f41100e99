//! Pages as a PDF. Krilla keeps a whole document in memory, so large ones are printed in batches, each a document of its
//! own, and bound into one as they come.

use std::collections::BTreeMap;
use std::io::Write;
use std::ops::Range;

use emath::{Pos2, Rect, Vec2};
use krilla::Document;
use krilla::page::PageSettings;
use pdf_writer::{Finish, Pdf, Ref, TextStr};
use xmp_writer::{LangId, XmpWriter};

use super::bind::{Binder, Finished};
use super::page::{Item, Page};
use super::paper::MM;
use super::surface::{Fonts, Ink};
use crate::in_order::in_order;
use crate::order::Refusal;
use crate::scene::{Part, Scene};

/// About how many shapes a batch has. Some ten MB while it is painted, one or two when it is packed.
pub(super) const BATCH: f32 = 40_000.0;
/// About how many shapes a hex is.
const HEX: f32 = 10.0;

/// The same of a page whose shapes are made later, such as one of counters.
const PAGE: f32 = 400.0;

/// The program that makes documents, and the language of the words in them.
const CREATOR: &str = "Battlewright";
const LANGUAGE: &str = "en";

/// The pages that are printed at once.
enum Batch {
    /// Pages. If the first of them is too large for a batch, its map is that many drawings, which come before it.
    Pages(Range<usize>, usize),
    /// Some bands of a part of the map on a page, as a drawing.
    Drawing(usize, Part, Vec<Range<u16>>),
}

/// The pages that are printed.
pub(super) struct Press<'a> {
    pub(super) scene: &'a Scene<'a>,
    /// The number of points that a unit of the scene takes.
    pub(super) scale: f32,
    pub(super) pages: &'a [Page],
}

impl Press<'_> {
    /// Writes the document; no batch has many more shapes than `most`.
    pub(super) fn print(&self, most: f32, to: &mut dyn Write) -> Result<(), Refusal> {
        let batches = self.batches(most);
        let mut bound = Binder::new(to);
        let root = bound.reserve();
        let (mut drawings, mut pages) = (Vec::new(), Vec::new());
        let bytes = |batch: &Batch| self.painted(batch).and_then(finished);
        in_order(&batches, bytes, |batch, bytes| -> Result<(), Refusal> {
            let bytes = bytes?;
            let part = Finished::read(&bytes)?;
            let (own_root, own_pages) = part.pages();
            let mut known = BTreeMap::from([(own_root, root)]);
            let own_drawings = own_pages.first().map_or_else(Vec::new, |page| part.drawings(*page));
            let (roots, copies) = match batch {
                Batch::Drawing(..) => (own_drawings, &mut drawings),
                Batch::Pages(_, count) => {
                    // What the page has in place of its drawings comes first.
                    known.extend(own_drawings.into_iter().take(*count).zip(drawings.drain(..)));
                    (own_pages, &mut pages)
                }
            };
            bound.copy(&part, &roots, &mut known)?;
            copies.extend(roots.iter().filter_map(|id| known.get(id)));
            Ok(())
        })?;
        let bytes = self.frame(bound.hash());
        let frame = Finished::read(&bytes)?;
        let (own_root, own_pages) = frame.pages();
        let mut known: BTreeMap<_, _> = own_pages.into_iter().zip(pages).chain([(own_root, root)]).collect();
        let roots = [vec![own_root], frame.ending("/Root"), frame.ending("/Info")].concat();
        bound.copy(&frame, &roots, &mut known)?;
        Ok(bound.finish(&frame, &known)?)
    }

    /// The batches that are printed at once, in order.
    fn batches(&self, most: f32) -> Vec<Batch> {
        let mut batches = Vec::new();
        let (mut first, mut shapes) = (0, 0.0);
        for (n, page) in self.pages.iter().enumerate() {
            let own = self.shapes(page);
            let large = own > most;
            if n > first && (large || shapes + own > most) {
                batches.push(Batch::Pages(first..n, 0));
                (first, shapes) = (n, 0.0);
            }
            shapes += own;
            if let (true, Some(seen)) = (large, page.map().map(|map| self.seen(map))) {
                let before = batches.len();
                for part in Part::ALL {
                    let bands: Vec<Range<u16>> = self.scene.bands(part, seen).collect();
                    #[expect(
                        clippy::cast_possible_truncation,
                        clippy::cast_sign_loss,
                        reason = "no more than there are"
                    )]
                    let some = (bands.len() as f32 * most / own).max(1.0) as usize;
                    batches.extend(bands.chunks(some).map(|bands| Batch::Drawing(n, part, bands.to_vec())));
                }
                batches.push(Batch::Pages(n..n + 1, batches.len() - before));
                (first, shapes) = (n + 1, 0.0);
            }
        }
        if first < self.pages.len() {
            batches.push(Batch::Pages(first..self.pages.len(), 0));
        }
        batches
    }

    /// About how many shapes are on a page.
    fn shapes(&self, page: &Page) -> f32 {
        let hex = self.scale * self.scene.options().radius;
        let of = |item: &Item| match item {
            Item::Shapes(shapes) => shapes.len() as f32,
            Item::Later(_) => PAGE,
            Item::Map { frame, .. } => HEX * frame.area() / (hex * hex * 1.5 * 3.0_f32.sqrt()),
        };
        page.items.iter().map(of).sum()
    }

    /// The part of the scene that is seen in `frame` of a page.
    fn seen(&self, (frame, from): (Rect, Vec2)) -> Rect {
        Rect::from_min_size(Pos2::ZERO + from / self.scale, frame.size() / self.scale)
    }

    fn painted(&self, batch: &Batch) -> Result<Document, String> {
        let mut document = Document::new();
        let fonts = Fonts::new();
        match batch {
            Batch::Pages(pages, drawings) => {
                for page in self.pages.get(pages.clone()).unwrap_or_default() {
                    let mut sheet = document.start_page_with(settings(page)?);
                    let mut surface = sheet.surface();
                    let mut ink = Ink::new(&mut surface, &fonts);
                    for item in &page.items {
                        match item {
                            Item::Shapes(shapes) => ink.paint(shapes),
                            Item::Later(shapes) => ink.paint(&shapes()),
                            Item::Map { frame, from } => {
                                ink.within(*frame, frame.min.to_vec2() - *from, self.scale, |ink| {
                                    if *drawings > 0 {
                                        return ink.stand_ins(*drawings);
                                    }
                                    let seen = self.seen((*frame, *from));
                                    Part::ALL.into_iter().for_each(|part| ink.parts(self.scene.strips(part, seen)));
                                });
                            }
                        }
                    }
                    surface.finish();
                    sheet.finish();
                }
            }
            Batch::Drawing(n, part, bands) => {
                let page = self.pages.get(*n).ok_or("there is no such page")?;
                let (frame, from) = page.map().ok_or("there is no map on the page")?;
                let seen = self.seen((frame, from));
                let mut sheet = document.start_page_with(settings(page)?);
                let mut surface = sheet.surface();
                let mut ink = Ink::new(&mut surface, &fonts);
                ink.packed(frame.min.to_vec2() - from, self.scale, |ink| {
                    // After the last nothing comes, so that it is packed as all are.
                    let strips = bands.iter().map(|rows| self.scene.strip(*part, seen, rows));
                    ink.parts(strips.chain([Vec::new()]));
                });
                surface.finish();
                sheet.finish();
            }
        }
        Ok(document)
    }

    /// A document that has all but its pages, in their order: list of contents, what it is, and an id made of `hash`.
    // Krilla would take 20 KB for each page, though there be nothing on it.
    fn frame(&self, hash: u64) -> Vec<u8> {
        let about = self.scene.scenario().common().about();
        let mut next = Ref::new(1);
        let [catalog, root, contents, info, metadata] = [(); 5].map(|()| next.bump());
        let titles: Vec<Ref> = self.pages.iter().map(|_| next.bump()).collect();
        // The last numbers, so that the table of places ends before those that are not here.
        let pages: Vec<Ref> = self.pages.iter().map(|_| next.bump()).collect();
        let count = i32::try_from(pages.len()).unwrap_or(i32::MAX);
        let mut document = Pdf::new();
        document.catalog(catalog).pages(root).outlines(contents).metadata(metadata).lang(TextStr(LANGUAGE));
        document.pages(root).kids(pages.iter().copied()).count(count);
        let mut outline = document.outline(contents);
        outline.count(count);
        if let Some((first, last)) = titles.first().zip(titles.last()) {
            outline.first(*first).last(*last);
        }
        outline.finish();
        let mut before = None;
        for (n, ((page, id), own)) in self.pages.iter().zip(&pages).zip(&titles).enumerate() {
            let mut title = document.outline_item(*own);
            title.parent(contents).title(TextStr(&page.title));
            if let Some(before) = before {
                title.prev(before);
            }
            if let Some(after) = titles.get(n + 1) {
                title.next(*after);
            }
            title.dest().page(*id).xyz(0.0, page.size.y, None);
            before = Some(*own);
        }
        let mut told = document.document_info(info);
        told.title(TextStr(&about.title)).creator(TextStr(CREATOR));
        if !about.authors.is_empty() {
            told.author(TextStr(&about.authors.join(", ")));
        }
        told.finish();
        // The same once more, as newer readers want it.
        let mut told = XmpWriter::new();
        told.title([(None, about.title.as_str())]).creator(about.authors.iter().map(String::as_str));
        told.creator_tool(CREATOR).language([LangId(LANGUAGE)]).format("application/pdf");
        told.num_pages(count.unsigned_abs());
        document.metadata(metadata, told.finish(None).as_bytes());
        let id = hash.to_be_bytes().to_vec();
        document.set_file_id((id.clone(), id));
        document.finish()
    }
}

fn settings(page: &Page) -> Result<PageSettings, String> {
    PageSettings::from_wh(page.size.x, page.size.y)
        .ok_or_else(|| format!("{:.0} by {:.0} mm are too large for a page", page.size.x / MM, page.size.y / MM))
}

fn finished(document: Document) -> Result<Vec<u8>, String> {
    document.finish().map_err(|error| format!("the document cannot be made: {error:?}"))
}

#[cfg(test)]
mod tests {
    use battlewright_schema::load;

    use super::super::{Book, Sheet, laid_out};
    use super::*;
    use crate::scene::Options;

    fn printed(book: &Book, most: f32, threads: usize) -> Vec<u8> {
        let scenario = load(include_str!("../../../scenarios/mars-la-tour.toml")).readable.unwrap();
        let scene = Scene::new(&scenario, Options::default()).unwrap();
        let (scale, pages) = laid_out(&scene, book).unwrap();
        let mut bytes = Vec::new();
        let press = Press { scene: &scene, scale, pages: &pages };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| press.print(most, &mut bytes).map_err(|refusal| refusal.to_string())).unwrap();
        bytes
    }

    #[test]
    fn many_batches_make_the_same_document_as_one_on_any_number_of_threads() {
        let book = Book::default();
        let [whole, bound] = [f32::INFINITY, 2000.0].map(|most| printed(&book, most, 1));
        let [of_whole, of_bound] = [&whole, &bound].map(|bytes| Finished::read(bytes).unwrap().contents());
        assert_eq!(of_whole, of_bound);
        assert!(of_bound.len() > 20 && whole != bound, "{of_bound:?}");
        assert!(bound == printed(&book, 2000.0, 3));
    }

    #[test]
    fn a_map_too_large_for_a_batch_is_drawings_on_its_page_in_their_order() {
        let book = Book { paper: None, sheets: vec![Sheet::Aid, Sheet::Map, Sheet::Track], ..Book::default() };
        let [whole, bound] = [f32::INFINITY, 2000.0].map(|most| printed(&book, most, 2));
        let [whole, bound] = [&whole, &bound].map(|bytes| Finished::read(bytes).unwrap());
        assert_eq!(whole.contents(), bound.contents());
        let pages = bound.pages().1.into_iter().map(|page| (page, bound.drawings(page)));
        let (page, drawings) = pages.max_by_key(|(_, drawings)| drawings.len()).unwrap();
        // They were copied one after another before the page came: none is a stand-in.
        assert!(drawings.len() > Part::ALL.len() && drawings.is_sorted(), "{drawings:?}");
        assert!(drawings.iter().all(|drawing| *drawing < page), "{drawings:?}, {page}");
    }
}
