//! The gap between parts of the map: the missing hexes that close the way from one to another.

use std::collections::{BTreeSet, VecDeque};

use crate::common::grid::{Cell, Grid};
use crate::lint::ground::MapGround;

/// The narrowest gap between two sets of parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Gap {
    /// The hex where the way ends.
    near: Cell,
    /// The hex behind the gap.
    far: Cell,
    /// The missing hexes between them.
    missing: Vec<Cell>,
}

impl Gap {
    /// Returns the narrowest gap between the parts `from` and the parts `to`; `None` if they have a part in common or no hexes. Hexes
    /// of other parts do not count as missing.
    pub(crate) fn between(ground: &MapGround<'_>, from: &BTreeSet<usize>, to: &BTreeSet<usize>) -> Option<Self> {
        let grid = ground.grid.as_ref()?;
        let (field, parts) = (ground.field(), ground.parts());
        let part = |cell: Cell| ground.has(cell).then(|| parts.part(field, cell));
        let is_in = |cell: Cell, set: &BTreeSet<usize>| part(cell).is_some_and(|part| set.contains(&part));
        if !from.is_disjoint(to) {
            return None;
        }
        let index = |cell: Cell| usize::from(cell.row) * usize::from(grid.columns()) + usize::from(cell.column);
        // The cell before each one on the way from the nearest start, which is its own.
        let mut before: Vec<Option<Cell>> = vec![None; usize::from(grid.columns()) * usize::from(grid.rows())];
        let mut due: VecDeque<Cell> = grid.cells().filter(|cell| is_in(*cell, from)).collect();
        for start in &due {
            *before.get_mut(index(*start))? = Some(*start);
        }
        while let Some(cell) = due.pop_front() {
            if is_in(cell, to) {
                let previous = |at: &Cell| before.get(index(*at)).copied().flatten().filter(|before| before != at);
                let mut way: Vec<Cell> = std::iter::successors(Some(cell), previous).collect();
                way.reverse();
                let near = *way.first()?;
                return Some(Self {
                    near,
                    far: cell,
                    missing: way.into_iter().filter(|cell| !ground.has(*cell)).collect(),
                });
            }
            for next in grid.neighbors(cell).into_iter().flatten() {
                if let Some(slot @ None) = before.get_mut(index(next)) {
                    *slot = Some(cell);
                    due.push_back(next);
                }
            }
        }
        None
    }

    /// Returns the gap in words, as a part of a sentence.
    pub(crate) fn words(&self, grid: &Grid) -> String {
        let [near, far] = [self.near, self.far].map(|cell| grid.name(cell));
        match self.missing.as_slice() {
            [one] => format!("the missing hex {} closes the way from {near} to {far}", grid.name(*one)),
            all => format!("{} missing hexes close the way from {near} to {far}", all.len()),
        }
    }
}
