//! The sides of counters: a unit that is OK, and one with a marker of disorder (II).

use super::{Quality, TroopType, Unit};
use crate::common::face::{Face, FaceMovement, FaceValue};

/// Returns the front and the back of the counter of `unit`. The figures are the bases on the table, with a letter for Guard or
/// Landwehr; `maneuver` is its movement in whole inches. The back shows a disordered unit. A general has two equal sides.
pub fn faces(unit: &Unit, maneuver: u8) -> [Face; 2] {
    [false, true].map(|back| {
        let (name, state) = match unit.troops {
            TroopType::General => (None, None),
            _ if back => (Some("Disordered"), Some("Disordered")),
            _ => (Some("OK"), None),
        };
        Face {
            name,
            back,
            value: match unit.troops {
                TroopType::General => FaceValue::Nothing,
                _ => FaceValue::Text(unit.printed()),
            },
            movement: Some(FaceMovement::plain(maneuver)),
            state,
            ..Face::default()
        }
    })
}

impl Unit {
    /// Returns the printed figures: the number of bases, with `G` for Guard and `L` for Landwehr, such as `"4G"`.
    pub fn printed(&self) -> String {
        let letter = match self.quality {
            Quality::Guard if self.troops.has_quality() => "G",
            Quality::Landwehr if self.troops.has_quality() => "L",
            _ => "",
        };
        format!("{}{letter}", self.bases_left())
    }
}
