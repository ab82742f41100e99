//! Files with geography, read within limits.
//!
//! Readers take what a file has, not what it should have: what cannot be used is left out and counted. Only what cannot be read at all is
//! an error.

mod asc;
mod collect;
mod frame;
mod geojson;
mod hgt;
mod metered;
mod osm_xml;
mod pbf;
mod rings;
mod time;

use std::io;

pub use asc::read_asc;
pub use frame::{DataFrame, frame_of_asc, frame_of_geojson, frame_of_hgt, frame_of_osm_pbf, frame_of_osm_xml};
pub use geojson::read_geojson;
pub use hgt::{HgtCorner, read_hgt};
pub use osm_xml::read_osm_xml;
pub use pbf::read_osm_pbf;
pub use time::{time_of_osm_pbf, time_of_osm_xml};

use crate::limits::MOST_BYTES;

/// The reason that a file cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file cannot be read from its disk, or is damaged where it is packed.
    #[error("it cannot be read: {0}")]
    Io(#[from] io::Error),
    /// The file has too many bytes.
    #[error("it has more than {MOST_BYTES} bytes")]
    TooLarge,
    /// A part of the file is far longer than any that makes sense.
    #[error("it has a part of over {0} bytes, which no file of this kind has")]
    PartTooLong(usize),
    /// The file is no valid XML; the text tells what and where.
    #[error("it is no valid XML: {0}")]
    Xml(String),
    /// The file is no valid JSON, or no collection of features; the text tells what and where.
    #[error("it is no valid GeoJSON: {0}")]
    Json(String),
    /// A block of the file is damaged; the text tells how.
    #[error("one of its blocks is damaged: {0}")]
    Pbf(String),
    /// The file needs a feature that is not understood.
    #[error("it needs the feature {0}, which is not understood")]
    Feature(String),
    /// The file declares a document type, which OpenStreetMap files never have.
    #[error("it declares a document type, which no file of OpenStreetMap has")]
    DocumentType,
    /// The elements of the file are nested too deep.
    #[error("its elements are nested more than {0} deep")]
    TooDeep(usize),
    /// The file is of another kind than expected.
    #[error("it is no file of {0}")]
    OtherKind(&'static str),
    /// The head of an elevation file lacks a value or has a wrong one.
    #[error("its head has no valid `{0}`")]
    Head(&'static str),
    /// The elevation file is not in degrees.
    #[error("its cells are not in degrees of latitude and longitude; convert it to EPSG:4326")]
    Projected,
    /// The elevation file has too many samples.
    #[error("it has {0} samples; at most {most} are read", most = crate::limits::MOST_SAMPLES)]
    TooManySamples(u64),
    /// The elevation file ends early, or has a value that is no number.
    #[error("it has no valid value for sample {0}")]
    Sample(u64),
    /// The elevation file has another size than files of its kind.
    #[error("it has {0} bytes; an .hgt file has 2,884,802 or 25,934,402")]
    HgtSize(usize),
    /// The name of an elevation file does not tell its corner.
    #[error("its name does not tell its corner, such as N49E005.hgt")]
    HgtName,
}
