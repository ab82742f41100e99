//! Files of any kind, also packed ones.

use std::io::{BufRead, Cursor, Read, Seek, SeekFrom};

use super::frame::{self, DataOverview};
use super::hgt::{HgtCorner, LARGEST_HGT};
use super::kind::FileKind;
use super::time::{time_of_osm_pbf, time_of_osm_xml};
use super::unpack::{PackedFile, Packing, Unpacked, file_of_zip};
use super::{ReadError, read_asc, read_geojson, read_geotiff, read_hgt, read_osm_pbf, read_osm_xml};
use crate::elevation::Raster;
use crate::grid::GroundGrid;
use crate::limits::{MOST_BYTES, MOST_UNPACKED, MOST_UNPACKED_TIFF};
use crate::plane::Plane;
use crate::source::Landscape;

/// The bytes that tell what a file is.
const FIRST: u64 = 64;

/// The content of a file for a map.
#[derive(Clone, Debug, PartialEq)]
pub enum FileContent {
    /// Lines, areas and places.
    Landscape(Landscape),
    /// Elevation; `None` if the file has none in the zone of the map.
    Elevation(Option<Raster>),
}

/// A file that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadFile {
    /// The kind of the file, or of that within.
    pub kind: FileKind,
    /// The name of the file within an archive.
    pub within: Option<String>,
    /// The time of the data, such as `2026-11-01T00:00:00Z`, if the file tells it.
    pub data_of: Option<String>,
    /// The content.
    pub content: FileContent,
}

/// Reads the part of a file that lies in the zone of `grid`. What the file is tell its `name` and its first bytes. It may be packed by gzip,
/// or be the only readable file of a ZIP archive.
///
/// # Errors
/// The file is of no known kind, its name and its bytes disagree, it is packed twice, or its reader refuses it.
pub fn read_file<R: BufRead + Seek>(
    name: &str,
    input: R,
    plane: &Plane,
    grid: &GroundGrid,
) -> Result<ReadFile, ReadError> {
    opened(name, input, &mut |kind, own, input| {
        let within = own.rsplit('/').next().filter(|_| own != name && !name.starts_with(own)).map(str::to_owned);
        let data_of = match kind {
            FileKind::OsmXml => time_of_osm_xml(&mut *input),
            FileKind::OsmPbf => time_of_osm_pbf(&mut *input),
            _ => None,
        };
        input.seek(SeekFrom::Start(0))?;
        let content = read_kind(kind, own, input, plane, grid)?;
        Ok(ReadFile { kind, within, data_of, content })
    })
}

/// Returns the rectangle around the data of a file and its named places, to choose a place in; `None` if it has no data. A file of geography is read whole for that.
///
/// # Errors
/// See [`read_file`].
pub fn overview_of_file<R: BufRead + Seek>(name: &str, input: R) -> Result<Option<DataOverview>, ReadError> {
    opened(name, input, &mut |kind, name, input| match kind {
        FileKind::OsmXml => frame::of_osm_xml(input),
        FileKind::OsmPbf => frame::of_osm_pbf(input),
        FileKind::GeoJson => frame::of_geojson(input),
        FileKind::Hgt => frame::of_hgt(name),
        FileKind::Asc => frame::of_asc(input),
        FileKind::GeoTiff => frame::of_geotiff(input),
    })
}

/// The source from which a file is read.
trait FileBytes: BufRead + Seek {}

impl<T: BufRead + Seek> FileBytes for T {}

type Act<'a, T> = &'a mut dyn FnMut(FileKind, &str, &mut dyn FileBytes) -> Result<T, ReadError>;

