//! Maps and counters as data: shapes for the painters of windows, pictures and pages.

use battlewright_schema::common::limits::LONGEST_NAME;
use ecolor::Color32;
use emath::{Align2, Pos2, Rect, Vec2};

use crate::art::ArtPicture;

/// The width and color of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stroke {
    /// The width.
    pub width: f32,
    /// The color.
    pub color: Color32,
}

impl Stroke {
    /// No line.
    pub const NONE: Self = Self { width: 0.0, color: Color32::TRANSPARENT };

    /// Returns a line of this width and color.
    pub fn new(width: f32, color: Color32) -> Self {
        Self { width, color }
    }

    /// Returns `true` if the line is invisible.
    pub fn is_none(&self) -> bool {
        self.width <= 0.0 || self.color == Color32::TRANSPARENT
    }
}

/// A drawn element. Later shapes lie on top of earlier ones.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// An area, star-shaped about a point, that adjoins its neighbors without a gap.
    Fan {
        /// The point from which the whole area is visible.
        from: Pos2,
        /// The outline, in order.
        rim: Vec<Pos2>,
        /// The fill color.
        fill: Color32,
    },
    /// A convex area with antialiased edges.
    Area {
        /// The outline, in order.
        rim: Vec<Pos2>,
        /// The fill color.
        fill: Color32,
        /// The stroke of the outline.
        edge: Stroke,
    },
    /// An area with any outline that does not cross itself, which runs clockwise on the screen.
    Polygon {
        /// The outline, in order.
        rim: Vec<Pos2>,
        /// The fill color.
        fill: Color32,
        /// The stroke of the outline.
        edge: Stroke,
    },
    /// A polyline.
    Line {
        /// The points.
        points: Vec<Pos2>,
        /// `true` to join the last point to the first.
        closed: bool,
        /// The stroke.
        stroke: Stroke,
    },
    /// A straight line.
    Segment {
        /// Both ends.
        ends: [Pos2; 2],
        /// The stroke.
        stroke: Stroke,
    },
    /// A disc.
    Disc {
        /// The center.
        center: Pos2,
        /// The radius.
        radius: f32,
        /// The fill color.
        fill: Color32,
        /// The stroke of the outline.
        edge: Stroke,
    },
    /// A rectangle.
    Box {
        /// The rectangle; the stroke lies half within.
        rect: Rect,
        /// The radius of the corners.
        round: f32,
        /// The fill color.
        fill: Color32,
        /// The stroke of the outline.
        edge: Stroke,
    },
    /// A shadow that fades out from a line.
    Shadow {
        /// The line.
        ends: [Pos2; 2],
        /// The points where the shadow ends, in the order of `ends`.
        feet: [Pos2; 2],
        /// The color at the line.
        color: Color32,
    },
    /// A line of text.
    Text(Text),
    /// A picture.
    Picture(FramedPicture),
}

/// A picture clipped to an outline.
#[derive(Clone, Debug, PartialEq)]
pub struct FramedPicture {
    /// The picture.
    pub picture: ArtPicture,
    /// The rectangle of the unclipped picture.
    pub rect: Rect,
    /// The clip outline, star-shaped about the center of `rect`. It may be empty if there are `tiles`.
    pub rim: Vec<Pos2>,
    /// Further clip outlines: convex areas that adjoin each other, such as the hexes of a map.
    pub tiles: Vec<Vec<Pos2>>,
    /// The opacity, from 0 to 1.
    pub opacity: f32,
    /// The brightness, from 0 to 1; less than 1 in dark mode.
    pub light: f32,
}

impl FramedPicture {
    /// Places `picture` so that it covers `rect`, clipped to `rim`.
    pub fn new(picture: ArtPicture, rect: Rect, rim: Vec<Pos2>) -> Self {
        Self { rect: picture.covering(rect), picture, rim, tiles: Vec::new(), opacity: 1.0, light: 1.0 }
    }
}

impl FramedPicture {
    /// Returns the outlines of what is seen of the picture.
    pub fn outlines(&self) -> impl Iterator<Item = &[Pos2]> {
        std::iter::once(&self.rim).chain(&self.tiles).filter(|rim| !rim.is_empty()).map(Vec::as_slice)
    }
}

impl Shape {
    /// Returns a straight line.
    pub fn segment(ends: [Pos2; 2], stroke: Stroke) -> Self {
        Self::Segment { ends, stroke }
    }

    /// Returns an open polyline.
    pub fn line(points: Vec<Pos2>, stroke: Stroke) -> Self {
        Self::Line { points, closed: false, stroke }
    }

    /// Returns a closed polyline.
    pub fn ring(points: Vec<Pos2>, stroke: Stroke) -> Self {
        Self::Line { points, closed: true, stroke }
    }

    /// Returns a convex area without an outline.
    pub fn area(rim: Vec<Pos2>, fill: Color32) -> Self {
        Self::Area { rim, fill, edge: Stroke::NONE }
    }

