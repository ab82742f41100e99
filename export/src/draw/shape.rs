//! Shapes of a map and its counters as data, for the painters of windows, pictures and pages.

use battlewright_schema::common::limits::LONGEST_NAME;
use ecolor::Color32;
use emath::{Align2, Pos2, Rect, Vec2};

use crate::art::ArtPicture;

/// A line's width and color.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stroke {
    /// Its width.
    pub width: f32,
    /// Its color.
    pub color: Color32,
}

impl Stroke {
    /// No line.
    pub const NONE: Self = Self { width: 0.0, color: Color32::TRANSPARENT };

    /// A line of this width and color.
    pub fn new(width: f32, color: Color32) -> Self {
        Self { width, color }
    }

    /// Returns `true` if nothing is to be seen of it.
    pub fn is_none(&self) -> bool {
        self.width <= 0.0 || self.color == Color32::TRANSPARENT
    }
}

/// Something drawn. What comes later lies over what comes before.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// An area of which all can be seen from one of its points; it meets its neighbors without a gap.
    Fan {
        /// That point.
        from: Pos2,
        /// Its edge, in order.
        rim: Vec<Pos2>,
        /// Its color.
        fill: Color32,
    },
    /// A convex area with smooth edges.
    Area {
        /// Its edge, in order.
        rim: Vec<Pos2>,
        /// Its color.
        fill: Color32,
        /// The line around it.
        edge: Stroke,
    },
    /// A line from point to point.
    Line {
        /// The points.
        points: Vec<Pos2>,
        /// `true` if it goes back to where it began.
        closed: bool,
        /// The way in which it is drawn.
        stroke: Stroke,
    },
    /// A straight line.
    Segment {
        /// From where to where.
        ends: [Pos2; 2],
        /// The way in which it is drawn.
        stroke: Stroke,
    },
    /// A round area.
    Disc {
        /// Its middle.
        center: Pos2,
        /// Its radius.
        radius: f32,
        /// Its color.
        fill: Color32,
        /// The line around it.
        edge: Stroke,
    },
    /// A rectangle.
    Box {
        /// Its place; a line around it lies half within.
        rect: Rect,
        /// The radius of its corners.
        round: f32,
        /// Its color.
        fill: Color32,
        /// The line around it.
        edge: Stroke,
    },
    /// A shadow along a line that fades to nothing.
    Shadow {
        /// The line.
        ends: [Pos2; 2],
        /// The points where nothing is left of it, the first end's first.
        feet: [Pos2; 2],
        /// Its color at the line.
        color: Color32,
    },
    /// Words.
    Text(Text),
    /// A picture.
    Picture(FramedPicture),
}

/// A picture where it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct FramedPicture {
    /// The picture.
    pub picture: ArtPicture,
    /// The rectangle of all of it.
    pub rect: Rect,
    /// The edge within which it is drawn; all of that can be seen from the middle of `rect`.
    pub rim: Vec<Pos2>,
    /// The part of what is beneath that it covers, from 0 to 1.
    pub opacity: f32,
    /// The brightness of it beside itself by day, from 0 to 1.
    pub light: f32,
}

impl FramedPicture {
    /// `picture` over `rect` as a whole, within `rim`.
    pub fn new(picture: ArtPicture, rect: Rect, rim: Vec<Pos2>) -> Self {
        Self { rect: picture.covering(rect), picture, rim, opacity: 1.0, light: 1.0 }
    }
}

impl Shape {
    /// A straight line.
    pub fn segment(ends: [Pos2; 2], stroke: Stroke) -> Self {
        Self::Segment { ends, stroke }
    }

    /// A line from point to point.
    pub fn line(points: Vec<Pos2>, stroke: Stroke) -> Self {
        Self::Line { points, closed: false, stroke }
    }

    /// A line from point to point and back.
    pub fn ring(points: Vec<Pos2>, stroke: Stroke) -> Self {
        Self::Line { points, closed: true, stroke }
    }

    /// A convex area without a line around it.
    pub fn area(rim: Vec<Pos2>, fill: Color32) -> Self {
        Self::Area { rim, fill, edge: Stroke::NONE }
    }

    /// A round area without a line around it.
    pub fn disc(center: Pos2, radius: f32, fill: Color32) -> Self {
        Self::Disc { center, radius, fill, edge: Stroke::NONE }
    }

