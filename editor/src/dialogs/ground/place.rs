//! The page with the files, the place and the hexes.

use battlewright_ground::read::FileKind;
use battlewright_ground::run::{FitRow, GroundPlace};
use battlewright_schema::{Orientation, System, template_table, words};
use egui::{ComboBox, DragValue, Grid, Key, RichText, TextEdit, Ui};

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
    if plan.named_places().next().is_some() {
        go_to(ui, plan);
    }
    if plan.has_names() {
        by_names(ui, plan);
    }
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

/// Shows the field that moves the map to a place of the files.
fn go_to(ui: &mut Ui, plan: &mut GroundPlan) {
    let key = ui.scope_id().with("go to");
    let (mut name, mut is_missing) = ui.data(|data| data.get_temp::<(String, bool)>(key)).unwrap_or_default();
    ui.horizontal(|ui| {
        let label = ui.label("Go to");
        let edit = ui.add(TextEdit::singleline(&mut name).hint_text("a place in the files").desired_width(150.0));
        let edit = edit.labelled_by(label.id);
        if edit.changed() {
            is_missing = false;
        }
        if edit.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
            is_missing = !name.trim().is_empty() && !plan.go_to(&name);
        }
    });
    if is_missing {
        ui.colored_label(ui.visuals().warn_fg_color, format!("The files have no place with the name {}.", name.trim()));
    }
    ui.data_mut(|data| data.insert_temp(key, (name, is_missing)));
}

/// Shows the button that places the map of the scenario by the names on it, and what came of it.
fn by_names(ui: &mut Ui, plan: &mut GroundPlan) {
    let help = "Finds the middle, the rotation and the width of the hexes from the places that the scenario and the files both have.";
    if ui.button("Place by names").on_hover_text(help).clicked() {
        plan.place_by_names();
    }
    match plan.fit() {
        Some(Some(fit)) => {
            let used: Vec<&FitRow> = fit.rows.iter().filter(|row| row.counts).collect();
            if let Some(farthest) = used.last() {
                let text = format!(
                    "From {} names; {} is the farthest, {:.1} hexes.",
                    used.len(),
                    farthest.name,
                    farthest.hexes
                );
                ui.weak(text);
            }
            let others = fit.rows.iter().filter(|row| !row.counts).map(|row| row.name.clone());
            if used.len() < fit.rows.len() {
                ui.weak(format!("Elsewhere in the files, so not used: {}.", words::listed(others, "and")));
            }
        }
        Some(None) => {
            let text = "Fewer than three names of the scenario and the files agree on a place.";
            ui.colored_label(ui.visuals().warn_fg_color, text);
        }
        None => {}
    }
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
