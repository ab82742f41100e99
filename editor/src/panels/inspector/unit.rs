//! The fields of a unit of the `mars-la-tour` system.

use battlewright_schema::mars_la_tour::{Enters, Kind, Unit};
use battlewright_schema::{EntryId, HexId, Scenario};
use egui::Ui;

use super::super::{Shown, field};
use crate::act::Act;
use crate::canvas::counters::{self, Manner};
use crate::canvas::{self, labels};
use crate::edit::{Edit, Row, mars_la_tour};

pub(super) fn ui(ui: &mut Ui, shown: &Shown<'_>, at: usize, acts: &mut Vec<Act>) {
    let Scenario::MarsLaTour(scenario) = shown.scenario() else { return };
    let Some(unit) = scenario.unit.get(at) else { return };
    portrait(ui, shown, at);
    let edit = |unit: Unit| Edit::MarsLaTour(mars_la_tour::Edit::Unit(Row::Put(at, unit)));
    let put = |field, unit: Unit| Act::field("Change unit", field, edit(unit));
    if let Some((field, name)) = field::text(ui, acts, "Name", "Its full name, such as 5th Division.", &unit.name) {
        acts.push(put(field, Unit { name, ..unit.clone() }));
    }
    let help = "What is printed on the counter, a few letters; the id if left out.";
    if let Some((field, label)) = field::optional(ui, acts, "Label", help, unit.label.as_deref()) {
        acts.push(put(field, Unit { label, ..unit.clone() }));
    }
    let help = "The corps or division it belongs to; counters of one formation share a band.";
    if let Some((field, formation)) = field::optional(ui, acts, "Formation", help, unit.formation.as_deref()) {
        acts.push(put(field, Unit { formation, ..unit.clone() }));
    }
    if let Some((field, id)) = field::text(ui, acts, "Id", "Its id, unique in the scenario.", unit.id.as_str()) {
        acts.push(put(field, Unit { id: id.into(), ..unit.clone() }));
    }
    let sides = super::sides(shown);
    if let Some(side) = field::choice(ui, "Side", "Whose it is.", &unit.side, &sides) {
        acts.push(Act::edit("Change side of unit", edit(Unit { side, ..unit.clone() })));
    }
    let kinds = [(Kind::Infantry, "Infantry".to_owned()), (Kind::Cavalry, "Cavalry".to_owned())];
    if let Some(kind) = field::choice(ui, "Arm", "Its arm (3.1): the symbol on the counter.", &unit.kind, &kinds) {
        acts.push(Act::edit("Change arm of unit", edit(Unit { kind, ..unit.clone() })));
    }
    let help = "Its Efficiency Rating, the stars on the counter, from 0 to 6.";
    if let Some((field, er)) = field::number(ui, acts, "ER", help, unit.er, 0..=6, "") {
        acts.push(put(field, Unit { er, ..unit.clone() }));
    }
    start(ui, shown, unit, at, acts);
    let help = "Where its strength and position are known from.";
    if let Some((field, source)) = field::optional(ui, acts, "Source", help, unit.source.as_deref()) {
        acts.push(put(field, Unit { source, ..unit.clone() }));
    }
}

