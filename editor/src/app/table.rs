//! A table without hexes in the window: pan, zoom, and the pointer.

use std::sync::Arc;

use battlewright_schema::{Counter, Inches, Tabletop};
use egui::{Modifiers, Pos2, Rect, Response, Ui};

use crate::app::App;
use crate::canvas::heat;
use crate::canvas::table::{self, TableFrame, TableItem, TableLook, TableScene};
use crate::messages::act::Act;
use crate::model::place;
use crate::tools::TableContext;

/// Builds the context of tools on a table from fields of the [`App`] `$app`. A method would borrow the active tool as well, which
/// is called with the context.
macro_rules! table_context {
    ($app:ident, $view:expr, $frame:expr, $picked:expr, $modifiers:expr) => {
        TableContext {
            scenario: $app.document.scenario(),
            view: $view,
            frame: $frame,
            options: &$app.options,
            selection: $app.selection,
            picked: $picked,
            modifiers: $modifiers,
            position: match &$app.session {
                Some(session) if $app.tool.in_play() => session.position(),
                _ => $app.opening.position(),
            },
        }
    };
}

impl App {
    /// Returns the position and the scale of the table on the screen; `None` without a table.
    pub(super) fn table_frame(&self) -> Option<TableFrame> {
        let table = self.document.scenario().common().table()?;
        Some(TableFrame::new(table, &self.camera, self.canvas))
    }

    /// Cancels the work of the active tool. Returns `true` if there was any.
    pub(super) fn cancel_tool(&mut self) -> bool {
        self.hand.cancel() | self.table_hand.cancel()
    }

    /// Draws the table and handles pointer input on it.
    pub(super) fn table_map(&mut self, ui: &Ui, table: Tabletop, response: &Response, acts: &mut Vec<Act>) {
        let rect = self.canvas;
        if self.camera.radius <= 0.0 {
            self.camera = TableFrame::fit(table, rect);
            // The status line, which is drawn first, shows the scale in the next frame.
            ui.ctx().request_repaint();
        }
        let panning = self.move_camera(ui, response);
        self.camera.keep_within(table::bounds(table));
        let frame = TableFrame::new(table, &self.camera, rect);
        if self.session.is_none() && self.tool.in_play() {
            self.opening.refresh(&self.document);
        }
        if !panning {
            self.handle_table_input(ui, response, frame, acts);
        }
        let painter = ui.painter_at(rect);
        let look = TableLook {
            revision: self.document.revision(),
            art: Arc::clone(self.document.art()),
            dark: Self::dark(ui.ctx()),
        };
        let mut base = std::mem::take(&mut self.table_base);
        let scenario = self.document.scenario();
        let scene = match self.units_on_table() {
            Some(units) => TableScene { units: Some(units), lit: self.lit_on_table(), ..TableScene::default() },
            None => {
                TableScene { selected: self.selected_on_table(), wrong: self.wrong_on_table(), ..TableScene::default() }
            }
        };
        let scene = TableScene { hidden: self.hidden.clone(), ..scene };
        table::paint(&painter, &frame, scenario, &scene, &mut base, &look);
        drop(scene);
        self.table_base = base;
        if let Some(games) = self.shows_heat() {
            heat::paint_on_table(&painter, &frame, &games.report.fights);
            heat::legend(&painter, rect, &games.report.fights);
        }
        self.around_selected(&painter, &frame);
        self.lift(ui);
        self.carry_on_table(ui, &frame, acts);
        if self.tool_at_work()
            && let Some(view) = self.document.scenario().common().table_view()
        {
            let picked = self.picked();
            let context = table_context!(self, &view, frame, &picked, ui.input(|input| input.modifiers));
            self.describe_table(response, &context);
            self.table_hand.preview(&painter, &context);
        }
        self.paint_game_on_table(&painter, &frame);
        if self.plays_on_table() {
            self.describe_game_on_table(response, &frame);
            self.explain_on_table(ui, response, &frame);
        }
        if let Some(at) = self.table_cursor {
            let (pos, reach) = (frame.pos(at), 9.0);
            for (width, color) in [(3.0, egui::Color32::from_black_alpha(160)), (1.5, egui::Color32::WHITE)] {
                let stroke = egui::Stroke::new(width, color);
                painter.hline(pos.x - reach..=pos.x + reach, pos.y, stroke);
                painter.vline(pos.x, pos.y - reach..=pos.y + reach, stroke);
            }
        }
        self.table_menu(response, &frame, acts);
        if response.has_focus() {
            let stroke = egui::Stroke::new(2.0, ui.visuals().selection.stroke.color);
            painter.rect_stroke(rect, 0.0, stroke, egui::StrokeKind::Inside);
        }
    }

    /// Passes pointer and key input to the active tool.
    fn handle_table_input(&mut self, ui: &Ui, response: &Response, frame: TableFrame, acts: &mut Vec<Act>) {
        let (mut events, over) = self.gestures(ui, response);
        if over && self.tool_at_work() {
            ui.ctx().set_cursor_icon(self.table_hand.cursor());
        }
        events.extend(self.keys_on_table(ui, response, frame));
        if !self.tool_at_work() {
            self.handle_game_input(ui, response, &frame, events, acts);
            return;
        }
        if let Some(session) = &mut self.session {
            session.hover(None);
        }
        let picked = self.picked();
        let Some(view) = self.document.scenario().common().table_view() else { return };
        for (event, modifiers) in events {
            let context = table_context!(self, &view, frame, &picked, modifiers);
            self.table_hand.pointer(event, &context, acts);
        }
    }

    /// Returns the point of the table at `pos`, snapped as the tools snap.
    pub(super) fn snapped_on_table(&self, frame: &TableFrame, pos: Pos2, modifiers: Modifiers) -> Inches {
        let Some(view) = self.document.scenario().common().table_view() else { return frame.at(pos) };
        table_context!(self, &view, *frame, &[], modifiers).snapped(pos)
    }

    /// Returns the hint of the active tool on the table.
    pub(super) fn hint_on_table(&self, frame: TableFrame, modifiers: Modifiers) -> String {
        let picked = self.picked();
        let Some(view) = self.document.scenario().common().table_view() else { return String::new() };
        self.table_hand.hint(&table_context!(self, &view, frame, &picked, modifiers))
    }

    /// Returns what is selected on the table.
    fn selected_on_table(&self) -> Vec<TableItem> {
        let scenario = self.document.scenario();
        let Some(view) = scenario.common().table_view() else { return Vec::new() };
        let picked = self.picked();
        let units = picked.iter().filter_map(|counter| match counter {
            Counter::Unit(unit) => Some(TableItem::Unit(*unit)),
            Counter::Hq(_) => None,
        });
        let frame = TableFrame::new(view.table, &self.camera, Rect::ZERO);
        let context = table_context!(self, &view, frame, &picked, Modifiers::NONE);
        units.chain(context.selected_row().map(TableItem::Row)).collect()
    }

    /// Returns the points of the findings on the table.
    fn wrong_on_table(&self) -> Vec<Inches> {
        let scenario = self.document.scenario();
        let problems = self.document.problems().iter();
        problems.filter_map(|problem| place::point(scenario, &problem.finding.path)).collect()
    }
}
