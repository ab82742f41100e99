//! The rules of the scenario, and how often they had an effect.

use battlewright_balance::{Report, RuleLine};
use egui::{Grid, Label, RichText, Ui, vec2};

use crate::widgets::field;

/// The rules of a scenario in the games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RuleUse {
    /// The rules, as rows under [`RuleLine::HEAD`]; empty for a scenario without rules of its own.
    pub rows: Vec<Vec<String>>,
    /// The sentence about those without an effect.
    pub idle: Option<String>,
}

/// Returns the rules in the games of `report`.
pub(super) fn data(report: &Report) -> RuleUse {
    RuleUse { rows: report.rules.iter().map(RuleLine::row).collect(), idle: RuleLine::idle(&report.rules) }
}

/// Draws the rules; nothing for a scenario without rules of its own.
pub(super) fn ui(ui: &mut Ui, report: &Report) {
    let RuleUse { rows, idle } = data(report);
    if rows.is_empty() {
        return;
    }
    ui.add_space(6.0);
    field::heading_text(ui, "Rules of the scenario");
    Grid::new("rules of the scenario").striped(true).spacing(vec2(16.0, 3.0)).show(ui, |ui| {
        for head in RuleLine::HEAD {
            ui.label(RichText::new(head).small().weak());
        }
        ui.end_row();
        for row in rows {
            for cell in row {
                ui.label(cell);
            }
            ui.end_row();
        }
    });
    if let Some(idle) = idle {
        ui.add(Label::new(RichText::new(idle).color(ui.visuals().warn_fg_color)).wrap());
    }
}
