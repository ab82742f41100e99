//! Where the text tells of what is selected, and what it tells of somewhere.

use std::ops::Range;

use battlewright_schema::{Cell, DocPath, Scenario, row_lines};

use crate::act::Selection;
use crate::text::Outline;

/// The fields that hold a letter of each hex.
const MAPS: [&str; 2] = ["hexes", "levels"];

/// Where `text` tells of `selection`: its row, or the letters of its hex.
pub fn places(scenario: &Scenario, outline: &Outline, text: &str, selection: Selection) -> Vec<Range<usize>> {
    match selection {
        Selection::Scenario => Vec::new(),
        Selection::Hex(cell) => MAPS.iter().filter_map(|map| letter(outline, text, map, cell)).collect(),
        _ => selection.path(scenario).and_then(|path| outline.range(&path)).into_iter().collect(),
    }
}

/// What `text` tells of at `offset`.
pub fn selection_at(scenario: &Scenario, outline: &Outline, text: &str, offset: usize) -> Option<Selection> {
    let path = outline.path_at(offset)?;
    let cell = MAPS.iter().filter(|map| *path == field(map)).find_map(|map| cell_at(outline, text, map, offset));
    match cell.filter(|cell| scenario.common().has(*cell)) {
        Some(cell) => Some(Selection::Hex(cell)),
        None => Some(Selection::of(scenario, path)),
    }
}

fn field(map: &str) -> DocPath {
    DocPath::root().key("map").key(map)
}

/// The lines of a map's letters.
fn rows(outline: &Outline, text: &str, map: &str) -> Option<Vec<Range<usize>>> {
    let value = outline.value(&field(map))?;
    let rows = row_lines(text.get(value.clone())?)?;
    Some(rows.into_iter().map(|row| value.start + row.start..value.start + row.end).collect())
}

fn letter(outline: &Outline, text: &str, map: &str, cell: Cell) -> Option<Range<usize>> {
    let row = rows(outline, text, map)?.get(usize::from(cell.row))?.clone();
    let letters = text.get(row.clone())?.char_indices().filter(|(_, c)| !c.is_whitespace());
    let (at, c) = letters.into_iter().nth(usize::from(cell.column))?;
    Some(row.start + at..row.start + at + c.len_utf8())
}

fn cell_at(outline: &Outline, text: &str, map: &str, offset: usize) -> Option<Cell> {
    let rows = rows(outline, text, map)?;
    let row = rows.iter().position(|row| (row.start..=row.end).contains(&offset))?;
    let before = text.get(rows.get(row)?.start..offset)?;
    let column = before.chars().filter(|c| !c.is_whitespace()).count();
    // Behind the last letter of the row it is that.
    let letters = text.get(rows.get(row)?.clone())?.chars().filter(|c| !c.is_whitespace()).count();
    let column = column.min(letters.checked_sub(1)?);
    Some(Cell { column: u16::try_from(column).ok()?, row: u16::try_from(row).ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{SHELF, read};

    #[test]
    fn selections_lead_to_the_text_and_back() {
        for bundled in SHELF {
            let scenario = read(bundled.text).scenario.unwrap();
            let outline = Outline::of(bundled.text);
            let common = scenario.common();
            let (columns, rows) = common.size();
            let hexes = [(0, 0), (columns - 1, rows - 1), (3, 2)].map(|(column, row)| Cell { column, row });
            let all = hexes.into_iter().filter(|cell| common.has(*cell)).map(Selection::Hex);
            let all = all.chain((0..common.unit_count()).map(Selection::Unit));
            let all = all.chain((0..common.places().len()).map(Selection::Place));
            let all = all.chain((0..common.terrain().len()).map(Selection::Terrain));
            for selection in all.chain([Selection::Side(1), Selection::Part("victory")]) {
                let places = places(&scenario, &outline, bundled.text, selection);
                let place = places.first().unwrap_or_else(|| panic!("{}: {selection:?}", bundled.file));
                let back = selection_at(&scenario, &outline, bundled.text, place.start);
                assert_eq!(back, Some(selection), "{}", bundled.file);
                if let Selection::Hex(cell) = selection {
                    let letter = common.hexes().get(cell.column.into(), cell.row.into()).unwrap();
                    assert_eq!(bundled.text[place.clone()], letter.to_string());
                    assert_eq!(places.len(), 1 + usize::from(common.levels().is_some()));
                }
            }
        }
    }
}
