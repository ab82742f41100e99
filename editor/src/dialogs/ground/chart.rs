//! The chart of the place: the frames of all files on a graticule, with the rectangle of the map, which is dragged and turned.

use std::sync::Arc;

use battlewright_ground::{LatLon, Point};
use egui::{
    Align2, Color32, CursorIcon, FontId, Id, Painter, Pos2, Rect, Response, Sense, Shape, Stroke, StrokeKind, Ui, Vec2,
    pos2, vec2,
};

use super::mesh::{PictureLayer, PicturePlace, mesh};
use crate::canvas::ink;
use crate::model::ground::chart::{ChartFrame, graticule};
use crate::model::ground::files::ChosenGroundFile;
use crate::model::ground::plan::GroundPlan;
use crate::model::ground::work::GroundResult;

/// The height of the row below the chart, in points.
const ROW: f32 = 26.0;
/// The most names that are drawn.
const MOST_NAMES: usize = 80;
/// The most names for which room is looked for.
const MOST_TRIED: usize = 300;
/// The length of the handle that turns the map, in points.
const HANDLE: f32 = 24.0;
/// The distance within which the handle is grabbed, in points.
const GRIP: f32 = 11.0;

/// The thing that is dragged on the chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ChartDrag {
    Map,
    Handle,
    Chart,
}

pub(super) fn ui(ui: &mut Ui, plan: &mut GroundPlan, size: Vec2) {
    let size = vec2(size.x, (size.y - ROW).max(100.0));
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    let words =
        format!("Chart of the files, with the map at {:.5}, {:.5}", plan.request().place.lat, plan.request().place.lon);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &words));
    let screen = |frame: &ChartFrame| ScreenChart { frame: *frame, rect };
    let frame = plan.chart(rect.width() / rect.height());
    let chart = screen(&frame);
    let outline = outline(plan, &chart);
    drag(ui, plan, &response, &chart, outline);
    zoom(ui, plan, &response, &chart);
    // What was dragged is drawn where it is now.
    let chart = screen(&plan.chart(rect.width() / rect.height()));
    draw(ui, plan, rect, &chart);
    ui.horizontal(|ui| {
        if ui.button("All data").clicked() {
            plan.sight.chart = None;
        }
        if ui.button("Around the map").clicked() {
            plan.chart_around_map();
        }
        ui.weak("Drag the map, or its handle to turn it. Wheel: zoom.");
    });
}

/// A chart on the screen.
struct ScreenChart {
    frame: ChartFrame,
    rect: Rect,
}

impl ScreenChart {
    fn pos(&self, at: LatLon) -> Pos2 {
        let [x, y] = self.frame.part(at);
        self.rect.min + vec2(x, y) * self.rect.size()
    }

    fn at(&self, pos: Pos2) -> LatLon {
        let part = (pos - self.rect.min) / self.rect.size();
        self.frame.position([part.x, part.y])
    }
}

/// Returns the corners of the map and the end of its handle; `None` for a map that cannot be laid.
fn outline(plan: &GroundPlan, chart: &ScreenChart) -> Option<([Pos2; 4], Pos2)> {
    let corners = plan.request().place.corners().ok()?.map(|corner| chart.pos(corner));
    let [a, b, c, _] = corners;
    let top = a.lerp(b, 0.5);
    let up = (b - c).normalized();
    Some((corners, top + up * HANDLE))
}

fn drag(ui: &Ui, plan: &mut GroundPlan, response: &Response, chart: &ScreenChart, outline: Option<([Pos2; 4], Pos2)>) {
    let key: Id = response.id.with("drag");
    let over = |pos: Pos2| match outline {
        Some((_, handle)) if handle.distance(pos) <= GRIP => ChartDrag::Handle,
        Some((corners, _)) if is_in(&corners, pos) => ChartDrag::Map,
        _ => ChartDrag::Chart,
    };
    if let Some(pos) = response.hover_pos().filter(|_| !response.dragged()) {
        let icon = match over(pos) {
            ChartDrag::Map => CursorIcon::Move,
            ChartDrag::Handle => CursorIcon::Alias,
            ChartDrag::Chart => CursorIcon::Grab,
        };
        ui.ctx().set_cursor_icon(icon);
    }
    if response.drag_started()
        && let Some(origin) = ui.input(|input| input.pointer.press_origin())
    {
        ui.ctx().data_mut(|data| data.insert_temp(key, over(origin)));
    }
    let what: Option<ChartDrag> = ui.ctx().data(|data| data.get_temp(key));
    if response.dragged()
        && let (Some(what), Some(pos)) = (what, response.interact_pointer_pos())
    {
        let place = plan.request().place;
        let middle = chart.pos(LatLon { lat: place.lat, lon: place.lon });
        match what {
            ChartDrag::Map => {
                plan.is_dragged = true;
                plan.move_to(chart.at(middle + response.drag_delta()));
            }
            ChartDrag::Handle => {
                plan.is_dragged = true;
                let way = pos - middle;
                plan.turn_to(f64::from(way.x).atan2(f64::from(-way.y)).to_degrees());
            }
            ChartDrag::Chart => {
                let half = chart.rect.center() - response.drag_delta();
                plan.sight.chart = Some(ChartFrame { middle: chart.at(half), ..chart.frame });
            }
        }
    }
    if response.drag_stopped() {
        plan.is_dragged = false;
    }
}

