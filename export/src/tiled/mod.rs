//! Maps of Tiled, a map editor: written as TMX (XML) and TMJ (JSON) with pictures beside them, and read.
//!
//! The terrain and the levels are tile layers. Roads, hexsides, places, entries, labels and counters are objects. All other
//! values are properties, with the names of the columns of the order of battle. The import reads the position of each
//! object, so that an object moved in Tiled moves in the scenario.

mod build;
mod error;
mod fields;
mod hexes;
mod images;
mod model;
mod objects;
mod read;
mod take;
mod tmj;
mod tmx;

use std::io;
use std::path::Path;

use battlewright_schema::Scenario;
use battlewright_schema::common::limits::beyond_play;

pub use error::{LayerError, TiledError, TiledFileError};
pub use read::LIMIT;
pub use take::{MapScenario, Reading, TakenMap, TileTable, begin, import};

use crate::scene::Options;

/// The layer of the hexes.
const TERRAIN: &str = "terrain";
/// The layer of the levels.
const LEVELS: &str = "levels";
/// The picture over the ground.
const OVER: &str = "drawn";
/// The layer of the roads.
const ROADS: &str = "roads";
/// The layer of what lies along hexsides.
const HEXSIDES: &str = "hexsides";
/// The layer of words that are no place.
const LABELS: &str = "labels";
/// The layer of the counters that start on the map.
const UNITS: &str = "units";
/// The layer of the counters that come later.
const COMING: &str = "reinforcements";
/// The layer of the counters that are set up in zones.
const ZONED: &str = "units in zones";
/// The layers of what has a list of hexes, and the sections of the file that they are.
const SETS: [(&str, &str); 4] = [("places", "place"), ("entries", "entry"), ("exits", "exit"), ("zones", "zone")];

/// The version of Tiled whose format this is.
const VERSION: [&str; 2] = ["1.10", "1.10.2"];

/// The two formats that Tiled has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// XML.
    Tmx,
    /// JSON.
    Tmj,
}

/// A map ready to be written.
pub struct WrittenMap<'s> {
    painter: images::Painter<'s>,
    pictures: Vec<images::TilePicture>,
    map: model::TiledMap,
}

impl WrittenMap<'_> {
    /// The pictures that it shows, painted one by one: their paths from the map's folder, and their bytes.
    ///
    /// Each may say why it cannot be painted.
    pub fn pictures(&self) -> impl Iterator<Item = Result<(&Path, Vec<u8>), TiledError>> {
        let paint = |picture: &images::TilePicture| self.painter.paint(&picture.of);
        self.pictures.iter().map(move |picture| Ok((picture.path.as_path(), paint(picture)?)))
    }

    /// Writes the map itself.
    ///
    /// # Errors
    /// When `to` cannot be written.
    pub fn write(&self, dialect: Dialect, to: &mut dyn io::Write) -> io::Result<()> {
        match dialect {
            Dialect::Tmx => tmx::write(&self.map, to),
            Dialect::Tmj => tmj::write(&self.map, to),
        }
    }
}

/// The map of `scenario` with its pictures in `folder`, a folder beside it.
///
/// # Errors
/// The hexes have no numbers to place them by, or there are too many counters for a picture each.
pub fn written<'s>(scenario: &'s Scenario, options: &'s Options, folder: &str) -> Result<WrittenMap<'s>, TiledError> {
    if let Some(excess) = beyond_play(scenario).into_iter().find(|excess| excess.is_of_counters && options.units) {
        return Err(TiledError::TooManyCounters(excess));
    }
    let made = build::build(scenario, options, folder)?;
    Ok(WrittenMap { painter: images::Painter::new(scenario, options), pictures: made.pictures, map: made.map })
}
