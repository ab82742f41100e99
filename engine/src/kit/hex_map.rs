//! A map as the engine uses it: hexes by index, with neighbors, distances and road links ready.

use battlewright_schema::{Cell, Grid, HexId, Map, NumberingProblem, Road};
use hexx::Hex;
use serde::{Deserialize, Serialize};

/// A hex of a [`HexMap`], by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct HexIx(u32);

impl HexIx {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// The hexes of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HexMap {
    grid: Grid,
    cells: Vec<Cell>,
    positions: Vec<Hex>,
    neighbors: Vec<[Option<HexIx>; 6]>,
    /// Which of the six neighbors a road joins, a bit for each direction.
    roads: Vec<u8>,
    /// The index of each cell of the grid, row by row; `None` where the map has no hex.
    by_cell: Vec<Option<HexIx>>,
}

impl HexMap {
    /// The hexes of `map`, joined by `roads`. Road steps that join no neighbors join nothing.
    ///
    /// # Errors
    /// When the map's numbering is unusable.
    pub fn new<T>(map: &Map<T>, roads: &[Road]) -> Result<Self, NumberingProblem> {
        let grid = Grid::new(map)?;
        let mut cells = Vec::new();
        let mut by_cell = Vec::new();
        for cell in grid.cells() {
            let ix = u32::try_from(cells.len()).ok().filter(|_| map.has(cell)).map(HexIx);
            by_cell.push(ix);
            if ix.is_some() {
                cells.push(cell);
            }
        }
        let positions = cells.iter().map(|cell| grid.hex(*cell)).collect();
        let roads_of = vec![0; cells.len()];
        let mut hexes = Self { grid, cells, positions, neighbors: Vec::new(), roads: roads_of, by_cell };
        hexes.neighbors =
            hexes.all().map(|hex| hexes.position(hex).all_neighbors().map(|at| hexes.at_position(at))).collect();
        for road in roads {
            for pair in road.path.windows(2) {
                if let [a, b] = pair
                    && let (Some(a), Some(b)) = (hexes.find(a), hexes.find(b))
                {
                    hexes.join(a, b);
                    hexes.join(b, a);
                }
            }
        }
        Ok(hexes)
    }

    fn join(&mut self, from: HexIx, to: HexIx) {
        if let Some(direction) = self.direction(from, to) {
            self.roads[from.index()] |= 1 << direction;
        }
    }

    fn direction(&self, from: HexIx, to: HexIx) -> Option<usize> {
        self.neighbors[from.index()].iter().position(|neighbor| *neighbor == Some(to))
    }

    /// The grid behind the hexes.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// How many hexes there are.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there is no hex.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The place of `hex` in [`HexMap::all`]; `None` if it is not one of this map's.
    pub fn index_of(&self, hex: HexIx) -> Option<usize> {
        Some(hex.index()).filter(|index| *index < self.cells.len())
    }

    /// Whether `hex` is one of this map's.
    pub fn contains(&self, hex: HexIx) -> bool {
        hex.index() < self.cells.len()
    }

    /// Every hex, row by row from the top left.
    pub fn all(&self) -> impl Iterator<Item = HexIx> + use<> {
        (0..u32::try_from(self.cells.len()).unwrap_or(u32::MAX)).map(HexIx)
    }

    /// Where `hex` is on the grid.
    pub fn cell(&self, hex: HexIx) -> Cell {
        self.cells[hex.index()]
    }

    /// The printed name of `hex`.
    pub fn name(&self, hex: HexIx) -> HexId {
        self.grid.name(self.cell(hex))
    }

    /// The hex that is printed as `name`.
    pub fn find(&self, name: &HexId) -> Option<HexIx> {
        self.at(self.grid.cell(name)?)
    }

    /// The hex at `cell`.
    pub fn at(&self, cell: Cell) -> Option<HexIx> {
        if cell.column >= self.grid.columns() {
            return None;
        }
        let index = usize::from(cell.row) * usize::from(self.grid.columns()) + usize::from(cell.column);
        self.by_cell.get(index).copied().flatten()
    }

    fn position(&self, hex: HexIx) -> Hex {
        self.positions[hex.index()]
    }

    fn at_position(&self, position: Hex) -> Option<HexIx> {
        self.at(self.grid.cell_at(position)?)
    }

    /// The neighbors of `hex` that are on the map, always in the same order.
    pub fn neighbors(&self, hex: HexIx) -> impl Iterator<Item = HexIx> + use<'_> {
        self.neighbors[hex.index()].iter().flatten().copied()
    }

    /// How many hexes apart `a` and `b` are.
    pub fn distance(&self, a: HexIx, b: HexIx) -> u32 {
        self.position(a).unsigned_distance_to(self.position(b))
    }

    /// The hexes within `range` of `hex`, itself among them.
    pub fn within(&self, hex: HexIx, range: u8) -> impl Iterator<Item = HexIx> + use<'_> {
        self.position(hex).range(u32::from(range)).filter_map(|position| self.at_position(position))
    }

    /// Whether a road joins `from` and its neighbor `to`.
    pub fn road(&self, from: HexIx, to: HexIx) -> bool {
        self.direction(from, to).is_some_and(|direction| self.roads[from.index()] & (1 << direction) != 0)
    }

    /// Whether any road runs through or into `hex`.
    pub fn has_road(&self, hex: HexIx) -> bool {
        self.roads[hex.index()] != 0
    }
}
