//! The units that stand with the unit in hand: those that are checked move with it.

use egui::{Button, RichText, Ui, vec2};

use crate::messages::act::Act;
use crate::model::play::{PlayAct, Session, StackPart};
use crate::theme;

/// Draws a button for all units that can take part in a plan. For the units that stand with the unit in hand, draws a box for each,
/// and buttons for all of them and for those of one formation.
pub(super) fn ui(ui: &mut Ui, session: &Session, acts: &mut Vec<Act>) {
    let joining = session.seen().joining;
    if joining > 1 {
        let size = vec2(ui.available_width(), theme::target(ui.ctx()));
        let button = Button::new(format!("All {joining} that can take part")).min_size(size);
        if ui.add(button).on_hover_text("Choose all units in this list that can take part").clicked() {
            acts.push(Act::Play(PlayAct::JoinAll));
        }
    }
    if session.companions().is_empty() {
        return;
    }
    ui.scope(|ui| {
        ui.spacing_mut().interact_size.y = theme::target(ui.ctx());
        standing_together(ui, session, acts);
    });
    ui.add_space(4.0);
}

/// Draws the units that stand with the unit in hand.
fn standing_together(ui: &mut Ui, session: &Session, acts: &mut Vec<Act>) {
    ui.label("Here with it. Check those that move together:");
    ui.horizontal_wrapped(|ui| {
        let help = "Move all units of the hex together (Shift-click a counter)";
        if ui.button("All here").on_hover_text(help).clicked() {
            acts.push(Act::Play(PlayAct::TakePart(StackPart::All)));
        }
        if let Some(formation) = session.formation_here() {
            let help = "Move the units of this formation in the hex together (Ctrl-click a counter)";
            if ui.button(format!("All of {formation} here")).on_hover_text(help).clicked() {
                acts.push(Act::Play(PlayAct::TakePart(StackPart::Formation)));
            }
        }
    });
    for companion in session.companions() {
        let mut goes = session.goes_along(&companion.piece);
        let text = match &companion.formation {
            Some(formation) => format!("{}, {formation}", companion.name),
            None => companion.name.clone(),
        };
        if ui.checkbox(&mut goes, RichText::new(text).small()).changed() {
            acts.push(Act::Play(PlayAct::TakeAlong(companion.piece.clone(), goes)));
        }
    }
}
