//! The preview of pasted or imported units before any change.

use battlewright_schema::table::{Column, Delimiter, HEAD_ROWS, Import, Matching, read};
use egui::{ComboBox, RichText, ScrollArea, Ui};

use crate::dialogs::title;
use crate::messages::dialog_answer::DialogAnswer;
use crate::model::unit_import::{UnitChangeLine, UnitFile, UnitsDialog};
use crate::widgets::{field, popup};
use battlewright_schema::words::counted;

/// The height of a line of the list and of the whole list, in points.
const LINE: f32 = 18.0;
const LIST: f32 = 220.0;
/// The height of a row of the mapping and its maximum total height, in points.
const ROW: f32 = 26.0;
const MOST: f32 = 300.0;
/// The width of the choice of separator in points.
const PARTED: f32 = 260.0;

/// Draws the dialog.
pub(super) fn ui(ui: &mut Ui, units: &mut UnitsDialog) -> Option<DialogAnswer> {
    match &units.import {
        Some((file, _)) => title(ui, &format!("Import units from {}", file.name)),
        // The change is one in the table, such as pasted or cleared cells.
        None if units.plan.rows.is_empty() => title(ui, &format!("{}: not possible", units.name)),
        None => title(ui, &format!("{}: not possible in some rows", units.name)),
    }
    if let Some((file, import)) = &mut units.import {
        let was = import.clone();
        delimiter(ui, file, import, &units.columns, &units.titles);
        mapping(ui, import, &units.titles);
        if *import != was {
            units.refresh();
        }
    }
    ui.add_space(4.0);
    ui.strong(units.summary());
    let lines = units.lines();
    ui.add_space(2.0);
    part(ui, LIST, |ui| {
        let area = ScrollArea::both().id_salt("lines").auto_shrink(false);
        area.show_rows(ui, LINE, lines.len(), |ui, range| {
            for line in lines.get(range).unwrap_or_default() {
                ui.horizontal(|ui| {
                    ui.set_height(LINE);
                    shown(ui, line);
                });
            }
        });
    });
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        let take = units.button().filter(|name| ui.button(name).clicked());
        let take = take.map(|_| DialogAnswer::Units(units.name.clone(), Box::new(units.plan.clone())));
        take.or(ui.button("Cancel").clicked().then_some(DialogAnswer::Cancel))
    })
    .inner
}

/// Draws a part of the dialog with a fixed height, so that the dialog does not grow under the pointer.
fn part(ui: &mut Ui, height: f32, content: impl FnOnce(&mut Ui)) {
    ui.allocate_ui(egui::vec2(ui.available_width(), height), |ui| {
        ui.set_min_height(height);
        content(ui);
    });
}

fn shown(ui: &mut Ui, line: &UnitChangeLine) {
    match line {
        UnitChangeLine::Wrong(text, help) => {
            ui.colored_label(ui.visuals().error_fg_color, "!");
            ui.label(text);
            ui.weak(help);
        }
        UnitChangeLine::Comes(text) => {
            ui.strong("+");
            ui.label(text);
        }
        UnitChangeLine::Changes(text) => {
            ui.strong("~");
            ui.label(text);
        }
    }
}

/// Draws the choice of the separator, initially the detected one.
fn delimiter(ui: &mut Ui, file: &UnitFile, import: &mut Import, columns: &[Column], titles: &[String]) {
    let names = Delimiter::ALL.map(|delimiter| (delimiter, delimiter.name().to_owned()));
    let help = "Character between two cells of a row. It was detected. Choose another if the columns are wrong.";
    ui.horizontal(|ui| {
        ui.label(format!("{}.", counted(import.rows().len(), "row")));
        let Some(bytes) = &file.bytes else { return };
        let chosen = ui.scope(|ui| {
            ui.set_max_width(PARTED);
            field::choice(ui, "Separator", help, &import.sheet.delimiter, &names)
        });
        // A separator that makes the file unreadable causes a notice.
        if let Some(sheet) = chosen.inner.map(|delimiter| read(bytes, Some(delimiter))) {
            match sheet {
                Ok(sheet) => *import = Import { matching: import.matching, ..Import::new(sheet, columns, titles) },
                Err(why) => import.sheet.notices = vec![format!("With this separator {why}.")],
            }
        }
    });
}

