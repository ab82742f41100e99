//! The drawing of water and ravines, and the joining of hexsides into chains.

use std::collections::BTreeMap;

use battlewright_schema::HexsideKind;
use ecolor::Color32;
use emath::Pos2;

use super::lines::{on_screen, stretches};
use super::{Shape, View, courses, ink};
use crate::art::Inks;

/// The radius, in pixels, below which ravines have no hachures.
const HACHURES: f32 = 9.0;

/// The width of a stream through hexes, in hex radii.
pub(super) const STREAM: f32 = 0.17;
/// The distance of the banks of a ravine from its line, in hex radii.
pub(super) const BANK: f32 = 0.30;

/// Draws a stream or river along hexsides.
pub(super) fn water(shapes: &mut Vec<Shape>, r: f32, kind: HexsideKind, line: Vec<Pos2>, inks: (&Inks, bool)) {
    band(shapes, r, line, width(kind), inks);
}

/// Returns the width of water along hexsides, in hex radii.
pub(super) fn width(kind: HexsideKind) -> f32 {
    if kind == HexsideKind::River { 0.17 } else { 0.085 }
}

/// Draws a stream through hexes.
pub(super) fn stream(shapes: &mut Vec<Shape>, r: f32, line: Vec<Pos2>, inks: (&Inks, bool)) {
    band(shapes, r, line, STREAM, inks);
}

/// Draws a band of water with a darker rim.
fn band(shapes: &mut Vec<Shape>, r: f32, line: Vec<Pos2>, wide: f32, (inks, dark): (&Inks, bool)) {
    let (edge, middle) = (ink::shade(inks.water, 0.72), ink::shade(inks.water, 1.22));
    shapes.push(Shape::line(line.clone(), ink::stroke(r * (wide + 0.05), ink::lit(edge, dark))));
    shapes.push(Shape::line(line, ink::stroke(r * wide, ink::lit(middle, dark))));
}

/// A ravine: two hachured banks along a line, in hex radii about the map's origin.
pub(super) struct Ravine {
    line: Vec<Pos2>,
    banks: [Vec<Pos2>; 2],
    /// Hachures from the banks down.
    ticks: Vec<[Pos2; 2]>,
}

impl Ravine {
    pub(super) fn along(line: Vec<Pos2>) -> Self {
        // The distance between hachures, in hex radii.
        const STEP: f32 = 0.13;
        let banks = [-BANK, BANK].map(|by| courses::beside(&line, by));
        let mut ticks = Vec::new();
        for bank in &banks {
            let (mut next, mut past) = (STEP / 2.0, 0.0);
            for (n, pair) in bank.windows(2).enumerate() {
                let [a, b] = pair else { continue };
                let long = a.distance(*b);
                let floor = line.get(n).copied().unwrap_or(*a);
                while next <= past + long {
                    let foot = a.lerp(*b, (next - past) / long.max(f32::EPSILON));
                    ticks.push([foot, foot + (floor - *a).normalized() * 0.09]);
                    next += STEP;
                }
                past += long;
            }
        }
        Self { line, banks, ticks }
    }

    /// The line in the middle.
    pub(super) fn line(&self) -> &[Pos2] {
        &self.line
    }

    pub(super) fn paint(&self, shapes: &mut Vec<Shape>, view: &View, (inks, dark): (&Inks, bool)) {
        let r = view.radius();
        let earth = ink::lit(ink::shade(inks.slope, 0.8), dark);
        for line in stretches(view, &self.line) {
            shapes.push(Shape::line(line, ink::stroke(r * 2.0 * BANK, earth.gamma_multiply(0.16))));
        }
        for bank in self.banks.iter().flat_map(|bank| stretches(view, bank)) {
            shapes.push(Shape::line(bank, ink::stroke(r * 0.04, earth)));
        }
        if view.detail() >= HACHURES {
            let near = view.rect().expand(r);
            let ticks = self.ticks.iter().map(|ends| ends.map(|end| on_screen(view, end)));
            let ticks = ticks.filter(|ends| near.contains(ends[0]));
            shapes.extend(ticks.map(|ends| Shape::segment(ends, ink::stroke(r * 0.026, earth))));
        }
    }
}

/// Returns the tint of hexes with a course over their ground; `color` is that of the terrain.
pub(super) fn tint(color: Color32) -> Color32 {
    color.gamma_multiply(0.42)
}

/// Joins hexsides that share a corner into chains.
pub(super) fn chains(sides: &[[Pos2; 2]]) -> Vec<Vec<Pos2>> {
    #[expect(clippy::cast_possible_truncation, reason = "hex radii; two corners are one apart")]
    let key = |p: Pos2| ((p.x * 32.0).round() as i64, (p.y * 32.0).round() as i64);
    let close = |a: (i64, i64), b: (i64, i64)| (a.0 - b.0).abs() <= 1 && (a.1 - b.1).abs() <= 1;
    let mut at: BTreeMap<(i64, i64), Vec<usize>> = BTreeMap::new();
    let mut name = |p: Pos2| {
        let (x, y) = key(p);
        // Rounding may differ between the corner of one hex and the same corner of another.
        let known = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (x + dx, y + dy))).find(|k| at.contains_key(k));
        let name = known.unwrap_or((x, y));
        at.entry(name).or_default();
        name
    };
    let ends: Vec<[(i64, i64); 2]> = sides.iter().map(|[a, b]| [name(*a), name(*b)]).collect();
    for (n, [a, b]) in ends.iter().enumerate() {
        at.entry(*a).or_default().push(n);
        at.entry(*b).or_default().push(n);
    }
    let mut used = vec![false; sides.len()];
    let mut lines = Vec::new();
    // Chains start at loose ends and forks; the remaining hexsides are rings.
    let mut starts: Vec<(i64, i64)> = at.iter().filter(|(_, sides)| sides.len() != 2).map(|(at, _)| *at).collect();
    starts.extend(at.keys().copied());
    for start in starts {
        for first in at.get(&start).cloned().unwrap_or_default() {
            if used[first] {
                continue;
            }
            let (mut corner, mut side) = (start, first);
            let begin = if close(key(sides[first][0]), start) { sides[first][0] } else { sides[first][1] };
            let mut line = vec![begin];
            loop {
                used[side] = true;
                let turn = usize::from(ends[side][0] == corner);
                corner = ends[side][turn];
                line.push(sides[side][turn]);
                let next = at.get(&corner).filter(|sides| sides.len() == 2);
                match next.and_then(|sides| sides.iter().find(|n| !used[**n])) {
                    Some(next) => side = *next,
                    None => break,
                }
            }
            lines.push(line);
        }
    }
    lines
}
