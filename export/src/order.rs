//! What is asked for: which format, how large, with what on it; and doing it.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use battlewright_schema::{Scenario, table, write_atomic_with};

use crate::markdown;
use crate::paint::{png, svg};
use crate::pdf::{self, Book};
use crate::scene::{Options, Scene};
use crate::workbook;

/// What a scenario can be written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Format {
    /// Pages to print: the map, counters, the player's aid.
    Pdf,
    /// A picture of the map made of lines and areas.
    Svg,
    /// A picture of the map made of pixels.
    Png,
    /// The order of battle as rows of text.
    Csv,
    /// The order of battle, reinforcements, places and terrain as the sheets of a workbook.
    Xlsx,
    /// A page of a rulebook.
    Md,
}

impl Format {
    /// All of them.
    pub const ALL: &[Self] = &[Self::Pdf, Self::Svg, Self::Png, Self::Csv, Self::Xlsx, Self::Md];

    /// What it is called, which is also how its files' names end.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Csv => "csv",
            Self::Xlsx => "xlsx",
            Self::Md => "md",
        }
    }

    /// What comes of it, in words.
    pub fn about(self) -> &'static str {
        match self {
            Self::Pdf => "Pages to print and play",
            Self::Svg => "The map as a drawing, in layers",
            Self::Png => "The map as a picture",
            Self::Csv => "The order of battle for spreadsheets, as text",
            Self::Xlsx => "The order of battle as a workbook",
            Self::Md => "The scenario as a page of a rulebook, in Markdown",
        }
    }

    /// The format whose files are called like `path`, if there is one.
    pub fn of(path: &Path) -> Option<Self> {
        let end = path.extension()?.to_str()?.to_ascii_lowercase();
        Self::ALL.iter().copied().find(|format| format.name() == end)
    }
}

/// What is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Order {
    /// The format.
    pub format: Format,
    /// What is on the map, and how it looks.
    pub options: Options,
    /// How wide a hex is in a picture of pixels, from side to side.
    pub hex: f32,
    /// What is printed on which paper.
    pub book: Book,
}

impl Order {
    /// `format` as most want it.
    pub fn new(format: Format) -> Self {
        // On paper, counters are cut out and laid on the map.
        let options = Options { units: format != Format::Pdf, ..Options::default() };
        Self { format, options, hex: 72.0, book: Book::default() }
    }
}

/// Why nothing was written.
#[derive(Debug)]
pub enum Refusal {
    /// The scenario cannot be written so, and why.
    Impossible(String),
    /// A file could not be written.
    Unwritten(PathBuf, io::Error),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Impossible(why) => f.write_str(why),
            Self::Unwritten(path, error) => write!(f, "cannot write {}: {error}", path.display()),
        }
    }
}

impl std::error::Error for Refusal {}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Self {
        Self::Unwritten(PathBuf::new(), error)
    }
}

impl From<String> for Refusal {
    fn from(why: String) -> Self {
        Self::Impossible(why)
    }
}

/// Writes `scenario` as `order` says into the file at `path`; what belongs to it, such as the pictures of a map, into
/// files beside it. Each of them is whole or not there.
///
/// # Errors
/// See [`Refusal`].
pub fn export(scenario: &Scenario, order: &Order, path: &Path) -> Result<Vec<PathBuf>, Refusal> {
    let named = |refusal| match refusal {
        Refusal::Unwritten(_, error) => Refusal::Unwritten(path.to_owned(), error),
        other => other,
    };
    write_atomic_with(path, |to| -> Result<(), Refusal> {
        match order.format {
            Format::Pdf => pdf::write(scenario, &order.options, &order.book, to)?,
            Format::Svg => svg::write(&Scene::new(scenario, order.options.clone())?, to)?,
            Format::Png => {
                let (radius, scale) = drawn(order.hex);
                png::write(&Scene::new(scenario, Options { radius, ..order.options.clone() })?, scale, to)?;
            }
            Format::Csv => {
                let text = table::write(scenario, &table::columns(scenario.system()), None);
                // Without a mark, some spreadsheets read accents wrongly.
                write!(to, "\u{feff}{text}")?;
            }
            Format::Md => to.write_all(markdown::write(scenario).as_bytes())?,
            Format::Xlsx => to.write_all(&workbook::write(scenario)?)?,
        }
        Ok(())
    })
    .map_err(named)?;
    Ok(vec![path.to_owned()])
}

/// The radius that hexes are drawn with which are `hex` pixels from side to side, and how many pixels a unit then has:
/// small hexes are drawn as a window shows small hexes, large ones are large ones enlarged.
fn drawn(hex: f32) -> (f32, f32) {
    const LARGE: f32 = 40.0;
    let radius = hex / 3.0_f32.sqrt();
    if radius <= LARGE { (radius, 1.0) } else { (LARGE, radius / LARGE) }
}
