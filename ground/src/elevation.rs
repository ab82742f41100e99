//! Elevation in a grid of samples.

use crate::crs::Projection;
use crate::grid::GroundGrid;
use crate::limits::MOST_KEPT_SAMPLES;
use crate::plane::{LatLon, Plane};

/// The least weight of a sample that counts: less is the error of a position exactly on another.
const LEAST_WEIGHT: f64 = 1e-6;

/// A sample without a value.
const VOID: i32 = i32::MIN;

/// The head of a grid of samples: where they are.
#[derive(Clone, Debug, PartialEq)]
pub struct RasterHead {
    /// The position of rows and columns on Earth.
    pub lattice: Lattice,
    /// The number of columns.
    pub columns: u64,
    /// The number of rows.
    pub rows: u64,
}

/// The position of the rows and columns of samples on Earth.
#[derive(Clone, Debug, PartialEq)]
pub enum Lattice {
    /// Along parallels and meridians.
    Degrees {
        /// The position of the first sample, the most northern and western.
        first: LatLon,
        /// The degrees to the next row, southward, and to the next column, eastward.
        step: (f64, f64),
    },
    /// In the plane of a coordinate reference system.
    Projected(Box<ProjectedLattice>),
}

/// Rows and columns in the plane of a coordinate reference system, in any direction.
#[derive(Clone, Debug, PartialEq)]
pub struct ProjectedLattice {
    projection: Projection,
    first: (f64, f64),
    /// From a sample to the next column and to the next row.
    right: (f64, f64),
    down: (f64, f64),
    /// The rows and the columns for one unit to the east and for one to the north.
    per_east: (f64, f64),
    per_north: (f64, f64),
}

impl ProjectedLattice {
    /// Returns the lattice with the first sample at `first`, the next column at `right` from it and the next row at `down`, all east and north
    /// in the units of `projection`; `None` if the samples do not cover an area, or a number is not finite.
    pub fn new(projection: Projection, first: (f64, f64), right: (f64, f64), down: (f64, f64)) -> Option<Self> {
        let area = right.0 * down.1 - right.1 * down.0;
        let (per_east, per_north) = ((-right.1 / area, down.1 / area), (right.0 / area, -down.0 / area));
        let numbers = [first.0, first.1, per_east.0, per_east.1, per_north.0, per_north.1];
        numbers.iter().all(|number| number.is_finite()).then_some(Self {
            projection,
            first,
            right,
            down,
            per_east,
            per_north,
        })
    }

    /// Returns the position of a sample.
    fn position(&self, column: f64, row: f64) -> Option<LatLon> {
        let along = |first: f64, right: f64, down: f64| first + column * right + row * down;
        let (east, north) =
            (along(self.first.0, self.right.0, self.down.0), along(self.first.1, self.right.1, self.down.1));
        self.projection.position((east, north))
    }

    fn place(&self, at: LatLon) -> Option<(f64, f64)> {
        let (east, north) = self.projection.project(at)?;
        let (east, north) = (east - self.first.0, north - self.first.1);
        let along = |per_east: f64, per_north: f64| east * per_east + north * per_north;
        Some((along(self.per_east.0, self.per_north.0), along(self.per_east.1, self.per_north.1)))
    }
}

/// The number of samples within the zone, where they are more than the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it has {0} samples within the map; at most {MOST_KEPT_SAMPLES} are kept, so take a coarser file")]
pub struct TooManyKept(pub u64);

/// The part of a grid of samples that lies in a zone.
#[derive(Clone, Debug, PartialEq)]
pub struct Raster {
    head: RasterHead,
    /// The first column and row that are kept, and the numbers of those.
    window: (u64, u64, u64, u64),
    /// Centimeters above the sea, row by row.
    values: Vec<i32>,
}

impl Raster {
    /// Returns a raster without values, for the samples of `head` that lie in the zone of `grid`; `None` if none do.
    ///
    /// # Errors
    /// The samples in the zone are more than the limit.
    pub fn window(head: RasterHead, plane: &Plane, grid: &GroundGrid) -> Result<Option<Self>, TooManyKept> {
        let (mut rows, mut columns) = ((f64::MAX, f64::MIN), (f64::MAX, f64::MIN));
        for point in grid.zone_border() {
            let Some((row, column)) = head.place(plane.position(point)) else { continue };
            rows = (rows.0.min(row), rows.1.max(row));
            columns = (columns.0.min(column), columns.1.max(column));
        }
        let range = |(least, most): (f64, f64), count: u64| {
            let from = (libm::floor(least) - 1.0).max(0.0);
            let to = (libm::ceil(most) + 2.0).min(count as f64);
            (to > from).then_some((from as u64, (to - from) as u64))
        };
        let (Some((row, height)), Some((column, width))) = (range(rows, head.rows), range(columns, head.columns))
        else {
            return Ok(None);
        };
        let size = height.saturating_mul(width);
        match usize::try_from(size) {
            Ok(length) if size <= MOST_KEPT_SAMPLES => {
                Ok(Some(Self { head, window: (column, row, width, height), values: vec![VOID; length] }))
            }
            _ => Err(TooManyKept(size)),
        }
    }

