//! Geometry of a table as seats are told it: points of its drawing.

use battlewright_engine::game::Side;
use battlewright_engine::show::{MarkColor, Place, TableMark, TableShape};
use battlewright_export::PositionDrawing;
use battlewright_schema::Inches;
use emath::Pos2;

use crate::pointing::MarkTold;

/// The step to which points under a pointer are rounded, in thousandths of an inch.
const SNAP: i32 = 50;

/// Points of a table as points of its drawing.
pub(crate) struct Points<'d, 's>(pub(crate) &'d PositionDrawing<'s>);

impl Points<'_, '_> {
    /// Returns a point of the drawing.
    pub(crate) fn one(&self, at: Inches) -> Option<[f32; 2]> {
        // A hundredth of a point is not seen, and shorter.
        let round = |length: f32| (length * 100.0).round() / 100.0;
        self.0.at(Place::At(at)).map(|at| [round(at.x), round(at.y)])
    }

    /// Returns points of the drawing.
    pub(crate) fn all(&self, points: &[Inches]) -> Vec<[f32; 2]> {
        points.iter().filter_map(|point| self.one(*point)).collect()
    }

    /// Returns a mark with its points in the drawing.
    pub(crate) fn mark(&self, mark: &TableMark) -> Option<MarkTold> {
        let mut radius = 0.0;
        let (shape, points) = match &mark.shape {
            TableShape::Area(points) => ("area", self.all(points)),
            TableShape::Outline(points) => ("outline", self.all(points)),
            TableShape::Line(points) => ("line", self.all(points)),
            TableShape::BrokenLine(points) => ("broken", self.all(points)),
            TableShape::Circle(center, length) => {
                let [x, _] = self.one(*center)?;
                let [edge, _] = self.one(Inches { x: center.x.saturating_add(*length), ..*center })?;
                radius = edge - x;
                ("circle", self.all(&[*center]))
            }
            TableShape::Cross(at) => ("cross", self.all(&[*at])),
        };
        let anchor = if mark.note.is_empty() { None } else { mark.shape.anchor().and_then(|at| self.one(at)) };
        let (color, note, name) = (color(mark.color), mark.note.clone(), mark.legend.name);
        Some(MarkTold { shape, points, radius, color, note, anchor, name })
    }
}

/// Returns the name of a color of marks.
pub(crate) fn color(color: MarkColor) -> &'static str {
    match color {
        MarkColor::Choice => "choice",
        MarkColor::Attack => "attack",
        MarkColor::Clear => "clear",
        MarkColor::Blocked => "blocked",
        MarkColor::Path => "path",
        MarkColor::Side(Side::First) => "first",
        MarkColor::Side(Side::Second) => "second",
    }
}

/// Returns a point rounded to the step of the pointer.
pub(crate) fn snapped(at: Inches) -> Inches {
    let round = |length: i32| length.saturating_add(SNAP / 2).div_euclid(SNAP).saturating_mul(SNAP);
    Inches { x: round(at.x), y: round(at.y) }
}

/// Returns the distance of a point from a base with corners in clockwise order; 0 within it.
pub(crate) fn distance(at: Pos2, corners: &[Pos2; 4]) -> f32 {
    let [a, b, c, d] = *corners;
    let edges = [[a, b], [b, c], [c, d], [d, a]];
    let is_inside = edges.iter().all(|[from, to]| {
        let (edge, way) = (*to - *from, at - *from);
        edge.x * way.y - edge.y * way.x >= 0.0
    });
    if is_inside {
        return 0.0;
    }
    let from_edge = |[from, to]: [Pos2; 2]| {
        let edge = to - from;
        let along = ((at - from).dot(edge) / edge.length_sq().max(f32::MIN_POSITIVE)).clamp(0.0, 1.0);
        at.distance(from + edge * along)
    };
    edges.into_iter().map(from_edge).fold(f32::INFINITY, f32::min)
}

#[cfg(test)]
mod tests {
    use emath::pos2;

    use super::*;

    #[test]
    fn points_are_rounded_and_never_overflow() {
        let at = |x, y| snapped(Inches { x, y });
        assert_eq!(at(24, -26), Inches { x: 0, y: -50 });
        assert_eq!(at(75, 1_025), Inches { x: 100, y: 1_050 });
        let _ = at(i32::MAX, i32::MIN);
    }

    #[test]
    fn a_base_is_at_its_distance() {
        let base = [pos2(0.0, 0.0), pos2(4.0, 0.0), pos2(4.0, 2.0), pos2(0.0, 2.0)];
        let away = |x, y| distance(pos2(x, y), &base);
        assert_eq!([away(1.0, 1.0), away(4.0, 2.0), away(7.0, 6.0), away(2.0, -3.0)], [0.0, 0.0, 5.0, 3.0]);
    }
}
