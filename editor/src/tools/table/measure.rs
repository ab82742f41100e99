//! The measure tool on a table: distances in inches along a line of points.

use battlewright_schema::Inches;
use egui::{Painter, Pos2, Shape, Stroke};

use super::{TableContext, TableTool};
use crate::canvas::{ink, table};
use crate::messages::act::Act;
use crate::tools::PointerGesture;

/// The measure tool.
#[derive(Default)]
pub(in crate::tools) struct MeasureOnTable {
    points: Vec<Inches>,
    hover: Option<Inches>,
    press: Option<Inches>,
    /// `true` when the line is complete; the next click begins another.
    done: bool,
}

/// Returns the distance between two points in inches.
pub(super) fn distance(from: Inches, to: Inches) -> f64 {
    let [x, y] = [to.x.saturating_sub(from.x), to.y.saturating_sub(from.y)].map(f64::from);
    x.hypot(y) / f64::from(Inches::PER_INCH)
}

impl MeasureOnTable {
    /// Returns the points of the line, with the pointer as the last one until the line is complete.
    fn line(&self) -> Vec<Inches> {
        let next = self.hover.filter(|_| !self.done && !self.points.is_empty());
        self.points.iter().copied().chain(next).collect()
    }

    /// Returns the length of the line in inches.
    fn length(&self) -> f64 {
        let line = self.line();
        line.iter().zip(line.iter().skip(1)).map(|(from, to)| distance(*from, *to)).sum()
    }

    fn add(&mut self, at: Inches) {
        if std::mem::take(&mut self.done) {
            self.points.clear();
        }
        if self.points.last() == Some(&at) {
            self.done = true;
        } else {
            self.points.push(at);
        }
    }
}

impl TableTool for MeasureOnTable {
    fn hint(&self, _: &TableContext<'_>) -> String {
        let line = self.line();
        let (Some(first), Some(last), true) = (line.first(), line.last(), line.len() > 1) else {
            return "Drag to measure a distance, or click the points of a line. Escape begins anew.".to_owned();
        };
        let straight = format!("{:.2} inches from {first} to {last}", distance(*first, *last));
        if line.len() > 2 {
            format!("{:.2} inches along the line; {straight} straight", self.length())
        } else {
            straight
        }
    }

    fn pointer(&mut self, pointer: PointerGesture, context: &TableContext<'_>, _: &mut Vec<Act>) {
        let at = |pos: Pos2| context.frame.clamped(context.frame.at(pos));
        match pointer {
            PointerGesture::Hover(pos) | PointerGesture::Drag(pos) => {
                self.hover = Some(at(pos));
                let far = |press: Inches| context.frame.pos(press).distance(pos) > 4.0;
                if matches!(pointer, PointerGesture::Drag(_))
                    && let Some(press) = self.press.filter(|press| far(*press))
                {
                    (self.points, self.done) = (vec![press], false);
                }
            }
            PointerGesture::Gone => self.hover = None,
            PointerGesture::Press(pos) => self.press = Some(at(pos)),
            PointerGesture::Release(pos) => {
                let dragged = self.press.take().is_some_and(|press| context.frame.pos(press).distance(pos) > 4.0);
                self.hover = Some(at(pos));
                self.add(at(pos));
                self.done |= dragged;
            }
            PointerGesture::Commit => self.done = true,
        }
    }

    fn cancel(&mut self) -> bool {
        self.press = None;
        self.done = false;
        !std::mem::take(&mut self.points).is_empty()
    }

    fn preview(&self, painter: &Painter, context: &TableContext<'_>) {
        let points: Vec<Pos2> = self.line().iter().map(|point| context.frame.pos(*point)).collect();
        let Some(end) = points.last().copied().filter(|_| points.len() > 1) else { return };
        painter.add(Shape::line(points.clone(), Stroke::new(2.5, ink::ACCENT)));
        points.into_iter().for_each(|at| table::handle(painter, at));
        let text = format!("{:.2}\"", self.length());
        let galley = painter.layout_no_wrap(text, egui::FontId::proportional(13.0), egui::Color32::WHITE);
        let rect = egui::Align2::LEFT_BOTTOM.anchor_size(end + egui::vec2(10.0, -8.0), galley.size());
        painter.rect_filled(rect.expand2(egui::vec2(5.0, 2.0)), 4.0, egui::Color32::from_black_alpha(190));
        painter.galley(rect.min, galley, egui::Color32::WHITE);
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::System;

    use super::super::testing::TableHarness;
    use super::*;
    use crate::model::document::Document;

    #[test]
    fn a_drag_and_a_line_of_clicks_are_measured_in_inches() {
        let mut table = TableHarness::of(Document::template_of(System::Outrance));
        let mut tool = MeasureOnTable::default();
        table.drag(&mut tool, "2,2", "5,6");
        assert!((tool.length() - 5.0).abs() < 0.02, "{}", tool.length());
        assert!(table.hint(&tool).starts_with("5.0") || table.hint(&tool).starts_with("4.9"), "{}", table.hint(&tool));
        for at in ["2,2", "5,2", "5,6", "5,6"] {
            table.click(&mut tool, at);
        }
        assert!((tool.length() - 7.0).abs() < 0.02, "{}", tool.length());
        assert!(table.hint(&tool).contains("along the line"), "{}", table.hint(&tool));
        assert!(tool.cancel() && !tool.cancel());
    }
}
