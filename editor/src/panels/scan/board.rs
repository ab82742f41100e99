//! The tracing view: the picture with the clicked hexes and the derived grid.

use egui::{
    Align2, Color32, CursorIcon, FontId, Key, Painter, PointerButton, Pos2, Rect, Response, Sense, Shape, Stroke, Ui,
};

use super::tiles::pos;
use crate::canvas::ink;
use crate::messages::act;
use crate::messages::scan::ScanAct;
use crate::model::document::Document;
use crate::model::scan::affine::Affine;
use crate::model::scan::fit::Fit;
use crate::model::scan::picture::ScanState;
use crate::model::scan::scheme;
use crate::model::scan::trace::{MapProposal, TracingView};
use crate::panels::scan::Scans;

/// The distance within which the pointer grabs a clicked hex, in points.
const GRIP: f32 = 9.0;
/// The hex distance below which only the outline of the map is drawn, in points.
const LEAST: f64 = 12.0;
/// The hex distance from which hex numbers are drawn, in points.
const NUMBERS: f64 = 34.0;

impl Scans {
    /// Draws the tracing view and handles the pointer.
    pub(crate) fn board(&mut self, ui: &mut Ui, document: &Document, acts: &mut Vec<act::Act>) {
        let rect = ui.available_rect_before_wrap();
        let response = ui.allocate_rect(rect, Sense::click_and_drag());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, "Scan"));
        let painter = ui.painter_at(rect);
        let Some(picture) = self.reading.picture().cloned() else {
            let text = match &self.reading {
                ScanState::Busy(path, _) => format!("Reading {}…", path.display()),
                ScanState::Failed(path, why) => format!("{} cannot be shown: {why}.", path.display()),
                _ => "Choose a picture of the printed map in the panel on the right.".to_owned(),
            };
            let color = ui.visuals().text_color();
            painter.text(rect.center(), Align2::CENTER_CENTER, text, FontId::proportional(16.0), color);
            return;
        };
        if self.trace.easel.scale <= 0.0 {
            self.trace.easel = TracingView::fit(picture.size(), rect);
        }
        let panning = self.move_easel(ui, &response, rect);
        if !panning {
            self.handle_board_input(ui, &response, rect, acts);
        }
        let placement = self.trace.easel.placement(rect);
        self.tiles.paint(&painter, &picture, &placement, Color32::WHITE);
        if let Some(Ok(proposal)) = self.trace.proposal(document.scenario(), picture.size()) {
            hexes(&painter, &placement, &proposal);
        }
        self.clicks(&painter, &placement);
    }

    /// Requests a view of the whole picture.
    pub(crate) fn fit_board(&mut self) {
        self.trace.easel.scale = 0.0;
    }

    fn move_easel(&mut self, ui: &Ui, response: &Response, rect: Rect) -> bool {
        let space = ui.input(|input| input.key_down(Key::Space)) && !ui.ctx().text_edit_focused();
        let pan = response.dragged_by(PointerButton::Middle) || (space && response.dragged_by(PointerButton::Primary));
        if pan {
            self.trace.easel.pan(response.drag_delta());
        }
        if let Some(pos) = response.hover_pos() {
            let icon = if pan || space { CursorIcon::Grab } else { CursorIcon::Crosshair };
            ui.ctx().set_cursor_icon(icon);
            let (wheel, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
            let factor = pinch * (wheel / 340.0).exp();
            if (factor - 1.0).abs() > f32::EPSILON {
                self.trace.easel.zoom(factor, pos, rect);
            }
        }
        pan || space
    }

    fn handle_board_input(&mut self, ui: &Ui, response: &Response, rect: Rect, acts: &mut Vec<act::Act>) {
        let placement = self.trace.easel.placement(rect);
        let origin = ui.input(|input| input.pointer.press_origin());
        if response.drag_started_by(PointerButton::Primary) {
            let near =
                |at: Pos2| self.trace.clicks.iter().position(|click| pos(placement.at(click.at)).distance(at) <= GRIP);
            self.trace.moving = origin.and_then(near);
        }
        if let (Some(n), Some(at)) = (self.trace.moving, response.interact_pointer_pos()) {
            if response.dragged_by(PointerButton::Primary) {
                acts.push(act::Act::Scan(ScanAct::Move(n, self.trace.easel.pixel(at, rect))));
            }
            if response.drag_stopped() {
                self.trace.moving = None;
            }
        }
        if response.clicked()
            && let Some(at) = response.interact_pointer_pos()
        {
            acts.push(act::Act::Scan(ScanAct::Click(self.trace.easel.pixel(at, rect))));
        }
    }

    /// Paints a cross at each clicked hex, in red if its number does not fit the others.
    fn clicks(&self, painter: &Painter, placement: &Affine) {
        let fit = self.trace.fit.as_ref().and_then(|fit| fit.as_ref().ok());
        let numbered = self.trace.numbered();
        for (n, click) in self.trace.clicks.iter().enumerate() {
            let place = numbered.iter().position(|(at, _)| *at == n);
            let is_wrong = |fit: &Fit| fit.wrong.iter().any(|wrong| Some(wrong.click) == place);
            let color = if fit.is_some_and(is_wrong) { ink::WRONG } else { ink::SELECTED };
            let at = pos(placement.at(click.at));
            for (line, width) in [(Color32::WHITE, 4.0), (color, 2.0)] {
                for way in [egui::vec2(8.0, 0.0), egui::vec2(0.0, 8.0)] {
                    painter.line_segment([at - way, at + way], Stroke::new(width, line));
                }
                painter.circle_stroke(at, 5.0, Stroke::new(width * 0.7, line));
            }
            let label = if click.label.is_empty() { format!("{}?", n + 1) } else { click.label.clone() };
            plate(painter, at + egui::vec2(11.0, -11.0), &label, color);
        }
    }
}

