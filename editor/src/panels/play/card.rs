//! Both sides of a counter, large, with its state in words.

use battlewright_engine::show::Card;
use egui::{Color32, RichText, Sense, Ui, vec2};

use crate::canvas::counters::{self, Manner};
use crate::canvas::pen::Pen as _;
use crate::canvas::sides;

/// How wide a counter is shown.
const LARGE: f32 = 92.0;

/// Draws a counter's card in the color of its side.
pub fn card(ui: &mut Ui, card: &Card, color: Color32, band: Option<Color32>) {
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
                let manner = Manner { color, band, faint: n > 0, plain: sides::plain(ui.ctx()), ..Manner::default() };
                ui.painter().draw(|shapes| counters::counter(shapes, rect.center(), width, face, manner));
                if let Some(name) = face.face {
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
