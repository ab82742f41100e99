//! Kits: all that a game on a table needs, as files to print, each with what to print it on.

use std::fmt::Write as _;

use battlewright_schema::Scenario;

use crate::left_out;
use crate::order::{ExportError, Format};
use crate::pdf::{self, Booklet, Flip, Paper, PdfOptions, PrintedPart, PrintedPieces};
use crate::scene::{Options, Scene};
use crate::stamp::{self, Stamp};

/// A file of a kit.
#[derive(Clone, Debug, PartialEq)]
pub struct KitFile {
    /// The name, such as `map.pdf`.
    pub name: &'static str,
    /// The content, such as `The map`.
    pub what: &'static str,
    /// The paper to print it on, and the way; empty for a file that is not printed.
    pub print: String,
    /// The number of pages.
    pub pages: usize,
    /// The width and height of its pages in whole millimeters, without repetitions.
    pub paper: Vec<[u32; 2]>,
    /// The content.
    pub bytes: Vec<u8>,
}

/// A kit.
#[derive(Clone, Debug, PartialEq)]
pub struct Kit {
    /// The stamp, which is at the foot of each sheet.
    pub stamp: Stamp,
    /// The files.
    pub files: Vec<KitFile>,
    /// Sentences about what is left out.
    pub left_out: Vec<String>,
}

/// The content of a file of a kit.
#[derive(Clone, Copy)]
enum KitPart {
    /// A part of the sheets, and the counters on it.
    Sheets(PrintedPart, PrintedPieces),
    /// The booklet.
    Rules(Booklet),
}

/// The parts of a kit: the name of the file, what it holds, and its content.
const PARTS: [(&str, &str, KitPart); 8] = [
    ("map.pdf", "The map", KitPart::Sheets(PrintedPart::Map, PrintedPieces::All)),
    ("counters.pdf", "The counters, fronts and backs", KitPart::Sheets(PrintedPart::Counters, PrintedPieces::Units)),
    (
        "markers.pdf",
        "The markers and chits, fronts and backs",
        KitPart::Sheets(PrintedPart::Counters, PrintedPieces::Markers),
    ),
    ("aid.pdf", "The player's aid", KitPart::Sheets(PrintedPart::Aid, PrintedPieces::All)),
    ("track.pdf", "The turn track with the reinforcements", KitPart::Sheets(PrintedPart::Track, PrintedPieces::All)),
    ("setup.pdf", "A setup card for each side", KitPart::Sheets(PrintedPart::Setup, PrintedPieces::All)),
    ("booklet.pdf", "The rules booklet for a screen", KitPart::Rules(Booklet::Pages)),
    ("booklet-to-fold.pdf", "The rules booklet to fold", KitPart::Rules(Booklet::Folded)),
];

/// The name of the file with the instructions.
const INSTRUCTIONS: &str = "print-me.txt";

/// Makes the kit of `scenario`. The parts that `book` names are ignored, since a kit has all; its sizes are used.
///
/// # Errors
/// A part cannot be made; see [`ExportError`].
pub fn kit(scenario: &Scenario, options: &Options, book: &PdfOptions) -> Result<Kit, ExportError> {
    crate::order::check_limits(scenario, Format::Pdf)?;
    let scene = Scene::new(scenario, options.clone())?;
    let mut files = Vec::new();
    let mut missing = Vec::new();
    for (name, what, part) in PARTS {
        let book = match part {
            KitPart::Sheets(sheet, pieces) => PdfOptions { sheets: vec![sheet], pieces, booklet: None, ..book.clone() },
            // Larger paper is not folded.
            KitPart::Rules(form) => {
                let paper = Some(if book.paper == Some(Paper::Letter) { Paper::Letter } else { Paper::A4 });
                PdfOptions { paper, booklet: Some(form), ..book.clone() }
            }
        };
        let (scale, pages) = pdf::laid_out(&scene, &book)?;
        if pages.is_empty() {
            missing.push(format!("{name}: the scenario has none"));
            continue;
        }
        let document = pdf::pressed(&scene, scale, pages)?;
        let print = advice(part, &book, document.pages.len());
        files.push(KitFile {
            name,
            what,
            print,
            pages: document.pages.len(),
            paper: papers(&document.pages),
            bytes: document.bytes,
        });
    }
    let text = stamp::embedded(scenario);
    files.push(KitFile {
        name: "scenario.toml",
        what: "The scenario of which the sheets were made",
        print: String::new(),
        pages: 0,
        paper: Vec::new(),
        bytes: text.into_bytes(),
    });
    missing.extend(left_out(scenario, Format::Pdf));
    let stamp = Stamp::of(scenario);
    let instructions = instructions(&stamp, &files, &missing);
    files.push(KitFile {
        name: INSTRUCTIONS,
        what: "What to print on what",
        print: String::new(),
        pages: 0,
        paper: Vec::new(),
        bytes: instructions.into_bytes(),
    });
    Ok(Kit { stamp, files, left_out: missing })
}

/// Returns the sizes of pages in whole millimeters, each once.
fn papers(pages: &[(String, [f32; 2])]) -> Vec<[u32; 2]> {
    let mut papers: Vec<[u32; 2]> = Vec::new();
    for (_, size) in pages {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a page is a few meters long at most"
        )]
        let size = size.map(|length| pdf::Length(length).in_mm().round().max(0.0) as u32);
        if !papers.contains(&size) {
            papers.push(size);
        }
    }
    papers
}

