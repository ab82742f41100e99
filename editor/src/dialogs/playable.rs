//! The dialog that lists the errors of an unplayable scenario, with links to them.

use battlewright_engine::game::SetupProblem;
use battlewright_schema::{PathStep, Scenario, words};
use egui::{ScrollArea, Ui};

use crate::dialogs::{close, title};
use crate::messages::dialog_answer::DialogAnswer;
use crate::model::remedy::DisplayNames;
use crate::model::selection::Selection;

/// A reason why a scenario is unplayable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The problem in a sentence, with its rule number.
    pub text: String,
    /// The object with the problem.
    pub target: Selection,
}

/// Converts the setup problems of `scenario` to reasons.
pub fn reasons(scenario: &Scenario, problems: &[SetupProblem]) -> Vec<Reason> {
    let names = DisplayNames::of(scenario);
    let reason = |problem: &SetupProblem| {
        let mut text = problem.to_string();
        // The engine refers to a row by its list and id.
        if let ([PathStep::Key(list), PathStep::Index(_), ..], Some(row)) =
            (problem.path.0.as_slice(), problem.path.row())
            && let Some(id) = scenario.get(&row).and_then(|row| Some(row.get("id")?.as_str()?.to_owned()))
            && let Some(name) = names.name_of(scenario, &row)
        {
            text = text.replace(&format!("{list} {id}"), &name);
        }
        Reason { text: words::capital(&names.put_into(&text)), target: Selection::of(scenario, &problem.path) }
    };
    problems.iter().map(reason).collect()
}

pub(super) fn ui(ui: &mut Ui, reasons: &[Reason]) -> Option<DialogAnswer> {
    title(ui, "The scenario has errors");
    let mut answer = None;
    ScrollArea::vertical().max_height(360.0).show(ui, |ui| {
        for (n, reason) in reasons.iter().enumerate() {
            ui.push_id(n, |ui| {
                ui.horizontal_top(|ui| {
                    let show = ui.button("Show").on_hover_text("Show the error on the map and in the inspector.");
                    let name = format!("Show {}", reason.text);
                    show.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
                    if show.clicked() {
                        answer = Some(DialogAnswer::Show(reason.target));
                    }
                    ui.add(egui::Label::new(&reason.text).wrap());
                });
            });
        }
    });
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        let help = "Show all problems and their remedies.";
        let problems = ui.button("Open Problems").on_hover_text(help).clicked().then_some(DialogAnswer::Problems);
        problems.or_else(|| close(ui))
    })
    .inner
    .or(answer)
}
