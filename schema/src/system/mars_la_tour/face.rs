//! The two sides of a unit's counter (3.1): March Formation on the front, Battle Formation on the back.

use super::{Kind, MarsLaTour};
use crate::common::face::{Face, FaceMovement, FaceValue};

/// Returns the front, in March Formation, with the movement points in a box (3.1).
pub fn march_face(er: u8, points: u8) -> Face {
    let movement = Some(FaceMovement { points, boxed: true });
    Face { name: Some("March"), value: FaceValue::Stars(er), movement, short: short(er, points), ..Face::default() }
}

/// Returns the back, in Battle Formation (3.1).
pub fn battle_face(er: u8, points: u8) -> Face {
    let movement = Some(FaceMovement::plain(points));
    let (name, short) = (Some("Battle"), short(er, points));
    Face { name, back: true, value: FaceValue::Stars(er), movement, short, ..Face::default() }
}

/// Returns the ER and the movement points in figures, for small counters.
fn short(er: u8, points: u8) -> Option<String> {
    Some(format!("{er} {points}"))
}

impl MarsLaTour {
    /// Returns the two sides of the counter of a unit of `kind` with the ER `er`, front first.
    pub(super) fn faces(&self, kind: Kind, er: u8) -> [Face; 2] {
        let allowance = self.movement(kind);
        [march_face(er, allowance.march), battle_face(er, allowance.battle)]
    }
}
