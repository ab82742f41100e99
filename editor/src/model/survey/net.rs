//! The network of roads and hexside features, indexed by pairs of hexes.

use std::collections::BTreeMap;

use battlewright_schema::{Cell, Common, Grid, HexsideKind};

pub use battlewright_export::draw::lines::{NeighborPair, pair};

/// The way in which a road stands in a hex that is worth a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoadMark {
    /// It ends there, and nothing goes on.
    DeadEnd,
    /// It meets another road.
    Join,
    /// It ends at the edge of the map.
    Edge,
}

/// The roads and hexside features of a map, made anew only when the scenario has changed.
#[derive(Default)]
pub struct RoadNet {
    of: Option<u64>,
    roads: BTreeMap<NeighborPair, usize>,
    sides: BTreeMap<NeighborPair, Vec<(HexsideKind, usize)>>,
    marks: BTreeMap<Cell, RoadMark>,
}

impl RoadNet {
    /// Catches up with `common`, whose state is called `revision`.
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
                // A ring meets itself where it is closed, and ends nowhere.
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

    /// A road that joins two hexes, by its row.
    pub fn road(&self, a: Cell, b: Cell) -> Option<usize> {
        self.roads.get(&pair(a, b)).copied()
    }

    /// The hexes where roads end and meet.
    pub fn marks(&self) -> &BTreeMap<Cell, RoadMark> {
        &self.marks
    }

    /// The features between two hexes, with their rows.
    pub fn side(&self, a: Cell, b: Cell) -> &[(HexsideKind, usize)] {
        self.sides.get(&pair(a, b)).map_or(&[], Vec::as_slice)
    }

    /// Returns `true` if a feature of `kind` lies between two hexes.
    pub fn has(&self, a: Cell, b: Cell, kind: HexsideKind) -> bool {
        self.side(a, b).iter().any(|(other, _)| *other == kind)
    }

    /// Returns `true` if a stream or a river runs between two hexes.
    pub fn water(&self, a: Cell, b: Cell) -> bool {
        self.has(a, b, HexsideKind::Stream) || self.has(a, b, HexsideKind::River)
    }
}
