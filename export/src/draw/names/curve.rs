//! Text along a curve: the letters of a name on a baseline, and the price of a position.

use emath::{Pos2, Rect, Vec2};

use super::claims::ClaimIndex;
use crate::draw::{LetterSpot, courses};

/// The greatest angle between neighboring letters, in radians.
const SHARPEST: f32 = 32.0 * std::f32::consts::PI / 180.0;
/// The distance on both sides over which the angle of a letter is taken, in font sizes.
const CHORD: f32 = 0.9;
/// The step in which positions along a line are tried, in font sizes.
const STEP: f32 = 0.4;
/// The slope from which a name is hard to read, in radians.
const STEEP: f32 = 60.0 * std::f32::consts::PI / 180.0;

/// A line that letters stand on. It continues straight beyond its ends.
#[derive(Clone, Debug)]
pub(super) struct Baseline {
    points: Vec<Pos2>,
    /// The length of the line up to each point.
    past: Vec<f32>,
}

impl Baseline {
    /// Returns the line through `points`; `None` if it has no length.
    pub(super) fn new(points: Vec<Pos2>) -> Option<Self> {
        let mut past = Vec::with_capacity(points.len());
        let mut long = 0.0;
        for (n, point) in points.iter().enumerate() {
            long += n.checked_sub(1).and_then(|n| points.get(n)).map_or(0.0, |before| before.distance(*point));
            past.push(long);
        }
        (long > f32::EPSILON).then_some(Self { points, past })
    }

    /// Returns a straight line of a certain length in the direction `way` about `middle`.
    pub(super) fn straight(middle: Pos2, way: Vec2, long: f32) -> Option<Self> {
        Self::new(vec![middle - way * (long / 2.0), middle + way * (long / 2.0)])
    }

    /// Returns the line `by` below (in reading direction), without the kinks that the shift makes.
    pub(super) fn below(&self, by: f32, step: f32) -> Option<Self> {
        let count = (self.length() / step.max(f32::EPSILON)).ceil().clamp(1.0, 4000.0);
        #[expect(clippy::cast_possible_truncation, reason = "clamped")]
        let count = count as u16;
        let even: Vec<Pos2> = (0..=count).map(|n| self.at(self.length() * f32::from(n) / f32::from(count))).collect();
        let mut line = courses::beside(&even, by);
        for _ in 0..3 {
            let even = line.clone();
            for (n, triple) in even.windows(3).enumerate() {
                if let ([a, b, c], Some(point)) = (triple, line.get_mut(n + 1)) {
                    *point = ((a.to_vec2() + b.to_vec2() * 2.0 + c.to_vec2()) / 4.0).to_pos2();
                }
            }
        }
        Self::new(line)
    }

    /// Returns the line in the other direction.
    pub(super) fn reversed(&self) -> Option<Self> {
        Self::new(self.points.iter().rev().copied().collect())
    }

    /// Returns the length of the line.
    pub(super) fn length(&self) -> f32 {
        self.past.last().copied().unwrap_or(0.0)
    }

    /// Returns the point at the distance `far` from the start.
    fn at(&self, far: f32) -> Pos2 {
        let after = self.past.partition_point(|past| *past <= far).clamp(1, self.points.len().saturating_sub(1).max(1));
        let end = |n: usize| Some((*self.points.get(n)?, *self.past.get(n)?));
        let Some(((a, from), (b, to))) = end(after - 1).zip(end(after)) else { return Pos2::ZERO };
        if to <= from { a } else { a.lerp(b, (far - from) / (to - from)) }
    }

    /// Returns the distance from the start of the point nearest to `pos`, and its distance from `pos`.
    pub(super) fn nearest(&self, pos: Pos2) -> (f32, f32) {
        let mut best = (0.0, f32::MAX);
        for (pair, past) in self.points.windows(2).zip(&self.past) {
            let [a, b] = pair else { continue };
            let way = *b - *a;
            let share = ((pos - *a).dot(way) / way.length_sq().max(f32::EPSILON)).clamp(0.0, 1.0);
            let far = (*a + way * share).distance(pos);
            if far < best.1 {
                best = (past + way.length() * share, far);
            }
        }
        best
    }
}

/// A name to be laid along lines.
pub(super) struct CurvedName {
    /// The advances of its letters, in font sizes.
    pub(super) advances: Vec<f32>,
    /// The font size.
    pub(super) size: f32,
    /// The space between letters, in font sizes.
    pub(super) tracking: f32,
}

