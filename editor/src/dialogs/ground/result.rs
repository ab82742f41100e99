//! The page with the findings, the sources, and what to do with the map.

use egui::{Button, RichText, Ui};

use crate::messages::dialog_answer::{AfterSave, DialogAnswer, GroundChange, NewScenarioText};
use crate::model::ground::outcome::{GroundOutcome, GroundScenario, LICENSE};
use crate::model::ground::plan::GroundPlan;
use crate::widgets::field;

/// The name of the undo step that replaces the map.
const REPLACE: &str = "Map from the ground";
/// The name of the undo step that merges a second run.
const MERGE: &str = "Merge map from the ground";

pub(super) fn ui(ui: &mut Ui, plan: &GroundPlan) {
    let Some(result) = plan.result() else {
        ui.label("There is no map yet.");
        return;
    };
    field::heading(ui, "Findings");
    if result.notices.is_empty() {
        ui.label("None.");
    }
    for notice in &result.notices {
        ui.label(format!("• {notice}"));
    }
    field::heading(ui, "Sources");
    let sources = &result.sources;
    for source in sources {
        ui.label(source);
    }
    if sources.is_empty() {
        ui.label("The files name no source; write it into the scenario.");
    }
    if sources.iter().any(|source| source.contains("OpenStreetMap")) {
        ui.add_space(4.0);
        ui.label(LICENSE);
        ui.label("A new scenario gets the license ODbL-1.0. The license of an open scenario is not changed.");
    }
    field::heading(ui, "What to do with the map");
    match plan.outcome() {
        Some(outcome) => choices(ui, plan, outcome),
        None if plan.problem().is_some() => {}
        None => {
            ui.weak("Working…");
        }
    }
}

fn choices(ui: &mut Ui, plan: &GroundPlan, outcome: &GroundOutcome) {
    let known = plan.result().map_or(&[] as &[String], |result| &result.notices);
    if plan.open().is_some() {
        let about =
            "Replace the map of the scenario: terrain, levels, hexsides, roads, places and labels. All else stays.";
        choice(ui, "Replace", about, &outcome.replace, known);
        let about = "Merge: what you edited since the last run stays, and what changed on the ground comes.";
        choice(ui, "Merge", about, &outcome.merge, known);
    }
    let about = format!(
        "New file: a scenario of {} with the sides, units and victory of its template, moved to this map.",
        plan.system.title()
    );
    choice(ui, "New file", &about, &outcome.new_file, known);
}

fn choice(ui: &mut Ui, name: &str, about: &str, made: &Result<GroundScenario, String>, known: &[String]) {
    match made {
        Ok(made) => {
            ui.label(about);
            for note in made.notes.iter().filter(|note| !known.contains(note)) {
                ui.label(RichText::new(format!("• {note}")).color(ui.visuals().warn_fg_color));
            }
        }
        Err(why) => {
            ui.weak(format!("{name} is off: {why}."));
        }
    }
    ui.add_space(4.0);
}

/// Draws the buttons that take the map over.
pub(super) fn buttons(ui: &mut Ui, plan: &GroundPlan) -> Option<DialogAnswer> {
    let outcome = plan.outcome().cloned();
    let mut answer = None;
    let button = |ui: &mut Ui, name: &str, made: Option<&Result<GroundScenario, String>>| {
        let why = match made {
            None => "There is no map yet.".to_owned(),
            Some(Err(why)) => why.clone(),
            Some(Ok(_)) => String::new(),
        };
        let clicked = ui.add_enabled(why.is_empty(), Button::new(name)).on_disabled_hover_text(why).clicked();
        made.and_then(|made| made.as_ref().ok())
            .filter(|_| clicked)
            .map(|made| (made.text.clone(), made.record.clone()))
    };
    if plan.open().is_some() {
        let made = outcome.as_ref().map(|outcome| &outcome.replace);
        if let Some((text, record)) = button(ui, "Replace", made) {
            answer = Some(DialogAnswer::Ground(Box::new(GroundChange { step: REPLACE, text, record })));
        }
        let made = outcome.as_ref().map(|outcome| &outcome.merge);
        if let Some((text, record)) = button(ui, "Merge", made) {
            answer = Some(DialogAnswer::Ground(Box::new(GroundChange { step: MERGE, text, record })));
        }
    }
    let made = outcome.as_ref().map(|outcome| &outcome.new_file);
    if let Some((text, record)) = button(ui, "New file", made) {
        let new = NewScenarioText { text, trace: false, record: Some(record) };
        answer = Some(DialogAnswer::Go(AfterSave::New(new)));
    }
    answer
}
