//! What would come of another program's file: told before anything is done.

use std::path::PathBuf;

use battlewright_export::import::Imported;
use battlewright_schema::{Scenario, System};
use egui::{RichText, ScrollArea, Ui};

use super::{Answer, title};

/// How high the list of what is to be known is at most.
const LIST: f32 = 280.0;

/// A map that is about to be taken.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// What the file is called.
    pub name: String,
    /// The scenario with what the map says.
    pub scenario: Box<Scenario>,
    /// What differs.
    pub changed: Vec<String>,
    /// What cannot be taken.
    pub wrong: Vec<String>,
    /// Notes on what was done besides.
    pub notes: Vec<String>,
}

/// A module, or a map alone, of which a scenario is about to be made.
#[derive(Clone, Debug, PartialEq)]
pub struct Module {
    /// What the file is called.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
    /// The rules of the scenario.
    pub system: System,
    /// The scenario, and what is to be known of it.
    pub imported: Imported,
}

/// Draws the window of a map.
pub(super) fn change(ui: &mut Ui, change: &Change) -> Option<Answer> {
    title(ui, &format!("Import {}", change.name));
    let nothing = change.changed.is_empty();
    if nothing {
        ui.label("Nothing differs from the scenario.");
    } else {
        ui.label(format!("Will be taken: {}.", change.changed.join(", ")));
    }
    list(ui, "Cannot be taken", &change.wrong);
    list(ui, "What is to be known of it", &change.notes);
    ui.add_space(8.0);
    let take = if change.wrong.is_empty() { "Take" } else { "Take what is right" };
    ui.horizontal(|ui| {
        let take = ui.add_enabled(!nothing, egui::Button::new(take)).clicked();
        let cancel = ui.button("Cancel").clicked().then_some(Answer::Cancel);
        take.then(|| Answer::Change(change.name.clone(), change.scenario.clone())).or(cancel)
    })
    .inner
}

/// Draws the window of a module, or of a map alone.
pub(super) fn module(ui: &mut Ui, module: &Module) -> Option<Answer> {
    title(ui, &format!("A scenario made of {}", module.name));
    ui.label("It has a map and perhaps counters, and no rules. The scenario is for:");
    let mut system = module.system;
    for one in System::ALL {
        ui.radio_value(&mut system, one, one.title());
    }
    list(ui, "What is to be known of it", &module.imported.notes);
    ui.add_space(8.0);
    let answer = ui.horizontal(|ui| {
        let make = ui.button("Make scenario…").clicked();
        let cancel = ui.button("Cancel").clicked().then_some(Answer::Cancel);
        make.then(|| Answer::Module(Box::new(module.imported.clone()))).or(cancel)
    });
    let other = (system != module.system).then(|| Answer::System(module.path.clone(), system));
    answer.inner.or(other)
}

/// Sentences below each other, under what they are.
fn list(ui: &mut Ui, what: &str, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    ui.add_space(6.0);
    ui.label(RichText::new(format!("{what}:")).strong());
    ScrollArea::vertical().max_height(LIST).auto_shrink([false, true]).show(ui, |ui| {
        for line in lines {
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new("•").color(ui.visuals().warn_fg_color));
                ui.label(line);
            });
        }
    });
}