impl CurvedName {
    /// Returns the length of the name.
    pub(super) fn length(&self) -> f32 {
        let letters = f32::from(u16::try_from(self.advances.len()).unwrap_or(u16::MAX));
        (self.advances.iter().sum::<f32>() + self.tracking * (letters - 1.0).max(0.0)) * self.size
    }

    /// Returns the places of the letters on `line` from the distance `start` on; `None` if the line turns too sharply for them.
    fn spots(&self, line: &Baseline, start: f32) -> Option<Vec<LetterSpot>> {
        let mut far = start;
        let mut spots: Vec<LetterSpot> = Vec::with_capacity(self.advances.len());
        for advance in &self.advances {
            let (wide, chord) = (advance * self.size, CHORD * self.size);
            let middle = far + wide / 2.0;
            let way = (line.at(middle + chord) - line.at(middle - chord)).normalized();
            if spots.last().is_some_and(|before| angle(before.way, way).abs() > SHARPEST) || way == Vec2::ZERO {
                return None;
            }
            spots.push(LetterSpot { at: line.at(middle) - way * (wide / 2.0), way });
            far += wide + self.tracking * self.size;
        }
        Some(spots)
    }

    /// Returns the places of the letters in the middle of `line`.
    pub(super) fn at_middle(&self, line: &Baseline) -> Option<Vec<LetterSpot>> {
        self.spots(line, (line.length() - self.length()) / 2.0)
    }

    /// Returns the room of each letter.
    pub(super) fn room(&self, spots: &[LetterSpot]) -> Vec<Rect> {
        let letters = self.advances.iter().zip(spots);
        letters
            .map(|(advance, spot)| {
                let middle = spot.at + spot.way * (advance * self.size / 2.0) - spot.down() * self.size * 0.3;
                Rect::from_center_size(middle, Vec2::splat(self.size * 0.78))
            })
            .collect()
    }

    /// Returns the price of letters at `spots`: for turns, for slope and for claims of others to their room.
    pub(super) fn price(&self, spots: &[LetterSpot], claims: &ClaimIndex) -> f32 {
        let turns = || spots.windows(2).filter_map(|pair| Some(angle(pair.first()?.way, pair.get(1)?.way).abs()));
        let count = f32::from(u16::try_from(spots.len()).unwrap_or(u16::MAX)).max(1.0);
        let slope = spots.iter().map(|spot| spot.way.y.abs().atan2(spot.way.x.abs())).sum::<f32>() / count;
        let clashes: f32 = self.room(spots).into_iter().map(|rect| claims.price(rect)).sum();
        3.0 * turns().fold(0.0, f32::max)
            + 0.6 * turns().sum::<f32>()
            + 2.0 * ((slope - STEEP).max(0.0) / (STEEP / 2.0))
            + clashes
    }

    /// Returns the cheapest position on `line` near the distance `near` from its start, at most `reach` away. A step of the distance
    /// away costs `per` a unit. Letters never stand on their heads.
    pub(super) fn along(
        &self,
        line: &Baseline,
        near: f32,
        (reach, per): (f32, f32),
        claims: &ClaimIndex,
    ) -> Option<(f32, Vec<LetterSpot>)> {
        let long = self.length();
        // A line that is too short continues at both ends.
        let spare = ((long * 1.05 - line.length()) / 2.0).max(0.0);
        let (first, last) = (-spare, (line.length() + spare - long).max(-spare));
        let middle = (near - long / 2.0).clamp(first, last);
        let step = (STEP * self.size).max(f32::EPSILON);
        #[expect(clippy::cast_possible_truncation, reason = "clamped")]
        let count = (reach / step).clamp(0.0, 400.0) as i16;
        let mut best: Option<(f32, Vec<LetterSpot>)> = None;
        for n in -count..=count {
            let start = middle + f32::from(n) * step;
            if n != 0 && !(first..=last).contains(&start) {
                continue;
            }
            let away = (start + long / 2.0 - near).abs() * per;
            if best.as_ref().is_some_and(|(least, _)| away >= *least) {
                continue;
            }
            let Some(spots) = self.spots(line, start).filter(|spots| is_upright(spots)) else { continue };
            let price = away + self.price(&spots, claims);
            if best.as_ref().is_none_or(|(least, _)| price < *least) {
                best = Some((price, spots));
            }
        }
        best
    }
}

