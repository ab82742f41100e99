//! Main roads that join no places of the map.

use std::collections::BTreeSet;

use super::RoadFigures;
use super::graph::RoadGraph;
use super::routes::RoadPath;
use crate::buckets::Buckets;
use crate::grid::GroundGrid;
use crate::line;

/// The farthest way from the end of such a road to another road, in hexes.
const FARTHEST: f64 = 4.0;

/// Adds main roads that no route uses and that are long enough outside of the strips around routes. Their ends are joined to routes.
pub(super) fn add(
    grid: &GroundGrid,
    graph: &RoadGraph,
    paths: &mut Vec<RoadPath>,
    (figures, is_canceled): (&RoadFigures, &dyn Fn() -> bool),
) {
    let used: BTreeSet<u32> = paths.iter().flat_map(|path| path.edges.iter().copied()).collect();
    let mut index = Buckets::new(grid.distance());
    let mut lines = 0;
    for path in paths.iter() {
        index.add(lines, &path.line(graph));
        lines += 1;
    }
    let mut on_route = BTreeSet::new();
    for number in &used {
        on_route.extend(graph.edge(*number).into_iter().flat_map(|edge| edge.ends));
    }
    let mut all = unused(graph, &used);
    all.sort_by_key(|path| (path.cost(graph) / path.length(graph).max(1), -path.length(graph), path.start));
    for path in all {
        if is_canceled() {
            break;
        }
        let strip = grid.hexes(figures.strip);
        let samples = line::sampled(&path.line(graph), grid.hexes(0.1));
        let outside = samples.iter().filter(|sample| {
            let on_map = grid.at(**sample).is_some_and(|tile| grid.is_on_map(tile));
            on_map && !index.is_near(**sample, strip)
        });
        if outside.count() as f64 * 0.1 < figures.least_extra {
            continue;
        }
        let path = joined(grid, graph, path, &on_route);
        on_route.extend(path.edges.iter().filter_map(|number| graph.edge(*number)).flat_map(|edge| edge.ends));
        index.add(lines, &path.line(graph));
        lines += 1;
        paths.push(path);
    }
}

/// Returns the main roads without routes, from junction to junction of such roads.
fn unused(graph: &RoadGraph, used: &BTreeSet<u32>) -> Vec<RoadPath> {
    let is_free =
        |number: u32| graph.edge(number).is_some_and(|edge| edge.class.is_through() && !used.contains(&number));
    let free_at = |vertex: u32| -> Vec<u32> {
        graph.at.get(vertex as usize).into_iter().flatten().copied().filter(|number| is_free(*number)).collect()
    };
    let on_route: BTreeSet<u32> =
        used.iter().filter_map(|number| graph.edge(*number)).flat_map(|edge| edge.ends).collect();
    // A road goes on through a junction with one other free piece of its class and without a route.
    let next = |vertex: u32, from: u32| -> Option<u32> {
        if on_route.contains(&vertex) {
            return None;
        }
        let class = graph.edge(from)?.class;
        let others: Vec<u32> = free_at(vertex).into_iter().filter(|number| *number != from).collect();
        let mut same =
            others.iter().copied().filter(|number| graph.edge(*number).is_some_and(|edge| edge.class == class));
        let only = same.next().or(others.first().copied().filter(|_| others.len() == 1))?;
        same.next().is_none().then_some(only)
    };
    let mut seen = BTreeSet::new();
    let mut paths = Vec::new();
    for number in (0..graph.edges.len() as u32).filter(|number| is_free(*number)) {
        if !seen.insert(number) {
            continue;
        }
        let Some(edge) = graph.edge(number) else { continue };
        let (mut edges, mut ends) = (std::collections::VecDeque::from([number]), edge.ends);
        for end in [1, 0] {
            let mut last = number;
            while let Some(on) = next(ends[end], last) {
                // A road that joins another's side is not taken from it.
                let back = graph.edge(on).map_or(ends[end], |edge| edge.other(ends[end]));
                if next(ends[end], on) != Some(last) || !seen.insert(on) {
                    break;
                }
                if end == 1 {
                    edges.push_back(on)
                } else {
                    edges.push_front(on)
                }
                (ends[end], last) = (back, on);
            }
        }
        paths.push(RoadPath { ends: [None, None], start: ends[0], edges: edges.into() });
    }
    paths
}

/// Lengthens a path at both ends to the next junction with a route.
fn joined(grid: &GroundGrid, graph: &RoadGraph, mut path: RoadPath, on_route: &BTreeSet<u32>) -> RoadPath {
    let limit = grid.hexes(FARTHEST) as i64 * 100;
    let way_from = |vertex: u32| {
        if on_route.contains(&vertex) {
            return Vec::new();
        }
        let search = graph.search([vertex], limit);
        let reached = search.reached.iter().filter(|(at, _)| on_route.contains(at));
        let nearest = reached.min_by_key(|(at, reached)| (reached.cost, **at)).map(|(at, _)| *at);
        nearest.map(|at| search.way(graph, at)).unwrap_or_default()
    };
    let on = way_from(path.end(graph));
    if !on.iter().any(|edge| path.edges.contains(edge)) {
        path.edges.extend(on);
    }
    let back = way_from(path.start);
    if !back.iter().any(|edge| path.edges.contains(edge)) {
        for number in back {
            if let Some(edge) = graph.edge(number) {
                path.start = edge.other(path.start);
                path.edges.insert(0, number);
            }
        }
    }
    path
}
