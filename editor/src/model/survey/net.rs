//! The network of roads and hexside features, indexed by pairs of hexes.

use std::collections::BTreeMap;

use battlewright_schema::{Cell, Common, Grid, HexsideKind};

pub use battlewright_export::draw::lines::{NeighborPair, pair};

/// The kind of mark at an end or a junction of roads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoadMark {
    /// The end of a road that leads nowhere.
    DeadEnd,
    /// A junction with another road.
    Join,
    /// The end of a road at the edge of the map.
    Edge,
}

/// The index of roads and hexside features of a map, which is rebuilt only when the scenario has changed.
#[derive(Default)]
pub struct RoadNet {
    of: Option<u64>,
    roads: BTreeMap<NeighborPair, usize>,
    sides: BTreeMap<NeighborPair, Vec<(HexsideKind, usize)>>,
    marks: BTreeMap<Cell, RoadMark>,
}

impl RoadNet {
    /// Rebuilds the index from `common` if `revision` has changed.
    pub fn refresh(&mut self, common: &dyn Common, grid: &Grid, revision: u64) {
        if self.of == Some(revision) {
            return;
        }
        *self = Self { of: Some(revision), ..Self::default() };
        let mut through: BTreeMap<Cell, (u32, bool)> = BTreeMap::new();
        for (row, road) in common.roads().iter().enumerate() {
            let path: Vec<Option<Cell>> = road.path.iter().map(|hex| grid.cell(hex)).collect();
            for step in path.windows(2) {
                if let [Some(a), Some(b)] = step {
                    self.roads.entry(pair(*a, *b)).or_insert(row);
                }
            }
            let last = path.len().saturating_sub(1);
            for (at, cell) in path.iter().enumerate() {
                let Some(cell) = cell else { continue };
                let (count, ends) = through.entry(*cell).or_default();
                // A closed ring counts as a junction with itself and has no dead end.
                *count += 1;
                *ends |= at == 0 || at == last;
            }
        }
        for (cell, (count, ends)) in through {
            let edge = || grid.neighbors(cell).iter().any(|next| next.is_none_or(|next| !common.has(next)));
            let mark = match (count, ends) {
                (1, false) => continue,
                (1, true) if edge() => RoadMark::Edge,
                (1, true) => RoadMark::DeadEnd,
                _ => RoadMark::Join,
            };
            self.marks.insert(cell, mark);
        }
        for (row, feature) in common.hexsides().iter().enumerate() {
            for side in &feature.between {
                let cells = side.hexes().and_then(|(a, b)| grid.cell(&a).zip(grid.cell(&b)));
                if let Some((a, b)) = cells {
                    self.sides.entry(pair(a, b)).or_default().push((feature.kind, row));
                }
            }
        }
    }

    /// Returns the row of a road between two adjacent hexes.
    pub fn road(&self, a: Cell, b: Cell) -> Option<usize> {
        self.roads.get(&pair(a, b)).copied()
    }

    /// Returns the ends and junctions of roads.
    pub fn marks(&self) -> &BTreeMap<Cell, RoadMark> {
        &self.marks
    }

    /// Returns the features between two hexes, each with its row.
    pub fn side(&self, a: Cell, b: Cell) -> &[(HexsideKind, usize)] {
        self.sides.get(&pair(a, b)).map_or(&[], Vec::as_slice)
    }

    /// Returns `true` if there is a feature of `kind` between two hexes.
    pub fn has(&self, a: Cell, b: Cell, kind: HexsideKind) -> bool {
        self.side(a, b).iter().any(|(other, _)| *other == kind)
    }

    /// Returns `true` if there is a stream or a river between two hexes.
    pub fn water(&self, a: Cell, b: Cell) -> bool {
        self.has(a, b, HexsideKind::Stream) || self.has(a, b, HexsideKind::River)
    }
}
