//! The moves of hexes from the old map to the new one.

use crate::{Cell, Grid};

/// The new position of each old hex, and the old position of each new hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HexMoves {
    old_columns: u16,
    new_columns: u16,
    to: Vec<Option<Cell>>,
    from: Vec<Option<Cell>>,
}

impl HexMoves {
    /// Returns the moves on a table, which has no hexes.
    pub(super) fn none() -> Self {
        Self { old_columns: 0, new_columns: 0, to: Vec::new(), from: Vec::new() }
    }

    pub(super) fn new(old: &Grid, new: &Grid, to: impl Fn(i32, i32) -> (i32, i32)) -> Self {
        let (columns, rows) = (new.columns(), new.rows());
        let mut this = Self {
            old_columns: old.columns(),
            new_columns: columns,
            to: Vec::with_capacity(usize::from(old.columns()) * usize::from(old.rows())),
            from: vec![None; usize::from(columns) * usize::from(rows)],
        };
        for cell in old.cells() {
            let (column, row) = to(i32::from(cell.column), i32::from(cell.row));
            let there = u16::try_from(column).ok().zip(u16::try_from(row).ok());
            let there = there.filter(|(column, row)| *column < columns && *row < rows);
            let there = there.map(|(column, row)| Cell { column, row });
            this.to.push(there);
            if let Some(slot) = there.and_then(|there| this.from.get_mut(index(there, columns))) {
                *slot = Some(cell);
            }
        }
        this
    }

    /// Returns the new position of the old hex at `cell`; `None` if the hex fell off the map.
    pub fn to(&self, cell: Cell) -> Option<Cell> {
        let on_map = cell.column < self.old_columns;
        on_map.then(|| self.to.get(index(cell, self.old_columns)).copied().flatten()).flatten()
    }

    /// Returns the old position of the new hex at `cell`; `None` if the hex is new.
    pub fn from(&self, cell: Cell) -> Option<Cell> {
        let on_map = cell.column < self.new_columns;
        on_map.then(|| self.from.get(index(cell, self.new_columns)).copied().flatten()).flatten()
    }

    /// Returns the number of old cells that are not on the new map.
    pub fn gone(&self) -> usize {
        self.to.iter().filter(|to| to.is_none()).count()
    }

    /// Returns the number of new cells that were not on the old map.
    pub fn come(&self) -> usize {
        self.from.iter().filter(|from| from.is_none()).count()
    }
}

fn index(cell: Cell, columns: u16) -> usize {
    usize::from(cell.row) * usize::from(columns) + usize::from(cell.column)
}
