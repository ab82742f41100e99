//! The choice of the roads that the map shows: the ways between neighboring places.

use std::collections::{BTreeMap, BTreeSet};

use battlewright_schema::RoadKind;
use smol_str::SmolStr;

use super::graph::RoadGraph;
use super::terminals::Terminal;
use super::{LeftRoute, RoadFigures, RouteVerdict, usual_kind, usual_name};
use crate::buckets::Buckets;
use crate::grid::GroundGrid;
use crate::plane::Point;

/// The greatest cost of a route against its length, in hundredths: the cost of streets. Places with none but tracks are joined by the tree of
/// cheapest ways.
const DEAREST: i64 = 125;

/// A way through the network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RoadPath {
    /// The terminals at its ends; `None` at a junction.
    pub(super) ends: [Option<usize>; 2],
    /// The junction at which it begins.
    pub(super) start: u32,
    /// The pieces in order.
    pub(super) edges: Vec<u32>,
}

impl RoadPath {
    /// Returns what tells the route in lists.
    pub(super) fn id(&self, graph: &RoadGraph) -> [i64; 2] {
        let mut ids = [self.start, self.end(graph)].map(|vertex| graph.ids.get(vertex as usize).copied().unwrap_or(0));
        ids.sort_unstable();
        ids
    }

    /// Returns the junction at which the path ends.
    pub(super) fn end(&self, graph: &RoadGraph) -> u32 {
        self.edges.iter().filter_map(|edge| graph.edge(*edge)).fold(self.start, |at, edge| edge.other(at))
    }

    pub(super) fn length(&self, graph: &RoadGraph) -> i64 {
        self.edges.iter().filter_map(|edge| graph.edge(*edge)).map(|edge| edge.length).sum()
    }

    pub(super) fn cost(&self, graph: &RoadGraph) -> i64 {
        self.edges.iter().filter_map(|edge| graph.edge(*edge)).map(|edge| edge.cost).sum()
    }

    /// Returns the name or number that most of the path has.
    pub(super) fn name(&self, graph: &RoadGraph) -> Option<SmolStr> {
        let pieces = self.edges.iter().filter_map(|edge| graph.edge(*edge));
        usual_name(pieces.filter_map(|edge| Some((edge.facts.name.as_ref()?, edge.length))))
    }

    /// Returns the kind of most of the path, or that which is chosen for it.
    pub(super) fn kind(&self, graph: &RoadGraph, chosen: &BTreeMap<[i64; 2], RoadKind>) -> RoadKind {
        let pieces = self.edges.iter().filter_map(|edge| graph.edge(*edge));
        let own = || usual_kind(pieces.map(|edge| (edge.facts.kind(), edge.length)));
        chosen.get(&self.id(graph)).copied().unwrap_or_else(own)
    }

    /// Returns the path as one that is not drawn.
    pub(super) fn left_out(
        &self,
        graph: &RoadGraph,
        chosen: &BTreeMap<[i64; 2], RoadKind>,
        verdict: RouteVerdict,
    ) -> LeftRoute {
        LeftRoute {
            id: self.id(graph),
            ends: self.ends,
            line: self.line(graph),
            name: self.name(graph),
            kind: self.kind(graph, chosen),
            verdict,
        }
    }

    /// Returns the line on the ground.
    pub(super) fn line(&self, graph: &RoadGraph) -> Vec<Point> {
        let mut line: Vec<Point> = vec![graph.point(self.start)];
        let mut at = self.start;
        for edge in self.edges.iter().filter_map(|edge| graph.edge(*edge)) {
            if edge.ends[0] == at {
                line.extend(edge.line.iter().skip(1));
            } else {
                line.extend(edge.line.iter().rev().skip(1));
            }
            at = edge.other(at);
        }
        line
    }
}

/// Returns the routes: the tree of cheapest ways between terminals, and the other ways between neighbors that are no detours, pass no
/// third place and are not replaced by two others.
pub(super) fn routes(
    grid: &GroundGrid,
    graph: &RoadGraph,
    ends: &[Terminal],
    (figures, is_canceled): (&RoadFigures, &dyn Fn() -> bool),
) -> (Vec<RoadPath>, Vec<(RoadPath, RouteVerdict)>) {
    let mut left = Vec::new();
    let mut kept: BTreeMap<(usize, usize), RoadPath> = tree(graph, ends);
    let places: Vec<(usize, Point)> =
        ends.iter().enumerate().filter(|(_, end)| end.is_place).map(|(n, end)| (n, end.at)).collect();
    let mut candidates = candidates(graph, ends, (figures, is_canceled));
    candidates.sort_by_key(|path| (path.length(graph), path.ends));
    let mut lengths: BTreeMap<(usize, usize), i64> =
        kept.iter().map(|(pair, path)| (*pair, path.length(graph))).collect();
    let mut joined = BTreeMap::<usize, BTreeSet<usize>>::new();
    for (a, b) in kept.keys() {
        joined.entry(*a).or_default().insert(*b);
        joined.entry(*b).or_default().insert(*a);
    }
    for path in candidates {
        let [Some(a), Some(b)] = path.ends else { continue };
        if is_canceled() {
            break;
        }
        let (pair, length) = ((a.min(b), a.max(b)), path.length(graph));
        if kept.contains_key(&pair) {
            continue;
        }
        let length_of = |a: usize, b: usize| lengths.get(&(a.min(b), a.max(b))).copied().unwrap_or(i64::MAX / 4);
        let around = |n: &usize| joined.get(n).into_iter().flatten();
        let is_replaced = around(&a).any(|c| {
            let together = length_of(a, *c).saturating_add(length_of(*c, b));
            (together as f64) < figures.replaced * length as f64
        });
        let line = path.line(graph);
        let others = places.iter().filter(|(n, _)| *n != a && *n != b).map(|(_, at)| *at);
        if !figures.checked.contains(&path.id(graph)) {
            let reason = if is_replaced {
                Some(RouteVerdict::Replaced)
            } else {
                passes(grid, &line, others, figures.third_place).then_some(RouteVerdict::PassesPlace)
            };
            if let Some(reason) = reason {
                left.push((path, reason));
                continue;
            }
        }
        lengths.insert(pair, length);
        joined.entry(a).or_default().insert(b);
        joined.entry(b).or_default().insert(a);
        kept.insert(pair, path);
    }
    (kept.into_values().collect(), left)
}

