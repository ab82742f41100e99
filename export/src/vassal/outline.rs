//! Groups of hexes as polygons on a board.

use std::collections::{BTreeMap, BTreeSet};

use battlewright_schema::Cell;
use emath::Pos2;

use crate::draw::View;

type Point = (i32, i32);

/// Rounds a point to whole pixels.
pub(super) fn whole(at: Pos2) -> Point {
    #[expect(clippy::cast_possible_truncation, reason = "a board has thousands of pixels")]
    let whole = |length: f32| length.round() as i32;
    (whole(at.x), whole(at.y))
}

/// Returns the corners of the bounding box of `cells`.
pub(super) fn boxed(view: &View, cells: &[Cell], scale: f32) -> Vec<Point> {
    let corners = cells.iter().flat_map(|cell| view.corners(*cell)).map(|at| whole(at * scale));
    let (mut least, mut most) = ((i32::MAX, i32::MAX), (0, 0));
    for (x, y) in corners {
        least = (least.0.min(x), least.1.min(y));
        most = (most.0.max(x), most.1.max(y));
    }
    vec![least, (most.0, least.1), most, (least.0, most.1)]
}

/// Returns the outline of `cells` as a single path. Between separate parts and holes, the path runs back and forth along
/// the same line, so that their areas stay correct.
pub(super) fn around(view: &View, cells: &[Cell], scale: f32) -> Vec<Point> {
    let set: BTreeSet<Cell> = cells.iter().copied().collect();
    let mut known = BTreeSet::new();
    let mut next: BTreeMap<Point, Vec<Point>> = BTreeMap::new();
    for cell in &set {
        for (side, neighbor) in view.grid().neighbors(*cell).into_iter().enumerate() {
            if neighbor.is_none_or(|neighbor| !set.contains(&neighbor)) {
                let [from, to] = view.sides(*cell)[side].map(|at| snapped(&mut known, whole(at * scale)));
                next.entry(from).or_default().push(to);
            }
        }
    }
    let mut path: Vec<Point> = Vec::new();
    while let Some(start) = next.keys().next().copied() {
        let mut at = start;
        path.push(start);
        while let Some(to) = next.get_mut(&at).and_then(Vec::pop) {
            if next.get(&at).is_some_and(Vec::is_empty) {
                next.remove(&at);
            }
            path.push(to);
            at = to;
        }
        // Closes the path at its start.
        if let Some(first) = path.first().copied()
            && first != start
        {
            path.push(first);
        }
    }
    path
}

/// Returns a known point within a pixel, since two hexes may round a shared corner differently.
fn snapped(known: &mut BTreeSet<Point>, (x, y): Point) -> Point {
    let near = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (x + dx, y + dy)));
    let found = near.into_iter().find(|point| known.contains(point));
    found.unwrap_or_else(|| {
        known.insert((x, y));
        (x, y)
    })
}

#[cfg(test)]
mod tests {
    use battlewright_schema::{System, load, template};

    use super::*;

    /// Returns `true` if a point is inside the path, by the even-odd rule.
    fn inside(path: &[Point], (x, y): (f32, f32)) -> bool {
        let point = |n: usize| path[n % path.len()];
        let crosses = |n: usize| {
            let ((ax, ay), (bx, by)) = (point(n), point(n + 1));
            let (ax, ay, bx, by) = (ax as f32, ay as f32, bx as f32, by as f32);
            (ay > y) != (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax
        };
        (0..path.len()).filter(|n| crosses(*n)).count() % 2 == 1
    }

    #[test]
    fn the_line_goes_around_the_hexes_and_no_others() {
        let scenario = load(template(System::MarsLaTour)).readable.unwrap();
        let grid = scenario.common().grid().unwrap();
        let view = View::whole(&grid, 40.0, 0.1);
        let cell = |column, row| Cell { column, row };
        let ring: Vec<Cell> = grid.neighbors(cell(3, 2)).into_iter().flatten().collect();
        let groups = [
            vec![cell(0, 0)],
            vec![cell(0, 0), cell(7, 5), cell(4, 4)],
            ring.clone(),
            ring.into_iter().chain([cell(7, 0), cell(0, 5)]).collect(),
            grid.cells().collect(),
        ];
        for cells in groups {
            let path = around(&view, &cells, 1.7);
            for other in grid.cells() {
                let at = view.center(other) * 1.7;
                assert_eq!(inside(&path, (at.x + 0.3, at.y + 0.3)), cells.contains(&other), "{cells:?} {other:?}");
            }
        }
    }
}
