//! Rivers, by the flow of water over the relief.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::relief::Relief;
use super::{COLUMNS, ROWS, Spot, around, is_border, jitter, middle};

/// The cells that flow into the beginning of a stream.
const STREAM: u32 = 350;
/// The cells that flow into what is tagged as a river.
const RIVER: u32 = 4000;

/// A stream from its source to its mouth.
#[derive(Clone, Debug)]
pub(crate) struct TrueStem {
    pub(crate) name: Option<String>,
    /// The points; each cell has one, and there is one between two cells.
    pub(crate) line: Vec<Spot>,
    /// The numbers of the nodes in the file.
    pub(crate) nodes: Vec<i64>,
    /// For each point, `true` where the stream is a river.
    pub(crate) is_river: Vec<bool>,
}

/// Returns the streams of a relief, the greatest first, and which cells they run through.
pub(super) fn stems(seed: u64, relief: &Relief) -> (Vec<TrueStem>, Vec<bool>) {
    let (down, order) = flow(relief);
    let mut water = vec![1_u32; COLUMNS * ROWS];
    for cell in order.iter().rev() {
        if let Some(to) = down[*cell] {
            water[to] += water[*cell];
        }
    }
    let mut up: Vec<Vec<usize>> = vec![Vec::new(); COLUMNS * ROWS];
    for cell in (0..COLUMNS * ROWS).filter(|cell| water[*cell] >= STREAM) {
        if let Some(to) = down[cell] {
            up[to].push(cell);
        }
    }
    // From each mouth up the greater stream; the lesser ones begin new stems.
    let mut begun: Vec<(Option<usize>, usize)> = (0..COLUMNS * ROWS)
        .filter(|cell| down[*cell].is_none() && water[*cell] >= STREAM)
        .map(|cell| (None, cell))
        .collect();
    begun.sort_by_key(|(_, cell)| Reverse(water[*cell]));
    let mut stems = Vec::new();
    let mut next = 0;
    while let Some((mouth, first)) = begun.get(next).copied() {
        next += 1;
        let mut cells: Vec<usize> = mouth.into_iter().collect();
        let mut at = first;
        loop {
            cells.push(at);
            let greatest = up[at].iter().copied().max_by_key(|cell| (water[*cell], *cell));
            let Some(greatest) = greatest else { break };
            begun.extend(up[at].iter().filter(|cell| **cell != greatest).map(|cell| (Some(at), *cell)));
            at = greatest;
        }
        cells.reverse();
        if cells.len() >= 4 {
            stems.push(stem(seed, next, &cells, &water));
        }
    }
    let is_stream = water.iter().map(|water| *water >= STREAM).collect();
    (stems, is_stream)
}

/// Returns where each cell flows, and the cells from the border up (priority flood, Barnes 2014).
fn flow(relief: &Relief) -> (Vec<Option<usize>>, Vec<usize>) {
    let key = |height: f64| (height * 1000.0) as i64;
    let mut down = vec![None; COLUMNS * ROWS];
    let mut seen = vec![false; COLUMNS * ROWS];
    let mut order = Vec::new();
    let mut heap: BinaryHeap<Reverse<(i64, usize)>> = BinaryHeap::new();
    for cell in (0..COLUMNS * ROWS).filter(|cell| is_border(*cell)) {
        seen[cell] = true;
        heap.push(Reverse((key(relief.cells[cell]), cell)));
    }
    while let Some(Reverse((level, cell))) = heap.pop() {
        order.push(cell);
        for (other, _) in around(cell) {
            if !std::mem::replace(&mut seen[other], true) {
                down[other] = Some(cell);
                heap.push(Reverse((key(relief.cells[other]).max(level + 1), other)));
            }
        }
    }
    (down, order)
}

/// Returns the point of a stream in a cell.
fn point(seed: u64, cell: usize) -> Spot {
    let at = middle(cell);
    Spot { east: at.east + 28.0 * jitter(seed, 11, cell), north: at.north + 28.0 * jitter(seed, 12, cell) }
}

fn stem(seed: u64, number: usize, cells: &[usize], water: &[u32]) -> TrueStem {
    let (mut line, mut nodes, mut is_river) = (Vec::new(), Vec::new(), Vec::new());
    for (n, cell) in cells.iter().enumerate() {
        let own = point(seed, *cell);
        if let Some(before) = n.checked_sub(1).map(|n| cells[n]) {
            // Halfway, to the side: the bends of small rivers.
            let from = point(seed, before);
            let side = 22.0 * jitter(seed, 13, before);
            let length = from.distance(own).max(1.0);
            let (x, y) = ((own.east - from.east) / length, (own.north - from.north) / length);
            line.push(Spot {
                east: f64::midpoint(from.east, own.east) - y * side,
                north: f64::midpoint(from.north, own.north) + x * side,
            });
            nodes.push(2_000_000 + before as i64);
            is_river.push(water[before] >= RIVER);
        }
        line.push(own);
        nodes.push(1_000_000 + *cell as i64);
        is_river.push(water[*cell] >= RIVER);
    }
    let most = cells.iter().map(|cell| water[*cell]).max().unwrap_or(0);
    let name = (most > 900 || number.is_multiple_of(3)).then(|| format!("Water {number}"));
    TrueStem { name, line, nodes, is_river }
}
