//! Shapes on a page.

use ecolor::Color32;
use emath::{Pos2, Rect, Vec2};
use krilla::color::rgb;
use krilla::geom::{Path, PathBuilder, Point, Transform};
use krilla::num::NormalizedF32;
use krilla::paint::{Fill, FillRule, LineJoin, LinearGradient, Paint, SpreadMethod, Stop, Stroke as Line};
use krilla::surface::Surface;
use krilla::text::{Font as PageFont, GlyphId, KrillaGlyph};

use crate::draw::text::{Font, Glyph};
use crate::draw::{Shape, Stroke, Text};
use crate::paint::look::{Run, runs};
use crate::paint::pixels::{BOLD, SLANT};
use crate::paint::trace::Trace as _;

/// The fonts of a document.
pub(super) struct Fonts([Option<PageFont>; 2]);

impl Fonts {
    pub(super) fn new() -> Self {
        Self([Font::Ubuntu, Font::Hack].map(|font| PageFont::new(font.data().to_vec().into(), 0)))
    }

    fn get(&self, font: Font) -> Option<PageFont> {
        self.0.get(font as usize).cloned().flatten()
    }
}

/// What shapes are painted on.
pub(super) struct Ink<'a, 's> {
    surface: &'a mut Surface<'s>,
    fonts: &'a Fonts,
}

impl<'a, 's> Ink<'a, 's> {
    pub(super) fn new(surface: &'a mut Surface<'s>, fonts: &'a Fonts) -> Self {
        Self { surface, fonts }
    }

    /// Paints what `paint` paints, `scale` times as large and moved by `by`, within `clip` of the page.
    pub(super) fn within(&mut self, clip: Rect, by: Vec2, scale: f32, paint: impl FnOnce(&mut Ink<'_, 's>)) {
        let Some(frame) = rounded(clip, 0.0) else { return };
        self.surface.push_clip_path(&frame, &FillRule::NonZero);
        self.surface.push_transform(&Transform::from_row(scale, 0.0, 0.0, scale, by.x, by.y));
        paint(&mut Ink { surface: self.surface, fonts: self.fonts });
        self.surface.pop();
        self.surface.pop();
    }

    /// Paints `shapes`, the lowest first.
    pub(super) fn paint(&mut self, shapes: &[Shape]) {
        for run in runs(shapes) {
            match run {
                Run::One(shape) => self.one(shape),
                Run::Path(look, shapes) => {
                    let mut path = PathBuilder::new();
                    path.shapes(shapes);
                    self.draw(path.finish(), look.fill(), look.edge());
                }
            }
        }
    }

    fn one(&mut self, shape: &Shape) {
        match shape {
            Shape::Disc { center, radius, fill, edge } => {
                let rect = Rect::from_center_size(*center, Vec2::splat(radius * 2.0));
                self.draw(rounded(rect, *radius), *fill, *edge);
            }
            Shape::Box { rect, round, fill, edge } => self.draw(rounded(*rect, *round), *fill, *edge),
            Shape::Shadow { ends, feet, color } => self.shadow(*ends, *feet, *color),
            Shape::Text(text) => self.text(text),
            Shape::Fan { .. } | Shape::Area { .. } | Shape::Line { .. } | Shape::Segment { .. } => {}
        }
    }

    fn draw(&mut self, path: Option<Path>, color: Color32, edge: Stroke) {
        let Some(path) = path else { return };
        self.surface.set_fill(fill(color));
        self.surface.set_stroke(stroke(edge));
        if color != Color32::TRANSPARENT || !edge.is_none() {
            self.surface.draw_path(&path);
        }
    }

    fn shadow(&mut self, ends: [Pos2; 2], feet: [Pos2; 2], color: Color32) {
        let (from, to) = (ends[0].lerp(ends[1], 0.5), feet[0].lerp(feet[1], 0.5));
        let [r, g, b, a] = color.to_srgba_unmultiplied();
        let stop = |offset: f32, opacity: f32| Stop {
            offset: NormalizedF32::new(offset).unwrap_or(NormalizedF32::ZERO),
            color: rgb::Color::new(r, g, b).into(),
            opacity: NormalizedF32::new(opacity).unwrap_or(NormalizedF32::ZERO),
        };
        let paint = LinearGradient {
            x1: from.x,
            y1: from.y,
            x2: to.x,
            y2: to.y,
            transform: Transform::identity(),
            spread_method: SpreadMethod::Pad,
            stops: vec![stop(0.0, f32::from(a) / 255.0), stop(1.0, 0.0)],
            anti_alias: true,
        };
        let mut path = PathBuilder::new();
        path.points(&[ends[0], ends[1], feet[1], feet[0]], true);
        let Some(path) = path.finish() else { return };
        self.surface.set_fill(Some(Fill { paint: paint.into(), ..Fill::default() }));
        self.surface.set_stroke(None);
        self.surface.draw_path(&path);
    }

    fn text(&mut self, text: &Text) {
        let line = text.line();
        if let Some((plate, rect)) = text.plate.zip(text.plate_rect(&line)) {
            self.draw(rounded(rect, plate.height / 2.0), plate.fill, plate.edge);
        }
        if let Some(halo) = text.halo.filter(|halo| halo.pale) {
            let rect = Rect::from_center_size(line.rect.center(), line.rect.size() * Vec2::new(1.0, 0.62));
            self.draw(
                rounded(rect.expand(line.size * 0.2), line.size * 0.4),
                halo.color.gamma_multiply(0.4),
                Stroke::NONE,
            );
        }
        let turn = Transform::from_rotate_at(line.turn.angle().to_degrees(), text.at.x, text.at.y);
        self.surface.push_transform(&turn);
        let slant = if text.italic { -SLANT } else { 0.0 };
        self.surface.push_transform(&Transform::from_row(1.0, 0.0, slant, 1.0, line.origin.x, line.origin.y));
        if let Some(halo) = text.halo {
            // As outlines: these are no words.
            self.surface.set_fill(None);
            self.surface.set_stroke(stroke(Stroke::new(halo.width * 2.0, halo.color)));
            self.glyphs(&line.glyphs, text, line.size, true);
        }
        self.surface.set_fill(fill(text.color));
        let bold = Stroke::new(line.size * BOLD, text.color);
        self.surface.set_stroke(if text.bold { stroke(bold) } else { None });
        self.glyphs(&line.glyphs, text, line.size, false);
        self.surface.pop();
        self.surface.pop();
    }

    /// Letters from the origin on, font by font.
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

fn rounded(rect: Rect, round: f32) -> Option<Path> {
    let mut path = PathBuilder::new();
    path.rounded(rect, round);
    path.finish()
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
