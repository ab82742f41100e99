//! Period figures instead of symbols: infantrymen in line, a horseman, a gun.

use battlewright_engine::show::Symbol;
use ecolor::Color32;
use emath::{Pos2, Rect, Vec2, vec2};

use super::{Shape, Stroke};

/// Draws the figure of an arm in `rect`, in one color.
pub(super) fn figure(shapes: &mut Vec<Shape>, rect: Rect, symbol: Symbol, color: Color32) {
    // The box of a counter's symbol is half as wide again as it is high; figures are scaled by its height.
    let pen = Pen { center: rect.center(), unit: rect.height() / 10.0 * 1.12, color };
    match symbol {
        Symbol::Infantry => {
            for (n, x) in [-4.6_f32, 0.0, 4.6].into_iter().enumerate() {
                infantryman(shapes, &pen, x, if n == 1 { 0.3 } else { 0.0 });
            }
        }
        Symbol::Cavalry => horseman(shapes, &pen),
        Symbol::Artillery | Symbol::MachineGun => gun(shapes, &pen),
        Symbol::Tank => tank(shapes, &pen),
        Symbol::Aircraft => aircraft(shapes, &pen),
        Symbol::Headquarters => flag(shapes, &pen),
        // Markers have their own drawing.
        Symbol::Badge | Symbol::Flag | Symbol::Token => {}
    }
}

/// A pen that draws in tenths of the figure's height, from its center.
struct Pen {
    center: Pos2,
    unit: f32,
    color: Color32,
}

impl Pen {
    fn at(&self, x: f32, y: f32) -> Pos2 {
        self.center + vec2(x, y) * self.unit
    }

    /// Returns a convex area.
    fn area(&self, points: &[(f32, f32)]) -> Shape {
        Shape::area(points.iter().map(|(x, y)| self.at(*x, *y)).collect(), self.color)
    }

    fn disc(&self, (x, y): (f32, f32), radius: f32) -> Shape {
        Shape::disc(self.at(x, y), radius * self.unit, self.color)
    }

    fn line(&self, points: &[(f32, f32)], wide: f32) -> Shape {
        let points = points.iter().map(|(x, y)| self.at(*x, *y)).collect();
        Shape::line(points, Stroke::new(wide * self.unit, self.color))
    }

    fn oval(&self, (x, y): (f32, f32), (wide, high): (f32, f32), turn: f32) -> Shape {
        let way = Vec2::angled(turn);
        let rim = (0_u8..20).map(|n| {
            let round = Vec2::angled(f32::from(n) / 20.0 * std::f32::consts::TAU) * vec2(wide, high);
            self.at(x, y) + (way * round.x + way.rot90() * round.y) * self.unit
        });
        Shape::area(rim.collect(), self.color)
    }
}

/// Draws a man in greatcoat and kepi who marches to the left, his rifle on his shoulder.
fn infantryman(shapes: &mut Vec<Shape>, pen: &Pen, x: f32, y: f32) {
    let p = |dx: f32, dy: f32| (x + dx, y + dy);
    shapes.push(pen.disc(p(0.0, -3.2), 0.85));
    shapes.push(pen.area(&[p(-0.75, -3.5), p(-0.6, -4.8), p(0.6, -4.8), p(0.85, -3.5)]));
    shapes.push(pen.line(&[p(-1.35, -3.45), p(0.2, -3.55)], 0.35));
    // The coat, wider below; the knapsack behind.
    shapes.push(pen.area(&[p(-0.9, -2.2), p(0.9, -2.2), p(1.25, 1.7), p(-1.25, 1.7)]));
    shapes.push(pen.area(&[p(0.9, -2.2), p(1.75, -2.1), p(1.75, -0.4), p(0.95, -0.3)]));
    shapes.push(pen.line(&[p(-0.4, 1.6), p(-1.0, 4.6), p(-1.7, 4.65)], 0.75));
    shapes.push(pen.line(&[p(0.5, 1.6), p(0.9, 4.6), p(0.3, 4.65)], 0.75));
    shapes.push(pen.line(&[p(-0.9, 0.4), p(2.1, -5.4)], 0.42));
}