/// Calls `act` with the kind, the name and the bytes of a file, or of that within.
fn opened<R: BufRead + Seek, T>(name: &str, mut input: R, act: Act<'_, T>) -> Result<T, ReadError> {
    let length = input.seek(SeekFrom::End(0))?;
    if length > MOST_BYTES {
        return Err(ReadError::TooLarge);
    }
    let first = first(&mut input)?;
    let Some(packing) = archive(&first) else {
        return act(kind(name, &first)?, name, &mut input);
    };
    let file = match packing {
        Archive::Zip => file_of_zip(&mut input)?,
        Archive::Gzip => {
            let within = name.len().checked_sub(3).and_then(|end| name.split_at_checked(end));
            let within = within.filter(|(_, end)| end.eq_ignore_ascii_case(".gz")).map_or(name, |(within, _)| within);
            PackedFile { name: within.to_owned(), packing: Packing::Gzip, start: 0, length }
        }
    };
    let name = file.name.clone();
    let mut unpacked = Unpacked::new(input, file)?;
    let result = opened_within(&name, &mut unpacked, act);
    if unpacked.is_over() { Err(ReadError::UnpackedTooLarge(MOST_UNPACKED)) } else { result }
}

fn opened_within<R: BufRead + Seek, T>(
    name: &str,
    unpacked: &mut Unpacked<R>,
    act: Act<'_, T>,
) -> Result<T, ReadError> {
    let first = first(unpacked)?;
    if archive(&first).is_some() {
        return Err(ReadError::PackedTwice);
    }
    let kind = kind(name, &first)?;
    if kind != FileKind::GeoTiff {
        return act(kind, name, unpacked);
    }
    // Its parts are in any order, so that it must be in memory as a whole.
    let mut bytes = Vec::new();
    unpacked.take(MOST_UNPACKED_TIFF + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_UNPACKED_TIFF {
        return Err(ReadError::UnpackedTooLarge(MOST_UNPACKED_TIFF));
    }
    act(kind, name, &mut Cursor::new(bytes))
}

/// Files that have others within.
#[derive(Clone, Copy)]
enum Archive {
    Gzip,
    Zip,
}

fn archive(first: &[u8]) -> Option<Archive> {
    if first.starts_with(b"\x1f\x8b") {
        Some(Archive::Gzip)
    } else if first.starts_with(b"PK\x03\x04") || first.starts_with(b"PK\x05\x06") {
        Some(Archive::Zip)
    } else {
        None
    }
}

fn first<R: Read + Seek>(input: &mut R) -> Result<Vec<u8>, ReadError> {
    input.seek(SeekFrom::Start(0))?;
    let mut first = Vec::new();
    input.by_ref().take(FIRST).read_to_end(&mut first)?;
    input.seek(SeekFrom::Start(0))?;
    Ok(first)
}

fn kind(name: &str, first: &[u8]) -> Result<FileKind, ReadError> {
    FileKind::of(name, first)
        .map_err(|(said, found)| ReadError::OtherThanNamed(said.name(), found.name()))?
        .ok_or(ReadError::UnknownKind)
}

fn read_kind(
    kind: FileKind,
    name: &str,
    input: &mut dyn FileBytes,
    plane: &Plane,
    grid: &GroundGrid,
) -> Result<FileContent, ReadError> {
    Ok(match kind {
        FileKind::OsmXml => FileContent::Landscape(read_osm_xml(input, plane, grid)?),
        FileKind::OsmPbf => FileContent::Landscape(read_osm_pbf(input, plane, grid)?),
        FileKind::GeoJson => FileContent::Landscape(read_geojson(input, plane, grid)?),
        FileKind::Asc => FileContent::Elevation(read_asc(input, plane, grid)?),
        FileKind::GeoTiff => FileContent::Elevation(read_geotiff(input, plane, grid)?),
        FileKind::Hgt => {
            let corner = HgtCorner::of(name)?;
            let mut bytes = Vec::new();
            input.take(LARGEST_HGT as u64 + 1).read_to_end(&mut bytes)?;
            FileContent::Elevation(read_hgt(&bytes, corner, plane, grid)?)
        }
    })
}

#[cfg(test)]
mod tests;
