//! The page with the files, the place and the hexes.

use battlewright_ground::read::FileKind;
use battlewright_ground::run::GroundPlace;
use battlewright_schema::{Orientation, System, template_table};
use egui::{ComboBox, DragValue, Grid, RichText, Ui};

use crate::dialogs::ground::GroundPlan;
use crate::file_dialog::FilePurpose;
use crate::messages::dialog_answer::DialogAnswer;
use crate::widgets::{field, popup, small_button};

pub(super) fn ui(ui: &mut Ui, plan: &mut GroundPlan) -> Option<DialogAnswer> {
    let answer = files(ui, plan);
    if plan.open().is_none() {
        field::heading(ui, "Scenario");
        system(ui, plan);
    }
    field::heading(ui, "Place");
    let mut place = plan.request().place;
    fields(ui, &mut place);
    ui.weak(format!("{} hexes, {}", u32::from(place.columns) * u32::from(place.rows), size_of(&place)));
    let own = plan.open().and_then(|open| place.with_hexes_of(open.scenario.common()));
    if let Some(own) = own.filter(|own| *own != place) {
        ui.horizontal_wrapped(|ui| {
            ui.colored_label(ui.visuals().warn_fg_color, "These are not the hexes of the scenario.");
            if ui.button("Use its hexes").clicked() {
                place = own;
            }
        });
    }
    plan.set_place(place);
    answer
}

/// Returns the size of the map in words.
fn size_of(place: &GroundPlace) -> String {
    let Ok(grid) = place.grid() else { return "a size that no map from the ground has".to_owned() };
    let step = f64::from(grid.distance()) / 100_000.0;
    let (along, across) = (0.866 * step, step);
    let (wide, high) = if place.orientation == Orientation::Flat { (along, across) } else { (across, along) };
    format!("{:.0} by {:.0} km", wide * f64::from(place.columns), high * f64::from(place.rows))
}

fn files(ui: &mut Ui, plan: &mut GroundPlan) -> Option<DialogAnswer> {
    field::heading(ui, "Files");
    let mut removed = None;
    for (n, file) in plan.files.iter().enumerate() {
        ui.horizontal(|ui| {
            let remove = ui.add(small_button("Remove"));
            let name = format!("Remove {}", file.name);
            remove.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
            if remove.clicked() {
                removed = Some(n);
            }
            ui.label(&file.name);
        });
        let line = file.line();
        let color = if file.is_wrong() { ui.visuals().error_fg_color } else { ui.visuals().weak_text_color() };
        ui.indent(n, |ui| ui.label(RichText::new(line).color(color)));
    }
    if let Some(n) = removed {
        plan.remove_file(n);
    }
    let mut answer = None;
    ui.horizontal(|ui| {
        if ui.button("Add file…").clicked() {
            answer = Some(DialogAnswer::Choose(FilePurpose::Ground));
        }
        ui.weak("or drop files on the window");
    });
    if plan.files.is_empty() {
        ui.weak(format!("Endings: {}.", FileKind::EXTENSIONS.join(", ")));
    }
    answer
}

fn system(ui: &mut Ui, plan: &mut GroundPlan) {
    ui.horizontal(|ui| {
        let label = ui.label("Rules");
        let combo = ComboBox::from_id_salt("rules").selected_text(plan.system.title()).width(240.0).truncate();
        let mut system = plan.system;
        let list = popup::list(combo, ui, |ui| {
            for one in System::ALL {
                let has_hexes = template_table(one).is_none();
                let response = ui.add_enabled_ui(has_hexes, |ui| ui.selectable_value(&mut system, one, one.title()));
                response.response.on_disabled_hover_text("Played on a table without hexes.");
            }
        });
        list.response.labelled_by(label.id);
        plan.set_system(system);
    });
}

fn fields(ui: &mut Ui, place: &mut GroundPlace) {
    Grid::new("place").num_columns(2).spacing([16.0, 6.0]).show(ui, |ui| {
        let mut row = |name: &str, drag: DragValue<'_>, help: &str| {
            let label = ui.label(name).on_hover_text(help);
            ui.add(drag).labelled_by(label.id).on_hover_text(help);
            ui.end_row();
        };
        row(
            "Latitude",
            DragValue::new(&mut place.lat).range(-80.0..=80.0).speed(0.001).max_decimals(5).suffix("°"),
            "The middle of the map, in degrees north of the equator.",
        );
        row(
            "Longitude",
            DragValue::new(&mut place.lon).range(-180.0..=180.0).speed(0.001).max_decimals(5).suffix("°"),
            "The middle of the map, in degrees east of Greenwich.",
        );
        row(
            "Rotation",
            DragValue::new(&mut place.rotation).range(-180.0..=180.0).speed(0.5).max_decimals(1).suffix("°"),
            "The bearing of the top of the map, clockwise from north.",
        );
        row(
            "Hex width",
            DragValue::new(&mut place.hex_metres).range(20..=50_000).speed(5.0).suffix(" m"),
            "The distance between the centers of adjacent hexes.",
        );
        row("Columns", DragValue::new(&mut place.columns).range(1..=999).speed(0.1), "The number of columns of hexes.");
        row("Rows", DragValue::new(&mut place.rows).range(1..=999).speed(0.1), "The number of rows of hexes.");
        ui.label("Hexes");
        ui.horizontal(|ui| {
            ui.radio_value(&mut place.orientation, Orientation::Flat, "Flat tops");
            ui.radio_value(&mut place.orientation, Orientation::Pointy, "Pointed tops");
        });
        ui.end_row();
        ui.label("");
        let shifted = if place.orientation == Orientation::Flat {
            "The first column is half a hex lower"
        } else {
            "The first row is half a hex further right"
        };
        ui.checkbox(&mut place.first_is_shifted, shifted);
        ui.end_row();
    });
}
