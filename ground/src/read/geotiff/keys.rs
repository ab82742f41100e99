//! The tags of a TIFF that tell where it lies on Earth.

use std::io::{Read, Seek};

use tiff::decoder::Decoder;
use tiff::tags::Tag;

use crate::read::ReadError;

/// The keys that are read: `GTModelTypeGeoKey`, `GTRasterTypeGeoKey`, `GeodeticCRSGeoKey`, `ProjectedCRSGeoKey` and
/// `VerticalUnitsGeoKey`.
const MODEL: u16 = 1024;
const RASTER: u16 = 1025;
const GEODETIC: u16 = 2048;
const PROJECTED: u16 = 3072;
const HEIGHT_UNIT: u16 = 4099;
/// The values of `GTModelTypeGeoKey` for a plane and for degrees.
const IS_PROJECTED: u16 = 1;
const IS_GEOGRAPHIC: u16 = 2;
/// The value of `GTRasterTypeGeoKey` for samples that stand for points, not for cells.
const IS_POINT: u16 = 2;
/// A value for what the file defines by itself.
const USER_DEFINED: u16 = 32_767;
/// Units of height by their codes of EPSG, in meters: foot and US survey foot.
const FEET: [(u16, f64); 2] = [(9002, 0.3048), (9003, 1200.0 / 3937.0)];

/// The position of the samples of a TIFF.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct GeoKeys {
    /// The code of the coordinate reference system, if the file tells one.
    pub(super) code: Option<u32>,
    /// `true` for a plane, not degrees.
    pub(super) is_projected: bool,
    /// The first sample, in the units of the system: x or longitude, y or latitude.
    pub(super) first: (f64, f64),
    /// From a sample to the next column, and to the next row.
    pub(super) right: (f64, f64),
    pub(super) down: (f64, f64),
    /// The unit of heights in meters.
    pub(super) metres: f64,
}

impl GeoKeys {
    /// Reads the tags.
    ///
    /// # Errors
    /// The file does not tell where it lies, or not by a plain grid.
    pub(super) fn read<R: Read + Seek>(decoder: &mut Decoder<R>) -> Result<Self, ReadError> {
        let mut numbers = |tag| {
            Ok::<_, ReadError>(decoder.find_tag(tag)?.and_then(|value| value.into_f64_vec().ok()).unwrap_or_default())
        };
        let scale = numbers(Tag::ModelPixelScaleTag)?;
        let ties = numbers(Tag::ModelTiepointTag)?;
        let matrix = numbers(Tag::ModelTransformationTag)?;
        let directory: Vec<u16> = decoder.find_tag_unsigned_vec(Tag::GeoKeyDirectoryTag)?.unwrap_or_default();
        let keys = |wanted: u16| {
            // The first four values are versions and the number of keys; a key has four too, of which the second tells where its value is.
            let mut all = directory.as_chunks::<4>().0.iter().skip(1);
            all.find_map(|[key, at, _, value]| (*key == wanted && *at == 0).then_some(*value))
        };
        let is_projected = match keys(MODEL) {
            Some(IS_PROJECTED) => true,
            Some(IS_GEOGRAPHIC) => false,
            _ => return Err(ReadError::NoPlace),
        };
        let code = keys(if is_projected { PROJECTED } else { GEODETIC });
        if code == Some(USER_DEFINED) {
            return Err(ReadError::NoCode);
        }
        let (origin, right, down) = axes(&scale, &ties, &matrix).ok_or(ReadError::NoPlace)?;
        // The place of a cell is its upper left corner, of which the sample is the middle.
        let half = if keys(RASTER) == Some(IS_POINT) { 0.0 } else { 0.5 };
        let middle = |from: f64, right: f64, down: f64| from + half * (right + down);
        let first = (middle(origin.0, right.0, down.0), middle(origin.1, right.1, down.1));
        let metres = keys(HEIGHT_UNIT).and_then(|unit| FEET.iter().find(|(code, _)| *code == unit));
        Ok(Self {
            code: code.map(u32::from),
            is_projected,
            first,
            right,
            down,
            metres: metres.map_or(1.0, |(_, metres)| *metres),
        })
    }
}

type Vector = (f64, f64);

/// Returns the place of the upper left corner of the picture, and the vectors to the next column and row; `None` if the tags tell none, or
/// only points between which a picture would be bent.
fn axes(scale: &[f64], ties: &[f64], matrix: &[f64]) -> Option<(Vector, Vector, Vector)> {
    let found = if let [a, b, _, x, c, d, _, y, ..] = matrix {
        ((*x, *y), (*a, *c), (*b, *d))
    } else {
        let ([width, height, ..], [column, row, _, x, y, _]) = (scale, ties) else { return None };
        ((x - column * width, y + row * height), (*width, 0.0), (0.0, -height))
    };
    let (origin, right, down) = found;
    let numbers = [origin.0, origin.1, right.0, right.1, down.0, down.1];
    (numbers.iter().all(|number| number.is_finite()) && right.0 * down.1 != right.1 * down.0).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tie_points_and_matrices_tell_the_place() {
        let tie = [2.0, 1.0, 0.0, 600.0, 500.0, 0.0];
        assert_eq!(axes(&[10.0, 20.0, 0.0], &tie, &[]), Some(((580.0, 520.0), (10.0, 0.0), (0.0, -20.0))));
        let matrix = [10.0, 1.0, 0.0, 600.0, 2.0, -20.0, 0.0, 500.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];
        assert_eq!(axes(&[], &[], &matrix), Some(((600.0, 500.0), (10.0, 2.0), (1.0, -20.0))));
        assert_eq!(axes(&[], &tie, &[]), None);
        assert_eq!(axes(&[10.0, 20.0], &tie.repeat(2), &[]), None, "bent");
        assert_eq!(axes(&[0.0, 20.0], &tie, &[]), None);
        assert_eq!(axes(&[10.0, f64::NAN], &tie, &[]), None);
    }
}
