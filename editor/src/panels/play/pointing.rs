//! The pointer of a game on a table: its modes, its facing and bend, and the proposed action.

use battlewright_engine::any::AnyAction;
use battlewright_engine::show::{Label, ProposedAction};
use battlewright_schema::words::capital;
use egui::{Button, Ui};

use super::odds;
use crate::messages::act::Act;
use crate::model::play::{PlayAct, Session};

/// The steps of the buttons that turn and bend, in tenths of a degree.
const STEP: [i16; 2] = [100, 50];

/// Draws the modes of the pointer, and the facing and the bend of the next action.
pub(super) fn ui(ui: &mut Ui, session: &Session, acts: &mut Vec<Act>) {
    let Some(mode) = session.mode() else { return };
    let mut act = |act| acts.push(Act::Play(act));
    if session.modes().len() > 1 {
        ui.horizontal_wrapped(|ui| {
            for (n, other) in session.modes().iter().enumerate() {
                let help = format!("{} ({})", other.help, n + 1);
                if ui.selectable_label(other == mode, other.name).on_hover_text(help).clicked() {
                    act(PlayAct::Mode(n));
                }
            }
        });
    }
    ui.weak(mode.help);
    if mode.turns {
        ui.horizontal(|ui| {
            let facing = session.facing().map_or_else(String::new, degrees);
            ui.label(format!("Facing {facing}"));
            let [step, _] = STEP;
            if ui.button("[").on_hover_text("Turn left by 10° ([); by 1° with Shift").clicked() {
                act(PlayAct::TurnFacing(-step));
            }
            if ui.button("]").on_hover_text("Turn right by 10° (]); by 1° with Shift").clicked() {
                act(PlayAct::TurnFacing(step));
            }
            let usual = ui.add_enabled(session.chosen_facing().is_some(), Button::new("Usual facing"));
            if usual.on_hover_text("Face as the action usually does").clicked() {
                act(PlayAct::Face(None));
            }
        });
    }
    if mode.bends {
        ui.horizontal(|ui| {
            ui.label(format!("Bend {}", signed_degrees(session.bend())));
            let [_, step] = STEP;
            for (text, help, step) in [
                ("−", "Bend the ends of the line forward by 5° (Alt+[)", -step),
                ("+", "Bend the ends of the line back by 5° (Alt+])", step),
            ] {
                if ui.button(text).on_hover_text(help).clicked() {
                    act(PlayAct::Bend(step));
                }
            }
        });
    }
    ui.add_space(4.0);
}

/// Draws the proposed action in a tooltip: its text, the refusal or the movement, the facts and the odds.
pub fn proposal(ui: &mut Ui, session: &Session, proposal: &ProposedAction<AnyAction>, label: &Label) {
    ui.set_max_width(270.0);
    ui.strong(&label.text);
    if let Some(refusal) = &proposal.refusal {
        ui.colored_label(ui.visuals().error_fg_color, format!("Not allowed: {}", capital(&refusal.reason)));
        ui.weak(format!("Rule {}", refusal.rule));
    }
    if let Some(spent) = proposal.spent {
        ui.label(format!("Movement {spent}"));
    }
    for fact in &proposal.facts {
        ui.label(&fact.text);
    }
    if proposal.refusal.is_none()
        && let Some(fight) = session.odds(&proposal.action)
    {
        odds::explained_odds(ui, &fight, session.seen().turn);
    }
}

/// Formats tenths of a degree, such as `"12.5°"`.
fn degrees(tenths: u16) -> String {
    if tenths.is_multiple_of(10) { format!("{}°", tenths / 10) } else { format!("{}.{}°", tenths / 10, tenths % 10) }
}

fn signed_degrees(tenths: i16) -> String {
    let sign = if tenths < 0 { "−" } else { "" };
    format!("{sign}{}", degrees(tenths.unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_are_told_in_degrees() {
        assert_eq!([degrees(0), degrees(450), degrees(3595)], ["0°", "45°", "359.5°"]);
        assert_eq!([signed_degrees(-50), signed_degrees(55)], ["−5°", "5.5°"]);
    }
}
