//! Panels and their tabs: drawing and commands.

use egui::{
    Align2, CornerRadius, Id, Margin, Pos2, Rect, Response, Role, Sense, Stroke, Ui, Visuals, WidgetInfo, WidgetText,
};
use egui::{Color32, CursorIcon, PointerButton, RichText, vec2};
use egui_tiles::{Behavior, Container, SimplificationOptions, TabState, Tabs, Tile, TileId, Tiles, UiResponse};

use crate::app::App;
use crate::app::panes::Panes;
use crate::model::layout::Pane;
use crate::panels::menu;
use crate::theme;
use crate::widgets::icon;

/// The distance from a separator between two panels within which the pointer can drag it, in points.
const GRIP: f32 = 10.0;

/// The panes as the callbacks of the layout that draws them.
struct DockedPanes<'a> {
    panes: Panes<'a>,
    /// The tile of the map, if it needs no tab bar.
    bare: Option<TileId>,
    /// The position of the pointer; `down` is `true` while a button is held.
    pointer: Option<Pos2>,
    down: bool,
    /// The panel with the keyboard focus.
    used: Option<Pane>,
    /// The panels whose tabs were closed in this frame.
    closed: Vec<Pane>,
    /// The panels whose groups were hidden in this frame.
    folded: Vec<Pane>,
}

impl App {
    /// Draws all panels as the layout arranges them.
    pub(super) fn draw_panes(&mut self, ui: &mut Ui, menu: &menu::State) {
        let (pointer, down) = ui.input(|input| (input.pointer.latest_pos(), input.pointer.any_down()));
        let panes = Panes {
            workspace: &mut self.workspace,
            panels: &mut self.panels,
            map: &mut self.map,
            input: &mut self.input,
            origins: self.ground.origins(),
            menu,
            covered: self.dialog.is_some() || self.palette.is_some(),
            waiting: !self.jobs.queue.is_empty() || self.jobs.work.is_some(),
            acts: &mut self.acts,
        };
        let bare = self.layout.bare_map();
        let mut panes = DockedPanes { panes, bare, pointer, down, used: None, closed: Vec::new(), folded: Vec::new() };
        self.layout.draw(ui, &mut panes, |panes| panes.used);
        let DockedPanes { closed, folded, .. } = panes;
        for pane in closed {
            self.layout.hide(pane);
        }
        for pane in folded {
            self.layout.fold(pane);
        }
    }
}

impl DockedPanes<'_> {
    /// Returns the titles of the panels in the tile `id`.
    fn title(&self, tiles: &Tiles<Pane>, id: TileId, error: Color32) -> RichText {
        match tiles.get(id) {
            Some(Tile::Pane(pane)) => self.panes.title(*pane, error),
            Some(Tile::Container(container)) => {
                let names: Vec<String> =
                    container.children().map(|id| self.title(tiles, *id, error).text().to_owned()).collect();
                RichText::new(names.join(", "))
            }
            None => RichText::default(),
        }
    }
}

