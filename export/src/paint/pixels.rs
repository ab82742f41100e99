//! Shapes painted as pixels.

use ecolor::Color32;
use emath::{Pos2, Rect, Vec2};
use resvg::tiny_skia::PixmapMut;
use ttf_parser::OutlineBuilder;
use vello_cpu::color::{AlphaColor, Srgb};
use vello_cpu::kurbo::{Affine, BezPath, Cap, Join, Point, Stroke as Pen};
use vello_cpu::peniko::{Gradient, ImageSampler};
use vello_cpu::{
    CompositeMode, Image, ImageSource, Level, RasterizerSettings, RenderContext, RenderSettings, Resources,
};

use super::look::{PaintStyle, Run, runs};
use super::trace::Trace as _;
use crate::draw::{FramedPicture, Halo, Shape, Stroke, Text};

/// A canvas over part of a picture. Shapes reach the pixels with [`finish`](Self::finish).
#[must_use]
pub(crate) struct Canvas<'p> {
    pixels: PixmapMut<'p>,
    /// The recorded paint, in pixels of this part.
    painted: RenderContext,
}

impl<'p> Canvas<'p> {
    /// Creates a canvas whose upper left pixel is at `corner`, with `scale` pixels per unit.
    pub(crate) fn new(pixels: PixmapMut<'p>, corner: Pos2, scale: f32) -> Self {
        Self::stretched(pixels, corner, Vec2::splat(scale))
    }

    /// Creates a canvas with the horizontal and vertical `scale` in pixels per unit.
    pub(crate) fn stretched(pixels: PixmapMut<'p>, corner: Pos2, scale: Vec2) -> Self {
        // Pictures are limited to this size in both directions.
        let [width, height] = [pixels.width(), pixels.height()].map(|side| u16::try_from(side).unwrap_or(u16::MAX));
        let settings = RenderSettings { level: level(), num_threads: 0 };
        let mut painted = RenderContext::new_with(width, height, settings);
        let to = [scale.x, 0.0, 0.0, scale.y, -corner.x * scale.x, -corner.y * scale.y];
        painted.set_transform(Affine::new(to.map(f64::from)));
        Self { pixels, painted }
    }

    /// Composes the recorded paint over the pixels.
    pub(crate) fn finish(mut self) {
        let (width, height) = (self.painted.width(), self.painted.height());
        let opaque = self.pixels.data_mut().chunks_exact(4).all(|pixel| pixel[3] == u8::MAX);
        if let Some(target) = vello_cpu::PixmapMut::new(width, height, self.pixels.data_mut()) {
            let over = RasterizerSettings { composite_mode: CompositeMode::SrcOver, ..RasterizerSettings::default() };
            self.painted.flush();
            self.painted.render_with(target, &mut Resources::new(), over);
        }
        // The compositor rounds down, which would leave opaque pixels slightly transparent.
        if opaque {
            self.pixels.data_mut().chunks_exact_mut(4).for_each(|pixel| pixel[3] = u8::MAX);
        }
    }

    /// Paints `shapes`, from bottom to top. Consecutive shapes of one style are merged into one path, since starting a
    /// path costs more than extending one.
    pub(crate) fn paint(&mut self, shapes: &[Shape]) {
        for run in runs(shapes) {
            match run {
                Run::One(shape) => self.one(shape),
                Run::Path(look, shapes) => {
                    let mut path = BezPath::new();
                    path.shapes(shapes);
                    match look {
                        PaintStyle::Line(stroke) => self.stroke(&path, stroke),
                        // Adjoining areas share an edge: with antialiasing, the ground would shimmer through.
                        PaintStyle::Fan(fill) => {
                            self.painted.set_aliasing_threshold(Some(128));
                            self.fill(&path, fill);
                            self.painted.set_aliasing_threshold(None);
                        }
                        PaintStyle::Area(fill, edge) => {
                            self.fill(&path, fill);
                            self.stroke(&path, edge);
                        }
                    }
                }
            }
        }
    }

    fn one(&mut self, shape: &Shape) {
        match shape {
            Shape::Disc { center, radius, fill, edge } => {
                let around = Rect::from_center_size(*center, Vec2::splat(2.0 * radius));
                self.rounded(around, *radius, *fill, *edge);
            }
            Shape::Box { rect, round, fill, edge } => self.rounded(*rect, *round, *fill, *edge),
            Shape::Shadow { ends, feet, color } => self.shadow(*ends, *feet, *color),
            Shape::Text(text) => self.text(text),
            Shape::Picture(framed) => self.picture(framed),
            Shape::Fan { .. }
            | Shape::Area { .. }
            | Shape::Polygon { .. }
            | Shape::Line { .. }
            | Shape::Segment { .. } => {}
        }
    }

    fn fill(&mut self, path: &BezPath, color: Color32) {
        if color != Color32::TRANSPARENT {
            self.painted.set_paint(straight(color));
            self.painted.fill_path(path);
        }
    }

    fn stroke(&mut self, path: &BezPath, stroke: Stroke) {
        if !stroke.is_none() {
            let pen = Pen::new(stroke.width.into()).with_caps(Cap::Butt).with_join(Join::Round);
            self.painted.set_stroke(pen);
            self.painted.set_paint(straight(stroke.color));
            self.painted.stroke_path(path);
        }
    }

