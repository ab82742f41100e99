//! Export orders: format, size and contents, and their execution.

use std::io;
use std::path::{Path, PathBuf};

use battlewright_platform::fs;
use battlewright_schema::common::limits::{ExceededLimit, beyond_play, beyond_room};
use battlewright_schema::{NumberingProblem, Scenario, table, write_atomic_with};
use serde::{Deserialize, Serialize};

use crate::markdown;
use crate::paint::{PaintError, png, svg};
use crate::pdf::{self, PdfError, PdfOptions};
use crate::pieces;
use crate::scene::{Options, Scene, SceneError};
use crate::stamp::embedded;
use crate::tiled::{self, Dialect, TiledError};
use crate::vassal::{self, ModuleError};
use crate::workbook::{self, WorkbookError};

/// An export format of a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Format {
    /// Pages to print: the map, counters, the player aid.
    Pdf,
    /// A vector picture of the map.
    Svg,
    /// A raster picture of the map.
    Png,
    /// The order of battle as CSV.
    Csv,
    /// The order of battle, reinforcements, places and terrain as the sheets of a workbook.
    Xlsx,
    /// A rulebook page in Markdown.
    Md,
    /// A Tiled map in XML, with image files beside it.
    Tmx,
    /// A Tiled map in JSON, with image files beside it.
    Tmj,
    /// A VASSAL module.
    Vmod,
}

impl Format {
    /// All formats.
    pub const ALL: &[Self] =
        &[Self::Pdf, Self::Svg, Self::Png, Self::Csv, Self::Xlsx, Self::Md, Self::Tmx, Self::Tmj, Self::Vmod];

    /// Returns `true` if the format describes a map of hexes, so that it cannot hold a table.
    pub fn needs_hexes(self) -> bool {
        matches!(self, Self::Tmx | Self::Tmj | Self::Vmod)
    }

    /// Returns the name, which is also the file extension.
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

    /// Describes the exported file, for menus and help.
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

    /// Returns the format with the file extension of `path`, letter case aside.
    pub fn of(path: &Path) -> Option<Self> {
        let end = path.extension()?.to_str()?.to_ascii_lowercase();
        Self::ALL.iter().copied().find(|format| format.name() == end)
    }
}

/// The subject of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Subject {
    /// The map.
    #[default]
    Map,
    /// The counters, fronts above backs.
    Counters,
}

/// An export order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Order {
    /// The format.
    pub format: Format,
    /// The subject of a picture; only for SVG and PNG.
    pub subject: Subject,
    /// The layers of the map and their style.
    pub options: Options,
    /// The width of a hex, of an inch of a table, or of a counter, in pixels, from side to side; only for pictures and VASSAL.
    /// `None` for the usual width of the format.
    pub hex: Option<f32>,
    /// The pages of a PDF and their paper.
    pub book: PdfOptions,
}

impl Order {
    /// Returns the default order for `format`.
    pub fn new(format: Format) -> Self {
        // On paper, counters are cut out and laid on the map.
        let options = Options { units: format != Format::Pdf, ..Options::default() };
        Self { format, subject: Subject::default(), options, hex: None, book: PdfOptions::default() }
    }

    /// Returns the width of a hex, of an inch of a table, or of a counter, in pixels.
    pub fn hex_width(&self) -> f32 {
        self.hex.unwrap_or_else(|| match (self.format, self.subject) {
            // Hexes of this width fit a counter of the usual 75 pixels.
            (Format::Vmod, _) => 122.5,
            // Drawings have the size of the scene.
            (Format::Svg, Subject::Map) => self.options.inch(),
            (Format::Svg, Subject::Counters) => pieces::WIDTH,
            _ => 72.0,
        })
    }
}

