//! A table as a grid with sticky headings, and buttons that add and remove rows and columns.

use crate::widgets::small_button;
use egui::accesskit::Role;
use egui::{Label, Rect, Response, RichText, ScrollArea, Sense, Ui, UiBuilder, Vec2, pos2, vec2};
use serde_json::Value;

use super::cell;
use super::{ChartGrid, ChartLine, columns, grid};
use super::{PanelContext, RulesTable, buttons, find};
use crate::messages::act::Act;
use crate::panels::form::{Form, published};
use crate::widgets::field;
use battlewright_schema::rule::{TableSet, stands_in_for};
use battlewright_schema::schema_json::Shape;
use battlewright_schema::{DocPath, words};

/// Draws a table with its commands above.
pub(super) fn ui(ui: &mut Ui, shown: &PanelContext<'_>, table: &RulesTable, editable: bool, acts: &mut Vec<Act>) {
    ui.add(Label::new(RichText::new(&table.help).strong()).wrap());
    ui.horizontal(|ui| {
        if editable {
            buttons(ui, shown, &table.path, acts);
        }
        if table.own {
            ui.weak("of this scenario");
        } else if !table.changed_by.is_empty() {
            ui.weak(format!("with changes of {}", table.changed_by.join(" and ")));
        } else if table.provenance.is_none() {
            ui.weak("as published");
        }
    });
    if let Some(provenance) = table.provenance.filter(|_| !table.own) {
        ui.add(Label::new(RichText::new(provenance).weak()).wrap());
    }
    let scenario = shown.scenario();
    let standing = stands_in_for(&table.path);
    let base = standing.as_ref().map_or(&table.path, |(_, base)| base);
    let original = published(scenario, base);
    let tables = scenario.system().published().get("tables");
    let printed = base.last_key().and_then(|key| tables?.get(key));
    let own = shown.scenario().get(&table.path).filter(|_| !table.named);
    let in_force = || match &standing {
        Some((name, _)) => scenario.with_tables(&TableSet::of(name)).rule_in_force(base),
        None => scenario.rule_in_force(base),
    };
    let in_force = if own.is_none() { in_force() } else { None };
    let Some(value) = own.as_ref().or(in_force.as_ref()) else { return };
    let Some(shape) = Shape::at(shown.scenario().system(), &table.path) else { return };
    let grid = grid(&table.path, shape, value);
    let drawn = RulesTableDelegate {
        shown,
        table,
        grid,
        value,
        original,
        printed,
        editable: editable && (table.own || table.named),
    };
    ScrollArea::both().id_salt("cells").auto_shrink(false).show(ui, |ui| {
        let mut heads = TableHeadings::default();
        let body = ui.scope(|ui| {
            describe_table(ui, table, &drawn.grid);
            egui::Grid::new("grid").spacing(vec2(4.0, 3.0)).show(ui, |ui| drawn.lines(ui, &mut heads, acts));
        });
        heads.scroll_to_cursor(ui, body.response.rect);
        if drawn.editable {
            ui.horizontal(|ui| drawn.adding(ui, acts));
        }
        drawn.notes(ui, shape, acts);
    });
}

/// Declares the following widgets as a table for screen readers.
fn describe_table(ui: &Ui, table: &RulesTable, grid: &ChartGrid) {
    let wide = grid.lines.iter().map(|line| line.cells.len()).max().unwrap_or(0);
    ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
        node.set_role(Role::Table);
        node.set_label(table.name.clone());
        node.set_row_count(grid.lines.len());
        node.set_column_count(wide);
    });
}

struct RulesTableDelegate<'a, 's> {
    shown: &'a PanelContext<'s>,
    table: &'a RulesTable,
    grid: ChartGrid,
    /// The current table and the one that it stands over.
    value: &'a Value,
    original: Option<&'a Value>,
    /// The published table.
    printed: Option<&'a Value>,
    editable: bool,
}

impl RulesTableDelegate<'_, '_> {
    fn lines(&self, ui: &mut Ui, heads: &mut TableHeadings, acts: &mut Vec<Act>) {
        if self.editable {
            self.remove_buttons(ui, acts);
        }
        if !self.grid.heads.is_empty() {
            ui.label("");
            for head in &self.grid.heads {
                let response = ui.label(RichText::new(&head.text).small().weak()).on_hover_text(&head.help);
                describe_cell(ui, &response, Role::ColumnHeader, &head.text);
                heads.above.push((response.rect, head.text.clone()));
            }
            ui.end_row();
        }
        for (row, line) in self.grid.lines.iter().enumerate() {
            let head = ui.label(RichText::new(&line.head.text).strong()).on_hover_text(&line.head.help);
            describe_cell(ui, &head, Role::RowHeader, &line.head.text);
            heads.before.push((head.rect, line.head.text.clone()));
            self.cells(ui, row, line, heads, acts);
            if let (true, Some(path)) = (self.editable && self.grid.lines.len() > 1, &line.row)
                && remove(ui, &format!("Remove row {}", row + 1))
            {
                acts.push(Act::edit("Remove row", crate::model::edit::Edit::Put(path.clone(), None)));
            }
            ui.end_row();
        }
    }