/// Returns `true` if the text reads from left to right, or upward if it is vertical.
fn is_upright(spots: &[LetterSpot]) -> bool {
    let [first, .., last] = spots else { return spots.first().is_none_or(|only| only.way.x >= -0.01) };
    let way = last.at - first.at;
    let steep = way.x.abs() < 0.08 * way.length();
    if steep { way.y < 0.0 } else { way.x > 0.0 }
}

/// Returns the angle from `a` to `b`.
fn angle(a: Vec2, b: Vec2) -> f32 {
    (a.x * b.y - a.y * b.x).atan2(a.dot(b))
}

#[cfg(test)]
mod tests {
    use emath::pos2;

    use super::super::claims::ClaimKind;
    use super::*;

    fn name(letters: usize) -> CurvedName {
        CurvedName { advances: vec![0.6; letters], size: 10.0, tracking: 0.08 }
    }

    fn arc(radius: f32) -> Baseline {
        let points = (0..=60_u8).map(|n| {
            let turn = std::f32::consts::PI * (1.0 + f32::from(n) / 60.0);
            pos2(200.0, 200.0) + Vec2::angled(turn) * radius
        });
        Baseline::new(points.collect()).unwrap()
    }

    #[test]
    fn letters_follow_a_gentle_curve_and_refuse_a_sharp_one() {
        let claims = ClaimIndex::new(10.0);
        let line = arc(100.0);
        let (price, spots) = name(12).along(&line, line.length() / 2.0, (50.0, 0.01), &claims).unwrap();
        assert!(price < 3.0, "{price}");
        assert!(spots[0].way.y < -0.1 && spots[11].way.y > 0.1, "up, then down");
        assert!(spots.iter().all(|spot| (spot.at.distance(pos2(200.0, 200.0)) - 100.0).abs() < 2.0));
        let sharp = Baseline::new(vec![pos2(0.0, 0.0), pos2(60.0, 0.0), pos2(2.0, 30.0)]).unwrap();
        assert!(name(12).spots(&sharp, 20.0).is_none());
    }

    #[test]
    fn no_name_stands_on_its_head() {
        let claims = ClaimIndex::new(10.0);
        let line = Baseline::new(vec![pos2(300.0, 0.0), pos2(0.0, 0.0)]).unwrap();
        assert!(name(5).along(&line, 150.0, (60.0, 0.01), &claims).is_none());
        let line = line.reversed().unwrap();
        assert!(name(5).along(&line, 150.0, (60.0, 0.01), &claims).is_some());
        let down = Baseline::new(vec![pos2(0.0, 0.0), pos2(0.0, 300.0)]).unwrap();
        assert!(name(5).along(&down, 150.0, (60.0, 0.01), &claims).is_none());
    }

    #[test]
    fn a_name_slides_along_its_line_out_of_the_way() {
        let mut claims = ClaimIndex::new(10.0);
        let line = Baseline::new(vec![pos2(0.0, 0.0), pos2(300.0, 0.0)]).unwrap();
        let middle = |claims: &ClaimIndex| {
            let (_, spots) = name(5).along(&line, 150.0, (120.0, 0.01), claims).unwrap();
            (spots[0].at.x + spots[4].at.x) / 2.0
        };
        assert!((middle(&claims) - 147.0).abs() < 4.0, "{}", middle(&claims));
        claims.add(ClaimKind::Counter, Rect::from_center_size(pos2(150.0, 0.0), Vec2::splat(40.0)));
        assert!((middle(&claims) - 147.0).abs() > 30.0, "{}", middle(&claims));
    }

    #[test]
    fn a_line_that_is_too_short_continues_straight() {
        let claims = ClaimIndex::new(10.0);
        let line = Baseline::new(vec![pos2(0.0, 0.0), pos2(20.0, 0.0)]).unwrap();
        let (_, spots) = name(9).along(&line, 10.0, (60.0, 0.01), &claims).unwrap();
        assert!(spots[0].at.x < 0.0 && spots[8].at.x > 20.0);
        let below = line.below(5.0, 4.0).unwrap();
        assert!(below.points.iter().all(|point| (point.y - 5.0).abs() < 1e-3));
        assert_eq!(line.nearest(pos2(7.0, 4.0)), (7.0, 4.0));
    }
}
