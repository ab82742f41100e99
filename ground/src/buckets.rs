//! Pieces of lines, found by where they are.

use std::collections::{BTreeMap, BTreeSet};

use crate::exact;
use crate::plane::Point;

/// A piece of a line: its line, and its number in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Piece {
    /// The number of the line.
    pub(crate) line: u32,
    /// The number of the piece, which runs from this point of the line to the next.
    pub(crate) piece: u32,
    /// The ends.
    pub(crate) ends: (Point, Point),
}

/// An index of the pieces of lines by squares of the plane.
#[derive(Clone, Debug)]
pub(crate) struct Buckets {
    size: i32,
    pieces: BTreeMap<(i32, i32), Vec<Piece>>,
}

/// The most squares that one piece is put into or that one search looks at. Longer pieces go to the list of those that are everywhere.
const MOST_SQUARES: i64 = 4096;
/// The square of pieces that are everywhere.
const EVERYWHERE: (i32, i32) = (i32::MAX, i32::MAX);

impl Buckets {
    /// Returns an empty index with squares of `size` centimeters.
    pub(crate) fn new(size: i32) -> Self {
        Self { size: size.max(1), pieces: BTreeMap::new() }
    }

    /// Returns the index of `lines`.
    pub(crate) fn of<'a>(size: i32, lines: impl IntoIterator<Item = &'a [Point]>) -> Self {
        let mut buckets = Self::new(size);
        for (line, points) in (0..).zip(lines) {
            buckets.add(line, points);
        }
        buckets
    }

    /// Adds the pieces of a line.
    pub(crate) fn add(&mut self, line: u32, points: &[Point]) {
        for (piece, ends) in (0..).zip(points.windows(2)) {
            let piece = Piece { line, piece, ends: (ends[0], ends[1]) };
            match self.squares(ends[0], ends[1], 0) {
                Some(squares) => {
                    for square in squares.filter(|square| self.may_cross(*square, ends[0], ends[1])).collect::<Vec<_>>()
                    {
                        self.pieces.entry(square).or_default().push(piece);
                    }
                }
                None => self.pieces.entry(EVERYWHERE).or_default().push(piece),
            }
        }
    }

    /// Returns `false` if all corners of a square lie on the same side of the piece from `a` to `b`: a long piece is put only into the
    /// squares along it.
    fn may_cross(&self, (column, row): (i32, i32), a: Point, b: Point) -> bool {
        let size = i128::from(self.size);
        let (x, y) = a.to(b);
        let side = |right: i128, down: i128| {
            let (left, top) = ((i128::from(column) + right) * size, (i128::from(row) + down) * size);
            (i128::from(x) * (top - i128::from(a.y)) - i128::from(y) * (left - i128::from(a.x))).signum()
        };
        let sides = [side(0, 0), side(1, 0), side(0, 1), side(1, 1)];
        !(sides.iter().all(|side| *side > 0) || sides.iter().all(|side| *side < 0))
    }

    /// Returns the squares around the piece from `a` to `b` and `reach` centimeters beyond; `None` if there are too many.
    fn squares(&self, a: Point, b: Point, reach: i32) -> Option<impl Iterator<Item = (i32, i32)> + use<>> {
        let square = |value: i32| value.div_euclid(self.size);
        let (left, right) = (square(a.x.min(b.x) - reach), square(a.x.max(b.x) + reach));
        let (top, bottom) = (square(a.y.min(b.y) - reach), square(a.y.max(b.y) + reach));
        let count = (i64::from(right - left) + 1) * (i64::from(bottom - top) + 1);
        (count <= MOST_SQUARES).then(|| (left..=right).flat_map(move |x| (top..=bottom).map(move |y| (x, y))))
    }

    /// Returns the pieces that may lie within `reach` centimeters of the piece from `a` to `b`, each once, in order.
    pub(crate) fn near(&self, a: Point, b: Point, reach: i32) -> Vec<Piece> {
        let mut found: Vec<Piece> = match self.squares(a, b, reach) {
            Some(squares) => squares.filter_map(|square| self.pieces.get(&square)).flatten().copied().collect(),
            None => self.pieces.values().flatten().copied().collect(),
        };
        found.extend(self.pieces.get(&EVERYWHERE).into_iter().flatten());
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Returns `true` if a piece lies within `reach` centimeters of a point. This is quicker than to look at all pieces of
    /// [`Buckets::near`].
    pub(crate) fn is_near(&self, point: Point, reach: f64) -> bool {
        let is_within = |piece: &Piece| exact::distance_squared(piece.ends.0, piece.ends.1, point) <= reach * reach;
        match self.squares(point, point, reach as i32) {
            Some(squares) => {
                let mut all = squares.chain([EVERYWHERE]).filter_map(|square| self.pieces.get(&square)).flatten();
                all.any(is_within)
            }
            None => self.pieces.values().flatten().any(is_within),
        }
    }

    /// Returns the lines of which a piece lies within `reach` centimeters of a point, in order. Lines must have been added in the order of
    /// their numbers.
    pub(crate) fn lines_near(&self, point: Point, reach: f64) -> Vec<u32> {
        let is_within = |piece: &Piece| exact::distance_squared(piece.ends.0, piece.ends.1, point) <= reach * reach;
        let mut found = BTreeSet::new();
        let mut look = |pieces: &Vec<Piece>| {
            let mut at = 0;
            while let Some(piece) = pieces.get(at) {
                if found.contains(&piece.line) || is_within(piece) {
                    found.insert(piece.line);
                    // The rest of the line tells no more.
                    at += pieces.get(at..).unwrap_or_default().partition_point(|other| other.line <= piece.line);
                } else {
                    at += 1;
                }
            }
        };
        match self.squares(point, point, reach as i32) {
            Some(squares) => {
                // The nearest square first, which most often tells.
                let own = (point.x.div_euclid(self.size), point.y.div_euclid(self.size));
                let mut squares: Vec<(i32, i32)> = squares.chain([EVERYWHERE]).collect();
                squares.sort_by_key(|square| (square.0.abs_diff(own.0).max(square.1.abs_diff(own.1)), *square));
                squares.iter().filter_map(|square| self.pieces.get(square)).for_each(&mut look);
            }
            None => self.pieces.values().for_each(&mut look),
        }
        found.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_found_near_and_only_near() {
        let at = |x, y| Point { x, y };
        let lines = [vec![at(-50, -50), at(250, -50), at(250, 900)], vec![at(5000, 5000), at(5001, 5000)]];
        let buckets = Buckets::of(100, lines.iter().map(Vec::as_slice));
        let found = |x, y, reach| -> Vec<(u32, u32)> {
            buckets.near(at(x, y), at(x, y), reach).iter().map(|piece| (piece.line, piece.piece)).collect()
        };
        assert_eq!(found(240, -40, 20), [(0, 0), (0, 1)]);
        assert_eq!(found(240, 800, 50), [(0, 1)]);
        assert_eq!(found(5000, 5000, 0), [(1, 0)]);
        assert_eq!(found(-5000, 5000, 100), []);
    }

    #[test]
    fn quick_searches_find_what_the_slow_one_does() {
        let mut seed = 7_u64;
        let mut next = |most: i32| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as i32 % most - most / 2
        };
        let mut point = || Point { x: next(9000), y: next(9000) };
        let lines: Vec<Vec<Point>> = (0..30).map(|_| (0..12).map(|_| point()).collect()).collect();
        let buckets = Buckets::of(700, lines.iter().map(Vec::as_slice));
        for reach in [1.0, 300.0, 1500.0] {
            for _ in 0..200 {
                let at = point();
                let is_within = |pair: &[Point]| exact::distance_squared(pair[0], pair[1], at) <= reach * reach;
                let expected: Vec<u32> =
                    (0..).zip(&lines).filter(|(_, line)| line.windows(2).any(is_within)).map(|(n, _)| n).collect();
                assert_eq!(buckets.lines_near(at, reach), expected);
                assert_eq!(buckets.is_near(at, reach), !expected.is_empty());
                let mut near: Vec<u32> = buckets
                    .near(at, at, reach as i32)
                    .iter()
                    .filter(|piece| is_within(&[piece.ends.0, piece.ends.1]))
                    .map(|piece| piece.line)
                    .collect();
                near.dedup();
                assert_eq!(near, expected);
            }
        }
    }

    #[test]
    fn endless_pieces_cost_no_memory_and_are_found() {
        let far = Point::FARTHEST;
        let line = [Point { x: -far, y: -far }, Point { x: far, y: far }];
        let buckets = Buckets::of(100, [line.as_slice()]);
        assert_eq!(buckets.pieces.len(), 1);
        let middle = Point::default();
        assert_eq!(buckets.near(middle, middle, 1).len(), 1);
    }
}
