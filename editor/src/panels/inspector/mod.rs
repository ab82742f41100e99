//! The inspector: the fields of the selection.
//!
//! Most pages are forms generated from the schema. Only a few fields are drawn by hand.

mod hex;
mod lists;
mod portrait;
mod rule_cards;
mod rules;
mod scenario;
pub mod several;
mod uses;

use crate::widgets::small_button;
use battlewright_schema::schema_json::{Shape, ValueKind};
use battlewright_schema::{DocPath, PathStep, Scenario};
use egui::{RichText, ScrollArea, Ui};

use super::balance::try_values;
use super::form::{Form, grid, summary};
use super::{PanelContext, options};
use crate::messages::act::Act;
use crate::messages::command::Command;
use crate::model::advice::ADVICE;
use crate::model::selection::Selection;
use crate::widgets::field;
use battlewright_schema::words;
use battlewright_schema::words::counted;

/// The heading of the inspector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InspectorHeader {
    /// The kind of the selection, such as `"Unit"`.
    pub kind: String,
    /// The name of the selected object.
    pub name: String,
}

/// Returns the heading for the selection, or `None` if the selected object no longer exists.
pub fn data(shown: &PanelContext<'_>) -> Option<InspectorHeader> {
    head(shown.scenario(), shown.selection)
}

/// Returns the heading for `selection`, or `None` if the object does not exist.
pub fn head(scenario: &Scenario, selection: Selection) -> Option<InspectorHeader> {
    let head = |kind: &str, name: String| Some(InspectorHeader { kind: kind.to_owned(), name });
    match selection {
        Selection::Scenario => head("Scenario", scenario.title().to_owned()),
        Selection::Hex(cell) => head("Hex", scenario.common().grid().ok()?.name(cell).to_string()),
        Selection::Part(section) => {
            let path = DocPath::root().key(section);
            let is_list = Shape::at(scenario.system(), &path).is_some_and(|shape| shape.kind() == ValueKind::List);
            let name = if is_list { words::many(&path) } else { words::label(scenario.system(), &path) };
            head("Scenario", name)
        }
        Selection::Table(_) => head("Table", words::label(scenario.system(), &selection.path(scenario)?)),
        _ => {
            let path = selection.path(scenario)?;
            let shape = Shape::at(scenario.system(), &path)?;
            let kind = kind(scenario, &path);
            let name = summary(scenario, &scenario.get(&path)?, shape);
            let name = if name.is_empty() { format!("Unnamed {}", words::lower(&kind)) } else { name };
            head(&kind, name)
        }
    }
}

/// Returns the kind of the row or entry at `path`, such as `"Unit"`.
fn kind(scenario: &Scenario, path: &DocPath) -> String {
    let table = path.parent().unwrap_or_default();
    let keyed = Shape::at(scenario.system(), &table).is_some_and(|shape| shape.kind() == ValueKind::Keyed);
    words::one(if keyed { &table } else { path })
}

/// Draws the inspector.
pub fn ui(ui: &mut Ui, shown: &PanelContext<'_>, acts: &mut Vec<Act>) {
    options::place(ui, shown, acts);
    // Each page keeps its own scroll position. A new page starts at the top.
    let subject = rule_cards::page(shown.selection);
    let page = ScrollArea::vertical().id_salt(("inspector", format!("{subject:?}")));
    page.auto_shrink(false).show(ui, |ui| {
        let Some(head) = data(shown) else {
            ui.weak("The selected object no longer exists.");
            return;
        };
        // Distinct widget ids for each object keep the text input of one object out of another.
        ui.push_id(format!("{subject:?}"), |ui| {
            header(ui, shown, &head, acts);
            match shown.selection {
                Selection::Scenario => scenario::ui(ui, shown, acts),
                Selection::Hex(cell) => hex::ui(ui, shown, cell, acts),
                Selection::Part("rules") | Selection::Rule(..) => rules::ui(ui, shown, acts),
                Selection::Part(ADVICE) => lists::advice(ui, shown, acts),
                Selection::Table(_) => rules::table(ui, shown, acts),
                selection => {
                    if let Selection::Unit(n) = selection {
                        portrait::ui(ui, shown, n);
                    }
                    if let Some(path) = selection.path(shown.scenario()) {
                        row(ui, shown, &path, acts);
                    }
                }
            }
            // A card has its own.
            if !matches!(shown.selection, Selection::Rule(..)) {
                findings(ui, shown);
            }
        });
    });
}