    /// A circle.
    pub fn circle(center: Pos2, radius: f32, stroke: Stroke) -> Self {
        Self::Disc { center, radius, fill: Color32::TRANSPARENT, edge: stroke }
    }

    /// A rectangle without a line around it.
    pub fn filled(rect: Rect, round: f32, fill: Color32) -> Self {
        Self::Box { rect, round, fill, edge: Stroke::NONE }
    }

    /// The lines around a rectangle.
    pub fn frame(rect: Rect, round: f32, stroke: Stroke) -> Self {
        Self::Box { rect, round, fill: Color32::TRANSPARENT, edge: stroke }
    }

    /// A line of dashes.
    pub fn dashes(ends: [Pos2; 2], stroke: Stroke, dash: f32, gap: f32) -> impl Iterator<Item = Self> {
        let [from, to] = ends;
        let (long, way) = ((to - from).length(), (to - from).normalized());
        let step = (dash + gap).max(f32::EPSILON);
        let starts = (0_u16..1000).map(move |n| f32::from(n) * step).take_while(move |start| *start < long);
        starts.map(move |start| Self::segment([from + way * start, from + way * (start + dash).min(long)], stroke))
    }

    /// The same, `factor` times as large about the origin and then moved by `by`.
    #[must_use]
    pub fn mapped(mut self, factor: f32, by: Vec2) -> Self {
        let put = |at: &mut Pos2| *at = (at.to_vec2() * factor + by).to_pos2();
        let widen = |stroke: &mut Stroke| stroke.width *= factor;
        match &mut self {
            Self::Fan { from, rim, .. } => {
                put(from);
                rim.iter_mut().for_each(put);
            }
            Self::Area { rim, edge, .. } => {
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
            Self::Picture(FramedPicture { rect, rim, .. }) => {
                put(&mut rect.min);
                put(&mut rect.max);
                rim.iter_mut().for_each(put);
            }
            Self::Shadow { ends, feet, .. } => ends.iter_mut().chain(feet).for_each(put),
            Self::Text(text) => {
                put(&mut text.at);
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

    /// The same, paler: `by` is what is left of it, from 0 to 1.
    #[must_use]
    pub fn faded(mut self, by: f32) -> Self {
        let fade = |color: &mut Color32| *color = color.gamma_multiply(by);
        match &mut self {
            Self::Fan { fill, .. } => fade(fill),
            Self::Area { fill, edge, .. } | Self::Disc { fill, edge, .. } | Self::Box { fill, edge, .. } => {
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

/// Words in one line.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// The place where they are anchored.
    pub at: Pos2,
    /// The part of them that stands there.
    pub anchor: Align2,
    /// The words.
    pub words: String,
    /// The height of a line.
    pub size: f32,
    /// Their color.
    pub color: Color32,
    /// `true` if they are a little heavier.
    pub bold: bool,
    /// `true` if they slant.
    pub italic: bool,
    /// The way in which they read: to the right if it is [`Vec2::RIGHT`].
    pub way: Vec2,
    /// The width that they may have: longer ones are drawn smaller.
    pub fit: Option<f32>,
    /// The width that they are drawn with by setting the letters apart, and the most that they are set apart.
    pub fill: Option<(f32, f32)>,
    /// The halo that sets them off from the ground.
    pub halo: Option<Halo>,
    /// The plate that they stand on.
    pub plate: Option<Plate>,
}

/// An edge around words in another color.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Halo {
    /// Its color.
    pub color: Color32,
    /// Its width.
    pub width: f32,
    /// `true` if the ground behind the words is paler too.
    pub pale: bool,
}

/// A disk behind words, as wide as they are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plate {
    /// Its color.
    pub fill: Color32,
    /// The line around it.
    pub edge: Stroke,
    /// Its height.
    pub height: f32,
    /// The room that it leaves on both sides of the words together.
    pub room: f32,
}

impl Text {
    /// Words in the middle of `at`, cut where a scenario's may not go on.
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
        }
    }

    /// The same, anchored elsewhere.
    #[must_use]
    pub fn anchored(self, anchor: Align2) -> Self {
        Self { anchor, ..self }
    }

    /// The same, a little heavier.
    #[must_use]
    pub fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    /// The same in the middle of `rect`, made smaller until it is no wider.
    #[must_use]
    pub fn within(self, rect: Rect) -> Self {
        Self { at: rect.center(), anchor: Align2::CENTER_CENTER, fit: Some(rect.width()), ..self }
    }

    /// A name on the map: heavier, with a light edge and on paler ground.
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
