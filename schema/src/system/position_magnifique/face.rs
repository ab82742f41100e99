//! The sides of counters (4.1): two steps for a unit, two orders for a headquarters.

use super::{Hq, Kind, Unit};
use crate::common::face::{Face, FaceMovement, FaceValue, main_figures};

/// Returns the full side of a unit's counter, or the reduced side, which is up after a step loss.
pub fn step_face(printed: &str, points: u8, reduced: bool) -> Face {
    Face {
        name: Some(if reduced { "Reduced" } else { "Full" }),
        back: reduced,
        value: FaceValue::Text(printed.to_owned()),
        movement: Some(FaceMovement::plain(points)),
        worn: reduced,
        // The Combat Factor and the ranges.
        short: Some(main_figures(printed)),
        ..Face::default()
    }
}

/// Returns the front of a headquarters, with the Attack order and the Command Rating for it.
pub fn attack_face(rating: u8, points: u8) -> Face {
    order_face("Attack", rating, points)
}

/// Returns the back of a headquarters, with the Defend order and the Command Rating for it.
pub fn defend_face(rating: u8, points: u8) -> Face {
    Face { back: true, ..order_face("Defend", rating, points) }
}

fn order_face(name: &'static str, rating: u8, points: u8) -> Face {
    let value = FaceValue::Text(rating.to_string());
    Face { name: Some(name), value, movement: Some(FaceMovement::plain(points)), orders: true, ..Face::default() }
}

impl Unit {
    /// Returns the printed figures of the full or the reduced side: the Combat Factor, `m` or `h`, and the ranges.
    pub fn printed(&self, reduced: bool) -> String {
        let letter = match (self.kind, self.mitrailleuse) {
            (_, true) => "m",
            (Kind::HorseArtillery, false) => "h",
            _ => "",
        };
        let ranges = self.range.map_or_else(String::new, |[near, far]| format!(" {near}-{far}"));
        format!("{}{letter}{ranges}", self.combat[usize::from(reduced)])
    }

    /// Returns the full and the reduced side of the unit's counter.
    pub(super) fn faces(&self) -> [Face; 2] {
        [false, true].map(|reduced| step_face(&self.printed(reduced), self.movement[usize::from(reduced)], reduced))
    }
}

impl Hq {
    /// Returns the Attack side and the Defend side of the headquarters' counter.
    pub(super) fn faces(&self) -> [Face; 2] {
        [attack_face(self.attack, self.movement), defend_face(self.defend, self.movement)]
    }

    /// Returns the face before an order is given, with both Command Ratings.
    pub(super) fn unordered_face(&self) -> Face {
        let value = FaceValue::Text(format!("{}/{}", self.attack, self.defend));
        Face { value, movement: Some(FaceMovement::plain(self.movement)), ..Face::default() }
    }
}
