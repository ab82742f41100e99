//! The fields of the scenario as a whole.

use battlewright_schema::mars_la_tour::{Escape, MarsLaTour, Victory};
use battlewright_schema::{About, Scenario, Turns};
use egui::Ui;

use super::super::{Shown, field};
use crate::act::{Act, Selection};
use crate::canvas::ink;
use crate::edit::{Edit, mars_la_tour};

pub(super) fn ui(ui: &mut Ui, shown: &Shown<'_>, acts: &mut Vec<Act>) {
    about(ui, shown, acts);
    turns(ui, shown, acts);
    map(ui, shown, acts);
    super::terrain::ui(ui, shown, acts);
    sides(ui, shown, acts);
    victory(ui, shown, acts);
}

fn about(ui: &mut Ui, shown: &Shown<'_>, acts: &mut Vec<Act>) {
    let about = shown.common().about();
    let put = |field, about: About| Act::field("Change scenario", field, Edit::About(Box::new(about)));
    if let Some((field, title)) = field::text(ui, acts, "Title", "The scenario's name.", &about.title) {
        acts.push(put(field, About { title, ..about.clone() }));
    }
    let help = "A second line, such as a date.";
    if let Some((field, subtitle)) = field::optional(ui, acts, "Subtitle", help, about.subtitle.as_deref()) {
        acts.push(put(field, About { subtitle, ..about.clone() }));
    }
    let help = "Under which license it may be used, as an SPDX identifier such as CC-BY-4.0.";
    if let Some((field, license)) = field::optional(ui, acts, "License", help, about.license.as_deref()) {
        acts.push(put(field, About { license, ..about.clone() }));
    }
    let help = "Who made the scenario, parted by commas.";
    if let Some((field, authors)) = field::text(ui, acts, "Authors", help, &about.authors.join(", ")) {
        let authors = authors.split(", ").filter(|name| !name.is_empty()).map(str::to_owned).collect();
        acts.push(put(field, About { authors, ..about.clone() }));
    }
    let help = "What the players should know before they start, in a few sentences.";
    let text = about.description.clone().unwrap_or_default();
    if let Some((field, text)) = field::lines(ui, acts, "Description", help, &text) {
        acts.push(put(field, About { description: (!text.is_empty()).then_some(text), ..about }));
    }
}

fn turns(ui: &mut Ui, shown: &Shown<'_>, acts: &mut Vec<Act>) {
    field::heading(ui, "Turns");
    let turns = shown.common().turns();
    let put = |field, turns: Turns| Act::field("Change turns", field, Edit::Turns(turns));
    if let Some((field, count)) =
        field::number(ui, acts, "Turns", "How many turns are played.", turns.count, 1..=99, "")
    {
        acts.push(put(field, Turns { count, ..turns.clone() }));
    }
    let help = "The time of day of turn 1, such as 09:30.";
    if let Some((field, first)) = field::optional(ui, acts, "First at", help, turns.first.as_deref()) {
        acts.push(put(field, Turns { first, ..turns.clone() }));
    }
    let minutes = turns.minutes.unwrap_or(0);
    let help = "How many minutes a turn stands for; 0 if the game has no clock.";
    if let Some((field, minutes)) = field::number(ui, acts, "Each", help, minutes, 0..=1440, "min") {
        acts.push(put(field, Turns { minutes: (minutes > 0).then_some(minutes), ..turns.clone() }));
    }
}

fn map(ui: &mut Ui, shown: &Shown<'_>, acts: &mut Vec<Act>) {
    field::heading(ui, "Map");
    let (columns, rows) = shown.common().size();
    let ground = shown.common().terrain().first().map_or('.', |terrain| terrain.letter.0);
    let help = "How many columns the map has; columns are added and taken away at the right.";
    if let Some((field, columns)) = field::number(ui, acts, "Columns", help, columns, 1..=1000, "hexes") {
        acts.push(Act::field("Resize map", field, Edit::resize(shown.scenario(), columns, rows, ground)));
    }
    let help = "How many rows the map has; rows are added and taken away at the bottom.";
    if let Some((field, rows)) = field::number(ui, acts, "Rows", help, rows, 1..=1000, "hexes") {
        acts.push(Act::field("Resize map", field, Edit::resize(shown.scenario(), columns, rows, ground)));
    }
}

fn sides(ui: &mut Ui, shown: &Shown<'_>, acts: &mut Vec<Act>) {
    field::heading(ui, "Sides");
    for (n, side) in shown.common().sides().into_iter().enumerate() {
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(egui::vec2(16.0, 16.0), egui::Sense::hover());
            let color = side.color.map_or_else(|| ink::side(n), ink::color);
            ui.painter().rect_filled(rect, 3.0, color);
            if ui.link(side.name).on_hover_text("Show the side's fields").clicked() {
                acts.push(Act::Select(Selection::Side(n)));
            }
        });
    }
}

fn victory(ui: &mut Ui, shown: &Shown<'_>, acts: &mut Vec<Act>) {
    let Scenario::MarsLaTour(scenario) = shown.scenario() else { return };
    field::heading(ui, "Victory");
    let help = "The side that wins when victory points are equal (6.0).";
    if let Some(tie) = field::choice(ui, "Tie", help, &scenario.victory.tie, &super::sides(shown)) {
        let mut victory = scenario.victory.clone();
        victory.tie = tie;
        let edit = mars_la_tour::Edit::Victory(Box::new(victory));
        acts.push(Act::edit("Change tie", Edit::MarsLaTour(edit)));
    }
    for (n, place) in shown.common().places().iter().enumerate() {
        for scoring in shown.common().scoring().iter().filter(|scoring| *scoring.place == place.id) {
            let sides = super::sides(shown);
            let side = sides.iter().find(|(id, _)| id == scoring.side).map_or("?", |(_, name)| name.as_str());
            ui.push_id((n, scoring.side.as_str()), |ui| {
                ui.horizontal(|ui| {
                    if ui.link(&place.name).clicked() {
                        acts.push(Act::Select(Selection::Place(n)));
                    }
                    ui.weak(format!("{} VP a hex for the {side}", scoring.points));
                });
            });
        }
    }
    if let Some(escape) = &scenario.victory.escape {
        self::escape(ui, scenario, escape, acts);
    }
}

/// Victory by leaving the map.
fn escape(ui: &mut Ui, scenario: &MarsLaTour, escape: &Escape, acts: &mut Vec<Act>) {
    let put = |field, escape: Escape| {
        let victory = Victory { escape: Some(escape), ..scenario.victory.clone() };
        let edit = mars_la_tour::Edit::Victory(Box::new(victory));
        Act::field("Change escape", field, Edit::MarsLaTour(edit))
    };
    let exits: Vec<&str> = escape.exits.iter().map(|exit| exit.as_str()).collect();
    let side = scenario.side.get(&escape.side).map_or(escape.side.as_str(), |side| side.name.as_str());
    ui.weak(format!("Escape of the {side} by {}", exits.join(" and ")));
    let help = "The game ends with a major victory as soon as this many infantry units have left.";
    if let Some((field, infantry)) = field::number(ui, acts, "To win", help, escape.infantry, 1..=99, "infantry") {
        acts.push(put(field, Escape { infantry, ..escape.clone() }));
    }
    let help = "VPs for the other side if no unit at all has left by the end of the game.";
    let points = escape.points_if_none;
    if let Some((field, points)) = field::number(ui, acts, "If none", help, points, 0..=99, "VP") {
        acts.push(put(field, Escape { points_if_none: points, ..escape.clone() }));
    }
}
