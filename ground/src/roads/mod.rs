//! Roads from hex to hex: the ways between neighboring places, matched to the hexes.

mod chains;
mod extra;
mod graph;
mod matching;
mod routes;
mod terminals;
mod tidy;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::anchors::Anchors;
use crate::era::{Era, LineClass, RoadClass};
use crate::grid::{GroundGrid, Side, Tile};
use crate::notice::Notice;
use crate::plane::Point;
use crate::rivers::Rivers;
use crate::source::{Landscape, Tags};

pub use chains::{Bridge, RoadChain};
pub use terminals::Terminal;

/// The figures by which roads are selected and laid. Lengths are in hexes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RoadFigures {
    /// The length of a route against the straight line, from which it is a detour.
    pub detour: f64,
    /// The distance within which a route passes a third place.
    pub third_place: f64,
    /// The length of two other routes against a route that they replace.
    pub replaced: f64,
    /// The least length of a main road that joins no places.
    pub least_extra: f64,
    /// The distance from other roads from which such a road counts.
    pub strip: f64,
    /// The distance between places where roads leave the map.
    pub exits: f64,
    /// The distance for which a main road goes on where the data end.
    pub straight_on: f64,
    /// The routes that the designer has unchecked, by [`Route::id`].
    pub unchecked: BTreeSet<[i64; 2]>,
}

impl Default for RoadFigures {
    fn default() -> Self {
        Self {
            detour: 1.7,
            third_place: 0.35,
            replaced: 1.15,
            least_extra: 1.2,
            strip: 0.6,
            exits: 1.5,
            straight_on: 0.7,
            unchecked: BTreeSet::new(),
        }
    }
}

/// A road between two places or borders of the map.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// What tells the route in lists: the numbers in the file of the nodes at its ends, the lower first.
    pub id: [i64; 2],
    /// The positions of its ends in [`Roads::terminals`]; `None` at a junction.
    pub ends: [Option<usize>; 2],
    /// The line on the ground.
    pub line: Vec<Point>,
    /// The hexes in order, each next to the one before, with those of the margin.
    pub tiles: Vec<Tile>,
    /// The number of times that the line crosses drawn stems.
    pub crossings: usize,
}

/// The roads of a map.
#[derive(Clone, Debug, Default)]
pub struct Roads {
    /// The places and borders that roads join.
    pub terminals: Vec<Terminal>,
    /// The routes, the greatest first.
    pub routes: Vec<Route>,
    /// The roads of the map: each step between two hexes once.
    pub chains: Vec<RoadChain>,
    /// The bridges and fords.
    pub bridges: Vec<Bridge>,
    /// What the reader of the proposal should know.
    pub notices: Vec<Notice>,
}

impl Roads {
    /// Derives the roads of `landscape`. They go on over the border of the data, but not where `is_water` holds.
    pub fn new(
        landscape: &Landscape,
        era: &Era,
        grid: &GroundGrid,
        anchors: &Anchors,
        rivers: &Rivers,
        is_water: impl Fn(Point) -> bool,
        figures: &RoadFigures,
    ) -> Self {
        let is_road = |tags: &Tags| match era.line(tags) {
            Some(LineClass::Road(class)) => Some(class),
            _ => None,
        };
        Self::of_class(landscape, is_road, grid, anchors, rivers, is_water, figures)
    }

    /// Derives the railways of `landscape` like roads, for a preview: the file has no kind for them yet.
    pub fn railways(
        landscape: &Landscape,
        era: &Era,
        grid: &GroundGrid,
        anchors: &Anchors,
        rivers: &Rivers,
        figures: &RoadFigures,
    ) -> Self {
        let is_rail = |tags: &Tags| (era.line(tags) == Some(LineClass::Rail)).then_some(RoadClass::Primary);
        Self::of_class(landscape, is_rail, grid, anchors, rivers, |_| true, figures)
    }

    fn of_class(
        landscape: &Landscape,
        class: impl Fn(&Tags) -> Option<RoadClass>,
        grid: &GroundGrid,
        anchors: &Anchors,
        rivers: &Rivers,
        is_water: impl Fn(Point) -> bool,
        figures: &RoadFigures,
    ) -> Self {
        let ways = graph::usable(landscape, grid, &class);
        let ends = terminals::terminals(landscape, grid, anchors, &ways, is_water, figures);
        let cuts: BTreeSet<u32> = ends.iter().map(|end| end.node).collect();
        let graph = graph::RoadGraph::new(landscape, &ways, &cuts);
        let mut paths = routes::routes(grid, &graph, &ends, figures);
        extra::add(grid, &graph, &mut paths, figures);
        paths.retain(|path| !figures.unchecked.contains(&path.id(&graph)));
        let mut matcher = matching::Matcher::new(grid, anchors, rivers, &graph);
        let mut laid = matcher.lay(&ends, paths);
        tidy::tidy(grid, anchors, &matcher, &mut laid);
        let (chains, bridges) = chains::chains(grid, anchors, &graph, &matcher, &laid);
        let notices = unreached(grid, &ends, &laid, anchors);
        let routes = laid.into_iter().map(|laid| laid.route).collect();
        Self { terminals: ends, routes, chains, bridges, notices }
    }

    /// Returns the steps of all roads within the map.
    pub fn steps(&self) -> BTreeSet<Side> {
        let steps = self.chains.iter().flat_map(|chain| chain.tiles.windows(2));
        steps.map(|pair| Side::between(pair[0], pair[1])).collect()
    }
}

/// Returns a notice for each place of the map that no road reaches.
fn unreached(grid: &GroundGrid, ends: &[Terminal], laid: &[matching::LaidRoute], anchors: &Anchors) -> Vec<Notice> {
    let on_road: BTreeSet<Tile> = laid.iter().flat_map(|laid| laid.route.tiles.iter().copied()).collect();
    if ends.is_empty() {
        return Vec::new();
    }
    let places = anchors.places().filter_map(|(spot, home)| Some((spot, home?)));
    let lonely = places.filter(|(_, home)| grid.is_on_map(*home) && !on_road.contains(home));
    lonely.map(|(spot, _)| Notice::NoRoad(spot.name.to_string())).collect()
}

/// What a road is called and how it is drawn, of one piece between junctions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RoadFacts {
    /// The name or the number.
    pub(crate) name: Option<SmolStr>,
    pub(crate) is_major: bool,
    pub(crate) is_roman: bool,
    pub(crate) is_ford: bool,
}

/// The tiles and the sides of roads, by the step.
pub(crate) type StepMap<T> = BTreeMap<Side, T>;

#[cfg(test)]
mod tests;
