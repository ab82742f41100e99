//! The side panels of the scan: tracing, suggestions, and two opacity sliders.

use crate::widgets::small_button;
use std::path::PathBuf;

use battlewright_schema::Scan;
use egui::{Button, DragValue, Grid, RichText, ScrollArea, Slider, TextEdit, Ui};

use super::suggest::list;
use super::{Mode, Scans};
use crate::messages::act;
use crate::messages::command::Command;
use crate::messages::scan::ScanAct;
use crate::model::scan::art_path::{Obstacle, art_path};
use crate::model::scan::fit::{Fit, FitAmbiguity};
use crate::model::scan::picture::ScanState;
use crate::model::scan::trace::{MapProposal, ProposalRefusal, put};
use crate::panels::PanelContext;
use crate::widgets::field;

/// The text content of the tracing panel.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TracingData {
    /// The clicks, with label, error and problem.
    pub rows: Vec<ClickRow>,
    /// The next step, or the reason for the refusal of the clicks.
    pub verdict: String,
    /// The ambiguities that remain.
    pub unsure: Vec<String>,
    /// The measured properties: names and values.
    pub found: Vec<(&'static str, String)>,
    /// The proposed map frame.
    pub proposal: Option<Result<MapProposal, ProposalRefusal>>,
}

/// A row in the table of clicks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClickRow {
    /// The typed hex number.
    pub label: String,
    /// The distance to the center of its hex, such as `"1.2 px"`.
    pub off: Option<String>,
    /// The reason why the click is marked.
    pub wrong: Option<String>,
}

/// Returns the text content of the tracing panel.
pub fn data(scans: &Scans, shown: &PanelContext<'_>) -> TracingData {
    let trace = &scans.trace;
    let numbered = trace.numbered();
    let place = |n: usize| numbered.iter().position(|(at, _)| *at == n);
    let fit = trace.fit.as_ref();
    let good: Option<&Fit> = fit.and_then(|fit| fit.as_ref().ok());
    let refused = fit.and_then(|fit| fit.as_ref().err());
    let row = |(n, click): (usize, &crate::model::scan::trace::TracedClick)| {
        let at = place(n);
        let found = good.and_then(|fit| fit.wrong.iter().find(|wrong| Some(wrong.click) == at));
        let named = refused.is_some_and(|refusal| at.is_some_and(|at| refusal.clicks().contains(&at)));
        let wrong = match found {
            Some(found) => Some(match &found.instead {
                Some(hex) => format!("does not fit the others, which put {hex} here"),
                None => "does not fit the others".to_owned(),
            }),
            None => named.then(|| refused.map(ToString::to_string).unwrap_or_default()),
        };
        let off = good.zip(at).and_then(|(fit, at)| fit.residuals.get(at)).map(|off| format!("{off:.1} px"));
        ClickRow { label: click.label.clone(), off, wrong }
    };
    let size = scans.reading.picture().map(|picture| picture.size());
    TracingData {
        rows: trace.clicks.iter().enumerate().map(row).collect(),
        verdict: match fit {
            Some(Err(refusal)) => refusal.to_string(),
            Some(Ok(fit)) if !fit.wrong.is_empty() => {
                "A marked click was ignored. Correct its number, or drag it to its hex.".to_owned()
            }
            Some(Ok(_)) => {
                "Check that the orange hexes match the printed ones. More clicks improve the fit.".to_owned()
            }
            None => crate::model::scan::fit::FitRefusal::TooFew(0).to_string(),
        },
        unsure: good.map_or_else(Vec::new, |fit| fit.unsure.iter().map(FitAmbiguity::to_string).collect()),
        found: good.map_or_else(Vec::new, found),
        proposal: size.and_then(|size| trace.proposal(shown.scenario(), size)),
    }
}

fn found(fit: &Fit) -> Vec<(&'static str, String)> {
    let shape = fit.shape;
    vec![
        ("Hex to hex", format!("{:.2} px", shape.pitch)),
        ("Turned", format!("{:.2}°", shape.rotation)),
        ("Sheared", format!("{:.2}°", shape.shear)),
        ("Width to height", format!("{:.3}", shape.aspect)),
        ("Mean error", format!("{:.1} px", fit.error)),
    ]
}

/// Draws the panel of the current mode. Returns `false` if the mode has none.
pub fn ui(ui: &mut Ui, scans: &Scans, shown: &PanelContext<'_>, acts: &mut Vec<act::Act>) -> bool {
    match scans.mode {
        Mode::Under => return false,
        Mode::Trace => ScrollArea::vertical().auto_shrink(false).show(ui, |ui| trace(ui, scans, shown, acts)),
        Mode::Suggest => ScrollArea::vertical().auto_shrink(false).show(ui, |ui| list::ui(ui, scans, shown, acts)),
    };
    true
}

