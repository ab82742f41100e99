//! Made-up countries, of which the truth is known: relief, rivers, woods, places and roads, by a seed.

pub(crate) mod elements;
mod relief;
mod roads;
mod water;
mod woods;
mod write;

pub(crate) use roads::TrueRoad;
pub(crate) use water::TrueStem;
pub(crate) use write::MIDDLE;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use relief::Relief;

/// The width of a cell in meters.
pub(crate) const CELL: f64 = 100.0;
/// The columns and rows of cells: 24 by 16 km.
pub(crate) const COLUMNS: usize = 240;
pub(crate) const ROWS: usize = 160;
/// The number of places.
const PLACES: usize = 42;

/// A point in meters east and north of the middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spot {
    pub(crate) east: f64,
    pub(crate) north: f64,
}

impl Spot {
    pub(crate) fn distance(self, other: Self) -> f64 {
        (self.east - other.east).hypot(self.north - other.north)
    }
}

/// A place.
#[derive(Clone, Debug)]
pub(crate) struct TruePlace {
    pub(crate) name: String,
    pub(crate) rank: &'static str,
    pub(crate) cell: usize,
    pub(crate) at: Spot,
}

/// A country.
pub(crate) struct Country {
    pub(crate) seed: u64,
    pub(crate) relief: Relief,
    pub(crate) stems: Vec<TrueStem>,
    /// The cells that are wood.
    pub(crate) woods: Vec<bool>,
    pub(crate) places: Vec<TruePlace>,
    pub(crate) roads: Vec<TrueRoad>,
}

/// Returns the column and row of a cell.
pub(crate) fn place_of(cell: usize) -> (usize, usize) {
    (cell % COLUMNS, cell / COLUMNS)
}

/// Returns the middle of a cell.
pub(crate) fn middle(cell: usize) -> Spot {
    let (column, row) = place_of(cell);
    Spot {
        east: (column as f64 + 0.5 - COLUMNS as f64 / 2.0) * CELL,
        north: (ROWS as f64 / 2.0 - row as f64 - 0.5) * CELL,
    }
}

/// Returns the cell at a point; `None` outside of the country.
pub(crate) fn cell_at(spot: Spot) -> Option<usize> {
    let column = (spot.east / CELL + COLUMNS as f64 / 2.0).floor();
    let row = (ROWS as f64 / 2.0 - spot.north / CELL).floor();
    let is_in = (0.0..COLUMNS as f64).contains(&column) && (0.0..ROWS as f64).contains(&row);
    is_in.then_some(row as usize * COLUMNS + column as usize)
}

/// Returns the cells around `cell`, with the distance in meters.
pub(crate) fn around(cell: usize) -> impl Iterator<Item = (usize, f64)> {
    let (column, row) = place_of(cell);
    let steps = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];
    steps.into_iter().filter_map(move |(x, y): (isize, isize)| {
        let (column, row) = (column.checked_add_signed(x)?, row.checked_add_signed(y)?);
        let length = if x != 0 && y != 0 { CELL * std::f64::consts::SQRT_2 } else { CELL };
        (column < COLUMNS && row < ROWS).then_some((row * COLUMNS + column, length))
    })
}

/// Returns `true` for cells at the border of the country.
pub(crate) fn is_border(cell: usize) -> bool {
    let (column, row) = place_of(cell);
    column == 0 || row == 0 || column + 1 == COLUMNS || row + 1 == ROWS
}

/// Returns a number from -1 to 1 that depends on a cell, a seed and a purpose.
pub(crate) fn jitter(seed: u64, purpose: u64, cell: usize) -> f64 {
    let mut x = seed ^ purpose.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (cell as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^= x >> 30;
    x = x.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^= x >> 27;
    x = x.wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^= x >> 31;
    (x >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
}

impl Country {
    /// Makes the country of a seed.
    pub(crate) fn new(seed: u64) -> Self {
        let mut rng = Pcg64::seed_from_u64(seed);
        let relief = Relief::new(seed);
        let (stems, is_stream) = water::stems(seed, &relief);
        let places = places(&mut rng, &relief, &stems);
        let woods = woods::woods(seed, &places);
        let roads = roads::roads(seed, &relief, &is_stream, &places);
        Self { seed, relief, stems, woods, places, roads }
    }
}

/// Puts places on gentle ground, apart from each other, and not into the water.
fn places(rng: &mut Pcg64, relief: &Relief, stems: &[TrueStem]) -> Vec<TruePlace> {
    let mut places: Vec<TruePlace> = Vec::new();
    let mut apart = 2600.0;
    while places.len() < PLACES {
        let cell = rng.random_range(0..COLUMNS * ROWS);
        apart *= 0.999;
        let at = middle(cell);
        let at =
            Spot { east: at.east + rng.random_range(-30.0..30.0), north: at.north + rng.random_range(-30.0..30.0) };
        let (column, row) = place_of(cell);
        let is_inside = (4..COLUMNS - 4).contains(&column) && (4..ROWS - 4).contains(&row);
        let is_apart = places.iter().all(|other| other.at.distance(at) > apart);
        let is_dry = stems.iter().flat_map(|stem| &stem.line).all(|point| point.distance(at) > 130.0);
        if is_inside && is_apart && is_dry && relief.slope(cell) < 0.12 {
            let rank = match places.len() {
                0..=1 => "town",
                2..=19 => "village",
                _ => "hamlet",
            };
            places.push(TruePlace { name: format!("Place {}", places.len()), rank, cell, at });
        }
    }
    places
}
