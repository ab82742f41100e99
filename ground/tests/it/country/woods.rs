//! Woods, by noise, not near places.

use super::relief::noise;
use super::{COLUMNS, ROWS, TruePlace, middle};

/// Returns which cells are wood: about a third of the country.
pub(super) fn woods(seed: u64, places: &[TruePlace]) -> Vec<bool> {
    (0..COLUMNS * ROWS)
        .map(|cell| {
            let at = middle(cell);
            let value =
                noise(seed, 21, at, 3500.0) + 0.6 * noise(seed, 22, at, 1300.0) + 0.35 * noise(seed, 23, at, 500.0);
            value > 0.22 && places.iter().all(|place| place.at.distance(at) > 350.0)
        })
        .collect()
}

/// Returns the outlines of woods as rings of corners of cells (column and row), of each connected wood.
pub(super) fn outlines(woods: &[bool]) -> Vec<Vec<Vec<(usize, usize)>>> {
    let is_wood = |column: isize, row: isize| {
        (0..COLUMNS as isize).contains(&column)
            && (0..ROWS as isize).contains(&row)
            && woods[row as usize * COLUMNS + column as usize]
    };
    let mut seen = vec![false; woods.len()];
    let mut all = Vec::new();
    for start in (0..woods.len()).filter(|cell| woods[*cell]) {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let mut cells = vec![start];
        let mut at = 0;
        while let Some(cell) = cells.get(at).copied() {
            at += 1;
            let (column, row) = ((cell % COLUMNS) as isize, (cell / COLUMNS) as isize);
            for (x, y) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                if is_wood(column + x, row + y) {
                    let other = (row + y) as usize * COLUMNS + (column + x) as usize;
                    if !std::mem::replace(&mut seen[other], true) {
                        cells.push(other);
                    }
                }
            }
        }
        all.push(rings(&cells));
    }
    all
}

/// Returns the rings around a set of cells, from the sides that only one of them has.
fn rings(cells: &[usize]) -> Vec<Vec<(usize, usize)>> {
    let set: std::collections::BTreeSet<usize> = cells.iter().copied().collect();
    // Each side leads from corner to corner with the wood on its left.
    let mut from = std::collections::BTreeMap::<(usize, usize), Vec<(usize, usize)>>::new();
    for cell in cells {
        let (x, y) = (cell % COLUMNS, cell / COLUMNS);
        let mut side = |has: bool, a: (usize, usize), b: (usize, usize)| {
            if !has {
                from.entry(a).or_default().push(b);
            }
        };
        side(y > 0 && set.contains(&(cell - COLUMNS)), (x + 1, y), (x, y));
        side(y + 1 < ROWS && set.contains(&(cell + COLUMNS)), (x, y + 1), (x + 1, y + 1));
        side(x > 0 && set.contains(&(cell - 1)), (x, y), (x, y + 1));
        side(x + 1 < COLUMNS && set.contains(&(cell + 1)), (x + 1, y + 1), (x + 1, y));
    }
    let mut rings = Vec::new();
    while let Some((start, _)) = from.iter().find(|(_, to)| !to.is_empty()).map(|(at, to)| (*at, to.len())) {
        let mut ring = vec![start];
        let mut at = start;
        while let Some(next) = from.get_mut(&at).and_then(Vec::pop) {
            if next == start {
                break;
            }
            ring.push(next);
            at = next;
        }
        rings.push(ring);
    }
    rings
}
