//! The dialog for a new scenario: its rules, its map, and an optional example.

use battlewright_schema::{NewScenario, Orientation, System, template_table};
use egui::{DragValue, Grid, Ui};

use super::surgery::form::numbering;
use crate::dialogs::title;
use crate::messages::dialog_answer::{AfterSave, DialogAnswer, NewScenarioText};

/// The form for a new scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewScenarioForm {
    /// The choices so far.
    pub scenario: NewScenario,
    /// `true` if a scan is to be traced afterwards.
    pub trace: bool,
    /// The reason why the choices are invalid.
    error: Option<String>,
}

impl NewScenarioForm {
    /// Creates the initial form: an example, or an empty map for a scan.
    pub fn new(trace: bool) -> Self {
        let scenario = NewScenario { example: !trace, ..NewScenario::example(System::default()) };
        Self { scenario, trace, error: None }
    }
}

/// Gives the usual first hex as many digits as the largest column or row needs, if the size has just changed.
fn fit_first_hex(scenario: &mut NewScenario, before: &NewScenario) {
    let is_usual = ["0101", "001001", "00010001"].contains(&scenario.numbering.first.as_str());
    if is_usual && (scenario.columns, scenario.rows) != (before.columns, before.rows) {
        let digits = scenario.columns.max(scenario.rows).to_string().len().max(2);
        scenario.numbering.first = format!("{:0digits$}{:0digits$}", 1, 1).as_str().into();
    }
}

pub(super) fn ui(ui: &mut Ui, begin: &mut NewScenarioForm) -> Option<DialogAnswer> {
    title(ui, if begin.trace { "New scenario from a scan" } else { "New scenario" });
    let before = begin.scenario.clone();
    let scenario = &mut begin.scenario;
    ui.label("Rules");
    for system in System::ALL {
        let about = system.info().about;
        ui.radio_value(&mut scenario.system, system, system.title()).on_hover_text(about);
        ui.indent(system.name(), |ui| ui.weak(about));
    }
    ui.separator();
    let on_table = template_table(scenario.system).is_some();
    Grid::new("map").num_columns(2).spacing([16.0, 6.0]).show(ui, |ui| {
        let most = NewScenario::MOST;
        let (columns, rows) = scenario.fewest();
        let (wide, high, unit) = if on_table { ("Width", "Depth", " in") } else { ("Columns", "Rows", "") };
        for (name, value, fewest) in [(wide, &mut scenario.columns, columns), (high, &mut scenario.rows, rows)] {
            let label = ui.label(name);
            ui.add(DragValue::new(value).range(fewest..=most).speed(0.1).suffix(unit)).labelled_by(label.id);
            ui.end_row();
        }
        if !on_table {
            ui.label("Hexes");
            ui.horizontal(|ui| {
                ui.radio_value(&mut scenario.orientation, Orientation::Flat, "Flat tops");
                ui.radio_value(&mut scenario.orientation, Orientation::Pointy, "Pointed tops");
            });
            ui.end_row();
        }
        ui.label(if on_table { "Table" } else { "Map" });
        ui.horizontal(|ui| {
            ui.radio_value(&mut scenario.example, true, "Example");
            let help = "Clear ground, and one unit per side, because the rules require it.";
            ui.radio_value(&mut scenario.example, false, "Empty").on_hover_text(help);
        });
        ui.end_row();
    });
    if !on_table {
        ui.separator();
        numbering(ui, &mut scenario.numbering);
        fit_first_hex(scenario, &before);
    }
    if begin.scenario != before {
        begin.error = None;
    }
    if let Some(error) = &begin.error {
        ui.colored_label(ui.visuals().error_fg_color, format!("This scenario is not possible: {error}."));
    }
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        let create = ui.button("Create");
        if ui.memory(|memory| memory.focused().is_none()) {
            create.request_focus();
        }
        let mut answer = None;
        if create.clicked() {
            match begin.scenario.text() {
                Ok(text) => {
                    answer = Some(DialogAnswer::Go(AfterSave::New(NewScenarioText {
                        text,
                        trace: begin.trace,
                        record: None,
                    })))
                }
                Err(why) => begin.error = Some(why.to_string()),
            }
        }
        answer.or(ui.button("Cancel").clicked().then_some(DialogAnswer::Cancel))
    })
    .inner
}
