//! PDF export with embedded fonts: the map at true scale, counters to cut out, the player's aid, the turn track, setup cards
//! and the rules booklet.

mod aid;
mod booklet;
pub(crate) mod counters;
mod flow;
mod foot;
mod map;
pub(crate) mod page;
mod paper;
mod press;
mod setup;
mod sheet;
mod surface;

use std::io::Write;

use battlewright_schema::Scenario;
use ecolor::Color32;
use serde::{Deserialize, Serialize};

use crate::draw::{Shape, Stroke};
use crate::paint::{PaintError, png};
use crate::scene::{Options, Scene};
pub use booklet::Booklet;
use page::PdfPage;
pub use paper::{Length, LengthError, Paper};
use press::Press;

/// The page margin, in points: the area that printers cannot reach.
const MARGIN: f32 = 10.0 * paper::MM;
/// The color of text.
const INK: Color32 = Color32::from_rgb(34, 28, 22);
/// The stroke of cut marks.
const HAIR: Stroke = Stroke { width: 0.35, color: Color32::from_rgb(40, 40, 40) };

/// A printable part of a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum PrintedPart {
    /// The map.
    Map,
    /// Counter sheets.
    Counters,
    /// The player's aid: steps of a turn, terrain, tables.
    Aid,
    /// The turn track with its reinforcements.
    Track,
    /// A setup card for each side.
    Setup,
}

impl PrintedPart {
    /// All parts.
    pub const ALL: [Self; 5] = [Self::Map, Self::Counters, Self::Aid, Self::Track, Self::Setup];

    /// Returns the name of the part on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Map => "map",
            Self::Counters => "counters",
            Self::Aid => "aid",
            Self::Track => "track",
            Self::Setup => "setup",
        }
    }
}

/// The binding edge for duplex printing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Flip {
    /// The long edge, as in a book.
    Long,
    /// The short edge, as in a pad.
    Short,
}

/// The pieces on the counter sheets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PrintedPieces {
    /// All.
    #[default]
    All,
    /// The units.
    Units,
    /// The markers and chits.
    Markers,
}

/// The options of a PDF: its parts and their sizes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PdfOptions {
    /// The paper; `None` puts the map on one sheet of its own size, and the rest on A4.
    pub paper: Option<Paper>,
    /// The width of a hex, from side to side, or of an inch of a table.
    pub hex: Length,
    /// The width of a counter.
    pub counter: Length,
    /// The overlap of adjacent map sheets.
    pub overlap: Length,
    /// The bleed around a counter.
    pub bleed: Length,
    /// The binding edge for duplex printing.
    pub flip: Flip,
    /// The parts to print.
    pub sheets: Vec<PrintedPart>,
    /// The pieces on the counter sheets.
    pub pieces: PrintedPieces,
    /// The form of the rules booklet, which is then printed in place of the parts.
    pub booklet: Option<Booklet>,
    /// `true` for player's aids, turn tracks and setup cards without color, with side tags outlined.
    pub plain: bool,
}

impl Default for PdfOptions {
    fn default() -> Self {
        Self {
            paper: Some(Paper::A4),
            hex: Length::mm(24.0),
            counter: Length::mm(15.0),
            overlap: Length::mm(10.0),
            bleed: Length::mm(1.0),
            flip: Flip::Long,
            sheets: PrintedPart::ALL.to_vec(),
            pieces: PrintedPieces::All,
            booklet: None,
            plain: false,
        }
    }
}

/// The most hexes of a printed map, enough for 200 by 200: the document is built in memory.
const MOST_HEXES: usize = 40_000;

/// The most pages of a document.
const MOST_PAGES: usize = 500;

