//! A small preview of the result: removed hexes are dimmed, new hexes are hatched.
//!
//! The terrain is painted once per plan and per pixel, so that the cost does not depend on the size of the map.

use std::fmt;
use std::sync::Arc;

use battlewright_export::art::Art;
use battlewright_export::draw::Density;
use battlewright_export::draw::table::{TableDrawing, TableLayer, TableStyle};
use battlewright_schema::surgery::SurgeryPlan;
use battlewright_schema::{Cell, Common, Grid, Scenario, Start};
use egui::{
    Color32, ColorImage, Painter, Pos2, Rect, Sense, Stroke, TextureHandle, TextureOptions, Ui, Vec2, pos2, vec2,
};

use super::Surgery;
use crate::canvas::ground::TerrainLooks;
use crate::canvas::pen::ShapePainter as _;
use crate::canvas::{Camera, View, ink};

/// The hex radius below which hexsides are not drawn, in pixels.
const LINES: f32 = 3.5;
/// The hex radius below which roads and streams are drawn as dots, in pixels.
const DOTS: f32 = 1.5;
const ROAD: Color32 = Color32::from_rgb(150, 110, 60);
const STREAM: Color32 = Color32::from_rgb(70, 120, 180);
const NEW: Color32 = Color32::from_rgb(46, 140, 70);
const GONE: Color32 = Color32::from_rgb(190, 50, 40);

/// The cached picture with its cache key.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct PaintedPreview {
    stamp: u64,
    dark: bool,
    texture: TextureHandle,
    /// The label for screen readers.
    words: String,
}

impl fmt::Debug for PaintedPreview {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Drawn").field("stamp", &self.stamp).finish_non_exhaustive()
    }
}

pub(super) fn ui(ui: &mut Ui, surgery: &mut Surgery, size: Vec2) {
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let Ok(plan) = &surgery.outcome else {
        ui.painter().rect_filled(rect, 4.0, ui.visuals().faint_bg_color);
        return;
    };
    if surgery.before.common().table().is_some() {
        let words = table(ui.painter(), &mut surgery.drawn_table, surgery.known, plan, &surgery.art, rect);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &words));
        return;
    }
    let Some(scene) = PreviewScene::new(&surgery.before, &surgery.art, plan, rect) else { return };
    let dark = ui.visuals().dark_mode;
    let stamp = surgery.known;
    let drawn = surgery.drawn.take().filter(|drawn| (drawn.stamp, drawn.dark) == (stamp, dark));
    let drawn = drawn.unwrap_or_else(|| {
        let image = scene.image(ui.visuals().window_fill, dark, ui.pixels_per_point());
        let (gone, come) = (plan.moved.gone(), plan.moved.come());
        let words = format!("Map after the change: {come} hexes added, {gone} removed");
        PaintedPreview { stamp, dark, texture: ui.ctx().load_texture("surgery", image, TextureOptions::LINEAR), words }
    });
    let painter = ui.painter_at(rect);
    let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
    painter.image(drawn.texture.id(), rect, whole, Color32::WHITE);
    scene.draw(&painter);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &drawn.words));
    surgery.drawn = Some(drawn);
    ui.horizontal(|ui| {
        ui.colored_label(NEW, "new");
        ui.colored_label(GONE, "removed");
        ui.weak("Squares are units. Crosses are lost units.");
    });
}

/// The cached drawing of a table with its cache key.
#[derive(Clone, Debug)]
pub(super) struct TablePreview {
    stamp: u64,
    dark: bool,
    drawing: Arc<TableDrawing>,
}

impl PartialEq for TablePreview {
    fn eq(&self, other: &Self) -> bool {
        (self.stamp, self.dark) == (other.stamp, other.dark)
    }
}

impl Eq for TablePreview {}

