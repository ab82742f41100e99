//! Errors of maps of Tiled.

use std::io;

use battlewright_schema::common::limits::ExceededLimit;
use battlewright_schema::table::SheetError;
use battlewright_schema::{NumberingProblem, ValueRefusal};

use crate::archive::XmlError;
use crate::import::DraftError;
use crate::paint::PaintError;
use crate::scene::SceneError;

/// Why a scenario is not written as a map of Tiled, or a map not taken. Nothing is taken then.
#[derive(Debug, thiserror::Error)]
pub enum TiledError {
    /// The file, or one that it names, is no map that is read.
    #[error(transparent)]
    File(#[from] TiledFileError),
    /// The map has no layer of tiles to make a scenario of.
    #[error("it has no layer of tiles, so that it is not known what its hexes are")]
    NoTiles,
    /// The scenario's map has no hexes that tiles could be laid on.
    #[error("the scenario's map has no hexes: {0}")]
    NoHexes(NumberingProblem),
    /// The map is larger or smaller than the scenario's.
    #[error("it is {} by {} hexes, and the scenario's map {} by {}", theirs[0], theirs[1], own[0], own[1])]
    OtherSize {
        /// The columns and rows of the map.
        theirs: [u16; 2],
        /// Those of the scenario.
        own: [u16; 2],
    },
    /// The hexes stand otherwise than the scenario's.
    #[error(
        "its hexes have {} on top, and the scenario's have {}",
        if *flat { "flat sides" } else { "points" }, if *flat { "points" } else { "flat sides" }
    )]
    OtherOrientation {
        /// `true` if those of the map have flat sides on top.
        flat: bool,
    },
    /// Every other column or row is shifted the other way than the scenario's.
    #[error("its other columns or rows are shifted: change the stagger index of the map")]
    OtherStagger,
    /// The table of tiles is no sheet.
    #[error(transparent)]
    Table(#[from] SheetError),
    /// A row of the table of tiles does not have both of its cells.
    #[error("line {line} has no tile and its terrain, such as \"ground:6,Woods\"")]
    TableRow {
        /// The line of the row.
        line: u64,
    },
    /// The table of tiles names a terrain that the scenario does not have.
    #[error(
        "line {line} of the table of tiles has {terrain:?}, which is no terrain of the scenario; it has {}",
        known.join(", ")
    )]
    TableTerrain {
        /// The line of the row.
        line: u64,
        /// The terrain.
        terrain: String,
        /// The letters and names of those that the scenario has.
        known: Vec<String>,
    },
    /// The map is none that a scenario can have.
    #[error(transparent)]
    Draft(#[from] DraftError),
    /// The scenario cannot have something that the map has.
    #[error(transparent)]
    Value(#[from] ValueRefusal),
    /// The hexes of the scenario to be written have no places.
    #[error("the map cannot be placed: {0}")]
    Unplaced(NumberingProblem),
    /// The hexes of the scenario have no places to be drawn in.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// The scenario to be written has more counters than can have a picture each.
    #[error("there are too many counters for a picture each: {}", .0.coded())]
    TooManyCounters(ExceededLimit),
    /// A picture beside the map is not painted.
    #[error(transparent)]
    Paint(#[from] PaintError),
}

impl TiledError {
    /// Returns `true` if a tileset lies outside the folder in which tilesets may lie, which the reader may widen.
    pub fn is_outside_root(&self) -> bool {
        let Self::File(TiledFileError::Tileset { error, .. }) = self else { return false };
        matches!(**error, TiledFileError::Outside(_))
    }
}

/// Why a file is no map of Tiled that is read, or no tileset of one.
#[derive(Debug, thiserror::Error)]
pub enum TiledFileError {
    /// There is no such file.
    #[error("there is no such file")]
    Missing,
    /// There is no folder of the name in which tilesets may lie.
    #[error("there is no folder {0}")]
    NoFolder(String),
    /// The file lies outside the folder in which tilesets may lie.
    #[error("it lies outside the folder {0}, and other folders are not read")]
    Outside(String),
    /// The file is a link to one outside the folder.
    #[error("it is a link that leads out of the folder {0}")]
    LinkOutside(String),
    /// The path leads to a folder, a pipe or the like.
    #[error("it is not a file")]
    NotAFile,
    /// The file cannot be read.
    #[error("{0}")]
    Unreadable(#[source] io::Error),
    /// The file is too long.
    #[error("it is longer than {} MiB", most >> 20)]
    TooLong {
        /// The most bytes that it may have.
        most: u64,
    },
    /// The file is not UTF-8.
    #[error("it is no text in UTF-8")]
    NotUtf8,
    /// The map is neither of Tiled's two formats.
    #[error("it is neither XML nor JSON, so no map of Tiled")]
    NotAMap,
    /// The tileset is neither of Tiled's two formats.
    #[error("it is neither XML nor JSON")]
    NotXmlOrJson,
    /// A tileset of the map is not read.
    #[error("its tileset {path}: {error}")]
    Tileset {
        /// The path of the tileset, as the map has it.
        path: String,
        /// The reason.
        #[source]
        error: Box<TiledFileError>,
    },
    /// The XML is refused.
    #[error(transparent)]
    Xml(#[from] XmlError),
    /// The JSON is no map or tileset.
    #[error("it is no map of Tiled in JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// The root of the XML is no map.
    #[error("its root is <{0}>, and a map's is <map>")]
    OtherRoot(String),
    /// The JSON is of another type than a map.
    #[error("it is of type {0:?}, and a map's is \"map\"")]
    OtherType(String),
    /// The root of the XML is no tileset.
    #[error("it is no tileset")]
    NotATileset,
    /// An attribute is no number.
    #[error("{name}={text:?} of <{element}> is no {kind}")]
    Attribute {
        /// The name of the element.
        element: String,
        /// The name of the attribute.
        name: String,
        /// Its value.
        text: String,
        /// The kind of number that it should be.
        kind: &'static str,
    },
    /// The map is not hexagonal.
    #[error("its orientation is {0:?}; only hexagonal maps can be taken")]
    NotHexagonal(String),
    /// The map is staggered in a way that Tiled does not have.
    #[error("it is staggered by {axis:?} and {index:?}, which Tiled does not know")]
    Stagger {
        /// The axis.
        axis: String,
        /// The index.
        index: String,
    },
    /// The map has no hexes, or too many.
    #[error("it is {columns} by {rows} hexes; from 1 to {most} can be taken, either way")]
    Size {
        /// Its columns.
        columns: u32,
        /// Its rows.
        rows: u32,
        /// The most that it may have, either way.
        most: u32,
    },
    /// The tiles are far too small or too large.
    #[error("its tiles are {wide} by {high} pixels")]
    TileSize {
        /// Their width.
        wide: u32,
        /// Their height.
        high: u32,
    },
    /// The hexsides are longer than the tiles.
    #[error("its hexsides are {0} pixels long, which its tiles are not")]
    HexsideLength(u32),
    /// A layer is malformed.
    #[error(transparent)]
    Layer(#[from] LayerError),
}

/// Why a layer of a map of Tiled is not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LayerError {
    /// The compression is none that is read.
    #[error("a layer is compressed with {0}; choose CSV, zlib or gzip in Tiled")]
    Compression(String),
    /// The encoding is none that is known.
    #[error("a layer is encoded as {0:?}, which is not known")]
    Encoding(String),
    /// The layer has another count of tiles than the map has hexes.
    #[error("a layer has more or fewer tiles than the map has hexes, which is {count}")]
    Miscounted {
        /// The number of hexes.
        count: usize,
    },
    /// The packed data has more bytes than the map has hexes for.
    #[error("a layer holds more than the map has hexes")]
    TooMuch,
    /// Something stands where the number of a tile should: its beginning.
    #[error("a layer has {0:?} where the number of a tile should be")]
    NotANumber(String),
    /// The text is no base64.
    #[error("a layer is no base64")]
    NotBase64,
    /// The compressed data is damaged.
    #[error("a compressed layer is damaged")]
    Damaged,
    /// The layer has no tiles.
    #[error("a layer has no tiles")]
    Empty,
    /// The layer is in chunks, which only those of infinite maps are.
    #[error("a layer is in chunks, though the map is not infinite")]
    Chunked,
    /// A chunk has no tiles, or too many.
    #[error("a chunk of a layer is {wide} by {high} tiles; from 1 to {most} are read, either way")]
    ChunkSize {
        /// Its width.
        wide: u32,
        /// Its height.
        high: u32,
        /// The most that it may have, either way.
        most: u32,
    },
    /// All layers together have too many tiles.
    #[error("its layers have more than {most} tiles together")]
    TooManyTiles {
        /// The most that they may have.
        most: usize,
    },
    /// The map is infinite, and no tile says how large it is.
    #[error("it is infinite and has no tiles")]
    NoExtent,
    /// The tiles of an infinite map reach too far.
    #[error("its tiles reach over {wide} by {high} hexes; {most} can be taken, either way")]
    ExtentTooLarge {
        /// The number of columns.
        wide: i64,
        /// The number of rows.
        high: i64,
        /// The most that can be taken, either way.
        most: u32,
    },
    /// Groups of layers nest too deep.
    #[error("its groups of layers nest too deep")]
    TooDeep,
    /// A point of a line is malformed.
    #[error("a line has a point that is none")]
    Point,
}
