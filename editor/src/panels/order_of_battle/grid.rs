//! The table of units. Only visible rows and columns are drawn.

use std::collections::BTreeMap;
use std::sync::Arc;

use battlewright_schema::Counter;
use egui::{Align2, CornerRadius, FontId, Rect, Sense, Stroke, StrokeKind, Ui, pos2, vec2};
use egui_table::{CellInfo, Column, HeaderCellInfo, HeaderRow, Table, TableDelegate, TableState};

use super::selection::TablePosition;
use super::sheet::UnitSheet;
use super::sums::SideSums;
use super::{OrderOfBattleState, cell, grid_id, head};
use crate::canvas::pen::ShapePainter as _;
use crate::canvas::{self, counters};
use crate::messages::act::Act;
use crate::messages::drag_payload::CounterDrag;
use crate::panels::PanelContext;

/// The height of a row in points.
pub(super) const HEIGHT: f32 = crate::theme::TARGET;
/// The egui id salt of the table.
const SALT: &str = "roster";
/// The maximum automatic width of a column in points.
const WIDEST: f32 = 230.0;
/// The width of the row symbol in points.
const SIGN: f32 = 34.0;
/// The greatest part of the width that frozen columns take.
const MOST_FROZEN: f32 = 0.62;
/// The height of the table, in points, from which on sums are shown unasked.
const ROOM_FOR_SUMS: f32 = 260.0;

/// Draws the table.
pub(super) fn ui(
    roster: &mut OrderOfBattleState,
    ui: &mut Ui,
    shown: &PanelContext<'_>,
    editable: bool,
    acts: &mut Vec<Act>,
) {
    let rect = ui.available_rect_before_wrap();
    let focus = ui.interact(rect, grid_id(), Sense::focusable_noninteractive());
    let rows = roster.order.len();
    focus.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Grid, true, format!("Order of battle, {rows} rows")));
    let sheet = roster.sheet.clone();
    let columns = roster.columns();
    ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
        node.set_role(egui::accesskit::Role::Table);
        node.set_label("Units");
        node.set_row_count(rows);
        node.set_column_count(columns.len());
    });
    // Column edges accept only the pointer. Otherwise the keyboard focus would stop at each of them.
    let state = TableState::id(ui, egui::IdSalt::new(SALT));
    let pressed = ui.input(|input| input.pointer.press_origin().is_some_and(|origin| rect.contains(origin)));
    let pointed = ui.rect_contains_pointer(rect) || pressed;
    let resizable = pointed || TableState::load(ui.ctx(), state).is_none();
    let wide = |column: &usize| {
        let head = sheet.heads.get(*column);
        let (key, width) = head.map_or(("", 90.0), |head| (head.key.as_str(), head.width));
        Column::new(width).range(40.0..=600.0).resizable(resizable).id(column_id(key))
    };
    let sign = Column::new(SIGN).resizable(false).id(egui::Id::unique("roster sign"));
    let all: Vec<Column> = std::iter::once(sign).chain(columns.iter().map(wide)).collect();
    let sticky = frozen(roster, &sheet, &columns, rect.width(), TableState::load(ui.ctx(), state).as_ref());
    let sums = sums_in(roster, shown, rect.height());
    let mut table = Table::new()
        .id_salt(SALT)
        .num_rows(rows.try_into().unwrap_or(u64::MAX))
        .columns(all)
        .num_sticky_cols(sticky)
        .headers(vec![HeaderRow::new(HEIGHT); 1 + sums.len()]);
    if std::mem::take(&mut roster.reveal) {
        if let Some(row) = roster.order.iter().position(|unit| *unit == roster.pick.cursor.unit) {
            table = table.scroll_to_row(row.try_into().unwrap_or(0), None);
        }
        let column = columns.iter().position(|column| *column == roster.pick.cursor.column);
        if let Some(column) = column.map(|at| at + 1).filter(|at| *at >= sticky) {
            table = table.scroll_to_column(column, None);
        }
    }
    let corner = corner(roster, &columns).filter(|_| editable);
    let wanted = BTreeMap::new();
    let mut drawn = OrderOfBattleDelegate { roster, sheet, columns, sums, shown, editable, acts, corner, rect, wanted };
    table.show(ui, &mut drawn);
    let OrderOfBattleDelegate { roster, sheet, wanted, .. } = drawn;
    widen(roster, ui, state, &sheet, &wanted);
    if !ui.input(|input| input.pointer.primary_down()) {
        roster.dragging = false;
    }
}

