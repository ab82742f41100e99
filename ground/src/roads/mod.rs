//! Roads from hex to hex: the ways between neighboring places, matched to the hexes.

mod chains;
mod extra;
mod graph;
mod matching;
mod routes;
mod terminals;
mod tidy;

use std::collections::{BTreeMap, BTreeSet};

use battlewright_schema::RoadKind;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::anchors::Anchors;
use crate::areas::Terrain;
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
    /// The routes that the designer has checked, by [`Route::id`]. The record has these choices elsewhere, see
    /// [`GroundRequest::choices`](crate::run::GroundRequest::choices).
    #[serde(skip)]
    pub checked: BTreeSet<[i64; 2]>,
    /// The routes that the designer has unchecked.
    #[serde(skip)]
    pub unchecked: BTreeSet<[i64; 2]>,
    /// The kinds of routes that the designer has chosen.
    #[serde(skip)]
    pub kinds: BTreeMap<[i64; 2], RoadKind>,
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
            checked: BTreeSet::new(),
            unchecked: BTreeSet::new(),
            kinds: BTreeMap::new(),
        }
    }
}

/// A road between two places or borders of the map.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// The id of the route in lists: the numbers in the file of the nodes at its ends, the lower first.
    pub id: [i64; 2],
    /// The positions of its ends in [`Roads::terminals`]; `None` at a junction.
    pub ends: [Option<usize>; 2],
    /// The line on the ground.
    pub line: Vec<Point>,
    /// The hexes in order, each next to the one before, with those of the margin.
    pub tiles: Vec<Tile>,
    /// The number of times that the line crosses drawn stems.
    pub crossings: usize,
    /// The name or the number that most of it has.
    pub name: Option<SmolStr>,
    /// The kind of most of it, or that which the designer chose.
    pub kind: RoadKind,
}

/// The reason why a route is drawn or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RouteVerdict {
    /// Not drawn: it passes a third place.
    PassesPlace,
    /// Not drawn: two others together are hardly longer.
    Replaced,
    /// Not drawn, because the designer unchecked it.
    Unchecked,
}

impl RouteVerdict {
    /// Returns the reason in words, for lists.
    pub fn reason(self) -> &'static str {
        match self {
            Self::PassesPlace => "passes a third place",
            Self::Replaced => "two other roads together are hardly longer",
            Self::Unchecked => "unchecked",
        }
    }
}

/// A road between neighbors that is not drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct LeftRoute {
    /// The id of the route in lists, as in [`Route::id`].
    pub id: [i64; 2],
    /// The positions of its ends in [`Roads::terminals`]; `None` at a junction.
    pub ends: [Option<usize>; 2],
    /// The line on the ground.
    pub line: Vec<Point>,
    /// The name or the number that most of it has.
    pub name: Option<SmolStr>,
    /// The kind of most of it, or that which the designer chose.
    pub kind: RoadKind,
    /// The reason that it is not drawn.
    pub verdict: RouteVerdict,
}

/// The roads of a map.
#[derive(Clone, Debug, Default)]
pub struct Roads {
    /// The places and borders that roads join.
    pub terminals: Vec<Terminal>,
    /// The routes, the greatest first.
    pub routes: Vec<Route>,
    /// The routes between neighbors that are not drawn.
    pub left_out: Vec<LeftRoute>,
    /// The roads of the map: each step between two hexes once.
    pub chains: Vec<RoadChain>,
    /// The bridges and fords.
    pub bridges: Vec<Bridge>,
    /// Notices for the reader of the proposal.
    pub notices: Vec<Notice>,
}

impl Roads {
    /// Derives the roads of `landscape`. They go on over the border of the data, but not into the water of `terrain`.
    pub fn new(
        landscape: &Landscape,
        era: &Era,
        grid: &GroundGrid,
        anchors: &Anchors,
        rivers: &Rivers,
        terrain: &Terrain,
        figures: &RoadFigures,
    ) -> Self {
        Self::watched(landscape, era, grid, anchors, rivers, terrain, figures, &|| false)
    }

    /// Derives the roads, and stops with a part of them as soon as `is_canceled` returns `true`.
    #[expect(clippy::too_many_arguments, reason = "the arguments of `new`, which are the steps before, and one more")]
    pub(crate) fn watched(
        landscape: &Landscape,
        era: &Era,
        grid: &GroundGrid,
        anchors: &Anchors,
        rivers: &Rivers,
        terrain: &Terrain,
        figures: &RoadFigures,
        is_canceled: &dyn Fn() -> bool,
    ) -> Self {
        let is_road = |tags: &Tags| match era.line(tags) {
            Some(LineClass::Road(class)) => Some(class),
            _ => None,
        };
        Self::of_class(landscape, is_road, grid, anchors, rivers, Some(terrain), (figures, is_canceled))
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
        Self::watched_railways(landscape, era, grid, anchors, rivers, figures, &|| false)
    }

