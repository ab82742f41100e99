//! The hexes over the plane, with a margin around the map.

use battlewright_schema::{Cell, Grid};
use hexx::{Hex, HexOrientation, OffsetHexMode};

use crate::limits::{MARGIN, MOST_HEXES, WIDEST_MAP};
use crate::plane::Point;

/// Half the square root of 3.
const HALF_ROOT: f64 = 0.866_025_403_784_438_6;

/// A hex of the map or of the margin around it, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u32);

impl Tile {
    /// Returns the number, from 0, for lists with a value for each hex.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A hexside: the border between two adjacent hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Side {
    /// The hex with the lower number.
    pub low: Tile,
    /// The hex with the higher number.
    pub high: Tile,
}

impl Side {
    /// Returns the side between two hexes, which are adjacent.
    pub fn between(a: Tile, b: Tile) -> Self {
        Self { low: a.min(b), high: a.max(b) }
    }
}

/// The size of the hexes and of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HexFrame {
    /// The number of columns.
    pub columns: u16,
    /// The number of rows.
    pub rows: u16,
    /// The distance between the centers of adjacent hexes, in centimeters.
    pub distance: i32,
}

/// The reason that a map cannot be laid over the plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GroundGridError {
    /// The map has no hexes.
    #[error("the map has no hexes")]
    Empty,
    /// The map has too many hexes.
    #[error("the map has {0} hexes; a map from the ground has at most {MOST_HEXES}")]
    TooMany(usize),
    /// The hexes are too small or too large.
    #[error("hexes are from 20 m to 50 km wide")]
    Distance,
    /// The map covers too much ground.
    #[error("the map is {0} km wide or high; a map from the ground has at most 200 km")]
    TooWide(i64),
}

/// The hexes of a map over the plane, and those of the margin around it. The middle of the map is the origin of the plane.
#[derive(Clone, Debug)]
pub struct GroundGrid {
    frame: HexFrame,
    orientation: HexOrientation,
    mode: OffsetHexMode,
    /// The vectors to the next hex of either axis of [`Hex`], in centimeters.
    axes: [(f64, f64); 2],
    /// The middle of the map from the center of the hex at the origin of [`Hex`].
    middle: (f64, f64),
    centers: Vec<Point>,
}

impl GroundGrid {
    /// Lays the hexes of `grid` over the plane, with `distance` centimeters between the centers of adjacent hexes.
    ///
    /// # Errors
    /// The map is empty, too large or too wide.
    pub fn new(grid: &Grid, distance: i32) -> Result<Self, GroundGridError> {
        let (columns, rows) = (grid.columns(), grid.rows());
        let count = usize::from(columns) * usize::from(rows);
        if count == 0 {
            return Err(GroundGridError::Empty);
        }
        if count > MOST_HEXES {
            return Err(GroundGridError::TooMany(count));
        }
        if !(2000..=5_000_000).contains(&distance) {
            return Err(GroundGridError::Distance);
        }
        let widest = i64::from(columns.max(rows)) * i64::from(distance);
        if widest > WIDEST_MAP {
            return Err(GroundGridError::TooWide(widest / 100_000));
        }
        let d = f64::from(distance);
        let orientation = grid.orientation();
        let (axes, next) = match orientation {
            HexOrientation::Flat => ([(HALF_ROOT * d, d / 2.0), (0.0, d)], Cell { column: 1, row: 0 }),
            HexOrientation::Pointy => ([(d, 0.0), (d / 2.0, HALF_ROOT * d)], Cell { column: 0, row: 1 }),
        };
        // The second column (or row) is half a hex lower (or further right) than the first, unless the first is so itself.
        let step = grid.hex(next) - grid.hex(Cell::default());
        let mode = if step.x == 0 || step.y == 0 { OffsetHexMode::Odd } else { OffsetHexMode::Even };
        let mut own = Self {
            frame: HexFrame { columns, rows, distance },
            orientation,
            mode,
            axes,
            middle: (0.0, 0.0),
            centers: Vec::new(),
        };
        own.middle = own.middle_of_map();
        own.centers = (0..own.width() * own.height()).map(|n| own.center_of(own.hex(Tile(n)))).collect();
        Ok(own)
    }

