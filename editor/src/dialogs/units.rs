//! The preview of pasted or imported units, before anything changes.

use std::sync::Arc;

use battlewright_schema::Scenario;
use battlewright_schema::table::{
    Column, Delimiter, Import, Matching, PlannedRow, Problem, RowTarget, TablePlan, columns, read,
};
use egui::{ComboBox, RichText, ScrollArea, Ui};

use super::{DialogAnswer, title};
use crate::panels::field;
use crate::panels::popup;
use crate::panels::status::counted;

/// The height of a line of the list, and of the list.
const LINE: f32 = 18.0;
const LIST: f32 = 220.0;
/// The height of a row of the mapping, and of all of it at most.
const ROW: f32 = 26.0;
const MOST: f32 = 300.0;
/// The width of the choice of what parts the cells.
const PARTED: f32 = 260.0;

/// Cells that are about to become units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitsDialog {
    /// The name of the step.
    name: String,
    before: Arc<Scenario>,
    columns: Vec<Column>,
    /// The names of the columns on the screen.
    titles: Vec<String>,
    /// The place where the sheet is from and what it says, if whole rows are imported.
    import: Option<(UnitFile, Import)>,
    /// The outcome.
    plan: TablePlan,
}

/// A file that is imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitFile {
    /// Its name.
    pub name: String,
    /// The content, if it is text that can be read in another way.
    pub bytes: Option<Arc<[u8]>>,
}

/// A line of the list of what would be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnitChangeLine {
    /// Something wrong, and what would be right.
    Wrong(String, String),
    /// A unit that comes.
    Comes(String),
    /// A unit that changes.
    Changes(String),
}

impl UnitsDialog {
    /// The sheet of a file, to be imported; `titles` are what the columns are called on the screen.
    pub fn import(file: UnitFile, scenario: &Scenario, import: Import, titles: Vec<String>) -> Self {
        let columns = columns(scenario.system());
        let plan = import.plan(scenario, &columns);
        let before = Arc::new(scenario.clone());
        let name = "Import units".to_owned();
        Self { name, before, columns, titles, import: Some((file, import)), plan }
    }

    /// Cells of which some cannot be taken.
    pub fn cells(name: &str, scenario: &Scenario, plan: TablePlan, titles: Vec<String>) -> Self {
        let before = Arc::new(scenario.clone());
        Self { name: name.to_owned(), before, columns: columns(scenario.system()), titles, import: None, plan }
    }

    /// The outcome.
    pub fn plan(&self) -> &TablePlan {
        &self.plan
    }

    /// The import, if it is of whole rows.
    pub fn sheet(&self) -> Option<&Import> {
        self.import.as_ref().map(|(_, import)| import)
    }

    /// The words of the button that does it; none if there is nothing to do.
    pub fn button(&self) -> Option<String> {
        let count = crate::panels::order_of_battle::units(self.plan.rows.len());
        match (self.plan.rows.is_empty(), self.plan.problems.is_empty()) {
            (true, _) => None,
            (false, true) => Some(format!("Import {count}")),
            (false, false) => Some(format!("Import valid rows ({count})")),
        }
    }

    /// The outcome in a sentence.
    pub fn summary(&self) -> String {
        let units = crate::panels::order_of_battle::units;
        let mut parts = Vec::new();
        if self.plan.added() > 0 {
            parts.push(format!("{} will be added", units(self.plan.added())));
        }
        if self.plan.changed() > 0 {
            parts.push(format!("{} will change", units(self.plan.changed())));
        }
        match self.plan.left {
            0 => {}
            1 => parts.push("1 unit is unchanged".to_owned()),
            left => parts.push(format!("{} are unchanged", units(left))),
        }
        match self.plan.lines_with_problems() {
            0 => {}
            1 => parts.push("1 line has an error".to_owned()),
            lines => parts.push(format!("{lines} lines have errors")),
        }
        if parts.is_empty() {
            "The file contains nothing to import.".to_owned()
        } else {
            format!("{}.", parts.join(", "))
        }
    }

    /// Everything that is wrong, then everything that would be done.
    pub fn lines(&self) -> Vec<UnitChangeLine> {
        let wrong = self.plan.problems.iter().map(|problem| self.wrong(problem));
        wrong.chain(self.plan.rows.iter().map(|row| self.done(row))).collect()
    }

    fn title(&self, column: usize) -> String {
        let own = || self.columns.get(column).map(Column::key);
        self.titles.get(column).cloned().or_else(own).unwrap_or_default()
    }