/// Draws the title of a panel and the button that closes it.
pub(super) fn title(ui: &mut Ui, text: &str, acts: &mut Vec<act::Act>) {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.label(RichText::new(text).heading());
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if ui.add(small_button("Close")).on_hover_text("Return to the map (Escape)").clicked() {
                acts.push(act::Act::Scan(ScanAct::Close));
            }
        });
    });
    ui.add_space(2.0);
}

fn trace(ui: &mut Ui, scans: &Scans, shown: &PanelContext<'_>, acts: &mut Vec<act::Act>) {
    let mut push = |act: ScanAct| acts.push(act::Act::Scan(act));
    let data = data(scans, shown);
    let mut outer = Vec::new();
    title(ui, "Trace a scan", &mut outer);
    field::heading(ui, "1  Picture");
    picture(ui, scans, &mut push);
    if scans.reading.picture().is_some() {
        field::heading(ui, "2  Hexes");
        ui.weak("Click the centers of at least four hexes that are far apart, and type their printed numbers.");
        table(ui, scans, &data, &mut push);
        verdict(ui, &data);
    }
    if let Some(proposal) = &data.proposal {
        field::heading(ui, "3  Map");
        self::proposal(ui, scans, shown, proposal, &mut push, &mut outer);
    }
    acts.extend(outer);
}

fn picture(ui: &mut Ui, scans: &Scans, push: &mut dyn FnMut(ScanAct)) {
    ui.horizontal(|ui| {
        let label = ui.label("Path").on_hover_text("A PNG or JPEG picture of the printed map.");
        let mut text = scans.trace.typing.clone();
        let edit =
            TextEdit::singleline(&mut text).hint_text("scans/map.jpg").desired_width(ui.available_width() - 84.0);
        let response = ui.add(edit).labelled_by(label.id);
        if response.changed() {
            push(ScanAct::Typing(text.clone()));
        }
        if response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter)) && !text.trim().is_empty() {
            push(ScanAct::Picture(PathBuf::from(text.trim())));
        }
        if ui.button("Choose…").on_hover_text("Choose a picture").clicked() {
            push(ScanAct::Choose);
        }
    });
    match &scans.reading {
        ScanState::Busy(..) => {
            ui.horizontal(|ui| {
                ui.spinner();
                ui.label("Reading…");
            });
        }
        ScanState::Failed(_, why) => {
            ui.colored_label(ui.visuals().error_fg_color, format!("The picture cannot be shown: {why}."));
        }
        ScanState::Ready(_, picture) => {
            let [width, height] = picture.size();
            ui.weak(format!("{width} by {height} pixels"));
        }
        ScanState::None => {}
    }
}

fn table(ui: &mut Ui, scans: &Scans, data: &TracingData, push: &mut dyn FnMut(ScanAct)) {
    Grid::new("clicks").num_columns(4).spacing([8.0, 3.0]).show(ui, |ui| {
        for (n, row) in data.rows.iter().enumerate() {
            let name = ui.weak(format!("{}", n + 1));
            let mut text = row.label.clone();
            let color = row.wrong.as_ref().map(|_| ui.visuals().error_fg_color);
            let edit = TextEdit::singleline(&mut text).hint_text("number").text_color_opt(color);
            let size = egui::vec2(74.0, ui.spacing().interact_size.y);
            let response = ui.add_sized(size, edit).labelled_by(name.id);
            if scans.trace.focus && n + 1 == data.rows.len() {
                response.request_focus();
                push(ScanAct::Focused);
            }
            if response.changed() {
                push(ScanAct::Label(n, text));
            }
            ui.label(row.off.as_deref().unwrap_or(""))
                .on_hover_text("Distance from the click to the center of its hex");
            if ui.add(small_button("×")).on_hover_text(format!("Remove click {}", n + 1)).clicked() {
                push(ScanAct::Remove(n));
            }
            ui.end_row();
        }
    });
    for (n, row) in data.rows.iter().enumerate() {
        if let Some(wrong) = &row.wrong {
            ui.colored_label(ui.visuals().error_fg_color, format!("{} (click {}): {wrong}", row.label, n + 1));
        }
    }
}

fn verdict(ui: &mut Ui, data: &TracingData) {
    ui.add_space(2.0);
    ui.label(&data.verdict);
    for unsure in &data.unsure {
        ui.colored_label(ui.visuals().warn_fg_color, unsure);
    }
    Grid::new("found").num_columns(2).spacing([16.0, 2.0]).show(ui, |ui| {
        for (name, value) in &data.found {
            ui.weak(*name);
            ui.label(value);
            ui.end_row();
        }
    });
}