/// Returns the number of columns that stay in place: the symbol, and the columns up to the one of the names, or up to the one that
/// the user has frozen, if they leave room for others.
fn frozen(
    roster: &OrderOfBattleState,
    sheet: &UnitSheet,
    columns: &[usize],
    room: f32,
    state: Option<&TableState>,
) -> usize {
    let key = roster.frozen.as_deref().unwrap_or("name");
    let last = columns.iter().position(|column| sheet.heads.get(*column).is_some_and(|head| head.key == key));
    let Some(last) = last else { return 1 };
    let wide = |column: &usize| {
        let head = sheet.heads.get(*column)?;
        let now = state.and_then(|state| state.col_widths.get(&column_id(&head.key)).copied());
        Some(now.unwrap_or(head.width))
    };
    let frozen: f32 = SIGN + columns.iter().take(last + 1).filter_map(wide).sum::<f32>();
    if frozen <= room * MOST_FROZEN { last + 2 } else { 1 }
}

/// Returns the sums of the sides that are shown.
fn sums_in(roster: &mut OrderOfBattleState, shown: &PanelContext<'_>, height: f32) -> Arc<Vec<SideSums>> {
    if roster.summing.unwrap_or(height >= ROOM_FOR_SUMS) {
        return roster.side_sums(shown.common());
    }
    roster.summed = None;
    Arc::default()
}

fn column_id(key: &str) -> egui::Id {
    egui::Id::unique(("roster column", key))
}

/// Widens columns to fit their visible cells. A width set by the user remains.
fn widen(roster: &mut OrderOfBattleState, ui: &Ui, state: egui::Id, sheet: &UnitSheet, wanted: &BTreeMap<usize, f32>) {
    let Some(mut table) = TableState::load(ui.ctx(), state) else { return };
    let mut changed = false;
    for (column, wide) in wanted {
        let Some(head) = sheet.heads.get(*column) else { continue };
        let Some(now) = table.col_widths.get_mut(&column_id(&head.key)) else { continue };
        let given = roster.widths.entry(head.key.clone()).or_insert(*now);
        if *wide > *now && (*given - *now).abs() < 0.5 {
            (*given, *now) = (*wide, *wide);
            changed = true;
        }
    }
    if changed {
        table.store(ui.ctx(), state);
        ui.ctx().request_repaint();
    }
}

/// Returns the bottom right cell of the picked cells; `None` if whole rows are picked.
fn corner(roster: &OrderOfBattleState, columns: &[usize]) -> Option<TablePosition> {
    let column = roster.pick.columns(columns).last().copied().filter(|_| !roster.pick.whole)?;
    let unit = roster.order.iter().rev().find(|unit| roster.pick.units.contains(unit)).copied()?;
    Some(TablePosition { unit, column })
}

struct OrderOfBattleDelegate<'a, 's> {
    roster: &'a mut OrderOfBattleState,
    sheet: Arc<UnitSheet>,
    columns: Vec<usize>,
    /// The sums beneath the headings.
    sums: Arc<Vec<SideSums>>,
    shown: &'a PanelContext<'s>,
    editable: bool,
    acts: &'a mut Vec<Act>,
    /// The bottom right cell of the picked cells, with the fill handle.
    corner: Option<TablePosition>,
    rect: Rect,
    /// The widths required by the visible cells, by column.
    wanted: BTreeMap<usize, f32>,
}

impl TableDelegate for OrderOfBattleDelegate<'_, '_> {
    fn default_row_height(&self) -> f32 {
        HEIGHT
    }

