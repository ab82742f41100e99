//! The outlines of shapes, whatever draws them.

use emath::{Pos2, Rect};

use super::look::points;
use crate::draw::Shape;

/// A tracer that outlines are drawn with.
pub(crate) trait Trace {
    /// Begins a new outline.
    fn start(&mut self, at: Pos2);
    /// Goes on in a straight line.
    fn line(&mut self, to: Pos2);
    /// Goes on in a curve with these two handles.
    fn curve(&mut self, a: Pos2, b: Pos2, to: Pos2);
    /// Goes back to where the outline began.
    fn back(&mut self);

    /// A line from point to point.
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

    /// The outlines of shapes that are one path.
    fn shapes(&mut self, shapes: &[Shape]) {
        for (points, closed) in shapes.iter().map(points) {
            self.points(points, closed);
        }
    }

    /// A rectangle, its corners round; a circle if they are as round as they can be.
    fn rounded(&mut self, rect: Rect, round: f32) {
        let round = round.min(rect.width() / 2.0).min(rect.height() / 2.0);
        if round <= 0.0 {
            return self.points(&[rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()], true);
        }
        let (l, t, r, b) = (rect.left(), rect.top(), rect.right(), rect.bottom());
        let p = Pos2::new;
        // Where the handles of a curve are that is nearly round.
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
