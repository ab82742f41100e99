//! Units on a table: blocks of bases with their arm, facing, formation and markers.

use battlewright_schema::{Arm, Inches, UnitFootprint};
use ecolor::Color32;
use emath::{Pos2, Rect, Vec2};

use super::Brush;
use crate::draw::counters::CounterStyle;
use crate::draw::{Shape, ink, markers};

/// The bases of a unit, in points of the drawing.
pub(super) struct PlacedUnit {
    /// The index of the unit in the order of battle.
    pub(super) unit: usize,
    /// The arm.
    pub(super) arm: Arm,
    /// The corners of each base: left front, right front, right rear, left rear.
    pub(super) bases: Vec<[Pos2; 4]>,
    /// The direction of the front, a unit vector; `None` for a unit without a front.
    pub(super) ahead: Option<Vec2>,
    /// The marker and its degree.
    pub(super) marker: Option<(&'static str, u8)>,
}

impl PlacedUnit {
    /// Places the bases of `unit`.
    pub(super) fn new(unit: &UnitFootprint, brush: &Brush<'_>) -> Self {
        let ahead = unit.facing.map(|degrees| Vec2::angled((f32::from(degrees) - 90.0).to_radians()));
        let placed = |corner: Inches| brush.at(corner);
        let bases = unit.bases.iter().map(|base| base.corners.map(placed)).collect();
        Self { unit: unit.unit, arm: unit.arm, bases, ahead, marker: unit.marker }
    }

    /// Returns the rectangle around all bases.
    pub(super) fn bounds(&self) -> Rect {
        Rect::from_points(&self.bases.concat())
    }

    /// Returns the triangle that points ahead; `None` for a unit without a front.
    pub(super) fn pointer(&self, inch: f32) -> Option<[Pos2; 3]> {
        let ([front, _], ahead) = self.ends().zip(self.ahead)?;
        Some(pointer(front, ahead, inch))
    }

    /// Returns the center of the front, and the center of the rear of the last base.
    fn ends(&self) -> Option<[Pos2; 2]> {
        let ahead = self.ahead?;
        let depth = |base: &&[Pos2; 4]| base[0].lerp(base[1], 0.5).to_vec2().dot(ahead);
        let foremost = self.bases.iter().map(|base| depth(&base)).fold(f32::MIN, f32::max);
        let size = self.bases.first().map_or(0.0, |base| base[0].distance(base[3]));
        let front: Vec<&[Pos2; 4]> = self.bases.iter().filter(|base| depth(base) > foremost - size * 0.6).collect();
        let (first, last) = (front.first()?, front.last()?);
        let rear = self.bases.iter().min_by(|a, b| depth(a).total_cmp(&depth(b)))?;
        Some([first[0].lerp(last[1], 0.5), rear[2].lerp(rear[3], 0.5)])
    }
}

/// Returns the triangle that points ahead from the center of the front.
fn pointer(front: Pos2, ahead: Vec2, inch: f32) -> [Pos2; 3] {
    let (foot, across) = (front + ahead * inch * 0.06, ahead.rot90() * inch * 0.2);
    [foot + across, foot + ahead * inch * 0.3, foot - across]
}

/// Draws the unit in the style of its counter. `first` is `true` for the first side, whose bases have whole corners; those of the
/// second are clipped.
pub(super) fn paint(shapes: &mut Vec<Shape>, unit: &PlacedUnit, manner: &CounterStyle, first: bool, brush: &Brush<'_>) {
    let inch = brush.inch;
    let field = brush.lit(manner.color);
    for base in &unit.bases {
        let shadow = outline(base, first).into_iter().map(|at| at + Vec2::new(0.05, 0.07) * inch).collect();
        shapes.push(Shape::area(shadow, Color32::from_black_alpha(80)));
    }
    let text = manner.ink.map_or_else(|| ink::on(field), |own| brush.lit(own));
    for base in &unit.bases {
        let edge = brush.stroke(0.03, ink::shade(field, 0.4));
        shapes.push(Shape::Area { rim: outline(base, first), fill: field, edge });
        if unit.ahead.is_some() {
            // The front has the color of the formation.
            let at = |u: f32, v: f32| base[0].lerp(base[1], u).lerp(base[3].lerp(base[2], u), v);
            let band = brush.lit(manner.band());
            let edge = brush.stroke(0.02, ink::shade(field, 0.4));
            let cut = if first { 0.0 } else { CUT };
            let rim = vec![at(cut, 0.0), at(1.0 - cut, 0.0), at(1.0, 0.2), at(0.0, 0.2)];
            shapes.push(Shape::Area { rim, fill: band, edge });
        }
        sign(shapes, base, unit.arm, text, manner, brush);
    }
    if let (Some([front, rear]), Some(ahead)) = (unit.ends(), unit.ahead) {
        let edge = brush.stroke(0.025, brush.lit(Color32::from_rgb(250, 244, 228)));
        let rim = pointer(front, ahead, inch).to_vec();
        shapes.push(Shape::Area { rim, fill: ink::shade(field, 0.55), edge });
        for n in 0..unit.marker.map_or(0, |(_, degree)| degree.min(4)) {
            let along = f32::from(n) - f32::from(unit.marker.map_or(1, |(_, degree)| degree.min(4)) - 1) / 2.0;
            let at = rear + ahead.rot90() * inch * 0.5 * along;
            markers::disk(shapes, at, inch * 0.25, unit.marker.map_or("", |(marker, _)| marker));
        }
    }
}

/// The part of an edge that a clipped corner takes.
const CUT: f32 = 0.14;

fn outline(base: &[Pos2; 4], first: bool) -> Vec<Pos2> {
    if first {
        return base.to_vec();
    }
    let [a, b, c, d] = *base;
    vec![
        a.lerp(b, CUT),
        b.lerp(a, CUT),
        b.lerp(c, CUT),
        c.lerp(b, CUT),
        c.lerp(d, CUT),
        d.lerp(c, CUT),
        d.lerp(a, CUT),
        a.lerp(d, CUT),
    ]
}

/// Draws the symbol of the arm on a base: crossed belts, a diagonal, a dot, or a general's star.
fn sign(shapes: &mut Vec<Shape>, base: &[Pos2; 4], arm: Arm, text: Color32, manner: &CounterStyle, brush: &Brush<'_>) {
    let inch = brush.inch;
    let at = |u: f32, v: f32| base[0].lerp(base[1], u).lerp(base[3].lerp(base[2], u), v);
    let line = brush.stroke(0.045, text.gamma_multiply(0.9));
    match arm {
        Arm::Infantry => {
            shapes.push(Shape::segment([at(0.12, 0.30), at(0.88, 0.90)], line));
            shapes.push(Shape::segment([at(0.88, 0.30), at(0.12, 0.90)], line));
        }
        Arm::Cavalry => shapes.push(Shape::segment([at(0.12, 0.90), at(0.88, 0.30)], line)),
        Arm::Artillery => shapes.push(Shape::disc(at(0.5, 0.60), inch * 0.15, text)),
        Arm::Headquarters => {
            let center = at(0.5, 0.5);
            let edge = brush.stroke(0.05, text);
            let fill = brush.lit(manner.band());
            shapes.push(Shape::Disc { center, radius: inch * 0.36, fill, edge });
            shapes.push(ink::star(center, inch * 0.27, ink::on(fill)));
        }
        Arm::Tank | Arm::Aircraft => shapes.push(Shape::circle(at(0.5, 0.6), inch * 0.18, line)),
    }
}
