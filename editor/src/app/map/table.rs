//! A table without hexes in the window: pan, zoom, and the pointer.

use std::sync::Arc;

use battlewright_schema::{Counter, Inches, Tabletop};
use egui::{Modifiers, Rect, Response, Ui};

use crate::app::map::table_play::{lit_on_table, units_on_table};
use crate::app::panes::Panes;
use crate::canvas::heat;
use crate::canvas::table::{self, TableFrame, TableItem, TableLook, TableScene};
use crate::model::play::Session;
use crate::model::{advice, place};

impl Panes<'_> {
    /// Draws the table and handles pointer input on it.
    pub(super) fn table_map(&mut self, ui: &Ui, table: Tabletop, response: &Response) {
        let rect = self.map.rect;
        if self.map.camera.radius <= 0.0 {
            self.map.camera = TableFrame::fit(table, rect);
            // The status line, which is drawn first, shows the scale in the next frame.
            ui.ctx().request_repaint();
        }
        let panning = self.move_camera(ui, response);
        self.map.camera.keep_within(table::bounds(table));
        let frame = TableFrame::new(table, &self.map.camera, rect);
        self.workspace.refresh_position();
        if !panning {
            self.handle_table_input(ui, response, frame);
        }
        let painter = ui.painter_at(rect);
        let look = TableLook {
            revision: self.workspace.document.revision(),
            art: Arc::clone(self.workspace.document.art()),
            dark: ui.ctx().theme() == egui::Theme::Dark,
        };
        let scenario = self.workspace.document.scenario();
        let scene = match units_on_table(self.workspace) {
            Some(units) => {
                let advice = self.workspace.session.as_ref().map_or_else(Vec::new, Session::mission_arrows);
                TableScene { units: Some(units), lit: lit_on_table(self.workspace), advice, ..TableScene::default() }
            }
            None => {
                let advice = advice::arrows(scenario, self.workspace.selection);
                let (selected, wrong) = (self.selected_on_table(), self.wrong_on_table());
                let lit = self.workspace.rule_light.units.clone();
                TableScene { selected, wrong, advice, lit, ..TableScene::default() }
            }
        };
        let scene = TableScene { hidden: self.workspace.hidden.clone(), ..scene };
        table::paint(&painter, &frame, scenario, &scene, &mut self.map.table_base, &look);
        if let Some(games) = self.panels.heat_map(self.workspace) {
            heat::paint_on_table(&painter, &frame, &games.report.fights);
            heat::legend(&painter, rect, &games.report.fights);
        }
        self.around_selected(&painter, &frame);
        self.lift(ui);
        self.carry_on_table(ui, &frame);
        if self.workspace.tool_at_work()
            && let Some(view) = self.workspace.document.scenario().common().table_view()
        {
            let picked = self.picked();
            let context = self.workspace.table_context(&view, frame, &picked, ui.input(|input| input.modifiers));
            self.describe_table(response, &context);
            self.input.table_hand.preview(&painter, &context);
        }
        self.paint_game_on_table(&painter, &frame);
        if self.plays_on_table() {
            self.describe_game_on_table(response, &frame);
            self.explain_on_table(ui, response, &frame);
        }
        if let Some(at) = self.input.table_cursor {
            let (pos, reach) = (frame.pos(at), 9.0);
            for (width, color) in [(3.0, egui::Color32::from_black_alpha(160)), (1.5, egui::Color32::WHITE)] {
                let stroke = egui::Stroke::new(width, color);
                painter.hline(pos.x - reach..=pos.x + reach, pos.y, stroke);
                painter.vline(pos.x, pos.y - reach..=pos.y + reach, stroke);
            }
        }
        self.table_menu(response, &frame);
        if response.has_focus() {
            let stroke = egui::Stroke::new(2.0, ui.visuals().selection.stroke.color);
            painter.rect_stroke(rect, 0.0, stroke, egui::StrokeKind::Inside);
        }
    }

    /// Passes pointer and key input to the active tool.
    fn handle_table_input(&mut self, ui: &Ui, response: &Response, frame: TableFrame) {
        let (mut events, over) = self.gestures(ui, response);
        if over && self.workspace.tool_at_work() {
            ui.ctx().set_cursor_icon(self.input.table_hand.cursor());
        }
        events.extend(self.keys_on_table(ui, response, frame));
        if !self.workspace.tool_at_work() {
            self.handle_game_input(ui, response, &frame, events);
            return;
        }
        if let Some(session) = &mut self.workspace.session {
            session.hover(None);
        }
        let picked = self.picked();
        let Some(view) = self.workspace.document.scenario().common().table_view() else { return };
        for (event, modifiers) in events {
            let context = self.workspace.table_context(&view, frame, &picked, modifiers);
            self.input.table_hand.pointer(event, &context, self.acts);
        }
    }

    /// Returns what is selected on the table.
    fn selected_on_table(&self) -> Vec<TableItem> {
        let scenario = self.workspace.document.scenario();
        let Some(view) = scenario.common().table_view() else { return Vec::new() };
        let picked = self.picked();
        let units = picked.iter().filter_map(|counter| match counter {
            Counter::Unit(unit) => Some(TableItem::Unit(*unit)),
            Counter::Hq(_) => None,
        });
        let frame = TableFrame::new(view.table, &self.map.camera, Rect::ZERO);
        let context = self.workspace.table_context(&view, frame, &picked, Modifiers::NONE);
        units.chain(context.selected_row().map(TableItem::Row)).collect()
    }

    /// Returns the points of the findings on the table.
    fn wrong_on_table(&self) -> Vec<Inches> {
        let scenario = self.workspace.document.scenario();
        let problems = self.workspace.document.problems().iter();
        problems.filter_map(|problem| place::point(scenario, &problem.finding.path)).collect()
    }
}
