//! The pictures of the source and of the hexes, one over the other, with a line between them that is dragged.

use std::sync::Arc;

use battlewright_ground::run::Feature;
use egui::{
    Align2, Color32, CursorIcon, FontId, Id, Painter, Pos2, Rect, Response, Sense, Shape, Slider, Stroke, Ui, Vec2,
    pos2, vec2,
};

use super::features::name_of;
use super::mesh::{PictureLayer, PicturePlace, mesh};
use crate::canvas::ink;
use crate::model::ground::picture::{GroundPicture, HexPoint, corners, ends, in_hexes};
use crate::model::ground::plan::GroundPlan;
use crate::model::ground::pointing::feature_at;
use crate::model::ground::work::GroundResult;

/// The height of the row below the pictures, in points.
const ROW: f32 = 26.0;
/// The most names that are drawn.
const MOST_NAMES: usize = 60;
/// The distance within which the line between the pictures is grabbed, in points.
const GRIP: f32 = 7.0;

pub(super) fn ui(ui: &mut Ui, plan: &mut GroundPlan, size: Vec2) {
    let size = vec2(size.x, (size.y - ROW).max(100.0));
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    let Some(result) = plan.result().cloned() else {
        nothing(ui, rect, plan);
        return;
    };
    let [wide, high] = result.hexes.half;
    let fit = (rect.width() / (2.0 * wide + 0.5)).min(rect.height() / (2.0 * high + 0.5));
    let line = rect.left() + rect.width() * plan.sight.swipe.clamp(0.0, 1.0);
    drag_line(ui, plan, rect, line);
    let place = move_sight(ui, plan, &response, rect, fit);
    point_at(ui, plan, &result, &response, line, place);
    draw(ui, plan, &result, rect, line, place);
    let words = format!(
        "Map of {} by {} hexes, with the source at its left",
        plan.request().place.columns,
        plan.request().place.rows
    );
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &words));
    ui.horizontal(|ui| {
        let label = ui.label("Source");
        ui.add(Slider::new(&mut plan.sight.swipe, 0.0..=1.0).show_value(false))
            .labelled_by(label.id)
            .on_hover_text("How much of the picture shows the source");
        ui.label("Hexes");
        ui.separator();
        if ui.button("Whole map").clicked() {
            plan.sight.fit();
        }
        if let Some(feature) = plan.pointed() {
            ui.separator();
            ui.add(egui::Label::new(source_of(feature)).truncate());
        } else if result.source.left_out > 0 {
            ui.weak(format!("{} lanes of the source are not drawn", result.source.left_out));
        }
    });
}

/// Returns the name of a feature and its id in the source.
fn source_of(feature: &Feature) -> String {
    // A name that is missing shows the id already.
    if feature.name.is_empty() { name_of(feature) } else { format!("{} ({})", feature.name, feature.id) }
}

/// Lights the feature that a moved pointer is at.
fn point_at(
    ui: &Ui,
    plan: &mut GroundPlan,
    result: &GroundResult,
    response: &Response,
    line: f32,
    place: PicturePlace,
) {
    let moves = ui.input(|input| input.pointer.delta() != Vec2::ZERO && !input.pointer.any_down());
    if let Some(pos) = response.hover_pos().filter(|_| moves) {
        let features = plan.features(plan.page);
        let found = feature_at(result.run.grid(), features, place.point(pos), pos.x < line);
        plan.sight.pointed = found.or(plan.sight.pointed);
    }
}

fn nothing(ui: &Ui, rect: Rect, plan: &GroundPlan) {
    ui.painter().rect_filled(rect, 4.0, ui.visuals().faint_bg_color);
    let text = if plan.is_waiting() { "Working…" } else { "No map yet" };
    let color = ui.visuals().weak_text_color();
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, text, FontId::proportional(15.0), color);
}

/// Drags the line between the pictures.
fn drag_line(ui: &Ui, plan: &mut GroundPlan, rect: Rect, line: f32) {
    let grip = Rect::from_x_y_ranges(line - GRIP..=line + GRIP, rect.y_range());
    let response = ui.interact(grip, ui.scope_id().with("swipe"), Sense::drag());
    if response.hovered() || response.dragged() {
        ui.ctx().set_cursor_icon(CursorIcon::ResizeHorizontal);
    }
    if response.dragged()
        && let Some(at) = response.interact_pointer_pos()
    {
        plan.sight.swipe = ((at.x - rect.left()) / rect.width()).clamp(0.0, 1.0);
    }
}