/// An error during an export. Files are left whole or not written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The map has more of something than can be drawn.
    #[error("the map cannot be drawn: it has {} {}; the limit is {} (too-many)", .0.count, .0.what, .0.most)]
    NoRoom(ExceededLimit),
    /// There are more counters than can be printed.
    #[error("there are too many counters to print: {}", .0.coded())]
    TooManyCounters(ExceededLimit),
    /// The numbering does not place the hexes.
    #[error(transparent)]
    NoGrid(#[from] SceneError),
    /// The picture cannot be painted.
    #[error(transparent)]
    Paint(#[from] PaintError),
    /// The PDF cannot be made.
    #[error(transparent)]
    Pdf(#[from] PdfError),
    /// The Tiled map cannot be made.
    #[error(transparent)]
    Tiled(#[from] TiledError),
    /// The VASSAL module cannot be made.
    #[error(transparent)]
    Module(#[from] ModuleError),
    /// The workbook cannot be made.
    #[error(transparent)]
    Workbook(#[from] WorkbookError),
    /// The format has several files.
    #[error("a map for Tiled has image files beside it, which one file cannot hold")]
    SeveralFiles,
    /// A file cannot be written.
    #[error("cannot write {}: {source}", path.display())]
    Unwritten {
        /// The path of the file; empty while unknown.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
}

impl ExportError {
    /// Returns `true` if the format needs hexes and the scenario is played on a table.
    pub fn is_for_want_of_hexes(&self) -> bool {
        let problem = match self {
            Self::Tiled(TiledError::Unplaced(problem)) => problem,
            Self::NoGrid(SceneError(problem))
            | Self::Tiled(TiledError::Scene(SceneError(problem)))
            | Self::Module(ModuleError::Scene(SceneError(problem))) => problem,
            _ => return false,
        };
        *problem == NumberingProblem::NoHexes
    }
}

impl From<io::Error> for ExportError {
    fn from(source: io::Error) -> Self {
        Self::Unwritten { path: PathBuf::new(), source }
    }
}

/// Exports `scenario` into the file at `path` and returns the written files. Image files of a Tiled map go into a folder
/// beside it. Each file is written whole or not at all.
///
/// # Errors
/// See [`ExportError`].
pub fn export(scenario: &Scenario, order: &Order, path: &Path) -> Result<Vec<PathBuf>, ExportError> {
    check_limits(scenario, order.format)?;
    match order.format {
        Format::Tmx => with_pictures(scenario, order, Dialect::Tmx, path),
        Format::Tmj => with_pictures(scenario, order, Dialect::Tmj, path),
        _ => {
            whole(path, |to| write(scenario, order, to))?;
            Ok(vec![path.to_owned()])
        }
    }
}

/// Exports `scenario` into a stream. Maps for Tiled, which are several files, are refused.
///
/// # Errors
/// See [`ExportError`].
pub fn write_export(scenario: &Scenario, order: &Order, to: &mut dyn io::Write) -> Result<(), ExportError> {
    check_limits(scenario, order.format)?;
    write(scenario, order, to)
}

/// Writes the one file of an export.
fn write(scenario: &Scenario, order: &Order, to: &mut dyn io::Write) -> Result<(), ExportError> {
    match order.format {
        Format::Pdf => pdf::write(scenario, &order.options, &order.book, to)?,
        Format::Svg | Format::Png if order.subject == Subject::Counters => {
            let scene = Scene::new(scenario, order.options.clone())?;
            let (shapes, size) = pieces::picture(&scene);
            let (scale, own) = (order.hex_width() / pieces::WIDTH, embedded(scenario));
            if order.format == Format::Svg {
                svg::picture(&shapes, size, scale, (scenario.title(), Some(&own)), to)?;
            } else {
                png::picture_stamped(&shapes, size, scale, &own, to)?;
            }
        }
        Format::Svg => {
            let scale = order.hex_width() / order.options.inch();
            svg::write_stamped(&Scene::new(scenario, order.options.clone())?, scale, &embedded(scenario), to)?;
        }
        Format::Png => {
            let (radius, scale) = drawn(order.hex_width());
            let scene = Scene::new(scenario, Options { radius, ..order.options.clone() })?;
            png::write_stamped(&scene, scale, &embedded(scenario), to)?;
        }
        Format::Csv => {
            let text = table::write(scenario, &table::columns(scenario.system()), None);
            // Without a byte order mark, some spreadsheets misread accents.
            write!(to, "\u{feff}{text}")?;
        }
        Format::Xlsx => to.write_all(&workbook::write(scenario)?)?,
        Format::Md => to.write_all(markdown::write(scenario).as_bytes())?,
        Format::Tmx | Format::Tmj => return Err(ExportError::SeveralFiles),
        Format::Vmod => to.write_all(&vassal::write(scenario, &order.options, order.hex_width())?)?,
    }
    Ok(())
}

/// Checks that `scenario` has no more than a file of `format` can hold.
pub(crate) fn check_limits(scenario: &Scenario, format: Format) -> Result<(), ExportError> {
    let is_drawn = !matches!(format, Format::Csv | Format::Xlsx | Format::Md);
    if let Some(excess) = beyond_room(scenario).into_iter().next().filter(|_| is_drawn) {
        return Err(ExportError::NoRoom(excess));
    }
    if let Some(excess) = beyond_play(scenario).into_iter().find(|excess| excess.is_of_counters)
        && format == Format::Pdf
    {
        return Err(ExportError::TooManyCounters(excess));
    }
    Ok(())
}

/// Writes a file atomically and adds its path to write errors.
fn whole(path: &Path, write: impl FnOnce(&mut dyn io::Write) -> Result<(), ExportError>) -> Result<(), ExportError> {
    write_atomic_with(path, write).map_err(|error| match error {
        ExportError::Unwritten { source, .. } => ExportError::Unwritten { path: path.to_owned(), source },
        other => other,
    })
}

/// Writes a Tiled map. Its image files go first, so that a map on disk always has all of its images.
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
    fs::create_dir_all(&made).map_err(|source| ExportError::Unwritten { path: made, source })?;
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

/// Returns the drawing radius for hexes of `hex` pixels from side to side, and the scale in pixels per unit. Small hexes
/// are drawn at their size, in less detail; large ones are drawn at the largest radius and scaled up.
pub(crate) fn drawn(hex: f32) -> (f32, f32) {
    const LARGE: f32 = 40.0;
    let radius = hex / 3.0_f32.sqrt();
    if radius <= LARGE { (radius, 1.0) } else { (LARGE, radius / LARGE) }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::{System, load, template};

    use super::*;

    #[test]
    fn a_stream_gets_what_a_file_gets() {
        let scenario = load(template(System::MarsLaTour)).scenario.unwrap();
        let folder = tempfile::tempdir().unwrap();
        for format in [Format::Svg, Format::Png, Format::Csv, Format::Md] {
            let (order, path) = (Order::new(format), folder.path().join(format.name()));
            export(&scenario, &order, &path).unwrap();
            let mut bytes = Vec::new();
            write_export(&scenario, &order, &mut bytes).unwrap();
            assert!(bytes == std::fs::read(&path).unwrap(), "{format:?}");
        }
        let refusal = write_export(&scenario, &Order::new(Format::Tmx), &mut Vec::new());
        assert!(matches!(refusal, Err(ExportError::SeveralFiles)), "{refusal:?}");
    }
}
