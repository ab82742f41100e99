//! Ground in positions: the map, its hexsides, roads, places, entries and exits.

use serde_json::json;

use battlewright_schema::{Common, HexId, HexRows};

use crate::rows::read_row;

/// Reads a line of a position that sets terrain or other ground, which every system has. `letters` maps the system's terrain
/// words to letters. Returns `false` for any other line.
///
/// ```text
/// map 9x7                          columns x rows, all open; at level 1, in systems with levels
/// woods 0404 0504                  a word for terrain
/// only 0104 0204 0304              no hex but these
/// level 3 0404 0505
/// road 0101 0201 0301              joins the hexes it names; `major` is a major road
/// stream 0404/0405                 or river, bridge, slope, wall
/// place flavigny 0302 held french
/// entry B french 0901
/// exit E french 0101               in systems with exits
/// ```
pub fn reads_ground(common: &mut dyn Common, letters: &[(&str, char)], line: &str, words: &[&str]) -> bool {
    match words {
        ["map", size] if size.contains('x') => {
            let (columns, rows) = size.split_once('x').expect(line);
            let (columns, rows) = (columns.parse().expect(line), rows.parse().expect(line));
            common.set_size(columns, rows);
            let all = |letter| HexRows(vec![vec![letter; usize::from(columns)]; usize::from(rows)]);
            *common.hexes_mut() = all('.');
            *common.levels_mut() = common.steep().map(|_| all('1'));
        }
        ["only", hexes @ ..] => {
            common.hexes_mut().0.iter_mut().flatten().for_each(|letter| *letter = '_');
            paint(common, '.', hexes);
        }
        ["level", level, hexes @ ..] => {
            for (column, row) in places(common, hexes) {
                let levels = common.levels_mut().as_mut().expect(line);
                levels.set(column, row, level.parse().expect(line)).expect("the hex is on the map");
            }
        }
        [kind @ ("road" | "major"), path @ ..] => {
            common.roads_mut().push(read_row(json!({ "path": path, "kind": kind })));
        }
        [kind @ ("stream" | "river" | "bridge" | "slope" | "wall"), between @ ..] => {
            common.hexsides_mut().push(read_row(json!({ "kind": kind, "between": between })));
        }
        ["place", id, hexes @ .., "held", side] => {
            common.places_mut().push(read_row(json!({ "id": id, "name": id, "hexes": hexes, "holder": side })));
        }
        ["place", id, hexes @ ..] => {
            common.places_mut().push(read_row(json!({ "id": id, "name": id, "hexes": hexes })));
        }
        ["entry", id, side, hexes @ ..] => {
            common.entries_mut().push(read_row(json!({ "id": id, "side": side, "hexes": hexes })));
        }
        ["exit", id, side, hexes @ ..] => {
            let exits = common.exits_mut().expect("the system has exits");
            exits.push(read_row(json!({ "id": id, "side": side, "hexes": hexes })));
        }
        [word, hexes @ ..] => match letters.iter().find(|(known, _)| known == word) {
            Some((_, letter)) => paint(common, *letter, hexes),
            None => return false,
        },
        [] => return false,
    }
    true
}

/// Returns the column and row of each of `hexes`, counted from 0.
pub fn places(common: &dyn Common, hexes: &[&str]) -> Vec<(usize, usize)> {
    let grid = common.grid().expect("hexes have names");
    let cells = hexes.iter().map(|hex| grid.cell(&HexId::from(*hex)).unwrap_or_else(|| panic!("{hex} is on the map")));
    cells.map(|cell| (cell.column.into(), cell.row.into())).collect()
}

fn paint(common: &mut dyn Common, letter: char, hexes: &[&str]) {
    for (column, row) in places(common, hexes) {
        common.hexes_mut().set(column, row, letter).expect("the hex is on the map");
    }
}
