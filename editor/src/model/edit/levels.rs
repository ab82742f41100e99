//! Changes of the elevation levels of the map.

use battlewright_schema::{Cell, Common, HexRows, VOID};

use super::Edit;

/// The lowest level, which new levels of a map start with.
pub const LOWEST: char = '1';
/// The highest level.
pub const HIGHEST: char = '9';

/// Returns levels in the shape of `hexes`: those of `old` where they exist, otherwise the lowest level.
fn shaped(hexes: &HexRows, old: Option<&HexRows>) -> HexRows {
    let level = |column: usize, row: usize, letter: char| match old.and_then(|old| old.get(column, row)) {
        _ if letter == VOID => VOID,
        Some(level) if level != VOID => level,
        _ => LOWEST,
    };
    let row = |(row, letters): (usize, &Vec<char>)| {
        letters.iter().enumerate().map(|(column, letter)| level(column, row, *letter)).collect()
    };
    HexRows(hexes.0.iter().enumerate().map(row).collect())
}

/// Returns `true` if `levels` has the shape of `hexes`.
fn fits(levels: &HexRows, hexes: &HexRows) -> bool {
    levels.0.len() == hexes.0.len()
        && levels.0.iter().zip(&hexes.0).all(|(levels, letters)| levels.len() == letters.len())
}

/// Sets the levels of `cells` and returns the inverse edit. A map without levels, or with levels of another shape, gets
/// new ones first.
pub(super) fn put(common: &mut dyn Common, cells: Vec<(Cell, char)>) -> Option<Edit> {
    let cells: Vec<_> = cells.into_iter().filter(|(cell, _)| common.has(*cell)).collect();
    if cells.is_empty() {
        return None;
    }
    if common.levels().is_some_and(|levels| fits(levels, common.hexes())) {
        let was = change(common, cells);
        return (!was.is_empty()).then_some(Edit::Levels(was));
    }
    let new = shaped(common.hexes(), common.levels());
    let was = common.levels_mut().replace(new);
    change(common, cells);
    Some(Edit::LevelRows(was))
}

/// Sets the levels of `cells` and returns the previous levels of the changed cells, in the order in which to restore
/// them.
fn change(common: &mut dyn Common, cells: Vec<(Cell, char)>) -> Vec<(Cell, char)> {
    let mut was = Vec::new();
    if let Some(levels) = common.levels_mut() {
        for (cell, level) in cells {
            if let Some(old) = levels.set(usize::from(cell.column), usize::from(cell.row), level)
                && old != level
            {
                was.push((cell, old));
            }
        }
    }
    was.reverse();
    was
}

/// Returns the levels of a resized map. Hexes beyond the old edge get the lowest level.
pub(super) fn resized(hexes: &HexRows, old: Option<&HexRows>) -> Option<HexRows> {
    old.map(|old| shaped(hexes, Some(old)))
}

#[cfg(test)]
mod tests {
    use battlewright_schema::Scenario;

    use super::*;
    use crate::model::document::Document;

    fn rows(scenario: &Scenario) -> Option<String> {
        scenario.common().levels().map(ToString::to_string)
    }

    #[test]
    fn a_map_without_levels_gets_them_and_undo_takes_them_away() {
        let mut scenario = Document::bundled().scenario().clone();
        assert_eq!(rows(&scenario), None);
        let cell = Cell { column: 2, row: 1 };
        let undo = Edit::Levels(vec![(cell, '3')]).apply(&mut scenario).unwrap();
        let levels = scenario.common().levels().unwrap();
        assert!(fits(levels, scenario.common().hexes()));
        assert_eq!((levels.get(2, 1), levels.get(1, 1)), (Some('3'), Some('1')));
        let with = rows(&scenario);
        let redo = undo.apply(&mut scenario).unwrap();
        assert_eq!(rows(&scenario), None);
        redo.apply(&mut scenario).unwrap();
        assert_eq!(rows(&scenario), with);
    }

    #[test]
    fn levels_that_do_not_fit_the_map_are_made_to() {
        let mut scenario = Document::bundled().scenario().clone();
        let short = HexRows::parse("2 2\n2");
        *scenario.common_mut().levels_mut() = Some(short.clone());
        let undo = Edit::Levels(vec![(Cell { column: 1, row: 1 }, '4')]).apply(&mut scenario).unwrap();
        let levels = scenario.common().levels().unwrap();
        assert_eq!([levels.get(0, 0), levels.get(1, 1), levels.get(2, 1)], [Some('2'), Some('4'), Some('1')]);
        assert!(fits(levels, scenario.common().hexes()));
        undo.apply(&mut scenario).unwrap();
        assert_eq!(scenario.common().levels(), Some(&short));
    }

    #[test]
    fn a_hex_that_the_map_has_not_gets_no_level() {
        let mut scenario = Document::bundled().scenario().clone();
        let cell = Cell { column: 0, row: 0 };
        scenario.common_mut().hexes_mut().set(0, 0, VOID);
        assert_eq!(Edit::Levels(vec![(cell, '3')]).apply(&mut scenario), None);
        Edit::Levels(vec![(Cell { column: 1, row: 0 }, '3')]).apply(&mut scenario).unwrap();
        assert_eq!(scenario.common().levels().unwrap().get(0, 0), Some(VOID));
    }
}
