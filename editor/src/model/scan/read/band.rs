//! Bands across which lines are looked for: along a hexside, or from the center of a hex to the next.

use battlewright_schema::{Cell, Grid, Orientation};
use hexx::HexOrientation;

use super::window::ScanWindow;
use crate::model::scan::affine::Point;
use crate::model::scan::scheme::{self, lattice};

/// The number of places along a band.
pub const STATIONS: usize = 17;
/// The number of samples at each place, across the band.
pub const ACROSS: usize = 41;
/// The index of the sample on the axis of the band.
pub const MIDDLE: usize = ACROSS / 2;
/// The distance between samples across the band, in hexes.
pub const STEP: f64 = 0.02;
/// The fraction of the length that is left out at both ends, where other lines join.
const ENDS: f64 = 0.12;

/// The axis of a band, in steps of the lattice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// The beginning of the axis.
    pub from: Point,
    /// The end of the axis.
    pub to: Point,
    /// A step of one hex at a right angle to the axis.
    across: Point,
}

impl Band {
    fn new(from: Point, to: Point, even: Point) -> Self {
        let way = [(to[0] - from[0]) * even[0], (to[1] - from[1]) * even[1]];
        let length = way[0].hypot(way[1]).max(1e-9);
        Self { from, to, across: [-way[1] / length / even[0], way[0] / length / even[1]] }
    }

    /// Returns the band from the center of `a` to that of its neighbor `b`.
    pub fn between(grid: &Grid, a: Cell, b: Cell) -> Self {
        Self::new(lattice(grid, a), lattice(grid, b), even(grid))
    }

    /// Returns the band along the hexside between the neighbors `a` and `b`.
    pub fn along(grid: &Grid, a: Cell, b: Cell) -> Self {
        let even = even(grid);
        let (at, to) = (lattice(grid, a), lattice(grid, b));
        let way = [(to[0] - at[0]) * even[0], (to[1] - at[1]) * even[1]];
        let middle = [0, 1].map(|n| (at[n] + to[n]) / 2.0);
        // A side is as long as the distance of centers divided by the square root of three.
        let half = 0.5 / 3_f64.sqrt();
        let side = [-way[1] * half / even[0], way[0] * half / even[1]];
        Self::new([middle[0] - side[0], middle[1] - side[1]], [middle[0] + side[0], middle[1] + side[1]], even)
    }

    /// Returns the colors along and across the band, or `None` if a tenth of it or more is off the picture.
    pub fn strip(&self, window: &ScanWindow<'_>) -> Option<Strip> {
        let mut colors = Vec::with_capacity(STATIONS * ACROSS);
        let mut missing = 0_usize;
        for station in 0..STATIONS {
            let along = ENDS + (1.0 - 2.0 * ENDS) * super::real(station) / super::real(STATIONS - 1);
            let at: Point = [0, 1].map(|n| self.from[n] + (self.to[n] - self.from[n]) * along);
            for offset in 0..ACROSS {
                let off = (super::real(offset) - super::real(MIDDLE)) * STEP;
                let color = window.color([at[0] + self.across[0] * off, at[1] + self.across[1] * off]);
                missing += usize::from(color.is_none());
                let last = || colors.last().copied().unwrap_or_default();
                colors.push(color.unwrap_or_else(last));
            }
        }
        (missing * 10 <= colors.len()).then_some(Strip { colors })
    }
}

/// Returns the lengths of the steps of the lattice of `grid`, in hexes.
pub fn even(grid: &Grid) -> Point {
    scheme::even(match grid.orientation() {
        HexOrientation::Flat => Orientation::Flat,
        HexOrientation::Pointy => Orientation::Pointy,
    })
}

/// The colors of a band.
#[derive(Clone, Debug, PartialEq)]
pub struct Strip {
    /// Oklab colors: [`ACROSS`] for each of [`STATIONS`] places.
    colors: Vec<[f64; 3]>,
}

impl Strip {
    /// Returns the colors at each place.
    pub fn stations(&self) -> impl Iterator<Item = &[[f64; 3]]> {
        self.colors.chunks_exact(ACROSS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::scan::affine::distance;
    use crate::model::scan::scheme::Scheme;

    #[test]
    fn a_hexside_lies_between_its_hexes_and_across_their_axis() {
        for scheme in Scheme::all() {
            let grid = scheme.grid(&"0101".into(), (6, 6)).unwrap();
            let [du, dv] = even(&grid);
            let flat = |point: Point| [point[0] * du, point[1] * dv];
            for cell in grid.cells() {
                for other in grid.neighbors(cell).into_iter().flatten() {
                    let (side, axis) = (Band::along(&grid, cell, other), Band::between(&grid, cell, other));
                    let ends = [side.from, side.to];
                    for center in [axis.from, axis.to] {
                        for end in ends {
                            assert!((distance(flat(center), flat(end)) - 1.0 / 3_f64.sqrt()).abs() < 1e-6);
                        }
                    }
                    assert!((distance(flat(side.from), flat(side.to)) - 1.0 / 3_f64.sqrt()).abs() < 1e-6);
                }
            }
        }
    }
}