    /// Returns the rows that are kept: the first, and the first after them.
    pub fn rows(&self) -> (u64, u64) {
        (self.window.1, self.window.1 + self.window.3)
    }

    /// Returns the columns that are kept: the first, and the first after them.
    pub fn columns(&self) -> (u64, u64) {
        (self.window.0, self.window.0 + self.window.2)
    }

    fn index(&self, column: u64, row: u64) -> Option<usize> {
        let (left, top, width, height) = self.window;
        let (column, row) = (column.checked_sub(left)?, row.checked_sub(top)?);
        (column < width && row < height).then(|| usize::try_from(row * width + column).ok())?
    }

    /// Sets a sample in meters above the sea, if it is kept. What is no height on Earth is no value.
    pub fn set(&mut self, column: u64, row: u64, metres: f64) {
        let known = (-12_000.0..=9_000.0).contains(&metres);
        let value = if known { libm::round(metres * 100.0) as i32 } else { VOID };
        if let Some(own) = self.index(column, row).and_then(|index| self.values.get_mut(index)) {
            *own = value;
        }
    }

    fn get(&self, column: u64, row: u64) -> Option<i32> {
        self.values.get(self.index(column, row)?).copied().filter(|value| *value != VOID)
    }

    /// Returns the height at a position in centimeters, between the four samples around it; `None` where none of them is known.
    pub fn height(&self, at: LatLon) -> Option<i32> {
        let (row, column) = self.head.place(at)?;
        if !(row > -0.5
            && column > -0.5
            && row < self.head.rows as f64 - 0.5
            && column < self.head.columns as f64 - 0.5)
        {
            return None;
        }
        let (top, left) = (libm::floor(row), libm::floor(column));
        let (down, right) = (row - top, column - left);
        let (mut sum, mut weights) = (0.0, 0.0);
        for (y, by_row) in [(top, 1.0 - down), (top + 1.0, down)] {
            for (x, by_column) in [(left, 1.0 - right), (left + 1.0, right)] {
                let weight = by_row * by_column;
                if x >= 0.0
                    && y >= 0.0
                    && weight > LEAST_WEIGHT
                    && let Some(value) = self.get(x as u64, y as u64)
                {
                    sum += weight * f64::from(value);
                    weights += weight;
                }
            }
        }
        (weights > 0.0).then(|| libm::round(sum / weights) as i32)
    }
}

impl RasterHead {
    /// Returns the positions of samples around the border, as far as they are on Earth.
    pub(crate) fn border(&self) -> impl Iterator<Item = LatLon> {
        const PIECES: u32 = 8;
        let (right, bottom) = (self.columns.saturating_sub(1) as f64, self.rows.saturating_sub(1) as f64);
        let parts = (0..=PIECES).map(|n| f64::from(n) / f64::from(PIECES));
        let places = parts.flat_map(move |part| {
            [(part * right, 0.0), (part * right, bottom), (0.0, part * bottom), (right, part * bottom)]
        });
        places.filter_map(|(column, row)| match &self.lattice {
            Lattice::Degrees { first, step } => LatLon::new(first.lat - row * step.0, first.lon + column * step.1),
            Lattice::Projected(lattice) => lattice.position(column, row),
        })
    }

    /// Returns the row and the column of a position, with fractions; `None` where the projection has no point for it.
    fn place(&self, at: LatLon) -> Option<(f64, f64)> {
        match &self.lattice {
            Lattice::Degrees { first, step } => {
                // Once around the Earth is the same place: that which is nearest to the middle of the samples.
                let middle = first.lon + step.1 * self.columns as f64 / 2.0;
                let turns = libm::round((middle - at.lon) / 360.0);
                Some(((first.lat - at.lat) / step.0, (at.lon + 360.0 * turns - first.lon) / step.1))
            }
            Lattice::Projected(lattice) => lattice.place(at),
        }
    }
}