/// Draws the mapping of columns to fields, and the treatment of existing units.
fn mapping(ui: &mut Ui, import: &mut Import, titles: &[String]) {
    for notice in &import.sheet.notices {
        ui.colored_label(ui.visuals().warn_fg_color, notice);
    }
    headings(ui, import);
    ui.horizontal(|ui| {
        ui.radio_value(&mut import.matching, Matching::ById, "Update units with the same id, add others");
        ui.radio_value(&mut import.matching, Matching::AllNew, "Add a unit for every row");
    });
    ui.add_space(4.0);
    let heads: Vec<(String, String)> = (0..import.mapping.len())
        .map(|at| (import.head(at), import.sample(at).unwrap_or_default().to_owned()))
        .collect();
    #[expect(clippy::cast_precision_loss, reason = "columns are few")]
    let height = (heads.len() as f32 + 1.0) * ROW;
    part(ui, height.min(MOST), |ui| {
        let area = ScrollArea::vertical().id_salt("mapping").auto_shrink(false);
        area.show(ui, |ui| fields(ui, import, titles, &heads));
    });
}

/// Draws the choice of the row with the headings; rows above it are skipped.
fn headings(ui: &mut Ui, import: &mut Import) {
    let name = |row: &Option<usize>| match row.and_then(|row| import.sheet.rows.get(row)) {
        Some(row) => format!("Line {}: {}", row.line, battlewright_schema::words::short(&row.cells.join(" "), 40)),
        None => "None".to_owned(),
    };
    let rows = (0..import.sheet.rows.len().min(HEAD_ROWS)).map(Some);
    let choices: Vec<(Option<usize>, String)> = [None].into_iter().chain(rows).map(|row| (row, name(&row))).collect();
    let help = "Row with the names of the columns. Rows above it, such as a title, are skipped.";
    ui.horizontal(|ui| {
        if let Some(row) = field::choice(ui, "Headings", help, &import.head_row, &choices) {
            import.head_row = row;
        }
    });
}

/// Draws a row for each column of the sheet.
fn fields(ui: &mut Ui, import: &mut Import, titles: &[String], heads: &[(String, String)]) {
    egui::Grid::new("mapping").num_columns(3).striped(true).spacing([14.0, 3.0]).show(ui, |ui| {
        for text in ["Column", "Field", "First value"] {
            ui.label(RichText::new(text).small().weak());
        }
        ui.end_row();
        for (at, (head, sample)) in heads.iter().enumerate() {
            let label = ui.label(battlewright_schema::words::short(head, 30));
            let now = import.mapping.get(at).copied().flatten();
            let text = now.and_then(|now| titles.get(now)).map_or("—", String::as_str);
            let mut next = None;
            let combo = ComboBox::from_id_salt(("column", at)).selected_text(text).width(170.0);
            let response = popup::list(combo, ui, |ui| {
                if ui.selectable_label(now.is_none(), "— (ignore)").clicked() {
                    next = Some(None);
                }
                for (column, title) in titles.iter().enumerate() {
                    if ui.selectable_label(now == Some(column), title).clicked() {
                        next = Some(Some(column));
                    }
                }
            });
            response.response.labelled_by(label.id);
            ui.weak(battlewright_schema::words::short(sample, 40));
            ui.end_row();
            if let Some(next) = next {
                // Each field comes from at most one column.
                import.mapping.iter_mut().filter(|other| next.is_some() && **other == next).for_each(|o| *o = None);
                if let Some(slot) = import.mapping.get_mut(at) {
                    *slot = next;
                }
            }
        }
    });
}