/// Returns `true` if `pos` lies in a convex outline.
fn is_in(corners: &[Pos2; 4], pos: Pos2) -> bool {
    let sides = (0..4).map(|n| {
        let (a, b) = (corners[n], corners[(n + 1) % 4]);
        let (side, way) = (b - a, pos - a);
        side.x * way.y - side.y * way.x
    });
    let sides: Vec<f32> = sides.collect();
    sides.iter().all(|side| *side >= 0.0) || sides.iter().all(|side| *side <= 0.0)
}

fn zoom(ui: &Ui, plan: &mut GroundPlan, response: &Response, chart: &ScreenChart) {
    let Some(pos) = response.hover_pos() else { return };
    let (wheel, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
    let factor = pinch * (wheel / 340.0).exp();
    if (factor - 1.0).abs() > f32::EPSILON {
        plan.sight.chart = Some(chart.frame.zoomed(f64::from(factor), chart.at(pos)));
    }
}

fn draw(ui: &Ui, plan: &GroundPlan, rect: Rect, chart: &ScreenChart) {
    let painter = ui.painter_at(rect);
    let visuals = ui.visuals();
    painter.rect_filled(rect, 4.0, visuals.extreme_bg_color);
    land(ui, plan, &painter, chart);
    let weak = visuals.weak_text_color();
    let line = Stroke::new(0.5, weak.gamma_multiply(0.6));
    let font = FontId::proportional(10.0);
    for (lat, text) in graticule(chart.at(rect.max).lat, chart.at(rect.min).lat) {
        let y = chart.pos(LatLon { lat, lon: chart.frame.middle.lon }).y;
        painter.hline(rect.x_range(), y, line);
        painter.text(pos2(rect.left() + 3.0, y), Align2::LEFT_BOTTOM, text, font.clone(), weak);
    }
    for (lon, text) in graticule(chart.at(rect.min).lon, chart.at(rect.max).lon) {
        let x = chart.pos(LatLon { lat: chart.frame.middle.lat, lon }).x;
        painter.vline(x, rect.y_range(), line);
        painter.text(pos2(x + 2.0, rect.bottom() - 2.0), Align2::LEFT_BOTTOM, text, font.clone(), weak);
    }
    for file in &plan.files {
        let Some(frame) = file.data_frame() else { continue };
        let frame = Rect::from_two_pos(chart.pos(frame.least), chart.pos(frame.most));
        let color = if file.is_elevation() { Color32::from_rgb(150, 110, 60) } else { ink::SELECTED };
        painter.rect_stroke(frame, 0.0, Stroke::new(1.5, color), StrokeKind::Middle);
        let corner = pos2(frame.left().max(rect.left()) + 4.0, frame.top().max(rect.top()) + 3.0);
        painter.text(corner, Align2::LEFT_TOP, &file.name, FontId::proportional(11.0), color);
    }
    names(&painter, plan, chart, visuals.text_color());
    if let Some((corners, handle)) = outline(plan, chart) {
        let accent = Stroke::new(2.5, ink::ACCENT);
        painter.add(Shape::convex_polygon(corners.to_vec(), ink::ACCENT.gamma_multiply(0.13), accent));
        let [a, b, ..] = corners;
        painter.line_segment([a.lerp(b, 0.5), handle], accent);
        painter.circle(handle, 6.0, Color32::WHITE, accent);
    }
    if plan.files.is_empty() {
        let text = "Add a file with geography, such as an extract of OpenStreetMap.";
        painter.text(rect.center(), Align2::CENTER_CENTER, text, FontId::proportional(14.0), visuals.text_color());
    }
}

/// Draws the source that was read last where it lies.
fn land(ui: &Ui, plan: &GroundPlan, painter: &Painter, chart: &ScreenChart) {
    let Some(result) = plan.result() else { return };
    let place = lies(result, chart);
    let id = Id::unique("ground chart");
    let source = Arc::clone(&result.source);
    painter.add(Shape::mesh(mesh(ui.ctx(), id, &source, place, PictureLayer::All)));
}

/// Returns where the ground that was read last lies on the chart.
fn lies(result: &GroundResult, chart: &ScreenChart) -> PicturePlace {
    let distance = result.run.grid().distance();
    let plane = result.run.data().plane();
    let pos = |x, y| chart.pos(plane.position(Point { x, y }));
    let middle = pos(0, 0);
    PicturePlace { middle, right: pos(distance, 0) - middle, down: pos(0, distance) - middle }
}

/// Draws the names of the places that were read last, then those of towns anywhere in the files.
fn names(painter: &Painter, plan: &GroundPlan, chart: &ScreenChart, color: Color32) {
    let mut taken: Vec<Rect> = Vec::new();
    let read = plan.result().map(|result| (result, lies(result, chart)));
    let near =
        read.iter().flat_map(|(result, lies)| result.source.names.iter().map(|name| (&name.name, lies.pos(name.at))));
    let towns = plan.files.iter().map(ChosenGroundFile::places);
    let towns = towns
        .flat_map(|places| places.iter().take_while(|place| place.is_town))
        .map(|town| (&town.name, chart.pos(town.at)));
    let seen = near.chain(towns);
    for (name, pos) in seen.filter(|(_, pos)| chart.rect.contains(*pos)).take(MOST_TRIED) {
        let galley = painter.layout_no_wrap(name.clone(), FontId::proportional(11.0), color);
        let rect = Rect::from_min_size(pos + vec2(4.0, -7.0), galley.size());
        if taken.iter().any(|other| other.expand(3.0).intersects(rect)) {
            continue;
        }
        painter.circle_filled(pos, 2.0, color);
        painter.galley(rect.min, galley, color);
        taken.push(rect);
        if taken.len() >= MOST_NAMES {
            break;
        }
    }
}
