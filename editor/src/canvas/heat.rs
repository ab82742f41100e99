//! The heat map of many games: more combats make a hex, or a square inch of a table, redder.

use battlewright_balance::{FightLine, number};
use battlewright_engine::show::Place;
use egui::{Align2, Color32, FontId, Mesh, Painter, Rect, Shape, Stroke, pos2, vec2};

use super::table::TableFrame;
use super::{View, overview, pen};

/// The color of heat, also used for the map in HTML reports.
const HEAT: Color32 = Color32::from_rgb(196, 44, 36);

/// The opacity for the hex with the most combats, and for a hex with almost none.
const STRONG: f32 = 0.72;
const LEAST: f32 = 0.1;

/// Returns the color of a hex for `part`, its combats relative to the hex with the most.
fn color(part: f64) -> Color32 {
    #[expect(clippy::cast_possible_truncation, reason = "a share for a color")]
    let part = part.clamp(0.0, 1.0).sqrt() as f32;
    HEAT.gamma_multiply(LEAST + (STRONG - LEAST) * part)
}

/// Paints the heat of `fights`, sorted with the hottest first.
pub fn paint(painter: &Painter, view: &View, fights: &[FightLine]) {
    let Some(most) = fights.first().map(|line| line.fights).filter(|most| *most > 0.0) else { return };
    let near = view.rect().expand(view.radius() * 2.0);
    let hexes = fights.iter().filter_map(|line| Some((line.at.cell()?, line.fights)));
    let here = hexes.filter(|(cell, _)| near.contains(view.center(*cell)));
    let colored = here.map(|(cell, fights)| (cell, color(fights / most)));
    if view.detail() < overview::FAR {
        painter.add(Shape::mesh(overview::bricks(view, colored)));
        return;
    }
    let mut mesh = Mesh::default();
    for (cell, color) in colored {
        pen::fan(&mut mesh, view.center(cell), &view.corners(cell), color);
    }
    painter.add(Shape::mesh(mesh));
}

/// Paints the heat of `fights` on a table, in squares of an inch.
pub fn paint_on_table(painter: &Painter, frame: &TableFrame, fights: &[FightLine]) {
    let Some(most) = fights.first().map(|line| line.fights).filter(|most| *most > 0.0) else { return };
    for line in fights {
        if let Place::At(at) = line.at {
            let square = Rect::from_min_size(frame.pos(at), vec2(frame.inch, frame.inch));
            painter.rect_filled(square, 0.0, color(line.fights / most));
        }
    }
}

/// Paints a legend of the colors in a corner of `rect`.
pub fn legend(painter: &Painter, rect: Rect, fights: &[FightLine]) {
    let Some(most) = fights.first() else { return };
    let (title, font) = ("Fights per game", FontId::proportional(12.0));
    let size = vec2(190.0, 44.0);
    // In a small window, the map has priority over the legend.
    if rect.width() < size.x * 1.5 || rect.height() < size.y * 3.0 {
        return;
    }
    let back = Rect::from_min_size(pos2(rect.left() + 12.0, rect.bottom() - size.y - 12.0), size);
    painter.rect(back, 5.0, Color32::from_black_alpha(205), Stroke::NONE, egui::StrokeKind::Inside);
    let inner = back.shrink2(vec2(9.0, 6.0));
    painter.text(inner.left_top(), Align2::LEFT_TOP, title, font.clone(), Color32::WHITE);
    let (low, high) = ("0".to_owned(), format!("{}  ({})", number(most.fights), most.name));
    let low = painter.text(inner.left_bottom(), Align2::LEFT_BOTTOM, low, font.clone(), Color32::WHITE);
    let high = painter.text(inner.right_bottom(), Align2::RIGHT_BOTTOM, high, font, Color32::WHITE);
    let bar = Rect::from_x_y_ranges(low.right() + 6.0..=high.left() - 6.0, low.top() + 2.0..=low.bottom() - 2.0);
    painter.rect_filled(bar, 0.0, Color32::from_rgb(214, 208, 180));
    const STEPS: u8 = 16;
    let wide = bar.width() / f32::from(STEPS);
    for step in 0..STEPS {
        let left = bar.left() + wide * f32::from(step);
        let part = Rect::from_x_y_ranges(left..=left + wide, bar.y_range());
        painter.rect_filled(part, 0.0, color((f64::from(step) + 0.5) / f64::from(STEPS)));
    }
}
