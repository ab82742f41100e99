//! Roads between places, by least cost over the relief.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use super::relief::Relief;
use super::{COLUMNS, ROWS, Spot, TruePlace, around, is_border, jitter, middle, place_of};

/// A road between two places, or from a place to the border.
#[derive(Clone, Debug)]
pub(crate) struct TrueRoad {
    /// The places at its ends; `None` at the border.
    pub(crate) ends: [Option<usize>; 2],
    pub(crate) class: &'static str,
    pub(crate) line: Vec<Spot>,
    pub(crate) nodes: Vec<i64>,
}

/// Returns the roads of a country: between neighbors, and from the towns to the borders.
pub(super) fn roads(seed: u64, relief: &Relief, is_stream: &[bool], places: &[TruePlace]) -> Vec<TrueRoad> {
    let mut pairs: Vec<(usize, usize, f64)> = Vec::new();
    for a in 0..places.len() {
        for b in a + 1..places.len() {
            let (p, q) = (places[a].at, places[b].at);
            let middle = Spot { east: f64::midpoint(p.east, q.east), north: f64::midpoint(p.north, q.north) };
            let radius = p.distance(q) / 2.0;
            // Neighbors (Gabriel): no other place in the circle between them.
            let is_near =
                (0..places.len()).filter(|c| *c != a && *c != b).all(|c| places[c].at.distance(middle) > radius);
            if is_near && radius < 3500.0 {
                pairs.push((a, b, radius));
            }
        }
    }
    let class = |a: &str, b: &str| match (a, b) {
        ("town", "town") => "primary",
        ("town", _) | (_, "town") => "secondary",
        ("village", "village") => "tertiary",
        _ => "unclassified",
    };
    let mut made = BTreeSet::new();
    let mut roads = Vec::new();
    let road =
        |ends: [Option<usize>; 2], class: &'static str, cells: Vec<usize>, made: &mut BTreeSet<(usize, usize)>| {
            made.extend(cells.windows(2).flat_map(|pair| [(pair[0], pair[1]), (pair[1], pair[0])]));
            let line = cells.iter().map(|cell| point(seed, places, *cell)).collect();
            TrueRoad { ends, class, line, nodes: cells.iter().map(|cell| 3_000_000 + *cell as i64).collect() }
        };
    // Through the country, from border to border by the towns.
    for (town, edges) in [(0, [0, 2]), (1, [1, 3])] {
        for edge in edges {
            let goal = |cell: usize| {
                let (column, row) = place_of(cell);
                is_border(cell)
                    && match edge {
                        0 => column == 0,
                        1 => row == 0,
                        2 => column + 1 == COLUMNS,
                        _ => row + 1 == ROWS,
                    }
            };
            let cells = cheapest(relief, is_stream, places[town].cell, goal, &made);
            roads.push(road([Some(town), None], if edge % 2 == 0 { "primary" } else { "secondary" }, cells, &mut made));
        }
    }
    pairs.sort_by(|a, b| a.2.total_cmp(&b.2));
    for (a, b, _) in pairs {
        let cells = cheapest(relief, is_stream, places[a].cell, |cell| cell == places[b].cell, &made);
        roads.push(road([Some(a), Some(b)], class(places[a].rank, places[b].rank), cells, &mut made));
    }
    roads
}

/// Returns the point of a road in a cell: that of the place, if there is one.
fn point(seed: u64, places: &[TruePlace], cell: usize) -> Spot {
    let at = middle(cell);
    let own = Spot { east: at.east + 25.0 * jitter(seed, 31, cell), north: at.north + 25.0 * jitter(seed, 32, cell) };
    places.iter().find(|place| place.cell == cell).map_or(own, |place| place.at)
}

fn cheapest(
    relief: &Relief,
    is_stream: &[bool],
    from: usize,
    goal: impl Fn(usize) -> bool,
    made: &BTreeSet<(usize, usize)>,
) -> Vec<usize> {
    let mut cost = vec![u64::MAX; COLUMNS * ROWS];
    let mut by: Vec<usize> = (0..COLUMNS * ROWS).collect();
    let mut heap = BinaryHeap::from([Reverse((0_u64, from))]);
    cost[from] = 0;
    let mut end = from;
    while let Some(Reverse((sum, cell))) = heap.pop() {
        if sum > cost[cell] {
            continue;
        }
        if goal(cell) {
            end = cell;
            break;
        }
        for (other, length) in around(cell) {
            let slope = (relief.cells[other] - relief.cells[cell]).abs() / length;
            let mut step = length * (1.0 + 12.0 * slope + 150.0 * slope * slope);
            // Between two cells of a stream one crosses it as well.
            let (a, b) = (place_of(cell), place_of(other));
            let corners = [a.1 * COLUMNS + b.0, b.1 * COLUMNS + a.0];
            if is_stream[other] || (a.0 != b.0 && a.1 != b.1 && corners.iter().all(|corner| is_stream[*corner])) {
                step += 700.0;
            }
            if made.contains(&(cell, other)) {
                step *= 0.45;
            }
            let sum = sum + (step * 10.0) as u64;
            if sum < cost[other] {
                cost[other] = sum;
                by[other] = cell;
                heap.push(Reverse((sum, other)));
            }
        }
    }
    let mut cells = vec![end];
    while let Some(cell) = cells.last().copied().filter(|cell| by[*cell] != *cell) {
        cells.push(by[cell]);
    }
    cells.reverse();
    cells
}
