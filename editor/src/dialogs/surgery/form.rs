//! The form fields of each operation.

use crate::widgets::small_button;
use battlewright_schema::surgery::{HexNames, Turn};
use battlewright_schema::{Cell, Common, HexId, Numbering, Order, Slant, VOID};
use egui::{ComboBox, DragValue, TextEdit, Ui};

use super::{MapOperation, Surgery};
use crate::widgets::field::left_label;
use crate::widgets::popup;

const LABEL: f32 = 108.0;

/// Common numberings of printed maps.
const USUAL: [&str; 7] = ["0101", "0001", "0000", "001001", "A1", "A01", "1.1"];

pub(super) fn ui(ui: &mut Ui, surgery: &mut Surgery) {
    match surgery.task {
        MapOperation::Resize => resize(ui, surgery),
        MapOperation::Crop => crop(ui, surgery),
        MapOperation::Shift => shift(ui, surgery),
        MapOperation::HalfStep => {
            ui.label(
                "The contents move by half a hex, and the map grows by half a hex. The other columns (rows on maps with \
                 pointed tops) become the shifted ones. Hexes keep their numbers.",
            );
        }
        MapOperation::Turn => turn(ui, surgery),
        MapOperation::Renumber => renumber(ui, surgery),
    }
    let on_table = surgery.before.common().table().is_some();
    if !on_table && !matches!(surgery.task, MapOperation::Crop | MapOperation::Turn | MapOperation::Renumber) {
        ground(ui, surgery);
    }
    if !on_table && surgery.task != MapOperation::Renumber {
        ui.add_space(6.0);
        samples(ui, surgery);
    }
}

fn row<T>(ui: &mut Ui, label: &str, help: &str, widget: impl FnOnce(&mut Ui, egui::Id) -> T) -> T {
    ui.horizontal(|ui| {
        let label = left_label(ui, label, LABEL).on_hover_text(help);
        widget(ui, label.id)
    })
    .inner
}

fn count(ui: &mut Ui, label: &str, help: &str, value: &mut i32, unit: &str) {
    row(ui, label, help, |ui, id| {
        let drag = DragValue::new(value).range(-999..=999).speed(0.1).suffix(format!(" {unit}"));
        ui.add(drag).labelled_by(id).on_hover_text(help);
    });
}

/// Draws a field for the total `before + more`. A change of the total sets `more`.
fn total(ui: &mut Ui, label: &str, help: &str, before: i32, more: &mut i32) {
    let mut all = before + *more;
    row(ui, label, help, |ui, id| {
        let drag = DragValue::new(&mut all).range(1..=1000).clamp_existing_to_range(false).speed(0.1);
        if ui.add(drag).labelled_by(id).on_hover_text(help).changed() {
            *more = all - before;
        }
    });
}

fn resize(ui: &mut Ui, surgery: &mut Surgery) {
    let resize = &mut surgery.resize;
    if let Some(table) = surgery.before.common().table() {
        let help = "Inches to add on this side. Negative numbers remove them, with what lies there.";
        for (label, inches) in [
            ("Left", &mut resize.left),
            ("Right", &mut resize.right),
            ("Top", &mut resize.top),
            ("Bottom", &mut resize.bottom),
        ] {
            count(ui, label, help, inches, "inches");
        }
        let help = "New size of the table in inches. The width changes at the right, the depth at the bottom.";
        total(ui, "Total width", help, i32::from(table.width) + resize.left, &mut resize.right);
        total(ui, "Total depth", help, i32::from(table.depth) + resize.top, &mut resize.bottom);
        return;
    }
    let help = "Columns or rows to add on this side. Negative numbers remove them.";
    count(ui, "Left", help, &mut resize.left, "columns");
    count(ui, "Right", help, &mut resize.right, "columns");
    count(ui, "Top", help, &mut resize.top, "rows");
    count(ui, "Bottom", help, &mut resize.bottom, "rows");
    let (columns, rows) = surgery.before.common().size();
    let help = "New size of the map. Columns change at the right, rows at the bottom.";
    total(ui, "Total columns", help, i32::from(columns) + resize.left, &mut resize.right);
    total(ui, "Total rows", help, i32::from(rows) + resize.top, &mut resize.bottom);
    names(ui, surgery);
}

fn crop(ui: &mut Ui, surgery: &mut Surgery) {
    let [from, to] = &mut surgery.corners;
    for (label, text) in [("From hex", from), ("To hex", to)] {
        row(ui, label, "A corner of the remaining map, by its current hex number.", |ui, id| {
            ui.add(TextEdit::singleline(text).desired_width(80.0)).labelled_by(id);
        });
    }
    names(ui, surgery);
}

