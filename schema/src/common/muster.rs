//! New units: the row of the order of battle that a designer's few choices make.

use serde_json::Value;

use super::face::Face;
use super::view::{Arm, Start};
use crate::id::{FormationId, SideId, UnitId};

/// A kind of unit that a system has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitKind {
    /// Its name, such as `"Field artillery"`.
    pub name: &'static str,
    /// The symbol on its counters.
    pub arm: Arm,
}

/// The number that tells how good a unit is, as a system has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rating {
    /// What it is called, such as `"Combat Factor"`.
    pub name: &'static str,
    /// Its name in a few letters, such as `"CF"`.
    pub short: &'static str,
    /// The least there is.
    pub least: u8,
    /// The most there is.
    pub most: u8,
}

/// What a designer chooses of a new unit; the system makes the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// Its id.
    pub id: UnitId,
    /// Its side.
    pub side: SideId,
    /// Its kind, by its place among [`Common::kinds`](super::view::Common::kinds).
    pub kind: usize,
    /// The formation it belongs to; the side's first if left out.
    pub formation: Option<FormationId>,
    /// How good it is; as its like are if left out.
    pub rating: Option<u8>,
    /// Where it starts.
    pub start: Start,
}

/// A new unit, not yet in the order of battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recruit {
    /// Its row, as the file would hold it.
    pub row: Value,
    /// The name of its formation, if it has one.
    pub formation: Option<String>,
    /// How good it is.
    pub rating: u8,
    /// The two sides of its counter, front first.
    pub sides: [Face; 2],
}

/// A list of places among the conditions of victory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceList {
    /// Where it is in the file.
    pub path: crate::path::DocPath,
    /// What it means, such as `"Sudden 1, major: controls all of"`.
    pub name: String,
    /// The side that wins by it; nobody in a draw.
    pub side: Option<SideId>,
    /// The places.
    pub places: Vec<crate::id::PlaceId>,
}

/// The name and label of a unit that has none of its own yet.
pub(crate) const NEW: (&str, &str) = ("New unit", "new");