    fn rounded(&mut self, rect: Rect, round: f32, fill: Color32, edge: Stroke) {
        let path = rounded(rect, round);
        self.fill(&path, fill);
        self.stroke(&path, edge);
    }

    fn shadow(&mut self, ends: [Pos2; 2], feet: [Pos2; 2], color: Color32) {
        let (from, to) = (ends[0].lerp(ends[1], 0.5), feet[0].lerp(feet[1], 0.5));
        let fading =
            Gradient::new_linear(point(from), point(to)).with_stops([straight(color), straight(Color32::TRANSPARENT)]);
        let mut path = BezPath::new();
        path.points(&[ends[0], ends[1], feet[1], feet[0]], true);
        self.painted.set_paint(fading);
        self.painted.fill_path(&path);
    }

    fn picture(&mut self, framed: &FramedPicture) {
        let FramedPicture { picture, rect, opacity, .. } = framed;
        let [sx, _, _, sy, ..] = self.painted.transform().as_coeffs();
        #[expect(clippy::cast_possible_truncation, reason = "pixels are counted in thousands")]
        let Some(pixels) = picture.pixels(rect.width() * sx as f32, rect.height() * sy as f32) else { return };
        let scale = rect.size() / Vec2::new(pixels.width().into(), pixels.height().into());
        let place = [scale.x, 0.0, 0.0, scale.y, rect.left(), rect.top()];
        let mut path = BezPath::new();
        framed.outlines().for_each(|rim| path.points(rim, true));
        if *opacity < 1.0 {
            self.painted.push_opacity_layer(*opacity);
        }
        self.painted.set_paint(Image { image: ImageSource::Pixmap(pixels), sampler: ImageSampler::default() });
        self.painted.set_paint_transform(Affine::new(place.map(f64::from)));
        self.painted.fill_path(&path);
        self.painted.reset_paint_transform();
        if *opacity < 1.0 {
            self.painted.pop_layer();
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
                self.fill(&rounded(rect.expand(line.size * 0.2), line.size * 0.4), color.gamma_multiply(0.4));
            }
            self.stroke(&path, Stroke::new(width * 2.0, color));
        }
        self.fill(&path, text.color);
        if text.bold {
            self.stroke(&path, Stroke::new(line.size * BOLD, text.color));
        }
    }
}

/// The outline width that makes letters bold, in font sizes.
pub(crate) const BOLD: f32 = 0.035;
/// The horizontal shear of italic letters, per unit of height.
pub(crate) const SLANT: f32 = 0.21;

impl Text {
    /// Returns the outlines of the glyphs at their positions.
    pub(crate) fn outline(&self) -> BezPath {
        let line = self.line();
        let mut path = BezPath::new();
        let slant = if self.italic { SLANT } else { 0.0 };
        for glyph in &line.glyphs {
            let Some(face) = glyph.font.face() else { continue };
            let scale = line.size / f32::from(face.units_per_em());
            let at = |x: f32, y: f32| {
                let off = Vec2::new((x + y * slant) * scale, -y * scale);
                match glyph.spot {
                    Some(spot) => spot.at + spot.way * off.x + spot.down() * off.y,
                    None => line.turned(self.at, Vec2::new(glyph.x * line.size, 0.0) + off),
                }
            };
            face.outline_glyph(glyph.id, &mut Outline { path: &mut path, at: &at });
        }
        path
    }
}

struct Outline<'a> {
    path: &'a mut BezPath,
    at: &'a dyn Fn(f32, f32) -> Pos2,
}

impl OutlineBuilder for Outline<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(point((self.at)(x, y)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(point((self.at)(x, y)));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.path.quad_to(point((self.at)(x1, y1)), point((self.at)(x, y)));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.path.curve_to(point((self.at)(x1, y1)), point((self.at)(x2, y2)), point((self.at)(x, y)));
    }

    fn close(&mut self) {
        self.path.close_path();
    }
}

/// Selects SIMD instructions without fused rounding, so that pixels are the same on every machine of an architecture.
fn level() -> Level {
    #[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
    if let Some(quick) = Level::try_detect().and_then(Level::as_sse4_2) {
        return Level::Sse4_2(quick);
    }
    Level::baseline()
}

fn rounded(rect: Rect, round: f32) -> BezPath {
    let mut path = BezPath::new();
    path.rounded(rect, round);
    path
}

fn point(at: Pos2) -> Point {
    Point::new(at.x.into(), at.y.into())
}

fn straight(color: Color32) -> AlphaColor<Srgb> {
    let [r, g, b, a] = color.to_srgba_unmultiplied();
    AlphaColor::from_rgba8(r, g, b, a)
}

#[cfg(test)]
mod tests {
    use resvg::tiny_skia::{self, Pixmap};

    use super::*;

    #[test]
    fn what_is_opaque_stays_so() {
        let mut pixels = Pixmap::new(40, 40).unwrap();
        pixels.fill(tiny_skia::Color::WHITE);
        let mut canvas = Canvas::new(pixels.as_mut(), Pos2::ZERO, 1.0);
        let color = Color32::from_rgba_unmultiplied(90, 40, 200, 70);
        canvas.paint(&[8.3, 11.7, 15.1].map(|radius| Shape::disc(Pos2::new(19.6, 20.3), radius, color)));
        canvas.finish();
        assert!(pixels.pixels().iter().all(|pixel| pixel.alpha() == 255));
        assert!(pixels.pixels().iter().any(|pixel| pixel.red() < 200), "something is drawn");
    }
}
