//! Export orders: format, size and contents, and their execution.

use std::io;
use std::path::{Path, PathBuf};

use battlewright_schema::common::limits::{ExceededLimit, beyond_play, beyond_room};
use battlewright_schema::{Scenario, table, write_atomic_with};

use crate::markdown;
use crate::paint::{PaintError, png, svg};
use crate::pdf::{self, PdfError, PdfOptions};
use crate::pieces;
use crate::scene::{Options, Scene, SceneError};
use crate::tiled::{self, Dialect, TiledError};
use crate::vassal::{self, ModuleError};
use crate::workbook::{self, WorkbookError};

/// A format that a scenario can be written as.
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
    /// A map of Tiled in XML, with pictures beside it.
    Tmx,
    /// A map of Tiled in JSON, with pictures beside it.
    Tmj,
    /// A module of VASSAL.
    Vmod,
}

impl Format {
    /// All of them.
    pub const ALL: &[Self] =
        &[Self::Pdf, Self::Svg, Self::Png, Self::Csv, Self::Xlsx, Self::Md, Self::Tmx, Self::Tmj, Self::Vmod];

    /// Its name, which is also how its files' names end.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Csv => "csv",
            Self::Xlsx => "xlsx",
            Self::Md => "md",
            Self::Tmx => "tmx",
            Self::Tmj => "tmj",
            Self::Vmod => "vmod",
        }
    }

    /// The outcome, in words.
    pub fn about(self) -> &'static str {
        match self {
            Self::Pdf => "Pages to print and play",
            Self::Svg => "The map as a drawing, in layers",
            Self::Png => "The map as a picture",
            Self::Csv => "The order of battle for spreadsheets, as text",
            Self::Xlsx => "The order of battle as a workbook",
            Self::Md => "The scenario as a page of a rulebook, in Markdown",
            Self::Tmx => "The map with its counters for Tiled, in XML",
            Self::Tmj => "The map with its counters for Tiled, in JSON",
            Self::Vmod => "A module to play on VASSAL",
        }
    }

    /// The format whose files are called like `path`, if there is one.
    pub fn of(path: &Path) -> Option<Self> {
        let end = path.extension()?.to_str()?.to_ascii_lowercase();
        Self::ALL.iter().copied().find(|format| format.name() == end)
    }
}

/// The subject of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Subject {
    /// The map.
    #[default]
    Map,
    /// The counters, fronts above backs.
    Counters,
}

/// An order.
#[derive(Clone, Debug, PartialEq)]
pub struct Order {
    /// The format.
    pub format: Format,
    /// The subject of a picture.
    pub subject: Subject,
    /// The layers of the map, and their looks.
    pub options: Options,
    /// The width of a hex in a picture of pixels, from side to side, or a counter.
    pub hex: f32,
    /// The pages and their paper.
    pub book: PdfOptions,
}

impl Order {
    /// `format` as most want it.
    pub fn new(format: Format) -> Self {
        // On paper, counters are cut out and laid on the map.
        let options = Options { units: format != Format::Pdf, ..Options::default() };
        // A counter of the usual 75 pixels has its room in hexes of that size.
        let hex = if format == Format::Vmod { 122.5 } else { 72.0 };
        Self { format, subject: Subject::default(), options, hex, book: PdfOptions::default() }
    }
}

