//! Routes, matched to hexes.
//!
//! The hexes of a route are the cheapest sequence for points along it (P. Newson and J. Krumm, *Hidden Markov Map Matching Through Noise and
//! Sparseness*, 2009): near to the points, with few steps, and over rivers only where the road crosses them.

use std::collections::{BTreeMap, BTreeSet};

use battlewright_schema::RoadKind;

use super::Route;
use super::graph::RoadGraph;
use super::routes::RoadPath;
use super::terminals::Terminal;
use crate::anchors::Anchors;
use crate::areas::Terrain;
use crate::buckets::Buckets;
use crate::exact;
use crate::grid::{GroundGrid, Side, Tile};
use crate::line;
use crate::plane::Point;
use crate::rivers::Rivers;

/// The distance between samples along a road, in hexes.
const SAMPLE: f64 = 0.2;
/// The greatest distance of a sample from the anchor of its hex, in hexes.
const REACH: f64 = 1.5;
/// The cost of a step to another hex; that of a sample is the square of its distance from the anchor in hexes.
const STEP: f64 = 0.10;
/// The cost of a step that another road has.
const LAID_STEP: f64 = 0.05;
/// The cost of a step over a river that the road does not cross there.
const CROSSING: f64 = 12.0;
/// The cost of a crossing of the road that the hexes do not show.
const SKIPPED: f64 = 6.0;
/// The distance along the road from where it crosses a river within which a step may cross it, in hexes.
const WITHIN: f64 = 0.9;
/// The cost of a sample in another hex than that of an earlier route over the same ground.
const APART: f64 = 0.6;
/// The cost of a sample in a hex of water, so that a road along a coast stays on land.
const IN_WATER: f64 = 0.4;
/// The cost of a sample at a place against that of others.
const AT_PLACE: f64 = 0.5;

/// A route with its hexes.
pub(super) struct LaidRoute {
    pub(super) route: Route,
    /// The piece of road of each step from hex to hex.
    pub(super) edges: Vec<u32>,
}

/// The key of a stretch of road, so that all routes over it have the same hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stretch {
    Junction(u32),
    Piece(u32, u32),
    /// Beyond the end of the data.
    Beyond,
}

/// A point along a route.
struct RoadSample {
    at: Point,
    stretch: Stretch,
    edge: u32,
    /// The distance from the start in centimeters.
    along: f64,
}

/// A crossing of a route and a stem: the distance from the start, and the number of the stem.
type RoadCrossing = (f64, u32);

/// Matches routes to hexes, one after the other.
pub(super) struct Matcher<'a> {
    grid: &'a GroundGrid,
    anchors: &'a Anchors,
    terrain: Option<&'a Terrain>,
    graph: &'a RoadGraph,
    stems: Buckets,
    /// The drawn stems on each hexside.
    sides: BTreeMap<Side, Vec<u32>>,
    fixed: BTreeMap<Stretch, Tile>,
    laid: BTreeSet<Side>,
    /// The kinds that the designer chose.
    kinds: &'a BTreeMap<[i64; 2], RoadKind>,
}

impl<'a> Matcher<'a> {
    pub(super) fn new(
        grid: &'a GroundGrid,
        anchors: &'a Anchors,
        rivers: &Rivers,
        terrain: Option<&'a Terrain>,
        graph: &'a RoadGraph,
        kinds: &'a BTreeMap<[i64; 2], RoadKind>,
    ) -> Self {
        let mut sides = BTreeMap::<Side, Vec<u32>>::new();
        for (n, drawn) in (0..).zip(&rivers.drawn) {
            for side in &drawn.sides {
                sides.entry(*side).or_default().push(n);
            }
        }
        let stems = Buckets::of(grid.distance(), rivers.drawn.iter().map(|drawn| drawn.stem.line.as_slice()));
        Self { grid, anchors, terrain, graph, stems, sides, fixed: BTreeMap::new(), laid: BTreeSet::new(), kinds }
    }

