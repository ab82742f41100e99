//! Shapes as pixels.

use ecolor::Color32;
use emath::{Pos2, Rect, Vec2};
use resvg::tiny_skia::{
    Color, FillRule, GradientStop, LineCap, LineJoin, LinearGradient, Paint, Path, PathBuilder, PixmapMut, Point,
    SpreadMode, Stroke as SkiaStroke, Transform,
};
use ttf_parser::OutlineBuilder;

use super::look::{Look, Run, runs};
use super::trace::Trace as _;
use crate::draw::{Halo, Shape, Stroke, Text};

/// What shapes are painted on: a part of a picture.
pub(crate) struct Canvas<'p> {
    pixels: PixmapMut<'p>,
    /// From the units of the picture to pixels of this part.
    to: Transform,
}

impl<'p> Canvas<'p> {
    /// The part of a picture that begins at `corner`, with `scale` pixels a unit.
    pub(crate) fn new(pixels: PixmapMut<'p>, corner: Pos2, scale: f32) -> Self {
        Self::stretched(pixels, corner, Vec2::splat(scale))
    }

    /// The same with as many pixels a unit as `scale` has, either way.
    pub(crate) fn stretched(pixels: PixmapMut<'p>, corner: Pos2, scale: Vec2) -> Self {
        let to = Transform::from_row(scale.x, 0.0, 0.0, scale.y, -corner.x * scale.x, -corner.y * scale.y);
        Self { pixels, to }
    }

    /// Paints `shapes` over what is there, the lowest first. Those that follow one another and look the same are one
    /// path: a path costs more to begin than to be longer.
    pub(crate) fn paint(&mut self, shapes: &[Shape]) {
        for run in runs(shapes) {
            match run {
                Run::One(shape) => self.one(shape),
                Run::Path(look, shapes) => {
                    let mut path = PathBuilder::new();
                    path.shapes(shapes);
                    let path = path.finish();
                    match look {
                        Look::Line(stroke) => self.stroke(path, stroke),
                        // Neighbors share their edge: smoothed, what is beneath would shimmer through.
                        Look::Fan(fill) => self.fill(path, fill, false),
                        Look::Area(fill, edge) => {
                            self.fill(path.clone(), fill, true);
                            self.stroke(path, edge);
                        }
                    }
                }
            }
        }
    }

    fn one(&mut self, shape: &Shape) {
        match shape {
            Shape::Disc { center, radius, fill, edge } => {
                let path = PathBuilder::from_circle(center.x, center.y, *radius);
                self.fill(path.clone(), *fill, true);
                self.stroke(path, *edge);
            }
            Shape::Box { rect, round, fill, edge } => self.rounded(*rect, *round, *fill, *edge),
            Shape::Shadow { ends, feet, color } => self.shadow(*ends, *feet, *color),
            Shape::Text(text) => self.text(text),
            Shape::Fan { .. } | Shape::Area { .. } | Shape::Line { .. } | Shape::Segment { .. } => {}
        }
    }

    fn fill(&mut self, path: Option<Path>, color: Color32, smooth: bool) {
        if let Some(path) = path.filter(|_| color != Color32::TRANSPARENT) {
            self.pixels.fill_path(&path, &paint(color, smooth), FillRule::Winding, self.to, None);
        }
    }

    fn stroke(&mut self, path: Option<Path>, stroke: Stroke) {
        if let Some(path) = path.filter(|_| !stroke.is_none()) {
            let line = SkiaStroke {
                width: stroke.width,
                line_cap: LineCap::Butt,
                line_join: LineJoin::Round,
                ..SkiaStroke::default()
            };
            self.pixels.stroke_path(&path, &paint(stroke.color, true), &line, self.to, None);
        }
    }

    fn rounded(&mut self, rect: Rect, round: f32, fill: Color32, edge: Stroke) {
        let path = rounded(rect, round);
        self.fill(path.clone(), fill, true);
        self.stroke(path, edge);
    }