/// Moves and zooms, and returns where the pictures lie.
fn move_sight(ui: &Ui, plan: &mut GroundPlan, response: &Response, rect: Rect, fit: f32) -> PicturePlace {
    let place = |plan: &GroundPlan| {
        let hex = fit * plan.sight.zoom;
        let [x, y] = plan.sight.middle;
        PicturePlace::straight(rect.center() - vec2(x, y) * hex, hex)
    };
    if response.dragged() {
        let hex = fit * plan.sight.zoom;
        let way = response.drag_delta() / hex;
        plan.sight.middle = [plan.sight.middle[0] - way.x, plan.sight.middle[1] - way.y];
        ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
    }
    if let Some(pos) = response.hover_pos() {
        let (wheel, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
        let factor = pinch * (wheel / 340.0).exp();
        if (factor - 1.0).abs() > f32::EPSILON {
            let at = place(plan).point(pos);
            plan.sight.zoom_at(factor, at);
        }
    }
    place(plan)
}

fn draw(ui: &Ui, plan: &GroundPlan, result: &GroundResult, rect: Rect, line: f32, place: PicturePlace) {
    let painter = ui.painter_at(rect);
    let paper = ink::lit(super::mesh::terrain(battlewright_ground::areas::GroundKind::Clear), ui.visuals().dark_mode);
    painter.rect_filled(rect, 0.0, ui.visuals().extreme_bg_color);
    let (left, right) = rect.split_left_right_at_x(line);
    let shown = |name: &str, picture: &Arc<GroundPicture>, layer| {
        mesh(ui.ctx(), Id::unique(("ground", name)), picture, place, layer)
    };
    if left.width() > 0.5 {
        let source = painter.with_clip_rect(left);
        source.rect_filled(left, 0.0, paper);
        source.add(Shape::mesh(shown("source", &result.source, PictureLayer::All)));
        source.add(Shape::mesh(shown("outlines", &result.hexes, PictureLayer::Outlines)));
        names(&source, &result.source, place);
    }
    if right.width() > 0.5 {
        let hexes = painter.with_clip_rect(right);
        hexes.add(Shape::mesh(shown("hexes", &result.hexes, PictureLayer::All)));
        names(&hexes, &result.hexes, place);
    }
    if let Some(feature) = plan.pointed() {
        light(&painter, result, feature, place);
    }
    let accent = Stroke::new(3.0, ink::ACCENT);
    let walked = plan.walked().filter(|_| plan.page == crate::model::ground::page::GroundPage::Levels);
    if let Some([a, b]) = walked.and_then(|side| ends(result.run.grid(), side)) {
        painter.line_segment([place.pos(a), place.pos(b)], Stroke::new(6.0, Color32::WHITE));
        painter.line_segment([place.pos(a), place.pos(b)], accent);
    }
    painter.vline(line, rect.y_range(), Stroke::new(2.0, ui.visuals().strong_text_color()));
    painter.circle_filled(pos2(line, rect.center().y), 5.0, ui.visuals().strong_text_color());
}

/// Lights a feature in the source and in the hexes.
fn light(painter: &Painter, result: &GroundResult, feature: &Feature, place: PicturePlace) {
    let grid = result.run.grid();
    for tile in &feature.tiles {
        if let Some(corners) = corners(grid, *tile) {
            let corners: Vec<Pos2> = corners.iter().map(|at| place.pos(*at)).collect();
            painter.add(Shape::convex_polygon(corners, ink::ACCENT.gamma_multiply(0.35), Stroke::NONE));
        }
    }
    for side in &feature.sides {
        if let Some([a, b]) = ends(grid, *side) {
            painter.line_segment([place.pos(a), place.pos(b)], Stroke::new(5.0, ink::ACCENT.gamma_multiply(0.6)));
        }
    }
    let line: Vec<Pos2> = feature.line.iter().map(|point| place.pos(in_hexes(grid, *point))).collect();
    match line.as_slice() {
        [one] => {
            painter.circle_stroke(*one, 7.0, Stroke::new(4.0, Color32::WHITE));
            painter.circle_stroke(*one, 7.0, Stroke::new(2.5, ink::SELECTED));
        }
        _ => {
            painter.add(Shape::line(line.clone(), Stroke::new(4.5, Color32::from_white_alpha(200))));
            painter.add(Shape::line(line, Stroke::new(2.5, ink::SELECTED)));
        }
    }
}

/// Draws the names of places that do not overlap, the greatest first.
fn names(painter: &Painter, picture: &GroundPicture, place: PicturePlace) {
    let mut taken: Vec<Rect> = Vec::new();
    let clip = painter.clip_rect();
    for name in &picture.names {
        let at: HexPoint = name.at;
        let pos = place.pos(at);
        if !clip.contains(pos) {
            continue;
        }
        let color = ink::LINE;
        let galley = painter.layout_no_wrap(name.name.clone(), FontId::proportional(11.5), color);
        let rect = Rect::from_center_size(pos - vec2(0.0, 10.0), galley.size() + vec2(4.0, 0.0));
        if taken.iter().any(|other| other.intersects(rect)) {
            continue;
        }
        painter.rect_filled(rect, 3.0, ink::HALO);
        painter.circle_filled(pos, 2.0, color);
        painter.galley(rect.min + vec2(2.0, 0.0), galley, color);
        taken.push(rect);
        if taken.len() >= MOST_NAMES {
            break;
        }
    }
}
