//! Consecutive shapes with the same style as one path.

use ecolor::Color32;
use emath::Pos2;

use crate::draw::{Shape, Stroke};

/// The way in which a path of shapes is drawn.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum PaintStyle {
    /// Lines.
    Line(Stroke),
    /// Areas that meet their neighbors: where they hide what is beneath, their edge is drawn in their own color as
    /// well, so that nothing shows between them.
    Fan(Color32),
    /// Areas with an edge of their own.
    Area(Color32, Stroke),
}

/// The width of that edge.
pub(crate) const SEAM: f32 = 0.4;

impl PaintStyle {
    /// The look of `shape`, if it is made of straight lines alone.
    fn of(shape: &Shape) -> Option<Self> {
        match shape {
            Shape::Segment { stroke, .. } | Shape::Line { stroke, .. } => Some(Self::Line(*stroke)),
            Shape::Fan { fill, .. } => Some(Self::Fan(*fill)),
            Shape::Area { fill, edge, .. } => Some(Self::Area(*fill, *edge)),
            _ => None,
        }
    }

    /// The color of its areas.
    pub(crate) fn fill(&self) -> Color32 {
        match self {
            Self::Line(_) => Color32::TRANSPARENT,
            Self::Fan(fill) | Self::Area(fill, _) => *fill,
        }
    }

    /// Its lines.
    pub(crate) fn edge(&self) -> Stroke {
        match self {
            Self::Line(stroke) | Self::Area(_, stroke) => *stroke,
            Self::Fan(fill) if fill.is_opaque() => Stroke::new(SEAM, *fill),
            Self::Fan(_) => Stroke::NONE,
        }
    }
}

/// Some shapes of a list.
pub(crate) enum Run<'s> {
    /// Those of one path.
    Path(PaintStyle, &'s [Shape]),
    /// One by itself.
    One(&'s Shape),
}

/// The runs of `shapes`, in order.
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

/// The points of a shape of straight lines, and whether they lead back to the first.
pub(crate) fn points(shape: &Shape) -> (&[Pos2], bool) {
    match shape {
        Shape::Segment { ends, .. } => (ends, false),
        Shape::Line { points, closed, .. } => (points, *closed),
        Shape::Fan { rim, .. } | Shape::Area { rim, .. } => (rim, true),
        _ => (&[], false),
    }
}
