//! The positions of units on a table, as editors show and change them.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::tabletop::{Inches, Tabletop};

/// The position of a unit on a table at the start of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TablePosition {
    /// The center of the front of the unit, or of the base of a unit without a front.
    pub at: Inches,
    /// The facing in degrees from 0 to 359, clockwise from the upper edge of the table; 0 for a unit without a front.
    pub facing: u16,
    /// The name of the formation of the bases in the file, such as `"maneuver"`; `None` for a unit without one, and for a
    /// new position in which the unit keeps its own.
    pub posture: Option<SmolStr>,
    /// The number of bases in the first rank; `None` for the usual number.
    pub front: Option<u8>,
    /// The turn of each base against the facing, in degrees clockwise; empty for a straight line or column.
    pub bend: Vec<i16>,
}

impl TablePosition {
    /// Returns the position at `at` of a unit that faces the middle of `table`, the upper or the lower edge beyond it.
    pub fn toward_middle(at: Inches, table: Tabletop) -> Self {
        let middle = i32::from(table.depth) * Inches::PER_INCH / 2;
        let facing = if at.y < middle { 180 } else { 0 };
        Self { at, facing, ..Self::default() }
    }

    /// Returns the position turned by `degrees` clockwise around its point.
    pub fn turned(&self, degrees: i32) -> Self {
        let facing = (i32::from(self.facing) + degrees).rem_euclid(360);
        Self { facing: u16::try_from(facing).unwrap_or_default(), ..self.clone() }
    }
}

/// A formation of bases that a unit can take on a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PostureInfo {
    /// The name in the file, such as `"maneuver"`.
    pub name: &'static str,
    /// The greatest angle between neighboring bases in degrees; `None` if the formation does not bend.
    pub bend: Option<u8>,
    /// `true` if the bases stand side by side, so that a bend counts from left to right; `false` if it counts from front to rear.
    pub is_line: bool,
}

/// An area around a unit that matters for other units, such as the command radius of a general.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitReach {
    /// The name, such as `"Command radius"`.
    pub name: &'static str,
    /// The center.
    pub at: Inches,
    /// The radius in thousandths of an inch.
    pub radius: i32,
    /// The indices of the units that the area concerns, in the order of battle.
    pub units: Vec<usize>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_units_face_the_middle_of_the_table() {
        let table = Tabletop { width: 24, depth: 20 };
        let facing = |y| TablePosition::toward_middle(Inches::whole(12, y), table).facing;
        assert_eq!([facing(3), facing(10), facing(17)], [180, 0, 0]);
    }

    #[test]
    fn a_turn_stays_within_a_circle() {
        let at = TablePosition { facing: 350, ..TablePosition::default() };
        assert_eq!([at.turned(15).facing, at.turned(-15).facing, at.turned(-710).facing], [5, 335, 0]);
    }
}
