//! The data with which a view lets a person play on a table without hexes, where most legal actions are no part of a list.

use std::fmt;

use battlewright_schema::Inches;

use super::Legend;
use crate::game::{Illegal, Rule, Side};

/// The pointer of a player on a table, with the settings of the next action.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct TablePointer {
    /// The index of the mode in [`Show::pointer_modes`](super::Show::pointer_modes).
    pub mode: usize,
    /// The point of the table.
    pub at: Inches,
    /// The [`Piece::id`](super::Piece::id) of the piece under the pointer.
    pub piece: Option<String>,
    /// The chosen facing, in tenths of a degree clockwise from the upper edge; `None` for the usual facing of the action.
    pub facing: Option<u16>,
    /// The chosen turn of each base against its left neighbor, in tenths of a degree clockwise; 0 for a straight line.
    pub bend: i16,
}

/// A kind of action that a player can point at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointerMode {
    /// The name, such as `"Fire"`.
    pub name: &'static str,
    /// The use of the pointer in this mode, in a sentence.
    pub help: &'static str,
    /// The rule of the action.
    pub rule: Rule,
    /// `true` if a facing can be chosen.
    pub turns: bool,
    /// `true` if the line of bases can be bent.
    pub bends: bool,
}

/// The action that a click of the pointer would choose now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProposedAction<A> {
    /// The action.
    pub action: A,
    /// The refusal; `None` for a legal action.
    pub refusal: Option<Illegal>,
    /// The corners of each base after the action: left front, right front, right rear, left rear. Empty if nothing moves.
    pub bases: Vec<[Inches; 4]>,
    /// The facing after the action, in tenths of a degree clockwise from the upper edge; `None` if nothing turns.
    pub facing: Option<u16>,
    /// The path of the action, from its start to its end.
    pub path: Vec<Inches>,
    /// The movement spent at the end of the path.
    pub spent: Option<SpentDistance>,
    /// The marks that explain the action, such as its line of sight.
    pub marks: Vec<TableMark>,
    /// The facts that decide the action, each with its rule, such as the range.
    pub facts: Vec<super::Fact>,
}

impl<A> ProposedAction<A> {
    /// Creates a proposal that moves nothing.
    pub fn new(action: A, refusal: Option<Illegal>) -> Self {
        Self {
            action,
            refusal,
            bases: Vec::new(),
            facing: None,
            path: Vec::new(),
            spent: None,
            marks: Vec::new(),
            facts: Vec::new(),
        }
    }

    /// Returns the same proposal with the action in another type.
    pub fn map<B>(self, with: impl FnOnce(A) -> B) -> ProposedAction<B> {
        let Self { action, refusal, bases, facing, path, spent, marks, facts } = self;
        ProposedAction { action: with(action), refusal, bases, facing, path, spent, marks, facts }
    }
}

/// A distance spent of an allowance, in thousandths of an inch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpentDistance {
    /// The distance spent.
    pub spent: i32,
    /// The allowance.
    pub allowance: i32,
}

/// Writes the distance to a tenth of an inch, such as `4.5" of 6"`. The spent distance is rounded up.
impl fmt::Display for SpentDistance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let spent = (self.spent.saturating_add(99)).div_euclid(100);
        let allowance = self.allowance.div_euclid(100);
        write!(f, "{} of {}", inches(spent), inches(allowance))
    }
}

/// Formats a number of tenths of an inch, such as `4.5"`.
pub fn inches(tenths: i32) -> String {
    let (whole, rest) = (tenths / 10, tenths % 10);
    if rest == 0 { format!("{whole}\"") } else { format!("{whole}.{rest}\"") }
}

/// A marked area, line or point of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableMark {
    /// The shape.
    pub shape: TableShape,
    /// The color.
    pub color: MarkColor,
    /// The words beside the shape, such as `3"`; empty for none.
    pub note: String,
    /// The meaning of the mark.
    pub legend: &'static Legend,
}

/// The shape of a mark on a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableShape {
    /// A filled area with these corners. It may be concave.
    Area(Vec<Inches>),
    /// The outline of an area with these corners.
    Outline(Vec<Inches>),
    /// A line through these points.
    Line(Vec<Inches>),
    /// A broken line through these points.
    BrokenLine(Vec<Inches>),
    /// A circle with this center and radius in thousandths of an inch.
    Circle(Inches, i32),
    /// A cross at a point.
    Cross(Inches),
}

impl TableShape {
    /// Returns a point for words beside the shape.
    pub fn anchor(&self) -> Option<Inches> {
        match self {
            Self::Area(points) | Self::Outline(points) => points.get(points.len() / 2).copied(),
            Self::Line(points) | Self::BrokenLine(points) => points.last().copied(),
            Self::Circle(center, radius) => Some(Inches { y: center.y.saturating_sub(*radius), ..*center }),
            Self::Cross(at) => Some(*at),
        }
    }
}

/// The color of a mark on a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MarkColor {
    /// Something that can be reached or chosen.
    Choice,
    /// The range of an attack.
    Attack,
    /// Something that is clear or favorable.
    Clear,
    /// Something that is blocked or dangerous.
    Blocked,
    /// The path of the current action.
    Path,
    /// Something of a side.
    Side(Side),
}

/// A line of sight between two points of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSight {
    /// The start of the line.
    pub from: Inches,
    /// The end of the line.
    pub to: Inches,
    /// The obstacle; `None` if the line is clear.
    pub obstacle: Option<TableObstacle>,
    /// The rule of lines of sight.
    pub rule: Rule,
}

/// An obstacle on a line of sight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableObstacle {
    /// The farthest point on the line before the first one that is out of sight.
    pub at: Inches,
    /// The reason why the line is blocked, in words.
    pub reason: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spent_distance_is_told_to_a_tenth() {
        let spent = |spent, allowance| SpentDistance { spent, allowance }.to_string();
        assert_eq!(spent(4500, 6000), "4.5\" of 6\"");
        assert_eq!(spent(4410, 6250), "4.5\" of 6.2\"", "what is spent is rounded up, the allowance down");
        assert_eq!(spent(0, 6000), "0\" of 6\"");
    }
}