/// Why a scenario was not exported. Nothing is written then, or whole files only.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The map has more of something than can be drawn.
    #[error("the map cannot be drawn: there are {} {}, and at most {} have room (too-many)", .0.count, .0.what, .0.most)]
    NoRoom(ExceededLimit),
    /// There are more counters than can be printed.
    #[error("there are too many counters to print: {}", .0.coded())]
    TooManyCounters(ExceededLimit),
    /// The map has no numbering to place its hexes by.
    #[error(transparent)]
    NoGrid(#[from] SceneError),
    /// A picture is not painted.
    #[error(transparent)]
    Paint(#[from] PaintError),
    /// The pages are not printed.
    #[error(transparent)]
    Pdf(#[from] PdfError),
    /// The map of Tiled is not made.
    #[error(transparent)]
    Tiled(#[from] TiledError),
    /// The module of VASSAL is not made.
    #[error(transparent)]
    Module(#[from] ModuleError),
    /// The workbook is not made.
    #[error(transparent)]
    Workbook(#[from] WorkbookError),
    /// A file cannot be written.
    #[error("cannot write {}: {source}", path.display())]
    Unwritten {
        /// The file; empty while it is not known, as for what is written to something else.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
}

impl From<io::Error> for ExportError {
    fn from(source: io::Error) -> Self {
        Self::Unwritten { path: PathBuf::new(), source }
    }
}

/// Writes `scenario` as `order` says into the file at `path`; what belongs to it, such as the pictures of a map, into
/// files beside it. Each of them is whole or not there.
///
/// # Errors
/// See [`ExportError`].
pub fn export(scenario: &Scenario, order: &Order, path: &Path) -> Result<Vec<PathBuf>, ExportError> {
    let is_drawn = !matches!(order.format, Format::Csv | Format::Xlsx | Format::Md);
    if let Some(excess) = beyond_room(scenario).into_iter().next().filter(|_| is_drawn) {
        return Err(ExportError::NoRoom(excess));
    }
    if let Some(excess) = beyond_play(scenario).into_iter().find(|excess| excess.is_of_counters)
        && order.format == Format::Pdf
    {
        return Err(ExportError::TooManyCounters(excess));
    }
    let tiled = match order.format {
        Format::Tmx => Some(Dialect::Tmx),
        Format::Tmj => Some(Dialect::Tmj),
        _ => None,
    };
    if let Some(dialect) = tiled {
        return with_pictures(scenario, order, dialect, path);
    }
    whole(path, |to| {
        match order.format {
            Format::Pdf => pdf::write(scenario, &order.options, &order.book, to)?,
            Format::Svg | Format::Png if order.subject == Subject::Counters => {
                let scene = Scene::new(scenario, order.options.clone())?;
                let (shapes, size) = pieces::picture(&scene);
                if order.format == Format::Svg {
                    svg::picture(&shapes, size, scenario.title(), to)?;
                } else {
                    png::picture(&shapes, size, order.hex / pieces::WIDTH, to)?;
                }
            }
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
            Format::Xlsx => to.write_all(&workbook::write(scenario)?)?,
            Format::Md => to.write_all(markdown::write(scenario).as_bytes())?,
            Format::Tmx | Format::Tmj => {}
            Format::Vmod => to.write_all(&vassal::write(scenario, &order.options, order.hex)?)?,
        }
        Ok(())
    })?;
    Ok(vec![path.to_owned()])
}

/// Writes a file whole or not at all.
fn whole(path: &Path, write: impl FnOnce(&mut dyn io::Write) -> Result<(), ExportError>) -> Result<(), ExportError> {
    write_atomic_with(path, write).map_err(|error| match error {
        ExportError::Unwritten { source, .. } => ExportError::Unwritten { path: path.to_owned(), source },
        other => other,
    })
}

/// Writes a map of Tiled; its pictures go before it into a folder beside it, so that a map always has all of its own.
fn with_pictures(
    scenario: &Scenario,
    order: &Order,
    dialect: Dialect,
    path: &Path,
) -> Result<Vec<PathBuf>, ExportError> {
    let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let folder = format!("{stem}-images");
    let written = tiled::written(scenario, &order.options, &folder)?;
    let beside = path.parent().unwrap_or_else(|| Path::new(""));
    let made = beside.join(&folder);
    std::fs::create_dir_all(&made).map_err(|source| ExportError::Unwritten { path: made, source })?;
    let mut paths = Vec::new();
    for picture in written.pictures() {
        let (name, bytes) = picture?;
        let to = beside.join(name);
        whole(&to, |to| Ok(to.write_all(&bytes)?))?;
        paths.push(to);
    }
    whole(path, |to| Ok(written.write(dialect, to)?))?;
    paths.push(path.to_owned());
    Ok(paths)
}

/// The radius that hexes are drawn with which are `hex` pixels from side to side, and how many pixels a unit then has:
/// small hexes are drawn as a window shows small hexes, large ones are large ones enlarged.
pub(crate) fn drawn(hex: f32) -> (f32, f32) {
    const LARGE: f32 = 40.0;
    let radius = hex / 3.0_f32.sqrt();
    if radius <= LARGE { (radius, 1.0) } else { (LARGE, radius / LARGE) }
}
