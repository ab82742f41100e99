//! Pieces of lines, found by where they are.

use std::collections::BTreeMap;

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
                    for square in squares {
                        self.pieces.entry(square).or_default().push(piece);
                    }
                }
                None => self.pieces.entry(EVERYWHERE).or_default().push(piece),
            }
        }
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
    fn endless_pieces_cost_no_memory_and_are_found() {
        let far = Point::FARTHEST;
        let line = [Point { x: -far, y: -far }, Point { x: far, y: far }];
        let buckets = Buckets::of(100, [line.as_slice()]);
        assert_eq!(buckets.pieces.len(), 1);
        let middle = Point::default();
        assert_eq!(buckets.near(middle, middle, 1).len(), 1);
    }
}