/// Draws a man on a horse that gallops to the left, his saber drawn.
fn horseman(shapes: &mut Vec<Shape>, pen: &Pen) {
    shapes.push(pen.oval((0.4, 0.9), (3.6, 1.45), -0.04));
    // Chest, neck, head and ears.
    shapes.push(pen.area(&[(-3.2, 1.4), (-1.6, -0.4), (-3.4, -3.2), (-4.6, -2.6), (-3.9, 0.0)]));
    shapes.push(pen.area(&[(-3.3, -3.4), (-4.6, -3.0), (-6.3, -1.6), (-5.8, -0.9), (-4.1, -1.5)]));
    shapes.push(pen.line(&[(-3.7, -3.1), (-3.6, -4.2)], 0.5));
    // Quarters and tail.
    shapes.push(pen.disc((3.2, 0.7), 1.7));
    shapes.push(pen.line(&[(4.5, -0.1), (6.0, 0.5), (6.6, 2.4)], 0.75));
    for leg in [
        [(-2.6, 1.7), (-4.6, 2.5), (-5.6, 4.1)],
        [(-1.7, 1.9), (-3.0, 3.3), (-2.4, 4.8)],
        [(3.0, 1.7), (4.9, 2.9), (4.7, 4.8)],
        [(2.2, 1.8), (2.7, 3.4), (1.9, 4.8)],
    ] {
        shapes.push(pen.line(&leg, 0.75));
    }
    // The rider.
    shapes.push(pen.area(&[(-0.7, -3.1), (0.9, -3.1), (1.3, 0.3), (-0.6, 0.3)]));
    shapes.push(pen.line(&[(0.1, 0.0), (-1.1, 1.3), (-0.6, 2.9)], 0.9));
    shapes.push(pen.disc((0.0, -3.9), 0.85));
    shapes.push(pen.area(&[(-0.8, -4.1), (-0.6, -5.3), (0.7, -5.3), (0.9, -4.1)]));
    shapes.push(pen.line(&[(0.0, -2.7), (-2.2, -2.9), (-3.6, -5.0)], 0.5));
}

/// Draws a field gun that points to the left.
fn gun(shapes: &mut Vec<Shape>, pen: &Pen) {
    // Barrel and trail.
    shapes.push(pen.area(&[(-6.6, -2.7), (-6.5, -1.8), (1.7, 0.6), (2.0, -0.9)]));
    shapes.push(pen.disc((2.1, -0.2), 0.55));
    shapes.push(pen.area(&[(-1.2, 0.2), (0.4, -0.4), (6.9, 3.9), (6.4, 4.5)]));
    // The wheel.
    let (x, y) = (0.0, 1.5);
    let wheel = Stroke::new(0.62 * pen.unit, pen.color);
    shapes.push(Shape::circle(pen.at(x, y), 3.0 * pen.unit, wheel));
    for n in 0_u8..5 {
        let way = Vec2::angled(f32::from(n) / 5.0 * std::f32::consts::PI + 0.2) * 3.0;
        shapes.push(pen.line(&[(x - way.x, y - way.y), (x + way.x, y + way.y)], 0.32));
    }
    shapes.push(pen.disc((x, y), 0.7));
}

/// Draws a small tank of 1918 that drives to the left, with a turret and a tail.
fn tank(shapes: &mut Vec<Shape>, pen: &Pen) {
    shapes.push(pen.area(&[(-5.6, 0.6), (-4.6, -0.6), (3.4, -0.6), (5.2, 2.0), (4.6, 4.2), (-4.4, 4.2)]));
    shapes.push(pen.line(&[(4.9, 2.4), (7.0, 3.6)], 0.7));
    // Turret, cupola and gun.
    shapes.push(pen.area(&[(-2.2, -0.6), (-1.9, -3.4), (1.7, -3.4), (2.0, -0.6)]));
    shapes.push(pen.area(&[(-1.0, -3.4), (-0.7, -4.4), (0.7, -4.4), (0.9, -3.4)]));
    shapes.push(pen.line(&[(-2.0, -2.2), (-5.2, -2.2)], 0.6));
}

/// Draws a biplane that flies to the left.
fn aircraft(shapes: &mut Vec<Shape>, pen: &Pen) {
    shapes.push(pen.area(&[(-5.0, -0.6), (-4.6, 1.2), (-1.0, 1.6), (6.4, 0.2), (6.4, -0.4), (-1.0, -1.0)]));
    // Wings, struts, propeller, fin and wheels.
    shapes.push(pen.line(&[(-4.2, -3.2), (1.0, -3.2)], 0.7));
    shapes.push(pen.line(&[(-3.8, 2.2), (0.8, 2.2)], 0.7));
    for x in [-3.4, 0.2] {
        shapes.push(pen.line(&[(x, -3.2), (x + 0.3, 2.2)], 0.35));
    }
    shapes.push(pen.line(&[(-5.4, -2.8), (-5.4, 3.2)], 0.4));
    shapes.push(pen.area(&[(4.6, -0.4), (6.8, -3.0), (6.8, 0.2)]));
    shapes.push(pen.line(&[(-2.6, 1.4), (-2.2, 3.8)], 0.4));
    shapes.push(pen.disc((-2.2, 4.0), 0.9));
}

/// Draws a standard.
fn flag(shapes: &mut Vec<Shape>, pen: &Pen) {
    shapes.push(pen.line(&[(-3.0, -5.0), (-3.0, 5.0)], 0.6));
    shapes.push(pen.area(&[(-3.0, -4.8), (3.6, -4.2), (3.2, -0.2), (-3.0, -0.6)]));
}
