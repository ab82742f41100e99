//! The sides of a unit's counter (3.1): March Formation in front, Battle Formation on the back.

use super::{Kind, MarsLaTour};
use crate::common::face::{Face, FaceMovement, FaceValue};

/// The side that shows March Formation, with the number of movement points in a box (3.1).
pub fn march_face(er: u8, points: u8) -> Face {
    let movement = Some(FaceMovement { points, boxed: true });
    Face { name: Some("March"), value: FaceValue::Stars(er), movement, ..Face::default() }
}

/// The side that shows Battle Formation (3.1).
pub fn battle_face(er: u8, points: u8) -> Face {
    let movement = Some(FaceMovement::plain(points));
    Face { name: Some("Battle"), back: true, value: FaceValue::Stars(er), movement, ..Face::default() }
}

impl MarsLaTour {
    /// The sides of the counter of a unit of `kind` with this ER.
    pub(super) fn faces(&self, kind: Kind, er: u8) -> [Face; 2] {
        let allowance = self.movement(kind);
        [march_face(er, allowance.march), battle_face(er, allowance.battle)]
    }
}
