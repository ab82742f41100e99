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

/// The most letters of a name that is the label of a general.
const LONGEST_LABEL: usize = 12;

impl Unit {
    /// Returns the label on the counter: the one in the file, or the id. A general without a label has his name, or its last word if
    /// the name is longer than a label.
    pub fn counter_label(&self) -> &str {
        match &self.label {
            Some(label) => label,
            None if self.troops == TroopType::General && !self.name.trim().is_empty() => {
                let name = self.name.trim();
                let is_short = name.chars().count() <= LONGEST_LABEL;
                if is_short { name } else { name.split_whitespace().next_back().unwrap_or(name) }
            }
            None => self.id.as_str(),
        }
    }

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
