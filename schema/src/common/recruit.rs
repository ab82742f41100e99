//! New units and formations, made from a few choices of the designer.

use serde_json::Value;
use smol_str::SmolStr;

use super::arm::Arm;
use super::face::Face;
use super::start::Start;
use crate::id::{FormationId, SideId, UnitId};

/// A kind of unit in a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitKind {
    /// The display name, such as `"Field artillery"`.
    pub name: &'static str,
    /// The arm, which determines the symbol on the counter.
    pub arm: Arm,
}

/// The main rating of units in a system: its names and its range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rating {
    /// The full name, such as `"Combat Factor"`.
    pub name: &'static str,
    /// The abbreviation, such as `"CF"`.
    pub short: &'static str,
    /// The minimum value.
    pub least: u8,
    /// The maximum value.
    pub most: u8,
}

/// The designer's choices for a new unit. The system fills in the remaining fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitChoices {
    /// The id of the new unit.
    pub id: UnitId,
    /// The side of the new unit.
    pub side: SideId,
    /// The kind, as an index into [`Common::kinds`](super::view::Common::kinds).
    pub kind: usize,
    /// The full name. The default is `"New unit"`.
    pub name: Option<String>,
    /// The label on the counter. The default is `"new"`.
    pub label: Option<String>,
    /// The formation of the unit. The default is the first formation of the side.
    pub formation: Option<FormationId>,
    /// The name of the formation, in systems whose files do not list formations.
    pub formation_name: Option<String>,
    /// The rating. The default is the system's own, or the rating of a similar unit.
    pub rating: Option<u8>,
    /// The known figures on the counter. Unknown ones are copied from a similar unit.
    pub figures: CounterFigures,
    /// The position at the start of the game.
    pub start: Start,
}

impl UnitChoices {
    /// Returns choices with this `id`, `side` and `kind`; everything else is left to the system.
    pub fn new(id: UnitId, side: SideId, kind: usize) -> Self {
        Self {
            id,
            side,
            kind,
            name: None,
            label: None,
            formation: None,
            formation_name: None,
            rating: None,
            figures: CounterFigures::default(),
            start: Start::Nowhere,
        }
    }

    /// Returns the full name and the label on the counter, with defaults.
    pub(crate) fn names(&self) -> (SmolStr, SmolStr) {
        let (name, label) = (self.name.as_deref().unwrap_or("New unit"), self.label.as_deref().unwrap_or("new"));
        (name.into(), label.into())
    }
}

/// The figures on a counter of another program, as texts. Each system reads the figures that it can use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CounterFigures {
    /// The figures on the front and the back, such as `"9m 2-3"`.
    pub values: [Option<String>; 2],
    /// The movement points on the front and the back; `None` if unknown.
    pub movement: Option<[u8; 2]>,
    /// The names of the front and the back of a headquarters, such as `"Attack/March"`.
    pub names: [Option<String>; 2],
}

/// The choices for a new formation, in systems whose files list formations. The system fills in the remaining fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormationWish {
    /// The id of the new formation.
    pub id: FormationId,
    /// The name. The default is the name of the formation that is copied.
    pub name: Option<String>,
    /// The side of the new formation.
    pub side: SideId,
    /// The name of the headquarters and the figures on its counter, if known.
    pub hq: Option<(String, CounterFigures)>,
}

/// A new unit that is not yet in the order of battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recruit {
    /// The new row of the order of battle, as JSON.
    pub row: Value,
    /// The name of its formation; `None` in systems whose files do not list formations.
    pub formation: Option<String>,
    /// The rating of the new unit.
    pub rating: u8,
    /// The two sides of the counter, front first.
    pub sides: [Face; 2],
}

/// The reason that a new unit cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecruitError {
    /// The index of the kind is not in the list of the system.
    #[error("This system has no such units.")]
    NoKind,
    /// The side has no formation, and each unit of this system belongs to a formation.
    #[error("The side has no formation for the unit. Add one on the scenario page.")]
    NoFormation,
    /// There is no similar unit to copy the figures from.
    #[error("There is no unit to copy the ratings from.")]
    NoModel,
    /// The unit cannot be serialized; the text is the message of the serializer.
    #[error("{0}")]
    NoRow(String),
}

impl From<serde_json::Error> for RecruitError {
    fn from(error: serde_json::Error) -> Self {
        Self::NoRow(error.to_string())
    }
}

/// A list of places in a victory condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceList {
    /// The path of the list in the file.
    pub path: crate::path::DocPath,
    /// The meaning of the list, such as `"Sudden 1, major: controls all of"`.
    pub name: String,
    /// The side that wins by the condition; `None` for a draw.
    pub side: Option<SideId>,
    /// The ids of the places in the list.
    pub places: Vec<crate::id::PlaceId>,
}

/// Reads the number at the start of `text`; `None` if there is no digit or the number is above 255.
pub(crate) fn leading_number(text: &str) -> Option<u8> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text.get(..end)?.parse().ok()
}
