//! The Order of battle tab: all units as a table.

use battlewright_engine::show::{Piece, Spot};
use battlewright_schema::schema_json::{Kind, Shape};
use battlewright_schema::{Arm, DocPath, Scenario, Start};
use egui::{DragValue, Rect, ScrollArea, Sense, Ui, vec2};
use serde_json::Value;

use super::{Shown, first_cell};
use crate::act::{Act, Selection};
use crate::canvas::{counters, labels, overlay};
use crate::edit::Edit;
use crate::store;

const HEIGHT: f32 = 24.0;
/// The columns: title and width.
const COLUMNS: [(&str, f32); 8] = [
    ("Side", 78.0),
    ("Formation", 150.0),
    ("Label", 96.0),
    ("Name", 240.0),
    ("Arm", 76.0),
    ("ER", 54.0),
    ("Turn", 60.0),
    ("Where", 120.0),
];

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its place in the order of battle.
    pub unit: usize,
    /// The side's name.
    pub side: String,
    /// The formation.
    pub formation: String,
    /// What is printed on the counter.
    pub label: String,
    /// The full name.
    pub name: String,
    /// The arm.
    pub arm: Arm,
    /// The ER.
    pub er: u8,
    /// The turn it enters; `None` if it starts on the map.
    pub turn: Option<u8>,
    /// The hex, or the entry; in play, where it is now.
    pub place: String,
}

/// What the tab shows. `pieces` are those of a game, if one is played.
pub fn data(shown: &Shown<'_>, pieces: Option<&[Piece]>) -> Vec<Line> {
    let common = shown.common();
    let sides = common.sides();
    let grid = common.grid().ok();
    (0..common.unit_count())
        .filter_map(|index| {
            let unit = common.unit(index)?;
            let side = sides.iter().find(|side| side.id == unit.side);
            let (turn, mut place) = match unit.start {
                Start::Nowhere => (None, "nowhere".to_owned()),
                Start::At(hex) => (None, hex.to_string()),
                Start::Enters { turn, at, .. } => (Some(turn), at.to_string()),
                Start::Zone(zone) => (None, zone.to_string()),
            };
            if let Some(piece) = pieces.and_then(|pieces| pieces.iter().find(|piece| piece.id == unit.id.as_str())) {
                place = match &piece.spot {
                    Spot::Hex(cell) => grid.as_ref().map_or_else(String::new, |grid| grid.name(*cell).0),
                    Spot::Turn(turn, why) => format!("turn {turn}, {why}"),
                    Spot::Out(why) => why.clone(),
                };
            }
            Some(Line {
                unit: index,
                side: side.map_or_else(|| unit.side.to_string(), |side| side.name.to_owned()),
                formation: unit.formation.unwrap_or_default().to_owned(),
                label: unit.label.to_owned(),
                name: unit.name.to_owned(),
                arm: unit.arm,
                er: unit.rating,
                turn,
                place,
            })
        })
        .collect()
}

/// Draws the tab.
pub fn ui(ui: &mut Ui, shown: &Shown<'_>, pieces: Option<&[Piece]>, acts: &mut Vec<Act>) {
    let lines = data(shown, pieces);
    if lines.is_empty() {
        ui.add_space(8.0);
        ui.weak("No units yet. The unit tool (U) adds them.");
        return;
    }
    ScrollArea::horizontal().id_salt("columns").auto_shrink(false).show(ui, |ui| {
        head(ui, title(shown));
        ui.spacing_mut().item_spacing.y = 0.0;
        ScrollArea::vertical().auto_shrink(false).show_rows(ui, HEIGHT, lines.len(), |ui, range| {
            for line in lines.get(range).unwrap_or_default() {
                ui.push_id(line.unit, |ui| row(ui, shown, line, pieces.is_none(), acts));
            }
        });
    });
}

fn head(ui: &mut Ui, rating: &str) {
    let (rect, _) = ui.allocate_exact_size(vec2(width(), 18.0), Sense::hover());
    let mut left = rect.left() + 28.0;
    for (title, width) in COLUMNS {
        let font = egui::FontId::proportional(11.0);
        let at = egui::pos2(left, rect.center().y);
        let title = if title == "ER" { rating } else { title };
        ui.painter().text(at, egui::Align2::LEFT_CENTER, title, font, ui.visuals().weak_text_color());
        left += width;
    }
    ui.painter().hline(rect.x_range(), rect.bottom(), ui.visuals().widgets.noninteractive.bg_stroke);
}

fn width() -> f32 {
    28.0 + COLUMNS.iter().map(|(_, width)| width).sum::<f32>()
}