    fn shadow(&mut self, ends: [Pos2; 2], feet: [Pos2; 2], color: Color32) {
        let (from, to) = (ends[0].lerp(ends[1], 0.5), feet[0].lerp(feet[1], 0.5));
        let stops = vec![GradientStop::new(0.0, skia(color)), GradientStop::new(1.0, Color::TRANSPARENT)];
        let shader = LinearGradient::new(point(from), point(to), stops, SpreadMode::Pad, Transform::identity());
        if let Some((path, shader)) = polygon(&[ends[0], ends[1], feet[1], feet[0]]).zip(shader) {
            let paint = Paint { shader, anti_alias: true, ..Paint::default() };
            self.pixels.fill_path(&path, &paint, FillRule::Winding, self.to, None);
        }
    }

    fn text(&mut self, text: &Text) {
        let line = text.line();
        if let Some((plate, rect)) = text.plate.zip(text.plate_rect(&line)) {
            self.rounded(rect, plate.height / 2.0, plate.fill, plate.edge);
        }
        let path = text.outline();
        if let Some(Halo { color, width, pale }) = text.halo {
            if pale {
                let rect = Rect::from_center_size(line.rect.center(), line.rect.size() * Vec2::new(1.0, 0.62));
                self.fill(rounded(rect.expand(line.size * 0.2), line.size * 0.4), color.gamma_multiply(0.4), true);
            }
            self.stroke(path.clone(), Stroke::new(width * 2.0, color));
        }
        self.fill(path.clone(), text.color, true);
        if text.bold {
            self.stroke(path, Stroke::new(line.size * BOLD, text.color));
        }
    }
}

/// How much wider a heavier letter is drawn, in its size.
pub(crate) const BOLD: f32 = 0.035;
/// How much a slanting letter slants.
pub(crate) const SLANT: f32 = 0.21;

impl Text {
    /// The outlines of the words, where they stand.
    pub(crate) fn outline(&self) -> Option<Path> {
        let line = self.line();
        let mut path = PathBuilder::new();
        let slant = if self.italic { SLANT } else { 0.0 };
        for glyph in &line.glyphs {
            let Some(face) = glyph.font.face() else { continue };
            let scale = line.size / f32::from(face.units_per_em());
            let at = |x: f32, y: f32| {
                line.turned(self.at, Vec2::new(glyph.x * line.size + (x + y * slant) * scale, -y * scale))
            };
            face.outline_glyph(glyph.id, &mut Outline { path: &mut path, at: &at });
        }
        path.finish()
    }
}

struct Outline<'a> {
    path: &'a mut PathBuilder,
    at: &'a dyn Fn(f32, f32) -> Pos2,
}

impl OutlineBuilder for Outline<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        let to = (self.at)(x, y);
        self.path.move_to(to.x, to.y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let to = (self.at)(x, y);
        self.path.line_to(to.x, to.y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (by, to) = ((self.at)(x1, y1), (self.at)(x, y));
        self.path.quad_to(by.x, by.y, to.x, to.y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (a, b, to) = ((self.at)(x1, y1), (self.at)(x2, y2), (self.at)(x, y));
        self.path.cubic_to(a.x, a.y, b.x, b.y, to.x, to.y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

fn polygon(points: &[Pos2]) -> Option<Path> {
    let mut path = PathBuilder::with_capacity(points.len() + 1, points.len());
    path.points(points, true);
    path.finish()
}

fn rounded(rect: Rect, round: f32) -> Option<Path> {
    let mut path = PathBuilder::new();
    path.rounded(rect, round);
    path.finish()
}

fn point(at: Pos2) -> Point {
    Point::from_xy(at.x, at.y)
}

fn skia(color: Color32) -> Color {
    let [r, g, b, a] = color.to_srgba_unmultiplied();
    Color::from_rgba8(r, g, b, a)
}

fn paint(color: Color32, smooth: bool) -> Paint<'static> {
    let mut paint = Paint { anti_alias: smooth, ..Paint::default() };
    paint.set_color(skia(color));
    paint
}
