//! The preview of an import before any change.

use crate::widgets::small_button;
use std::collections::BTreeSet;
use std::path::PathBuf;

use battlewright_export::import::Imported;
use battlewright_export::vassal::{Choice, Contents, PalettePiece};
use battlewright_schema::{Scenario, System, template_table};
use egui::{ComboBox, RadioButton, RichText, Role, ScrollArea, Ui, WidgetInfo};

use crate::dialogs::title;
use crate::messages::dialog_answer::{DialogAnswer, ScenarioImport};
use crate::widgets::popup;

/// The maximum height of the list of pieces in points.
const PIECES: f32 = 200.0;

/// The maximum height of a list of notes in points.
const LIST: f32 = 280.0;

/// A pending import of a map.
#[derive(Clone, Debug, PartialEq)]
pub struct MapImport {
    /// The name of the file.
    pub name: String,
    /// The scenario after the import.
    pub scenario: Box<Scenario>,
    /// The imported parts.
    pub changed: Vec<String>,
    /// The parts that cannot be imported.
    pub wrong: Vec<String>,
    /// Notes on the import.
    pub notes: Vec<String>,
}

/// A pending import of a module or map as a new scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenedModule {
    /// The name of the file.
    pub name: String,
    /// The path of the file.
    pub path: PathBuf,
    /// The rules system of the new scenario.
    pub system: System,
    /// The selected parts of the module.
    pub choice: Choice,
    /// The available parts of the module; empty for a map.
    pub contents: Contents,
    /// The numbers of the selected palette pieces.
    pub picked: BTreeSet<usize>,
    /// The resulting scenario with its notes.
    pub imported: Imported,
}

/// Draws the dialog for a map.
pub(super) fn change(ui: &mut Ui, change: &MapImport) -> Option<DialogAnswer> {
    title(ui, &format!("Import {}", change.name));
    let nothing = change.changed.is_empty();
    if nothing {
        ui.label("The file does not differ from the scenario.");
    } else {
        ui.label(format!("Will be imported: {}.", change.changed.join(", ")));
    }
    list(ui, "Cannot be imported", &change.wrong);
    list(ui, "Notes", &change.notes);
    ui.add_space(8.0);
    let take = if change.wrong.is_empty() { "Import" } else { "Import valid rows" };
    ui.horizontal(|ui| {
        let take = ui.add_enabled(!nothing, egui::Button::new(take)).clicked();
        let cancel = ui.button("Cancel").clicked().then_some(DialogAnswer::Cancel);
        take.then(|| DialogAnswer::Change(change.name.clone(), change.scenario.clone())).or(cancel)
    })
    .inner
}

/// Draws the dialog for a module, or for a map as a new scenario.
pub(super) fn module(ui: &mut Ui, module: &mut OpenedModule) -> Option<DialogAnswer> {
    title(ui, &format!("New scenario from {}", module.name));
    ui.label("The file contains a map and perhaps counters, but no rules. Choose the rules of the scenario:");
    let mut system = module.system;
    for one in System::ALL {
        let radio = ui.add_enabled(template_table(one).is_none(), RadioButton::new(system == one, one.title()));
        if radio.on_disabled_hover_text("Played on a table, but the file has hexes.").clicked() {
            system = one;
        }
    }
    let mut choice = module.choice.clone();
    sides(ui, module, &mut choice);
    setups(ui, module, &mut choice);
    // Pieces take effect on creation, so that each click does not repeat the import.
    pieces(ui, &module.contents.pieces, &mut module.picked);
    list(ui, "Notes", &module.imported.notes);
    ui.add_space(8.0);
    let answer = ui.horizontal(|ui| {
        let make = ui.button("Create scenario…").clicked();
        let cancel = ui.button("Cancel").clicked().then_some(DialogAnswer::Cancel);
        let made = || match module.picked == choice.pieces {
            true => DialogAnswer::Module(Box::new(module.imported.clone())),
            false => remake(module, system, Choice { pieces: module.picked.clone(), ..choice.clone() }, true),
        };
        make.then(made).or(cancel)
    });
    let differs = system != module.system || choice != module.choice;
    answer.inner.or_else(|| differs.then(|| remake(module, system, choice, false)))
}

