//! The map in the window: pan, zoom, pointer and keyboard.

use std::borrow::Cow;
use std::sync::Arc;

use battlewright_engine::show::Piece;
use battlewright_export::draw::Density;
use battlewright_schema::Cell;
use egui::{CursorIcon, Key, Modifiers, PointerButton, Pos2, Rect, Response, Sense, Ui};

use crate::app::App;
use crate::app::pointer::{self, PointerState};
use crate::canvas::counters::CounterStyle;
use crate::canvas::pen::ShapePainter as _;
use crate::canvas::{self, Camera, CanvasScene, CounterColors, View, overlay};
use crate::messages::act::Act;
use crate::model::play as game;
use crate::panels::play::drawn_fire_line;
use crate::panels::scan::Mode;
use crate::tools::{PaintLayer, PointerGesture, ToolContext};

/// Builds the context of tools from fields of the [`App`] `$app`. A method would borrow the active tool as well, which
/// is called with the context.
macro_rules! tool_context {
    ($app:ident, $view:expr, $modifiers:expr) => {
        ToolContext {
            scenario: $app.document.scenario(),
            crowd: $app.document.crowd(),
            sites: $app.document.sites(),
            view: $view,
            options: &$app.options,
            selection: $app.selection,
            picked: $app.picked(),
            region: &$app.region,
            revision: $app.document.revision(),
            levels: $app.levels,
            modifiers: $modifiers,
            position: match &$app.session {
                // A game is consulted only for tools that need it, since its fingerprint is slow to compute.
                Some(session) if $app.tool.in_play() => session.position(),
                _ => $app.opening.position(),
            },
        }
    };
}

