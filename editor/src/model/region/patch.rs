//! A set of hexes of a map.

use battlewright_schema::{Cell, Grid};

/// A set of hexes of a map with a Boolean per hex, so that its speed does not depend on the number of hexes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HexSet {
    columns: u16,
    rows: u16,
    marks: Vec<bool>,
    count: usize,
}

impl HexSet {
    /// Returns an empty set for `grid`.
    pub fn none(grid: &Grid) -> Self {
        let (columns, rows) = (grid.columns(), grid.rows());
        Self { columns, rows, marks: vec![false; usize::from(columns) * usize::from(rows)], count: 0 }
    }

    /// Returns the set of `cells` for `grid`. Cells off the map are ignored.
    pub fn of(grid: &Grid, cells: impl IntoIterator<Item = Cell>) -> Self {
        let mut patch = Self::none(grid);
        for cell in cells {
            patch.insert(cell);
        }
        patch
    }

    /// Returns `true` if the set belongs to a map of the size of `grid`.
    pub fn fits(&self, grid: &Grid) -> bool {
        (self.columns, self.rows) == (grid.columns(), grid.rows())
    }

    /// Returns the number of hexes in the set.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns `true` if the set is empty.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        let on_map = cell.column < self.columns && cell.row < self.rows;
        on_map.then(|| usize::from(cell.row) * usize::from(self.columns) + usize::from(cell.column))
    }

    /// Returns `true` if `cell` is in the set.
    pub fn contains(&self, cell: Cell) -> bool {
        self.index(cell).and_then(|index| self.marks.get(index)).copied().unwrap_or_default()
    }

    fn set(&mut self, cell: Cell, to: bool) -> bool {
        let Some(mark) = self.index(cell).and_then(|index| self.marks.get_mut(index)) else { return false };
        std::mem::replace(mark, to) != to
    }

    /// Adds `cell`. Returns `true` if it was not in the set.
    pub fn insert(&mut self, cell: Cell) -> bool {
        let new = self.set(cell, true);
        self.count += usize::from(new);
        new
    }

    /// Removes `cell`. Returns `true` if it was in the set.
    pub fn remove(&mut self, cell: Cell) -> bool {
        let gone = self.set(cell, false);
        self.count -= usize::from(gone);
        gone
    }

    /// Returns the hexes, row by row from the top left.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<'_> {
        let rows = (0..self.rows).zip(self.marks.chunks(usize::from(self.columns).max(1)));
        rows.flat_map(|(row, marks)| {
            let columns = (0..self.columns).zip(marks).filter(|(_, mark)| **mark);
            columns.map(move |(column, _)| Cell { column, row })
        })
    }

    /// Returns the hexsides on the outline, each as the inner hex and the direction of the outer one.
    pub fn edge(&self, grid: &Grid) -> Vec<(Cell, usize)> {
        let sides = |cell: Cell| {
            let neighbors = grid.neighbors(cell).into_iter().enumerate();
            neighbors
                .filter(|(_, next)| next.is_none_or(|next| !self.contains(next)))
                .map(move |(side, _)| (cell, side))
        };
        self.cells().flat_map(sides).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::document::Document;

    #[test]
    fn a_patch_keeps_its_hexes_and_knows_its_edge() {
        let grid = Document::bundled().scenario().common().grid().unwrap();
        let [a, b] = [(2, 3), (2, 4)].map(|(column, row)| Cell { column, row });
        let mut patch = HexSet::of(&grid, [b, a, b]);
        assert_eq!((patch.len(), patch.contains(a), patch.cells().collect::<Vec<_>>()), (2, true, vec![a, b]));
        assert_eq!(patch.edge(&grid).len(), 10, "twelve sides, but not the one between them, twice");
        assert!(patch.remove(a) && !patch.remove(a) && !patch.insert(b));
        assert_eq!(patch.cells().collect::<Vec<_>>(), [b]);
        let beyond = Cell { column: grid.columns(), row: 0 };
        assert!(!patch.insert(beyond) && !patch.contains(beyond));
        assert!(patch.fits(&grid) && !HexSet::default().fits(&grid));
    }
}
