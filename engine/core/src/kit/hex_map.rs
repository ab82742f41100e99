//! The map of the engine: hexes by index, with precomputed neighbors, distances and road links.

use std::sync::Arc;

use battlewright_schema::{Cell, Grid, HexId, HexRows, Map, NumberingProblem, Road, RoadKind};

use super::place::Place;
use hexx::Hex;
use serde::{Deserialize, Serialize};

use super::inline_list::InlineList;

/// A hex of a [`HexMap`], by index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct HexIx(u32);

impl HexIx {
    /// Returns the index of the hex in [`HexMap::all`].
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One value for each hex of a map, by index; allocates only on maps of more than 1024 hexes.
pub type PerHex<T> = InlineList<T, 1024>;

/// The index that marks a missing hex. It needs half the memory of an `Option`, which counts on maps of a million hexes.
const NONE: u32 = u32::MAX;

/// The hexes of a map by name and by cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hexes {
    grid: Grid,
    cells: Vec<Cell>,
    /// The index of each cell of the grid, row by row; [`NONE`] where the map has no hex.
    by_cell: Vec<u32>,
}

impl Hexes {
    /// The hexes of `map`.
    ///
    /// # Errors
    /// When the map's numbering is unusable.
    pub fn new<T>(map: &Map<T>) -> Result<Self, NumberingProblem> {
        let grid = Grid::new(map)?;
        let all = usize::from(grid.columns()) * usize::from(grid.rows());
        let (mut cells, mut by_cell) = (Vec::with_capacity(all), Vec::with_capacity(all));
        for cell in grid.cells() {
            let index = u32::try_from(cells.len()).ok().filter(|_| map.has(cell)).unwrap_or(NONE);
            by_cell.push(index);
            if index != NONE {
                cells.push(cell);
            }
        }
        Ok(Self { grid, cells, by_cell })
    }

    /// Returns `true` if there is no hex.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Returns the grid cell of each hex, row by row from the top left.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns the hex with the printed name `name`; `None` if the map has none.
    pub fn find(&self, name: &HexId) -> Option<HexIx> {
        self.at(self.grid.cell(name)?)
    }

    /// Returns the hex at `cell`; `None` if the map has none there.
    pub fn at(&self, cell: Cell) -> Option<HexIx> {
        if cell.column >= self.grid.columns() {
            return None;
        }
        let index = usize::from(cell.row) * usize::from(self.grid.columns()) + usize::from(cell.column);
        self.by_cell.get(index).copied().filter(|index| *index != NONE).map(HexIx)
    }

    /// The elevation level of each hex, where `rows` are those of the map: 1 if it has none.
    pub fn levels(&self, rows: Option<&HexRows>) -> Vec<u8> {
        let level = |cell: &Cell| {
            let digit = rows?.get(usize::from(cell.column), usize::from(cell.row))?.to_digit(10)?;
            u8::try_from(digit).ok()
        };
        self.cells.iter().map(|cell| level(cell).unwrap_or(1)).collect()
    }

    /// Returns the greatest kind of road in each hex.
    pub fn road_kinds(&self, roads: &[Road]) -> Vec<Option<RoadKind>> {
        let mut kinds = vec![None; self.cells.len()];
        for road in roads {
            for hex in road.path.iter().filter_map(|hex| self.find(hex)) {
                if let Some(kind) = kinds.get_mut(hex.index()) {
                    *kind = (*kind).max(Some(road.kind));
                }
            }
        }
        kinds
    }
}

/// Returns the distance in hexes between two axial coordinates: the result of hexx, without branches.
#[inline]
pub fn apart(a: [i32; 2], b: [i32; 2]) -> u32 {
    let [x, y] = [a[0] - b[0], a[1] - b[1]];
    x.unsigned_abs().max(y.unsigned_abs()).max((x + y).unsigned_abs())
}

/// Hexes in columns of equal axial `x`, so that the hexes within a range are contiguous.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Columns {
    /// The `x` of the first column.
    first: i32,
    columns: Vec<Column>,
}

