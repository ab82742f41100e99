//! Elevation in a grid of samples.

use crate::grid::GroundGrid;
use crate::limits::MOST_KEPT_SAMPLES;
use crate::plane::{LatLon, Plane, Point};

/// The least weight of a sample that counts: less is the error of a position exactly on another.
const LEAST_WEIGHT: f64 = 1e-6;

/// A sample without a value.
const VOID: i32 = i32::MIN;

/// The head of a grid of samples: where they are, in degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RasterHead {
    /// The position of the first sample, the most northern and western.
    pub first: LatLon,
    /// The degrees to the next row, southward, and to the next column, eastward.
    pub step: (f64, f64),
    /// The number of columns.
    pub columns: u64,
    /// The number of rows.
    pub rows: u64,
}

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
    /// Returns a raster without values, for the samples of `head` that lie in the zone of `grid`; `None` if none do, or if they are more
    /// than the limit.
    pub fn window(head: RasterHead, plane: &Plane, grid: &GroundGrid) -> Option<Self> {
        let (least, most) = grid.zone();
        let (mut rows, mut columns) = ((f64::MAX, f64::MIN), (f64::MAX, f64::MIN));
        // The border of the zone, since the projection bends its sides.
        for n in 0..=16 {
            let part = |a: i32, b: i32| {
                Point::rounded(f64::from(a) + (f64::from(b) - f64::from(a)) * f64::from(n) / 16.0, 0.0).x
            };
            let (x, y) = (part(least.x, most.x), part(least.y, most.y));
            for (x, y) in [(x, least.y), (x, most.y), (least.x, y), (most.x, y)] {
                let (row, column) = head.place(plane.position(Point { x, y }));
                rows = (rows.0.min(row), rows.1.max(row));
                columns = (columns.0.min(column), columns.1.max(column));
            }
        }
        let range = |(least, most): (f64, f64), count: u64| {
            let from = (libm::floor(least) - 1.0).max(0.0);
            let to = (libm::ceil(most) + 2.0).min(count as f64);
            (to > from).then_some((from as u64, (to - from) as u64))
        };
        let ((row, height), (column, width)) = (range(rows, head.rows)?, range(columns, head.columns)?);
        let size = height.checked_mul(width).filter(|size| *size <= MOST_KEPT_SAMPLES)?;
        Some(Self { head, window: (column, row, width, height), values: vec![VOID; usize::try_from(size).ok()?] })
    }

    /// Returns the rows that are kept: the first, and the first after them.
    pub fn rows(&self) -> (u64, u64) {
        (self.window.1, self.window.1 + self.window.3)
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
        let (row, column) = self.head.place(at);
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
    /// Returns the row and the column of a position, with fractions.
    fn place(&self, at: LatLon) -> (f64, f64) {
        let mut east = at.lon - self.first.lon;
        // A map across the antimeridian.
        if east < -180.0 {
            east += 360.0;
        } else if east > 180.0 + self.step.1 * self.columns as f64 {
            east -= 360.0;
        }
        ((self.first.lat - at.lat) / self.step.0, east / self.step.1)
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
        let head = RasterHead { first: LatLon { lat: 49.1, lon: 5.9 }, step: (0.001, 0.001), columns: 201, rows: 201 };
        let mut raster = Raster::window(head, &plane, &grid).unwrap();
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
            first: LatLon { lat, lon },
            step: (step, step),
            columns: 1 << 40,
            rows: 1 << 40,
        };
        assert!(Raster::window(head(20.0, 20.0, 1e-13), &plane, &grid).is_none());
        assert!(Raster::window(head(49.1, 5.9, 1e-9), &plane, &grid).is_none());
    }
}
