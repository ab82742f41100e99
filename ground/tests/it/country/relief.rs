//! Fractal relief.

use super::{COLUMNS, ROWS, Spot, around, jitter, middle};

/// The height of each point of a country.
pub(crate) struct Relief {
    seed: u64,
    /// The heights of cells in meters.
    pub(crate) cells: Vec<f64>,
}

/// The wave lengths in meters with their heights in meters.
const WAVES: [(f64, f64); 6] =
    [(9000.0, 90.0), (4500.0, 55.0), (2300.0, 28.0), (1200.0, 13.0), (600.0, 5.0), (300.0, 2.0)];

impl Relief {
    pub(crate) fn new(seed: u64) -> Self {
        let mut own = Self { seed, cells: Vec::new() };
        own.cells = (0..COLUMNS * ROWS).map(|cell| own.height(middle(cell))).collect();
        own
    }

    /// Returns the height of a point in meters.
    pub(crate) fn height(&self, at: Spot) -> f64 {
        let waves = WAVES.iter().zip(1..).map(|((length, height), n)| height * noise(self.seed, n, at, *length));
        // The country falls to the east.
        300.0 - at.east * 0.004 + waves.sum::<f64>()
    }

    /// Returns the steepest slope from a cell.
    pub(crate) fn slope(&self, cell: usize) -> f64 {
        around(cell).map(|(other, length)| (self.cells[other] - self.cells[cell]).abs() / length).fold(0.0, f64::max)
    }
}

/// Returns smooth noise from -1 to 1 with a wave length in meters.
pub(crate) fn noise(seed: u64, purpose: u64, at: Spot, length: f64) -> f64 {
    let (x, y) = (at.east / length + 500.0, at.north / length + 500.0);
    let (left, top) = (x.floor(), y.floor());
    let smooth = |part: f64| part * part * (3.0 - 2.0 * part);
    let (u, v) = (smooth(x - left), smooth(y - top));
    let corner = |dx: f64, dy: f64| jitter(seed, purpose, (left + dx) as usize * 100_003 + (top + dy) as usize);
    let upper = corner(0.0, 0.0) * (1.0 - u) + corner(1.0, 0.0) * u;
    let lower = corner(0.0, 1.0) * (1.0 - u) + corner(1.0, 1.0) * u;
    upper * (1.0 - v) + lower * v
}
