//! An enlarged view of both sides of a counter.

use battlewright_engine::show::Piece;
use battlewright_schema::{Face, Start};
use egui::Ui;

use super::super::PanelContext;
use crate::canvas::counters::{self, CounterStyle};
use crate::canvas::pen::ShapePainter as _;
use crate::canvas::{self, sides};

/// Draws the counter of unit `at`.
pub(super) fn ui(ui: &mut Ui, shown: &PanelContext<'_>, at: usize) {
    let crowd = shown.document.crowd();
    let Some(unit) = shown.common().unit(at) else { return };
    let Some(piece) = crowd.piece(battlewright_schema::Counter::Unit(at)) else { return };
    let (rect, _) = ui.allocate_exact_size(egui::vec2(ui.available_width(), 84.0), egui::Sense::hover());
    let plain = sides::plain(ui.ctx());
    let manner = |piece: &Piece| CounterStyle { plain, ..crowd.uniforms.manner(piece) };
    let width = 68.0;
    let mut middle = rect.left_center() + egui::vec2(width * 0.5 + 6.0, 0.0);
    for side in canvas::both_sides(piece, &unit) {
        ui.painter().draw(|shapes| counters::counter(shapes, middle, width, &side, &manner(&side)));
        middle.x += width + 16.0;
    }
    let text = rect.left_center() + egui::vec2(width * 2.0 + 36.0, 0.0);
    let font = egui::FontId::proportional(11.5);
    let weak = ui.visuals().weak_text_color();
    let side = |face: &Face| Some(format!("{} {} MP", face.name?, face.points()?));
    let mut words: Vec<String> = unit.sides.iter().filter_map(side).collect();
    match &unit.start {
        Start::Enters { turn, at, .. } => words.push(format!("Turn {turn}, {at}")),
        Start::OnTable(position) => words.push(position.at.to_string()),
        Start::At(_) | Start::Zone(_) | Start::Nowhere => {}
    }
    ui.painter().text(text, egui::Align2::LEFT_CENTER, words.join("\n"), font, weak);
}