/// Draws the table after the change into `rect`, and returns the label for screen readers.
fn table(
    painter: &Painter,
    drawn: &mut Option<TablePreview>,
    stamp: u64,
    plan: &SurgeryPlan,
    art: &Arc<Art>,
    rect: Rect,
) -> String {
    let Some(size) = plan.scenario.common().table() else { return String::new() };
    let dark = painter.ctx().global_style().visuals.dark_mode;
    let known = drawn.take().filter(|drawn| (drawn.stamp, drawn.dark) == (stamp, dark));
    let known = known.or_else(|| {
        // The margins of the drawing are about two inches in each direction.
        let inch = (rect.width() / (f32::from(size.width) + 2.0)).min(rect.height() / (f32::from(size.depth) + 2.0));
        let (units, grid, marks) = (true, true, true);
        let style = TableStyle {
            inch,
            density: Density::default(),
            numbers: false,
            units,
            grid,
            marks,
            dark,
            art: Arc::clone(art),
        };
        let drawing = Arc::new(TableDrawing::new(&plan.scenario, &style)?);
        Some(TablePreview { stamp, dark, drawing })
    });
    if let Some(TablePreview { drawing, .. }) = &known {
        let offset = rect.center() - drawing.size() / 2.0;
        painter.with_clip_rect(rect).draw(|shapes| {
            let all = TableLayer::ALL.into_iter().flat_map(|layer| drawing.draw(layer, Rect::EVERYTHING));
            shapes.extend(all.map(|shape| shape.mapped(1.0, offset.to_vec2())));
        });
    }
    *drawn = known;
    format!("Table after the change: {size}")
}

/// The new map over the old one.
struct PreviewScene<'p> {
    plan: &'p SurgeryPlan,
    before: &'p Scenario,
    art: &'p Art,
    new: View,
    /// The view of the old map, and its offset on the new map.
    old: Option<(View, Vec2)>,
    rect: Rect,
}

impl<'p> PreviewScene<'p> {
    fn new(before: &'p Scenario, art: &'p Art, plan: &'p SurgeryPlan, rect: Rect) -> Option<Self> {
        let (old, new) = (before.common().grid().ok()?, plan.scenario.common().grid().ok()?);
        let unit = Camera { radius: 1.0, ..Camera::default() };
        let (old_unit, new_unit) = (unit.view(&old, Rect::ZERO), unit.view(&new, Rect::ZERO));
        // A turned map loses nothing. Otherwise the old map is only translated.
        let anchor = if old.orientation() == new.orientation() {
            old.cells().find_map(|cell| Some((cell, plan.moved.to(cell)?)))
        } else {
            None
        };
        let anchor = anchor.filter(|_| plan.moved.gone() > 0);
        let way = anchor.map(|(was, is)| new_unit.center(is) - old_unit.center(was));
        let mut bounds = bounds(&new_unit, &new);
        if let Some(way) = way {
            bounds = bounds.union(self::bounds(&old_unit, &old).translate(way));
        }
        let bounds = bounds.expand(0.4);
        let radius = (rect.width() / bounds.width()).min(rect.height() / bounds.height()).min(26.0);
        let camera = Camera { center: bounds.center(), radius, ..Camera::default() };
        let old = way.map(|way| (camera.view(&old, rect), way * radius));
        Some(Self { plan, before, art, new: camera.view(&new, rect), old, rect })
    }

    /// Returns the cell at `pos`, and `true` for a cell of the new map or `false` for a removed cell.
    fn at(&self, pos: Pos2) -> Option<(Cell, bool)> {
        if let Some(cell) = self.new.cell_at(pos) {
            return Some((cell, true));
        }
        let (old, way) = self.old.as_ref()?;
        old.cell_at(pos - *way).map(|cell| (cell, false))
    }

