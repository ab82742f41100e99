//! The page with the levels, and the walk through hexsides without a slope.

use battlewright_schema::words::counted;
use egui::{TextEdit, Ui};

use crate::model::ground::page::GroundPage;
use crate::model::ground::picture::ends;
use crate::model::ground::plan::GroundPlan;
use crate::widgets::field;

pub(super) fn ui(ui: &mut Ui, plan: &mut GroundPlan) {
    plan.set_options(|request| {
        ui.checkbox(&mut request.has_levels, "Levels from the elevation");
    });
    super::figures::sliders(ui, plan, GroundPage::Levels);
    let has_elevation = plan.result().is_some_and(|result| !result.run.data().elevation().is_empty());
    let levels = plan.result().and_then(|result| {
        let levels = result.run.levels()?;
        Some((levels.step, levels.phase))
    });
    match levels {
        Some((step, phase)) => {
            ui.label(format!("A level is {step} m high; levels begin {phase} m above a whole step."))
        }
        None if !has_elevation => ui.label("No file has elevation of the map."),
        None => ui.label("The levels of the map stay as they are."),
    };
    field::heading(ui, "Source of the elevation");
    plan.set_options(|request| {
        let label = ui.label("Line for the sources of the scenario");
        let edit = TextEdit::singleline(&mut request.elevation_source).desired_width(f32::INFINITY);
        ui.add(edit.hint_text("NASA SRTM, public domain")).labelled_by(label.id);
    });
    if levels.is_some() {
        walk(ui, plan);
    }
}

/// Draws the walk through the hexsides where the ground falls although the map shows no slope.
fn walk(ui: &mut Ui, plan: &mut GroundPlan) {
    field::heading(ui, "Slopes that levels hide");
    let count = plan.hidden().len();
    if count == 0 {
        ui.label("Wherever the ground falls steeply, the map shows a slope.");
        return;
    }
    let fall = plan.request().levels.fall;
    let sides = counted(count, "hexside");
    ui.label(format!("On {sides}, the ground falls by {fall} steps or more, but the map shows no slope."));
    let at = plan.sight.walk.filter(|at| *at < count);
    ui.horizontal(|ui| {
        let by = if ui.button("Previous hexside").clicked() {
            Some(-1)
        } else {
            ui.button("Next hexside").clicked().then_some(1)
        };
        if let Some(by) = by {
            plan.walk(by);
            let ends = plan.result().zip(plan.walked()).and_then(|(result, side)| ends(result.run.grid(), side));
            if let Some([a, b]) = ends {
                plan.sight.look_at([f32::midpoint(a[0], b[0]), f32::midpoint(a[1], b[1])]);
            }
        }
        if let Some(at) = at {
            ui.label(format!("{} of {count}", at + 1));
        }
    });
    if let (Some(result), Some(side)) = (plan.result(), plan.walked()) {
        let data = result.run.data();
        let meters = |tile| data.heights().get(tile).map_or(0, |height| height / 100);
        let name = |tile| result.name_of(tile);
        let (low, high) = (side.low, side.high);
        ui.label(format!("Between {} ({} m) and {} ({} m).", name(low), meters(low), name(high), meters(high)));
    }
}
