//! The dialog for maps from the ground: pages at the left, pictures of the source and of the hexes at the right.

mod chart;
mod era;
mod features;
mod figures;
mod levels;
mod mesh;
mod place;
mod result;
mod view;

use egui::{Align, Button, Layout, ScrollArea, Ui, vec2};

use crate::dialogs::title;
use crate::messages::dialog_answer::DialogAnswer;
use crate::model::ground::files::ChosenGroundFile;
use crate::model::ground::page::GroundPage;
use crate::model::ground::plan::GroundPlan;

/// The width of the pages in points.
const PAGE: f32 = 410.0;
/// The height of title, tabs and buttons in points.
const AROUND: f32 = 190.0;

pub(super) fn ui(ui: &mut Ui, plan: &mut GroundPlan) -> Option<DialogAnswer> {
    take_dropped(ui, plan);
    let own = plan.open().map(|open| open.scenario.title().to_owned());
    title(ui, &own.map_or_else(|| "New scenario from the ground".to_owned(), |own| format!("{own}: from the ground")));
    let before = plan.page;
    ui.horizontal(|ui| {
        for page in GroundPage::ALL {
            ui.selectable_value(&mut plan.page, page, page.name());
        }
    });
    if plan.page != before {
        plan.sight.pointed = None;
    }
    ui.separator();
    let height = (ui.ctx().content_rect().height() - AROUND).clamp(220.0, 640.0);
    let mut answer = None;
    // A row of a known height, which the line between page and picture does not exceed.
    let row = vec2(ui.available_width(), height);
    ui.allocate_ui_with_layout(row, Layout::left_to_right(Align::Min), |ui| {
        let page = vec2(PAGE.min(ui.available_width() / 2.0), height);
        ui.allocate_ui_with_layout(page, Layout::top_down(Align::Min), |ui| {
            ui.set_min_size(page);
            answer = draw_page(ui, plan, height);
        });
        ui.separator();
        ui.vertical(|ui| {
            let size = vec2(ui.available_width(), height);
            if plan.page == GroundPage::Place { chart::ui(ui, plan, size) } else { view::ui(ui, plan, size) }
        });
    });
    ui.separator();
    answer.or(buttons(ui, plan))
}

/// Takes the files that were dropped on the window.
fn take_dropped(ui: &Ui, plan: &mut GroundPlan) {
    let dropped = ui.ctx().input(|input| input.raw.dropped_files.clone());
    if !dropped.is_empty() {
        plan.add_files(dropped.iter().map(|file| ChosenGroundFile::dropped(file.path())));
        plan.page = GroundPage::Place;
    }
}

fn draw_page(ui: &mut Ui, plan: &mut GroundPlan, height: f32) -> Option<DialogAnswer> {
    // Lists scroll by themselves, so that only their visible rows are drawn.
    match plan.page {
        GroundPage::Place => scrolled(ui, height, |ui| place::ui(ui, plan)),
        GroundPage::Levels => scrolled(ui, height, |ui| {
            levels::ui(ui, plan);
            None
        }),
        GroundPage::Result => scrolled(ui, height, |ui| {
            result::ui(ui, plan);
            None
        }),
        page => {
            ui.vertical(|ui| {
                match page {
                    GroundPage::Era => era::ui(ui, plan),
                    _ => figures::ui(ui, plan, page),
                }
                features::ui(ui, plan);
            });
            None
        }
    }
}

fn scrolled<R>(ui: &mut Ui, height: f32, draw: impl FnOnce(&mut Ui) -> R) -> R {
    ScrollArea::vertical().auto_shrink([false, false]).max_height(height).show(ui, draw).inner
}

/// Draws the progress and the buttons.
fn buttons(ui: &mut Ui, plan: &mut GroundPlan) -> Option<DialogAnswer> {
    let mut answer = None;
    ui.horizontal(|ui| {
        let (first, last) = (plan.page == GroundPage::Place, plan.page == GroundPage::Result);
        if ui.add_enabled(!first, Button::new("Back")).clicked() {
            plan.page = plan.page.step(-1);
        }
        if ui.add_enabled(!last, Button::new("Next")).clicked() {
            plan.page = plan.page.step(1);
        }
        ui.separator();
        if last {
            answer = result::buttons(ui, plan);
        }
        if ui.button("Cancel").clicked() {
            plan.stop();
            answer = Some(DialogAnswer::Cancel);
        }
        ui.separator();
        if plan.is_waiting() {
            ui.label(plan.progress_line());
            if ui.button("Stop").on_hover_text("End the work. The next change begins it again.").clicked() {
                plan.stop();
            }
        } else if plan.is_stopped() {
            ui.label("Stopped.");
            if ui.button("Continue").clicked() {
                plan.resume();
            }
        } else if let Some(why) = plan.problem() {
            ui.colored_label(ui.visuals().error_fg_color, format!("No map: {why}."));
        } else if plan.result().is_none() {
            ui.weak("Choose files to begin.");
        }
    });
    answer
}
