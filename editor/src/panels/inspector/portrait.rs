//! The counter of a unit, large, both sides.

use battlewright_engine::show::Piece;
use egui::Ui;

use super::super::Shown;
use crate::canvas::counters::{self, Manner};
use crate::canvas::pen::Pen as _;
use crate::canvas::{self, sides};

/// Draws it.
pub(super) fn ui(ui: &mut Ui, shown: &Shown<'_>, at: usize) {
    let crowd = shown.document.crowd();
    let Some(unit) = shown.common().unit(at) else { return };
    let Some(piece) = crowd.piece(battlewright_schema::Counter::Unit(at)) else { return };
    let (rect, _) = ui.allocate_exact_size(egui::vec2(ui.available_width(), 84.0), egui::Sense::hover());
    let plain = sides::plain(ui.ctx());
    let manner = |piece: &Piece| Manner { plain, ..crowd.uniforms.manner(piece) };
    let width = 68.0;
    let left = rect.left_center() + egui::vec2(width * 0.5 + 6.0, 0.0);
    ui.painter().draw(|shapes| counters::counter(shapes, left, width, piece, &manner(piece)));
    let steps = unit.values.is_some();
    let back = canvas::reverse(piece, &unit).unwrap_or_else(|| piece.clone());
    ui.painter()
        .draw(|shapes| counters::counter(shapes, left + egui::vec2(width + 16.0, 0.0), width, &back, &manner(&back)));
    let text = rect.left_center() + egui::vec2(width * 2.0 + 36.0, 0.0);
    let font = egui::FontId::proportional(11.5);
    let weak = ui.visuals().weak_text_color();
    let (front, reverse) = if steps { ("Full", "Reduced") } else { ("March", "Battle") };
    let mut words = format!("{front} {} MP\n{reverse} {} MP", unit.movement.0, unit.movement.1);
    if let battlewright_schema::Start::Enters { turn, at, .. } = &unit.start {
        words.push_str(&format!("\nTurn {turn}, {at}"));
    }
    ui.painter().text(text, egui::Align2::LEFT_CENTER, words, font, weak);
}