fn names(ui: &mut Ui, surgery: &mut Surgery) {
    let first = &surgery.before.common().frame().numbering.first;
    ui.add_space(4.0);
    ui.radio_value(&mut surgery.resize.names, HexNames::Stay, "Keep hex numbers");
    ui.radio_value(&mut surgery.resize.names, HexNames::Restart, format!("Restart numbers at {first}"));
}

fn shift(ui: &mut Ui, surgery: &mut Surgery) {
    let (help, units) = match surgery.before.common().table() {
        Some(_) => ("The table stays. The contents move.", ["inches", "inches"]),
        None => ("The map and its numbers stay. The contents move.", ["columns", "rows"]),
    };
    count(ui, "Right", help, &mut surgery.shift.columns, units[0]);
    count(ui, "Down", help, &mut surgery.shift.rows, units[1]);
}

fn turn(ui: &mut Ui, surgery: &mut Surgery) {
    for turn in Turn::ALL {
        ui.radio_value(&mut surgery.turn, turn, turn.name());
    }
}

fn renumber(ui: &mut Ui, surgery: &mut Surgery) {
    numbering(ui, &mut surgery.numbering);
    ui.add_space(6.0);
    samples(ui, surgery);
}

/// Draws the fields for the hex numbering.
pub(in crate::dialogs) fn numbering(ui: &mut Ui, numbering: &mut Numbering) {
    row(ui, "First hex", "Number of the hex at the top left. All others use the same format.", |ui, id| {
        let mut first = numbering.first.to_string();
        if ui.add(TextEdit::singleline(&mut first).desired_width(80.0)).labelled_by(id).changed() {
            numbering.first = HexId::from(first);
        }
    });
    ui.horizontal_wrapped(|ui| {
        for first in USUAL {
            let help = "Number hexes from here.";
            if ui.add(small_button(first)).on_hover_text(help).clicked() {
                numbering.first = HexId::from(first);
            }
        }
    });
    ui.add_space(4.0);
    ui.radio_value(&mut numbering.order, Order::ColumnRow, "Column first");
    ui.radio_value(&mut numbering.order, Order::RowColumn, "Row first");
    ui.add_space(4.0);
    for (slant, text) in [
        (Slant::None, "Lines of hexes with the same number are straight"),
        (Slant::Rising, "They are slanted: up to the right"),
        (Slant::Falling, "They are slanted: down to the right"),
    ] {
        ui.radio_value(&mut numbering.slant, slant, text);
    }
}

/// Draws the numbers of some hexes after the operation.
fn samples(ui: &mut Ui, surgery: &Surgery) {
    let Some(plan) = surgery.outcome().as_ref().ok().filter(|_| !surgery.is_waiting()) else { return };
    let common = plan.scenario.common();
    let Some([first, right, below, last]) = corners(common) else { return };
    ui.weak(format!("Top left {first}, to its right {right}, below {below}, bottom right {last}"));
}

fn corners(common: &dyn Common) -> Option<[HexId; 4]> {
    let grid = common.grid().ok()?;
    let (columns, rows) = common.size();
    let last = Cell { column: columns.checked_sub(1)?, row: rows.checked_sub(1)? };
    let at = |column: u16, row: u16| grid.name(Cell { column: column.min(last.column), row: row.min(last.row) });
    Some([at(0, 0), at(1, 0), at(0, 1), grid.name(last)])
}

fn ground(ui: &mut Ui, surgery: &mut Surgery) {
    ui.add_space(4.0);
    let common = surgery.before.common();
    let mut letters: Vec<(char, String)> =
        common.terrain().iter().map(|terrain| (terrain.letter.0, terrain.name.to_owned())).collect();
    letters.push((VOID, "No hex".to_owned()));
    let ground = &mut surgery.ground;
    let help = "Terrain of the new hexes. With no hexes, the old edge remains the edge of the map.";
    row(ui, "New terrain", help, |ui, id| {
        let shown = letters.iter().find(|(letter, _)| *letter == ground.letter).map_or("?", |(_, name)| name.as_str());
        let combo = ComboBox::from_id_salt("ground").selected_text(shown).width(130.0);
        let combo = popup::list(combo, ui, |ui| {
            for (letter, name) in &letters {
                ui.selectable_value(&mut ground.letter, *letter, name);
            }
        });
        combo.response.labelled_by(id).on_hover_text(help);
    });
    if surgery.before.common().levels().is_some() && ground.letter != VOID {
        let mut level = ground.level.to_digit(10).unwrap_or(1);
        row(ui, "New level", "Level of the new hexes.", |ui, id| {
            ui.add(DragValue::new(&mut level).range(1..=9).speed(0.05)).labelled_by(id);
        });
        ground.level = char::from_digit(level, 10).unwrap_or('1');
    }
}
