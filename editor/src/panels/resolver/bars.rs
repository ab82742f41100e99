//! The exact percentages of an action, as bars.

use battlewright_engine::systems::outrance::resolver::{ResolverChance, ResolverOdds};
use egui::{Label, Rect, RichText, Sense, Ui, vec2};

use crate::panels::play::share;

/// The width of a full bar, in points.
const BAR: f32 = 150.0;

/// Draws the chances of each step, under its name and its calculation.
pub(super) fn ui(ui: &mut Ui, odds: &[ResolverOdds]) {
    for step in odds {
        let basis = step.basis.as_ref().map_or_else(String::new, |basis| format!(": {basis}"));
        ui.add(Label::new(RichText::new(format!("{}{basis}", step.name)).small().strong()).wrap());
        for chance in &step.chances {
            row(ui, chance);
        }
        ui.add_space(4.0);
    }
}

/// Draws a chance: the percentage, the bar and the result.
fn row(ui: &mut Ui, chance: &ResolverChance) {
    ui.horizontal(|ui| {
        let told = format!("{} {}", chance.result, chance.percent());
        let (rect, response) = ui.allocate_exact_size(vec2(BAR, 12.0), Sense::hover());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &told));
        let visuals = ui.visuals();
        let filled = Rect::from_min_size(rect.min, vec2(BAR * share(chance.millionths, 1_000_000), rect.height()));
        ui.painter().rect_filled(rect, 2.0, visuals.faint_bg_color);
        ui.painter().rect_filled(filled, 2.0, visuals.selection.bg_fill);
        ui.add_sized([62.0, 12.0], Label::new(RichText::new(chance.percent()).small()));
        ui.add(Label::new(RichText::new(&chance.result).small()).truncate());
    });
}
