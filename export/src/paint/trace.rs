//! The outlines of shapes, for any path builder.

use emath::{Pos2, Rect};

use super::look::points;
use crate::draw::Shape;

/// A path builder.
pub(crate) trait Trace {
    /// Begins a new outline at a point.
    fn start(&mut self, at: Pos2);
    /// Adds a straight line.
    fn line(&mut self, to: Pos2);
    /// Adds a cubic curve with the control points `a` and `b`.
    fn curve(&mut self, a: Pos2, b: Pos2, to: Pos2);
    /// Closes the outline.
    fn back(&mut self);

    /// Adds a line through `points`.
    fn points(&mut self, points: &[Pos2], closed: bool) {
        let Some((first, rest)) = points.split_first() else { return };
        self.start(*first);
        for to in rest {
            self.line(*to);
        }
        if closed {
            self.back();
        }
    }

    /// Adds the outlines of the shapes of one run.
    fn shapes(&mut self, shapes: &[Shape]) {
        for (points, closed) in shapes.iter().map(points) {
            self.points(points, closed);
        }
    }

    /// Adds a rectangle with rounded corners; a square with the largest radius is a circle.
    fn rounded(&mut self, rect: Rect, round: f32) {
        let round = round.min(rect.width() / 2.0).min(rect.height() / 2.0);
        if round <= 0.0 {
            return self.points(&[rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()], true);
        }
        let (l, t, r, b) = (rect.left(), rect.top(), rect.right(), rect.bottom());
        let p = Pos2::new;
        // The distance of the control points that approximate a quarter circle.
        let k = round * 0.447_715;
        self.start(p(l + round, t));
        self.line(p(r - round, t));
        self.curve(p(r - k, t), p(r, t + k), p(r, t + round));
        self.line(p(r, b - round));
        self.curve(p(r, b - k), p(r - k, b), p(r - round, b));
        self.line(p(l + round, b));
        self.curve(p(l + k, b), p(l, b - k), p(l, b - round));
        self.line(p(l, t + round));
        self.curve(p(l, t + k), p(l + k, t), p(l + round, t));
        self.back();
    }
}

impl Trace for vello_cpu::kurbo::BezPath {
    fn start(&mut self, at: Pos2) {
        self.move_to((f64::from(at.x), f64::from(at.y)));
    }

    fn line(&mut self, to: Pos2) {
        self.line_to((f64::from(to.x), f64::from(to.y)));
    }

    fn curve(&mut self, a: Pos2, b: Pos2, to: Pos2) {
        let [a, b, to] = [a, b, to].map(|at| (f64::from(at.x), f64::from(at.y)));
        self.curve_to(a, b, to);
    }

    fn back(&mut self) {
        self.close_path();
    }
}

impl Trace for krilla::geom::PathBuilder {
    fn start(&mut self, at: Pos2) {
        self.move_to(at.x, at.y);
    }

    fn line(&mut self, to: Pos2) {
        self.line_to(to.x, to.y);
    }

    fn curve(&mut self, a: Pos2, b: Pos2, to: Pos2) {
        self.cubic_to(a.x, a.y, b.x, b.y, to.x, to.y);
    }

    fn back(&mut self) {
        self.close();
    }
}