fn remake(module: &OpenedModule, system: System, choice: Choice, keep: bool) -> DialogAnswer {
    DialogAnswer::Remake(Box::new(ScenarioImport { path: module.path.clone(), system, choice, keep }))
}

/// Draws the assignment of more than two sides of a module to the sides of the scenario.
fn sides(ui: &mut Ui, module: &OpenedModule, choice: &mut Choice) {
    let names = &module.contents.sides;
    let [first, second, _, ..] = names.as_slice() else { return };
    ui.add_space(6.0);
    ui.label("The module has more than two sides. Assign each to a side of the scenario:");
    let was = choice.sides.clone().unwrap_or_else(|| [vec![first.clone()], vec![second.clone()]]);
    let of = |name: &String| was.iter().position(|members| members.contains(name));
    let mut chosen: Vec<Option<usize>> = names.iter().map(of).collect();
    for (name, side) in names.iter().zip(&mut chosen) {
        ui.horizontal(|ui| {
            for (to, word) in [(Some(0), "first"), (Some(1), "second"), (None, "left out")] {
                let radio = ui.radio_value(side, to, word);
                let words = format!("{name}: {word}");
                radio.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, *side == to, &words));
            }
            ui.label(RichText::new(name).strong());
        });
    }
    let members = |side: usize| -> Vec<String> {
        let own = names.iter().zip(&chosen).filter(|(_, chosen)| **chosen == Some(side));
        own.map(|(name, _)| name.clone()).collect()
    };
    let sides = [members(0), members(1)];
    if sides.iter().any(Vec::is_empty) {
        ui.colored_label(
            ui.visuals().warn_fg_color,
            "Assign at least one side of the module to each side of the scenario.",
        );
    } else if sides != was {
        choice.sides = Some(sides);
    }
}

/// Draws the choice of the setup that contains the units.
fn setups(ui: &mut Ui, module: &OpenedModule, choice: &mut Choice) {
    const AS_IT_STANDS: &str = "as placed on the map";
    let setups = &module.contents.setups;
    if setups.is_empty() {
        return;
    }
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        let label = ui.label("Units:");
        let shown = |file: Option<&String>| {
            let setup = setups.iter().find(|setup| Some(&setup.file) == file);
            setup.map_or(AS_IT_STANDS, |setup| setup.name.as_str())
        };
        let combo = ComboBox::from_id_salt("setup").selected_text(shown(choice.setup.as_ref()));
        let response = popup::list(combo, ui, |ui| {
            ui.selectable_value(&mut choice.setup, None, AS_IT_STANDS);
            for setup in setups {
                ui.selectable_value(&mut choice.setup, Some(setup.file.clone()), &setup.name);
            }
        });
        response.response.labelled_by(label.id).accessible_name("Setup");
    });
}

/// Draws the list of palette pieces to include.
fn pieces(ui: &mut Ui, pieces: &[PalettePiece], picked: &mut BTreeSet<usize>) {
    if pieces.is_empty() {
        return;
    }
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        ui.label(RichText::new(format!("Pieces in palettes: {} of {}", picked.len(), pieces.len())).strong());
        if ui.add(small_button("All")).clicked() {
            *picked = pieces.iter().map(|piece| piece.number).collect();
        }
        if ui.add(small_button("None")).clicked() {
            picked.clear();
        }
    });
    let height = ui.spacing().interact_size.y;
    let rows = ScrollArea::vertical().id_salt("pieces").max_height(PIECES).auto_shrink([false, true]);
    rows.show_rows(ui, height, pieces.len(), |ui, range| {
        for piece in pieces.get(range).unwrap_or_default() {
            let mut taken = picked.contains(&piece.number);
            let rating = piece.rating.map(|rating| rating.to_string());
            let movement = piece.movement.map(|points| format!("{points} MP"));
            let facts = [Some(piece.side.clone()), Some(piece.palette.clone()), rating, movement];
            let facts: Vec<String> = facts.into_iter().flatten().filter(|fact| !fact.is_empty()).collect();
            ui.horizontal(|ui| {
                if ui.checkbox(&mut taken, &piece.name).changed() {
                    if taken {
                        picked.insert(piece.number);
                    } else {
                        picked.remove(&piece.number);
                    }
                }
                ui.weak(facts.join(" · "));
            });
        }
    });
}

/// Draws a bullet list under the heading `what`, or nothing if `lines` is empty.
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