    /// Returns a disc without an outline.
    pub fn disc(center: Pos2, radius: f32, fill: Color32) -> Self {
        Self::Disc { center, radius, fill, edge: Stroke::NONE }
    }

    /// Returns a circle without a fill.
    pub fn circle(center: Pos2, radius: f32, stroke: Stroke) -> Self {
        Self::Disc { center, radius, fill: Color32::TRANSPARENT, edge: stroke }
    }

    /// Returns a rectangle without an outline; `round` is the radius of its corners.
    pub fn filled(rect: Rect, round: f32, fill: Color32) -> Self {
        Self::Box { rect, round, fill, edge: Stroke::NONE }
    }

    /// Returns the outline of a rectangle; `round` is the radius of its corners.
    pub fn frame(rect: Rect, round: f32, stroke: Stroke) -> Self {
        Self::Box { rect, round, fill: Color32::TRANSPARENT, edge: stroke }
    }

    /// Returns the dashes of a straight line, `dash` long and `gap` apart.
    pub fn dashes(ends: [Pos2; 2], stroke: Stroke, dash: f32, gap: f32) -> impl Iterator<Item = Self> {
        let [from, to] = ends;
        let (long, way) = ((to - from).length(), (to - from).normalized());
        let step = (dash + gap).max(f32::EPSILON);
        let starts = (0_u16..1000).map(move |n| f32::from(n) * step).take_while(move |start| *start < long);
        starts.map(move |start| Self::segment([from + way * start, from + way * (start + dash).min(long)], stroke))
    }

    /// Returns a rectangle that holds all of the shape.
    pub fn reach(&self) -> Rect {
        match self {
            Self::Fan { rim, .. } => Rect::from_points(rim),
            Self::Area { rim, edge, .. } | Self::Polygon { rim, edge, .. } => Rect::from_points(rim).expand(edge.width),
            Self::Line { points, stroke, .. } => Rect::from_points(points).expand(stroke.width),
            Self::Segment { ends, stroke } => Rect::from_points(ends).expand(stroke.width),
            Self::Disc { center, radius, edge, .. } => {
                Rect::from_center_size(*center, Vec2::splat(2.0 * radius)).expand(edge.width)
            }
            Self::Box { rect, edge, .. } => rect.expand(edge.width),
            Self::Shadow { ends, feet, .. } => Rect::from_points(ends).union(Rect::from_points(feet)),
            Self::Text(text) => Rect::from_center_size(text.at, Vec2::splat(2.0 * text.reach())),
            Self::Picture(framed) => {
                framed.outlines().fold(Rect::NOTHING, |all, rim| all.union(Rect::from_points(rim)))
            }
        }
    }

    /// Scales the shape by `factor` about the origin, then moves it by `by`.
    #[must_use]
    pub fn mapped(mut self, factor: f32, by: Vec2) -> Self {
        let put = |at: &mut Pos2| *at = (at.to_vec2() * factor + by).to_pos2();
        let widen = |stroke: &mut Stroke| stroke.width *= factor;
        match &mut self {
            Self::Fan { from, rim, .. } => {
                put(from);
                rim.iter_mut().for_each(put);
            }
            Self::Area { rim, edge, .. } | Self::Polygon { rim, edge, .. } => {
                rim.iter_mut().for_each(put);
                widen(edge);
            }
            Self::Line { points, stroke, .. } => {
                points.iter_mut().for_each(put);
                widen(stroke);
            }
            Self::Segment { ends, stroke } => {
                ends.iter_mut().for_each(put);
                widen(stroke);
            }
            Self::Disc { center, radius, edge, .. } => {
                put(center);
                *radius *= factor;
                widen(edge);
            }
            Self::Box { rect, round, edge, .. } => {
                put(&mut rect.min);
                put(&mut rect.max);
                *round *= factor;
                widen(edge);
            }
            Self::Picture(FramedPicture { rect, rim, tiles, .. }) => {
                put(&mut rect.min);
                put(&mut rect.max);
                rim.iter_mut().chain(tiles.iter_mut().flatten()).for_each(put);
            }
            Self::Shadow { ends, feet, .. } => ends.iter_mut().chain(feet).for_each(put),
            Self::Text(text) => {
                put(&mut text.at);
                text.spots.iter_mut().for_each(|spot| put(&mut spot.at));
                text.size *= factor;
                text.fit = text.fit.map(|fit| fit * factor);
                text.fill = text.fill.map(|(wide, most)| (wide * factor, most * factor));
                if let Some(halo) = &mut text.halo {
                    halo.width *= factor;
                }
                if let Some(plate) = &mut text.plate {
                    widen(&mut plate.edge);
                    plate.height *= factor;
                    plate.room *= factor;
                }
            }
        }
        self
    }

