//! Shapes on a PDF page.

use std::cell::RefCell;
use std::collections::BTreeMap;

use ecolor::Color32;
use emath::{Pos2, Rect, Vec2, pos2, vec2};
use krilla::color::rgb;
use krilla::geom::{Path, PathBuilder, Point, Size, Transform};
use krilla::graphic::Graphic;
use krilla::image::Image;
use krilla::num::NormalizedF32;
use krilla::paint::{Fill, FillRule, LineCap, LineJoin, Paint, Stroke as Line};
use krilla::surface::Surface;
use krilla::text::{Font as PageFont, GlyphId, KrillaGlyph};
use krilla_svg::{SurfaceExt as _, SvgSettings};

use crate::art::{ArtPicture, PictureContent};
use crate::draw::text::{Font, Glyph, Line as TextLine};
use crate::draw::{FramedPicture, Shape, Stroke, Text};
use crate::paint::look::{Run, runs};
use crate::paint::pixels::{BOLD, SLANT};
use crate::paint::trace::Trace;

/// The embedded fonts and pictures of a document.
pub(super) struct Fonts([Option<PageFont>; 3], RefCell<BTreeMap<u64, Option<EmbeddedPicture>>>);

/// An embedded picture.
#[derive(Clone)]
enum EmbeddedPicture {
    Lines(Graphic),
    Pixels(Image, Size),
}

impl Fonts {
    pub(super) fn new() -> Self {
        let fonts = Font::ALL.map(|font| PageFont::new(font.data().into(), 0));
        Self(fonts, RefCell::default())
    }

    fn get(&self, font: Font) -> Option<PageFont> {
        self.0.get(font as usize).cloned().flatten()
    }
}

/// The scale and offset of shapes on a page. Coordinates are transformed here and rounded to a hundredth, since a PDF
/// transformation would be repeated with every path.
#[derive(Clone, Copy)]
struct PagePlacement {
    scale: f32,
    by: Vec2,
}

impl PagePlacement {
    fn at(self, at: Pos2) -> Pos2 {
        let round = |length: f32| (length * 100.0).round() / 100.0;
        pos2(round(at.x * self.scale + self.by.x), round(at.y * self.scale + self.by.y))
    }
}

/// A path builder that transforms its points.
struct PlacedPath<'p>(&'p mut PathBuilder, PagePlacement);

impl Trace for PlacedPath<'_> {
    fn start(&mut self, at: Pos2) {
        self.0.start(self.1.at(at));
    }

    fn line(&mut self, to: Pos2) {
        self.0.line(self.1.at(to));
    }

    fn curve(&mut self, a: Pos2, b: Pos2, to: Pos2) {
        let [a, b, to] = [a, b, to].map(|at| self.1.at(at));
        self.0.curve(a, b, to);
    }

    fn back(&mut self) {
        self.0.back();
    }
}

/// A painter of shapes on a page.
pub(super) struct Ink<'a, 's> {
    surface: &'a mut Surface<'s>,
    fonts: &'a Fonts,
    place: PagePlacement,
}

impl<'a, 's> Ink<'a, 's> {
    pub(super) fn new(surface: &'a mut Surface<'s>, fonts: &'a Fonts) -> Self {
        Self { surface, fonts, place: PagePlacement { scale: 1.0, by: Vec2::ZERO } }
    }

    /// Runs `paint` with this scale and offset, clipped to `clip` on the page.
    pub(super) fn within(&mut self, clip: Rect, by: Vec2, scale: f32, paint: impl FnOnce(&mut Ink<'_, 's>)) {
        let Some(frame) = self.path(|path| path.rounded(clip, 0.0)) else { return };
        self.surface.push_clip_path(&frame, &FillRule::NonZero);
        paint(&mut Ink { surface: self.surface, fonts: self.fonts, place: PagePlacement { scale, by } });
        self.surface.pop();
    }

    /// Paints the shapes of `parts` in order. All but the last are compressed at once, to limit memory on large maps.
    pub(super) fn parts(&mut self, parts: impl Iterator<Item = Vec<Shape>>) {
        let mut parts = parts.peekable();
        while let Some(shapes) = parts.next() {
            if parts.peek().is_none() {
                return self.paint(&shapes);
            }
            self.drawing(self.place, |ink| ink.paint(&shapes));
        }
    }

    fn drawing(&mut self, place: PagePlacement, paint: impl FnOnce(&mut Ink<'_, '_>)) {
        let mut packed = self.surface.stream_builder();
        let mut surface = packed.surface();
        paint(&mut Ink { surface: &mut surface, fonts: self.fonts, place });
        surface.finish();
        let packed = packed.finish();
        self.surface.draw_graphic(Graphic::new(packed, false));
    }

