//! Roads as the file has them: each step between two hexes once, cut at junctions, with bridges.

use std::collections::{BTreeMap, BTreeSet};

use battlewright_schema::RoadKind;
use smol_str::SmolStr;

use super::graph::RoadGraph;
use super::matching::{LaidRoute, Matcher};
use super::{RoadFacts, StepMap, usual_kind, usual_name};
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

/// A step of a road from hex to hex.
struct Step<'a> {
    facts: &'a RoadFacts,
    kind: RoadKind,
    /// `true` if the designer chose the kind.
    is_chosen: bool,
}

/// Returns the roads and the bridges of the map.
pub(super) fn chains(
    grid: &GroundGrid,
    anchors: &Anchors,
    graph: &RoadGraph,
    matcher: &Matcher<'_>,
    laid: &[LaidRoute],
    kinds: &BTreeMap<[i64; 2], RoadKind>,
) -> (Vec<RoadChain>, Vec<Bridge>) {
    let mut steps = StepMap::<Step<'_>>::new();
    for laid in laid {
        let chosen = kinds.get(&laid.route.id).copied();
        for (pair, edge) in laid.route.tiles.windows(2).zip(&laid.edges) {
            let is_on_map = grid.is_on_map(pair[0]) && grid.is_on_map(pair[1]);
            if let Some(edge) = graph.edge(*edge).filter(|_| is_on_map) {
                // The better road comes first.
                let step = steps.entry(Side::between(pair[0], pair[1]));
                let step = step.or_insert(Step { facts: &edge.facts, kind: edge.facts.kind(), is_chosen: false });
                if let Some(kind) = chosen.filter(|_| !step.is_chosen) {
                    (step.kind, step.is_chosen) = (kind, true);
                }
            }
        }
    }
    let river = |(side, step): (&Side, &Step<'_>)| {
        matcher.is_river(*side).then_some(Bridge { side: *side, is_ford: step.facts.is_ford })
    };
    let bridges = steps.iter().filter_map(river).collect();
    let chains = walked(&steps).into_iter().map(|tiles| chain(anchors, &steps, tiles)).collect();
    (chains, bridges)
}

/// Returns the hexes of each chain: from junction to junction, then those of rings.
fn walked(steps: &StepMap<Step<'_>>) -> Vec<Vec<Tile>> {
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

fn chain(anchors: &Anchors, steps: &StepMap<Step<'_>>, tiles: Vec<Tile>) -> RoadChain {
    let own = || tiles.windows(2).filter_map(|pair| steps.get(&Side::between(pair[0], pair[1])));
    let kind = usual_kind(own().map(|step| (step.kind, 1)));
    let usual = usual_name(own().filter_map(|step| Some((step.facts.name.as_ref()?, 1))));
    let place = |tile: Option<&Tile>| tile.and_then(|tile| anchors.place_in(*tile)).map(|place| &place.name);
    let between = || {
        let mut ends = [place(tiles.first())?, place(tiles.last())?];
        ends.sort_unstable();
        Some(SmolStr::from(format!("{} - {}", ends[0], ends[1])))
    };
    let name = usual.or_else(between);
    RoadChain { name, kind, tiles }
}