    fn cells(&self, ui: &mut Ui, row: usize, line: &ChartLine, heads: &mut TableHeadings, acts: &mut Vec<Act>) {
        for (column, cell) in line.cells.iter().enumerate() {
            let place = |row: Option<usize>| {
                let row = row.filter(|row| self.grid.lines.get(*row).is_some_and(|line| column < line.cells.len()))?;
                Some(egui::Id::unique(("cell", &self.table.name, row, column)))
            };
            let id = egui::Id::unique(("cell", &self.table.name, row, column));
            let value = find(self.value, &cell.path);
            let published = self.original.and_then(|original| find(original, &cell.path));
            let printed = self.printed.and_then(|printed| find(printed, &cell.path));
            let at = cell::CellContext {
                cell,
                value,
                published,
                change: (value != published || value != printed && !self.table.own).then(|| cell::CellChange {
                    printed,
                    by: if value == published { &self.table.changed_by } else { &[] },
                }),
                above: place(row.checked_sub(1)),
                below: place(Some(row + 1)),
                id,
                step: &format!("Change {} table", words::lower(&self.table.name)),
                named: self.table.named.then(|| self.shown.scenario()),
            };
            // Stable ids keep the Tab order when rows or columns are added or removed.
            let drawn = ui.scope_builder(UiBuilder::new().scope_id(id.with("scope")), |ui| {
                ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
                    node.set_role(Role::Cell);
                    node.set_label(cell.name.clone());
                    node.set_row_index(row);
                    node.set_column_index(column);
                });
                if !self.editable {
                    let is_asked = self.shown.writing == Some(&cell.path);
                    if cell::fixed(ui, &at, is_asked || is_pointed_at(ui, &cell.path)) {
                        ui.data_mut(|data| data.remove::<DocPath>(pointed()));
                    }
                    return;
                }
                mark(ui, at.change.is_some(), line.names);
                cell::ui(ui, self.shown, &at, acts);
            });
            if self.shown.writing == Some(&cell.path) {
                self.point_at(ui, drawn.response.rect, &cell.path, acts);
            }
            if line.names {
                let text = at.value.map_or_else(|| "·".to_owned(), super::in_words);
                heads.above.push((drawn.response.rect, text));
            }
        }
    }

    /// Gives the keyboard to the cell at `path`, which was drawn in `rect`. A cell that cannot be edited yet is outlined.
    fn point_at(&self, ui: &Ui, rect: Rect, path: &DocPath, acts: &mut Vec<Act>) {
        // A grid that is drawn for the first time is only measured.
        if ui.is_sizing_pass() {
            acts.push(Act::Write(path.clone()));
            return;
        }
        field::focus_within(ui, rect);
        // A margin keeps the cell clear of the sticky headings.
        ui.scroll_to_rect(rect.expand2(vec2(120.0, 70.0)), None);
        if !self.editable {
            ui.data_mut(|data| data.insert_temp(pointed(), path.clone()));
            acts.push(Act::Say("Press Change to edit this table in the scenario.".to_owned()));
        }
    }

    /// Draws a row of buttons that remove columns.
    fn remove_buttons(&self, ui: &mut Ui, acts: &mut Vec<Act>) {
        let Some(across) = self.grid.across.as_ref().filter(|across| across.wide > 1) else { return };
        ui.label("");
        for column in 0..across.wide {
            if remove(ui, &format!("Remove column {}", column + 1)) {
                acts.push(Act::edit("Remove column", columns::without(across, column)));
            }
        }
        ui.end_row();
    }

    /// Draws the texts about the table.
    fn notes(&self, ui: &mut Ui, shape: Shape, acts: &mut Vec<Act>) {
        let cells = || self.grid.notes.iter().flat_map(|line| &line.cells);
        if self.editable {
            let is_note = |name: &str| cells().any(|cell| cell.path.last_key() == Some(name));
            let others: Vec<&str> =
                shape.fields().iter().map(|field| field.name).filter(|name| !is_note(name)).collect();
            Form::new(self.shown, acts).fields(ui, &self.table.path, &others);
            return;
        }
        for text in cells().filter_map(|cell| find(self.value, &cell.path)).filter_map(Value::as_str) {
            ui.weak(text);
        }
    }

    /// Draws the buttons that add rows and columns.
    fn adding(&self, ui: &mut Ui, acts: &mut Vec<Act>) {
        if let Some((list, item)) = &self.grid.list
            && ui.add(small_button("Add row")).clicked()
        {
            let at = list.clone().index(self.grid.lines.len());
            let row = Form::new(self.shown, acts).blank(&at, *item);
            acts.push(Act::edit("Add row", crate::model::edit::Edit::Put(at, Some(row))));
        }
        if let Some(across) = self.grid.across.as_ref().filter(|across| across.has_room()) {
            let button = ui.add(small_button("Add column")).on_hover_text("Add a column like the last one");
            if button.clicked() {
                acts.push(Act::edit("Add column", columns::with_another(across, self.value)));
            }
        }
    }
}

