//! The figures of a page as sliders, from the table of figures.

use battlewright_ground::run::{FIGURES, GroundFigure};
use battlewright_schema::words;
use egui::{ScrollArea, Slider, Ui};

use crate::model::ground::page::GroundPage;
use crate::model::ground::plan::GroundPlan;
use crate::widgets::{field, small_button};

/// The greatest height of the sliders above a list, in points.
const HEIGHT: f32 = 250.0;

/// Draws the sliders and options of a page.
pub(super) fn ui(ui: &mut Ui, plan: &mut GroundPlan, page: GroundPage) {
    ScrollArea::vertical().id_salt("figures").auto_shrink([false, true]).max_height(HEIGHT).show(ui, |ui| {
        sliders(ui, plan, page);
        options(ui, plan, page);
    });
}

/// Draws the sliders of a page.
pub(super) fn sliders(ui: &mut Ui, plan: &mut GroundPlan, page: GroundPage) {
    for figure in FIGURES.iter().filter(|figure| Some(figure.page) == page.figures()) {
        ui.push_id(figure.name, |ui| slider(ui, plan, figure));
    }
}

fn slider(ui: &mut Ui, plan: &mut GroundPlan, figure: &GroundFigure) {
    let before = figure.get(plan.request());
    let help = format!("{}; usually {}", words::capital(figure.about), figure.usual());
    ui.horizontal(|ui| {
        let label = field::left_label(ui, &words::capital(&figure.name.replace('-', " ")), 110.0).on_hover_text(&help);
        let mut value = before;
        let (least, most) = figure.range;
        let suffix = if figure.unit.is_empty() { String::new() } else { format!(" {}", figure.unit) };
        let slider = Slider::new(&mut value, least..=most).step_by(figure.step).suffix(suffix).max_decimals(2);
        ui.add(slider).labelled_by(label.id).on_hover_text(&help);
        if value == before && before != figure.usual() {
            let usual = ui.add(small_button("Usual"));
            let name = format!("Usual {}", figure.name.replace('-', " "));
            usual.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
            if usual.clicked() {
                value = figure.usual();
            }
        }
        if value != before {
            plan.set_figure(figure, value);
        }
    });
}

/// Draws the options that are no figures.
fn options(ui: &mut Ui, plan: &mut GroundPlan, page: GroundPage) {
    plan.set_options(|request| match page {
        GroundPage::Terrain => {
            ui.checkbox(&mut request.areas.has_farms, "Hamlets and farms have a hex of their own");
            ui.checkbox(&mut request.areas.has_vineyards, "Vineyards have a terrain of their own");
            ui.checkbox(&mut request.areas.has_orchards, "Orchards have a terrain of their own");
        }
        GroundPage::Water => {
            ui.checkbox(&mut request.rivers.canals_are_rivers, "Canals are rivers, not streams");
        }
        _ => {}
    });
}