    fn wrong(&self, problem: &Problem) -> UnitChangeLine {
        let line = if self.import.is_some() { "Line" } else { "Row" };
        let column = problem.column.map_or_else(String::new, |column| format!(", {}", self.title(column)));
        let text = format!("{line} {}{column}: {}.", problem.line, problem.message);
        UnitChangeLine::Wrong(text, format!("Expected {}.", problem.help.trim_end_matches('.')))
    }

    fn done(&self, row: &PlannedRow) -> UnitChangeLine {
        let word = |key: &str| row.row.get(key).and_then(serde_json::Value::as_str).unwrap_or_default();
        match row.target {
            RowTarget::New => {
                let cells = row.cells.iter().filter(|cell| !["id", "name"].contains(&self.key(cell.column).as_str()));
                let cells: Vec<&str> = cells.map(|cell| cell.after.as_str()).collect();
                UnitChangeLine::Comes(format!("{}  {}  ({})", word("name"), cells.join("  "), word("id")))
            }
            RowTarget::Unit(_) => {
                let cells = row.cells.iter().map(|cell| {
                    let shown = |text: &str| if text.is_empty() { "nothing".to_owned() } else { text.to_owned() };
                    format!("{} {} becomes {}", self.title(cell.column), shown(&cell.before), shown(&cell.after))
                });
                UnitChangeLine::Changes(format!("{}: {}", word("name"), cells.collect::<Vec<_>>().join(", ")))
            }
        }
    }

    fn key(&self, column: usize) -> String {
        self.columns.get(column).map(Column::key).unwrap_or_default()
    }

    /// Plans anew after the mapping has changed.
    fn refresh(&mut self) {
        if let Some((_, import)) = &self.import {
            self.plan = import.plan(&self.before, &self.columns);
        }
    }
}

/// Draws the window.
pub(super) fn ui(ui: &mut Ui, units: &mut UnitsDialog) -> Option<DialogAnswer> {
    match &units.import {
        Some((file, _)) => title(ui, &format!("Import units from {}", file.name)),
        None if units.plan.rows.is_empty() => title(ui, "Import not possible"),
        None => title(ui, "Some rows cannot be imported"),
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

/// A part of the window that has its height from the start: a window that grows bit by bit moves
/// away under the pointer.
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

/// The character that parts the cells: found out, and chosen where that went wrong.
fn delimiter(ui: &mut Ui, file: &UnitFile, import: &mut Import, columns: &[Column], titles: &[String]) {
    let names = Delimiter::ALL.map(|delimiter| (delimiter, delimiter.name().to_owned()));
    let help = "Character between two cells of a row. It was detected. Choose another if the columns are wrong.";
    ui.horizontal(|ui| {
        let rows = import.sheet.rows.len().saturating_sub(usize::from(import.headed));
        ui.label(format!("{}.", counted(rows, "row")));
        let Some(bytes) = &file.bytes else { return };
        let chosen = ui.scope(|ui| {
            ui.set_max_width(PARTED);
            field::choice(ui, "Separator", help, &import.sheet.delimiter, &names)
        });
        // What could be read once can be read in another way, or says why not.
        if let Some(sheet) = chosen.inner.map(|delimiter| read(bytes, Some(delimiter))) {
            match sheet {
                Ok(sheet) => *import = Import { matching: import.matching, ..Import::new(sheet, columns, titles) },
                Err(why) => import.sheet.notices = vec![format!("With this separator {why}.")],
            }
        }
    });
}

/// The fields of columns, and the units of rows.
fn mapping(ui: &mut Ui, import: &mut Import, titles: &[String]) {
    for notice in &import.sheet.notices {
        ui.colored_label(ui.visuals().warn_fg_color, notice);
    }
    ui.checkbox(&mut import.headed, "First row contains headings");
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

/// A line for each column of the sheet.
fn fields(ui: &mut Ui, import: &mut Import, titles: &[String], heads: &[(String, String)]) {
    egui::Grid::new("mapping").num_columns(3).striped(true).spacing([14.0, 3.0]).show(ui, |ui| {
        for text in ["Column", "Field", "First value"] {
            ui.label(RichText::new(text).small().weak());
        }
        ui.end_row();
        for (at, (head, sample)) in heads.iter().enumerate() {
            let label = ui.label(crate::panels::form::words::short(head, 30));
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
            ui.weak(crate::panels::form::words::short(sample, 40));
            ui.end_row();
            if let Some(next) = next {
                // A field comes from one column.
                import.mapping.iter_mut().filter(|other| next.is_some() && **other == next).for_each(|o| *o = None);
                if let Some(slot) = import.mapping.get_mut(at) {
                    *slot = next;
                }
            }
        }
    });
}