/// An error while making a PDF.
#[derive(Debug, thiserror::Error)]
pub enum PdfError {
    /// The map has too many hexes.
    #[error(
        "a map of {hexes} hexes is too large to print; the limit is {most}: crop the map, or write it as SVG or PNG"
    )]
    MapTooLarge {
        /// The number of hexes.
        hexes: usize,
        /// The limit on hexes.
        most: usize,
    },
    /// There are too many pages.
    #[error(
        "{pages} pages are too many to print; the limit is {most}: choose larger paper (`--paper`) or narrower hexes \
         (`--hex`)"
    )]
    TooManyPages {
        /// The number of pages.
        pages: usize,
        /// The limit on pages.
        most: usize,
    },
    /// A length is out of range.
    #[error("{what} of {length} is out of range: from {least}mm to {most}mm")]
    Length {
        /// The dimension.
        what: &'static str,
        /// The length.
        length: Length,
        /// The lower limit, in millimeters.
        least: f32,
        /// The upper limit, in millimeters.
        most: f32,
    },
    /// The page exceeds the greatest size of a PDF page.
    #[error("{width:.0} by {height:.0} mm are too large for a page")]
    PageTooLarge {
        /// The width, in millimeters.
        width: f32,
        /// The height, in millimeters.
        height: f32,
    },
    /// The paper is not folded to a booklet.
    #[error("a booklet is printed on a4 or letter, two pages on each side of a sheet")]
    BookletPaper,
    /// No part was selected.
    #[error("no part is selected for printing: select at least one")]
    Nothing,
    /// The PDF cannot be encoded: the message of the encoder.
    #[error("the document cannot be written: {0}")]
    Document(String),
}

/// Writes `scenario` as a PDF with the options of `book`.
///
/// # Errors
/// The map cannot be drawn or is too large, a length is out of range, there are too many pages, or `to` cannot be
/// written.
pub fn write(
    scenario: &Scenario,
    options: &Options,
    book: &PdfOptions,
    to: &mut dyn Write,
) -> Result<(), crate::ExportError> {
    let scene = Scene::new(scenario, options.clone())?;
    let (scale, pages) = laid_out(&scene, book)?;
    to.write_all(&pressed(&scene, scale, pages)?.bytes)?;
    Ok(())
}

/// A PDF with what is told about its pages.
pub(crate) struct PdfDocument {
    /// The file.
    pub(crate) bytes: Vec<u8>,
    /// The titles of the pages, and their widths and heights in points.
    pub(crate) pages: Vec<(String, [f32; 2])>,
}

/// Returns the PDF of the pages that [`laid_out`] returns.
///
/// # Errors
/// A page is too large, or the document cannot be encoded.
pub(crate) fn pressed(scene: &Scene<'_>, scale: f32, pages: Vec<PdfPage>) -> Result<PdfDocument, crate::ExportError> {
    let mut bytes = Vec::new();
    Press { scene, scale, pages: &pages }.print(&mut bytes)?;
    let pages = pages.into_iter().map(|page| (page.title, [page.size.x, page.size.y])).collect();
    Ok(PdfDocument { bytes, pages })
}

/// Returns the sheets of the player's aid as pictures in PNG, with `scale` pixels per point, each with its title.
///
/// # Errors
/// A picture is too large.
pub(crate) fn aid_pictures(scene: &Scene<'_>, scale: f32) -> Result<Vec<(String, Vec<u8>)>, PaintError> {
    let painted = |page: PdfPage| {
        let shapes: Vec<Shape> = page.shapes().collect();
        let mut picture = Vec::new();
        png::picture(&shapes, page.size, scale, &mut picture)?;
        Ok((page.title, picture))
    };
    aid::pages(scene, &PdfOptions::default()).into_iter().map(painted).collect()
}

/// Returns the scale of the map, in points per unit of `scene`, and the pages in order.
pub(crate) fn laid_out(scene: &Scene<'_>, book: &PdfOptions) -> Result<(f32, Vec<PdfPage>), PdfError> {
    book.check()?;
    if let Some(form) = book.booklet {
        let pages = booklet::pages(scene, book, form)?;
        return if pages.len() > MOST_PAGES {
            Err(PdfError::TooManyPages { pages: pages.len(), most: MOST_PAGES })
        } else {
            Ok((1.0, pages))
        };
    }
    let hexes = scene.view().map_or(0, |view| view.grid().cells().count());
    if book.sheets.contains(&PrintedPart::Map) && hexes > MOST_HEXES {
        return Err(PdfError::MapTooLarge { hexes, most: MOST_HEXES });
    }
    let scale = book.hex.0 / (scene.options().inch());
    let mut printed = scale;
    let mut of = |sheet: &PrintedPart| match sheet {
        PrintedPart::Map => {
            let (smaller, pages) = map::pages(scene, scale, book);
            printed = smaller;
            pages
        }
        PrintedPart::Counters => counters::pages(scene, book),
        PrintedPart::Aid => aid::pages(scene, book),
        PrintedPart::Track => setup::track(scene, book),
        PrintedPart::Setup => setup::cards(scene, book),
    };
    // The aid comes first: it builds a game, which takes much memory until it is dropped.
    let mut sheets: Vec<(usize, &PrintedPart)> = book.sheets.iter().enumerate().collect();
    sheets.sort_by_key(|(_, sheet)| **sheet != PrintedPart::Aid);
    let mut pages: Vec<(usize, Vec<PdfPage>)> = sheets.into_iter().map(|(at, sheet)| (at, of(sheet))).collect();
    pages.sort_by_key(|(at, _)| *at);
    let pages: Vec<PdfPage> = pages.into_iter().flat_map(|(_, pages)| pages).collect();
    if pages.len() > MOST_PAGES {
        return Err(PdfError::TooManyPages { pages: pages.len(), most: MOST_PAGES });
    }
    Ok((printed, pages))
}