/// The key of the path of the cell that was pointed at last.
fn pointed() -> egui::Id {
    egui::Id::unique("cell that was pointed at")
}

/// Returns `true` if the cell at `path` was pointed at, and no other since.
fn is_pointed_at(ui: &Ui, path: &DocPath) -> bool {
    ui.data(|data| data.get_temp::<DocPath>(pointed())).is_some_and(|last| last == *path)
}

/// Draws a small Remove button. Returns `true` if it was clicked.
fn remove(ui: &mut Ui, name: &str) -> bool {
    ui.add(small_button("×")).on_hover_text(name).accessible_name(name).clicked()
}

/// Sets the role and label of `response` for screen readers.
fn describe_cell(ui: &Ui, response: &Response, role: Role, text: &str) {
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_role(role);
        node.set_label(text);
    });
}

/// The headings above the columns and before the rows, with their rectangles.
#[derive(Default)]
struct TableHeadings {
    above: Vec<(Rect, String)>,
    before: Vec<(Rect, String)>,
}

impl TableHeadings {
    /// Repaints scrolled-out headings at the edge of a table with the rectangle `body`.
    fn scroll_to_cursor(&self, ui: &Ui, body: Rect) {
        let sight = ui.clip_rect().intersect(body);
        let bounds = |heads: &[(Rect, String)]| heads.iter().fold(Rect::NOTHING, |all, (rect, _)| all.union(*rect));
        let (above, before) = (bounds(&self.above), bounds(&self.before));
        let down = ui.clip_rect().top() - above.top();
        if !self.above.is_empty() && down > 0.0 && above.height() * 2.0 < sight.height() {
            let band = Rect::from_min_max(sight.min, pos2(sight.right(), sight.top() + above.height() + 4.0));
            paint(ui, band, "above", &self.above, vec2(0.0, down));
        }
        let right = ui.clip_rect().left() - before.left();
        if !self.before.is_empty() && right > 0.0 && before.width() * 2.0 < sight.width() {
            let band = Rect::from_min_max(sight.min, pos2(sight.left() + before.width() + 6.0, sight.bottom()));
            paint(ui, band, "before", &self.before, vec2(right, 0.0));
        }
    }
}

fn paint(ui: &Ui, band: Rect, name: &str, heads: &[(Rect, String)], by: Vec2) {
    // Blocks clicks on the widgets beneath.
    ui.interact(band, ui.scope_id().with(("heads", name)), Sense::CLICK);
    let painter = ui.painter().with_clip_rect(band);
    painter.rect_filled(band, 0.0, ui.visuals().panel_fill);
    let edge = ui.visuals().widgets.noninteractive.bg_stroke;
    if by.y > 0.0 {
        painter.hline(band.x_range(), band.bottom() - 0.5, edge);
    } else {
        painter.vline(band.right() - 0.5, band.y_range(), edge);
    }
    let font = egui::TextStyle::Small.resolve(ui.style());
    for (rect, text) in heads {
        let at = rect.translate(by).left_center();
        painter.text(at, egui::Align2::LEFT_CENTER, text, font.clone(), ui.visuals().text_color());
    }
}

/// Sets the background color of cells that differ from the published values.
fn mark(ui: &mut Ui, changed: bool, names: bool) {
    let visuals = ui.visuals_mut();
    if changed {
        let ground = visuals.selection.bg_fill;
        visuals.widgets.inactive.weak_bg_fill = ground;
        visuals.widgets.inactive.bg_fill = ground;
        visuals.text_edit_bg_color = Some(ground);
    } else if names {
        visuals.text_edit_bg_color = Some(visuals.faint_bg_color);
    }
}
