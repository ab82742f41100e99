//! New units: the row of the order of battle for a few choices of the designer.

use serde_json::Value;
use smol_str::SmolStr;

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
    /// Its name, such as `"Combat Factor"`.
    pub name: &'static str,
    /// Its name in a few letters, such as `"CF"`.
    pub short: &'static str,
    /// The least there is.
    pub least: u8,
    /// The most there is.
    pub most: u8,
}

/// The choices of a designer about a new unit; the system makes the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitChoices {
    /// Its id.
    pub id: UnitId,
    /// Its side.
    pub side: SideId,
    /// Its kind, by its place among [`Common::kinds`](super::view::Common::kinds).
    pub kind: usize,
    /// Its name; one that says that it is new if left out.
    pub name: Option<String>,
    /// The letters on its counter; some that say that it is new if left out.
    pub label: Option<String>,
    /// The formation it belongs to; the side's first if left out.
    pub formation: Option<FormationId>,
    /// The name of its formation, in systems whose files do not list formations.
    pub formation_name: Option<String>,
    /// The number that tells how good it is; that of its like if left out.
    pub rating: Option<u8>,
    /// The figures on its counter, as far as they are known; those of its like if left out.
    pub figures: CounterFigures,
    /// The place where it starts.
    pub start: Start,
}

impl UnitChoices {
    /// A unit of this `id`, `side` and `kind`, of which nothing else is said.
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

    /// Its name and the letters on its counter.
    pub(crate) fn names(&self) -> (SmolStr, SmolStr) {
        let (name, label) = (self.name.as_deref().unwrap_or("New unit"), self.label.as_deref().unwrap_or("new"));
        (name.into(), label.into())
    }
}

/// The figures on a counter, as another program shows them. Each system makes of them what it can.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CounterFigures {
    /// The figures on its front and on its back, such as `"9m 2-3"`.
    pub values: [Option<String>; 2],
    /// The movement points on its front and on its back.
    pub movement: Option<[u8; 2]>,
}

/// A formation that is to be written, in systems whose files list them; the system makes the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormationWish {
    /// Its id.
    pub id: FormationId,
    /// Its name; that of the formation it is like if left out.
    pub name: Option<String>,
    /// Its side.
    pub side: SideId,
    /// The name of its headquarters and the figures on that counter, if they are known.
    pub hq: Option<(String, CounterFigures)>,
}

/// A new unit, not yet in the order of battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recruit {
    /// Its row, as the file would hold it.
    pub row: Value,
    /// The name of its formation, if it has one.
    pub formation: Option<String>,
    /// The number that tells how good it is.
    pub rating: u8,
    /// The two sides of its counter, front first.
    pub sides: [Face; 2],
}

/// Why there is no [`Recruit`]: the thing that it lacks, and where to get it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecruitError {
    /// The system has no units of the kind.
    #[error("This system has no such units.")]
    NoKind,
    /// The side has no formation, and a unit of this system belongs to one.
    #[error("The side has no formation for the unit. Add one on the scenario page.")]
    NoFormation,
    /// There is no unit of the kind whose figures it could take.
    #[error("There is no unit to copy the ratings from.")]
    NoModel,
    /// The unit is no row of a file: the words of the writer.
    #[error("{0}")]
    NoRow(String),
}

impl From<serde_json::Error> for RecruitError {
    fn from(error: serde_json::Error) -> Self {
        Self::NoRow(error.to_string())
    }
}

/// A list of places among the conditions of victory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceList {
    /// Its path in the file.
    pub path: crate::path::DocPath,
    /// Its meaning, such as `"Sudden 1, major: controls all of"`.
    pub name: String,
    /// The side that wins by it; nobody in a draw.
    pub side: Option<SideId>,
    /// The places.
    pub places: Vec<crate::id::PlaceId>,
}