/// Returns what to print a part on, and how.
fn advice(part: KitPart, book: &PdfOptions, pages: usize) -> String {
    let edge = match book.flip {
        Flip::Long => "long",
        Flip::Short => "short",
    };
    let part = match part {
        KitPart::Sheets(part, _) => part,
        KitPart::Rules(Booklet::Pages) => {
            return "Nothing: read it on a screen, where numbers of rules are links.".to_owned();
        }
        KitPart::Rules(Booklet::Folded) => {
            return "Paper, both sides, flipped on the short edge, at actual size: fold the stack in the middle and staple it."
                .to_owned();
        }
    };
    match part {
        PrintedPart::Map if pages == 1 => "Heavy paper, one side, at actual size.".to_owned(),
        PrintedPart::Map => {
            "Heavy paper, one side, at actual size: the line at the foot of each sheet is 50 mm long. Trim and join the \
             sheets as the first page shows."
                .to_owned()
        }
        PrintedPart::Counters => format!(
            "Both sides, flipped on the {edge} edge, at actual size: label paper on both faces of cardboard of 1 to 2 mm, \
             or card. Cut along the marks."
        ),
        PrintedPart::Aid => "Card or heavy paper, both sides, one for each player.".to_owned(),
        PrintedPart::Track => "Heavy paper, one side; lay it beside the map.".to_owned(),
        PrintedPart::Setup => "Paper, one side; give each side its card.".to_owned(),
    }
}

/// Returns the instructions as a text.
fn instructions(stamp: &Stamp, files: &[KitFile], missing: &[String]) -> String {
    let mut text = format!(
        "{}\n\nEach sheet has the number {} at its foot. Sheets with another number are of another version;\n\
         `battlewright verify` says what differs.\n",
        stamp.foot(),
        stamp.short()
    );
    for file in files {
        // Writing to a string does not fail.
        let _ = write!(text, "\n{}: {}", file.name, file.what);
        if file.pages > 0 {
            let sizes: Vec<String> = file.paper.iter().map(|[wide, high]| format!("{wide} by {high} mm")).collect();
            let pages = if file.pages == 1 { "1 page".to_owned() } else { format!("{} pages", file.pages) };
            let _ = write!(text, ", {pages} of {}", sizes.join(" and "));
        }
        text.push_str(".\n");
        if !file.print.is_empty() {
            let _ = writeln!(text, "  {}", file.print);
        }
    }
    if !missing.is_empty() {
        text.push_str("\nLeft out:\n");
        for sentence in missing {
            let _ = writeln!(text, "- {sentence}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use battlewright_schema::{System, load, template};

    use super::*;
    use crate::stamp::{StampedKind, found};

    #[test]
    fn a_kit_has_every_sheet_with_its_stamp() {
        for system in System::ALL {
            let scenario = load(template(system)).scenario.unwrap();
            let kit = kit(&scenario, &Options::default(), &PdfOptions::default()).unwrap();
            for (name, ..) in PARTS {
                let has = kit.files.iter().any(|file| file.name == name);
                let told = kit.left_out.iter().any(|sentence| sentence.starts_with(name));
                assert!(has != told, "{system:?} {name}");
            }
            assert!(kit.files.iter().any(|file| file.name == "map.pdf"));
            for file in kit.files.iter().filter(|file| file.name != INSTRUCTIONS) {
                let kind = StampedKind::of(&file.bytes).unwrap();
                let stamp = found(kind, &file.bytes).unwrap().unwrap();
                assert_eq!(stamp.hash(), kit.stamp.hash(), "{system:?} {}", file.name);
                assert_eq!(file.print.is_empty(), file.pages == 0);
            }
            let text = kit.files.iter().find(|file| file.name == INSTRUCTIONS).unwrap();
            let text = String::from_utf8(text.bytes.clone()).unwrap();
            assert!(kit.files.iter().all(|file| file.name == INSTRUCTIONS || text.contains(file.name)), "{text}");
            assert!(text.contains(kit.stamp.short()), "{text}");
        }
    }

    #[test]
    fn counters_and_markers_are_apart_and_none_is_lost() {
        let scenario = load(template(System::MarsLaTour)).scenario.unwrap();
        let scene = Scene::new(&scenario, Options::default()).unwrap();
        let texts = |pieces| {
            let book = PdfOptions { sheets: vec![PrintedPart::Counters], pieces, ..PdfOptions::default() };
            let (_, pages) = pdf::laid_out(&scene, &book).unwrap();
            let shapes = pages.iter().flat_map(|page| page.shapes());
            let mut texts: Vec<String> = shapes
                .filter_map(|shape| match shape {
                    crate::draw::Shape::Text(text) if text.fit.is_some() => Some(text.words),
                    _ => None,
                })
                .collect();
            texts.sort();
            texts
        };
        let [all, units, markers] = [PrintedPieces::All, PrintedPieces::Units, PrintedPieces::Markers].map(texts);
        let mut both = [units.clone(), markers.clone()].concat();
        both.sort();
        assert!(!units.is_empty() && !markers.is_empty());
        assert_eq!(both, all);
    }
}