    /// Renders the terrain of both maps.
    fn image(&self, back: Color32, dark: bool, pixels_per_point: f32) -> ColorImage {
        let after = self.plan.scenario.common();
        let looks = [self.before.common(), after].map(|common| TerrainLooks::new(common, self.art));
        let pixels = |points: f32| {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a picture of some hundred points"
            )]
            let pixels = (points * pixels_per_point).round().clamp(1.0, 4096.0) as u16;
            pixels
        };
        let (width, height) = (pixels(self.rect.width()), pixels(self.rect.height()));
        let place =
            |x: u16, y: u16| self.rect.min + (vec2(f32::from(x), f32::from(y)) + Vec2::splat(0.5)) / pixels_per_point;
        let lined = self.new.radius() * pixels_per_point >= LINES;
        let ground = |common: &dyn Common, looks: &TerrainLooks, cell: Cell| {
            let letter = common.hexes().get(cell.column.into(), cell.row.into()).filter(|_| common.has(cell))?;
            Some(ink::lit(looks.get(letter)?.fill(), dark))
        };
        let mut image = ColorImage::filled([width.into(), height.into()], back);
        let mut above: Vec<Option<(Cell, bool)>> = vec![None; width.into()];
        let mut pixel = image.pixels.iter_mut();
        for y in 0..height {
            let mut left = None;
            for (x, above) in (0..width).zip(&mut above) {
                let here = self.at(place(x, y));
                let Some(pixel) = pixel.next() else { return image };
                let color = match here {
                    Some((cell, true)) => ground(after, &looks[1], cell),
                    Some((cell, false)) => ground(self.before.common(), &looks[0], cell),
                    None => None,
                };
                if let (Some((cell, stays)), Some(color)) = (here, color) {
                    let stripe = (u32::from(x) + u32::from(y)) / 3 % 3 == 0;
                    let edge = lined && (left != here || *above != here);
                    *pixel = match () {
                        () if !stays && stripe => mix(mix(color, back, 0.7), GONE, 0.35),
                        () if !stays => mix(color, back, 0.7),
                        () if self.plan.moved.from(cell).is_none() && (edge || stripe) => mix(color, NEW, 0.5),
                        () if edge => mix(color, Color32::BLACK, 0.22),
                        () => color,
                    };
                }
                left = here;
                *above = here;
            }
        }
        if self.new.radius() * pixels_per_point < DOTS {
            self.dot_lines(&mut image, pixels_per_point);
        }
        image
    }

    /// Draws roads, streams, units and lost units.
    fn draw(&self, painter: &Painter) {
        let common = self.plan.scenario.common();
        let (grid, radius) = (self.new.grid(), self.new.radius());
        if radius * painter.pixels_per_point() >= DOTS {
            self.draw_lines(painter);
        }
        let size = Vec2::splat((radius * 0.9).clamp(2.0, 12.0));
        units(common, self.art, grid, |cell, color| {
            painter.rect_filled(Rect::from_center_size(self.new.center(cell), size), 1.0, color);
        });
        let Some((old, way)) = &self.old else { return };
        let cross = Stroke::new(1.5, GONE);
        units(self.before.common(), self.art, old.grid(), |cell, _| {
            if self.plan.moved.to(cell).is_none() {
                let (at, arm) = (old.center(cell) + *way, size / 2.0);
                painter.line_segment([at - arm, at + arm], cross);
                painter.line_segment([at + vec2(-arm.x, arm.y), at + vec2(arm.x, -arm.y)], cross);
            }
        });
    }

    fn draw_lines(&self, painter: &Painter) {
        let common = self.plan.scenario.common();
        let (grid, radius) = (self.new.grid(), self.new.radius());
        let center = |hex| grid.cell(hex).map(|cell| self.new.center(cell));
        let road = Stroke::new((radius * 0.22).clamp(0.6, 2.5), ROAD);
        for path in common.roads() {
            painter.line(path.path.iter().filter_map(center).collect(), road);
        }
        let stream = Stroke::new((radius * 0.2).clamp(0.6, 2.5), STREAM);
        for (a, b) in common.hexsides().iter().flat_map(|row| &row.between).filter_map(|side| side.hexes()) {
            let side = grid.cell(&a).zip(grid.cell(&b)).and_then(|(a, b)| self.new.side_between(a, b));
            side.into_iter().for_each(|ends| {
                painter.line_segment(ends, stream);
            });
        }
    }

    /// Draws roads and streams into the picture with one dot per hex.
    fn dot_lines(&self, image: &mut ColorImage, pixels_per_point: f32) {
        let common = self.plan.scenario.common();
        let grid = self.new.grid();
        let [width, height] = image.size;
        let mut dot = |cell: Cell, color: Color32| {
            let at = (self.new.center(cell) - self.rect.min) * pixels_per_point;
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within the picture")]
            let (x, y) = (at.x.max(0.0) as usize, at.y.max(0.0) as usize);
            if let Some(pixel) = image.pixels.get_mut(y * width + x).filter(|_| x < width && y < height) {
                *pixel = color;
            }
        };
        let streams = common.hexsides().iter().flat_map(|row| &row.between).filter_map(|side| side.hexes());
        streams.filter_map(|(a, _)| grid.cell(&a)).for_each(|cell| dot(cell, STREAM));
        let roads = common.roads().iter().flat_map(|road| &road.path);
        roads.filter_map(|hex| grid.cell(hex)).for_each(|cell| dot(cell, ROAD));
    }
}

