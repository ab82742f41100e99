//! The holders of important places by turn, and the most contested places.

use crate::widgets::small_button;
use battlewright_balance::{Report, number};
use battlewright_engine::show::Place;
use egui::{Align2, FontId, Rect, RichText, ScrollArea, Sense, Ui, vec2};

use super::side_color;
use crate::messages::act::Act;
use crate::model::balance::Games;
use crate::model::selection::Selection;
use crate::panels::PanelContext;
use crate::widgets::field;

/// The maximum number of listed places with combats.
const MOST: usize = 12;

/// The holders of a place at the end of a turn.
#[derive(Clone, Debug, PartialEq)]
pub struct HexHolder {
    /// The turn number.
    pub turn: usize,
    /// The share of games in which each side held it, 0 to 1.
    pub shares: [f64; 2],
}

/// A key hex or a key point of the scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyPlace {
    /// The name of its place with the hex number or the inches, or these alone.
    pub name: String,
    /// The hex, or the point of a table.
    pub at: Place,
    /// The holders at the end of each turn.
    pub held: Vec<HexHolder>,
}

/// Returns the key places of `report`.
pub(super) fn data(report: &Report) -> Vec<KeyPlace> {
    let ground = |line: &battlewright_balance::GroundLine| KeyPlace {
        name: line.place.as_ref().map_or_else(|| line.name.clone(), |place| format!("{place} ({})", line.name)),
        at: line.at,
        held: line
            .held
            .iter()
            .enumerate()
            .map(|(at, shares)| HexHolder { turn: at + usize::from(report.first_turn.max(1)), shares: *shares })
            .collect(),
    };
    report.grounds.iter().map(ground).collect()
}

/// Draws the view.
pub(super) fn ui(ui: &mut Ui, games: &Games, shown: &PanelContext<'_>, acts: &mut Vec<Act>) {
    let grounds = data(&games.report);
    ScrollArea::both().id_salt("ground").auto_shrink(false).show(ui, |ui| {
        ui.horizontal_top(|ui| {
            if !grounds.is_empty() {
                ui.vertical(|ui| held(ui, &games.report, &grounds, shown, acts));
                ui.add_space(18.0);
            }
            ui.vertical(|ui| fought(ui, &games.report, shown, acts));
        });
    });
}

fn held(ui: &mut Ui, report: &Report, grounds: &[KeyPlace], shown: &PanelContext<'_>, acts: &mut Vec<Act>) {
    let [one, two] = &report.sides;
    field::heading_text(ui, &format!("Control at the end of each turn, {one} / {two}, % of games"));
    let wide = 58.0;
    egui::Grid::new("held").spacing(vec2(4.0, 3.0)).show(ui, |ui| {
        ui.label("");
        for hold in grounds.first().map_or(&[][..], |ground| &ground.held) {
            ui.add_sized([wide, 14.0], egui::Label::new(RichText::new(format!("Turn {}", hold.turn)).small().weak()));
        }
        ui.end_row();
        for ground in grounds {
            place(ui, &ground.name, ground.at, acts);
            for hold in &ground.held {
                share(ui, report, ground, hold, wide, shown);
            }
            ui.end_row();
        }
    });
}

/// Draws a hex as a button that shows it on the map, and a point of a table as text.
fn place(ui: &mut Ui, name: &str, at: Place, acts: &mut Vec<Act>) {
    let Place::Hex(cell) = at else {
        ui.label(name);
        return;
    };
    if ui.add(small_button(name).frame(false)).on_hover_text("Show it on the map").clicked() {
        acts.push(Act::Select(Selection::Hex(cell)));
        acts.push(Act::Look(cell.into()));
    }
}

/// Draws the shares of both sides as a bar that fills from both ends.
fn share(ui: &mut Ui, report: &Report, ground: &KeyPlace, hold: &HexHolder, wide: f32, shown: &PanelContext<'_>) {
    let (rect, response) = ui.allocate_exact_size(vec2(wide, 18.0), Sense::hover());
    let [a, b] = hold.shares.map(|share| 100.0 * share);
    let [one, two] = &report.sides;
    let words = format!("{}, turn {}: {one} {a:.0} %, {two} {b:.0} %", ground.name, hold.turn);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Cell, true, &words));
    response.on_hover_text(words.clone());
    let painter = ui.painter();
    painter.rect_filled(rect, 2.0, ui.visuals().faint_bg_color);
    #[expect(clippy::cast_possible_truncation, reason = "a share of a few points")]
    let [left, right] = hold.shares.map(|share| rect.width() * share as f32);
    let lane = rect.with_min_y(rect.bottom() - 4.0);
    painter.rect_filled(Rect::from_min_size(lane.min, vec2(left, 4.0)), 0.0, side_color(ui, shown, 0));
    let from = Rect::from_min_max(lane.right_top() - vec2(right, 0.0), lane.max);
    painter.rect_filled(from, 0.0, side_color(ui, shown, 1));
    let at = rect.center() - vec2(0.0, 2.0);
    let text = format!("{a:.0} / {b:.0}");
    painter.text(at, Align2::CENTER_CENTER, text, FontId::proportional(11.5), ui.visuals().text_color());
}

fn fought(ui: &mut Ui, report: &Report, shown: &PanelContext<'_>, acts: &mut Vec<Act>) {
    field::heading_text(ui, &format!("Most contested {}, fights per game", report.ground_part.names()));
    egui::Grid::new("fought").spacing(vec2(14.0, 2.0)).show(ui, |ui| {
        for line in report.fights.iter().take(MOST) {
            let mut places = shown.common().places().iter();
            let named = places.find(|named| named.hexes.iter().any(|hex| hex.as_str() == line.name));
            let name = named.map_or_else(|| line.name.clone(), |named| format!("{} ({})", named.name, line.name));
            place(ui, &name, line.at, acts);
            ui.label(number(line.fights));
            ui.end_row();
        }
    });
    if report.fights.is_empty() {
        ui.weak("None.");
    }
}