/// Creates a form with a button for other values next to numbers, which opens the Balance tab.
fn form_with_lab<'a>(shown: &'a PanelContext<'a>, acts: &'a mut Vec<Act>) -> Form<'a> {
    Form::new(shown, acts).beside_numbers(try_values::button)
}

/// Draws the fields of a row, an entry or a section, and its uses.
fn row(ui: &mut Ui, shown: &PanelContext<'_>, path: &DocPath, acts: &mut Vec<Act>) {
    let (here, table) = (Shape::at(shown.scenario().system(), path), path.parent().unwrap_or_default());
    if here.and_then(grid::item).is_some() {
        ui.weak(here.map_or_else(String::new, Shape::help));
        grid::ui(&mut Form::new(shown, acts), ui, path);
        return;
    }
    let key = Shape::at(shown.scenario().system(), &table).and_then(Shape::key);
    let mut form = form_with_lab(shown, acts);
    // A section is seldom seen, so that its fields are explained.
    if let (Selection::Part(_), Some(here)) = (shown.selection, here) {
        ui.weak(here.help());
        form = form.explaining(path);
    }
    if let (Some(key), Some(PathStep::Key(name))) = (key, path.0.last()) {
        form.key(ui, key, name);
    }
    form.fields(ui, path, &[]);
    if let Selection::Road(n) = shown.selection {
        road_length(ui, shown, n);
    }
    grids(ui, shown, acts);
    uses::ui(ui, shown, acts);
}

/// Draws links to the lists of choices that a side has its share in, on the page of the side, and to the list of a row. A row of advice
/// has a link to all advice, whose arrows are then on the map together.
fn grids(ui: &mut Ui, shown: &PanelContext<'_>, acts: &mut Vec<Act>) {
    let lists = Shape::at(shown.scenario().system(), &DocPath::root()).map_or_else(Vec::new, Shape::fields);
    for list in lists.into_iter().filter(|list| list.name == ADVICE || grid::item(list.shape).is_some()) {
        let path = DocPath::root().key(list.name);
        let text = match shown.selection {
            Selection::Side(_) if list.name != ADVICE => format!("{} of both sides", words::many(&path)),
            Selection::Row(own, _) if own == list.name => format!("All {}", words::lower(&words::many(&path))),
            _ => continue,
        };
        ui.add_space(4.0);
        if ui.link(text).on_hover_text(list.shape.help()).clicked() {
            acts.push(Act::Select(Selection::Part(list.name)));
        }
    }
}

fn road_length(ui: &mut Ui, shown: &PanelContext<'_>, n: usize) {
    let steps = shown.common().roads().get(n).map_or(0, |road| road.path.len().saturating_sub(1));
    let metres = shown.common().hex_metres().filter(|_| steps > 0);
    let length = metres.map_or_else(String::new, |each| {
        let metres = u64::from(each) * u64::try_from(steps).unwrap_or(0);
        format!(", about {}.{} km", metres / 1000, metres % 1000 / 100)
    });
    ui.weak(format!("{}{length}", counted(steps, "step")));
}

fn header(ui: &mut Ui, shown: &PanelContext<'_>, head: &InspectorHeader, acts: &mut Vec<Act>) {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.label(RichText::new(head.kind.to_uppercase()).small().strong().color(ui.visuals().weak_text_color()));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if shown.selection != Selection::Scenario {
                if ui.add(small_button("Scenario")).on_hover_text("Show the properties of the scenario").clicked() {
                    acts.push(Act::Select(Selection::Scenario));
                }
                if shown.selection.deletion(shown.scenario()).is_some()
                    && ui.add(small_button("Delete")).on_hover_text("Delete it from the scenario (Delete)").clicked()
                {
                    acts.push(Act::Command(Command::Delete));
                }
            }
        });
    });
    ui.add(egui::Label::new(RichText::new(&head.name).heading()).truncate()).on_hover_text(&head.name);
    ui.add_space(2.0);
}

/// Draws the problems of the selected object.
fn findings(ui: &mut Ui, shown: &PanelContext<'_>) {
    let problems = shown.document.problems().iter().filter(|problem| problem.target == shown.selection);
    let problems: Vec<_> = problems.collect();
    if problems.is_empty() || shown.selection == Selection::Scenario {
        return;
    }
    field::heading(ui, "Problems here");
    for problem in problems {
        let color = if problem.is_error() { ui.visuals().error_fg_color } else { ui.visuals().warn_fg_color };
        ui.label(RichText::new(&problem.finding.message).color(color));
        if let Some(help) = &problem.finding.help {
            ui.weak(help);
        }
    }
}
