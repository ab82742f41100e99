//! Elevation as GeoTIFF (`.tif`), also as tiles in the cloud have it, in degrees or in the plane of a national grid.
//!
//! Only the strips or tiles in the zone of the map are unpacked. The tags are those of OGC 19-008r4 (GeoTIFF 1.1) and of GDAL.

mod keys;

use std::io::{Read, Seek};

use tiff::decoder::{Decoder, DecodingResult, Limits};
use tiff::tags::Tag;
use tiff::{ColorType, TiffError};

use self::keys::GeoKeys;
use super::ReadError;
use crate::crs::Projection;
use crate::elevation::{Lattice, ProjectedLattice, Raster, RasterHead};
use crate::grid::GroundGrid;
use crate::limits::{MOST_SAMPLES, MOST_TILE_BYTES};
use crate::plane::{LatLon, Plane};

/// The most bytes of a tag: the places of a million tiles.
const MOST_TAG: usize = 8 << 20;
/// The code of WGS 84, which files mean that tell degrees and no more.
const WGS84: u32 = 4326;

impl From<TiffError> for ReadError {
    fn from(error: TiffError) -> Self {
        match error {
            TiffError::IoError(error) => Self::Io(error),
            TiffError::LimitsExceeded | TiffError::IntSizeError => Self::PartTooLong(MOST_TILE_BYTES),
            other => Self::Tiff(crate::names::cleaned(&other.to_string())),
        }
    }
}

/// Reads the samples of a GeoTIFF that lie in the zone of `grid`; `None` if none do. Of several pictures in a file, the first is read,
/// which is the one in full resolution.
///
/// # Errors
/// The file is no TIFF, does not tell where it lies, has samples that are no heights, is damaged, or exceeds a limit.
pub fn read_geotiff<R: Read + Seek>(input: R, plane: &Plane, grid: &GroundGrid) -> Result<Option<Raster>, ReadError> {
    let (mut decoder, head, metres) = opened(input)?;
    let (width, height) = decoder.dimensions()?;
    let Some(mut raster) = Raster::window(head, plane, grid)? else { return Ok(None) };
    let void = void(&mut decoder)?;
    let tiles = Tiles::of(&mut decoder, width, height)?;
    let (first_row, row_end) = raster.rows();
    let (first_column, column_end) = raster.columns();
    let mut left = MOST_SAMPLES;
    for down in first_row / tiles.height..row_end.div_ceil(tiles.height) {
        for across in first_column / tiles.width..column_end.div_ceil(tiles.width) {
            let (top, start) = (down * tiles.height, across * tiles.width);
            let size = (tiles.width.min(u64::from(width) - start), tiles.height.min(u64::from(height) - top));
            left = left
                .checked_sub(size.0.saturating_mul(size.1))
                .ok_or(ReadError::TooManySamples(u64::from(width) * u64::from(height)))?;
            let Some(tile) = tiles.number(down, across) else { continue };
            let samples = decoder.read_chunk(tile)?;
            // What the window does not keep is not converted.
            for row in top.max(first_row)..(top + size.1).min(row_end) {
                for column in start.max(first_column)..(start + size.0).min(column_end) {
                    let at = (row - top) * size.0 + column - start;
                    let value = usize::try_from(at).ok().and_then(|at| sample(&samples, at));
                    if let Some(value) = value.filter(|value| void.is_none_or(|void| !void.is(*value))) {
                        raster.set(column, row, value * metres);
                    }
                }
            }
        }
    }
    Ok(Some(raster))
}

/// Returns the head of a GeoTIFF.
///
/// # Errors
/// See [`read_geotiff`].
pub(super) fn raster_head<R: Read + Seek>(input: R) -> Result<RasterHead, ReadError> {
    opened(input).map(|(_, head, _)| head)
}

/// Opens a file. Returns it with its head and the unit of heights in meters.
fn opened<R: Read + Seek>(input: R) -> Result<(Decoder<R>, RasterHead, f64), ReadError> {
    let mut limits = Limits::default();
    limits.decoding_buffer_size = MOST_TILE_BYTES;
    limits.intermediate_buffer_size = MOST_TILE_BYTES;
    limits.ifd_value_size = MOST_TAG;
    let mut decoder = Decoder::new(input)?.with_limits(limits);
    if !matches!(decoder.colortype(), Ok(ColorType::Gray(8 | 16 | 32 | 64))) {
        return Err(ReadError::NoHeights);
    }
    let (width, height) = decoder.dimensions()?;
    let keys = GeoKeys::read(&mut decoder)?;
    let head = RasterHead { lattice: lattice(&keys)?, columns: width.into(), rows: height.into() };
    Ok((decoder, head, keys.metres))
}