    /// Multiplies the opacity by `by`, from 0 to 1.
    #[must_use]
    pub fn faded(mut self, by: f32) -> Self {
        let fade = |color: &mut Color32| *color = color.gamma_multiply(by);
        match &mut self {
            Self::Fan { fill, .. } => fade(fill),
            Self::Area { fill, edge, .. }
            | Self::Polygon { fill, edge, .. }
            | Self::Disc { fill, edge, .. }
            | Self::Box { fill, edge, .. } => {
                fade(fill);
                fade(&mut edge.color);
            }
            Self::Line { stroke, .. } | Self::Segment { stroke, .. } => fade(&mut stroke.color),
            Self::Shadow { color, .. } => fade(color),
            Self::Picture(framed) => framed.opacity *= by,
            Self::Text(text) => {
                fade(&mut text.color);
                if let Some(halo) = &mut text.halo {
                    fade(&mut halo.color);
                }
                if let Some(plate) = &mut text.plate {
                    fade(&mut plate.fill);
                    fade(&mut plate.edge.color);
                }
            }
        }
        self
    }
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// The anchor point.
    pub at: Pos2,
    /// The part of the text's rectangle at the anchor point.
    pub anchor: Align2,
    /// The text.
    pub words: String,
    /// The font size.
    pub size: f32,
    /// The color.
    pub color: Color32,
    /// `true` for bold type.
    pub bold: bool,
    /// `true` for italic type.
    pub italic: bool,
    /// The reading direction, a unit vector; [`Vec2::RIGHT`] for horizontal text.
    pub way: Vec2,
    /// The greatest width; longer text is reduced.
    pub fit: Option<f32>,
    /// The width to fill by letter spacing, and the widest spacing.
    pub fill: Option<(f32, f32)>,
    /// The halo that sets the text off from the ground.
    pub halo: Option<Halo>,
    /// The plate behind the text.
    pub plate: Option<Plate>,
    /// The places of the letters of text along a curve, one for each glyph; empty for straight text.
    pub spots: Vec<LetterSpot>,
}

/// The place of a letter on a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LetterSpot {
    /// The start of the letter on the baseline.
    pub at: Pos2,
    /// Its reading direction, a unit vector.
    pub way: Vec2,
}

impl LetterSpot {
    /// Returns the direction from the baseline down, a unit vector.
    pub fn down(&self) -> Vec2 {
        -self.way.rot90()
    }
}

/// An outline around text in another color.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Halo {
    /// Its color.
    pub color: Color32,
    /// Its width.
    pub width: f32,
    /// `true` to lighten the ground behind the text as well.
    pub pale: bool,
}

/// A rounded plate behind text, as wide as the text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plate {
    /// The fill color.
    pub fill: Color32,
    /// The stroke of the outline.
    pub edge: Stroke,
    /// The height.
    pub height: f32,
    /// The padding on both sides together.
    pub room: f32,
}

impl Text {
    /// Returns text centered at `at`, cut off at the greatest length of a scenario's names.
    pub fn new(at: Pos2, words: impl Into<String>, size: f32, color: Color32) -> Self {
        let mut words = words.into();
        if words.len() > LONGEST_NAME
            && let Some((end, _)) = words.char_indices().nth(LONGEST_NAME)
        {
            words.truncate(end);
        }
        Self {
            at,
            anchor: Align2::CENTER_CENTER,
            words,
            size,
            color,
            bold: false,
            italic: false,
            way: Vec2::RIGHT,
            fit: None,
            fill: None,
            halo: None,
            plate: None,
            spots: Vec::new(),
        }
    }

    /// Changes the anchor.
    #[must_use]
    pub fn anchored(self, anchor: Align2) -> Self {
        Self { anchor, ..self }
    }

    /// Makes the text bold.
    #[must_use]
    pub fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    /// Centers the text in `rect` and reduces it to that width.
    #[must_use]
    pub fn within(self, rect: Rect) -> Self {
        Self { at: rect.center(), anchor: Align2::CENTER_CENTER, fit: Some(rect.width()), ..self }
    }

    /// Returns a name on the map: bold, with a halo on lightened ground.
    pub fn name(at: Pos2, words: impl Into<String>, size: f32, color: Color32, halo: Color32) -> Self {
        let halo = Halo { color: halo, width: (size * 0.09).clamp(1.0, 2.2), pale: true };
        Self { halo: Some(halo), ..Self::new(at, words, size, color).bold() }
    }
}

impl From<Text> for Shape {
    fn from(text: Text) -> Self {
        Self::Text(text)
    }
}

#[cfg(test)]
mod tests {
    use emath::pos2;

    use super::*;

    #[test]
    fn dashes_end_where_the_line_does() {
        let dashes = Shape::dashes([pos2(0.0, 0.0), pos2(10.0, 0.0)], Stroke::NONE, 3.0, 1.0);
        let ends: Vec<[f32; 2]> = dashes
            .map(|dash| match dash {
                Shape::Segment { ends, .. } => ends.map(|end| end.x),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(ends, [[0.0, 3.0], [4.0, 7.0], [8.0, 10.0]]);
    }
}