    /// Returns `true` if a hex is mostly water and has no place.
    pub(super) fn is_wet(&self, tile: Tile) -> bool {
        self.anchors.place_in(tile).is_none() && self.terrain.is_some_and(|it| it.is_half_water(self.grid, tile))
    }

    /// Returns `true` if a stem is drawn on a hexside.
    pub(super) fn is_river(&self, side: Side) -> bool {
        self.sides.contains_key(&side)
    }

    /// Matches all paths, as long as `is_canceled` returns `false`: the better roads first, then the longer.
    pub(super) fn lay(
        &mut self,
        ends: &[Terminal],
        mut paths: Vec<RoadPath>,
        is_canceled: &dyn Fn() -> bool,
    ) -> Vec<LaidRoute> {
        let graph = self.graph;
        paths.sort_by_cached_key(|path| {
            let length = path.length(graph);
            (path.cost(graph) / length.max(1), -length, path.start, path.edges.clone())
        });
        paths.into_iter().take_while(|_| !is_canceled()).filter_map(|path| self.route(ends, &path)).collect()
    }

    fn route(&mut self, ends: &[Terminal], path: &RoadPath) -> Option<LaidRoute> {
        let (line, mut samples) = self.samples(ends, path);
        let is_place = |end: Option<usize>| end.and_then(|end| ends.get(end)).filter(|end| end.is_place);
        // Beyond the border there is no map.
        let is_beyond = |sample: &RoadSample| !self.grid.at(sample.at).is_some_and(|tile| self.grid.is_on_map(tile));
        if is_place(path.ends[0]).is_none() {
            let first = samples.iter().position(|sample| !is_beyond(sample))?;
            samples.drain(..first);
        }
        if is_place(path.ends[1]).is_none() {
            let last = samples.iter().rposition(|sample| !is_beyond(sample))?;
            samples.truncate(last + 1);
        }
        let range = samples.first()?.along..=samples.last()?.along;
        let mut crossings = self.crossings(&line);
        crossings.retain(|(along, _)| range.contains(along));
        let forced = path.ends.map(|end| is_place(end).map(|end| end.tile));
        let tiles = self.cheapest(&samples, &crossings, forced)?;
        for (sample, tile) in samples.iter().zip(&tiles) {
            if sample.stretch != Stretch::Beyond {
                self.fixed.entry(sample.stretch).or_insert(*tile);
            }
        }
        let (mut steps, mut edges): (Vec<Tile>, Vec<u32>) = (Vec::new(), Vec::new());
        for (sample, tile) in samples.iter().zip(&tiles) {
            match steps.last() {
                None => steps.push(*tile),
                Some(last) if last != tile => {
                    // There and back is no way.
                    if steps.len() > 1
                        && steps.get(steps.len() - 2) == Some(tile)
                        && self.anchors.place_in(*last).is_none()
                    {
                        steps.pop();
                        edges.pop();
                    } else {
                        self.laid.insert(Side::between(*last, *tile));
                        steps.push(*tile);
                        edges.push(sample.edge);
                    }
                }
                Some(_) => {}
            }
        }
        let id = path.id(self.graph);
        let (name, kind) = (path.name(self.graph), path.kind(self.graph, self.kinds));
        let route = Route { id, ends: path.ends, line, tiles: steps, crossings: crossings.len(), name, kind };
        Some(LaidRoute { route, edges })
    }

