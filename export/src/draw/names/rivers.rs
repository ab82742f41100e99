//! The names of rivers: letters along their courses, and once more on long ones.

use battlewright_schema::{Common, CourseKind, HexsideKind};
use emath::Pos2;

use super::curve::Baseline;
use super::{LabelLine, LaidName, NEAR, TRACKING};
use crate::draw::waters::{self, chains};
use crate::draw::{LetterSpot, View, courses};

/// The distance, in hexes, at which the name of a long river is repeated.
const EVERY: f32 = 13.0;
/// The least distance, in hexes, of a repeated name from the end of its course.
const END: f32 = 4.0;
/// The greatest price of a repeated name: it is left out where it has to turn sharply or to lie over something.
const DEAREST: f32 = 1.6;
/// The most repetitions in one direction.
const MOST: u8 = 24;

/// A course of water with its name and half its width, about the map's origin.
pub(super) struct WaterCourse<'a> {
    name: Option<&'a str>,
    half: f32,
    pub(super) line: Baseline,
}

/// Returns the courses of water along hexsides and through hexes.
pub(super) fn waters_of<'a>(scenario: &'a dyn Common, view: &View) -> Vec<WaterCourse<'a>> {
    let r = view.radius();
    let mut found = Vec::new();
    for row in scenario.hexsides().iter().filter(|row| matches!(row.kind, HexsideKind::Stream | HexsideKind::River)) {
        let sides = row.between.iter().filter_map(|side| {
            let (a, b) = side.hexes()?;
            view.side_between(view.grid().cell(&a)?, view.grid().cell(&b)?)
        });
        // Chains are found in hex radii.
        let sides: Vec<[Pos2; 2]> = sides.map(|ends| ends.map(|end| end / r)).collect();
        for chain in chains(&sides) {
            let line = courses::chaikin(&chain).into_iter().map(|at| at * r).collect();
            let half = waters::width(row.kind) * r / 2.0;
            let name = row.name.as_deref();
            found.extend(Baseline::new(line).map(|line| WaterCourse { name, half, line }));
        }
    }
    for course in courses::through_hexes(scenario, view.grid()) {
        let half = if course.kind == CourseKind::Ravine { waters::BANK } else { waters::STREAM / 2.0 } * r;
        let line = course.points.into_iter().map(|at| at * r).collect();
        found.extend(Baseline::new(line).map(|line| WaterCourse { name: None, half, line }));
    }
    found
}

impl LabelLine<'_> {
    /// Returns the course that the label names, or that is nearest, with the distance from its start of the point nearest to the label.
    fn course<'w, 'a>(&self, waters: &'w [WaterCourse<'a>]) -> Option<(f32, &'w WaterCourse<'a>)> {
        let r = self.view.radius();
        let far = |water: &WaterCourse<'_>| {
            let own = water.name == Some(self.label.text.as_str());
            let (at, far) = water.line.nearest(self.spot.middle);
            // A course of this name may be farther away than another.
            (at, far, if own { far - 3.0 * r } else { far })
        };
        let reach = NEAR * r + self.spot.line / 2.0;
        let near = waters.iter().map(|water| (far(water), water)).filter(|((_, far, _), _)| *far <= reach);
        let ((at, ..), water) = near.min_by(|(a, _), (b, _)| a.2.total_cmp(&b.2))?;
        Some((at, water))
    }

    /// Returns the cheapest letters beside a course near the distance `at` from its start, at most `reach` away, with their price.
    fn beside(&self, water: &WaterCourse<'_>, at: f32, reach: f32) -> Option<(f32, Vec<LetterSpot>)> {
        let (r, size) = (self.view.radius(), self.spot.size);
        let name = self.name(TRACKING);
        let mut best: Option<(f32, Vec<LetterSpot>)> = None;
        let backward = water.line.reversed()?;
        for (line, at) in [(&water.line, at), (&backward, water.line.length() - at)] {
            // Above the course, and beneath it at a small price.
            for (price, by) in [(0.0, -(water.half + 0.26 * size)), (0.15, water.half + 0.82 * size)] {
                let Some(line) = line.below(by, size * 0.4) else { continue };
                let at = at * line.length() / water.line.length();
                let Some((own, spots)) = name.along(&line, at, (reach, 0.3 / r), self.claims) else { continue };
                if best.as_ref().is_none_or(|(least, _)| own + price < *least) {
                    best = Some((own + price, spots));
                }
            }
        }
        best
    }

    /// Returns the letters along the course that the label names, or that is nearest.
    pub(super) fn on_course(&self, waters: &[WaterCourse<'_>]) -> Option<LaidName> {
        let (at, water) = self.course(waters)?;
        let (_, spots) = self.beside(water, at, self.spot.line.max(5.0 * self.view.radius()))?;
        Some((self.name(TRACKING), spots))
    }

    /// Returns the name once more, every 13 hexes up and down its course. `known` are the middles of the same name elsewhere, to which
    /// those of the new ones are added; none stands near another.
    pub(super) fn repeats(&self, waters: &[WaterCourse<'_>], known: &mut Vec<Pos2>) -> Vec<LaidName> {
        let hex = self.view.radius() * 3.0_f32.sqrt();
        let Some((first, water)) = self.course(waters) else { return Vec::new() };
        let mut found = Vec::new();
        for way in [-1.0_f32, 1.0] {
            for step in 1..=MOST {
                let at = first + way * f32::from(step) * EVERY * hex;
                if at < END * hex || at > water.line.length() - END * hex {
                    break;
                }
                let Some((_, spots)) = self.beside(water, at, 3.0 * hex).filter(|(price, _)| *price < DEAREST) else {
                    continue;
                };
                let Some(middle) = spots.get(spots.len() / 2).map(|spot| spot.at) else { continue };
                if known.iter().all(|other| other.distance(middle) > EVERY * 0.6 * hex) {
                    known.push(middle);
                    found.push((self.name(TRACKING), spots));
                }
            }
        }
        found
    }
}