    /// Derives the railways, and stops with a part of them as soon as `is_canceled` returns `true`.
    pub(crate) fn watched_railways(
        landscape: &Landscape,
        era: &Era,
        grid: &GroundGrid,
        anchors: &Anchors,
        rivers: &Rivers,
        figures: &RoadFigures,
        is_canceled: &dyn Fn() -> bool,
    ) -> Self {
        let is_rail = |tags: &Tags| (era.line(tags) == Some(LineClass::Rail)).then_some(RoadClass::Primary);
        Self::of_class(landscape, is_rail, grid, anchors, rivers, None, (figures, is_canceled))
    }

    fn of_class(
        landscape: &Landscape,
        class: impl Fn(&Tags) -> Option<RoadClass>,
        grid: &GroundGrid,
        anchors: &Anchors,
        rivers: &Rivers,
        terrain: Option<&Terrain>,
        (figures, is_canceled): (&RoadFigures, &dyn Fn() -> bool),
    ) -> Self {
        let ways = graph::usable(landscape, grid, &class);
        let ends = terminals::terminals(landscape, grid, anchors, &ways, terrain, figures);
        let cuts: BTreeSet<u32> = ends.iter().map(|end| end.node).collect();
        let graph = graph::RoadGraph::new(landscape, &ways, &cuts);
        let (mut paths, mut left) = routes::routes(grid, &graph, &ends, (figures, is_canceled));
        extra::add(grid, &graph, &mut paths, (figures, is_canceled));
        let unchecked = paths.extract_if(.., |path| figures.unchecked.contains(&path.id(&graph)));
        left.extend(unchecked.map(|path| (path, RouteVerdict::Unchecked)));
        let mut matcher = matching::Matcher::new(grid, anchors, rivers, terrain, &graph, &figures.kinds);
        let mut laid = matcher.lay(&ends, paths, is_canceled);
        tidy::tidy(grid, anchors, &matcher, &mut laid);
        let (chains, bridges) = chains::chains(grid, anchors, &graph, &matcher, &laid, &figures.kinds);
        let notices = unreached(grid, &ends, &laid, anchors);
        let left_out = left.into_iter().map(|(path, verdict)| path.left_out(&graph, &figures.kinds, verdict)).collect();
        let routes = laid.into_iter().map(|laid| laid.route).collect();
        Self { terminals: ends, routes, left_out, chains, bridges, notices }
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

/// The name and the look of a road, of one piece between junctions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RoadFacts {
    /// The name or the number.
    pub(crate) name: Option<SmolStr>,
    pub(crate) is_major: bool,
    pub(crate) is_roman: bool,
    pub(crate) is_ford: bool,
}

impl RoadFacts {
    pub(crate) fn kind(&self) -> RoadKind {
        if self.is_roman {
            RoadKind::Roman
        } else if self.is_major {
            RoadKind::Major
        } else {
            RoadKind::Road
        }
    }
}

/// Returns the kind that more than half of some pieces have, given with their lengths.
pub(crate) fn usual_kind(pieces: impl Iterator<Item = (RoadKind, i64)> + Clone) -> RoadKind {
    let all: i64 = pieces.clone().map(|(_, length)| length).sum();
    let most = |wanted: RoadKind| {
        let own: i64 = pieces.clone().filter(|(kind, _)| *kind == wanted).map(|(_, length)| length).sum();
        2 * own > all
    };
    [RoadKind::Roman, RoadKind::Major].into_iter().find(|kind| most(*kind)).unwrap_or_default()
}

/// Returns the name that most of some pieces have, given with their lengths.
pub(crate) fn usual_name<'a>(pieces: impl Iterator<Item = (&'a SmolStr, i64)>) -> Option<SmolStr> {
    let mut names = BTreeMap::<&SmolStr, i64>::new();
    for (name, length) in pieces {
        *names.entry(name).or_default() += length;
    }
    let usual = names.into_iter().max_by_key(|(name, length)| (*length, std::cmp::Reverse(name.as_str())));
    usual.map(|(name, _)| name.clone())
}

/// The tiles and the sides of roads, by the step.
pub(crate) type StepMap<T> = BTreeMap<Side, T>;

#[cfg(test)]
mod tests;
