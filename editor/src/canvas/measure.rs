//! A measured path on the map: its straight legs, and the march of a unit along it.

use battlewright_engine::show::March;
use battlewright_schema::Cell;
use egui::{Color32, FontId, Painter, Pos2, Shape, Stroke};

use super::View;
use super::{ink, overlay};

/// Paints the legs between `stops`, the `march` of a unit if there is one, and `rows` of text at the end.
pub fn way(painter: &Painter, view: &View, stops: &[Cell], march: Option<&March>, rows: &[String]) {
    let wide = (view.radius() * 0.1).clamp(2.0, 5.0);
    let line: Vec<Pos2> = stops.iter().map(|cell| view.center(*cell)).collect();
    painter.add(Shape::line(line.clone(), Stroke::new(wide + 2.0, Color32::from_white_alpha(200))));
    for pair in line.windows(2) {
        painter.extend(Shape::dashed_line(pair, Stroke::new(wide, ink::ACCENT), wide * 3.0, wide * 1.5));
    }
    if let Some(march) = march {
        self::march(painter, view, march, wide);
    }
    for end in &line {
        painter.circle(*end, wide * 1.5, ink::ACCENT, Stroke::new(1.5, Color32::WHITE));
    }
    if let Some(last) = stops.last() {
        overlay::outline(painter, view, &[*last]);
        overlay::board(painter, view, *last, rows, ink::ACCENT);
    }
}

/// Paints the path of a march, with the turn number at the end of each turn.
fn march(painter: &Painter, view: &View, march: &March, wide: f32) {
    let color = Color32::from_rgb(46, 130, 74);
    let line: Vec<Pos2> = march.way.iter().map(|(cell, _)| view.center(*cell)).collect();
    painter.add(Shape::line(line, Stroke::new(wide, color)));
    let size = (view.radius() * 0.42).clamp(8.0, 14.0);
    for pair in march.way.windows(2) {
        let [(cell, turn), (_, next)] = pair else { continue };
        if turn != next {
            let at = view.center(*cell);
            painter.circle(at, size * 0.75, color, Stroke::new(1.5, Color32::WHITE));
            painter.text(at, egui::Align2::CENTER_CENTER, turn, FontId::proportional(size), Color32::WHITE);
        }
    }
}
