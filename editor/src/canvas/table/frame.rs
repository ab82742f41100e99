//! The position and the scale of a table on the screen.

use battlewright_schema::{Inches, Tabletop, UnitFootprint};
use egui::{Pos2, Rect, Vec2, pos2, vec2};

use crate::canvas::Camera;

/// The margin around a fitted table for numbers and arrows, in inches.
const MARGIN: f32 = 0.9;

/// The position and the scale of a table on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TableFrame {
    /// The table.
    pub table: Tabletop,
    /// The screen position of the upper left corner of the table.
    pub origin: Pos2,
    /// The width of an inch on the screen, in points.
    pub inch: f32,
    /// The visible part of the screen.
    pub rect: Rect,
}

/// Returns the rectangle of `table` in inches.
pub fn bounds(table: Tabletop) -> Rect {
    Rect::from_min_size(Pos2::ZERO, vec2(f32::from(table.width), f32::from(table.depth)))
}

impl TableFrame {
    /// Returns the frame of `table` in `rect`, as `camera` sees it.
    pub fn new(table: Tabletop, camera: &Camera, rect: Rect) -> Self {
        Self { table, origin: rect.center() - camera.center.to_vec2() * camera.radius, inch: camera.radius, rect }
    }

    /// Returns the camera that shows the whole of `table` in `rect`.
    pub fn fit(table: Tabletop, rect: Rect) -> Camera {
        Camera::fit_to(bounds(table).expand(MARGIN), rect)
    }

    /// Returns the screen position of a point of the table.
    pub fn pos(&self, at: Inches) -> Pos2 {
        #[expect(clippy::cast_precision_loss, reason = "a table is a million thousandths wide at most")]
        let [x, y] = [at.x, at.y].map(|thousandths| thousandths as f32 / Inches::PER_INCH as f32);
        self.origin + vec2(x, y) * self.inch
    }

    /// Returns the point of the table at a screen position, to the thousandth of an inch. It may lie off the table.
    pub fn at(&self, pos: Pos2) -> Inches {
        let by = (pos - self.origin) / self.inch.max(f32::MIN_POSITIVE);
        #[expect(clippy::cast_possible_truncation, reason = "the conversion saturates")]
        let [x, y] = [by.x, by.y].map(|inches| (inches * Inches::PER_INCH as f32).round() as i32);
        Inches { x, y }
    }

    /// Returns the rectangle around the bases of a unit on the screen.
    pub fn rect_of(&self, unit: &UnitFootprint) -> Rect {
        let corners = unit.bases.iter().flat_map(|base| base.corners);
        let points: Vec<Pos2> = corners.chain([unit.at]).map(|at| self.pos(at)).collect();
        Rect::from_points(&points)
    }

    /// Returns the rectangle of the table on the screen.
    pub fn on_screen(&self) -> Rect {
        let size = bounds(self.table).size() * self.inch;
        Rect::from_min_size(self.origin, size)
    }

    /// Returns `true` if `at` lies on the table or on its edge.
    pub fn holds(&self, at: Inches) -> bool {
        let end = Inches::whole(self.table.width, self.table.depth);
        (0..=end.x).contains(&at.x) && (0..=end.y).contains(&at.y)
    }

    /// Returns the point of the table nearest to `at`.
    pub fn clamped(&self, at: Inches) -> Inches {
        let end = Inches::whole(self.table.width, self.table.depth);
        Inches { x: at.x.clamp(0, end.x), y: at.y.clamp(0, end.y) }
    }

    /// Returns a length on the screen in thousandths of an inch.
    pub fn thousandths(&self, points: f32) -> f32 {
        points / self.inch.max(f32::MIN_POSITIVE) * Inches::PER_INCH as f32
    }

    /// Returns a direction on the screen for a facing in degrees, clockwise from the upper edge.
    pub fn ahead(degrees: f32) -> Vec2 {
        Vec2::angled((degrees - 90.0).to_radians())
    }
}

/// Returns the screen position in inches for the camera.
pub fn center(at: Inches) -> Pos2 {
    #[expect(clippy::cast_precision_loss, reason = "a table is a million thousandths wide at most")]
    let [x, y] = [at.x, at.y].map(|thousandths| thousandths as f32 / Inches::PER_INCH as f32);
    pos2(x, y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_points_lead_to_each_other() {
        let table = Tabletop { width: 44, depth: 32 };
        let rect = Rect::from_min_size(pos2(40.0, 30.0), vec2(800.0, 600.0));
        let mut camera = TableFrame::fit(table, rect);
        let frame = TableFrame::new(table, &camera, rect);
        assert!(rect.contains_rect(frame.on_screen()), "the whole table is in view");
        for at in [Inches::default(), Inches { x: 12_500, y: 3_000 }, Inches { x: 44_000, y: 32_000 }] {
            let back = frame.at(frame.pos(at));
            assert!((back.x - at.x).abs() <= 4 && (back.y - at.y).abs() <= 4, "{at:?} {back:?}");
            assert!(frame.holds(at));
        }
        assert_eq!(frame.clamped(Inches { x: -5, y: 40_000 }), Inches { x: 0, y: 32_000 });
        let pos = frame.pos(Inches { x: 10_000, y: 10_000 });
        camera.zoom_within(bounds(table), rect, 3.0, pos);
        let near = TableFrame::new(table, &camera, rect);
        assert!(near.pos(Inches { x: 10_000, y: 10_000 }).distance(pos) < 0.1, "the point at the pointer stays");
    }
}
