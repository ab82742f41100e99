//! Scores of rivers.

use std::collections::BTreeSet;

use battlewright_ground::rivers::sides_of;
use battlewright_ground::{Point, Side, Tile};

use super::Part;
use crate::case::{Case, corners, parts};

/// The scores of the rivers of a map.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RiverScore {
    /// Stems in one piece inside the map.
    pub(crate) whole: Part,
    /// Junctions that the map shows.
    pub(crate) junctions: Part,
    /// Pairs of near places, and drawn stems, which are as many times between them as in truth.
    pub(crate) banks: Part,
}

impl RiverScore {
    pub(crate) fn of(case: &Case) -> Self {
        let mut score = Self::default();
        for (n, drawn) in case.rivers.drawn.iter().enumerate() {
            let own: BTreeSet<Side> = drawn.sides.iter().filter(|side| case.is_on_map(side)).copied().collect();
            if own.is_empty() {
                continue;
            }
            // Along the border it leaves the map and comes back: there it is in one piece with the hexes around the map.
            // Beyond the margin nothing is drawn: there a stem leaves and comes back.
            let is_inside = |point: &Point| {
                case.grid.at(*point).is_some_and(|tile| case.grid.neighbors(tile).iter().all(Option::is_some))
            };
            let inside: Vec<bool> = drawn.smooth.iter().map(is_inside).collect();
            let visits = 1 + inside.windows(2).filter(|pair| !pair[0] && pair[1]).count();
            score.whole.add(pieces(case, &drawn.sides) <= visits);
            for end in [drawn.stem.nodes.first(), drawn.stem.nodes.last()].into_iter().flatten() {
                let point = case.landscape.point(*end);
                let is_inside = case.grid.at(point).is_some_and(|tile| case.grid.is_on_map(tile));
                let greater = case.rivers.drawn[..n].iter().find(|other| other.stem.nodes.contains(end));
                if let Some(greater) = greater.filter(|_| is_inside) {
                    score.junctions.add(touch(case, &drawn.sides, &greater.sides));
                }
            }
        }
        score.banks = banks(case);
        score
    }
}

/// Returns the number of connected pieces of hexsides.
fn pieces(case: &Case, sides: &BTreeSet<Side>) -> usize {
    let edges = sides.iter().flat_map(|side| {
        let near = corners(&case.grid, *side)
            .into_iter()
            .flat_map(|corner| [Side::between(side.low, corner), Side::between(side.high, corner)]);
        let near: Vec<Side> = near.filter(|other| sides.contains(other)).collect();
        near.into_iter().chain([*side]).map(|other| (*side, other)).collect::<Vec<_>>()
    });
    parts(edges).into_values().collect::<BTreeSet<_>>().len()
}

/// Returns `true` if two sets of hexsides meet in a corner.
fn touch(case: &Case, a: &BTreeSet<Side>, b: &BTreeSet<Side>) -> bool {
    a.iter().any(|side| {
        b.contains(side)
            || corners(&case.grid, *side).into_iter().any(|corner| {
                b.contains(&Side::between(side.low, corner)) || b.contains(&Side::between(side.high, corner))
            })
    })
}

/// Compares, for places up to eight hexes apart, the crossings along the hexes between them.
fn banks(case: &Case) -> Part {
    let grid = &case.grid;
    let homes: Vec<Tile> =
        case.anchors.places().filter_map(|(_, home)| home).filter(|home| grid.is_on_map(*home)).collect();
    let mut part = Part::default();
    for drawn in &case.rivers.drawn {
        let line = &drawn.stem.line;
        let truth = sides_of(grid, &case.anchors, line);
        let ends: Vec<Point> = [line.first(), line.last()].into_iter().flatten().copied().collect();
        for (n, a) in homes.iter().enumerate() {
            for b in &homes[n + 1..] {
                if grid.hex(*a).unsigned_distance_to(grid.hex(*b)) > 8 {
                    continue;
                }
                let way: Vec<Tile> = grid.hex(*a).line_to(grid.hex(*b)).filter_map(|hex| grid.tile(hex)).collect();
                // Near its ends one goes around a stem.
                let near = |end: &Point| way.iter().any(|tile| grid.center(*tile).distance(*end) < grid.hexes(2.0));
                if ends.iter().any(near) {
                    continue;
                }
                let crossed = |sides: &BTreeSet<Side>| {
                    way.windows(2).filter(|pair| sides.contains(&Side::between(pair[0], pair[1]))).count() % 2
                };
                part.add(crossed(&truth) == crossed(&drawn.sides));
            }
        }
    }
    part
}
