//! The search for small changes that balance a scenario.

use crate::widgets::small_button;
use battlewright_balance::{Suggestion, Suggestions};
use egui::{Button, DragValue, Grid, Label, RichText, Ui, vec2};

use super::ask;
use crate::messages::act::Act;
use crate::model::balance::{BalanceAct as Do, BalanceLab, EvenSuggestions, GamesRequest};
use crate::model::edit::Edit;
use crate::panels::PanelContext;
use crate::widgets::field;

/// Draws the target share and the search button.
pub(super) fn ask_for(ui: &mut Ui, lab: &BalanceLab, shown: &PanelContext<'_>, acts: &mut Vec<Act>) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("Balance the sides").strong());
        let side = shown.common().sides().first().map_or("The first side", |side| side.name);
        ui.label(format!("Target for {side}:"));
        let mut wanted = lab.wanted;
        let share = DragValue::new(&mut wanted).range(1..=99).suffix(" %");
        ui.add(share).accessible_name(format!("Share of games that {side} should win"));
        ui.label("of the games");
        if wanted != lab.wanted {
            ask(acts, Do::Wanted(wanted));
        }
        let ready = !lab.is_busy() && !shown.document.is_broken();
        let help = "Try small changes of ratings and settings, each with up to the number of games above; those without hope are \
            dropped early. Then replay the best with other dice, and list the smallest sufficient changes. Cancel keeps the best so far";
        if ui.add_enabled(ready, Button::new("Find a change")).on_hover_text(help).clicked() {
            ask(acts, Do::Go(GamesRequest::Even(wanted)));
        }
    });
}

/// Draws the suggested changes.
pub(super) fn found(ui: &mut Ui, lab: &BalanceLab, even_suggestions: &EvenSuggestions, acts: &mut Vec<Act>) {
    let suggestions = &even_suggestions.suggestions;
    let heading = if suggestions.complete { "Changes that may balance the sides" } else { "Best changes so far" };
    field::heading_text(ui, heading);
    ui.label(suggestions.aim());
    Grid::new("changes").striped(true).spacing(vec2(16.0, 3.0)).show(ui, |ui| {
        for head in Suggestions::HEAD {
            ui.label(RichText::new(head).small().weak());
        }
        ui.end_row();
        for (suggestion, cells) in suggestions.best.iter().zip(suggestions.rows()) {
            for cell in cells {
                let text = RichText::new(cell).size(12.5);
                ui.label(if suggestion.reaches { text.strong() } else { text });
            }
            let button = ui.add_enabled(!lab.is_stale(even_suggestions.hash), small_button("Apply change"));
            if button.accessible_name(format!("Apply change: {}", suggestion.name)).clicked() {
                acts.push(made(suggestion));
            }
            ui.end_row();
        }
    });
    ui.add_space(4.0);
    ui.add(Label::new(RichText::new(suggestions.note()).small().weak()).wrap());
}

/// Returns the act that applies a suggestion.
fn made(suggestion: &Suggestion) -> Act {
    let edits = suggestion.changes.iter().map(|change| Edit::Put(change.path.clone(), Some(change.placed())));
    Act::edit("Balance the sides", Edit::All(edits.collect()))
}
