//! The inspector: the fields of what is selected.

mod gates;
mod hex;
mod lines;
mod place;
mod scenario;
mod side;
mod terrain;
mod unit;

use battlewright_schema::SideId;
use egui::{RichText, ScrollArea, Ui};

use super::{Shown, options};
use crate::act::{Act, Selection};
use crate::command::Command;

/// What the head of the inspector says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// What is selected, such as `"Unit"`.
    pub kind: &'static str,
    /// Its name.
    pub name: String,
}

/// What the inspector shows: what is selected, or `None` if it is no longer there.
pub fn data(shown: &Shown<'_>) -> Option<Head> {
    let common = shown.common();
    let name = |name: Option<&str>, otherwise: &str| name.unwrap_or(otherwise).to_owned();
    Some(match shown.selection {
        Selection::Scenario => Head { kind: "Scenario", name: common.about().title },
        Selection::Hex(cell) => Head { kind: "Hex", name: common.grid().ok()?.name(cell).to_string() },
        Selection::Unit(n) => Head { kind: "Unit", name: common.unit(n)?.name.to_owned() },
        Selection::Road(n) => {
            Head { kind: "Road", name: name(common.roads().get(n)?.name.as_deref(), "Nameless road") }
        }
        Selection::Hexside(n) => {
            let row = common.hexsides().get(n)?;
            Head { kind: "Hexsides", name: name(row.name.as_deref(), crate::tools::hexside_name(row.kind)) }
        }
        Selection::Place(n) => Head { kind: "Place", name: common.places().get(n)?.name.clone() },
        Selection::Entry(n) => Head { kind: "Entry", name: common.entries().get(n)?.id.to_string() },
        Selection::Exit(n) => Head { kind: "Exit", name: common.exits().get(n)?.id.to_string() },
        Selection::Side(n) => Head { kind: "Side", name: common.sides().get(n)?.name.to_owned() },
    })
}

/// Draws the inspector.
pub fn ui(ui: &mut Ui, shown: &Shown<'_>, acts: &mut Vec<Act>) {
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.push_id("options", |ui| options::ui(ui, shown, acts));
        let Some(head) = data(shown) else {
            ui.weak("What was selected is no longer there.");
            return;
        };
        // Each thing has fields of its own: typing in one unit's name is not typing in another's.
        ui.push_id(format!("{:?}", shown.selection), |ui| {
            header(ui, shown, &head, acts);
            match shown.selection {
                Selection::Scenario => scenario::ui(ui, shown, acts),
                Selection::Hex(cell) => hex::ui(ui, shown, cell, acts),
                Selection::Unit(n) => unit::ui(ui, shown, n, acts),
                Selection::Road(n) => lines::road(ui, shown, n, acts),
                Selection::Hexside(n) => lines::hexside(ui, shown, n, acts),
                Selection::Place(n) => place::ui(ui, shown, n, acts),
                Selection::Entry(n) => gates::entry(ui, shown, n, acts),
                Selection::Exit(n) => gates::exit(ui, shown, n, acts),
                Selection::Side(n) => side::ui(ui, shown, n, acts),
            }
            findings(ui, shown);
        });
    });
}

fn header(ui: &mut Ui, shown: &Shown<'_>, head: &Head, acts: &mut Vec<Act>) {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.label(RichText::new(head.kind.to_uppercase()).small().strong().color(ui.visuals().weak_text_color()));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if shown.selection != Selection::Scenario {
                if ui.small_button("Scenario").on_hover_text("Show the scenario as a whole").clicked() {
                    acts.push(Act::Select(Selection::Scenario));
                }
                if !matches!(shown.selection, Selection::Hex(_) | Selection::Side(_))
                    && ui.small_button("Delete").on_hover_text("Remove it from the scenario (Delete)").clicked()
                {
                    acts.push(Act::Command(Command::Delete));
                }
            }
        });
    });
    ui.add(egui::Label::new(RichText::new(&head.name).heading()).truncate());
    ui.add_space(2.0);
}

/// What is wrong with what is selected.
fn findings(ui: &mut Ui, shown: &Shown<'_>) {
    let problems = shown.document.problems().iter().filter(|problem| problem.target == shown.selection);
    let problems: Vec<_> = problems.collect();
    if problems.is_empty() || shown.selection == Selection::Scenario {
        return;
    }
    super::field::heading(ui, "Problems here");
    for problem in problems {
        let color = if problem.is_error() { ui.visuals().error_fg_color } else { ui.visuals().warn_fg_color };
        ui.label(RichText::new(&problem.finding.message).color(color));
        if let Some(help) = &problem.finding.help {
            ui.weak(help);
        }
    }
}

/// The sides to choose from.
fn sides(shown: &Shown<'_>) -> Vec<(SideId, String)> {
    shown.common().sides().iter().map(|side| (side.id.clone(), side.name.to_owned())).collect()
}
