//! The new letters of a map, as an array with one entry per hex.

use battlewright_schema::{Cell, Grid};

/// The letters that hexes will get; `None` for an unchanged hex.
pub(super) struct LetterGrid {
    columns: u16,
    letters: Vec<Option<char>>,
}

impl LetterGrid {
    /// Returns a grid without new letters.
    pub(super) fn none(grid: &Grid) -> Self {
        let hexes = usize::from(grid.columns()) * usize::from(grid.rows());
        Self { columns: grid.columns(), letters: vec![None; hexes] }
    }

    /// Sets the new letter of `cell`. Cells off the map are ignored.
    pub(super) fn set(&mut self, cell: Cell, letter: char) {
        let index = usize::from(cell.row) * usize::from(self.columns) + usize::from(cell.column);
        if cell.column < self.columns
            && let Some(place) = self.letters.get_mut(index)
        {
            *place = Some(letter);
        }
    }

    /// Returns the new letters, row by row.
    pub(super) fn cells(&self) -> impl Iterator<Item = (Cell, char)> {
        let rows = (0..).zip(self.letters.chunks(usize::from(self.columns).max(1)));
        rows.flat_map(|(row, letters)| {
            let columns = (0..self.columns).zip(letters);
            columns.filter_map(move |(column, letter)| Some((Cell { column, row }, (*letter)?)))
        })
    }
}
