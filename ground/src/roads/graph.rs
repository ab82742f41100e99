//! The network of roads.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use super::RoadFacts;
use crate::era::RoadClass;
use crate::grid::GroundGrid;
use crate::line;
use crate::names::cleaned;
use crate::network;
use crate::plane::Point;
use crate::source::{Landscape, Tags};

/// A way that a cart can use, or a part of it, on the map or one hex beside it.
pub(super) struct UsableWay<'a> {
    pub(super) class: RoadClass,
    pub(super) tags: &'a Tags,
    pub(super) nodes: Vec<u32>,
}

/// Returns the ways with a class, cut to the map and one hex beside it. The first point beyond is kept, since ways may have few points.
pub(super) fn usable<'a>(
    landscape: &'a Landscape,
    grid: &GroundGrid,
    class: impl Fn(&Tags) -> Option<RoadClass>,
) -> Vec<UsableWay<'a>> {
    // A hex by the border has a neighbor on the map.
    let is_near = |node: &u32| {
        let tile = grid.at(landscape.point(*node));
        tile.is_some_and(|tile| grid.around(tile, 1).any(|tile| grid.is_on_map(tile)))
    };
    let mut ways = Vec::new();
    for way in &landscape.ways {
        let Some(class) = class(&way.tags) else { continue };
        let near: Vec<bool> = way.nodes.iter().map(is_near).collect();
        let mut nodes: Vec<u32> = Vec::new();
        for (pair, is_near) in way.nodes.windows(2).zip(near.windows(2)) {
            if !is_near[0] && !is_near[1] {
                if nodes.len() > 1 {
                    ways.push(UsableWay { class, tags: &way.tags, nodes: std::mem::take(&mut nodes) });
                }
                nodes.clear();
                continue;
            }
            if nodes.is_empty() {
                nodes.push(pair[0]);
            }
            nodes.push(pair[1]);
        }
        if nodes.len() > 1 {
            ways.push(UsableWay { class, tags: &way.tags, nodes });
        }
    }
    ways
}

/// A piece of road between junctions.
pub(super) struct RoadEdge {
    pub(super) ends: [u32; 2],
    pub(super) line: Vec<Point>,
    /// The length in centimeters.
    pub(super) length: i64,
    /// The length times the cost of the class, in hundredths.
    pub(super) cost: i64,
    pub(super) class: RoadClass,
    pub(super) facts: RoadFacts,
}

impl RoadEdge {
    pub(super) fn other(&self, vertex: u32) -> u32 {
        if self.ends[0] == vertex { self.ends[1] } else { self.ends[0] }
    }
}

/// The network of roads: junctions and the pieces between them.
pub(super) struct RoadGraph {
    /// The nodes at the junctions, as positions in [`Landscape::nodes`], sorted.
    pub(super) nodes: Vec<u32>,
    /// The numbers of these nodes in the file.
    pub(super) ids: Vec<i64>,
    pub(super) points: Vec<Point>,
    pub(super) edges: Vec<RoadEdge>,
    /// The pieces at each junction.
    pub(super) at: Vec<Vec<u32>>,
}