/// When and where it comes into the game.
fn start(ui: &mut Ui, shown: &Shown<'_>, unit: &Unit, at: usize, acts: &mut Vec<Act>) {
    let Scenario::MarsLaTour(scenario) = shown.scenario() else { return };
    let edit = |unit: Unit| Edit::MarsLaTour(mars_la_tour::Edit::Unit(Row::Put(at, unit)));
    let put = |field, unit: Unit| Act::field("Change start of unit", field, edit(unit));
    field::heading(ui, "Start");
    let entries: Vec<(EntryId, String)> = scenario
        .entry
        .iter()
        .filter(|entry| entry.side == unit.side)
        .map(|entry| {
            let name = entry.name.as_deref().map_or_else(String::new, |name| format!(" — {name}"));
            (entry.id.clone(), format!("{}{name}", entry.id))
        })
        .collect();
    let ways = [(true, "In a hex".to_owned()), (false, "As a reinforcement".to_owned())];
    let now = unit.enters.is_none();
    if let Some(on_map) = field::choice(ui, "Begins", "On the map, or entering later.", &now, &ways) {
        let mut unit = unit.clone();
        if on_map {
            unit.at = Some(unit.at.unwrap_or_default());
            unit.enters = None;
        } else {
            let at = entries.first().map(|(id, _)| id.clone()).unwrap_or_default();
            unit.enters = Some(Enters { turn: 1, at });
            unit.at = None;
        }
        acts.push(Act::edit("Change start of unit", edit(unit)));
    }
    if let Some(enters) = &unit.enters {
        let turns = scenario.turns.count.max(1);
        let help = "The turn on which it enters; 1 is the first.";
        if let Some((field, turn)) = field::number(ui, acts, "Turn", help, enters.turn, 1..=turns, "") {
            acts.push(put(field, Unit { enters: Some(Enters { turn, ..enters.clone() }), ..unit.clone() }));
        }
        if let Some(at) = field::choice(ui, "Entry", "Where it enters.", &enters.at, &entries) {
            let enters = Some(Enters { at, ..enters.clone() });
            acts.push(Act::edit("Change entry of unit", edit(Unit { enters, ..unit.clone() })));
        }
    } else {
        let hex = unit.at.as_ref().map_or("", HexId::as_str);
        let help = "The hex in which it starts; dragging the counter changes it too.";
        if let Some((field, hex)) = field::text(ui, acts, "Hex", help, hex) {
            acts.push(put(field, Unit { at: Some(hex.into()), ..unit.clone() }));
        }
    }
}

/// The counter, large, both sides.
fn portrait(ui: &mut Ui, shown: &Shown<'_>, at: usize) {
    let pieces = canvas::pieces(shown.scenario(), None);
    let (Some(piece), Some(unit)) = (pieces.get(at), shown.common().unit(at)) else { return };
    let (rect, _) = ui.allocate_exact_size(egui::vec2(ui.available_width(), 84.0), egui::Sense::hover());
    let (color, _) = labels::side(shown.common(), unit.side);
    let manner = Manner { color, band: canvas::Bands::new(&pieces).get(piece), ..Manner::default() };
    let width = 68.0;
    let left = rect.left_center() + egui::vec2(width * 0.5 + 6.0, 0.0);
    counters::counter(ui.painter(), left, width, piece, manner);
    let mut back = piece.clone();
    let steps = unit.values.is_some();
    back.face = Some(if steps { "Reduced" } else { "Battle" });
    back.mp = Some(unit.movement.1);
    back.values = reverse(shown.scenario(), at);
    counters::counter(ui.painter(), left + egui::vec2(width + 16.0, 0.0), width, &back, manner);
    let text = rect.left_center() + egui::vec2(width * 2.0 + 36.0, 0.0);
    let font = egui::FontId::proportional(11.5);
    let weak = ui.visuals().weak_text_color();
    let (front, reverse) = if steps { ("Full", "Reduced") } else { ("March", "Battle") };
    let mut words = format!("{front} {} MP\n{reverse} {} MP", unit.movement.0, unit.movement.1);
    if let battlewright_schema::Start::Enters { turn, at, .. } = &unit.start {
        words.push_str(&format!("\nTurn {turn}, {at}"));
    }
    ui.painter().text(text, egui::Align2::LEFT_CENTER, words, font, weak);
}

/// What is printed on the reverse of the counter of unit number `at`, if it prints values.
fn reverse(scenario: &Scenario, at: usize) -> Option<String> {
    match scenario {
        Scenario::MarsLaTour(_) => None,
        Scenario::PositionMagnifique(scenario) => scenario.unit.get(at).map(|unit| unit.printed(true)),
    }
}