/// Paints a word on a colored plate, readable on any picture. `at` is its lower left corner.
fn plate(painter: &Painter, at: Pos2, text: &str, color: Color32) {
    let galley = painter.layout_no_wrap(text.to_owned(), FontId::proportional(13.0), Color32::WHITE);
    let back = Rect::from_min_size(at - egui::vec2(0.0, galley.size().y + 4.0), galley.size() + egui::vec2(8.0, 4.0));
    painter.rect_filled(back, 3.0, color);
    painter.galley(back.min + egui::vec2(4.0, 2.0), galley, Color32::WHITE);
}

/// Paints the derived hexes over the printed ones.
fn hexes(painter: &Painter, placement: &Affine, proposal: &MapProposal) {
    let lattice = placement.after(&proposal.placement);
    let pitch = lattice.area().abs().sqrt();
    let (Some(back), Some(grid)) =
        (lattice.inverse(), proposal.scheme.grid(&proposal.first, (proposal.columns, proposal.rows)))
    else {
        return;
    };
    if pitch < LEAST {
        // Hexes this small are not distinguishable, so only the outline is drawn.
        let far = [f64::from(proposal.columns) - 0.5, f64::from(proposal.rows) - 0.5];
        let ends = [[-0.5, -0.5], [far[0], -0.5], far, [-0.5, far[1]]].map(|at| pos(lattice.at(at)));
        painter.add(Shape::closed_line(ends.to_vec(), Stroke::new(2.0, ink::ACCENT)));
        return;
    }
    let rect = painter.clip_rect();
    let seen = [rect.left_top(), rect.right_top(), rect.left_bottom(), rect.right_bottom()]
        .map(|corner| back.at([f64::from(corner.x), f64::from(corner.y)]));
    let is_near = |n: usize, at: f64| {
        let least = seen.iter().map(|seen| seen[n]).fold(f64::INFINITY, f64::min) - 1.0;
        let most = seen.iter().map(|seen| seen[n]).fold(f64::NEG_INFINITY, f64::max) + 1.0;
        (least..=most).contains(&at)
    };
    let corners = scheme::corners(grid.orientation());
    let line = Stroke::new(1.4, ink::ACCENT);
    for row in (0..proposal.rows).filter(|row| is_near(1, f64::from(*row))) {
        for column in (0..proposal.columns).filter(|column| is_near(0, f64::from(*column))) {
            let cell = battlewright_schema::Cell { column, row };
            let center = scheme::lattice(&grid, cell);
            let corner = |n: usize| {
                let way = corners[n % 6];
                pos(lattice.at([center[0] + way[0], center[1] + way[1]]))
            };
            // Half of the sides; neighbors draw the others. All sides at the edge.
            let is_edge = column == 0 || row == 0 || column + 1 == proposal.columns || row + 1 == proposal.rows;
            for n in 0..if is_edge { 6 } else { 3 } {
                painter.line_segment([corner(n), corner(n + 1)], line);
            }
            if pitch >= NUMBERS {
                let at = pos(lattice.at([center[0], center[1] + 0.12]));
                painter.text(
                    at,
                    Align2::CENTER_CENTER,
                    grid.name(cell),
                    FontId::proportional(if pitch < 48.0 { 9.5 } else { 12.0 }),
                    ink::ACCENT,
                );
            }
        }
    }
}