    /// Returns the middle of the rectangle around the centers of the hexes of the map, from the hex at the origin.
    fn middle_of_map(&self) -> (f64, f64) {
        let (mut least, mut most) = ((f64::MAX, f64::MAX), (f64::MIN, f64::MIN));
        let (right, bottom) = (self.frame.columns - 1, self.frame.rows - 1);
        for column in [0, 1.min(right), right.saturating_sub(1), right] {
            for row in [0, 1.min(bottom), bottom.saturating_sub(1), bottom] {
                let (x, y) = self.vector(self.hex_of(column.into(), row.into()));
                least = (least.0.min(x), least.1.min(y));
                most = (most.0.max(x), most.1.max(y));
            }
        }
        (f64::midpoint(least.0, most.0), f64::midpoint(least.1, most.1))
    }

    fn vector(&self, hex: Hex) -> (f64, f64) {
        let [a, b] = self.axes;
        let (q, r) = (f64::from(hex.x), f64::from(hex.y));
        (q * a.0 + r * b.0, q * a.1 + r * b.1)
    }

    fn center_of(&self, hex: Hex) -> Point {
        let (x, y) = self.vector(hex);
        Point::rounded(x - self.middle.0, y - self.middle.1)
    }

    fn hex_of(&self, column: i32, row: i32) -> Hex {
        Hex::from_offset_coordinates([column, row], self.mode, self.orientation)
    }

    fn width(&self) -> u32 {
        u32::from(self.frame.columns) + 2 * u32::from(MARGIN)
    }

    fn height(&self) -> u32 {
        u32::from(self.frame.rows) + 2 * u32::from(MARGIN)
    }

    /// Returns the size of the map.
    pub fn frame(&self) -> HexFrame {
        self.frame
    }

    /// Returns the distance between the centers of adjacent hexes, in centimeters.
    pub fn distance(&self) -> i32 {
        self.frame.distance
    }

    /// Returns `part` of the distance between the centers of adjacent hexes, in centimeters.
    pub fn hexes(&self, part: f64) -> f64 {
        f64::from(self.frame.distance) * part
    }

    /// Returns the number of hexes with those of the margin.
    pub fn count(&self) -> usize {
        self.centers.len()
    }