/// The elevation of a zone, from one file or several.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Elevation {
    rasters: Vec<Raster>,
}

impl Elevation {
    /// Returns an elevation without samples.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the samples of another file. Where several have one, the first counts.
    pub fn add(&mut self, raster: Raster) {
        self.rasters.push(raster);
    }

    /// Returns `true` if no file has samples in the zone.
    pub fn is_empty(&self) -> bool {
        self.rasters.is_empty()
    }

    /// Returns the height at a position in centimeters, if it is known.
    pub fn height(&self, at: LatLon) -> Option<i32> {
        self.rasters.iter().find_map(|raster| raster.height(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::tests_grid;

    #[test]
    fn heights_lie_between_samples_and_skip_voids() {
        let middle = LatLon { lat: 49.0, lon: 6.0 };
        let plane = Plane::new(middle, 0.0).unwrap();
        let grid = tests_grid(4, 4, 10_000);
        let lattice = Lattice::Degrees { first: LatLon { lat: 49.1, lon: 5.9 }, step: (0.001, 0.001) };
        let head = RasterHead { lattice, columns: 201, rows: 201 };
        let mut raster = Raster::window(head, &plane, &grid).unwrap().unwrap();
        assert!(raster.values.len() < 1000, "only the window is kept: {}", raster.values.len());
        for column in 0..201 {
            for row in 0..201 {
                raster.set(column, row, 2.0 * column as f64 + row as f64);
            }
        }
        let at = |rows: f64, columns: f64| LatLon { lat: 49.1 - rows * 0.001, lon: 5.9 + columns * 0.001 };
        assert_eq!(raster.height(at(100.0, 100.0)), Some(30_000));
        assert_eq!(raster.height(at(100.5, 100.25)), Some(30_100));
        assert_eq!(raster.height(at(-3.0, 100.0)), None);
        raster.set(100, 100, f64::NAN);
        raster.set(101, 100, -32_768.0);
        assert_eq!(raster.height(at(100.5, 100.5)), Some(30_200), "the mean of the two that are known");
        assert_eq!(raster.height(at(100.0, 100.0)), None);
    }

    #[test]
    fn grids_elsewhere_and_endless_ones_have_no_window() {
        let plane = Plane::new(LatLon { lat: 49.0, lon: 6.0 }, 0.0).unwrap();
        let grid = tests_grid(4, 4, 10_000);
        let head = |lat, lon, step| RasterHead {
            lattice: Lattice::Degrees { first: LatLon { lat, lon }, step: (step, step) },
            columns: 1 << 40,
            rows: 1 << 40,
        };
        assert_eq!(Raster::window(head(20.0, 20.0, 1e-13), &plane, &grid), Ok(None));
        assert!(matches!(Raster::window(head(49.1, 5.9, 1e-9), &plane, &grid), Err(TooManyKept(1_000_000_000_000..))));
    }

    #[test]
    fn grids_around_the_earth_have_each_place_once() {
        for (middle, lon) in [(-5.0, 0.0), (5.0, -180.0), (179.99, 0.0), (-179.99, 0.0)] {
            let middle = LatLon { lat: 49.0, lon: middle };
            let (plane, grid) = (Plane::new(middle, 0.0).unwrap(), tests_grid(4, 4, 10_000));
            let lattice = Lattice::Degrees { first: LatLon { lat: 90.0, lon }, step: (0.01, 0.01) };
            let head = RasterHead { lattice, columns: 36_000, rows: 18_000 };
            let mut raster = Raster::window(head, &plane, &grid).unwrap().unwrap();
            let (row, column) = raster.head.place(middle).unwrap();
            raster.set(libm::round(column) as u64, libm::round(row) as u64, 7.0);
            assert_eq!(raster.height(middle), Some(700), "{middle:?} {lon}");
        }
    }

    #[test]
    fn turned_lattices_find_their_samples() {
        let projection = Projection::of_code(32_631).unwrap();
        let middle = LatLon { lat: 49.0, lon: 3.0 };
        let first = projection.project(middle).unwrap();
        // The columns go north, the rows east.
        let lattice = ProjectedLattice::new(projection, first, (0.0, 30.0), (30.0, 0.0)).unwrap();
        let (row, column) = lattice.place(LatLon { lat: 49.0027, lon: 3.0 }).unwrap();
        assert!(row.abs() < 0.01 && (column - 10.0).abs() < 0.05, "{row} {column}");
        assert!(ProjectedLattice::new(Projection::of_code(4326).unwrap(), first, (1.0, 1.0), (2.0, 2.0)).is_none());
    }
}
