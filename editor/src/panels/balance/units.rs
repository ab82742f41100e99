//! The statistics of all units, as a table with sortable columns.

use battlewright_schema::words::capital;
use std::sync::{Arc, Weak};

use battlewright_balance::{GroundPart, Report, UnitLine, number, percent};
use battlewright_engine::chronicle::Harm;
use egui::{Align2, CornerRadius, FontId, Rect, Sense, Ui, pos2};
use egui_table::{CellInfo, HeaderCellInfo, HeaderRow, Table, TableDelegate};

use super::{ask, side_color};
use crate::canvas::rows;
use crate::messages::act::Act;
use crate::model::balance::{BalanceAct as Do, Games};
use crate::panels::PanelContext;
use crate::widgets::icon;

/// The height of a row in points.
const HEIGHT: f32 = 21.0;

/// A table column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The heading.
    pub title: String,
    /// The tooltip of the heading.
    pub help: String,
}

/// The row of a unit, with a number for each column.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitFigures {
    /// The id of the unit.
    pub id: String,
    /// The name of the unit.
    pub name: String,
    /// The index of its side.
    pub side: usize,
    /// The cells: display text and sort key.
    pub cells: Vec<(String, f64)>,
}

/// The content of the unit table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UnitTable {
    /// The columns after the name column.
    pub columns: Vec<Column>,
    /// The rows in display order.
    pub rows: Vec<UnitFigures>,
}

type Figure = fn(&UnitLine) -> (String, f64);

/// Returns the columns for all systems: heading, tooltip and value.
fn common(ground: GroundPart) -> [(&'static str, &'static str, Figure); 7] {
    let went: (_, _, Figure) = match ground {
        GroundPart::Hex => ("Hexes", "Hexes entered per game.", |unit| count(unit.hexes)),
        GroundPart::SquareInch => ("Moves", "Moves per game.", |unit| count(unit.hexes)),
    };
    [
        ("Acts", "Games in which the unit moved or fought.", |unit| share(unit.acted.value)),
        went,
        ("Attacks", "Attacks and shots per game.", |unit| count(unit.attacks)),
        ("Attacked", "Attacks and shots received per game.", |unit| count(unit.attacked)),
        ("Kills", "Fights per game in which an enemy was eliminated.", |unit| count(unit.kills)),
        ("Lost", "Games in which the unit was eliminated.", |unit| share(unit.lost.value)),
        ("Left", "Games in which the unit left the map unharmed.", |unit| share(unit.left)),
    ]
}

fn share(share: f64) -> (String, f64) {
    (percent(share), share)
}

fn count(count: f64) -> (String, f64) {
    (number(count), count)
}

/// Returns the table for `report`, sorted by a column; `true` sorts in descending order.
pub(super) fn data(report: &Report, sort: Option<(usize, bool)>) -> UnitTable {
    let mut harms: Vec<&str> = Vec::new();
    for (name, _) in report.units.iter().flat_map(|unit| &unit.harms) {
        // Eliminated units have the column `Lost`.
        if !harms.contains(&name.as_str()) && *name != Harm::ELIMINATED.name {
            harms.push(name);
        }
    }
    let comes = report.units.iter().any(|unit| unit.arrival.is_some());
    let column = |title: &str, help: String| Column { title: title.to_owned(), help };
    let common = common(report.ground_part);
    let mut columns: Vec<Column> = common.iter().map(|(title, help, _)| column(title, (*help).to_owned())).collect();
    columns.extend(harms.iter().map(|name| column(&capital(name), format!("Times the unit was {name}, per game."))));
    if comes {
        columns.push(column("Arrival", "Average turn of arrival as a reinforcement.".to_owned()));
        columns.push(column("Late", "Games in which the unit arrived late.".to_owned()));
        columns.push(column("Never", "Games in which the unit never arrived.".to_owned()));
    }
    let row = |unit: &UnitLine| {
        let mut cells: Vec<(String, f64)> = common.iter().map(|(.., figure)| figure(unit)).collect();
        for harm in &harms {
            let times = unit.harms.iter().find(|(name, _)| name == harm).map_or(0.0, |(_, times)| *times);
            cells.push(count(times));
        }
        if comes {
            match &unit.arrival {
                Some(arrival) => {
                    let mean = arrival.mean.map_or_else(|| "never".to_owned(), number);
                    let words = format!("{mean} (due {})", arrival.due);
                    cells.push((words, arrival.mean.unwrap_or(f64::MAX)));
                    cells.extend([share(arrival.late), share(arrival.never)]);
                }
                None => cells.extend(vec![(String::new(), -1.0); 3]),
            }
        }
        UnitFigures { id: unit.id.clone(), name: unit.name.clone(), side: unit.side.index(), cells }
    };
    let mut rows: Vec<UnitFigures> = report.units.iter().map(row).collect();
    if let Some((column, down)) = sort {
        let number = |row: &UnitFigures| row.cells.get(column).map_or(0.0, |cell| cell.1);
        rows.sort_by(|a, b| {
            let order = number(a).total_cmp(&number(b));
            if down { order.reverse() } else { order }
        });
    }
    UnitTable { columns, rows }
}