    /// Returns the line of a path with what goes on beyond the data, and the samples along it.
    fn samples(&self, ends: &[Terminal], path: &RoadPath) -> (Vec<Point>, Vec<RoadSample>) {
        let beyond =
            |end: Option<usize>| end.and_then(|end| ends.get(end)).map(|end| end.on.clone()).unwrap_or_default();
        let step = self.grid.hexes(SAMPLE);
        let mut line: Vec<Point> = beyond(path.ends[0]).into_iter().rev().collect();
        let mut samples: Vec<RoadSample> = Vec::new();
        let push = |at: Point, stretch: Stretch, edge: u32, samples: &mut Vec<RoadSample>| {
            let along = samples.last().map_or(0.0, |last| last.along + last.at.distance(at));
            samples.push(RoadSample { at, stretch, edge, along });
        };
        let first = path.edges.first().copied().unwrap_or_default();
        let start = self.graph.point(path.start);
        if let Some(from) = line.first() {
            let own = line::sampled(&[*from, start], step);
            for at in own.iter().take(own.len() - 1) {
                push(*at, Stretch::Beyond, first, &mut samples);
            }
        }
        line.extend(path.line(self.graph));
        push(start, Stretch::Junction(path.start), first, &mut samples);
        let mut vertex = path.start;
        for number in &path.edges {
            let Some(edge) = self.graph.edge(*number) else { continue };
            let mut own: Vec<(u32, Point)> = (0..).zip(line::sampled(&edge.line, step)).collect();
            if edge.ends[0] != vertex {
                own.reverse();
            }
            for (n, at) in own.iter().take(own.len() - 1).skip(1) {
                push(*at, Stretch::Piece(*number, *n), *number, &mut samples);
            }
            vertex = edge.other(vertex);
            push(self.graph.point(vertex), Stretch::Junction(vertex), *number, &mut samples);
        }
        let last = path.edges.last().copied().unwrap_or_default();
        for on in beyond(path.ends[1]) {
            for at in line::sampled(&[self.graph.point(vertex), on], step).into_iter().skip(1) {
                push(at, Stretch::Beyond, last, &mut samples);
            }
            line.push(on);
        }
        (line, samples)
    }

    /// Returns the crossings of a line with drawn stems.
    fn crossings(&self, road: &[Point]) -> Vec<RoadCrossing> {
        let mut found = Vec::new();
        for (pair, along) in road.windows(2).zip(line::distances(road)) {
            for piece in self.stems.near(pair[0], pair[1], 1) {
                if exact::crosses(pair[0], pair[1], piece.ends.0, piece.ends.1) {
                    let part = crossing_part(pair[0], pair[1], piece.ends);
                    found.push((along + part * pair[0].distance(pair[1]), piece.line));
                }
            }
        }
        found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        found
    }

    /// Returns the cheapest hexes for the samples; `None` if there are none. The first and the last may be `forced`.
    fn cheapest(
        &self,
        samples: &[RoadSample],
        crossings: &[RoadCrossing],
        forced: [Option<Tile>; 2],
    ) -> Option<Vec<Tile>> {
        let last = samples.len().checked_sub(1)?;
        // A road between places along the border stays on the map, so that they stay connected.
        let stays_on_map = forced.iter().all(Option::is_some);
        let mut layers: Vec<Vec<MatchState>> = Vec::with_capacity(samples.len());
        for (n, sample) in samples.iter().enumerate() {
            let forced = if n == 0 {
                forced[0]
            } else if n == last {
                forced[1]
            } else {
                None
            };
            let mut best = BTreeMap::<(Tile, usize), MatchState>::new();
            for (tile, cost) in self.states(sample, forced, stays_on_map) {
                let Some(before) = layers.last() else {
                    best.insert((tile, 0), MatchState { tile, crossed: 0, cost, from: 0 });
                    continue;
                };
                for (from, state) in before.iter().enumerate() {
                    for (crossed, step) in self.steps(state, tile, sample.along, crossings) {
                        let next = MatchState { tile, crossed, cost: state.cost + step + cost, from };
                        // The first of equal ones, so that the result does not depend on the platform.
                        let own = best.entry((tile, crossed)).or_insert(next);
                        if next.cost < own.cost {
                            *own = next;
                        }
                    }
                }
            }
            if best.is_empty() {
                return None;
            }
            layers.push(best.into_values().collect());
        }
        let total = |state: &MatchState| state.cost + SKIPPED * (crossings.len() - state.crossed) as f64;
        let ends = layers.last()?.iter().enumerate();
        let mut at = ends.min_by(|a, b| total(a.1).total_cmp(&total(b.1))).map(|(at, _)| at)?;
        let mut tiles = Vec::with_capacity(samples.len());
        for layer in layers.iter().rev() {
            let state = layer.get(at)?;
            tiles.push(state.tile);
            at = state.from;
        }
        tiles.reverse();
        Some(tiles)
    }

