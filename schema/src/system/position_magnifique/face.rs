//! The sides of counters (4.1): a unit's two steps, a headquarters' two orders.

use super::{Hq, Kind, Unit};
use crate::common::face::{Face, FaceMovement, FaceValue};

/// A side of a unit's counter: the full one, or the one that is up after a step loss.
pub fn step_face(printed: &str, points: u8, reduced: bool) -> Face {
    Face {
        name: Some(if reduced { "Reduced" } else { "Full" }),
        back: reduced,
        value: FaceValue::Text(printed.to_owned()),
        movement: Some(FaceMovement::plain(points)),
        worn: reduced,
    }
}

/// The side of a headquarters that shows its attack order, with the rating for it.
pub fn attack_face(rating: u8, points: u8) -> Face {
    order_face("Attack", rating, points)
}

/// The side of a headquarters that shows its defend order, with the rating for it.
pub fn defend_face(rating: u8, points: u8) -> Face {
    Face { back: true, ..order_face("Defend", rating, points) }
}

fn order_face(name: &'static str, rating: u8, points: u8) -> Face {
    let value = FaceValue::Text(rating.to_string());
    Face { name: Some(name), value, movement: Some(FaceMovement::plain(points)), ..Face::default() }
}

impl Unit {
    /// Returns what the counter prints on its full or its reduced side: Combat Factor, `m` or `h`, and ranges.
    pub fn printed(&self, reduced: bool) -> String {
        let letter = match (self.kind, self.mitrailleuse) {
            (_, true) => "m",
            (Kind::HorseArtillery, false) => "h",
            _ => "",
        };
        let ranges = self.range.map_or_else(String::new, |[near, far]| format!(" {near}-{far}"));
        format!("{}{letter}{ranges}", self.combat[usize::from(reduced)])
    }

    /// The sides of its counter.
    pub(super) fn faces(&self) -> [Face; 2] {
        [false, true].map(|reduced| step_face(&self.printed(reduced), self.movement[usize::from(reduced)], reduced))
    }
}

impl Hq {
    /// The sides of its counter.
    pub(super) fn faces(&self) -> [Face; 2] {
        [attack_face(self.attack, self.movement), defend_face(self.defend, self.movement)]
    }

    /// The counter before any order is given: both ratings.
    pub(super) fn unordered_face(&self) -> Face {
        let value = FaceValue::Text(format!("{}/{}", self.attack, self.defend));
        Face { value, movement: Some(FaceMovement::plain(self.movement)), ..Face::default() }
    }
}