    /// Returns the path of `trace` in page coordinates.
    fn path(&self, trace: impl FnOnce(&mut PlacedPath<'_>)) -> Option<Path> {
        let mut path = PathBuilder::new();
        trace(&mut PlacedPath(&mut path, self.place));
        path.finish()
    }

    fn line(&self, line: Stroke) -> Option<Line> {
        stroke(Stroke { width: line.width * self.place.scale, ..line })
    }

    /// Paints `shapes`, from bottom to top.
    pub(super) fn paint(&mut self, shapes: &[Shape]) {
        for run in runs(shapes) {
            match run {
                Run::One(shape) => self.one(shape),
                Run::Path(look, shapes) => {
                    let path = self.path(|path| path.shapes(shapes));
                    self.draw(path, look.fill(), look.edge());
                }
            }
        }
    }

    fn one(&mut self, shape: &Shape) {
        match shape {
            Shape::Disc { center, radius, fill, edge } if edge.is_none() => self.dot(*center, *radius, *fill),
            Shape::Disc { center, radius, fill, edge } => {
                let rect = Rect::from_center_size(*center, Vec2::splat(radius * 2.0));
                self.rounded(rect, *radius, *fill, *edge);
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

    fn draw(&mut self, path: Option<Path>, color: Color32, edge: Stroke) {
        let Some(path) = path else { return };
        self.surface.set_fill(fill(color));
        self.surface.set_stroke(self.line(edge));
        if color != Color32::TRANSPARENT || !edge.is_none() {
            self.surface.draw_path(&path);
        }
    }

    fn rounded(&mut self, rect: Rect, round: f32, color: Color32, edge: Stroke) {
        let path = self.path(|path| path.rounded(rect, round));
        self.draw(path, color, edge);
    }

    /// Paints a disc as a very short line with round caps, at a quarter of the file size of its outline.
    fn dot(&mut self, center: Pos2, radius: f32, color: Color32) {
        let at = self.place.at(center);
        let mut path = PathBuilder::new();
        path.points(&[at, at + vec2(0.01, 0.0)], false);
        let line = self.line(Stroke::new(radius * 2.0, color));
        if let Some((path, line)) = path.finish().zip(line) {
            self.surface.set_fill(None);
            self.surface.set_stroke(Some(Line { line_cap: LineCap::Round, ..line }));
            self.surface.draw_path(&path);
        }
    }

    /// Paints a shadow that fades from `ends` to `feet`, as overlapping bands. A gradient would take five PDF objects, a
    /// mask among them.
    fn shadow(&mut self, ends: [Pos2; 2], feet: [Pos2; 2], color: Color32) {
        const BANDS: u8 = 6;
        let [r, g, b, a] = color.to_srgba_unmultiplied();
        // The bands together have the opacity of the color.
        let each = 1.0 - (1.0 - f32::from(a) / 255.0).powf(1.0 / f32::from(BANDS));
        let Some(opacity) = NormalizedF32::new(each) else { return };
        self.surface.set_fill(Some(Fill { paint: rgb::Color::new(r, g, b).into(), opacity, rule: FillRule::NonZero }));
        self.surface.set_stroke(None);
        for band in 0..BANDS {
            let far = (f32::from(band) + 0.5) / f32::from(BANDS);
            let [left, right] = [0, 1].map(|n| ends[n].lerp(feet[n], far));
            if let Some(path) = self.path(|path| path.points(&[ends[0], ends[1], right, left], true)) {
                self.surface.draw_path(&path);
            }
        }
    }

    fn picture(&mut self, framed: &FramedPicture) {
        let FramedPicture { picture, rect, opacity, .. } = framed;
        let (corner, scale) = (self.place.at(rect.min), self.place.scale * rect.width() / picture.size().x);
        let outlines = |path: &mut PlacedPath<'_>| framed.outlines().for_each(|rim| path.points(rim, true));
        let Some(edge) = self.path(outlines) else { return };
        self.surface.push_clip_path(&edge, &FillRule::NonZero);
        self.surface.push_transform(&Transform::from_row(scale, 0.0, 0.0, scale, corner.x, corner.y));
        let faint = NormalizedF32::new(*opacity).filter(|_| *opacity < 1.0);
        if let Some(faint) = faint {
            self.surface.push_opacity(faint);
        }
        match self.in_file(picture) {
            Some(EmbeddedPicture::Lines(graphic)) => self.surface.draw_graphic(graphic),
            Some(EmbeddedPicture::Pixels(image, size)) => self.surface.draw_image(image, size),
            None => {}
        }
        if faint.is_some() {
            self.surface.pop();
        }
        self.surface.pop();
        self.surface.pop();
    }

    /// Returns `picture` in its own units. It is embedded once, however often it is drawn.
    fn in_file(&mut self, picture: &ArtPicture) -> Option<EmbeddedPicture> {
        if let Some(known) = self.fonts.1.borrow().get(&picture.key()) {
            return known.clone();
        }
        let size = Size::from_wh(picture.size().x, picture.size().y)?;
        let packed = match picture.what() {
            PictureContent::Lines(art) => {
                let mut lines = self.surface.stream_builder();
                let mut surface = lines.surface();
                // Undrawable pictures were refused on reading.
                let drawn = surface.draw_svg(art.tree(), size, SvgSettings::default());
                surface.finish();
                let lines = lines.finish();
                drawn.map(|()| EmbeddedPicture::Lines(Graphic::new(lines, false)))
            }
            PictureContent::Pixels(_, png) => {
                Image::from_png(png.clone().into(), true).ok().map(|image| EmbeddedPicture::Pixels(image, size))
            }
        };
        self.fonts.1.borrow_mut().insert(picture.key(), packed.clone());
        packed
    }

    fn text(&mut self, text: &Text) {
        let line = text.line();
        if !text.spots.is_empty() {
            return self.curved(text, &line);
        }
        if let Some((plate, rect)) = text.plate.zip(text.plate_rect(&line)) {
            self.rounded(rect, plate.height / 2.0, plate.fill, plate.edge);
        }
        if let Some(halo) = text.halo.filter(|halo| halo.pale) {
            let rect = Rect::from_center_size(line.rect.center(), line.rect.size() * Vec2::new(1.0, 0.62));
            let pale = halo.color.gamma_multiply(0.4);
            self.rounded(rect.expand(line.size * 0.2), line.size * 0.4, pale, Stroke::NONE);
        }
        let (at, origin) = (self.place.at(text.at), self.place.at(line.origin));
        let size = line.size * self.place.scale;
        self.surface.push_transform(&Transform::from_rotate_at(line.turn.angle().to_degrees(), at.x, at.y));
        let slant = if text.italic { -SLANT } else { 0.0 };
        self.surface.push_transform(&Transform::from_row(1.0, 0.0, slant, 1.0, origin.x, origin.y));
        if let Some(halo) = text.halo {
            // Drawn as outlines, so that the halo is no text to search or copy.
            self.surface.set_fill(None);
            self.surface.set_stroke(self.line(Stroke::new(halo.width * 2.0, halo.color)));
            self.glyphs(&line.glyphs, text, size, true);
        }
        self.surface.set_fill(fill(text.color));
        let bold = Stroke::new(line.size * BOLD, text.color);
        self.surface.set_stroke(if text.bold { self.line(bold) } else { None });
        self.glyphs(&line.glyphs, text, size, false);
        self.surface.pop();
        self.surface.pop();
    }

    /// Draws text along a curve: all halos, then all letters, each with its own place and angle.
    fn curved(&mut self, text: &Text, line: &TextLine) {
        let size = line.size * self.place.scale;
        let slant = if text.italic { -SLANT } else { 0.0 };
        let halo = text.halo.map(|halo| (None, self.line(Stroke::new(halo.width * 2.0, halo.color)), true));
        let bold = if text.bold { self.line(Stroke::new(line.size * BOLD, text.color)) } else { None };
        for (fill, stroke, outlined) in halo.into_iter().chain([(fill(text.color), bold, false)]) {
            for glyph in &line.glyphs {
                let Some(spot) = glyph.spot else { continue };
                let at = self.place.at(spot.at);
                let turn = spot.way.angle().to_degrees();
                self.surface.push_transform(&Transform::from_rotate_at(turn, at.x, at.y));
                self.surface.push_transform(&Transform::from_row(1.0, 0.0, slant, 1.0, at.x, at.y));
                self.surface.set_fill(fill.clone());
                self.surface.set_stroke(stroke.clone());
                let own = Glyph { x: 0.0, ..glyph.clone() };
                self.glyphs(std::slice::from_ref(&own), text, size, outlined);
                self.surface.pop();
                self.surface.pop();
            }
        }
    }

    /// Draws glyphs from the origin on, in runs of one font.
    fn glyphs(&mut self, glyphs: &[Glyph], text: &Text, size: f32, outlined: bool) {
        for run in glyphs.chunk_by(|a, b| a.font == b.font) {
            let Some((first, font)) = run.first().and_then(|first| Some((first, self.fonts.get(first.font)?))) else {
                continue;
            };
            let letters: Vec<KrillaGlyph> = run
                .iter()
                .map(|glyph| {
                    let id = GlyphId::new(u32::from(glyph.id.0));
                    KrillaGlyph::new(id, glyph.advance, 0.0, 0.0, 0.0, glyph.range.clone(), None)
                })
                .collect();
            let start = Point::from_xy(first.x * size, 0.0);
            self.surface.draw_glyphs(start, &letters, font, &text.words, size, outlined);
        }
    }
}

fn fill(color: Color32) -> Option<Fill> {
    let (paint, opacity) = paint(color)?;
    Some(Fill { paint, opacity, rule: FillRule::NonZero })
}

fn stroke(stroke: Stroke) -> Option<Line> {
    if stroke.is_none() {
        return None;
    }
    let (paint, opacity) = paint(stroke.color)?;
    Some(Line { paint, opacity, width: stroke.width, line_join: LineJoin::Round, ..Line::default() })
}

fn paint(color: Color32) -> Option<(Paint, NormalizedF32)> {
    let [r, g, b, a] = color.to_srgba_unmultiplied();
    let opacity = NormalizedF32::new(f32::from(a) / 255.0)?;
    (a > 0).then(|| (rgb::Color::new(r, g, b).into(), opacity))
}
