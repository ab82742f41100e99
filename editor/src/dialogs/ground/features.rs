//! The list of the features of a page, with a checkbox and a class each. Only the visible rows are drawn.

use battlewright_ground::run::{Feature, FeatureClass};
use battlewright_schema::words;
use egui::{ComboBox, RichText, ScrollArea, Ui, vec2};

use crate::model::ground::page::GroundPage;
use crate::model::ground::plan::GroundPlan;
use crate::widgets::{popup, small_button};

/// The width of the column of classes in points.
const CLASS: f32 = 96.0;
/// The width of the column of lengths in points.
const LENGTH: f32 = 52.0;

/// An act of the user on a row.
enum RowAct {
    Check(bool),
    Class(FeatureClass),
}

pub(super) fn ui(ui: &mut Ui, plan: &mut GroundPlan) {
    let rows = plan.features(plan.page);
    let drawn = rows.iter().filter(|row| row.is_checked).count();
    let what = match plan.page {
        GroundPage::Era => "What is taken away; checked is kept",
        GroundPage::Terrain => "Places",
        GroundPage::Water => "Rivers and streams",
        _ => "Roads and railways",
    };
    let heading = format!("{what}: {drawn} of {}", rows.len());
    crate::widgets::field::heading(ui, &heading);
    let has_choices = !plan.request().choices.is_empty();
    if has_choices
        && ui.add(small_button("Forget all choices")).on_hover_text("Let the figures decide again.").clicked()
    {
        plan.forget_choices();
        return;
    }
    let count = plan.features(plan.page).len();
    let height = ui.spacing().interact_size.y;
    let (mut pointed, mut act) = (None, None);
    let area = ScrollArea::vertical().id_salt(("features", plan.page.name())).auto_shrink([false, false]);
    area.max_height(ui.available_height().max(4.0 * height)).show_rows(ui, height, count, |ui, range| {
        let rows = plan.features(plan.page).get(range.clone()).unwrap_or_default();
        for (n, feature) in range.zip(rows) {
            let is_lit = plan.sight.pointed == Some(feature.id);
            let (is_pointed, done) = ui.push_id((n, feature.id), |ui| row(ui, feature, is_lit)).inner;
            if is_pointed {
                pointed = Some(feature.id);
            }
            if let Some(done) = done {
                act = Some((feature.clone(), done));
            }
        }
    });
    if pointed.is_some() {
        plan.sight.pointed = pointed;
    }
    match act {
        Some((feature, RowAct::Check(is_checked))) => plan.check(&feature, is_checked),
        Some((feature, RowAct::Class(class))) => plan.set_class(feature.id, class),
        None => {}
    }
}

/// Returns the name of a feature for lists.
pub(super) fn name_of(feature: &Feature) -> String {
    if feature.name.is_empty() { format!("without a name ({})", feature.id) } else { feature.name.to_string() }
}

/// Draws a row. Returns `true` if the pointer or the keyboard is at it, and what the user did.
fn row(ui: &mut Ui, feature: &Feature, is_lit: bool) -> (bool, Option<RowAct>) {
    let name = name_of(feature);
    let (mut is_focused, mut act) = (false, None);
    let line = ui.horizontal(|ui| {
        let why = feature.left_out.map(|why| why.to_string());
        let right = CLASS + LENGTH + 3.0 * ui.spacing().item_spacing.x;
        let width = (ui.available_width() - right).max(80.0);
        let size = vec2(width, ui.spacing().interact_size.y);
        ui.allocate_ui_with_layout(size, egui::Layout::left_to_right(egui::Align::Center), |ui| {
            ui.set_min_width(width);
            ui.set_max_width(width);
            let mut is_checked = feature.is_checked;
            let text = if is_lit { RichText::new(&name).strong() } else { RichText::new(&name) };
            let checkbox = ui.checkbox(&mut is_checked, text);
            is_focused |= checkbox.has_focus();
            if checkbox.changed() {
                act = Some(RowAct::Check(is_checked));
            }
            if let Some(why) = &why {
                ui.add(egui::Label::new(RichText::new(why).weak().small()).truncate()).on_hover_text(why);
            }
        });
        let length = feature.length.map_or_else(String::new, |metres| format!("{:.1} km", f64::from(metres) / 1000.0));
        ui.add_sized([LENGTH, size.y], egui::Label::new(RichText::new(length).weak()));
        let others = feature.class.others();
        if others.is_empty() {
            ui.weak(class_name(feature.class));
        } else {
            let mut class = feature.class;
            let combo = ComboBox::from_id_salt("class").selected_text(class_name(class)).width(CLASS - 12.0).truncate();
            let list = popup::list(combo, ui, |ui| {
                for other in others {
                    ui.selectable_value(&mut class, *other, class_name(*other));
                }
            });
            let label = format!("Class of {name}");
            list.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ComboBox, true, &label));
            is_focused |= list.response.has_focus();
            if class != feature.class {
                act = Some(RowAct::Class(class));
            }
        }
    });
    (is_focused || line.response.contains_pointer(), act)
}

/// Returns the name of a class, such as `Major road`.
fn class_name(class: FeatureClass) -> String {
    words::capital(&class.word().replace('-', " "))
}
