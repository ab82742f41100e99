//! Scores of roads.

use std::collections::{BTreeMap, BTreeSet};

use battlewright_ground::{Side, Tile, line};

use super::Part;
use crate::case::{Case, parts};

/// The scores of the roads of a map.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RoadScore {
    /// Pairs of places with a road between them that are connected.
    pub(crate) connected: Part,
    /// Places on a road.
    pub(crate) on_road: Part,
    /// The number of networks with places inside the map.
    pub(crate) networks: usize,
    /// Routes that cross rivers as many times as the road.
    pub(crate) crossings: Part,
    /// Steps over water with a bridge.
    pub(crate) bridges: Part,
    /// The greatest length of a route in hexes against the road.
    pub(crate) longest: f64,
}

impl RoadScore {
    pub(crate) fn of(case: &Case) -> Self {
        let grid = &case.grid;
        let steps = case.roads.steps();
        let part = parts(steps.iter().map(|side| (side.low, side.high)));
        let home: BTreeMap<String, Tile> = case
            .anchors
            .places()
            .filter_map(|(spot, home)| Some((spot.name.to_string(), home.filter(|home| grid.is_on_map(*home))?)))
            .collect();
        // A road across a corner of the map is a network by itself, without a place.
        let with_places: BTreeSet<usize> = home.values().filter_map(|tile| part.get(tile)).copied().collect();
        let mut score = Self { networks: with_places.len(), ..Self::default() };
        for tile in home.values() {
            // By the border, a road may leave the map from the hex of its place.
            let leaves = case.roads.routes.iter().any(|route| route.tiles.contains(tile));
            score.on_road.add(part.contains_key(tile) || leaves);
        }
        for road in &case.country.roads {
            let [Some(a), Some(b)] = road.ends else { continue };
            let (a, b) = (&case.country.places[a].name, &case.country.places[b].name);
            let is_inside =
                road.line.iter().all(|spot| grid.at(case.point(*spot)).is_some_and(|tile| grid.is_on_map(tile)));
            if let (Some(a), Some(b), true) = (home.get(a), home.get(b), is_inside) {
                score.connected.add(part.get(a).is_some_and(|part_of| part.get(b) == Some(part_of)));
            }
        }
        let water = case.rivers.sides();
        for route in &case.roads.routes {
            let crossed = route.tiles.windows(2).map(|pair| Side::between(pair[0], pair[1]));
            let stems =
                crossed.map(|side| case.rivers.drawn.iter().filter(|drawn| drawn.sides.contains(&side)).count());
            let stems: Vec<usize> = stems.filter(|stems| *stems > 0).collect();
            // Above a confluence, one hexside may be two stems: crossing it is crossing one or both.
            let range = stems.len()..=stems.iter().sum();
            score.crossings.add(range.contains(&route.crossings));
            let real = line::length(&route.line) / grid.hexes(1.0);
            if real >= 3.0 {
                score.longest = score.longest.max((route.tiles.len() - 1) as f64 / real);
            }
        }
        let bridges: BTreeSet<Side> = case.roads.bridges.iter().map(|bridge| bridge.side).collect();
        for side in steps.iter().filter(|side| water.contains_key(side)) {
            score.bridges.add(bridges.contains(side));
        }
        score
    }
}
