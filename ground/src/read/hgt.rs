//! Elevation as the Shuttle Radar Topography Mission has it (`.hgt`): a square degree of big-endian whole meters.

use super::ReadError;
use crate::elevation::{Lattice, Raster, RasterHead};
use crate::grid::GroundGrid;
use crate::plane::{LatLon, Plane};

/// The sample of a void.
const VOID: i16 = i16::MIN;

/// The bytes of files of 1201 and of 3601 rows.
const SMALL_HGT: usize = 2_884_802;
pub(super) const LARGEST_HGT: usize = 25_934_402;

/// The corner of an `.hgt` file in the south and west, in whole degrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HgtCorner {
    /// The latitude, from -90 to 89.
    pub lat: i16,
    /// The longitude, from -180 to 179.
    pub lon: i16,
}

impl HgtCorner {
    /// Reads the corner from the name of a file, such as `N49E005.hgt` or `s33w070.SRTMGL1.hgt`.
    ///
    /// # Errors
    /// The name does not begin with a corner.
    pub fn of(name: &str) -> Result<Self, ReadError> {
        let corner = || {
            let (lat, lon) = (name.get(1..3)?.parse::<u8>().ok()?, name.get(4..7)?.parse::<u8>().ok()?);
            let lat = match name.get(..1)? {
                "N" | "n" => i16::from(lat),
                "S" | "s" => -i16::from(lat),
                _ => return None,
            };
            let lon = match name.get(3..4)? {
                "E" | "e" => i16::from(lon),
                "W" | "w" => -i16::from(lon),
                _ => return None,
            };
            ((-90..90).contains(&lat) && (-180..180).contains(&lon)).then_some(Self { lat, lon })
        };
        corner().ok_or(ReadError::HgtName)
    }
}

/// Reads the samples of an `.hgt` file that lie in the zone of `grid`; `None` if none do.
///
/// # Errors
/// The file has another size than one of 1201 or 3601 rows.
pub fn read_hgt(
    bytes: &[u8],
    corner: HgtCorner,
    plane: &Plane,
    grid: &GroundGrid,
) -> Result<Option<Raster>, ReadError> {
    let across = match bytes.len() {
        SMALL_HGT => 1201_u64,
        LARGEST_HGT => 3601,
        other => return Err(ReadError::HgtSize(other)),
    };
    let step = 1.0 / (across - 1) as f64;
    let first = LatLon { lat: f64::from(corner.lat) + 1.0, lon: f64::from(corner.lon) };
    let lattice = Lattice::Degrees { first, step: (step, step) };
    let head = RasterHead { lattice, columns: across, rows: across };
    let Some(mut raster) = Raster::window(head, plane, grid)? else { return Ok(None) };
    let (samples, _) = bytes.as_chunks::<2>();
    for (n, sample) in (0_u64..).zip(samples) {
        let value = i16::from_be_bytes(*sample);
        if value != VOID {
            raster.set(n % across, n / across, f64::from(value));
        }
    }
    Ok(Some(raster))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::tests_grid;

    #[test]
    fn corners_are_read_from_names() {
        assert_eq!(HgtCorner::of("N49E005.hgt").unwrap(), HgtCorner { lat: 49, lon: 5 });
        assert_eq!(HgtCorner::of("s33w070.SRTMGL1.hgt").unwrap(), HgtCorner { lat: -33, lon: -70 });
        for name in ["", "N49", "X49E005.hgt", "N99E005.hgt", "N49E200.hgt", "Né9E005.hgt", "N4-E005.hgt"] {
            assert!(HgtCorner::of(name).is_err(), "{name}");
        }
    }

    #[test]
    fn a_square_degree_is_read_from_the_north_and_voids_are_skipped() {
        let plane = Plane::new(LatLon { lat: 49.5, lon: 5.5 }, 0.0).unwrap();
        let grid = tests_grid(4, 4, 50_000);
        let mut bytes = Vec::new();
        for row in 0..1201_i32 {
            for column in 0..1201 {
                let value = if (row, column) == (600, 601) { VOID } else { (row * 10 + column) as i16 };
                bytes.extend(value.to_be_bytes());
            }
        }
        let raster = read_hgt(&bytes, HgtCorner { lat: 49, lon: 5 }, &plane, &grid).unwrap().unwrap();
        let at = |row: f64, column: f64| {
            raster.height(LatLon { lat: 50.0 - row / 1200.0, lon: 5.0 + column / 1200.0 }).unwrap()
        };
        assert_eq!(at(600.0, 600.0), 660_000);
        assert!((at(600.0, 600.9) - 660_000).abs() < 100);
        assert_eq!(read_hgt(&bytes, HgtCorner { lat: 10, lon: 5 }, &plane, &grid).unwrap(), None);
    }

    #[test]
    fn files_of_odd_size_are_refused() {
        let plane = Plane::new(LatLon { lat: 49.5, lon: 5.5 }, 0.0).unwrap();
        for size in [0, 1, 2_884_801, 2_884_803] {
            let read = read_hgt(&vec![0; size], HgtCorner { lat: 49, lon: 5 }, &plane, &tests_grid(2, 2, 50_000));
            assert!(matches!(read, Err(ReadError::HgtSize(found)) if found == size));
        }
    }
}
