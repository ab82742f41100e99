//! Maps of Tiled, a map editor: export as TMX (XML) and TMJ (JSON) with pictures beside them, and import.
//!
//! Terrain and levels are tile layers. Roads, hexsides, places, entries, labels and counters are objects. All other
//! values are properties, named like the columns of the order of battle. The import reads the position of each object, so
//! that an object moved in Tiled moves in the scenario.

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

/// The layer of the terrain.
const TERRAIN: &str = "terrain";
/// The layer of the levels.
const LEVELS: &str = "levels";
/// The layer of the overlay.
const OVER: &str = "drawn";
/// The layer of the roads.
const ROADS: &str = "roads";
/// The layer of the hexside features.
const HEXSIDES: &str = "hexsides";
/// The layer of the labels.
const LABELS: &str = "labels";
/// The layer of the counters that start on the map.
const UNITS: &str = "units";
/// The layer of the reinforcements.
const COMING: &str = "reinforcements";
/// The layer of the counters that are set up in zones.
const ZONED: &str = "units in zones";
/// The layers of features with hexes, and their sections in the file.
const SETS: [(&str, &str); 4] = [("places", "place"), ("entries", "entry"), ("exits", "exit"), ("zones", "zone")];

/// The versions of the format and of Tiled itself in exported files.
const VERSION: [&str; 2] = ["1.10", "1.10.2"];

/// The two file formats of Tiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// XML.
    Tmx,
    /// JSON.
    Tmj,
}

/// A map ready for writing.
pub struct WrittenMap<'s> {
    painter: images::Painter<'s>,
    pictures: Vec<images::TilePicture>,
    map: model::TiledMap,
}

impl WrittenMap<'_> {
    /// Paints the pictures one by one. Returns their paths, relative to the map's folder, with their bytes, or the
    /// painting error of each.
    pub fn pictures(&self) -> impl Iterator<Item = Result<(&Path, Vec<u8>), TiledError>> {
        let paint = |picture: &images::TilePicture| self.painter.paint(&picture.of);
        self.pictures.iter().map(move |picture| Ok((picture.path.as_path(), paint(picture)?)))
    }

    /// Writes the map file.
    ///
    /// # Errors
    /// `to` cannot be written.
    pub fn write(&self, dialect: Dialect, to: &mut dyn io::Write) -> io::Result<()> {
        match dialect {
            Dialect::Tmx => tmx::write(&self.map, to),
            Dialect::Tmj => tmj::write(&self.map, to),
        }
    }
}

/// Builds the map of `scenario`, with its pictures in `folder` beside it.
///
/// # Errors
/// The numbering does not place the hexes, or there are too many counters for a picture each.
pub fn written<'s>(scenario: &'s Scenario, options: &'s Options, folder: &str) -> Result<WrittenMap<'s>, TiledError> {
    if let Some(excess) = beyond_play(scenario).into_iter().find(|excess| excess.is_of_counters && options.units) {
        return Err(TiledError::TooManyCounters(excess));
    }
    let made = build::build(scenario, options, folder)?;
    Ok(WrittenMap { painter: images::Painter::new(scenario, options), pictures: made.pictures, map: made.map })
}