/// Returns `true` if a line comes within `reach` hexes of one of `places`.
fn passes(grid: &GroundGrid, line: &[Point], mut places: impl Iterator<Item = Point>, reach: f64) -> bool {
    let reach = grid.hexes(reach);
    let index = Buckets::of(grid.distance(), [line]);
    places.any(|place| index.is_near(place, reach))
}

/// Returns the tree of cheapest ways that joins all terminals that can be joined (Mehlhorn 1988): one search from all of them at once finds
/// the ways between those whose surroundings touch.
fn tree(graph: &RoadGraph, ends: &[Terminal]) -> BTreeMap<(usize, usize), RoadPath> {
    let at: BTreeMap<u32, usize> =
        ends.iter().enumerate().filter_map(|(n, end)| Some((graph.vertex(end.node)?, n))).collect();
    let search = graph.search(at.keys().copied(), i64::MAX);
    let mut ways: Vec<(i64, u32)> = Vec::new();
    for (number, edge) in (0..).zip(&graph.edges) {
        let [Some(a), Some(b)] = edge.ends.map(|vertex| search.reached.get(&vertex)) else { continue };
        if a.start != b.start {
            ways.push((a.cost + edge.cost + b.cost, number));
        }
    }
    ways.sort_unstable();
    let mut parents: Vec<usize> = (0..ends.len()).collect();
    let mut tree = BTreeMap::new();
    for (_, number) in ways {
        let Some(edge) = graph.edge(number) else { continue };
        let [Some(a), Some(b)] =
            edge.ends.map(|vertex| search.reached.get(&vertex).and_then(|reached| at.get(&reached.start)).copied())
        else {
            continue;
        };
        let (root_a, root_b) = (root(&mut parents, a), root(&mut parents, b));
        if root_a == root_b {
            continue;
        }
        parents[root_a.max(root_b)] = root_a.min(root_b);
        let mut edges = search.way(graph, edge.ends[0]);
        edges.push(number);
        edges.extend(search.way(graph, edge.ends[1]).into_iter().rev());
        let start = search.reached.get(&edge.ends[0]).map_or(0, |reached| reached.start);
        tree.insert((a.min(b), a.max(b)), RoadPath { ends: [Some(a), Some(b)], start, edges });
    }
    tree
}

fn root(parents: &mut [usize], n: usize) -> usize {
    let mut at = n;
    while parents[at] != at {
        parents[at] = parents[parents[at]];
        at = parents[at];
    }
    at
}

/// Returns the cheapest ways between terminals that are neighbors, without detours.
fn candidates(
    graph: &RoadGraph,
    ends: &[Terminal],
    (figures, is_canceled): (&RoadFigures, &dyn Fn() -> bool),
) -> Vec<RoadPath> {
    let mut of = BTreeMap::<usize, Vec<usize>>::new();
    for (a, b) in neighbors(ends) {
        of.entry(a).or_default().push(b);
    }
    let mut paths = Vec::new();
    for (a, all) in of {
        if is_canceled() {
            break;
        }
        let Some((start, from)) = ends.get(a).and_then(|end| Some((graph.vertex(end.node)?, end.at))) else { continue };
        let straight = |b: &usize| ends.get(*b).map_or(0.0, |end| from.distance(end.at));
        let farthest = all.iter().map(straight).fold(0.0, f64::max);
        let search = graph.search([start], (farthest * figures.detour) as i64 * DEAREST);
        for b in all {
            let Some(vertex) = ends.get(b).and_then(|end| graph.vertex(end.node)) else { continue };
            if !search.reached.contains_key(&vertex) || vertex == start {
                continue;
            }
            let path = RoadPath { ends: [Some(a), Some(b)], start, edges: search.way(graph, vertex) };
            if path.length(graph) as f64 <= figures.detour * straight(&b) {
                paths.push(path);
            }
        }
    }
    paths
}

/// Returns the pairs of neighboring terminals (Delaunay), the lower number first.
fn neighbors(ends: &[Terminal]) -> BTreeSet<(usize, usize)> {
    let points: Vec<delaunator::Point> =
        ends.iter().map(|end| delaunator::Point { x: end.at.x.into(), y: end.at.y.into() }).collect();
    let made = delaunator::triangulate(&points);
    let pair = |a: usize, b: usize| (a.min(b), a.max(b));
    let mut pairs = BTreeSet::new();
    for corner in made.triangles.chunks_exact(3) {
        pairs.extend([pair(corner[0], corner[1]), pair(corner[1], corner[2]), pair(corner[2], corner[0])]);
    }
    // All on one line: each and the next.
    if made.triangles.is_empty() {
        let mut order: Vec<usize> = (0..ends.len()).collect();
        order.sort_by_key(|n| ends.get(*n).map(|end| end.at));
        pairs.extend(order.windows(2).map(|two| pair(two[0], two[1])));
    }
    pairs
}