    fn header_cell_ui(&mut self, ui: &mut Ui, info: &HeaderCellInfo) {
        let rect = ui.max_rect();
        ui.painter().rect_filled(rect, 0.0, ui.visuals().panel_fill);
        let line = ui.visuals().widgets.noninteractive.bg_stroke;
        ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, line);
        if let Some(sums) = info.row_nr.checked_sub(1) {
            self.sum(ui, rect, sums, info.col_range.start.checked_sub(1));
            return;
        }
        match info.col_range.start.checked_sub(1).and_then(|at| self.columns.get(at)) {
            Some(column) => head::ui(self.roster, ui, rect, *column),
            None => self.corner(ui, rect),
        }
    }

    fn row_ui(&mut self, ui: &mut Ui, row: u64) {
        let Some(unit) = self.unit(row) else { return };
        ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
            node.set_role(egui::accesskit::Role::Row);
            node.set_label(self.sheet.unit_name(unit));
            node.set_row_index(usize::try_from(row).unwrap_or(usize::MAX));
        });
        let visuals = ui.visuals();
        // Sticky columns are drawn separately, but the background of a row spans all columns.
        let row_rect = Rect::from_x_y_ranges(self.rect.x_range(), ui.max_rect().y_range()).intersect(self.rect);
        let fill = if self.roster.pick.units.contains(&unit) {
            visuals.selection.bg_fill.gamma_multiply(0.35)
        } else if ui.ctx().rect_contains_pointer(ui.layer_id(), row_rect) {
            visuals.widgets.hovered.weak_bg_fill.gamma_multiply(0.5)
        } else if row % 2 == 1 {
            visuals.faint_bg_color
        } else {
            return;
        };
        ui.painter().rect_filled(ui.max_rect(), CornerRadius::ZERO, fill);
    }

    fn cell_ui(&mut self, ui: &mut Ui, info: &CellInfo) {
        let Some(unit) = self.unit(info.row_nr) else { return };
        match info.col_nr.checked_sub(1).and_then(|at| self.columns.get(at)).copied() {
            Some(column) => self.cell(ui, TablePosition { unit, column }, info),
            None => self.sign(ui, unit),
        }
    }
}

impl OrderOfBattleDelegate<'_, '_> {
    fn unit(&self, row: u64) -> Option<usize> {
        self.roster.order.get(usize::try_from(row).ok()?).copied()
    }