    /// Returns all hexes with those of the margin, row by row.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + use<> {
        (0..self.width() * self.height()).map(Tile)
    }

    /// Returns the axial coordinates of a hex, with the origin at the first hex of the map.
    pub fn hex(&self, tile: Tile) -> Hex {
        let margin = i32::from(MARGIN);
        let (column, row) = (tile.0 % self.width(), tile.0 / self.width());
        self.hex_of(column as i32 - margin, row as i32 - margin)
    }

    /// Returns the hex at axial coordinates; `None` beyond the margin.
    pub fn tile(&self, hex: Hex) -> Option<Tile> {
        let [column, row] = hex.to_offset_coordinates(self.mode, self.orientation);
        let column = u32::try_from(column.checked_add(MARGIN.into())?).ok()?;
        let row = u32::try_from(row.checked_add(MARGIN.into())?).ok()?;
        (column < self.width() && row < self.height()).then(|| Tile(row * self.width() + column))
    }

    /// Returns the cell of a hex; `None` in the margin.
    pub fn cell(&self, tile: Tile) -> Option<Cell> {
        let margin = u32::from(MARGIN);
        let column = u16::try_from((tile.0 % self.width()).checked_sub(margin)?).ok()?;
        let row = u16::try_from((tile.0 / self.width()).checked_sub(margin)?).ok()?;
        (column < self.frame.columns && row < self.frame.rows).then_some(Cell { column, row })
    }

    /// Returns the hex of a cell of the map; `None` off the map.
    pub fn tile_of(&self, cell: Cell) -> Option<Tile> {
        let is_on = cell.column < self.frame.columns && cell.row < self.frame.rows;
        let margin = u32::from(MARGIN);
        is_on.then(|| Tile((u32::from(cell.row) + margin) * self.width() + u32::from(cell.column) + margin))
    }

    /// Returns `true` if the hex is one of the map, not of the margin.
    pub fn is_on_map(&self, tile: Tile) -> bool {
        self.cell(tile).is_some()
    }

    /// Returns the center of a hex.
    pub fn center(&self, tile: Tile) -> Point {
        self.centers.get(tile.index()).copied().unwrap_or_default()
    }

    /// Returns the neighbors of a hex in order around it; `None` beyond the margin. The one three further on is opposite.
    pub fn neighbors(&self, tile: Tile) -> [Option<Tile>; 6] {
        self.hex(tile).all_neighbors().map(|hex| self.tile(hex))
    }

    /// Returns the hexes within `reach` hexes of `tile`, itself included.
    pub fn around(&self, tile: Tile, reach: u32) -> impl Iterator<Item = Tile> {
        self.hex(tile).range(reach).filter_map(|hex| self.tile(hex))
    }

    /// Returns the sides of a hex.
    pub fn sides(&self, tile: Tile) -> impl Iterator<Item = Side> + use<> {
        self.neighbors(tile).into_iter().flatten().map(move |other| Side::between(tile, other))
    }

    /// Returns the coordinates of a point along the axes of [`Hex`], in hexes.
    pub(crate) fn axial(&self, point: Point) -> (f64, f64) {
        let [a, b] = self.axes;
        let (x, y) = (f64::from(point.x) + self.middle.0, f64::from(point.y) + self.middle.1);
        let area = a.0 * b.1 - a.1 * b.0;
        ((x * b.1 - y * b.0) / area, (y * a.0 - x * a.1) / area)
    }

    /// Returns the point at coordinates along the axes of [`Hex`], in hexes.
    pub(crate) fn point(&self, q: f64, r: f64) -> Point {
        let [a, b] = self.axes;
        Point::rounded(q * a.0 + r * b.0 - self.middle.0, q * a.1 + r * b.1 - self.middle.1)
    }

    /// Returns the hex whose center is nearest to `point`; `None` beyond the margin.
    pub fn at(&self, point: Point) -> Option<Tile> {
        let (q, r) = self.axial(point);
        self.tile(rounded(q, r))
    }

    /// Returns the corners of the rectangle around the map and its margin: the least and the greatest coordinates.
    pub fn zone(&self) -> (Point, Point) {
        let xs = || self.centers.iter().map(|center| center.x);
        let ys = || self.centers.iter().map(|center| center.y);
        let least = Point { x: xs().min().unwrap_or(0), y: ys().min().unwrap_or(0) };
        (least, Point { x: xs().max().unwrap_or(0), y: ys().max().unwrap_or(0) })
    }

    /// Returns points along the sides of the rectangle around the zone, since a projection bends its sides.
    pub(crate) fn zone_border(&self) -> impl Iterator<Item = Point> + use<> {
        const PIECES: i64 = 16;
        let (least, most) = self.zone();
        let part = |from: i32, to: i32, n: i64| {
            let moved = i64::from(from) + (i64::from(to) - i64::from(from)) * n / PIECES;
            moved.clamp(from.into(), to.into()) as i32
        };
        (0..=PIECES).flat_map(move |n| {
            let (x, y) = (part(least.x, most.x, n), part(least.y, most.y, n));
            [(x, least.y), (x, most.y), (least.x, y), (most.x, y)].map(|(x, y)| Point { x, y })
        })
    }

    /// Returns `true` if `point` lies in the zone.
    pub fn is_in_zone(&self, point: Point) -> bool {
        self.at(point).is_some()
    }
}

/// Returns the hex around fractional axial coordinates.
fn rounded(q: f64, r: f64) -> Hex {
    let s = -q - r;
    let (mut x, mut y, z) = (libm::round(q), libm::round(r), libm::round(s));
    let (dx, dy, dz) = ((x - q).abs(), (y - r).abs(), (z - s).abs());
    if dx > dy && dx > dz {
        x = -y - z;
    } else if dy > dz {
        y = -x - z;
    }
    Hex::new(x as i32, y as i32)
}

