//! The ends of roads: places, and where main roads leave the map.

use std::collections::{BTreeMap, BTreeSet};

use super::RoadFigures;
use super::graph::UsableWay;
use crate::anchors::Anchors;
use crate::areas::Terrain;
use crate::grid::{GroundGrid, Tile};
use crate::line;
use crate::plane::Point;
use crate::source::Landscape;

/// The greatest distance of a place from the road that reaches it, in hexes.
const FARTHEST: f64 = 1.0;

/// A place or a border of the map that roads join.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terminal {
    /// The node of the road there, as a position in [`Landscape::nodes`].
    pub node: u32,
    /// The hex.
    pub tile: Tile,
    /// The point of the place, or where the road ends.
    pub at: Point,
    /// `true` for a place.
    pub is_place: bool,
    /// The points after the node by which the road goes on where the data end.
    pub on: Vec<Point>,
}

/// Returns the terminals: first those at places, then those where main roads leave the map.
pub(super) fn terminals(
    landscape: &Landscape,
    grid: &GroundGrid,
    anchors: &Anchors,
    ways: &[UsableWay<'_>],
    terrain: Option<&Terrain>,
    figures: &RoadFigures,
) -> Vec<Terminal> {
    let mut ends = places(landscape, grid, anchors, ways);
    let mut exits = leaving(landscape, grid, ways);
    if let Some(terrain) = terrain {
        exits.extend(data_ends(landscape, grid, ways, terrain, figures));
    }
    exits.sort_by_key(|(class, end)| (*class, end.at, end.node));
    let taken: BTreeSet<u32> = ends.iter().map(|end| end.node).collect();
    let mut kept: Vec<Terminal> = Vec::new();
    for (_, end) in exits {
        let near = grid.hexes(figures.exits);
        if !taken.contains(&end.node) && kept.iter().all(|other| other.at.distance(end.at) >= near) {
            kept.push(end);
        }
    }
    ends.extend(kept);
    ends
}

/// Returns a terminal for each place of the map with a road near it. The better the road, the farther it may be.
fn places(landscape: &Landscape, grid: &GroundGrid, anchors: &Anchors, ways: &[UsableWay<'_>]) -> Vec<Terminal> {
    let mut nodes = BTreeMap::<Tile, Vec<(u32, u32)>>::new();
    for way in ways {
        for node in &way.nodes {
            if let Some(tile) = grid.at(landscape.point(*node)) {
                nodes.entry(tile).or_default().push((way.class.cost(), *node));
            }
        }
    }
    let mut taken = BTreeSet::new();
    let mut ends = Vec::new();
    for (spot, home) in anchors.places() {
        let Some(tile) = home.filter(|tile| grid.is_on_map(*tile)) else { continue };
        let near = grid.around(tile, 1).filter_map(|tile| nodes.get(&tile)).flatten();
        let cost = |(class, node): &(u32, u32)| {
            let distance = landscape.point(*node).distance(spot.at);
            // A track is taken only if nothing else is near.
            (distance <= grid.hexes(FARTHEST)).then_some((distance as i64 * i64::from(*class), *node))
        };
        let best = near.filter_map(cost).filter(|(_, node)| !taken.contains(node)).min();
        if let Some((_, node)) = best {
            taken.insert(node);
            ends.push(Terminal { node, tile, at: spot.at, is_place: true, on: Vec::new() });
        }
    }
    ends
}

type RankedEnd = (crate::era::RoadClass, Terminal);

/// Returns a terminal for each main road at its first node beyond the map.
fn leaving(landscape: &Landscape, grid: &GroundGrid, ways: &[UsableWay<'_>]) -> Vec<RankedEnd> {
    let mut ends = Vec::new();
    for way in ways.iter().filter(|way| way.class.is_through()) {
        for pair in way.nodes.windows(2) {
            for (inner, outer) in [(pair[0], pair[1]), (pair[1], pair[0])] {
                let way_out = line::sampled(&[landscape.point(inner), landscape.point(outer)], grid.hexes(0.2));
                let on_map = |at: &&Point| grid.at(**at).is_some_and(|tile| grid.is_on_map(tile));
                let inside = way_out.iter().take_while(on_map).count();
                // The last point on the map.
                let last = inside.checked_sub(1).filter(|_| inside < way_out.len()).and_then(|n| way_out.get(n));
                if let Some((at, tile)) = last.and_then(|at| Some((*at, grid.at(*at)?))) {
                    ends.push((way.class, Terminal { node: outer, tile, at, is_place: false, on: Vec::new() }));
                }
            }
        }
    }
    ends
}

/// Returns a terminal for each main road that ends within the map, as at the border of an extract. It goes on straight, so that a bridge at the
/// border is crossed, unless there is water: a quay is no exit.
fn data_ends(
    landscape: &Landscape,
    grid: &GroundGrid,
    ways: &[UsableWay<'_>],
    terrain: &Terrain,
    figures: &RoadFigures,
) -> Vec<RankedEnd> {
    let mut uses = BTreeMap::<u32, u32>::new();
    for way in ways {
        for node in &way.nodes {
            *uses.entry(*node).or_default() += 1;
        }
    }
    let mut ends = Vec::new();
    for way in ways.iter().filter(|way| way.class.is_through()) {
        let last = way.nodes.len().saturating_sub(1);
        for (end, before) in [(0, 1), (last, last.saturating_sub(1))] {
            let (Some(end), Some(before)) = (way.nodes.get(end), way.nodes.get(before)) else { continue };
            let (at, from) = (landscape.point(*end), landscape.point(*before));
            let is_inside = grid.at(at).is_some_and(|tile| grid.is_on_map(tile));
            let length = from.distance(at);
            if uses.get(end) != Some(&1) || !is_inside || length < 1.0 {
                continue;
            }
            let on = from.toward(at, 1.0 + grid.hexes(figures.straight_on) / length);
            if let Some(tile) =
                grid.at(on).filter(|tile| !terrain.is_water(grid, on) && !terrain.is_half_water(grid, *tile))
            {
                ends.push((way.class, Terminal { node: *end, tile, at: on, is_place: false, on: vec![on] }));
            }
        }
    }
    ends
}
