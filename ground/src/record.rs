//! The record of a proposal, `NAME.ground` beside the scenario: what it was made from, to make it again and to merge.
//!
//! It is TOML, but has another extension, so that checks of folders skip it.

use serde::{Deserialize, Serialize};

use crate::run::{DrawnFeature, GroundPlace, GroundRequest};

/// The version of the record that is written.
const VERSION: u32 = 1;
/// The most bytes of a record: a map of 40,000 hexes takes a few megabytes.
const MOST_BYTES: usize = 64 << 20;

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

/// The sources of a proposal, and its text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroundRecord {
    /// The version of the record.
    pub version: u32,
    /// The day of the run, such as `"2026-11-29"`, if it was told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The text of the proposed scenario, which a second run takes as the base of its merge.
    pub proposal: String,
    /// The shares of what decided the terrain of hexes, in percent, row by row; `.` where no area did.
    #[serde(default)]
    pub shares: String,
    /// The request.
    pub ground: GroundRequest,
    /// The files that were read.
    #[serde(rename = "file", default)]
    pub files: Vec<RecordedFile>,
    /// The streams and roads that are drawn, with their hexsides in the numbers of the proposal.
    #[serde(rename = "feature", default, skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<DrawnFeature>,
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
    pub fn new(ground: GroundRequest, files: Vec<RecordedFile>, proposal: String) -> Self {
        Self { version: VERSION, date: None, proposal, shares: String::new(), ground, files, features: Vec::new() }
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
    pub fn base_for(&self, place: &GroundPlace) -> Result<&str, RecordError> {
        if self.ground.place == *place { Ok(&self.proposal) } else { Err(RecordError::Moved) }
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::Orientation;

    use super::*;
    use crate::era::Era;
    use crate::run::{DrawnFeature, FeatureClass, FeatureId};

    const PLACE: GroundPlace = GroundPlace {
        lat: 49.1,
        lon: 5.93,
        rotation: 30.0,
        hex_metres: 900,
        columns: 22,
        rows: 15,
        orientation: Orientation::Pointy,
        first_is_shifted: false,
    };

    fn record() -> GroundRecord {
        let file = RecordedFile {
            name: "lorraine.osm.pbf".to_owned(),
            sha256: "0123456789abcdef".repeat(4),
            data_of: Some("2026-11-01T00:00:00Z".to_owned()),
        };
        let mut ground = GroundRequest { place: PLACE, era: Era::of_year(Some(1870)), ..GroundRequest::default() };
        ground.check(FeatureId::Way(-7), Some(false));
        ground.check(FeatureId::Route([-3, i64::MAX]), Some(true));
        ground.set_class(FeatureId::Route([-3, i64::MAX]), Some(FeatureClass::RomanRoad));
        ground.levels.step = Some(20);
        let mut record = GroundRecord::new(ground, vec![file], "format = 1\ntitle = \"\"\"x\"\"\"\n".to_owned());
        record.date = Some("2026-11-29".to_owned());
        let between = vec!["0101/0102".into(), "0102/0201".into()];
        let (id, class) = (FeatureId::Way(7), FeatureClass::River);
        record.features.push(DrawnFeature { id, name: "Orne".to_owned(), class, between });
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
        assert_eq!(record.base_for(&GroundPlace { rotation: 0.0, ..PLACE }), Err(RecordError::Moved));
        assert_eq!(record.base_for(&GroundPlace { hex_metres: 800, ..PLACE }), Err(RecordError::Moved));
    }

    #[test]
    fn what_is_no_record_is_refused() {
        assert!(matches!(GroundRecord::read("hello"), Err(RecordError::Unreadable(_))));
        assert!(matches!(GroundRecord::read("version = 1\nfiles = []"), Err(RecordError::Unreadable(_))));
        assert_eq!(GroundRecord::read("version = 2\nnew = true"), Err(RecordError::Newer(2)));
        assert_eq!(GroundRecord::read(&"#".repeat(MOST_BYTES + 1)), Err(RecordError::TooLong));
    }
}