/// A column of hexes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Column {
    /// The `y` of the first hex.
    first: i32,
    /// The hex for each `y`; [`NONE`] where the map has no hex.
    hexes: Vec<u32>,
}

impl Columns {
    fn new(positions: &[Hex]) -> Self {
        let mut by_place: Vec<(Hex, u32)> = positions.iter().copied().zip(0..).collect();
        by_place.sort_unstable_by_key(|(hex, _)| (hex.x, hex.y));
        let first = by_place.first().map_or(0, |(hex, _)| hex.x);
        let mut columns: Vec<Column> = Vec::new();
        for (hex, index) in by_place {
            let column = usize::try_from(hex.x - first).unwrap_or(0);
            if column >= columns.len() {
                columns.resize(column, Column::default());
                columns.push(Column { first: hex.y, hexes: Vec::new() });
            }
            let Column { first, hexes } = &mut columns[column];
            hexes.resize(usize::try_from(hex.y - *first).unwrap_or(0), NONE);
            hexes.push(index);
        }
        Self { first, columns }
    }

    /// Returns the hexes in column `x` from `from` to `to`, clipped to the column.
    #[inline]
    fn run(&self, x: i32, from: i32, to: i32) -> &[u32] {
        let column = usize::try_from(x - self.first).ok().and_then(|column| self.columns.get(column));
        let run = column.and_then(|column| {
            let from = usize::try_from(from - column.first).unwrap_or(0);
            let to = usize::try_from(to - column.first + 1).unwrap_or(0).min(column.hexes.len());
            column.hexes.get(from..to)
        });
        run.unwrap_or(&[])
    }
}

/// The hexes of a map with their neighbors, positions and road links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HexMap {
    hexes: Arc<Hexes>,
    positions: Vec<Hex>,
    /// The hexes by axial coordinates.
    by_axial: Columns,
    /// The six neighbors of each hex; [`NONE`] where the map has no hex.
    neighbors: Vec<[u32; 6]>,
    /// The neighbors joined by a road, one bit for each of the six directions.
    roads: Vec<u8>,
}

impl HexMap {
    /// Creates the map of the hexes of `map`, joined by `roads`. Road steps between hexes that are not adjacent are ignored.
    ///
    /// # Errors
    /// When the map's numbering is unusable.
    pub fn new<T>(map: &Map<T>, roads: &[Road]) -> Result<Self, NumberingProblem> {
        Ok(Self::of(Arc::new(Hexes::new(map)?), roads))
    }

    /// Creates the map of `hexes`, joined by `roads`.
    pub fn of(hexes: Arc<Hexes>, roads: &[Road]) -> Self {
        let positions: Vec<Hex> = hexes.cells.iter().map(|cell| hexes.grid.hex(*cell)).collect();
        let by_axial = Columns::new(&positions);
        let index = |cell: Option<Cell>| cell.and_then(|cell| hexes.at(cell)).map_or(NONE, |hex| hex.0);
        let neighbors = hexes.cells.iter().map(|cell| hexes.grid.neighbors(*cell).map(index)).collect();
        let mut map = Self { hexes, positions, by_axial, neighbors, roads: Vec::new() };
        map.roads = map.links(roads);
        map
    }

