//! The pane of the map or of the table: pan, zoom, pointer and keyboard.

mod cursor_keys;
pub(super) mod drag_and_drop;
pub(super) mod hex_cursor;
mod hex_menu;
mod play_tooltip;
mod pointer;
mod table;
mod table_cursor;
mod table_drops;
pub(super) mod table_menu;
pub(super) mod table_play;

use battlewright_engine::show::Piece;
use battlewright_export::draw::Density;
use battlewright_schema::{Cell, Counter};
use egui::{CursorIcon, Key, Modifiers, Painter, PointerButton, Pos2, Rect, Response, Sense, Ui};

use self::pointer::PointerState;
use crate::app::panes::Panes;
use crate::app::workspace::Workspace;
use crate::canvas::counters::CounterStyle;
use crate::canvas::pen::ShapePainter as _;
use crate::canvas::{self, Camera, CanvasScene, View, overlay};
use crate::messages::act::Act;
use crate::model::play as game;
use crate::panels::play::drawn_fire_line;
use crate::panels::scan::Mode;
use crate::tools::{PointerGesture, ToolContext};

impl Panes<'_> {
    /// Draws the map and handles pointer and keyboard input on it.
    pub(super) fn draw_map(&mut self, ui: &mut Ui) {
        if self.panels.is_tracing(self.workspace) {
            self.panels.scan.board(ui, &self.workspace.document, self.acts);
            return;
        }
        let rect = ui.available_rect_before_wrap();
        self.map.rect = rect;
        let response = ui.allocate_rect(rect, Sense::click_and_drag());
        let common = self.workspace.document.scenario().common();
        if let Some(table) = common.table() {
            self.table_map(ui, table, &response);
            return;
        }
        let Ok(grid) = common.grid() else {
            let text = "The map numbering is invalid. See the problems below.".to_owned();
            let color = ui.visuals().text_color();
            ui.painter().text(
                rect.center(),
                egui::Align2::CENTER_CENTER,
                text,
                egui::FontId::proportional(16.0),
                color,
            );
            return;
        };
        if self.map.camera.radius <= 0.0 {
            self.map.camera = Camera::fit(&grid, rect);
            // The status line, which is drawn first, shows the scale in the next frame.
            ui.ctx().request_repaint();
        }
        self.map.camera.density = Density(ui.pixels_per_point());
        let panning = self.move_camera(ui, &response);
        self.map.camera.keep(&grid);
        let view = self.map.camera.view(&grid, rect);
        self.workspace.refresh_position();
        self.describe(&response, &view);
        if !panning {
            self.handle_input(ui, &response, &view);
        }
        self.lift(ui);
        let painter = ui.painter_at(rect);
        self.paint_map(&painter, &view);
        if self.panels.scan.mode == Mode::Suggest {
            // The preview of suggested terrain is already painted.
        } else if self.workspace.tool_at_work() {
            let context = self.tool_context(&view, self.modifiers(ui.ctx()));
            self.input.hand.preview(&painter, &context);
            if self.input.hand.shows_counters() {
                self.counter_at_pointer(ui, &response, &view);
            }
        } else {
            self.ghost_at_pointer(ui, &response, &view);
            self.odds_at_pointer(ui, &response, &view);
        }
        if let Some(unread) = self.workspace.document.unread() {
            banner(&painter, rect, &unread.banner(), canvas::ink::WRONG);
        }
        if let Some(cell) = self.input.cursor {
            overlay::outline_in(&painter, &view, &[cell], egui::Color32::from_rgb(250, 250, 250));
            overlay::hover(&painter, &view, Some(cell));
        }
        self.carry(ui, &view);
        self.carry_piece(ui, &view);
        self.hex_menu(&response, &view);
        if response.has_focus() {
            let stroke = egui::Stroke::new(2.0, ui.visuals().selection.stroke.color);
            painter.rect_stroke(rect, 0.0, stroke, egui::StrokeKind::Inside);
        }
    }

    /// Paints the map, the scan below it, and what the tool paints below the counters.
    fn paint_map(&mut self, painter: &Painter, view: &View) {
        let Workspace { document, session, .. } = &*self.workspace;
        let playing = session.is_some();
        let scan = &mut self.panels.scan;
        let fade = if playing { 0.0 } else { scan.fade(document) };
        if fade > 0.0 {
            scan.paint(painter, view, document);
        }
        let context = self.workspace.tool_context(view, self.picked(), self.modifiers(painter.ctx()));
        let hand = self.input.hand.as_ref();
        let beneath = |painter: &Painter| hand.beneath(painter, &context);
        let scan = &self.panels.scan;
        let works = self.workspace.tool_at_work() && scan.mode != Mode::Suggest;
        let beneath = works.then_some(&beneath as &dyn Fn(&Painter));
        let dark = painter.ctx().theme() == egui::Theme::Dark;
        let scene = CanvasScene { fade, beneath, ..self.workspace.scene(hand, self.panels, dark) };
        let shown = canvas::base::BaseView {
            revision: document.revision(),
            lists: document.lists_revision(),
            camera: self.map.camera,
        };
        canvas::paint(painter, view, document.scenario(), &scene, &mut self.map.base, shown);
        let names = self.map.base.drawn_names().clone();
        if let Some(games) = self.panels.heat_map(self.workspace) {
            canvas::heat::legend(painter, self.map.rect, &games.report.fights);
        }
        if scan.mode == Mode::Suggest {
            scan.suggest.paint(painter, view, document.scenario());
        }
        if !playing {
            if let Some(notice) = scan.notice(document) {
                banner(painter, self.map.rect, &notice, egui::Color32::from_rgb(66, 72, 80));
            }
            self.workspace.region.paint(painter, view);
        }
        self.workspace.names = names;
    }

    /// Returns the context of the active tool.
    pub(super) fn tool_context<'a>(&'a self, view: &'a View, modifiers: Modifiers) -> ToolContext<'a> {
        self.workspace.tool_context(view, self.picked(), modifiers)
    }

    /// Returns the selected counters.
    fn picked(&self) -> Vec<Counter> {
        self.panels.roster.selected_counters(self.workspace.selection)
    }

    /// Pans and zooms the map. Returns `true` during a pan, which the tools ignore.
    pub(super) fn move_camera(&mut self, ui: &Ui, response: &Response) -> bool {
        if self.move_by_touch(ui, response) {
            return true;
        }
        let space = ui.input(|input| input.key_down(Key::Space)) && !ui.ctx().text_edit_focused();
        let pan = response.dragged_by(PointerButton::Middle) || (space && response.dragged_by(PointerButton::Primary));
        if pan {
            self.map.camera.pan(response.drag_delta());
            ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
        } else if space && response.hovered() {
            ui.ctx().set_cursor_icon(CursorIcon::Grab);
        }
        if let Some(pos) = response.hover_pos() {
            let (wheel, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
            let factor = pinch * (wheel / 340.0).exp();
            if (factor - 1.0).abs() > f32::EPSILON {
                self.map.zoom(self.workspace.document.scenario(), factor, pos);
            }
        }
        pan || space
    }

    /// Pans and zooms the map with two fingers, or with one during a game on hexes, in which nothing is dragged. Returns
    /// `true` while fingers do so.
    fn move_by_touch(&mut self, ui: &Ui, response: &Response) -> bool {
        let (two, one) = ui.input(|input| (input.multi_touch(), input.any_touches()));
        let two = two.filter(|two| response.interact_rect.contains(two.center_pos));
        let alone = !self.workspace.tool_at_work() && self.workspace.document.scenario().common().table().is_none();
        if two.is_none() && !(one && alone && response.dragged_by(PointerButton::Primary)) {
            return false;
        }
        // The first finger began as a click or a stroke.
        if std::mem::take(&mut self.input.map_down) {
            self.input.cancel_tool();
        }
        if let Some(two) = two {
            self.map.camera.pan(two.translation_delta);
            self.map.zoom(self.workspace.document.scenario(), two.zoom_delta, two.center_pos);
        } else {
            self.map.camera.pan(response.drag_delta());
        }
        true
    }

    /// Returns the pointer gestures of this frame on the map, and `true` if the pointer is over it.
    pub(super) fn gestures(&mut self, ui: &Ui, response: &Response) -> (Vec<(PointerGesture, Modifiers)>, bool) {
        // The resize handle of a panel overlaps the edge of the map.
        let over = response.contains_pointer() && (response.hovered() || response.is_pointer_button_down_on());
        let (events, now) = ui.input(|input| {
            let pointer = &input.pointer;
            let (pos, held) = (pointer.interact_pos(), pointer.primary_down());
            (input.raw.events.clone(), PointerState { pos, over, held, modifiers: input.modifiers })
        });
        let is_map = |pos| {
            let layer = ui.ctx().layer_id_at(pos);
            response.interact_rect.contains(pos) && layer.is_none_or(|layer| layer == response.layer_id)
        };
        let mut events = pointer::gestures(&events, &now, &mut self.input.map_down, is_map);
        self.input.ignore_still_mouse(ui, &mut events);
        if events.iter().any(|(pointer, _)| matches!(pointer, PointerGesture::Press(_))) {
            // A press on the map ends the input of text.
            self.input.text_focus.asked = None;
            ui.memory_mut(|memory| {
                if let Some(focused) = memory.focused() {
                    memory.surrender_focus(focused);
                }
            });
        }
        (events, over)
    }

    /// Passes pointer and key input to the tool or to the game.
    fn handle_input(&mut self, ui: &Ui, response: &Response, view: &View) {
        let (mut events, over) = self.gestures(ui, response);
        if over && self.workspace.tool_at_work() {
            ui.ctx().set_cursor_icon(self.input.hand.cursor());
        }
        events.extend(self.keys(ui, response, view));
        if !self.workspace.tool_at_work() {
            for (event, modifiers) in events {
                match event {
                    PointerGesture::Release(pos) => {
                        self.input.play_pointer.clicked = Some(pos);
                        let click = self.click(view, pos, modifiers);
                        self.acts.extend(click);
                    }
                    PointerGesture::Commit => self.acts.push(Act::Play(game::PlayAct::Commit)),
                    _ => {}
                }
            }
            return;
        }
        for (event, modifiers) in events {
            let picked = self.picked();
            let context = self.workspace.tool_context(view, picked, modifiers);
            match self.panels.scan.mode {
                Mode::Suggest => self.panels.scan.suggest.pointer(event, &context, self.acts),
                _ => self.input.hand.pointer(event, &context, self.acts),
            }
        }
    }

    /// Returns the act for a click at `pos` during a game. With Shift, a click on a counter picks its whole stack up; with Ctrl or Alt,
    /// those of its formation in the hex.
    fn click(&self, view: &View, pos: Pos2, modifiers: Modifiers) -> Option<Act> {
        let session = self.workspace.session.as_ref()?;
        let crowd = &session.seen().crowd;
        let piece = canvas::piece_at(&crowd.place(view, None), pos).and_then(|index| crowd.pieces.get(index));
        let cell = piece.and_then(|piece| piece.spot.cell()).or_else(|| view.cell_at(pos))?;
        let piece = piece.map(|piece| piece.id.clone());
        let part = match modifiers {
            Modifiers { shift: true, .. } => Some(game::StackPart::All),
            Modifiers { command: true, .. } | Modifiers { alt: true, .. } => Some(game::StackPart::Formation),
            _ => None,
        };
        Some(Act::Play(match (piece, part) {
            (Some(piece), Some(part)) => game::PlayAct::PickUp { piece, cell, part },
            (piece, _) => game::PlayAct::Click { piece, cell },
        }))
    }

    /// Shows both sides of the counter under the pointer, enlarged, when the pointer rests.
    fn counter_at_pointer(&self, ui: &Ui, response: &Response, view: &View) {
        let Some(pos) = response.hover_pos() else { return };
        if !ui.input(|input| input.pointer.is_still() && !input.pointer.any_down()) {
            return;
        }
        let common = self.workspace.document.scenario().common();
        let crowd = self.workspace.document.crowd();
        let Some(index) = canvas::piece_at(&crowd.place(view, None), pos) else { return };
        let (Some(piece), Some(counter)) = (crowd.pieces.get(index), crowd.counter(index)) else { return };
        let Some(unit) = common.counter(counter) else { return };
        let plain = canvas::sides::plain(ui.ctx());
        play_tooltip::tooltip(ui, response).show(|ui| {
            ui.strong(&piece.name);
            ui.weak(piece.formation.as_deref().unwrap_or_default());
            let down = unit.reverse().map(|face| Piece { face: face.clone(), ..piece.clone() });
            let faces: Vec<Piece> = std::iter::once(piece.clone()).chain(down).collect();
            ui.horizontal(|ui| {
                for face in &faces {
                    let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(64.0), Sense::hover());
                    let manner = CounterStyle { plain, ..crowd.uniforms.manner(face) };
                    ui.painter().draw(|shapes| canvas::counters::counter(shapes, rect.center(), 60.0, face, &manner));
                }
            });
        });
    }

    /// Shows the piece that a click would place under the pointer, with its remaining movement.
    fn ghost_at_pointer(&self, ui: &Ui, response: &Response, view: &View) {
        let (Some(session), Some(pos)) = (&self.workspace.session, response.hover_pos()) else { return };
        let Some(cell) = view.cell_at(pos) else { return };
        let Some((piece, movement)) = session.ghost_at(cell) else { return };
        let manner = CounterStyle {
            faint: true,
            plain: canvas::sides::plain(ui.ctx()),
            density: view.density(),
            ..self.workspace.uniforms(session).manner(piece)
        };
        let painter = ui.painter_at(self.map.rect);
        let (center, width) = (view.center(cell), view.radius() * canvas::counters::SIZE);
        painter.draw(|shapes| canvas::counters::counter(shapes, center, width, piece, &manner));
        let fires = session.fire_drawn_at(cell);
        let lines: Vec<(Cell, Cell)> = fires.iter().map(|fire| (fire.from, fire.cell)).collect();
        overlay::fire_lines(&painter, view, &lines);
        let mut below = center + egui::vec2(0.0, width * 0.5 + 4.0);
        let movement = movement.map(|movement| (movement.to_string(), egui::Color32::from_black_alpha(190)));
        let fire = drawn_fire_line(&fires).map(|line| (line, canvas::ink::WRONG.gamma_multiply(0.92)));
        for (text, color) in movement.into_iter().chain(fire) {
            let galley = painter.layout_no_wrap(text, egui::FontId::proportional(12.0), egui::Color32::WHITE);
            let rect = egui::Align2::CENTER_TOP.anchor_size(below, galley.size()).expand2(egui::vec2(5.0, 2.0));
            painter.rect_filled(rect, 4.0, color);
            painter.galley(rect.min + egui::vec2(5.0, 2.0), galley, egui::Color32::WHITE);
            below.y = rect.bottom() + 4.0;
        }
    }
}

/// Draws a banner at the top of the map.
fn banner(painter: &Painter, rect: Rect, text: &str, color: egui::Color32) {
    let galley = painter.layout_no_wrap(text.to_owned(), egui::FontId::proportional(14.0), egui::Color32::WHITE);
    let at = rect.center_top() + egui::vec2(0.0, 26.0);
    let back = Rect::from_center_size(at, galley.size() + egui::vec2(28.0, 14.0));
    painter.rect_filled(back, 6.0, color.gamma_multiply(0.92));
    painter.galley(at - galley.size() / 2.0, galley, egui::Color32::WHITE);
}
