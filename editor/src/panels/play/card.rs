//! An enlarged view of both sides of a counter, with its state in words.

use battlewright_engine::show::{Card, Piece};
use egui::{RichText, Sense, Ui, vec2};

use crate::canvas::counters::{self, CounterStyle};
use crate::canvas::pen::ShapePainter as _;
use crate::canvas::{CounterColors, sides};

/// The width of the front side in points.
const LARGE: f32 = 92.0;

/// Draws the card of a counter in the colors of `uniforms`.
pub fn card(ui: &mut Ui, card: &Card, uniforms: &CounterColors) {
    ui.set_max_width(260.0);
    if let Some(up) = card.faces.first() {
        ui.label(RichText::new(&up.name).strong());
        if let Some(formation) = &up.formation {
            ui.weak(formation);
        }
    }
    ui.horizontal(|ui| {
        for (n, face) in card.faces.iter().enumerate() {
            ui.vertical(|ui| {
                let width = if n == 0 { LARGE } else { LARGE * 0.78 };
                let (rect, _) = ui.allocate_exact_size(vec2(LARGE, LARGE + 4.0), Sense::hover());
                let manner = CounterStyle { faint: n > 0, plain: sides::plain(ui.ctx()), ..uniforms.manner(face) };
                // The frame of the active piece would cover the words around it.
                let face = &Piece { active: false, ..face.clone() };
                ui.painter().draw(|shapes| counters::counter(shapes, rect.center(), width, face, &manner));
                if let Some(name) = face.face.name {
                    let words = if n == 0 { format!("{name} (up)") } else { name.to_owned() };
                    ui.label(RichText::new(words).small());
                }
            });
        }
    });
    for fact in &card.state {
        ui.horizontal(|ui| {
            ui.label(RichText::new(&fact.text).small());
            ui.label(RichText::new(fact.rule.number).small().monospace().color(ui.visuals().weak_text_color()));
        });
    }
}
