//! The lists of a scenario as links, each with an Add button.

use crate::widgets::small_button;
use battlewright_schema::schema_json::Shape;
use battlewright_schema::{Color, DocPath, Id};
use egui::{CollapsingHeader, Sense, Ui, vec2};
use serde_json::Value;

use super::super::PanelContext;
use super::super::form::{Form, grid, summary};
use crate::canvas::ink;
use crate::messages::act::Act;
use crate::model::advice::ADVICE;
use crate::model::edit::Edit;
use crate::model::selection::Selection;
use battlewright_schema::words;

/// The number of rows above which only the visible ones are drawn.
const MANY: usize = 200;

/// Draws the list of advice for computer players on its own page.
pub(super) fn advice(ui: &mut Ui, shown: &PanelContext<'_>, acts: &mut Vec<Act>) {
    let path = DocPath::root().key(ADVICE);
    let help = Shape::at(shown.scenario().system(), &path).and_then(Shape::item).map_or_else(String::new, Shape::help);
    ui.weak(help);
    rows(ui, shown, &path, true, acts);
}

/// Draws a list of rows; `open` if it is shown at first.
pub(super) fn rows(ui: &mut Ui, shown: &PanelContext<'_>, path: &DocPath, open: bool, acts: &mut Vec<Act>) {
    let Some(item) = Shape::at(shown.scenario().system(), path).and_then(Shape::item) else { return };
    let count = shown.scenario().count(path).unwrap_or(0);
    let Some(list) = path.last_key() else { return };
    section(ui, path, count, open, |ui| {
        if Shape::at(shown.scenario().system(), path).and_then(grid::item).is_some() {
            grid::ui(&mut Form::new(shown, acts), ui, path);
            return;
        }
        let height = ui.spacing().interact_size.y;
        for n in 0..count {
            // Reserves the space of an invisible row without its content.
            let top = ui.cursor().top();
            if count > MANY && !ui.clip_rect().y_range().intersects(egui::Rangef::new(top, top + height)) {
                ui.allocate_space(vec2(0.0, height));
                continue;
            }
            let at = path.clone().index(n);
            let (Some(row), Some(to)) = (shown.scenario().get(&at), Selection::row(shown.scenario(), list, n)) else {
                continue;
            };
            link(ui, n, &summary(shown.scenario(), &row, item), color(&row), to, acts);
        }
        if list == ADVICE && count > 0 && shown.selection != Selection::Part(ADVICE) {
            let link = ui.link("Show on the map");
            if link.on_hover_text("Show an arrow for each row on the map").clicked() {
                acts.push(Act::Select(Selection::Part(ADVICE)));
            }
        }
        let add = format!("Add {}", words::lower(&words::one(path)));
        if ui.add(small_button(&add)).on_hover_text(item.help()).clicked() {
            let at = path.clone().index(count);
            let row = Form::new(shown, acts).blank(&at, item);
            acts.push(Act::edit(add, Edit::Put(at, Some(row))));
            acts.extend(Selection::row(shown.scenario(), list, count).map(Act::Select));
        }
    });
}

/// Draws the entries of a table with custom keys.
pub(super) fn keyed(ui: &mut Ui, shown: &PanelContext<'_>, path: &DocPath, acts: &mut Vec<Act>) {
    let scenario = shown.scenario();
    let Some(shape) = Shape::at(scenario.system(), path) else { return };
    let (Some(key), Some(entry)) = (shape.key(), shape.entry()) else { return };
    let known = scenario.known(key);
    let sides = key == Id::SIDE;
    section(ui, path, known.len(), sides, |ui| {
        for (n, known) in known.iter().enumerate() {
            let row = scenario.get(&known.path);
            let own = row.as_ref().and_then(color);
            let color = if sides {
                Some(shown.document.art().side(scenario.common(), n))
            } else {
                own.or_else(|| ground(shown, n))
            };
            let to = Selection::of(scenario, &known.path);
            link(ui, n, &words::known(key, known), color, to, acts);
        }
        if shape.most().is_some_and(|most| known.len() >= most) {
            return;
        }
        let one = words::lower(&words::one(path));
        if ui.add(small_button(format!("Add {one}"))).on_hover_text(entry.help()).clicked() {
            let taken = |id: &str| known.iter().any(|known| known.id == id);
            let key = match key {
                Id::LETTER => ('a'..='z').chain('A'..='Z').map(String::from).find(|letter| !taken(letter)),
                _ => Some(crate::model::names::free_id(&one, taken)),
            };
            let Some(key) = key else { return };
            let at = path.clone().key(key);
            let row = Form::new(shown, acts).blank(path, entry);
            acts.push(Act::edit(format!("Add {one}"), Edit::Put(at, Some(row))));
            let to = if sides { Selection::Side(known.len()) } else { Selection::Terrain(known.len()) };
            acts.push(Act::Select(to));
        }
    });
}

fn section(ui: &mut Ui, path: &DocPath, count: usize, open: bool, body: impl FnOnce(&mut Ui)) {
    let title = format!("{}  {count}", words::many(path));
    CollapsingHeader::new(title).id_salt(path.to_string()).default_open(open).show(ui, body);
}

fn link(ui: &mut Ui, n: usize, text: &str, color: Option<egui::Color32>, to: Selection, acts: &mut Vec<Act>) {
    let text = if text.is_empty() { "Unnamed" } else { text };
    ui.push_id(n, |ui| {
        ui.horizontal(|ui| {
            if let Some(color) = color {
                let (rect, _) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
                ui.painter().rect_filled(rect, 3.0, color);
            }
            // A link wider than the panel would widen the whole panel.
            if ui.link(words::short(text, 40)).on_hover_text(text).clicked() {
                acts.push(Act::Select(to));
            }
        });
    });
}

/// Returns the color set in a row.
fn color(row: &Value) -> Option<egui::Color32> {
    row.get("color").and_then(Value::as_str).and_then(Color::parse).map(ink::color)
}

/// Returns the ground color of terrain `n`.
fn ground(shown: &PanelContext<'_>, n: usize) -> Option<egui::Color32> {
    shown.common().terrain().get(n).map(|terrain| ink::ground(terrain.look).0)
}