/// A cached table with its cache key.
type CachedTable = (Weak<Games>, Option<(usize, bool)>, Arc<UnitTable>);

/// Returns the table of `games` from the cache. It is rebuilt after a change of the games or the sort order.
pub(super) fn sheet(ui: &Ui, games: &Arc<Games>, sort: Option<(usize, bool)>) -> Arc<UnitTable> {
    let key = egui::Id::unique("balance sheet");
    let of = Arc::downgrade(games);
    let made: Option<CachedTable> = ui.data(|data| data.get_temp(key));
    if let Some((.., sheet)) = made.filter(|(known, order, _)| known.ptr_eq(&of) && *order == sort) {
        return sheet;
    }
    let sheet = Arc::new(data(&games.report, sort));
    ui.data_mut(|data| data.insert_temp::<CachedTable>(key, (of, sort, sheet.clone())));
    sheet
}

/// Draws the table.
pub(super) fn ui(
    ui: &mut Ui,
    sheet: &UnitTable,
    sort: Option<(usize, bool)>,
    shown: &PanelContext<'_>,
    acts: &mut Vec<Act>,
) {
    let rect = ui.available_rect_before_wrap();
    ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
        node.set_role(egui::accesskit::Role::Table);
        node.set_label("Fate of the units");
        node.set_row_count(sheet.rows.len());
        node.set_column_count(sheet.columns.len() + 1);
    });
    let fixed = |width: f32, name: &str| {
        egui_table::Column::new(width).resizable(false).id(egui::Id::unique(("balance units", name)))
    };
    // The minimum width depends on the length of the heading.
    let wide = |column: &Column| {
        let letters = f32::from(u8::try_from(column.title.chars().count()).unwrap_or(u8::MAX));
        fixed((letters * 7.5 + 26.0).max(if column.title == "Arrival" { 96.0 } else { 66.0 }), &column.title)
    };
    let columns = std::iter::once(fixed(216.0, "name")).chain(sheet.columns.iter().map(wide)).collect::<Vec<_>>();
    let table = Table::new()
        .id_salt("balance units")
        .num_rows(sheet.rows.len().try_into().unwrap_or(u64::MAX))
        .columns(columns)
        .num_sticky_cols(usize::from(rect.width() > 420.0))
        .headers([HeaderRow::new(HEIGHT)]);
    table.show(ui, &mut UnitTableDelegate { sheet, sort, shown, acts, rect });
}

struct UnitTableDelegate<'a, 's> {
    sheet: &'a UnitTable,
    sort: Option<(usize, bool)>,
    shown: &'a PanelContext<'s>,
    acts: &'a mut Vec<Act>,
    rect: Rect,
}

impl UnitTableDelegate<'_, '_> {
    fn row(&self, row: u64) -> Option<&UnitFigures> {
        self.sheet.rows.get(usize::try_from(row).ok()?)
    }

    /// Draws the name of a unit as a button that selects it.
    fn name(&mut self, ui: &Ui, rect: Rect, row: u64) {
        let Some(unit) = self.row(row) else { return };
        let (name, id, side) = (unit.name.clone(), unit.id.clone(), unit.side);
        let response = ui.interact(rect, ui.scope_id().with("name"), Sense::click());
        let label = format!("Unit {name}");
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::RowHeader, true, &label));
        let sign = Rect::from_center_size(pos2(rect.left() + 10.0, rect.center().y), egui::vec2(9.0, 9.0));
        crate::canvas::sides::sign(ui.painter(), sign, side, side_color(ui, self.shown, side));
        let color = if response.hovered() || response.has_focus() {
            ui.visuals().strong_text_color()
        } else {
            ui.visuals().text_color()
        };
        let at = pos2(rect.left() + 20.0, rect.center().y);
        ui.painter().text(at, Align2::LEFT_CENTER, &name, FontId::proportional(13.0), color);
        if response.has_focus() {
            ui.painter().rect_stroke(rect.shrink(1.0), 2.0, ui.visuals().selection.stroke, egui::StrokeKind::Inside);
        }
        if response.on_hover_text(format!("{name} ({id}): select it")).clicked()
            && let Some(counter) = rows::counter_named(self.shown.common(), &id)
        {
            self.acts.push(Act::Select(rows::selection_of(counter)));
        }
    }
}