impl Behavior<Pane> for DockedPanes<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, _: TileId, pane: &mut Pane) -> UiResponse {
        let rect = ui.max_rect();
        let title = self.panes.title(*pane, Color32::PLACEHOLDER).text().to_owned();
        ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
            node.set_role(Role::TabPanel);
            node.set_label(format!("{title} panel"));
            let [x0, y0, x1, y1] = [rect.left(), rect.top(), rect.right(), rect.bottom()].map(f64::from);
            node.set_bounds(egui::accesskit::Rect { x0, y0, x1, y1 });
        });
        // Requesting a response for the widget would take the focus from it, so the rectangle of the last pass is used.
        let focused = ui.memory(|memory| memory.focused());
        let focused = ui.ctx().viewport(|viewport| viewport.prev_pass.widgets.get(focused?).copied());
        if *pane != Pane::Map
            && focused.is_some_and(|it| it.layer_id == ui.layer_id() && rect.contains(it.rect.center()))
        {
            self.used = Some(*pane);
        }
        let fill = if *pane == Pane::Map { theme::desk(ui.visuals().dark_mode) } else { ui.visuals().panel_fill };
        ui.painter().rect_filled(rect, 0.0, fill);
        let margin = match pane {
            Pane::Map => Margin::ZERO,
            Pane::Inspector | Pane::Guide => Margin::symmetric(12, 6),
            Pane::Tab(_) => Margin::symmetric(10, 4),
        };
        let inner = egui::UiBuilder::new().max_rect(rect - margin);
        ui.scope_builder(inner, |ui| {
            ui.shrink_clip_rect(rect);
            self.panes.draw(ui, *pane);
        });
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, pane: &Pane) -> WidgetText {
        self.panes.title(*pane, Color32::PLACEHOLDER).into()
    }

    fn tab_title_for_tile(&mut self, tiles: &Tiles<Pane>, id: TileId) -> WidgetText {
        self.title(tiles, id, Color32::PLACEHOLDER).into()
    }

    fn is_tab_closable(&self, tiles: &Tiles<Pane>, id: TileId) -> bool {
        tiles.get_pane(&id).is_some_and(|pane| *pane != Pane::Map)
    }

    /// Draws a tab with its title and, on the active tab, a close button.
    fn tab_ui(&mut self, tiles: &mut Tiles<Pane>, ui: &mut Ui, id: Id, tile: TileId, state: &TabState) -> Response {
        let title = self.title(tiles, tile, ui.visuals().error_fg_color);
        let name = title.text().to_owned();
        let font = egui::TextStyle::Button.resolve(ui.style());
        let galley = WidgetText::from(title).into_galley(ui, Some(egui::TextWrapMode::Extend), f32::INFINITY, font);
        let crossed = state.closable && state.active;
        let cross = if crossed { theme::TARGET } else { 0.0 };
        let (_, rect) = ui.allocate_space(vec2(galley.size().x + 20.0 + cross, ui.available_height()));
        let response = ui.interact(rect, id, Sense::click_and_drag()).on_hover_cursor(CursorIcon::Grab);
        response.widget_info(|| WidgetInfo::selected(Role::Tab, ui.is_enabled(), state.active, &name));
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_selected(state.active));
        let pane = tiles.get_pane(&tile).copied();
        if response.clicked() || response.has_focus() {
            self.used = pane.filter(|pane| *pane != Pane::Map).or(self.used);
        }
        // In sight when it becomes active, also where the strip has become narrower.
        let shown = state.active.then(|| ui.clip_rect().width());
        let before = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default(id), shown));
        if shown.is_some() && before != shown {
            ui.scroll_to_rect_animation(rect, None, egui::style::ScrollAnimation::none());
        }
        if !state.is_being_dragged && ui.is_rect_visible(rect) {
            let visuals = ui.visuals();
            let (fill, ink) = match (state.active, response.hovered()) {
                (true, _) => (visuals.panel_fill, visuals.widgets.active.text_color()),
                (false, true) => (visuals.widgets.hovered.weak_bg_fill, visuals.text_color()),
                (false, false) => (Color32::TRANSPARENT, visuals.text_color()),
            };
            let painter = ui.painter();
            let top = CornerRadius { nw: 5, ne: 5, sw: 0, se: 0 };
            painter.rect_filled(rect.with_min_y(rect.top() + 2.0), top, fill);
            if state.active {
                let line = Rect::from_min_max(rect.left_top() + vec2(0.0, 2.0), rect.right_top() + vec2(0.0, 4.0));
                painter.rect_filled(line, top, visuals.selection.stroke.color);
            }
            if response.has_focus() {
                painter.rect_stroke(rect.shrink(2.0), 3.0, visuals.selection.stroke, egui::StrokeKind::Inside);
            }
            let at = Align2::LEFT_CENTER.align_size_within_rect(galley.size(), rect.shrink2(vec2(10.0, 0.0)));
            painter.galley(at.min, galley, ink);
        }
        let plain = match pane {
            Some(Pane::Tab(tab)) => tab.name(),
            _ => &name,
        };
        let closed = crossed && close(ui, rect, plain).clicked();
        if state.closable && (closed || response.clicked_by(PointerButton::Middle)) {
            self.closed.extend(pane);
        }
        match pane {
            Some(Pane::Tab(tab)) => response.on_hover_text(tab.help()),
            _ => response,
        }
    }

    fn top_bar_right_ui(&mut self, tiles: &Tiles<Pane>, ui: &mut Ui, _: TileId, tabs: &Tabs, _: &mut f32) {
        let panes = tabs.children.iter().filter_map(|id| tiles.get_pane(id).copied());
        let panes: Vec<Pane> = panes.collect();
        if panes.len() < 2 || panes.contains(&Pane::Map) {
            return;
        }
        ui.add_space(8.0);
        let hide = egui::Button::new("Hide").frame(false);
        if ui.add(hide).on_hover_text("Hide these tabs (Ctrl+B hides all)").clicked() {
            self.folded.extend(panes.first());
        }
    }

    fn is_tab_bar_visible(&self, _: TileId, tabs: &Tabs) -> bool {
        self.bare.is_none() || tabs.active != self.bare
    }

    fn tab_bar_height(&self, _: &egui::Style) -> f32 {
        28.0
    }

    fn tab_bar_color(&self, visuals: &Visuals) -> Color32 {
        visuals.faint_bg_color
    }

    fn gap_width(&self, _: &egui::Style) -> f32 {
        1.0
    }

    fn min_size(&self) -> f32 {
        90.0
    }

    /// Separators are offered only to the pointer. The keyboard has commands for resizing and need not stop at each
    /// separator.
    fn is_container_resizable(&self, tiles: &Tiles<Pane>, id: TileId) -> bool {
        let Some(pos) = self.pointer.filter(|pos| tiles.rect(id).is_some_and(|rect| rect.contains(*pos))) else {
            return self.down;
        };
        let within = |id: &TileId| tiles.rect(*id).is_some_and(|rect| rect.shrink(GRIP).contains(pos));
        let mut tabs = tiles.iter().filter(|(_, tile)| matches!(tile, Tile::Container(Container::Tabs(_))));
        self.down || !tabs.any(|(id, _)| within(id))
    }

    /// For the same reason, the empty part of a tab bar, which drags a whole group, is offered only to the pointer.
    fn is_tile_draggable(&self, tiles: &Tiles<Pane>, id: TileId) -> bool {
        let over = || self.pointer.is_some_and(|pos| tiles.rect(id).is_some_and(|rect| rect.contains(pos)));
        tiles.get_pane(&id).is_some() || self.down || over()
    }

    fn resize_stroke(&self, style: &egui::Style, state: egui_tiles::ResizeState) -> Stroke {
        match state {
            egui_tiles::ResizeState::Idle => style.visuals.widgets.noninteractive.bg_stroke,
            egui_tiles::ResizeState::Hovering => style.visuals.widgets.hovered.fg_stroke,
            egui_tiles::ResizeState::Dragging => style.visuals.widgets.active.fg_stroke,
        }
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SimplificationOptions { all_panes_must_have_tabs: true, ..SimplificationOptions::default() }
    }
}

/// Draws the close button at the end of a tab.
fn close(ui: &Ui, tab: Rect, name: &str) -> Response {
    let rect =
        Align2::RIGHT_CENTER.align_size_within_rect(egui::Vec2::splat(theme::TARGET), tab.shrink2(vec2(2.0, 0.0)));
    let id = ui.make_persistent_id(("close", name));
    let response = ui.interact(rect, id, Sense::click()).on_hover_text("Hide this panel");
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), format!("Close {name}")));
    let visuals = ui.style().interact(&response);
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, 3.0, visuals.weak_bg_fill);
    }
    let cross = include_str!("../../assets/icons/close.svg");
    icon::paint(ui.painter(), cross, rect.center(), 8.0, visuals.fg_stroke.color);
    response
}
