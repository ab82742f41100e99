//! Claims to room on the map: counters, symbols and names.

use std::collections::BTreeMap;

use emath::{Pos2, Rect};

/// The most squares in which a rectangle is entered one by one. A name may be far longer than the map.
const MOST_SQUARES: i64 = 1024;

/// The kind of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ClaimKind {
    /// A counter, which hides names.
    Counter,
    /// A star, a flag or an arrow.
    Symbol,
    /// A part of the name with this number.
    Name(usize),
}

impl ClaimKind {
    /// The price of a part of a name over the claim.
    fn price(self) -> f32 {
        match self {
            Self::Counter => 2.0,
            Self::Symbol => 1.2,
            Self::Name(_) => 1.5,
        }
    }
}

/// An index of claims by place.
#[derive(Clone, Debug)]
pub(super) struct ClaimIndex {
    /// The width of an index square.
    square: f32,
    squares: BTreeMap<(i32, i32), Vec<(ClaimKind, Rect)>>,
    /// The claims in more than [`MOST_SQUARES`].
    large: Vec<(ClaimKind, Rect)>,
}

impl ClaimIndex {
    /// Returns an index for claims of about `size`.
    pub(super) fn new(size: f32) -> Self {
        Self { square: size.max(1.0), squares: BTreeMap::new(), large: Vec::new() }
    }

    /// Returns the squares that `rect` reaches into; `None` if there are more than [`MOST_SQUARES`].
    fn around(&self, rect: Rect) -> Option<impl Iterator<Item = (i32, i32)> + use<>> {
        #[expect(clippy::cast_possible_truncation, reason = "a map is some millions of points wide at most")]
        let of = |at: f32| (at / self.square).floor() as i32;
        let (left, right, top, bottom) = (of(rect.left()), of(rect.right()), of(rect.top()), of(rect.bottom()));
        let count = |from: i32, to: i32| i64::from(to) - i64::from(from) + 1;
        let few = count(left, right).saturating_mul(count(top, bottom)) <= MOST_SQUARES;
        few.then(|| (left..=right).flat_map(move |x| (top..=bottom).map(move |y| (x, y))))
    }

    /// Adds a claim to `rect`.
    pub(super) fn add(&mut self, kind: ClaimKind, rect: Rect) {
        match self.around(rect) {
            Some(squares) => {
                for square in squares {
                    self.squares.entry(square).or_default().push((kind, rect));
                }
            }
            None => self.large.push((kind, rect)),
        }
    }

    /// Removes the claims of a kind to any of `rects`.
    pub(super) fn remove(&mut self, kind: ClaimKind, rects: &[Rect]) {
        for rect in rects {
            for square in self.around(*rect).into_iter().flatten() {
                if let Some(all) = self.squares.get_mut(&square) {
                    all.retain(|(own, _)| *own != kind);
                }
            }
        }
        self.large.retain(|(own, _)| *own != kind);
    }

    /// Returns the price of `rect`: that of its dearest claim, 0 for free room.
    pub(super) fn price(&self, rect: Rect) -> f32 {
        self.hits(rect).map(ClaimKind::price).fold(0.0, f32::max)
    }

    /// Returns `true` if a name has a claim to a part of `rect`.
    pub(super) fn is_named(&self, rect: Rect) -> bool {
        self.hits(rect).any(|kind| matches!(kind, ClaimKind::Name(_)))
    }

    fn hits(&self, rect: Rect) -> impl Iterator<Item = ClaimKind> {
        let squares =
            self.around(rect).into_iter().flatten().filter_map(move |square| self.squares.get(&square)).flatten();
        squares.chain(&self.large).filter(move |(_, one)| one.intersects(rect)).map(|(kind, _)| *kind)
    }
}

/// Returns `count` equal parts of `rect` from left to right.
pub(super) fn parts(rect: Rect, count: u8) -> Vec<Rect> {
    let wide = rect.width() / f32::from(count.max(1));
    (0..count)
        .map(|n| {
            let left = rect.left() + wide * f32::from(n);
            Rect::from_min_max(Pos2::new(left, rect.top()), Pos2::new(left + wide, rect.bottom()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use emath::{pos2, vec2};

    use super::*;

    #[test]
    fn claims_have_their_price_until_they_are_removed() {
        let mut claims = ClaimIndex::new(10.0);
        let at = |x: f32| Rect::from_center_size(pos2(x, 5.0), vec2(8.0, 8.0));
        claims.add(ClaimKind::Counter, at(0.0));
        claims.add(ClaimKind::Name(3), at(30.0));
        assert_eq!([at(2.0), at(28.0), at(60.0)].map(|rect| claims.price(rect)), [2.0, 1.5, 0.0]);
        assert_eq!([at(2.0), at(28.0)].map(|rect| claims.is_named(rect)), [false, true]);
        claims.remove(ClaimKind::Name(3), &[at(30.0)]);
        assert_eq!(claims.price(at(28.0)), 0.0);
    }

    /// A name may be longer than any map.
    #[test]
    fn a_claim_of_any_length_is_found() {
        let mut claims = ClaimIndex::new(1.0);
        let long = Rect::from_min_size(pos2(0.0, 0.0), vec2(1e6, 2.0));
        claims.add(ClaimKind::Name(0), long);
        assert!(claims.is_named(Rect::from_center_size(pos2(9e5, 1.0), vec2(1.0, 1.0))));
        assert_eq!(claims.price(long), 1.5);
        claims.remove(ClaimKind::Name(0), &[long]);
        assert_eq!(claims.price(long), 0.0);
    }

    #[test]
    fn parts_fill_a_rectangle() {
        let rect = Rect::from_min_max(pos2(1.0, 2.0), pos2(8.0, 3.0));
        let parts = parts(rect, 7);
        assert_eq!(parts.len(), 7);
        assert!((parts[6].right() - 8.0).abs() < 1e-4 && parts[0].left() == 1.0);
    }
}
