//! The page with the time of the battle.

use battlewright_schema::words;
use egui::{DragValue, TextEdit, Ui};

use crate::model::ground::plan::GroundPlan;
use crate::widgets::field;

/// The year that is offered first.
const FIRST_YEAR: i32 = 1870;

pub(super) fn ui(ui: &mut Ui, plan: &mut GroundPlan) {
    ui.horizontal(|ui| {
        let mut year = plan.request().era.year;
        let mut is_known = year.is_some();
        ui.checkbox(&mut is_known, "Year of the battle");
        let mut number = year.unwrap_or(FIRST_YEAR);
        let drag = ui.add_enabled(is_known, DragValue::new(&mut number).range(-3000..=2100).speed(0.2));
        drag.widget_info(|| egui::WidgetInfo::labeled(egui::Role::SpinButton, is_known, "Year"));
        year = is_known.then_some(number);
        if year != plan.request().era.year {
            plan.set_year(year);
        }
    });
    let mut era = plan.request().era.clone();
    ui.horizontal(|ui| {
        let label = ui.label("Language of names");
        let mut language = era.language.clone().unwrap_or_default();
        let help = "A code such as de or fr, for the names that the data have in it. Empty: the names in use there.";
        ui.add(TextEdit::singleline(&mut language).desired_width(60.0)).labelled_by(label.id).on_hover_text(help);
        era.language = Some(language.trim().to_owned()).filter(|language| !language.is_empty());
    });
    ui.checkbox(&mut era.abandoned_railways, "Add railways that are abandoned today");
    if era != plan.request().era {
        plan.set_era(era);
    }
    field::heading(ui, "Taken away");
    let counts = plan.result().map(|result| result.counts.clone()).unwrap_or_default();
    for filter in battlewright_ground::EraFilter::ALL {
        let mut is_used = plan.request().era.filters.contains(&filter);
        let count = counts.iter().find(|row| row.filter == filter).map_or(0, |row| row.count);
        let text = format!("{} ({count} on the map)", words::capital(filter.word()));
        if ui.checkbox(&mut is_used, text).on_hover_text(words::capital(filter.reason())).changed() {
            plan.set_filter(filter, is_used);
        }
    }
}