impl TableDelegate for UnitTableDelegate<'_, '_> {
    fn default_row_height(&self) -> f32 {
        HEIGHT
    }

    fn header_cell_ui(&mut self, ui: &mut Ui, info: &HeaderCellInfo) {
        let rect = ui.max_rect();
        ui.painter().rect_filled(rect, 0.0, ui.visuals().panel_fill);
        let line = ui.visuals().widgets.noninteractive.bg_stroke;
        ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, line);
        let font = FontId::proportional(11.5);
        let Some(at) = info.col_range.start.checked_sub(1) else {
            let color = ui.visuals().weak_text_color();
            let corner = pos2(rect.left() + 6.0, rect.center().y);
            ui.painter().text(corner, Align2::LEFT_CENTER, "Unit", font, color);
            return;
        };
        let Some(column) = self.sheet.columns.get(at) else { return };
        let response = ui.interact(rect, ui.scope_id().with(("head", at)), Sense::click());
        let down = self.sort.filter(|(sorted, _)| *sorted == at).map(|(_, down)| down);
        let sorted = match down {
            None => "",
            Some(false) => ", sorted ascending",
            Some(true) => ", sorted descending",
        };
        let name = format!("{}{sorted}", column.title);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ColumnHeader, true, &name));
        if response.hovered() || response.has_focus() {
            ui.painter().rect_filled(rect.shrink(1.0), 2.0, ui.visuals().widgets.hovered.weak_bg_fill);
        }
        let color = if down.is_some() { ui.visuals().strong_text_color() } else { ui.visuals().weak_text_color() };
        let corner = pos2(rect.right() - 16.0, rect.center().y);
        ui.painter().text(corner, Align2::RIGHT_CENTER, &column.title, font, color);
        if let Some(down) = down {
            icon::sort(ui.painter(), pos2(rect.right() - 8.0, rect.center().y), down, color);
        }
        if response.on_hover_text(format!("{} Click to sort by this column.", column.help)).clicked() {
            ask(self.acts, Do::Sort(at));
        }
    }

    fn row_ui(&mut self, ui: &mut Ui, row: u64) {
        let Some(unit) = self.row(row) else { return };
        ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
            node.set_role(egui::accesskit::Role::Row);
            node.set_label(unit.name.as_str());
            node.set_row_index(usize::try_from(row).unwrap_or(usize::MAX));
        });
        let row_rect = Rect::from_x_y_ranges(self.rect.x_range(), ui.max_rect().y_range()).intersect(self.rect);
        let fill = if ui.ctx().rect_contains_pointer(ui.layer_id(), row_rect) {
            ui.visuals().widgets.hovered.weak_bg_fill.gamma_multiply(0.5)
        } else if row % 2 == 1 {
            ui.visuals().faint_bg_color
        } else {
            return;
        };
        ui.painter().rect_filled(ui.max_rect(), CornerRadius::ZERO, fill);
    }

    fn cell_ui(&mut self, ui: &mut Ui, info: &CellInfo) {
        let rect = ui.max_rect();
        let Some(at) = info.col_nr.checked_sub(1) else { return self.name(ui, rect, info.row_nr) };
        let Some((unit, column)) = self.row(info.row_nr).zip(self.sheet.columns.get(at)) else { return };
        let Some((text, _)) = unit.cells.get(at) else { return };
        let response = ui.interact(rect, ui.scope_id().with("cell"), Sense::hover());
        let words = format!("{} of {}: {text}", column.title, unit.name);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Cell, true, &words));
        let end = pos2(rect.right() - 16.0, rect.center().y);
        let color = ui.visuals().text_color();
        ui.painter().text(end, Align2::RIGHT_CENTER, text, FontId::proportional(12.5), color);
    }
}