/// Returns how the samples lie on Earth.
fn lattice(keys: &GeoKeys) -> Result<Lattice, ReadError> {
    let code = match (keys.code, keys.is_projected) {
        (Some(code), _) => code,
        (None, false) => WGS84,
        (None, true) => return Err(ReadError::NoCode),
    };
    let projection = Projection::of_code(code).ok_or(ReadError::UnknownCode(code))?;
    let [right, down, first] = [keys.right, keys.down, keys.first];
    let is_upright = right.0 > 0.0 && right.1 == 0.0 && down.0 == 0.0 && down.1 < 0.0;
    if code == WGS84 && is_upright {
        let is_on_earth = first.1.abs() <= 90.0 && first.0.abs() <= 360.0 && right.0 <= 1.0 && down.1 >= -1.0;
        let degrees = Lattice::Degrees { first: LatLon { lat: first.1, lon: first.0 }, step: (-down.1, right.0) };
        return if is_on_earth { Ok(degrees) } else { Err(ReadError::Projected) };
    }
    let lattice = ProjectedLattice::new(projection, first, right, down).ok_or(ReadError::NoPlace)?;
    Ok(Lattice::Projected(Box::new(lattice)))
}

/// The value that stands for no height.
#[derive(Clone, Copy)]
struct VoidSample(f64);

impl VoidSample {
    /// Returns `true` if `value` is the void, which may be written with fewer digits.
    fn is(self, value: f64) -> bool {
        value == self.0 || value as f32 == self.0 as f32
    }
}

fn void<R: Read + Seek>(decoder: &mut Decoder<R>) -> Result<Option<VoidSample>, ReadError> {
    let text = decoder.find_tag(Tag::GdalNodata)?.and_then(|value| value.into_string().ok());
    let number = text.and_then(|text| text.trim_matches(|c: char| c == '\0' || c.is_whitespace()).parse().ok());
    Ok(number.map(VoidSample))
}

/// The strips or tiles of a picture.
struct Tiles {
    width: u64,
    height: u64,
    across: u64,
    /// The packed sizes in bytes.
    sizes: Vec<u64>,
}

impl Tiles {
    fn of<R: Read + Seek>(decoder: &mut Decoder<R>, columns: u32, rows: u32) -> Result<Self, ReadError> {
        let (width, height) = decoder.chunk_dimensions();
        // A strip may be said to be higher than the picture.
        let (width, height) = (u64::from(width), u64::from(height.min(rows)));
        let strips = decoder.find_tag_unsigned_vec(Tag::StripByteCounts)?;
        let sizes = match strips {
            Some(sizes) => sizes,
            None => decoder.find_tag_unsigned_vec(Tag::TileByteCounts)?.unwrap_or_default(),
        };
        if width == 0 || height == 0 {
            return Err(ReadError::Head("TileWidth"));
        }
        Ok(Self { width, height, across: u64::from(columns).div_ceil(width), sizes })
    }

    /// Returns the number of a tile; `None` if the file leaves it out, since all its samples are voids.
    fn number(&self, down: u64, across: u64) -> Option<u32> {
        let number = down * self.across + across;
        let size = self.sizes.get(usize::try_from(number).ok()?)?;
        u32::try_from(number).ok().filter(|_| *size > 0)
    }
}

fn sample(samples: &DecodingResult, at: usize) -> Option<f64> {
    match samples {
        DecodingResult::U8(all) => all.get(at).map(|value| f64::from(*value)),
        DecodingResult::U16(all) => all.get(at).map(|value| f64::from(*value)),
        DecodingResult::U32(all) => all.get(at).map(|value| f64::from(*value)),
        DecodingResult::U64(all) => all.get(at).map(|value| *value as f64),
        DecodingResult::I8(all) => all.get(at).map(|value| f64::from(*value)),
        DecodingResult::I16(all) => all.get(at).map(|value| f64::from(*value)),
        DecodingResult::I32(all) => all.get(at).map(|value| f64::from(*value)),
        DecodingResult::I64(all) => all.get(at).map(|value| *value as f64),
        DecodingResult::F16(all) => all.get(at).map(|value| value.to_f64()),
        DecodingResult::F32(all) => all.get(at).map(|value| f64::from(*value)),
        DecodingResult::F64(all) => all.get(at).copied(),
    }
}
