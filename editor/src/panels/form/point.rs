//! Fields in inches: points of a table, lists of points and lengths.

use crate::widgets::small_button;
use battlewright_schema::{Inches, Length, TablePoint, Tabletop, words};
use egui::{DragValue, Response, Ui};
use serde_json::Value;

use super::{Form, FormField};
use crate::model::edit::Edit;
use crate::widgets::field;

/// The farthest coordinate that a file can hold, in thousandths of an inch.
const FARTHEST: i32 = 9_999_999;

/// Draws a point as two numbers.
pub(super) fn ui(form: &mut Form<'_>, ui: &mut Ui, slot: &FormField<'_>) {
    let table = form.shown.common().table();
    let Some(now) = slot.now().and_then(point) else {
        return form.add(ui, slot, || text(middle(table)));
    };
    let label = slot.label();
    form.row(ui, slot, |form, ui, _, _| coordinates(form, ui, slot, now, &label));
    off_table(ui, now, table);
}

/// Draws a list of points, one to a line, with buttons to add, move and remove them.
pub(super) fn list(form: &mut Form<'_>, ui: &mut Ui, slot: &FormField<'_>) {
    let table = form.shown.common().table();
    let items: Vec<Inches> = slot
        .value
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .map(|item| point(item).unwrap_or_default())
        .collect();
    field::heading(ui, &slot.label()).on_hover_text(slot.help());
    let name = words::lower(&slot.label());
    for (at, now) in items.iter().enumerate() {
        let path = slot.path.clone().index(at);
        let label = format!("{} {}", slot.label(), at + 1);
        let line = FormField { path: path.clone(), shape: slot.shape, value: None, published: None, required: true };
        ui.push_id(at, |ui| {
            ui.horizontal(|ui| {
                field::left_label(ui, &(at + 1).to_string(), 24.0);
                coordinates(form, ui, &line, *now, &label);
                let mut small = |sign: &str, does: &str, enabled: bool| {
                    let button = ui.add_enabled(enabled, small_button(sign));
                    button.accessible_name(format!("{does} {name} {}", at + 1)).on_hover_text(does).clicked()
                };
                let moved = |to: usize| {
                    let row = text(*now);
                    Edit::All(vec![Edit::Put(path.clone(), None), Edit::Insert(slot.path.clone().index(to), row)])
                };
                if small("Up", "Move up", at > 0) {
                    form.edit(super::change(slot), moved(at.saturating_sub(1)));
                }
                if small("Down", "Move down", at + 1 < items.len()) {
                    form.edit(super::change(slot), moved(at + 1));
                }
                if small("×", "Remove", true) {
                    form.edit(super::change(slot), Edit::leave_out(form.shown.scenario(), path.clone()));
                }
            });
            off_table(ui, *now, table);
        });
    }
    if ui.add(small_button("Add point")).accessible_name(format!("Add point to {name}")).clicked() {
        let edit = Edit::Put(slot.path.clone().index(items.len()), Some(text(next(&items, table))));
        form.edit(super::change(slot), edit);
    }
}

/// Draws a length in inches.
pub(super) fn length(form: &mut Form<'_>, ui: &mut Ui, slot: &FormField<'_>) {
    let now = slot.now().and_then(|value| serde_json::from_value::<Length>(value.clone()).ok());
    let Some(now) = now.map(Length::thousandths) else {
        return form.add(ui, slot, || slot.shape.blank());
    };
    form.row(ui, slot, |form, ui, label, _| {
        if slot.value.is_none() && slot.published.is_some() {
            let weak = ui.visuals().weak_text_color();
            ui.visuals_mut().override_text_color = Some(weak);
        }
        let mut thousandths = now;
        let response = inches(ui, &mut thousandths, 0).labelled_by(label).on_hover_text(slot.help());
        if thousandths != now {
            form.put(slot, response.id, Length::from_thousandths(thousandths).to_string());
        }
        form.seal(&response);
    });
}

/// Draws the two numbers of the point `now` at `slot` and pushes their changes.
fn coordinates(form: &mut Form<'_>, ui: &mut Ui, slot: &FormField<'_>, now: Inches, label: &str) {
    for is_across in [true, false] {
        let edge = if is_across { "left" } else { "upper" };
        let mut number = if is_across { now.x } else { now.y };
        let response = inches(ui, &mut number, -FARTHEST).accessible_name(format!("{label}, from the {edge} edge"));
        let response = response.on_hover_text(format!("{} Inches from the {edge} edge.", slot.help()));
        let changed = if is_across { Inches { x: number, ..now } } else { Inches { y: number, ..now } };
        if changed != now {
            form.put(slot, response.id, text(changed));
        }
        form.seal(&response);
    }
}

/// Draws a number of thousandths of an inch as inches.
fn inches(ui: &mut Ui, thousandths: &mut i32, least: i32) -> Response {
    let per_inch = f64::from(Inches::PER_INCH);
    let mut number = f64::from(*thousandths) / per_inch;
    let range = f64::from(least) / per_inch..=f64::from(FARTHEST) / per_inch;
    let drag = DragValue::new(&mut number).range(range).clamp_existing_to_range(false).speed(0.05).max_decimals(3);
    let response = ui.add(drag.suffix("\""));
    #[expect(clippy::cast_possible_truncation, reason = "the widget keeps its range, and the conversion saturates")]
    if response.changed() {
        *thousandths = (number * per_inch).round() as i32;
    }
    response
}

/// Draws a warning if `at` is not on the table.
fn off_table(ui: &mut Ui, at: Inches, table: Option<Tabletop>) {
    let Some(table) = table else { return };
    let far = Inches::whole(table.width, table.depth);
    if !(0..=far.x).contains(&at.x) || !(0..=far.y).contains(&at.y) {
        ui.colored_label(ui.visuals().error_fg_color, format!("This point is off the table of {table}."));
    }
}

fn point(value: &Value) -> Option<Inches> {
    serde_json::from_value::<TablePoint>(value.clone()).ok().map(|point| point.0)
}

fn text(at: Inches) -> Value {
    TablePoint(at).to_string().into()
}

/// Returns the middle of the table.
pub(super) fn middle(table: Option<Tabletop>) -> Inches {
    let far = table.map_or_else(Inches::default, |table| Inches::whole(table.width, table.depth));
    Inches { x: far.x / 2, y: far.y / 2 }
}

/// Returns a point after `items`: between the last and the first of an area, or an inch beside the last.
fn next(items: &[Inches], table: Option<Tabletop>) -> Inches {
    match items {
        [] => middle(table),
        [first, _, .., last] => Inches { x: first.x.midpoint(last.x), y: first.y.midpoint(last.y) },
        [.., last] => Inches { x: last.x.saturating_add(Inches::PER_INCH), ..*last },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_point_lies_where_it_can_be_seen() {
        let table = Some(Tabletop { width: 24, depth: 20 });
        let at = |x, y| Inches { x, y };
        assert_eq!(next(&[], table), at(12_000, 10_000));
        assert_eq!(next(&[at(1_000, 2_000)], table), at(2_000, 2_000));
        assert_eq!(next(&[at(0, 0), at(4_000, 0), at(4_000, 2_000)], table), at(2_000, 1_000));
    }
}
