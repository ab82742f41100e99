//! Roads as the file has them: each step between two hexes once, cut at junctions, with bridges.

use std::collections::{BTreeMap, BTreeSet};

use battlewright_schema::RoadKind;
use smol_str::SmolStr;

use super::graph::RoadGraph;
use super::matching::{LaidRoute, Matcher};
use super::{RoadFacts, StepMap};
use crate::anchors::Anchors;
use crate::grid::{GroundGrid, Side, Tile};

/// A road of the map, from junction to junction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoadChain {
    /// The name: that of the road, its number, or the two places at its ends.
    pub name: Option<SmolStr>,
    /// The kind.
    pub kind: RoadKind,
    /// The hexes in order, all on the map.
    pub tiles: Vec<Tile>,
}

/// A bridge or ford, where a road steps over a stream or river.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bridge {
    /// The hexside.
    pub side: Side,
    /// `true` for a ford.
    pub is_ford: bool,
}

/// Returns the roads and the bridges of the map.
pub(super) fn chains(
    grid: &GroundGrid,
    anchors: &Anchors,
    graph: &RoadGraph,
    matcher: &Matcher<'_>,
    laid: &[LaidRoute],
) -> (Vec<RoadChain>, Vec<Bridge>) {
    let mut steps = StepMap::<&RoadFacts>::new();
    for laid in laid {
        for (pair, edge) in laid.route.tiles.windows(2).zip(&laid.edges) {
            let is_on_map = grid.is_on_map(pair[0]) && grid.is_on_map(pair[1]);
            if let Some(edge) = graph.edge(*edge).filter(|_| is_on_map) {
                // The better road comes first.
                steps.entry(Side::between(pair[0], pair[1])).or_insert(&edge.facts);
            }
        }
    }
    let river = |(side, facts): (&Side, &&RoadFacts)| {
        matcher.is_river(*side).then_some(Bridge { side: *side, is_ford: facts.is_ford })
    };
    let bridges = steps.iter().filter_map(river).collect();
    let chains = walked(&steps).into_iter().map(|tiles| chain(anchors, &steps, tiles)).collect();
    (chains, bridges)
}

/// Returns the hexes of each chain: from junction to junction, then those of rings.
fn walked(steps: &StepMap<&RoadFacts>) -> Vec<Vec<Tile>> {
    let mut next = BTreeMap::<Tile, BTreeSet<Tile>>::new();
    for side in steps.keys() {
        next.entry(side.low).or_default().insert(side.high);
        next.entry(side.high).or_default().insert(side.low);
    }
    let is_junction = |tile: &Tile| next.get(tile).is_some_and(|all| all.len() != 2);
    let mut seen = BTreeSet::new();
    let mut chains = Vec::new();
    let starts = next.keys().filter(|tile| is_junction(tile)).chain(next.keys());
    for start in starts {
        for first in next.get(start).into_iter().flatten() {
            if !seen.insert(Side::between(*start, *first)) {
                continue;
            }
            let mut tiles = vec![*start, *first];
            let mut at = *first;
            while !is_junction(&at) {
                let on = next.get(&at).into_iter().flatten().find(|on| !seen.contains(&Side::between(at, **on)));
                let Some(on) = on else { break };
                seen.insert(Side::between(at, *on));
                tiles.push(*on);
                at = *on;
            }
            chains.push(tiles);
        }
    }
    chains
}

fn chain(anchors: &Anchors, steps: &StepMap<&RoadFacts>, tiles: Vec<Tile>) -> RoadChain {
    let facts: Vec<&RoadFacts> =
        tiles.windows(2).filter_map(|pair| steps.get(&Side::between(pair[0], pair[1]))).copied().collect();
    let most = |is: &dyn Fn(&RoadFacts) -> bool| 2 * facts.iter().filter(|facts| is(facts)).count() > facts.len();
    let kind = if most(&|facts| facts.is_roman) {
        RoadKind::Roman
    } else if most(&|facts| facts.is_major) {
        RoadKind::Major
    } else {
        RoadKind::Road
    };
    let mut names = BTreeMap::<&SmolStr, usize>::new();
    for name in facts.iter().filter_map(|facts| facts.name.as_ref()) {
        *names.entry(name).or_default() += 1;
    }
    let usual = names.iter().max_by_key(|(name, count)| (**count, std::cmp::Reverse(name.as_str())));
    let place = |tile: Option<&Tile>| tile.and_then(|tile| anchors.place_in(*tile)).map(|place| &place.name);
    let between = || {
        let mut ends = [place(tiles.first())?, place(tiles.last())?];
        ends.sort_unstable();
        Some(SmolStr::from(format!("{} - {}", ends[0], ends[1])))
    };
    let name = usual.map(|(name, _)| (*name).clone()).or_else(between);
    RoadChain { name, kind, tiles }
}
