//! Files with geography, read within limits.
//!
//! Readers take what a file has, not what it should have: what cannot be used is left out and counted. Only what cannot be read at all is
//! an error. Memory depends on the zone of the map and on [`crate::limits`], not on the file.
//!
//! [`read_file`] chooses the reader by the name of a file and its first bytes, and unpacks it:
//!
//! | file | reader | of which |
//! |---|---|---|
//! | `.osm` | [`read_osm_xml`] | OpenStreetMap as XML |
//! | `.osm.pbf` | [`read_osm_pbf`] | OpenStreetMap as Protocol Buffers |
//! | `.geojson` | [`read_geojson`] | features with the tags of OpenStreetMap |
//! | `.hgt` | [`read_hgt`] | a square degree of SRTM |
//! | `.asc` | [`read_asc`] | an ASCII grid of Esri in degrees |
//! | `.tif` | [`read_geotiff`] | a GeoTIFF in degrees or with a code of EPSG |
//! | `.gz`, `.zip` | | one of these |

mod asc;
mod collect;
mod file;
mod frame;
mod geojson;
mod geotiff;
mod hgt;
mod kind;
mod metered;
mod near;
mod osm_xml;
mod pbf;
mod rings;
mod time;
mod unpack;

use std::io;

pub use asc::read_asc;
pub use file::{FileContent, ReadFile, overview_of_file, read_file};
pub use frame::{DataFrame, DataOverview, NamedPlace};
pub use geojson::read_geojson;
pub use geotiff::read_geotiff;
pub use hgt::{HgtCorner, read_hgt};
pub use kind::FileKind;
pub use osm_xml::read_osm_xml;
pub use pbf::read_osm_pbf;

use crate::elevation::TooManyKept;
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
    /// The file tells no code for its coordinate reference system.
    #[error("its coordinate reference system has no code of EPSG; convert it to EPSG:4326")]
    NoCode,
    /// The code of the coordinate reference system is not known; the code.
    #[error("its coordinate reference system EPSG:{0} is not known; convert it to EPSG:4326")]
    UnknownCode(u32),
    /// The picture does not tell where it lies on Earth.
    #[error("it does not tell where it lies on Earth: it has no keys of GeoTIFF, or none of a plain grid")]
    NoPlace,
    /// The picture has colors or bits, not heights.
    #[error("its samples are no heights: one number of 8 to 64 bits each is expected")]
    NoHeights,
    /// The file is no valid TIFF; the text tells how.
    #[error("it is no valid TIFF: {0}")]
    Tiff(String),
    /// The samples within the map are too many.
    #[error(transparent)]
    TooManyKept(#[from] TooManyKept),
    /// The archive cannot be read; the text tells why.
    #[error("the archive cannot be read: {0}")]
    Archive(String),
    /// The archive lists too many files.
    #[error("the archive has {0} files; at most {most} are looked at", most = crate::limits::MOST_PACKED_FILES)]
    TooManyFiles(usize),
    /// The archive has none or several files that can be read; the number.
    #[error("{}", files_within(*.0))]
    FilesWithin(usize),
    /// The packed file is packed as well.
    #[error("it is packed twice; unpack it first")]
    PackedTwice,
    /// The file grows too much when it is unpacked.
    #[error("unpacked, it has more than {0} bytes; if that is right, unpack it first")]
    UnpackedTooLarge(u64),
    /// The name of the file and its first bytes tell two kinds.
    #[error("its name says {0}, but its first bytes {1}")]
    OtherThanNamed(&'static str, &'static str),
    /// Neither the name nor the first bytes tell what the file is.
    #[error(
        "it is of no known kind: .osm, .osm.pbf, .geojson, .hgt, .asc and .tif are read, also packed as .gz and .zip"
    )]
    UnknownKind,
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

fn files_within(count: usize) -> String {
    match count {
        0 => "none of the files in the archive can be read".to_owned(),
        _ => format!("{count} files in the archive can be read; unpack it, and choose them"),
    }
}