    /// The neighbors that `roads` join to each hex, a bit for each of the six directions.
    pub fn links<'a>(&self, roads: impl IntoIterator<Item = &'a Road>) -> Vec<u8> {
        let mut links = vec![0; self.len()];
        for pair in roads.into_iter().flat_map(|road| road.path.windows(2)) {
            if let [a, b] = pair
                && let (Some(a), Some(b)) = (self.find(a), self.find(b))
            {
                for (from, to) in [(a, b), (b, a)] {
                    if let Some(direction) = self.direction(from, to) {
                        links[from.index()] |= 1 << direction;
                    }
                }
            }
        }
        links
    }

    /// Returns the direction, 0 to 5, from `from` to its neighbor `to`; `None` if the hexes are not adjacent.
    #[inline]
    pub fn direction(&self, from: HexIx, to: HexIx) -> Option<usize> {
        self.neighbors[from.index()].iter().position(|neighbor| *neighbor == to.0)
    }

    /// Returns the grid behind the hexes.
    pub fn grid(&self) -> &Grid {
        &self.hexes.grid
    }

    /// Returns a list with `value` for each hex.
    pub fn each<T: Clone>(&self, value: T) -> PerHex<T> {
        PerHex::from_elem(value, self.len())
    }

    /// The number of hexes.
    #[inline]
    pub fn len(&self) -> usize {
        self.hexes.cells.len()
    }

    /// Returns `true` if the map has no hexes.
    pub fn is_empty(&self) -> bool {
        self.hexes.is_empty()
    }

    /// Returns the index of `hex` in [`HexMap::all`]; `None` if the map has no such hex.
    #[inline]
    pub fn index_of(&self, hex: HexIx) -> Option<usize> {
        Some(hex.index()).filter(|index| *index < self.len())
    }

    /// Returns the hex with this index in [`Self::all`]; `None` for an index beyond the map.
    #[inline]
    pub fn hex(&self, index: usize) -> Option<HexIx> {
        u32::try_from(index).ok().map(HexIx).filter(|hex| self.contains(*hex))
    }

    /// Returns `true` if the map has `hex`.
    #[inline]
    pub fn contains(&self, hex: HexIx) -> bool {
        hex.index() < self.len()
    }

    /// Every hex, row by row from the top left.
    pub fn all(&self) -> impl Iterator<Item = HexIx> + use<> {
        (0..u32::try_from(self.len()).unwrap_or(u32::MAX)).map(HexIx)
    }

    /// Returns the place of `hex` on the board.
    pub fn place(&self, hex: HexIx) -> Place {
        Place::Hex(self.cell(hex))
    }

    /// Returns the grid cell of `hex`.
    pub fn cell(&self, hex: HexIx) -> Cell {
        self.hexes.cells[hex.index()]
    }

    /// The printed name of `hex`.
    pub fn name(&self, hex: HexIx) -> HexId {
        self.grid().name(self.cell(hex))
    }

    /// Returns the hex with the printed name `name`; `None` if the map has none.
    pub fn find(&self, name: &HexId) -> Option<HexIx> {
        self.hexes.find(name)
    }

    /// Returns the hex at `cell`; `None` if the map has none there.
    pub fn at(&self, cell: Cell) -> Option<HexIx> {
        self.hexes.at(cell)
    }

    /// The axial coordinates of `hex`.
    #[inline]
    pub fn axial(&self, hex: HexIx) -> [i32; 2] {
        self.position(hex).to_array()
    }

    /// Returns the hex with these axial coordinates; `None` if the map has none.
    #[inline]
    pub fn at_axial(&self, axial: [i32; 2]) -> Option<HexIx> {
        self.at_position(Hex::from_array(axial))
    }

    /// Returns `true` for a hex at the edge of the map, with fewer than six neighbors.
    pub fn is_edge(&self, hex: HexIx) -> bool {
        self.neighbors(hex).count() < 6
    }

    #[inline]
    fn position(&self, hex: HexIx) -> Hex {
        self.positions[hex.index()]
    }

    #[inline]
    fn at_position(&self, position: Hex) -> Option<HexIx> {
        let Hex { x, y } = position;
        self.by_axial.run(x, y, y).first().copied().filter(|index| *index != NONE).map(HexIx)
    }

    /// The neighbors of `hex` that are on the map, always in the same order.
    #[inline]
    pub fn neighbors(&self, hex: HexIx) -> impl Iterator<Item = HexIx> + use<'_> {
        self.neighbors[hex.index()].iter().copied().filter(|index| *index != NONE).map(HexIx)
    }

    /// Returns the neighbor of `hex` in each of the six directions; `None` where the map has no hex.
    #[inline]
    pub fn around(&self, hex: HexIx) -> [Option<HexIx>; 6] {
        self.neighbors[hex.index()].map(|index| (index != NONE).then_some(HexIx(index)))
    }

    /// Returns the neighbor of `hex` in this direction, 0 to 5; `None` where the map has no hex.
    #[inline]
    pub fn toward(&self, hex: HexIx, direction: usize) -> Option<HexIx> {
        self.neighbors[hex.index()].get(direction).copied().filter(|index| *index != NONE).map(HexIx)
    }

    /// Returns the neighbors of `hex`, each with `true` if a road joins it to `hex`.
    #[inline]
    pub fn ways(&self, hex: HexIx) -> impl Iterator<Item = (HexIx, bool)> + use<'_> {
        let roads = self.roads[hex.index()];
        let all = self.neighbors[hex.index()].iter().enumerate();
        all.filter(|(_, index)| **index != NONE).map(move |(way, index)| (HexIx(*index), roads & (1 << way) != 0))
    }

    /// Calls `go` with each neighbor of `hex` and `true` if a road joins them: the fast form of [`HexMap::ways`] for searches
    /// over many hexes.
    #[inline]
    pub fn each_way(&self, hex: HexIx, mut go: impl FnMut(HexIx, bool)) {
        let roads = self.roads[hex.index()];
        for (way, index) in self.neighbors[hex.index()].iter().enumerate() {
            if *index != NONE {
                go(HexIx(*index), roads & (1 << way) != 0);
            }
        }
    }

    /// The distance in hexes between `a` and `b`.
    #[inline]
    pub fn distance(&self, a: HexIx, b: HexIx) -> u32 {
        apart(self.axial(a), self.axial(b))
    }

    /// Returns the hexes within `range` of `hex`, with `hex` itself.
    #[inline]
    pub fn within(&self, hex: HexIx, range: u8) -> impl Iterator<Item = HexIx> + use<'_> {
        let (Hex { x, y }, range) = (self.position(hex), i32::from(range));
        let columns = (-range..=range).flat_map(move |right| {
            let (from, to) = ((-range).max(-range - right), range.min(range - right));
            self.by_axial.run(x + right, y + from, y + to)
        });
        columns.copied().filter(|index| *index != NONE).map(HexIx)
    }

    /// Returns `true` if a road joins `from` and its neighbor `to`.
    #[inline]
    pub fn road(&self, from: HexIx, to: HexIx) -> bool {
        self.direction(from, to).is_some_and(|direction| self.roads[from.index()] & (1 << direction) != 0)
    }

    /// Returns `true` if any road runs through or into `hex`.
    #[inline]
    pub fn has_road(&self, hex: HexIx) -> bool {
        self.roads[hex.index()] != 0
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use battlewright_schema::{HexRows, Letter, Numbering, Order, Orientation, Parity};

    use super::*;

    /// A flat-topped map whose even columns sit lower; `_` is no hex.
    pub(crate) fn map(rows: &str, roads: &[&[&str]]) -> HexMap {
        let hexes = HexRows::parse(rows);
        let map = Map {
            orientation: Orientation::Flat,
            lower_columns: Some(Parity::Even),
            right_rows: None,
            columns: u16::try_from(hexes.0[0].len()).unwrap(),
            rows: u16::try_from(hexes.0.len()).unwrap(),
            numbering: Numbering::straight("0101", Order::ColumnRow),
            hex_metres: None,
            hexes,
            levels: None,
            terrain: [(Letter('.'), ())].into(),
            scan: None,
        };
        let road =
            |path: &&[&str]| Road { path: path.iter().map(|hex| HexId::from(*hex)).collect(), ..Road::default() };
        HexMap::new(&map, &roads.iter().map(road).collect::<Vec<_>>()).unwrap()
    }

    const OPEN: &str = "
        . . . . .
        . . . . .
        . . . . .
        . . . . .";

    fn at(map: &HexMap, name: &str) -> HexIx {
        map.find(&name.into()).unwrap()
    }

    fn names(map: &HexMap, hexes: impl Iterator<Item = HexIx>) -> Vec<String> {
        let mut names: Vec<String> = hexes.map(|hex| map.name(hex).to_string()).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn a_hex_has_six_neighbors_and_fewer_at_the_edge() {
        let map = map(OPEN, &[]);
        let around = |name| names(&map, map.neighbors(at(&map, name)));
        assert_eq!(around("0303"), ["0202", "0203", "0302", "0304", "0402", "0403"]);
        assert_eq!(around("0202"), ["0102", "0103", "0201", "0203", "0302", "0303"]);
        assert_eq!(around("0101"), ["0102", "0201"]);
        assert_eq!(around("0504"), ["0403", "0404", "0503"]);
    }

    #[test]
    fn hexes_that_the_map_has_not_are_nobodys_neighbors_and_have_no_name() {
        let map = map(". _ .\n . . .", &[]);
        assert_eq!((map.len(), map.is_empty()), (5, false));
        assert_eq!(map.find(&"0201".into()), None);
        assert_eq!(map.find(&"0401".into()), None);
        assert_eq!(names(&map, map.neighbors(at(&map, "0101"))), ["0102"]);
        assert_eq!(names(&map, map.all()), ["0101", "0102", "0202", "0301", "0302"]);
    }

    #[test]
    fn every_hex_is_found_by_its_name_and_its_cell() {
        let map = map(". _ .\n . . .", &[]);
        for hex in map.all() {
            assert_eq!(map.find(&map.name(hex)), Some(hex));
            assert_eq!(map.at(map.cell(hex)), Some(hex));
            assert!(map.contains(hex));
            assert_eq!(map.index_of(hex), map.all().position(|other| other == hex));
            assert_eq!(map.around(hex), [0, 1, 2, 3, 4, 5].map(|direction| map.toward(hex, direction)));
        }
        let elsewhere = Cell { column: 3, row: 0 };
        assert_eq!(map.at(elsewhere), None, "a column too many is not the next row");
    }

    #[test]
    fn distance_is_counted_in_hexes_over_gaps_too() {
        let gap = map(". _ _ _ .\n . _ _ _ .\n . . . . .", &[]);
        assert_eq!(gap.distance(at(&gap, "0101"), at(&gap, "0501")), 4);
        let open = map(OPEN, &[]);
        for (a, b, apart) in [("0101", "0101", 0), ("0303", "0202", 1), ("0303", "0201", 2), ("0101", "0504", 5)] {
            assert_eq!(open.distance(at(&open, a), at(&open, b)), apart, "{a} to {b}");
            assert_eq!(open.distance(at(&open, b), at(&open, a)), apart, "{b} to {a}");
        }
    }

    #[test]
    fn within_is_every_hex_of_the_map_that_is_no_further() {
        let map = map(OPEN, &[]);
        for center in map.all() {
            for range in 0..=5 {
                let near = map.all().filter(|hex| map.distance(center, *hex) <= u32::from(range));
                assert_eq!(names(&map, map.within(center, range)), names(&map, near));
            }
        }
    }

    #[test]
    fn a_hex_is_found_by_its_axial_coordinates_and_nothing_where_none_is() {
        let map = map(". _ .\n . . .", &[]);
        for hex in map.all() {
            assert_eq!(map.at_axial(map.axial(hex)), Some(hex));
        }
        let found = (-9..9).flat_map(|x| (-9..9).map(move |y| [x, y])).filter(|axial| map.at_axial(*axial).is_some());
        assert_eq!(found.count(), map.len());
    }

    #[test]
    fn a_road_joins_the_hexes_of_its_path_both_ways_and_no_others() {
        let map = map(OPEN, &[&["0101", "0201", "0301"], &["0402", "0502"]]);
        let joined = |a, b| map.road(at(&map, a), at(&map, b));
        assert!(joined("0101", "0201") && joined("0201", "0101") && joined("0201", "0301"));
        assert!(!joined("0101", "0301"), "they are not neighbors");
        assert!(!joined("0301", "0402"), "two roads that touch are not joined");
        for hex in map.all() {
            assert!(map.ways(hex).eq(map.neighbors(hex).map(|to| (to, map.road(hex, to)))));
        }
        assert!(map.has_road(at(&map, "0301")) && !map.has_road(at(&map, "0303")));
    }

    #[test]
    fn a_road_step_between_hexes_that_are_no_neighbors_joins_nothing() {
        let map = map(OPEN, &[&["0101", "0301"]]);
        assert!(map.all().all(|hex| !map.has_road(hex)));
    }
}