fn proposal(
    ui: &mut Ui,
    scans: &Scans,
    shown: &PanelContext<'_>,
    proposal: &Result<MapProposal, ProposalRefusal>,
    push: &mut dyn FnMut(ScanAct),
    acts: &mut Vec<act::Act>,
) {
    let proposed = proposal.as_ref().ok();
    let mut fits = proposed.map_or(scans.trace.fit_map == Some(true), |proposal| proposal.fits_map);
    let help = "Adjust the size and numbering of the map to the picture.";
    if ui.checkbox(&mut fits, "Fit the map to the picture").on_hover_text(help).changed() {
        push(ScanAct::FitMap(fits));
    }
    if fits {
        ui.horizontal(|ui| {
            let label = field::left_label(ui, "First hex", 92.0).on_hover_text("Top left hex of the map.");
            let proposed = proposed.map(|proposal| proposal.first.to_string()).unwrap_or_default();
            let mut text = scans.trace.first.clone().unwrap_or(proposed);
            if ui.add(TextEdit::singleline(&mut text).desired_width(70.0)).labelled_by(label.id).changed() {
                push(ScanAct::First((!text.trim().is_empty()).then_some(text)));
            }
        });
        if let Some(proposal) = proposed {
            for (name, value, wrap) in [
                ("Columns", proposal.columns, ScanAct::Columns as fn(u16) -> ScanAct),
                ("Rows", proposal.rows, ScanAct::Rows as fn(u16) -> ScanAct),
            ] {
                ui.horizontal(|ui| {
                    let label = field::left_label(ui, name, 92.0);
                    let mut number = value;
                    let drag = DragValue::new(&mut number).range(1..=1000).speed(0.05).suffix(" hexes");
                    if ui.add(drag).labelled_by(label.id).changed() {
                        push(wrap(number));
                    }
                });
            }
        }
    }
    match proposal {
        Ok(proposal) => {
            ui.weak(format!("Numbering: {}.", proposal.numbering()));
            if proposal.room_for_nought {
                let text = "The picture has room for hexes numbered 00. If they are printed, type the first hex.";
                ui.colored_label(ui.visuals().warn_fg_color, text);
            }
        }
        Err(why) => {
            ui.colored_label(ui.visuals().error_fg_color, why.to_string());
        }
    }
    ui.add_space(4.0);
    let obstacle = art_path(&scans.trace, shown.document).err();
    match obstacle {
        Some(Obstacle::NoFile) => {
            ui.label("Save the scenario first. Its file refers to the picture by a relative path.");
            if ui.button("Save scenario…").clicked() {
                acts.push(act::Act::Command(Command::SaveAs));
            }
        }
        Some(Obstacle::Elsewhere) => {
            ui.label("The picture is not in the folder of the scenario. Copy it there to share both together.");
            if ui.button("Copy picture to folder").clicked() {
                push(ScanAct::Copy);
            }
        }
        Some(Obstacle::NoPicture) | None => {}
    }
    let button = Button::new(RichText::new("Place under map").strong());
    let help = "One step, which you can undo. The picture file does not change.";
    if ui.add_enabled(obstacle.is_none() && proposal.is_ok(), button).on_hover_text(help).clicked() {
        push(ScanAct::Apply);
    }
}

/// Draws the sliders for the opacity of scan and terrain.
pub fn sliders(ui: &mut Ui, scans: &Scans, scan: &Scan, acts: &mut Vec<act::Act>) {
    field::heading(ui, "Scan");
    let slider = |ui: &mut Ui, name: &str, help: &str, value: u8| {
        let mut percent = value;
        let response = ui
            .horizontal(|ui| {
                let label = field::left_label(ui, name, 92.0).on_hover_text(help);
                ui.spacing_mut().slider_width = (ui.available_width() - 62.0).max(60.0);
                ui.add(Slider::new(&mut percent, 0..=100).suffix("%")).labelled_by(label.id)
            })
            .inner;
        (response, percent)
    };
    let (response, opacity) = slider(ui, "Scan", "Opacity of the scan. It is saved in the file.", scan.opacity);
    if opacity != scan.opacity {
        let edit = put("scan", Some(&Scan { opacity, ..scan.clone() }));
        acts.push(act::Act::field("Change scan", response.id, edit));
    }
    if response.drag_stopped() || response.lost_focus() {
        acts.push(act::Act::Seal);
    }
    let (_, terrain) = slider(ui, "Terrain", "Opacity of the painted terrain over the scan.", scans.terrain);
    if terrain != scans.terrain {
        acts.push(act::Act::Scan(ScanAct::Terrain(terrain)));
    }
    ui.separator();
}
