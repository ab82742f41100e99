//! Reading of a Tiled map in either format. Maps are untrusted: all sizes are limited, and only files in the permitted
//! folder are opened.

mod data;
mod layers;
mod tmj;
mod tmx;

use battlewright_platform::fs;
use std::io::{ErrorKind, Read as _};
use std::path::{Component, Path, PathBuf};

use super::TiledFileError;
use super::hexes::Hexes;
use super::model::{TiledMap, Tileset};

/// The longest map or tileset file, in bytes: a map of a million hexes takes a third.
pub const LIMIT: u64 = 16 << 20;

/// The greatest width and height of a map, in hexes.
const MOST_HEXES: u32 = 1000;

/// A callback that reads a tileset file by its path relative to the map's folder.
type TilesetReader<'b> = &'b dyn Fn(&str) -> Result<Tileset, TiledFileError>;

/// Reads the map in the file at `path`. Its tilesets may lie anywhere in `root`, or else in the map's folder.
///
/// # Errors
/// The file is no readable map.
pub(super) fn read(path: &Path, root: Option<&Path>) -> Result<TiledMap, TiledFileError> {
    let bytes = bounded(path)?;
    let text = text(&bytes)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
    let root = root.unwrap_or(folder);
    let beside = |source: &str| {
        tileset(folder, root, source)
            .map_err(|error| TiledFileError::Tileset { path: source.to_owned(), error: Box::new(error) })
    };
    match text.trim_start().chars().next() {
        Some('<') => tmx::map(text, &beside),
        Some('{') => tmj::map(text, &beside),
        _ => Err(TiledFileError::NotAMap),
    }
}

/// Reads the tileset at the path `source`, relative to `folder`, if it lies in `root`.
fn tileset(folder: &Path, root: &Path, source: &str) -> Result<Tileset, TiledFileError> {
    let real = |path: &Path| fs::canonicalize(path).map_err(|_| TiledFileError::Missing);
    let named = root.display().to_string().replace('\\', "/");
    let root = fs::canonicalize(root).map_err(|_| TiledFileError::NoFolder(named.clone()))?;
    let outside = || TiledFileError::Outside(named.clone());
    if source.contains(['\\', ':']) {
        return Err(outside());
    }
    // Files outside the root are not even tested for existence.
    let mut whole: PathBuf = real(folder)?;
    for part in Path::new(source).components() {
        match part {
            Component::Normal(name) => whole.push(name),
            Component::CurDir => {}
            Component::ParentDir if whole.pop() => {}
            _ => return Err(outside()),
        }
    }
    if !whole.starts_with(&root) {
        return Err(outside());
    }
    // The path may contain links out of the root.
    if !real(&whole)?.starts_with(&root) {
        return Err(TiledFileError::LinkOutside(named));
    }
    let bytes = bounded(&whole)?;
    let text = text(&bytes)?;
    match text.trim_start().chars().next() {
        Some('<') => tmx::tileset_file(text),
        Some('{') => tmj::tileset_file(text),
        _ => Err(TiledFileError::NotXmlOrJson),
    }
}

fn bounded(path: &Path) -> Result<Vec<u8>, TiledFileError> {
    let mut bytes = Vec::new();
    let file = fs::open_file(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => TiledFileError::Missing,
        _ if fs::is_not_a_file(&error) => TiledFileError::NotAFile,
        _ => TiledFileError::Unreadable(error),
    })?;
    file.take(LIMIT + 1).read_to_end(&mut bytes).map_err(TiledFileError::Unreadable)?;
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > LIMIT {
        return Err(TiledFileError::TooLong { most: LIMIT });
    }
    Ok(bytes)
}

fn text(bytes: &[u8]) -> Result<&str, TiledFileError> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|_| TiledFileError::NotUtf8)
}

/// The attributes of a map about its hexes.
#[derive(Default)]
struct Head<'h> {
    orientation: &'h str,
    infinite: bool,
    size: [u32; 2],
    tile: [u32; 2],
    side: u32,
    axis: &'h str,
    index: &'h str,
}

impl Head<'_> {
    /// Returns the hex geometry.
    ///
    /// # Errors
    /// The map is not hexagonal, or its sizes are invalid.
    fn hexes(&self) -> Result<Hexes, TiledFileError> {
        if self.orientation != "hexagonal" {
            return Err(TiledFileError::NotHexagonal(self.orientation.to_owned()));
        }
        if !matches!(self.axis, "x" | "y") || !matches!(self.index, "odd" | "even") {
            let (axis, index) = (self.axis.to_owned(), self.index.to_owned());
            return Err(TiledFileError::Stagger { axis, index });
        }
        // The size of an infinite map follows from its tiles.
        let [columns, rows] = if self.infinite { [1; 2] } else { self.size };
        if !(1..=MOST_HEXES).contains(&columns) || !(1..=MOST_HEXES).contains(&rows) {
            return Err(TiledFileError::Size { columns, rows, most: MOST_HEXES });
        }
        let short = |length: u32| u16::try_from(length).ok().filter(|length| (2..=4096).contains(length));
        let tile = short(self.tile[0]).zip(short(self.tile[1]));
        let (wide, high) = tile.ok_or(TiledFileError::TileSize { wide: self.tile[0], high: self.tile[1] })?;
        let flat = self.axis == "x";
        let across = if flat { wide } else { high };
        let side = u16::try_from(self.side).ok().filter(|side| *side <= across);
        let side = side.ok_or(TiledFileError::HexsideLength(self.side))?;
        let size = [columns, rows].map(|length| u16::try_from(length).unwrap_or(0));
        Ok(Hexes { flat, even: self.index == "even", tile: [wide, high], side, size })
    }
}
