//! Column headings: a click sorts, a drag moves the column, a context menu filters and hides.

use std::collections::BTreeMap;

use egui::{Align2, FontId, Rect, Sense, Ui};

use super::OrderOfBattleState;
use super::filter::exactly;
use crate::widgets::icon;

/// The maximum number of filter values in the menu.
const MOST: usize = 16;

/// The dragged column, as an index of the sheet.
struct DraggedColumn(usize);

/// Draws the heading of `column` in `rect`.
pub(super) fn ui(roster: &mut OrderOfBattleState, ui: &mut Ui, rect: Rect, column: usize) {
    let sheet = roster.sheet.clone();
    let Some(head) = sheet.heads.get(column) else { return };
    // The margin is reserved for the resize handle.
    let response =
        ui.interact(rect.shrink2(egui::vec2(4.0, 0.0)), ui.scope_id().with(&head.key), Sense::click_and_drag());
    let place = roster.sort.iter().position(|(key, _)| *key == head.key);
    let down = place.and_then(|at| roster.sort.get(at)).is_some_and(|(_, down)| *down);
    let sorted = match (place, down) {
        (None, _) => "",
        (Some(_), false) => ", sorted ascending",
        (Some(_), true) => ", sorted descending",
    };
    let name = format!("{}{sorted}", head.title);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ColumnHeader, true, &name));
    let visuals = ui.visuals();
    if response.hovered() {
        ui.painter().rect_filled(rect, 2.0, visuals.widgets.hovered.weak_bg_fill);
    }
    let color = if place.is_some() { visuals.strong_text_color() } else { visuals.weak_text_color() };
    let at = rect.left_center() + egui::vec2(6.0, 0.0);
    let text = ui.painter().text(at, Align2::LEFT_CENTER, &head.title, FontId::proportional(11.5), color);
    if ui.is_sizing_pass() {
        ui.set_min_width(text.width() + 28.0);
    }
    if let Some(place) = place {
        icon::sort(ui.painter(), text.right_center() + egui::vec2(9.0, 0.0), down, color);
        if roster.sort.len() > 1 {
            let at = text.right_center() + egui::vec2(16.0, 0.0);
            ui.painter().text(at, Align2::LEFT_CENTER, (place + 1).to_string(), FontId::proportional(10.0), color);
        }
    }
    drag(roster, ui, &response, rect, column);
    if response.clicked() {
        let also = ui.input(|input| input.modifiers.shift || input.modifiers.command);
        roster.sort_by(&head.key, also);
    }
    let help = format!(
        "{}. {}\nClick to sort; Shift-click to add a sort column. Drag to move the column. Right-click to filter or hide.",
        head.title, head.help
    );
    let response = response.on_hover_text(help);
    response.context_menu(|ui| menu(roster, ui, column));
}

/// Moves the dragged column to the heading under the pointer on release.
fn drag(roster: &mut OrderOfBattleState, ui: &Ui, response: &egui::Response, rect: Rect, column: usize) {
    let held = egui::DragAndDrop::payload::<DraggedColumn>(ui.ctx()).map(|held| held.0);
    if response.drag_started() {
        egui::DragAndDrop::set_payload(ui.ctx(), DraggedColumn(column));
    }
    let Some(held) = held else { return };
    if ui.input(|input| input.pointer.latest_pos()).is_none_or(|pos| !rect.contains(pos)) {
        return;
    }
    ui.ctx().set_cursor_icon(egui::CursorIcon::Grabbing);
    let stroke = egui::Stroke::new(2.0, ui.visuals().selection.stroke.color);
    ui.painter().rect_stroke(rect.shrink(1.0), 2.0, stroke, egui::StrokeKind::Inside);
    if ui.input(|input| input.pointer.any_released()) {
        egui::DragAndDrop::clear_payload(ui.ctx());
        roster.put_column(held, column);
    }
}

fn menu(roster: &mut OrderOfBattleState, ui: &mut Ui, column: usize) {
    let sheet = roster.sheet.clone();
    let Some(head) = sheet.heads.get(column) else { return };
    for (label, down) in [("Sort ascending", false), ("Sort descending", true)] {
        if ui.button(label).clicked() {
            roster.sort = vec![(head.key.clone(), down)];
            roster.arrange();
        }
    }
    ui.separator();
    ui.weak("Show only");
    egui::ScrollArea::vertical().max_height(220.0).show(ui, |ui| {
        for (text, (shown, count)) in values(roster, column).iter().take(MOST) {
            let label = if shown.is_empty() { "(empty)" } else { shown.as_str() };
            if ui.button(format!("{label}   {count}")).clicked() {
                let part = exactly(&head.key, text);
                let sep = if roster.filter.is_empty() { "" } else { " " };
                roster.filter = format!("{}{sep}{part}", roster.filter);
                ui.close();
            }
        }
    });
    ui.separator();
    let shown = roster.columns();
    let ends = [shown.first(), shown.last()].map(|end| end == Some(&column));
    for (label, right, end) in [("Move column left", false, ends[0]), ("Move column right", true, ends[1])] {
        if ui.add_enabled(!end, egui::Button::new(label)).clicked() {
            roster.shift_column(column, right);
        }
    }
    let frozen = roster.frozen.as_deref() == Some(head.key.as_str());
    let label = if frozen { "Freeze no columns" } else { "Freeze up to this column" };
    if ui.button(label).on_hover_text("Frozen columns stay in place while you scroll sideways").clicked() {
        roster.frozen = Some(if frozen { String::new() } else { head.key.clone() });
        ui.close();
    }
    if ui.button("Hide column").clicked() {
        roster.hidden.insert(head.key.clone());
        ui.close();
    }
}

/// Returns the values of a column in the visible rows, with display text and count.
fn values(roster: &OrderOfBattleState, column: usize) -> BTreeMap<String, (String, usize)> {
    let mut values = BTreeMap::new();
    for unit in &roster.order {
        let (text, shown) = (roster.sheet.text(*unit, column), roster.sheet.shown(*unit, column));
        values.entry(text.to_owned()).or_insert_with(|| (shown.to_owned(), 0)).1 += 1;
    }
    values
}
