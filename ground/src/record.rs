//! The record of a proposal, `NAME.ground` beside the scenario: what it was made from, to make it again and to merge.
//!
//! It is TOML, but has another extension, so that checks of folders skip it.

use serde::{Deserialize, Serialize};

use crate::areas::AreaFigures;
use crate::era::Era;
use crate::levels::LevelFigures;
use crate::rivers::RiverFigures;
use crate::roads::RoadFigures;

/// The version of the record that is written.
const VERSION: u32 = 1;
/// The most bytes of a record: a map of 40,000 hexes takes a few megabytes.
const MOST_BYTES: usize = 64 << 20;

/// The place of a map.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedPlace {
    /// The latitude of the middle, in degrees.
    pub lat: f64,
    /// The longitude of the middle, in degrees.
    pub lon: f64,
    /// The bearing of the top of the page, in degrees clockwise from north.
    pub rotation: f64,
    /// The distance between the centers of adjacent hexes, in meters.
    pub hex_metres: u32,
    /// The number of columns.
    pub columns: u16,
    /// The number of rows.
    pub rows: u16,
}

/// A file that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedFile {
    /// The name, without its folder.
    pub name: String,
    /// The SHA-256 of its bytes, in hexadecimal digits.
    pub sha256: String,
    /// The time of the data, if the file tells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data_of: Option<String>,
}

/// What a proposal was made from, and its text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroundRecord {
    /// The version of the record.
    pub version: u32,
    /// The text of the proposed scenario, which a second run takes as the base of its merge.
    pub proposal: String,
    /// The place.
    pub place: RecordedPlace,
    /// The files.
    pub files: Vec<RecordedFile>,
    /// The era.
    pub era: Era,
    /// The figures of rivers, with the stems that were checked and unchecked.
    pub rivers: RiverFigures,
    /// The figures of terrain.
    pub areas: AreaFigures,
    /// The figures of roads, with the routes that were unchecked.
    pub roads: RoadFigures,
    /// The figures of levels.
    pub levels: LevelFigures,
}

/// The reason that a record cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The record is too long.
    #[error("the record has more than {MOST_BYTES} bytes")]
    TooLong,
    /// The record cannot be read.
    #[error("the record cannot be read: {0}")]
    Unreadable(String),
    /// The record is of a newer program.
    #[error("the record has version {0}; this program reads version {VERSION}")]
    Newer(u32),
    /// The map lies elsewhere now, so that its hexes are others.
    #[error("the grid has moved since the last run, so that nothing can be merged; make a new file")]
    Moved,
}

impl GroundRecord {
    /// Returns a record with the current version.
    pub fn new(place: RecordedPlace, files: Vec<RecordedFile>, proposal: String) -> Self {
        Self {
            version: VERSION,
            proposal,
            place,
            files,
            era: Era::default(),
            rivers: RiverFigures::default(),
            areas: AreaFigures::default(),
            roads: RoadFigures::default(),
            levels: LevelFigures::default(),
        }
    }

    /// Reads a record.
    ///
    /// # Errors
    /// The text is too long, is no record, or is one of a newer program.
    pub fn read(text: &str) -> Result<Self, RecordError> {
        #[derive(Deserialize)]
        struct VersionAlone {
            version: u32,
        }

        if text.len() > MOST_BYTES {
            return Err(RecordError::TooLong);
        }
        let unreadable = |error: toml::de::Error| RecordError::Unreadable(error.message().to_owned());
        let VersionAlone { version } = toml::from_str(text).map_err(unreadable)?;
        if version > VERSION {
            return Err(RecordError::Newer(version));
        }
        toml::from_str(text).map_err(unreadable)
    }

    /// Returns the record as text.
    ///
    /// # Errors
    /// A value cannot be written, which no value of a record is.
    pub fn text(&self) -> Result<String, RecordError> {
        toml::to_string(self).map_err(|error| RecordError::Unreadable(error.to_string()))
    }

    /// Returns the base of a merge with a proposal for `place`.
    ///
    /// # Errors
    /// The grid has moved.
    pub fn base_for(&self, place: &RecordedPlace) -> Result<&str, RecordError> {
        if self.place == *place { Ok(&self.proposal) } else { Err(RecordError::Moved) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACE: RecordedPlace =
        RecordedPlace { lat: 49.1, lon: 5.93, rotation: 30.0, hex_metres: 900, columns: 22, rows: 15 };

    fn record() -> GroundRecord {
        let file = RecordedFile {
            name: "lorraine.osm.pbf".to_owned(),
            sha256: "0123456789abcdef".repeat(4),
            data_of: Some("2026-11-01T00:00:00Z".to_owned()),
        };
        let mut record = GroundRecord::new(PLACE, vec![file], "format = 1\ntitle = \"\"\"x\"\"\"\n".to_owned());
        record.era = Era::of_year(Some(1870));
        record.rivers.unchecked.insert(-7);
        record.roads.unchecked.insert([-3, i64::MAX]);
        record.levels.step = Some(20);
        record
    }

    #[test]
    fn records_come_back() {
        let record = record();
        assert_eq!(GroundRecord::read(&record.text().unwrap()), Ok(record));
    }

    #[test]
    fn a_moved_grid_has_no_base() {
        let record = record();
        assert_eq!(record.base_for(&PLACE), Ok(record.proposal.as_str()));
        assert_eq!(record.base_for(&RecordedPlace { rotation: 0.0, ..PLACE }), Err(RecordError::Moved));
        assert_eq!(record.base_for(&RecordedPlace { hex_metres: 800, ..PLACE }), Err(RecordError::Moved));
    }

    #[test]
    fn what_is_no_record_is_refused() {
        assert!(matches!(GroundRecord::read("hello"), Err(RecordError::Unreadable(_))));
        assert!(matches!(GroundRecord::read("version = 1\nfiles = []"), Err(RecordError::Unreadable(_))));
        assert_eq!(GroundRecord::read("version = 2\nnew = true"), Err(RecordError::Newer(2)));
        assert_eq!(GroundRecord::read(&"#".repeat(MOST_BYTES + 1)), Err(RecordError::TooLong));
    }
}
