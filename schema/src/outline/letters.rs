//! The letters of a map in the text, with their hexes.

use std::ops::Range;

use super::Outline;
use crate::common::grid::Cell;
use crate::path::DocPath;
use crate::place::row_lines;

/// The fields of `[map]` with one letter per hex.
const MAPS: [&str; 2] = ["hexes", "levels"];

impl Outline {
    /// Returns the byte ranges of the letter of `cell` in `text`, and of its level digit, if the map has levels.
    pub fn letters(&self, text: &str, cell: Cell) -> impl Iterator<Item = Range<usize>> {
        MAPS.iter().filter_map(move |map| {
            let row = self.rows(text, map)?.get(usize::from(cell.row))?.clone();
            let mut letters = text.get(row.clone())?.char_indices().filter(|(_, c)| !c.is_whitespace());
            let (at, c) = letters.nth(usize::from(cell.column))?;
            Some(row.start + at..row.start + at + c.len_utf8())
        })
    }

    /// Returns the hex whose letter or level digit is at `offset` of `text`.
    pub fn cell_at(&self, text: &str, offset: usize) -> Option<Cell> {
        let path = self.path_at(offset)?;
        let map = MAPS.iter().find(|map| *path == field(map))?;
        let rows = self.rows(text, map)?;
        let row = rows.iter().position(|row| (row.start..=row.end).contains(&offset))?;
        let before = text.get(rows.get(row)?.start..offset)?;
        let column = before.chars().filter(|c| !c.is_whitespace()).count();
        // An offset after the last letter of a row belongs to that letter.
        let letters = text.get(rows.get(row)?.clone())?.chars().filter(|c| !c.is_whitespace()).count();
        let column = column.min(letters.checked_sub(1)?);
        Some(Cell { column: u16::try_from(column).ok()?, row: u16::try_from(row).ok()? })
    }

    /// Returns the byte ranges of the lines of a map.
    fn rows(&self, text: &str, map: &str) -> Option<Vec<Range<usize>>> {
        let value = self.value(&field(map))?;
        let rows = row_lines(text.get(value.clone())?)?;
        Some(rows.into_iter().map(|row| value.start + row.start..value.start + row.end).collect())
    }
}

fn field(map: &str) -> DocPath {
    DocPath::root().key("map").key(map)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_leads_to_its_hex_and_back() {
        let text = include_str!("../../../scenarios/pm-crisis-on-the-left.toml");
        let outline = Outline::of(text);
        let cell = Cell { column: 3, row: 2 };
        let letters: Vec<Range<usize>> = outline.letters(text, cell).collect();
        assert_eq!(letters.len(), 2, "a terrain letter and a level");
        for letter in letters {
            assert_eq!(outline.cell_at(text, letter.start), Some(cell));
        }
        assert_eq!(outline.letters(text, Cell { column: 0, row: 999 }).count(), 0);
        assert_eq!(outline.cell_at(text, 0), None);
    }
}
