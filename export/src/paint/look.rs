//! Consecutive shapes with the same style as one path.

use ecolor::Color32;
use emath::Pos2;

use crate::draw::{Shape, Stroke};

/// The style of a path of shapes.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum PaintStyle {
    /// Lines.
    Line(Stroke),
    /// Areas that adjoin others. Opaque ones get an outline in their own color, to close the seams between them.
    Fan(Color32),
    /// Areas with an outline.
    Area(Color32, Stroke),
}

/// The width of the outline that closes seams.
pub(crate) const SEAM: f32 = 0.4;

impl PaintStyle {
    /// Returns the style of `shape`; `None` if the shape is not made of straight lines alone.
    fn of(shape: &Shape) -> Option<Self> {
        match shape {
            Shape::Segment { stroke, .. } | Shape::Line { stroke, .. } => Some(Self::Line(*stroke)),
            Shape::Fan { fill, .. } => Some(Self::Fan(*fill)),
            Shape::Area { fill, edge, .. } | Shape::Polygon { fill, edge, .. } => Some(Self::Area(*fill, *edge)),
            _ => None,
        }
    }

    /// Returns the fill color; transparent for lines.
    pub(crate) fn fill(&self) -> Color32 {
        match self {
            Self::Line(_) => Color32::TRANSPARENT,
            Self::Fan(fill) | Self::Area(fill, _) => *fill,
        }
    }

    /// Returns the stroke of lines and outlines.
    pub(crate) fn edge(&self) -> Stroke {
        match self {
            Self::Line(stroke) | Self::Area(_, stroke) => *stroke,
            Self::Fan(fill) if fill.is_opaque() => Stroke::new(SEAM, *fill),
            Self::Fan(_) => Stroke::NONE,
        }
    }
}

/// A group of consecutive shapes.
pub(crate) enum Run<'s> {
    /// Shapes of one style, painted as one path.
    Path(PaintStyle, &'s [Shape]),
    /// A single shape.
    One(&'s Shape),
}

/// Splits `shapes` into runs, in order.
pub(crate) fn runs(shapes: &[Shape]) -> impl Iterator<Item = Run<'_>> {
    let mut rest = shapes;
    std::iter::from_fn(move || {
        let first = rest.first()?;
        let Some(look) = PaintStyle::of(first) else {
            rest = &rest[1..];
            return Some(Run::One(first));
        };
        let same = rest.iter().take_while(|shape| PaintStyle::of(shape) == Some(look)).count();
        let (path, others) = rest.split_at(same);
        rest = others;
        Some(Run::Path(look, path))
    })
}

/// Returns the points of a shape of straight lines, and `true` if the last is joined to the first.
pub(crate) fn points(shape: &Shape) -> (&[Pos2], bool) {
    match shape {
        Shape::Segment { ends, .. } => (ends, false),
        Shape::Line { points, closed, .. } => (points, *closed),
        Shape::Fan { rim, .. } | Shape::Area { rim, .. } | Shape::Polygon { rim, .. } => (rim, true),
        _ => (&[], false),
    }
}
