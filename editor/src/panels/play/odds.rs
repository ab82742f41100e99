//! The exact odds of a combat, as bars. Green is good for the side that decides.

use battlewright_engine::game::Side;
use battlewright_engine::show::{Odds, OddsCase};
use egui::{Color32, Rect, RichText, Sense, Ui, vec2};

use crate::canvas::ink;

/// A result in the legend of the bars.
#[derive(Clone, Debug, PartialEq)]
pub struct OddsResult {
    /// The name of the result.
    pub name: String,
    /// The effect, in a sentence; empty if the name says it all.
    pub meaning: String,
    /// The color: green for the best result for the side that decides, red for the worst.
    pub color: Color32,
}

/// Returns the results of all cases of `odds`, the best for `decider` first.
pub fn results(odds: &Odds, decider: Option<Side>) -> Vec<OddsResult> {
    let names = odds.ranked(decider);
    let count = names.len();
    let meaning = |name: &str| odds.meanings.iter().find(|(known, _)| known == name).map(|(_, text)| text.clone());
    let result = |(n, name): (usize, &str)| OddsResult {
        name: name.to_owned(),
        meaning: meaning(name).unwrap_or_default(),
        color: result_color(n, count),
    };
    names.into_iter().enumerate().map(result).collect()
}

/// Draws the odds of a combat: the modifiers, a bar for each case, and a legend. A result of the legend explains itself under the
/// pointer.
pub(super) fn odds(ui: &mut Ui, odds: &Odds, decider: Option<Side>) {
    let results = results(odds, decider);
    modifiers_and_bars(ui, odds, &results);
    legend(ui, &results);
    ui.add_space(4.0);
}

/// Draws the same in a tooltip, which no pointer can reach: with a sentence for each result.
pub fn explained_odds(ui: &mut Ui, odds: &Odds, decider: Option<Side>) {
    let results = results(odds, decider);
    modifiers_and_bars(ui, odds, &results);
    if results.iter().all(|result| result.meaning.is_empty()) {
        legend(ui, &results);
        return;
    }
    for OddsResult { name, meaning, color } in &results {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            ui.label(RichText::new(name).small().strong().color(readable(ui, *color)));
            ui.label(RichText::new(meaning).small());
        });
    }
}

/// Draws the first case and its legend, with all cases in the tooltip.
pub(super) fn brief(ui: &mut Ui, fight: &Odds, decider: Option<Side>) {
    let Some(case) = fight.cases.first() else { return };
    let results = results(fight, decider);
    let response = bar(ui, case, &results);
    response.on_hover_ui(|ui| {
        ui.set_width(270.0);
        explained_odds(ui, fight, decider);
    });
    let of_case: Vec<OddsResult> =
        results.into_iter().filter(|result| case.results.iter().any(|(name, _)| *name == result.name)).collect();
    legend(ui, &of_case);
    ui.add_space(4.0);
}

fn modifiers_and_bars(ui: &mut Ui, odds: &Odds, results: &[OddsResult]) {
    let modifiers: Vec<String> = odds.modifiers.iter().map(|(name, plus)| format!("{name} {plus:+}")).collect();
    if !modifiers.is_empty() {
        ui.label(RichText::new(modifiers.join(",  ")).small().color(ui.visuals().weak_text_color()));
    }
    for case in &odds.cases {
        ui.label(RichText::new(&case.name).small());
        bar(ui, case, results);
    }
}

/// Lists the results in their colors, the best first.
fn legend(ui: &mut Ui, results: &[OddsResult]) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 1.0);
        for OddsResult { name, meaning, color } in results {
            let response = ui.label(RichText::new(name).small().strong().color(readable(ui, *color)));
            if !meaning.is_empty() {
                response.on_hover_text(meaning);
            }
        }
    });
}

/// Returns the color of a result as text on the panel.
fn readable(ui: &Ui, color: Color32) -> Color32 {
    if ui.visuals().dark_mode { ink::shade(color, 1.2) } else { ink::shade(color, 0.72) }
}

/// Draws one case as a bar, with the percentages as text.
fn bar(ui: &mut Ui, case: &OddsCase, results: &[OddsResult]) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 16.0), Sense::hover());
    let mut left = rect.left();
    let mut words = Vec::new();
    let found = |result: &OddsResult| case.results.iter().find(|(name, _)| *name == result.name).map(|(_, ways)| *ways);
    for (OddsResult { name, color, .. }, ways) in results.iter().filter_map(|result| Some((result, found(result)?))) {
        let share = share(ways, case.of);
        words.push(format!("{name} {:.1} %", share * 100.0));
        let part = Rect::from_min_size(egui::pos2(left, rect.top()), vec2(rect.width() * share, rect.height()));
        ui.painter().rect_filled(part.shrink2(vec2(0.5, 0.0)), 2.0, *color);
        if part.width() > 26.0 {
            let text = format!("{:.0}%", share * 100.0);
            let font = egui::FontId::proportional(10.5);
            ui.painter().text(part.center(), egui::Align2::CENTER_CENTER, text, font, ink::on(*color));
        }
        left = part.right();
    }
    let told = format!("{}: {}", case.name, words.join(", "));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &told));
    response
}

/// Returns the color of result `n`: green for the best, red for the worst.
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
