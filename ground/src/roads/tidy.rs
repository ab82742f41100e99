//! Needless corners and spurs of roads, dropped for all routes at once, so that shared stretches stay the same.

use std::collections::{BTreeMap, BTreeSet};

use super::matching::{LaidRoute, Matcher};
use crate::anchors::Anchors;
use crate::grid::{GroundGrid, Side, Tile};

/// Drops hexes of roads that only make a corner between two adjacent hexes, and spurs that lead nowhere or end in water, as on a quay. Places, ends on land
/// and crossings of rivers stay.
pub(super) fn tidy(grid: &GroundGrid, anchors: &Anchors, matcher: &Matcher<'_>, laid: &mut [LaidRoute]) {
    let mut next = BTreeMap::<Tile, BTreeSet<Tile>>::new();
    let mut kept = BTreeSet::new();
    for laid in laid.iter() {
        for pair in laid.route.tiles.windows(2) {
            next.entry(pair[0]).or_default().insert(pair[1]);
            next.entry(pair[1]).or_default().insert(pair[0]);
        }
        let ends = [laid.route.tiles.first(), laid.route.tiles.last()].into_iter().flatten().copied();
        // At the border of the map, a road may go on over the water.
        let goes_on = |tile: Tile| grid.neighbors(tile).into_iter().flatten().any(|other| !grid.is_on_map(other));
        kept.extend(ends.filter(|tile| !matcher.is_wet(*tile) || goes_on(*tile)));
    }
    let mut open: BTreeSet<Tile> = next.keys().copied().collect();
    let mut dropped = BTreeSet::new();
    // Each turn drops a hex or leaves one, so this ends.
    while let Some(tile) = open.pop_first() {
        if kept.contains(&tile) || anchors.place_in(tile).is_some() {
            continue;
        }
        let around: Vec<Tile> = next.get(&tile).into_iter().flatten().copied().collect();
        let is_needless = match around.as_slice() {
            [_] => true,
            [a, b] => {
                let crosses = |a: Tile, b: Tile| usize::from(matcher.is_river(Side::between(a, b)));
                grid.neighbors(*a).contains(&Some(*b)) && crosses(*a, tile) + crosses(tile, *b) == crosses(*a, *b)
            }
            _ => false,
        };
        if !is_needless {
            continue;
        }
        dropped.insert(tile);
        next.remove(&tile);
        for other in &around {
            if let Some(own) = next.get_mut(other) {
                own.remove(&tile);
                own.extend(around.iter().copied().filter(|third| third != other));
            }
            open.insert(*other);
        }
    }
    for laid in laid.iter_mut() {
        let (mut tiles, mut edges): (Vec<Tile>, Vec<u32>) = (Vec::new(), Vec::new());
        for (n, tile) in laid.route.tiles.iter().enumerate() {
            if dropped.contains(tile) || tiles.last() == Some(tile) {
                continue;
            }
            if !tiles.is_empty() {
                edges.extend(n.checked_sub(1).and_then(|n| laid.edges.get(n)));
            }
            tiles.push(*tile);
        }
        (laid.route.tiles, laid.edges) = (tiles, edges);
    }
}