fn row(ui: &mut Ui, shown: &Shown<'_>, line: &Line, editable: bool, acts: &mut Vec<Act>) {
    let size = vec2(ui.available_width().max(width()), HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let selected = shown.selection == Selection::Unit(line.unit);
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, selected, &line.name));
    let painter = ui.painter().clone();
    if selected {
        painter.rect_filled(rect, 3.0, ui.visuals().selection.bg_fill);
    } else if response.hovered() {
        painter.rect_filled(rect, 3.0, ui.visuals().widgets.hovered.weak_bg_fill);
    } else if line.unit % 2 == 1 {
        painter.rect_filled(rect, 0.0, ui.visuals().faint_bg_color);
    }
    if response.clicked() {
        acts.push(Act::Select(Selection::Unit(line.unit)));
        let hexes = store::hexes(shown.scenario(), Selection::Unit(line.unit));
        acts.extend(first_cell(shown.scenario(), &hexes).map(Act::Look));
    }
    if let Some(unit) = shown.common().unit(line.unit) {
        let (color, _) = labels::side(shown.common(), unit.side);
        let sign = Rect::from_center_size(rect.left_center() + vec2(14.0, 0.0), vec2(18.0, 12.0));
        painter.rect_filled(sign.expand(2.0), 2.0, color);
        counters::symbol(&painter, sign, overlay::symbol(line.arm));
    }
    let arm = match line.arm {
        Arm::Infantry => "infantry",
        Arm::Cavalry => "cavalry",
        Arm::Artillery => "artillery",
        Arm::Headquarters => "headquarters",
    };
    let texts = [&line.side, &line.formation, &line.label, &line.name, arm];
    let mut left = rect.left() + 28.0;
    let color = if selected { ui.visuals().selection.stroke.color } else { ui.visuals().text_color() };
    for (text, (_, width)) in texts.into_iter().zip(COLUMNS) {
        let cell = Rect::from_min_size(egui::pos2(left, rect.top()), vec2(width - 6.0, HEIGHT));
        let font = egui::FontId::proportional(13.0);
        painter.with_clip_rect(cell.intersect(ui.clip_rect())).text(
            cell.left_center(),
            egui::Align2::LEFT_CENTER,
            text,
            font,
            color,
        );
        left += width;
    }
    let mut cell = |width: f32| {
        let cell = Rect::from_min_size(egui::pos2(left, rect.top()), vec2(width - 8.0, HEIGHT)).shrink2(vec2(0.0, 2.0));
        left += width;
        cell
    };
    let (er, turn, place) = (cell(54.0), cell(60.0), cell(120.0));
    numbers(ui, shown, line, editable, (er, turn), acts);
    let clip = painter.with_clip_rect(place.intersect(ui.clip_rect()));
    let font = egui::FontId::proportional(13.0);
    clip.text(place.left_center(), egui::Align2::LEFT_CENTER, &line.place, font, color);
}

/// The fields that are typed into the table itself.
fn numbers(ui: &mut Ui, shown: &Shown<'_>, line: &Line, editable: bool, at: (Rect, Rect), acts: &mut Vec<Act>) {
    let unit = DocPath::root().key("unit").index(line.unit);
    let scenario = shown.scenario();
    let rating = [unit.clone().key("er"), unit.clone().key("combat").index(face(scenario, &unit))];
    let turn = unit.key("enters").key("turn");
    let rating = rating.into_iter().find(|path| scenario.get(path).is_some());
    for (path, what, rect) in [(rating, title(shown), at.0), (Some(turn), "Turn", at.1)] {
        let Some(path) = path else { continue };
        let (Some(now), Some(shape)) =
            (scenario.get(&path).as_ref().and_then(Value::as_i64), Shape::at(scenario.system(), &path))
        else {
            continue;
        };
        let Kind::Number(least, greatest) = shape.kind() else { continue };
        let greatest = if what == "Turn" { shown.common().turns().count.max(1).into() } else { greatest };
        let mut number = now;
        let drag = DragValue::new(&mut number).range(least..=greatest).clamp_existing_to_range(false).speed(0.05);
        let response = ui.add_enabled_ui(editable, |ui| ui.put(rect, drag)).inner;
        let response = response.accessible_name(format!("{what} of {}", line.name));
        if response.lost_focus() || response.drag_stopped() {
            acts.push(Act::Seal);
        }
        if number != now {
            acts.push(Act::field("Change unit", response.id, Edit::Put(path, Some(number.into()))));
        }
    }
}

/// What the units of this system are rated by.
fn title(shown: &Shown<'_>) -> &'static str {
    let unit = DocPath::root().key("unit").index(0).key("er");
    if Shape::at(shown.scenario().system(), &unit).is_some() { "ER" } else { "Combat" }
}

/// Which of the two values of its counter a unit begins with.
fn face(scenario: &Scenario, unit: &DocPath) -> usize {
    usize::from(scenario.get(&unit.clone().key("reduced")) == Some(Value::Bool(true)))
}