impl RoadGraph {
    pub(super) fn new(landscape: &Landscape, ways: &[UsableWay<'_>], cuts: &BTreeSet<u32>) -> Self {
        let lines: Vec<&[u32]> = ways.iter().map(|way| way.nodes.as_slice()).collect();
        let pieces = network::cut(&lines, cuts);
        let ends = |piece: &network::CutWay| [piece.nodes.first().copied(), piece.nodes.last().copied()];
        let nodes: BTreeSet<u32> = pieces.iter().flat_map(|piece| ends(piece).into_iter().flatten()).collect();
        let nodes: Vec<u32> = nodes.into_iter().collect();
        let vertex = |node: Option<u32>| node.and_then(|node| nodes.binary_search(&node).ok()).map(|at| at as u32);
        let mut edges = Vec::new();
        let mut at = vec![Vec::new(); nodes.len()];
        for piece in &pieces {
            let ([Some(a), Some(b)], Some(way)) = (ends(piece).map(vertex), ways.get(piece.way)) else { continue };
            let line: Vec<Point> = piece.nodes.iter().map(|node| landscape.point(*node)).collect();
            let length = line::length(&line) as i64;
            let number = edges.len() as u32;
            at[a as usize].push(number);
            if a != b {
                at[b as usize].push(number);
            }
            let cost = length * i64::from(way.class.cost());
            edges.push(RoadEdge { ends: [a, b], line, length, cost, class: way.class, facts: facts(way) });
        }
        let points = nodes.iter().map(|node| landscape.point(*node)).collect();
        let id = |node: &u32| landscape.nodes.get(*node as usize).map_or(0, |node| node.id);
        let ids = nodes.iter().map(id).collect();
        Self { nodes, ids, points, edges, at }
    }

    /// Returns the junction at a node.
    pub(super) fn vertex(&self, node: u32) -> Option<u32> {
        self.nodes.binary_search(&node).ok().map(|at| at as u32)
    }

    pub(super) fn edge(&self, number: u32) -> Option<&RoadEdge> {
        self.edges.get(number as usize)
    }

    pub(super) fn point(&self, vertex: u32) -> Point {
        self.points.get(vertex as usize).copied().unwrap_or_default()
    }

    /// Finds the cheapest ways from `starts` to all junctions at a cost of at most `limit`.
    pub(super) fn search(&self, starts: impl IntoIterator<Item = u32>, limit: i64) -> RoadSearch {
        let mut search = RoadSearch::default();
        let mut heap = BinaryHeap::new();
        for start in starts {
            search.reached.insert(start, Reached { cost: 0, start, by: None });
            heap.push(Reverse((0, start)));
        }
        while let Some(Reverse((cost, vertex))) = heap.pop() {
            let Some(own) = search.reached.get(&vertex).copied().filter(|own| own.cost == cost) else { continue };
            for number in self.at.get(vertex as usize).into_iter().flatten() {
                let Some(edge) = self.edge(*number) else { continue };
                let (other, sum) = (edge.other(vertex), cost + edge.cost);
                if sum <= limit && search.reached.get(&other).is_none_or(|best| sum < best.cost) {
                    search.reached.insert(other, Reached { cost: sum, start: own.start, by: Some(*number) });
                    heap.push(Reverse((sum, other)));
                }
            }
        }
        search
    }
}

/// The way to a junction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reached {
    pub(super) cost: i64,
    pub(super) start: u32,
    by: Option<u32>,
}

/// The cheapest ways from some junctions.
#[derive(Default)]
pub(super) struct RoadSearch {
    pub(super) reached: BTreeMap<u32, Reached>,
}

impl RoadSearch {
    /// Returns the pieces of the way to `vertex`, from the start on.
    pub(super) fn way(&self, graph: &RoadGraph, vertex: u32) -> Vec<u32> {
        let mut way = Vec::new();
        let mut at = vertex;
        while let Some(number) = self.reached.get(&at).and_then(|reached| reached.by) {
            way.push(number);
            let Some(edge) = graph.edge(number) else { break };
            at = edge.other(at);
        }
        way.reverse();
        way
    }
}

fn facts(way: &UsableWay<'_>) -> RoadFacts {
    let text = |key| way.tags.get(key).map(cleaned).filter(|text| !text.is_empty());
    let name = text("name");
    let is_named_roman = name.as_ref().is_some_and(|name| {
        let name = name.to_lowercase();
        ["roman road", "voie romaine", "römerstraße", "römerstrasse", "via romana"]
            .iter()
            .any(|word| name.contains(word))
    });
    RoadFacts {
        name: name.or_else(|| text("ref")).map(Into::into),
        is_major: way.class.is_major(),
        is_roman: way.tags.is("historic", "roman_road") || is_named_roman,
        is_ford: way.tags.has("ford"),
    }
}
