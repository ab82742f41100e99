//! The room for names between counters.

use std::collections::BTreeMap;

use emath::{Pos2, Rect, Vec2, vec2};

use super::{PlacedCounter, text};

/// The most squares in which a rectangle is entered one by one. A name may be far longer than the map.
const MOST_SQUARES: i64 = 1024;

/// A spatial index of the counters on the map.
#[derive(Clone, Debug)]
pub struct OccupiedRoom {
    /// The width of an index square, in points.
    square: f32,
    /// The rectangles of counters in each square.
    counters: BTreeMap<(i32, i32), Vec<Rect>>,
    /// The rectangles in more than [`MOST_SQUARES`].
    large: Vec<Rect>,
}

impl Default for OccupiedRoom {
    /// The index without counters.
    fn default() -> Self {
        Self::empty(1.0)
    }
}

impl OccupiedRoom {
    /// Indexes the rectangles of `placed`.
    pub fn by(placed: &[PlacedCounter]) -> Self {
        let square = placed.first().map_or(1.0, |counter| 4.0 * counter.width).max(1.0);
        let mut occupied = Self::empty(square);
        for counter in placed {
            occupied.enter(Rect::from_center_size(counter.center, Vec2::splat(counter.width)));
        }
        occupied
    }

    /// Creates an empty index with squares of this width.
    fn empty(square: f32) -> Self {
        Self { square: square.max(1.0), counters: BTreeMap::new(), large: Vec::new() }
    }

    fn enter(&mut self, rect: Rect) {
        let Some(squares) = self.squares(rect) else {
            self.large.push(rect);
            return;
        };
        for square in squares {
            self.counters.entry(square).or_default().push(rect);
        }
    }

    /// Returns the squares that `rect` reaches into; `None` if there are more than [`MOST_SQUARES`].
    fn squares(&self, rect: Rect) -> Option<impl Iterator<Item = (i32, i32)> + use<>> {
        #[expect(clippy::cast_possible_truncation, reason = "a map is some millions of points wide at most")]
        let of = |at: f32| (at / self.square).floor() as i32;
        let (left, right, top, bottom) = (of(rect.left()), of(rect.right()), of(rect.top()), of(rect.bottom()));
        let count = |from: i32, to: i32| i64::from(to) - i64::from(from) + 1;
        let few = count(left, right).saturating_mul(count(top, bottom)) <= MOST_SQUARES;
        few.then(|| (left..=right).flat_map(move |x| (top..=bottom).map(move |y| (x, y))))
    }

    /// Returns `true` if `rect` overlaps no counter.
    pub fn is_free(&self, rect: Rect) -> bool {
        let hits = |all: &Vec<Rect>| all.iter().any(|one| one.intersects(rect));
        let near = match self.squares(rect) {
            Some(mut squares) => squares.any(|square| self.counters.get(&square).is_some_and(hits)),
            None => self.counters.values().any(hits),
        };
        !near && !hits(&self.large)
    }

    /// Returns the area of `rect` that counters cover.
    fn covered(&self, rect: Rect) -> f32 {
        let part = |one: &Rect| {
            let both = one.intersect(rect);
            if both.is_positive() { both.area() } else { 0.0 }
        };
        let near: Vec<Rect> = match self.squares(rect) {
            Some(squares) => {
                let mut near: Vec<Rect> = Vec::new();
                for one in squares.filter_map(|square| self.counters.get(&square)).flatten() {
                    // A rectangle may be in several squares.
                    if !near.contains(one) {
                        near.push(*one);
                    }
                }
                near
            }
            None => self.counters.values().flatten().copied().collect(),
        };
        near.iter().chain(&self.large).map(part).sum()
    }

    /// Returns the first of `spots` where bold text of this `size` overlaps no counter, else the one where counters cover the least
    /// of it.
    pub(super) fn spot(&self, words: &str, size: f32, spots: impl IntoIterator<Item = Pos2>) -> Option<Pos2> {
        let mut best: Option<(f32, Pos2)> = None;
        let extent = extent_of(words, size);
        for spot in spots {
            let room = Rect::from_center_size(spot, extent);
            if self.is_free(room) {
                return Some(spot);
            }
            let covered = self.covered(room);
            if best.is_none_or(|(least, _)| covered < least) {
                best = Some((covered, spot));
            }
        }
        best.map(|(_, spot)| spot)
    }
}

/// Returns the width and height of bold text of this `size`.
fn extent_of(words: &str, size: f32) -> Vec2 {
    vec2(text::width(words) * 1.04, 0.9) * size
}

#[cfg(test)]
mod tests {
    use emath::pos2;

    use super::*;

    #[test]
    fn words_stand_at_the_first_spot_without_counters() {
        let placed = [pos2(0.0, 0.0), pos2(0.0, 30.0), pos2(400.0, 0.0)];
        let placed = placed.map(|center| PlacedCounter { index: 0, center, width: 20.0 });
        let occupied = OccupiedRoom::by(&placed);
        let spots = [pos2(0.0, 5.0), pos2(3.0, 28.0), pos2(0.0, -40.0), pos2(0.0, -80.0)];
        assert_eq!(occupied.spot("Name", 10.0, spots), Some(spots[2]));
        let beside = pos2(14.0, 5.0);
        assert_eq!(occupied.spot("Name", 10.0, [spots[0], beside]), Some(beside), "less of it is covered");
        assert_eq!(occupied.spot("Name", 10.0, []), None);
        assert_eq!(OccupiedRoom::by(&[]).spot("Name", 10.0, spots), Some(spots[0]));
    }
}
