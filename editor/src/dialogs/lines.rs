//! A line-by-line difference.

use egui::{Color32, Label, RichText, ScrollArea, Ui};

use crate::model::autosave::difference::{DiffSide, Difference};

/// Draws `difference` in a scroll area with the given `height`.
pub(super) fn ui(ui: &mut Ui, difference: &Difference, height: f32) {
    let dark = ui.visuals().dark_mode;
    let (red, green) = if dark {
        (Color32::from_rgb(236, 140, 122), Color32::from_rgb(140, 204, 134))
    } else {
        (Color32::from_rgb(164, 44, 28), Color32::from_rgb(28, 112, 44))
    };
    egui::Frame::new().fill(ui.visuals().extreme_bg_color).inner_margin(6).corner_radius(3).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 1.0;
        let row = ui.text_style_height(&egui::TextStyle::Monospace);
        let area = ScrollArea::both().max_height(height).min_scrolled_height(height).auto_shrink([false, true]);
        area.show_rows(ui, row, difference.lines.len(), |ui, range| {
            for line in difference.lines.get(range).unwrap_or_default() {
                let (mark, color) = match line.of {
                    DiffSide::Both => (' ', ui.visuals().text_color()),
                    DiffSide::Old => ('-', red),
                    DiffSide::New => ('+', green),
                    DiffSide::Gap => ('@', ui.visuals().weak_text_color()),
                };
                let text = RichText::new(format!("{mark} {}", line.text)).monospace().color(color);
                ui.add(Label::new(text).extend());
            }
        });
    });
}
