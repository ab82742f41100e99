//! Parts of the map that nothing has to do with.

use super::context::{Context, Ground};
use crate::common::grid::Cell;
use crate::common::map::VOID;
use crate::diagnostic::{Diagnostic, finding};
use crate::path::DocPath;

finding! {
    /// A part of the map that no unit can reach and on which there is nothing.
    ///
    /// `_` parts it from the rest, and nobody starts or enters there. Usually a `_` stands where a
    /// letter ought to be, or a letter beyond the edge of the printed map.
    ///
    /// ```toml
    /// [map]
    /// hexes = """
    /// . . _ .                      # the last hex is for nobody
    /// . . _ _
    /// """
    /// ```
    CUT_OFF_HEXES = "cut-off-hexes", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(grid) = cx.map.grid.as_ref().filter(|_| cx.map.is_full) else { return };
    // What is whole has no parts.
    if !cx.map.hexes.0.iter().flatten().any(|letter| *letter == VOID) {
        return;
    }
    let parts = Parts::of(&cx.map, grid.cells());
    if parts.sizes.len() < 2 {
        return;
    }
    let mut used = vec![false; parts.sizes.len()];
    let names = cx.uses("HexId").filter_map(|name| cx.map.named(name.text()));
    for part in names.filter_map(|cell| parts.part(&cx.map, cell)) {
        if let Some(used) = used.get_mut(part) {
            *used = true;
        }
    }
    let largest = parts.sizes.iter().enumerate().max_by_key(|(_, (size, _))| *size).map(|(part, _)| part);
    for (part, (size, first)) in parts.sizes.iter().enumerate() {
        if Some(part) == largest || used.get(part) == Some(&true) {
            continue;
        }
        let name = grid.name(*first);
        let message = match size {
            1 => format!("hex {name} is cut off from the rest of the map, and nothing is there"),
            size => format!("{size} hexes around {name} are cut off from the rest of the map, and nothing is there"),
        };
        let finding = CUT_OFF_HEXES
            .at(DocPath::root().key("map").key("hexes"), message)
            .help("write `_` for hexes that the map does not have, or a letter where they are parted from it")
            .span(cx.letters_span(usize::from(first.row), usize::from(first.column), false));
        found.push(finding);
    }
}

/// The parts of a map, none of which touches another.
struct Parts {
    /// The part of each cell, row by row.
    of: Vec<Option<usize>>,
    /// How many hexes each has, and the first of them.
    sizes: Vec<(usize, Cell)>,
}

impl Parts {
    fn of(map: &Ground<'_>, cells: impl Iterator<Item = Cell>) -> Self {
        let mut parts = Self { of: vec![None; usize::from(map.columns) * usize::from(map.rows)], sizes: Vec::new() };
        for start in cells.filter(|cell| map.has(*cell)) {
            if parts.part(map, start).is_some() {
                continue;
            }
            let number = parts.sizes.len();
            let mut size = 0;
            let mut todo = vec![start];
            while let Some(cell) = todo.pop() {
                let Some(part) = parts.of.get_mut(index(map, cell)).filter(|part| part.is_none()) else { continue };
                *part = Some(number);
                size += 1;
                todo.extend(map.neighbors(cell));
            }
            parts.sizes.push((size, start));
        }
        parts
    }

    fn part(&self, map: &Ground<'_>, cell: Cell) -> Option<usize> {
        self.of.get(index(map, cell)).copied().flatten()
    }
}

fn index(map: &Ground<'_>, cell: Cell) -> usize {
    usize::from(cell.row) * usize::from(map.columns) + usize::from(cell.column)
}

#[cfg(test)]
mod tests {
    use super::super::testing::shown;

    const CORNER: (&str, &str) = (". . . . . . . .\n. . w . . . . .", ". . . . . . _ .\n. . w . . . . _");

    #[test]
    fn a_part_of_the_map_is_there_for_something() {
        assert_eq!(shown(&[CORNER]), ["cut-off-hexes ."]);
        let unit = ("at = \"0704\"", "at = \"0801\"");
        assert_eq!(shown(&[CORNER, unit]), [] as [&str; 0]);
    }
}
