//! Errors of Tiled maps.

use std::io;

use battlewright_schema::common::limits::ExceededLimit;
use battlewright_schema::table::SheetError;
use battlewright_schema::{NumberingProblem, ValueRefusal};

use crate::archive::XmlError;
use crate::import::DraftError;
use crate::paint::PaintError;
use crate::scene::SceneError;

/// An error during an export to or an import from Tiled. A failed import changes nothing.
#[derive(Debug, thiserror::Error)]
pub enum TiledError {
    /// The map file, or a tileset of it, cannot be read.
    #[error(transparent)]
    File(#[from] TiledFileError),
    /// The map has no tile layer to make a scenario from.
    #[error("it has no tile layer with the terrain of its hexes")]
    NoTiles,
    /// The numbering does not place the scenario's hexes.
    #[error("the scenario's map has no hexes: {0}")]
    NoHexes(NumberingProblem),
    /// The map differs in size from the scenario's.
    #[error("it has {} by {} hexes, but the scenario's map has {} by {}", theirs[0], theirs[1], own[0], own[1])]
    OtherSize {
        /// The columns and rows of the map.
        theirs: [u16; 2],
        /// The columns and rows of the scenario.
        own: [u16; 2],
    },
    /// The orientation of the hexes differs from the scenario's.
    #[error(
        "its hexes have {} on top, but the scenario's have {}",
        if *flat { "flat sides" } else { "points" }, if *flat { "points" } else { "flat sides" }
    )]
    OtherOrientation {
        /// `true` if the map has flat-top hexes.
        flat: bool,
    },
    /// The stagger differs from the scenario's.
    #[error("the wrong columns or rows are shifted: change the stagger index of the map")]
    OtherStagger,
    /// The table of tiles is malformed.
    #[error(transparent)]
    Table(#[from] SheetError),
    /// A row of the table of tiles lacks a cell.
    #[error("line {line} needs a tile and its terrain, such as \"ground:6,Woods\"")]
    TableRow {
        /// The line of the row.
        line: u64,
    },
    /// The table of tiles names a terrain that the scenario lacks.
    #[error(
        "line {line} of the table of tiles has {terrain:?}, which is not a terrain of the scenario; it has {}",
        known.join(", ")
    )]
    TableTerrain {
        /// The line of the row.
        line: u64,
        /// The terrain.
        terrain: String,
        /// The letters and names of the scenario's terrain.
        known: Vec<String>,
    },
    /// The map is invalid for a scenario.
    #[error(transparent)]
    Draft(#[from] DraftError),
    /// The scenario refuses a value of the map.
    #[error(transparent)]
    Value(#[from] ValueRefusal),
    /// The numbering does not place the hexes to export.
    #[error("the map cannot be placed: {0}")]
    Unplaced(NumberingProblem),
    /// The numbering does not place the hexes to draw.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// The scenario has too many counters for a picture each.
    #[error("there are too many counters for a picture each: {}", .0.coded())]
    TooManyCounters(ExceededLimit),
    /// A picture cannot be painted.
    #[error(transparent)]
    Paint(#[from] PaintError),
}

impl TiledError {
    /// Returns `true` if a tileset lies outside the permitted folder, which the user may widen.
    pub fn is_outside_root(&self) -> bool {
        let Self::File(TiledFileError::Tileset { error, .. }) = self else { return false };
        matches!(**error, TiledFileError::Outside(_))
    }
}

/// The reason why a map or tileset file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum TiledFileError {
    /// The file does not exist.
    #[error("there is no such file")]
    Missing,
    /// The folder permitted for tilesets does not exist.
    #[error("there is no folder {0}")]
    NoFolder(String),
    /// The file lies outside the permitted folder.
    #[error("it lies outside the folder {0}; other folders are not read")]
    Outside(String),
    /// The file is a link out of the permitted folder.
    #[error("it is a link that leads out of the folder {0}")]
    LinkOutside(String),
    /// The path is that of a folder, a pipe or the like.
    #[error("it is not a file")]
    NotAFile,
    /// The file cannot be read.
    #[error("{0}")]
    Unreadable(#[source] io::Error),
    /// The file is too long.
    #[error("it is longer than {} MiB", most >> 20)]
    TooLong {
        /// The limit, in bytes.
        most: u64,
    },
    /// The file is not UTF-8.
    #[error("it is not UTF-8 text")]
    NotUtf8,
    /// The map is neither XML nor JSON.
    #[error("it is not a Tiled map: neither XML nor JSON")]
    NotAMap,
    /// The tileset is neither XML nor JSON.
    #[error("it is neither XML nor JSON")]
    NotXmlOrJson,
    /// A tileset of the map cannot be read.
    #[error("its tileset {path}: {error}")]
    Tileset {
        /// The path of the tileset in the map.
        path: String,
        /// The reason.
        #[source]
        error: Box<TiledFileError>,
    },
    /// The XML is malformed, or exceeds the limits on XML.
    #[error(transparent)]
    Xml(#[from] XmlError),
    /// The JSON is malformed or no map.
    #[error("it is not a Tiled map in JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// The root element is not `map`.
    #[error("its root is <{0}>, not <map>")]
    OtherRoot(String),
    /// The type of the JSON is not `map`.
    #[error("its type is {0:?}, not \"map\"")]
    OtherType(String),
    /// The root element is not `tileset`.
    #[error("it is not a tileset")]
    NotATileset,
    /// An attribute does not parse as a number.
    #[error("{name}={text:?} of <{element}> is not a {kind}")]
    Attribute {
        /// The name of the element.
        element: String,
        /// The name of the attribute.
        name: String,
        /// The value of the attribute.
        text: String,
        /// The kind of number expected.
        kind: &'static str,
    },
    /// The map is not hexagonal.
    #[error("its orientation is {0:?}; only hexagonal maps can be imported")]
    NotHexagonal(String),
    /// The stagger axis or index is unknown.
    #[error("it is staggered by {axis:?} and {index:?}, which Tiled does not know")]
    Stagger {
        /// The axis.
        axis: String,
        /// The index.
        index: String,
    },
    /// The map has no hexes, or too many.
    #[error("it has {columns} by {rows} hexes; each must be from 1 to {most}")]
    Size {
        /// The number of columns.
        columns: u32,
        /// The number of rows.
        rows: u32,
        /// The limit on each.
        most: u32,
    },
    /// The tiles are too small or too large.
    #[error("its tiles are {wide} by {high} pixels")]
    TileSize {
        /// The width, in pixels.
        wide: u32,
        /// The height, in pixels.
        high: u32,
    },
    /// The hexside length exceeds the tile size.
    #[error("its hexsides are {0} pixels long, longer than its tiles")]
    HexsideLength(u32),
    /// A layer is malformed.
    #[error(transparent)]
    Layer(#[from] LayerError),
}

/// The reason why a layer cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LayerError {
    /// The compression is unsupported.
    #[error("a layer is compressed with {0}; choose CSV, zlib, gzip or Zstandard in Tiled")]
    Compression(String),
    /// The encoding is unknown.
    #[error("a layer has the unknown encoding {0:?}")]
    Encoding(String),
    /// The number of tiles differs from the number of hexes.
    #[error("a layer does not have one tile for each of the {count} hexes of the map")]
    Miscounted {
        /// The number of hexes.
        count: usize,
    },
    /// The data has more bytes than the hexes need.
    #[error("a layer has more data than the map has hexes")]
    TooMuch,
    /// An entry does not parse as a tile number: its first characters.
    #[error("a layer has {0:?} where the number of a tile should be")]
    NotANumber(String),
    /// The data is not base64.
    #[error("a layer is not base64")]
    NotBase64,
    /// The compressed data is damaged.
    #[error("a compressed layer is damaged")]
    Damaged,
    /// The layer has no tiles.
    #[error("a layer has no tiles")]
    Empty,
    /// The layer is in chunks although the map is finite.
    #[error("a layer is in chunks, though the map is not infinite")]
    Chunked,
    /// A chunk is empty or too large.
    #[error("a chunk of a layer is {wide} by {high} tiles; each must be from 1 to {most}")]
    ChunkSize {
        /// The width, in tiles.
        wide: u32,
        /// The height, in tiles.
        high: u32,
        /// The limit on each.
        most: u32,
    },
    /// All layers together exceed the limit on tiles.
    #[error("its layers have more than {most} tiles together")]
    TooManyTiles {
        /// The limit on tiles.
        most: usize,
    },
    /// The map is infinite and has no tiles to give its size.
    #[error("it is infinite and has no tiles")]
    NoExtent,
    /// The tiles of an infinite map extend too far.
    #[error("its tiles extend over {wide} by {high} hexes; the limit is {most} in each direction")]
    ExtentTooLarge {
        /// The number of columns.
        wide: i64,
        /// The number of rows.
        high: i64,
        /// The limit on each.
        most: u32,
    },
    /// Groups of layers nest too deep.
    #[error("its groups of layers nest too deep")]
    TooDeep,
    /// A point of a polyline is malformed.
    #[error("a line has an invalid point")]
    Point,
}