impl PdfOptions {
    /// Checks the ranges of the lengths.
    fn check(&self) -> Result<(), PdfError> {
        let within = |what: &'static str, length: Length, least: f32, most: f32| {
            let mm = length.in_mm();
            if (least..=most).contains(&mm) { Ok(()) } else { Err(PdfError::Length { what, length, least, most }) }
        };
        within("a hex", self.hex, 2.0, 200.0)?;
        within("a counter", self.counter, 5.0, 60.0)?;
        within("an overlap", self.overlap, 0.0, 60.0)?;
        within("a bleed", self.bleed, 0.0, 5.0)
    }
}

#[cfg(test)]
mod tests {
    use battlewright_engine::show::Symbol;
    use battlewright_schema::{System, load, template};

    use super::*;

    fn scene_of(scenario: &Scenario) -> Scene<'_> {
        Scene::new(scenario, Options::default()).unwrap()
    }

    #[test]
    fn every_counter_and_marker_is_printed_with_its_back() {
        let sorted = |labels: Vec<String>| {
            let mut words: Vec<String> =
                labels.iter().flat_map(|label| label.split_whitespace()).map(str::to_owned).collect();
            words.sort();
            words
        };
        for text in [
            template(System::MarsLaTour),
            include_str!("../../../scenarios/pm-crisis-on-the-left.toml"),
            include_str!("../../../scenarios/aac-first-orders.toml"),
            include_str!("../../../scenarios/matz-first-day.toml"),
        ] {
            let scenario = load(text).readable.unwrap();
            let scene = scene_of(&scenario);
            let pages = counters::pages(&scene, &PdfOptions::default());
            assert_eq!(pages.len() % 2, 0);
            for side in 0..2 {
                // Text on counters is reduced to fit.
                let printed = pages.iter().skip(side).step_by(2).flat_map(PdfPage::shapes);
                let printed = printed.filter_map(|shape| match shape {
                    crate::draw::Shape::Text(text) if text.fit.is_some() => Some(text.words.clone()),
                    _ => None,
                });
                let all = counters::units(&scene).into_iter().chain(counters::markers(&scene));
                let expected = all.flat_map(|one| {
                    let (_, piece) = &one.sides[side];
                    let mut words = vec![piece.label.clone()];
                    words.extend(match piece.symbol {
                        Symbol::Headquarters => Some(crate::draw::counters::flag_text(&piece.face)),
                        _ => piece.face.text().map(str::to_owned),
                    });
                    std::iter::repeat_n(words.join(" "), one.count.into())
                });
                assert_eq!(sorted(printed.collect()), sorted(expected.collect()));
            }
        }
    }

    #[test]
    fn every_sheet_of_a_map_shows_the_notices_of_its_sources() {
        const NOTICE: &str = "© OpenStreetMap contributors, ODbL 1.0";
        let mut scenario = load(template(System::MarsLaTour)).readable.unwrap();
        let mut about = scenario.common().about();
        about.sources = vec!["Howard".to_owned(), NOTICE.to_owned()];
        scenario.common_mut().set_about(about);
        let book = PdfOptions {
            paper: Some(Paper::A4),
            hex: Length::mm(40.0),
            sheets: vec![PrintedPart::Map, PrintedPart::Aid],
            ..PdfOptions::default()
        };
        let (_, pages) = laid_out(&scene_of(&scenario), &book).unwrap();
        let words = |page: &PdfPage| {
            let words = page.shapes().filter_map(|shape| match shape {
                crate::draw::Shape::Text(text) => Some(text.words),
                _ => None,
            });
            words.collect::<Vec<_>>().join("\n")
        };
        let maps: Vec<&PdfPage> =
            pages.iter().filter(|page| page.title.starts_with("Map ") && page.title.len() < 8).collect();
        assert!(maps.len() > 1);
        assert!(maps.iter().all(|page| words(page).contains(NOTICE)), "{}", words(maps[0]));
        let aid: String = pages.iter().filter(|page| page.title.starts_with("Player's aid")).map(words).collect();
        assert!(aid.contains("Sources") && aid.contains("Howard") && aid.contains(NOTICE), "{aid}");
    }

    #[test]
    fn what_is_on_the_sheets_is_counted_where_the_map_is_put_together() {
        let scenario = load(include_str!("../../../scenarios/pm-crisis-on-the-left.toml")).readable.unwrap();
        let told = |sheets: &[PrintedPart]| {
            let book = PdfOptions { sheets: sheets.to_vec(), ..PdfOptions::default() };
            let (_, pages) = laid_out(&scene_of(&scenario), &book).unwrap();
            let words = pages[0].shapes().filter_map(|shape| match shape {
                crate::draw::Shape::Text(text) => Some(text.words.clone()),
                _ => None,
            });
            words.collect::<Vec<_>>().join(" ")
        };
        let units = scenario.common().unit_count();
        let all = told(&PrintedPart::ALL);
        assert!(
            all.contains(&format!("{units} Shaken, ")) && all.contains("1 Colonel Caprivi / Krupp Guns (Prussians)"),
            "{all}"
        );
        assert!(!told(&[PrintedPart::Map]).contains("Shaken"));
    }

    #[test]
    fn too_many_pages_or_hexes_are_refused_and_why() {
        let mut scenario = load(template(System::MarsLaTour)).readable.unwrap();
        let told = |scenario: &Scenario, book: &PdfOptions| {
            laid_out(&scene_of(scenario), book).err().map(|error| error.to_string())
        };
        let book = PdfOptions {
            paper: Some(Paper::A4),
            hex: Length::mm(200.0),
            sheets: vec![PrintedPart::Map],
            ..PdfOptions::default()
        };
        assert_eq!(told(&scenario, &book), None);
        scenario.common_mut().set_size(100, 100);
        let refusal = told(&scenario, &book).unwrap();
        assert!(
            refusal.contains(" pages are too many") && refusal.contains("`--paper`") && refusal.contains("`--hex`")
        );
        assert_eq!(told(&scenario, &PdfOptions { hex: Length::mm(20.0), ..book.clone() }), None);
        scenario.common_mut().set_size(201, 200);
        let refusal = told(&scenario, &PdfOptions { hex: Length::mm(4.0), ..book }).unwrap();
        assert!(refusal.starts_with("a map of 40200 hexes is too large to print; the limit is 40000"), "{refusal}");
    }

    #[test]
    fn lengths_out_of_all_bounds_are_refused() {
        for book in [
            PdfOptions { hex: Length::mm(0.1), ..PdfOptions::default() },
            PdfOptions { counter: Length::mm(500.0), ..PdfOptions::default() },
            PdfOptions { overlap: Length::mm(100.0), ..PdfOptions::default() },
            PdfOptions { bleed: Length::mm(50.0), ..PdfOptions::default() },
        ] {
            assert!(book.check().is_err(), "{book:?}");
        }
        PdfOptions::default().check().unwrap();
    }

    #[test]
    fn a_hex_is_as_wide_on_paper_as_asked() {
        let scenario = load(template(System::MarsLaTour)).readable.unwrap();
        let scene = scene_of(&scenario);
        let scale = Length::mm(24.0).0 / (scene.options().inch());
        let [a, b] = ["0304", "0305"]
            .map(|hex| scene.view().unwrap().center(scene.view().unwrap().grid().cell(&hex.into()).unwrap()));
        let apart = (b - a).length() * scale;
        assert!((apart / paper::MM - 24.0).abs() < 0.01, "{}", apart / paper::MM);
    }
}