/// Calls `draw` for each unit that starts in a hex, with the color of its side.
fn units(common: &dyn Common, art: &Art, grid: &Grid, mut draw: impl FnMut(Cell, Color32)) {
    for unit in (0..common.unit_count()).filter_map(|index| common.unit(index)) {
        let Start::At(hex) = &unit.start else { continue };
        if let Some(cell) = grid.cell(hex) {
            draw(cell, art.side_of(common, unit.side).0);
        }
    }
}

/// Returns the bounding rectangle of `grid`.
fn bounds(view: &View, grid: &Grid) -> Rect {
    let (column, row) = (grid.columns().saturating_sub(1), grid.rows().saturating_sub(1));
    let mut bounds = Rect::NOTHING;
    // The second column and row are included, because they can be shifted outward by half a hex.
    for column in [0, 1.min(column), column.saturating_sub(1), column] {
        for row in [0, 1.min(row), row.saturating_sub(1), row] {
            let corners = view.corners(Cell { column, row });
            bounds = corners.into_iter().fold(bounds, |bounds, corner| bounds.union(Rect::from_pos(corner)));
        }
    }
    bounds
}

/// Mixes `color` with `other`, whose part is `share`.
fn mix(color: Color32, other: Color32, share: f32) -> Color32 {
    color.lerp_to_gamma(other, share)
}

#[cfg(test)]
mod tests {
    use battlewright_schema::surgery::{HexNames, NewGround, Operation, Resize, Shift};

    use super::*;
    use crate::model::document::Document;

    #[test]
    fn both_maps_lie_on_each_other() {
        let before = Document::bundled().scenario().clone();
        let rect = Rect::from_min_size(pos2(10.0, 20.0), vec2(400.0, 300.0));
        for operation in [
            Operation::Resize(Resize { left: -3, right: 2, top: 1, bottom: -2, names: HexNames::Restart }),
            Operation::Shift(Shift { columns: 5, rows: -2 }),
        ] {
            let plan = operation.plan(&before, NewGround::usual(&before)).unwrap();
            let art = Art::default();
            let scene = PreviewScene::new(&before, &art, &plan, rect).unwrap();
            let (old, way) = scene.old.as_ref().unwrap();
            for cell in old.grid().cells() {
                let at = old.center(cell) + *way;
                assert!(rect.contains(at));
                match plan.moved.to(cell) {
                    Some(to) => assert!(scene.new.center(to).distance(at) < 0.01),
                    None => assert!(scene.at(at).is_none_or(|(_, stays)| !stays)),
                }
            }
            let image = scene.image(Color32::WHITE, false, 1.0);
            assert_eq!(image.size, [400, 300]);
            assert!(image.pixels.iter().any(|pixel| *pixel != Color32::WHITE));
        }
    }
}