/// Returns a map with flat tops, for tests of the steps.
#[cfg(test)]
pub(crate) fn tests_grid(columns: u16, rows: u16, distance: i32) -> GroundGrid {
    use battlewright_schema::{MapFrame, Numbering, Order, Orientation};
    let numbering = Numbering::straight("0101", Order::ColumnRow);
    let frame =
        MapFrame { orientation: Orientation::Flat, lower_columns: None, right_rows: None, numbering: &numbering };
    GroundGrid::new(&Grid::of(frame, columns, rows).unwrap(), distance).unwrap()
}

#[cfg(test)]
mod tests {
    use super::*;
    use battlewright_schema::{MapFrame, Numbering, Order, Orientation, Parity};

    fn every_kind() -> Vec<(Grid, GroundGrid)> {
        let mut all = Vec::new();
        for orientation in [Orientation::Flat, Orientation::Pointy] {
            for parity in [Parity::Odd, Parity::Even] {
                for first in ["0101", "0000", "A2"] {
                    let numbering = Numbering::straight(first, Order::ColumnRow);
                    let frame = MapFrame {
                        orientation,
                        lower_columns: Some(parity),
                        right_rows: Some(parity),
                        numbering: &numbering,
                    };
                    let grid = Grid::of(frame, 7, 6).unwrap();
                    let own = GroundGrid::new(&grid, 80_000).unwrap();
                    all.push((grid, own));
                }
            }
        }
        all
    }

    #[test]
    fn neighbors_are_those_of_the_file() {
        for (grid, own) in every_kind() {
            for cell in grid.cells() {
                let tile = own.tile_of(cell).unwrap();
                assert_eq!(own.cell(tile), Some(cell));
                let cells = own.neighbors(tile).map(|tile| own.cell(tile.unwrap()));
                assert_eq!(cells, grid.neighbors(cell), "{cell:?}");
                for (n, other) in own.neighbors(tile).into_iter().enumerate() {
                    let other = other.unwrap();
                    assert_eq!(own.neighbors(other)[(n + 3) % 6], Some(tile));
                    let distance = own.center(tile).distance(own.center(other));
                    assert!((distance - 80_000.0).abs() < 2.0, "{distance}");
                }
            }
        }
    }

    #[test]
    fn the_map_lies_about_the_middle_and_points_find_their_hex() {
        for (_, own) in every_kind() {
            let (mut sum, mut count) = ((0, 0), 0);
            for tile in own.tiles() {
                let center = own.center(tile);
                assert_eq!(own.at(center), Some(tile));
                assert_eq!(own.at(Point { x: center.x + 39_000, y: center.y }), Some(tile));
                let (q, r) = own.axial(center);
                assert!(own.point(q, r).distance(center) < 1.5);
                if own.is_on_map(tile) {
                    sum = (sum.0 + i64::from(center.x), sum.1 + i64::from(center.y));
                    count += 1;
                }
            }
            assert_eq!(count, 42);
            assert!((sum.0 / count).abs() < 20_000 && (sum.1 / count).abs() < 20_000, "{sum:?}");
            assert_eq!(own.at(Point { x: Point::FARTHEST, y: 0 }), None);
        }
    }

    #[test]
    fn maps_beyond_the_limits_are_refused() {
        let numbering = Numbering::straight("001001", Order::ColumnRow);
        let frame =
            MapFrame { orientation: Orientation::Flat, lower_columns: None, right_rows: None, numbering: &numbering };
        let made = |columns, rows, distance| {
            GroundGrid::new(&Grid::of(frame, columns, rows).unwrap(), distance).map(|grid| grid.count())
        };
        assert_eq!(made(0, 5, 80_000), Err(GroundGridError::Empty));
        assert_eq!(made(1000, 41, 2000), Err(GroundGridError::TooMany(41_000)));
        assert_eq!(made(10, 10, 100), Err(GroundGridError::Distance));
        assert_eq!(made(10, 300, 80_000), Err(GroundGridError::TooWide(240)));
        assert_eq!(made(1, 1, 80_000), Ok(81));
    }
}
