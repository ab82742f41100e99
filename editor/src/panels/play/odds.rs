//! The exact odds of a combat, as bars.

use battlewright_engine::show::{Odds, OddsCase};
use egui::{Color32, Rect, RichText, Sense, Ui, vec2};

use crate::canvas::ink;

/// Returns the results of all cases, the best for the attacker first.
fn ranked(odds: &Odds) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for case in &odds.cases {
        let mut after = 0;
        for (name, _) in &case.results {
            match names.iter().position(|known| known == name) {
                Some(at) => after = at + 1,
                None => {
                    names.insert(after, name);
                    after += 1;
                }
            }
        }
    }
    names
}

/// Draws the odds of a combat: the modifiers, and a bar for each case.
pub fn odds(ui: &mut Ui, odds: &Odds) {
    let names = ranked(odds);
    let modifiers: Vec<String> = odds.modifiers.iter().map(|(name, plus)| format!("{name} {plus:+}")).collect();
    if !modifiers.is_empty() {
        ui.label(RichText::new(modifiers.join(",  ")).small().color(ui.visuals().weak_text_color()));
    }
    for case in &odds.cases {
        ui.label(RichText::new(&case.name).small());
        bar(ui, case, &names);
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 1.0);
        for (n, name) in names.iter().enumerate() {
            let color = result_color(n, names.len());
            let color = if ui.visuals().dark_mode { ink::shade(color, 1.2) } else { ink::shade(color, 0.72) };
            ui.label(RichText::new(*name).small().strong().color(color));
            ui.add_space(4.0);
        }
    });
    ui.add_space(4.0);
}

/// Draws the first case in one line, with all cases in the tooltip.
pub(super) fn brief(ui: &mut Ui, fight: &Odds) {
    let Some(case) = fight.cases.first() else { return };
    let response = bar(ui, case, &ranked(fight));
    response.on_hover_ui(|ui| {
        ui.set_width(270.0);
        odds(ui, fight);
    });
    ui.add_space(4.0);
}

/// Draws one case as a bar, with the percentages as text.
fn bar(ui: &mut Ui, case: &OddsCase, names: &[&str]) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 16.0), Sense::hover());
    let mut left = rect.left();
    let mut words = Vec::new();
    for (name, ways) in &case.results {
        let share = share(*ways, case.of);
        words.push(format!("{name} {:.1} %", share * 100.0));
        let part = Rect::from_min_size(egui::pos2(left, rect.top()), vec2(rect.width() * share, rect.height()));
        let rank = names.iter().position(|known| known == name).unwrap_or(0);
        let color = result_color(rank, names.len());
        ui.painter().rect_filled(part.shrink2(vec2(0.5, 0.0)), 2.0, color);
        if part.width() > 26.0 {
            let text = format!("{:.0}%", share * 100.0);
            let font = egui::FontId::proportional(10.5);
            ui.painter().text(part.center(), egui::Align2::CENTER_CENTER, text, font, ink::on(color));
        }
        left = part.right();
    }
    let told = format!("{}: {}", case.name, words.join(", "));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &told));
    response
}

/// Returns the color of result `n`: green for the best for the attacker, red for the worst.
fn result_color(n: usize, count: usize) -> Color32 {
    let at = |n: usize| f32::from(u8::try_from(n).unwrap_or(u8::MAX));
    let t = if count > 1 { at(n) / at(count - 1) } else { 0.0 };
    let mix = |a: f32, b: f32| a + (b - a) * t;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between two bytes")]
    let byte = |x: f32| x as u8;
    if t < 0.5 {
        Color32::from_rgb(byte(mix(76.0, 350.0)), byte(mix(150.0, 190.0)), 84)
    } else {
        Color32::from_rgb(byte(mix(238.0, 186.0)), byte(mix(320.0, 60.0).clamp(0.0, 255.0)), byte(mix(112.0, 52.0)))
    }
}

/// Returns `part / whole`, from 0 to 1.
pub fn share(part: u32, whole: u32) -> f32 {
    #[expect(clippy::cast_possible_truncation, reason = "a share needs no more digits than that")]
    let share = (f64::from(part) / f64::from(whole.max(1))) as f32;
    share
}