    /// Draws the corner cell, which selects all units.
    fn corner(&mut self, ui: &mut Ui, rect: Rect) {
        let response = ui.interact(rect, ui.scope_id().with("corner"), Sense::click());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, "Select all units"));
        if response.on_hover_text("Select all visible units (Ctrl+A)").clicked() {
            self.roster.pick.all(&self.roster.order.clone());
            ui.memory_mut(|memory| memory.request_focus(grid_id()));
        }
    }

    /// Draws a cell of the sums of a side: the side's sign, its number of units beside it, or the sum of a column.
    fn sum(&self, ui: &mut Ui, rect: Rect, line: usize, at: Option<usize>) {
        let Some(sums) = self.sums.get(line) else { return };
        let color = ui.visuals().strong_text_color();
        let Some(at) = at else {
            let common = self.shown.common();
            if let Some(side) = common.sides().get(sums.side) {
                let sign = Rect::from_center_size(rect.center(), vec2(12.0, 12.0));
                let (fill, _) = self.shown.document.art().side_of(common, side.id);
                canvas::sides::sign(ui.painter(), sign, sums.side, fill);
            }
            return;
        };
        let sheet = &self.sheet;
        let Some((column, head)) = self.columns.get(at).and_then(|at| Some((*at, sheet.heads.get(*at)?))) else {
            return;
        };
        let sum = sums.sums.get(column).copied().flatten();
        let units = super::units(sums.units);
        let text = match sum {
            Some(sum) => sum.to_string(),
            None if at == 0 => format!("{}: {units}", sums.name),
            None => return,
        };
        let name = match sum {
            Some(_) => format!("Sum of {}, {}: {text}", head.title, sums.name),
            None => format!("Sums of {}, {units}", sums.name),
        };
        let response = ui.interact(rect, ui.scope_id().with(("sum", line, at)), Sense::hover());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Cell, true, &name));
        let (align, pos) = match sum {
            Some(_) => (Align2::RIGHT_CENTER, pos2(rect.right() - 10.0, rect.center().y)),
            None => (Align2::LEFT_CENTER, pos2(rect.left() + 6.0, rect.center().y)),
        };
        let clip = ui.painter().with_clip_rect(rect.shrink2(vec2(4.0, 0.0)).intersect(ui.clip_rect()));
        clip.text(pos, align, text, FontId::proportional(12.0), color);
        response.on_hover_text(name);
    }

    /// Draws the unit symbol before a row. A click picks the whole row; a drag moves the unit to the map.
    fn sign(&mut self, ui: &mut Ui, unit: usize) {
        let rect = ui.max_rect();
        let response = ui.interact(rect, ui.scope_id().with("sign"), Sense::CLICK | Sense::DRAG);
        let picked = self.roster.pick.units.contains(&unit);
        let name = format!("Unit {}", self.sheet.unit_name(unit));
        response.widget_info(|| egui::WidgetInfo::selected(egui::Role::RowHeader, true, picked, &name));
        let common = self.shown.common();
        if let Some(unit) = common.unit(unit) {
            let sign = Rect::from_center_size(rect.center(), vec2(18.0, 12.0));
            ui.painter().rect_filled(sign.expand(2.0), 2.0, self.shown.document.art().side_of(common, unit.side).0);
            ui.painter().draw(|shapes| counters::symbol(shapes, sign, canvas::symbol(unit.arm)));
        }
        if response.clicked() {
            let first = self.columns.first().copied().unwrap_or(0);
            self.click(ui, TablePosition { unit, column: first });
            self.roster.pick.whole = true;
        }
        if self.editable {
            if response.drag_started() {
                let counters = self.roster.lifted(Counter::Unit(unit));
                egui::DragAndDrop::set_payload(ui.ctx(), CounterDrag { counters });
            }
            let response = response.on_hover_cursor(egui::CursorIcon::Grab);
            response
                .on_hover_text("Click to select the row. Drag it onto the map or the turn track to place the unit.");
        }
    }

    fn cell(&mut self, ui: &mut Ui, spot: TablePosition, info: &CellInfo) {
        let rect = ui.max_rect();
        if self.roster.typing.is_some() && self.roster.pick.cursor == spot {
            return cell::ui(self.roster, ui, rect, self.shown, self.acts);
        }
        let response = ui.interact(rect, ui.scope_id().with("cell"), Sense::CLICK | Sense::DRAG);
        let (picked, cursor) = (self.roster.pick.has(spot), self.roster.pick.cursor == spot);
        let sheet = self.sheet.clone();
        response.widget_info(|| {
            let label = format!("{}: {}", sheet.name(spot.unit, spot.column), sheet.shown(spot.unit, spot.column));
            egui::WidgetInfo::selected(egui::Role::GridCell, true, picked, label)
        });
        ui.ctx().accesskit_node_builder(response.id, |node| {
            node.set_row_index(usize::try_from(info.row_nr).unwrap_or(usize::MAX));
            node.set_column_index(info.col_nr.saturating_sub(1));
        });
        let visuals = ui.visuals();
        if picked {
            ui.painter().rect_filled(rect, 0.0, visuals.selection.bg_fill.gamma_multiply(0.5));
        }
        let color = if picked { visuals.strong_text_color() } else { visuals.text_color() };
        let number = sheet.heads.get(spot.column).is_some_and(|head| head.number);
        let (align, at) = if number {
            (Align2::RIGHT_CENTER, pos2(rect.right() - 10.0, rect.center().y))
        } else {
            (Align2::LEFT_CENTER, pos2(rect.left() + 6.0, rect.center().y))
        };
        let text = sheet.shown(spot.unit, spot.column);
        // A cell shows only the first line of its text.
        let line = text.lines().next().unwrap_or_default();
        let clip = ui.painter().with_clip_rect(rect.shrink2(vec2(4.0, 0.0)).intersect(ui.clip_rect()));
        let painted = clip.text(at, align, line, FontId::proportional(13.0), color);
        let wanted = (painted.width() + 18.0).min(WIDEST);
        if ui.is_sizing_pass() {
            ui.set_min_width(wanted);
        }
        let widest = self.wanted.entry(spot.column).or_insert(wanted);
        *widest = widest.max(wanted);
        if cursor {
            let focus = ui.memory(|memory| memory.has_focus(grid_id()));
            let width = if focus { 2.0 } else { 1.0 };
            let stroke = Stroke::new(width, ui.visuals().selection.stroke.color);
            ui.painter().rect_stroke(rect.shrink(0.5), 0.0, stroke, StrokeKind::Inside);
        }
        self.pointer(ui, &response, spot);
        if self.corner == Some(spot) {
            self.handle(ui, rect);
        }
        if painted.width() > rect.width() - 8.0 || text.lines().nth(1).is_some() {
            response.on_hover_text(text);
        }
    }

    /// Picks cells by clicks and drags.
    fn pointer(&mut self, ui: &Ui, response: &egui::Response, spot: TablePosition) {
        if response.double_clicked() && self.editable {
            self.roster.pick.one(spot);
            cell::begin(self.roster, None);
        } else if response.clicked() {
            self.click(ui, spot);
        } else if response.drag_started() {
            self.click(ui, spot);
            self.roster.dragging = true;
        } else if self.roster.dragging && self.roster.pick.cursor != spot && ui.rect_contains_pointer(response.rect) {
            let order = self.roster.order.clone();
            self.roster.pick.to(spot, &order);
        }
    }

    fn click(&mut self, ui: &Ui, spot: TablePosition) {
        let modifiers = ui.input(|input| input.modifiers);
        let order = self.roster.order.clone();
        if modifiers.shift {
            self.roster.pick.to(spot, &order);
        } else if modifiers.command {
            self.roster.pick.toggle(spot);
        } else {
            self.roster.pick.one(spot);
        }
        self.roster.select(self.shown, self.acts);
        ui.memory_mut(|memory| memory.request_focus(grid_id()));
    }

    /// Draws the fill handle, which fills the rows below when dragged down.
    fn handle(&mut self, ui: &Ui, rect: Rect) {
        let grip = Rect::from_min_max(rect.max - vec2(8.0, 8.0), rect.max);
        let response = ui.interact(grip, grid_id().with("fill"), Sense::DRAG);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, "Fill handle"));
        let color = ui.visuals().selection.stroke.color;
        ui.painter().rect_filled(grip.shrink(1.0), 1.0, color);
        if let Some(pos) = response.interact_pointer_pos().filter(|_| response.dragged()) {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a range")]
            let rows = ((pos.y - rect.bottom()) / HEIGHT).ceil().clamp(0.0, 100_000.0) as usize;
            self.roster.filling = Some(rows);
            #[expect(clippy::cast_precision_loss, reason = "rows on the screen are few")]
            let below = Rect::from_min_size(rect.left_bottom(), vec2(rect.width(), rows as f32 * HEIGHT));
            let painter = ui.painter().with_clip_rect(self.rect);
            painter.rect_stroke(below, 0.0, Stroke::new(2.0, color), StrokeKind::Inside);
        }
        if response.drag_stopped()
            && let Some(rows) = self.roster.filling.take().filter(|rows| *rows > 0)
        {
            self.acts.extend(self.roster.fill_below(self.shown.scenario(), rows));
        }
        response.on_hover_cursor(egui::CursorIcon::Crosshair).on_hover_text("Drag down to fill the rows below");
    }
}