    /// Returns the hexes that a sample may be in, with their costs.
    fn states(&self, sample: &RoadSample, forced: Option<Tile>, stays_on_map: bool) -> Vec<(Tile, f64)> {
        let cost = |tile: Tile| {
            let hexes = sample.at.distance(self.anchors.point(tile)) / f64::from(self.grid.distance());
            let weight = if self.anchors.place_in(tile).is_some() { AT_PLACE } else { 1.0 };
            (hexes, weight * hexes * hexes + if self.is_wet(tile) { IN_WATER } else { 0.0 })
        };
        if let Some(tile) = forced {
            return vec![(tile, cost(tile).1)];
        }
        let Some(own) = self.grid.at(sample.at) else { return Vec::new() };
        let shared = self.fixed.get(&sample.stretch);
        let near = self.grid.around(own, 2).map(|tile| (tile, cost(tile)));
        let mut near: Vec<(Tile, f64)> = near
            .filter(|(tile, (hexes, _))| *tile == own || *hexes <= REACH || shared == Some(tile))
            .map(|(tile, (_, cost))| {
                (tile, if shared.is_none_or(|shared| *shared == tile) { cost } else { cost + APART })
            })
            .collect();
        if stays_on_map && near.iter().any(|(tile, _)| self.grid.is_on_map(*tile)) {
            near.retain(|(tile, _)| self.grid.is_on_map(*tile));
        }
        near
    }

    /// Returns the ways to step to a hex: the number of crossings of the road that are then done, and the cost.
    fn steps(&self, from: &MatchState, to: Tile, along: f64, crossings: &[RoadCrossing]) -> Vec<(usize, f64)> {
        let within = self.grid.hexes(WITHIN);
        let mut done = from.crossed;
        let mut cost = 0.0;
        // Crossings that lie too far behind were missed.
        while crossings.get(done).is_some_and(|(at, _)| *at < along - within) {
            done += 1;
            cost += SKIPPED;
        }
        if from.tile == to {
            return vec![(done, cost)];
        }
        if !self.grid.neighbors(from.tile).contains(&Some(to)) {
            return Vec::new();
        }
        let side = Side::between(from.tile, to);
        cost += if self.laid.contains(&side) { LAID_STEP } else { STEP };
        let Some(stems) = self.sides.get(&side) else { return vec![(done, cost)] };
        let is_here =
            |n: usize| crossings.get(n).is_some_and(|(at, stem)| stems.contains(stem) && *at <= along + within);
        let mut ways = vec![(done, cost + CROSSING)];
        // The next crossing, or the one after it, if that is missed.
        if is_here(done) {
            let shared = (done..).take_while(|n| is_here(*n)).take(stems.len()).count();
            ways.extend((1..=shared).map(|n| (done + n, cost)));
        } else if is_here(done + 1) {
            ways.push((done + 2, cost + SKIPPED));
        }
        ways
    }
}

/// A hex at a sample, with the number of crossings that are done, and the cost from the start.
#[derive(Clone, Copy)]
struct MatchState {
    tile: Tile,
    crossed: usize,
    cost: f64,
    /// The position of the state before.
    from: usize,
}

/// Returns the part of the way from `a` to `b` at which it crosses a piece, from 0 to 1.
fn crossing_part(a: Point, b: Point, (p, q): (Point, Point)) -> f64 {
    let ((x, y), (u, v), (s, t)) = (a.to(b), p.to(q), a.to(p));
    let (x, y, u, v, s, t) = (x as f64, y as f64, u as f64, v as f64, s as f64, t as f64);
    let area = x * v - y * u;
    if area == 0.0 { 0.5 } else { ((s * v - t * u) / area).clamp(0.0, 1.0) }
}