impl App {
    /// Draws the map and handles pointer and keyboard input on it.
    pub(super) fn map(&mut self, ui: &mut Ui, acts: &mut Vec<Act>) {
        if self.is_tracing() {
            self.scan.board(ui, &self.document, acts);
            return;
        }
        let rect = ui.available_rect_before_wrap();
        self.canvas = rect;
        let response = ui.allocate_rect(rect, Sense::click_and_drag());
        let common = self.document.scenario().common();
        if let Some(table) = common.table() {
            self.table_map(ui, table, &response, acts);
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
        if self.camera.radius <= 0.0 {
            self.camera = Camera::fit(&grid, rect);
            // The status line, which is drawn first, shows the scale in the next frame.
            ui.ctx().request_repaint();
        }
        self.camera.density = Density(ui.pixels_per_point());
        let panning = self.move_camera(ui, &response);
        self.camera.keep(&grid);
        let view = self.camera.view(&grid, rect);
        if self.session.is_none() && self.tool.in_play() {
            self.opening.refresh(&self.document);
        }
        self.describe(&response, &view);
        if !panning {
            self.handle_input(ui, &response, &view, acts);
        }
        self.lift(ui);
        let painter = ui.painter_at(rect);
        let mut base = std::mem::take(&mut self.base);
        let shown = canvas::base::BaseView {
            revision: self.document.revision(),
            lists: self.document.lists_revision(),
            camera: self.camera,
        };
        let mut scan = std::mem::take(&mut self.scan);
        let fade = if self.session.is_none() { scan.fade(&self.document) } else { 0.0 };
        if fade > 0.0 {
            scan.paint(&painter, &view, &self.document);
        }
        let context = self.tool_context(&view, self.modifiers(ui));
        let beneath = |painter: &egui::Painter| self.hand.beneath(painter, &context);
        let works = self.tool_at_work() && scan.mode != Mode::Suggest;
        let beneath = works.then_some(&beneath as &dyn Fn(&egui::Painter));
        let scene = CanvasScene { fade, beneath, ..self.scene(ui) };
        canvas::paint(&painter, &view, self.document.scenario(), &scene, &mut base, shown);
        drop(scene);
        self.base = base;
        if let Some(games) = self.shows_heat() {
            canvas::heat::legend(&painter, rect, &games.report.fights);
        }
        if scan.mode == Mode::Suggest {
            scan.suggest.paint(&painter, &view, self.document.scenario());
        }
        if self.session.is_none()
            && let Some(notice) = scan.notice(&self.document)
        {
            banner(&painter, rect, &notice, egui::Color32::from_rgb(66, 72, 80));
        }
        self.scan = scan;
        if self.session.is_none() {
            self.region.paint(&painter, &view);
        }
        if self.scan.mode == Mode::Suggest {
            // The preview of suggested terrain is already painted.
        } else if self.tool_at_work() {
            let context = self.tool_context(&view, self.modifiers(ui));
            self.hand.preview(&painter, &context);
            if self.hand.shows_counters() {
                self.counter_at_pointer(ui, &response, &view);
            }
        } else {
            self.ghost_at_pointer(ui, &response, &view);
            self.odds_at_pointer(ui, &response, &view);
        }
        if let Some(unread) = self.document.unread() {
            banner(&painter, rect, &unread.banner(), canvas::ink::WRONG);
        }
        if let Some(cell) = self.cursor {
            overlay::outline_in(&painter, &view, &[cell], egui::Color32::from_rgb(250, 250, 250));
            overlay::hover(&painter, &view, Some(cell));
        }
        self.carry(ui, &view, acts);
        self.carry_piece(ui, &view, acts);
        self.hex_menu(&response, &view, acts);
        if response.has_focus() {
            let stroke = egui::Stroke::new(2.0, ui.visuals().selection.stroke.color);
            painter.rect_stroke(rect, 0.0, stroke, egui::StrokeKind::Inside);
        }
    }

    /// Returns `true` if the map area shows the tracing of a scan.
    pub(super) fn is_tracing(&self) -> bool {
        self.scan.mode == Mode::Trace && self.session.is_none()
    }

    /// Returns the context of the active tool.
    pub(super) fn tool_context<'a>(&'a self, view: &'a View, modifiers: Modifiers) -> ToolContext<'a> {
        tool_context!(self, view, modifiers)
    }

    /// Returns `true` if pointer input on the map goes to the active tool, `false` if it goes to the game.
    pub(super) fn tool_at_work(&self) -> bool {
        self.session.is_none() || self.tool.in_play()
    }

    /// Pans and zooms the map. Returns `true` during a pan, which the tools ignore.
    pub(super) fn move_camera(&mut self, ui: &Ui, response: &Response) -> bool {
        if self.move_by_touch(ui, response) {
            return true;
        }
        let space = ui.input(|input| input.key_down(Key::Space)) && !ui.ctx().text_edit_focused();
        let pan = response.dragged_by(PointerButton::Middle) || (space && response.dragged_by(PointerButton::Primary));
        if pan {
            self.camera.pan(response.drag_delta());
            ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
        } else if space && response.hovered() {
            ui.ctx().set_cursor_icon(CursorIcon::Grab);
        }
        if let Some(pos) = response.hover_pos() {
            let (wheel, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
            let factor = pinch * (wheel / 340.0).exp();
            if (factor - 1.0).abs() > f32::EPSILON {
                self.zoom(factor, pos);
            }
        }
        pan || space
    }

    /// Pans and zooms the map with two fingers, or with one during a game on hexes, in which nothing is dragged. Returns
    /// `true` while fingers do so.
    fn move_by_touch(&mut self, ui: &Ui, response: &Response) -> bool {
        let (two, one) = ui.input(|input| (input.multi_touch(), input.any_touches()));
        let two = two.filter(|two| response.interact_rect.contains(two.center_pos));
        let alone = !self.tool_at_work() && self.table_frame().is_none();
        if two.is_none() && !(one && alone && response.dragged_by(PointerButton::Primary)) {
            return false;
        }
        // The first finger began as a click or a stroke.
        if std::mem::take(&mut self.map_down) {
            self.cancel_tool();
        }
        if let Some(two) = two {
            self.camera.pan(two.translation_delta);
            self.zoom(two.zoom_delta, two.center_pos);
        } else {
            self.camera.pan(response.drag_delta());
        }
        true
    }

    /// Scales the map by `factor`. The point at `pos` stays in place.
    pub(super) fn zoom(&mut self, factor: f32, pos: Pos2) {
        if let Some(table) = self.document.scenario().common().table() {
            self.camera.zoom_within(canvas::table::bounds(table), self.canvas, factor, pos);
        } else if let Ok(grid) = self.document.scenario().common().grid() {
            self.camera.zoom(&grid, self.canvas, factor, pos);
        }
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
        let mut events = pointer::gestures(&events, &now, &mut self.map_down, is_map);
        self.ignore_still_mouse(ui, &mut events);
        if events.iter().any(|(pointer, _)| matches!(pointer, PointerGesture::Press(_))) {
            // A press on the map ends the input of text.
            self.text_focus.asked = None;
            ui.memory_mut(|memory| {
                if let Some(focused) = memory.focused() {
                    memory.surrender_focus(focused);
                }
            });
        }
        (events, over)
    }

    /// Passes pointer and key input to the tool or to the game.
    fn handle_input(&mut self, ui: &Ui, response: &Response, view: &View, acts: &mut Vec<Act>) {
        let (mut events, over) = self.gestures(ui, response);
        if over && self.tool_at_work() {
            ui.ctx().set_cursor_icon(self.hand.cursor());
        }
        events.extend(self.keys(ui, response, view, acts));
        if !self.tool_at_work() {
            for (event, modifiers) in events {
                match event {
                    PointerGesture::Release(pos) => {
                        self.play_pointer.clicked = Some(pos);
                        acts.extend(self.click(view, pos, modifiers));
                    }
                    PointerGesture::Commit => acts.push(Act::Play(game::PlayAct::Commit)),
                    _ => {}
                }
            }
            return;
        }
        for (event, modifiers) in events {
            let context = tool_context!(self, view, modifiers);
            match self.scan.mode {
                Mode::Suggest => self.scan.suggest.pointer(event, &context, acts),
                _ => self.hand.pointer(event, &context, acts),
            }
        }
    }

    /// Returns the act for a click at `pos` during a game. With Shift, a click on a counter picks its whole stack up; with Ctrl or Alt,
    /// those of its formation in the hex.
    fn click(&self, view: &View, pos: Pos2, modifiers: Modifiers) -> Option<Act> {
        let session = self.session.as_ref()?;
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

    /// Returns the content of the map.
    fn scene<'a>(&'a self, ui: &Ui) -> CanvasScene<'a> {
        let dark = Self::dark(ui.ctx());
        let Some(session) = &self.session else {
            return CanvasScene {
                crowd: Cow::Borrowed(self.document.crowd()),
                art: Arc::clone(self.document.art()),
                sites: Cow::Borrowed(self.document.sites()),
                lifted: self.hand.lifted(),
                selection: self.selection,
                picked: self.picked(),
                painted: self.hand.painted(PaintLayer::Terrain),
                leveled: self.hand.painted(PaintLayer::Levels),
                field: self.hand.field(),
                levels: self.levels,
                hidden: self.hidden.clone(),
                leveling: self.hand.shows_levels(),
                zoning: self.hand.shows_zones(),
                heat: self.shows_heat().map_or(&[], |games| games.report.fights.as_slice()),
                wrong: self.document.problems().iter().filter_map(|problem| problem.cell).collect(),
                dark,
                ..CanvasScene::default()
            };
        };
        let seen = session.seen();
        CanvasScene {
            crowd: Cow::Borrowed(&seen.crowd),
            art: Arc::clone(self.document.art()),
            sites: Cow::Borrowed(self.document.sites()),
            marks: session.marks().to_vec(),
            choices: session.choice_cells(),
            reach: if session.computer_to_move() { Vec::new() } else { seen.reach.clone() },
            lit: session.choice_pieces(),
            field: self.hand.field(),
            levels: self.levels,
            hidden: self.hidden.clone(),
            playing: true,
            dark,
            ..CanvasScene::default()
        }
    }

    /// Shows both sides of the counter under the pointer, enlarged, when the pointer rests.
    fn counter_at_pointer(&self, ui: &Ui, response: &Response, view: &View) {
        let Some(pos) = response.hover_pos() else { return };
        if !ui.input(|input| input.pointer.is_still() && !input.pointer.any_down()) {
            return;
        }
        let common = self.document.scenario().common();
        let crowd = self.document.crowd();
        let Some(index) = canvas::piece_at(&crowd.place(view, None), pos) else { return };
        let (Some(piece), Some(counter)) = (crowd.pieces.get(index), crowd.counter(index)) else { return };
        let Some(unit) = common.counter(counter) else { return };
        let plain = canvas::sides::plain(ui.ctx());
        crate::app::play_tooltip::tooltip(ui, response).show(|ui| {
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

    /// Returns the colors and pictures of the pieces of a game.
    pub(super) fn uniforms(&self, session: &game::Session) -> CounterColors {
        let common = self.document.scenario().common();
        session.seen().crowd.uniforms.clone().chosen(common, self.document.art())
    }

    /// Shows the piece that a click would place under the pointer, with its remaining movement.
    fn ghost_at_pointer(&self, ui: &Ui, response: &Response, view: &View) {
        let (Some(session), Some(pos)) = (&self.session, response.hover_pos()) else { return };
        let Some(cell) = view.cell_at(pos) else { return };
        let Some((piece, movement)) = session.ghost_at(cell) else { return };
        let manner = CounterStyle {
            faint: true,
            plain: canvas::sides::plain(ui.ctx()),
            density: view.density(),
            ..self.uniforms(session).manner(piece)
        };
        let painter = ui.painter_at(self.canvas);
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

    /// Centers the map on `cell` with a hex radius of `radius` points.
    pub fn look(&mut self, cell: Cell, radius: f32) {
        if let Ok(grid) = self.document.scenario().common().grid() {
            self.camera.radius = radius;
            self.camera.look_at(&grid, cell);
        }
    }

    /// Returns the triangles of the map as they were drawn last. The mesh is empty at very small scales.
    pub fn printed_map(&self) -> &egui::Mesh {
        self.base.mesh()
    }

    /// Returns the rectangle of the map on the screen.
    pub fn map_rect(&self) -> Rect {
        self.canvas
    }
}

/// Draws a banner at the top of the map.
fn banner(painter: &egui::Painter, rect: Rect, text: &str, color: egui::Color32) {
    let galley = painter.layout_no_wrap(text.to_owned(), egui::FontId::proportional(14.0), egui::Color32::WHITE);
    let at = rect.center_top() + egui::vec2(0.0, 26.0);
    let back = Rect::from_center_size(at, galley.size() + egui::vec2(28.0, 14.0));
    painter.rect_filled(back, 6.0, color.gamma_multiply(0.92));
    painter.galley(at - galley.size() / 2.0, galley, egui::Color32::WHITE);
}
