//! The parts of a system's own sections that lints need.

use super::lookup::Numbers;
use crate::path::DocPath;
use crate::{Counter, EntryId, ExitId, HexId, MarchColumn, PlaceId, SideId, ZoneId};

/// A uniform view of parts that each system represents in its own way.
pub(crate) struct LintView<'s> {
    /// The first turn of play.
    pub(crate) first_turn: u8,
    pub(crate) units: Vec<Piece<'s>>,
    pub(crate) goals: Vec<Goal<'s>>,
    pub(crate) escapes: Vec<(&'s SideId, &'s ExitId, DocPath)>,
    /// The turn when the chit of each formation goes into the cup, in systems that have such chits.
    pub(crate) chits: Vec<Option<u8>>,
    /// The strength on counters, in systems whose units have [figures](Piece::figures).
    pub(crate) strength: Option<StrengthField>,
    /// The movement of units over the map, in systems that limit how far a unit comes in a turn.
    pub(crate) march: Option<MarchFacts>,
    /// The facts about what units have to reach in time, in systems whose scenarios are checked for it.
    pub(crate) pace: Option<PaceFacts<'s>>,
    /// The numbers of the ids of sides, formations and entries.
    pub(crate) sides: Numbers<'s>,
    pub(crate) formations: Numbers<'s>,
    pub(crate) entries: Numbers<'s>,
}

impl<'s> LintView<'s> {
    /// Returns the view of a game from turn 1, without counters and goals.
    pub(crate) fn new(sides: Numbers<'s>, formations: Numbers<'s>, entries: Numbers<'s>) -> Self {
        Self {
            first_turn: 1,
            units: Vec::new(),
            goals: Vec::new(),
            escapes: Vec::new(),
            chits: Vec::new(),
            strength: None,
            march: None,
            pace: None,
            sides,
            formations,
            entries,
        }
    }
}

/// A unit or a headquarters.
pub(crate) struct Piece<'s> {
    /// The name in messages.
    pub(crate) id: &'s str,
    pub(crate) name: &'s str,
    /// The label, if it differs from the id.
    pub(crate) label: Option<&'s str>,
    /// The name of its formation.
    pub(crate) formation: Option<&'s str>,
    /// The side; empty if undefined.
    pub(crate) side: &'s SideId,
    pub(crate) at: Option<&'s HexId>,
    pub(crate) enters: Option<(u8, &'s EntryId)>,
    /// Its part in the column that enters with it.
    pub(crate) column: MarchColumn,
    pub(crate) zone: Option<&'s ZoneId>,
    /// Its movement points at full strength.
    pub(crate) movement: u8,
    /// `true` if the file gives a source.
    pub(crate) has_source: bool,
    /// The figures by which it is compared with others of its arm.
    pub(crate) figures: Option<PieceFigures>,
    /// The numbers of its side, of its formation and of its entry. Sides are numbered in the order of the file.
    pub(crate) side_number: usize,
    pub(crate) formation_number: usize,
    pub(crate) entry_number: Option<usize>,
    /// The row in the file.
    pub(crate) counter: Counter,
}

impl Piece<'_> {
    /// Returns `true` if it may share its hex with others.
    pub(crate) fn stacks(&self) -> bool {
        matches!(self.counter, Counter::Hq(_))
    }

    /// Returns the path in the file.
    pub(crate) fn path(&self) -> DocPath {
        self.counter.path()
    }
}

/// The figures of a unit, as its counter has them at full strength.
#[derive(Clone, Copy)]
pub(crate) struct PieceFigures {
    /// The number of its arm in its system.
    pub(crate) arm: usize,
    /// Its strength.
    pub(crate) strength: u8,
    /// Its longest range; 0 for none.
    pub(crate) range: u8,
}

/// The field of a unit that holds its strength.
#[derive(Clone, Copy)]
pub(crate) struct StrengthField {
    /// Its key.
    pub(crate) key: &'static str,
    /// Its name after `has`, such as `"a Combat Factor"`.
    pub(crate) name: &'static str,
}

/// The movement of units over the map.
pub(crate) struct MarchFacts {
    /// The least movement points of any arm to enter a hex of each letter.
    pub(crate) letters: Vec<(char, u8)>,
    /// The least cost of a step along a road, in half movement points.
    pub(crate) road: u16,
    /// The most movement points that a unit can have besides its own.
    pub(crate) bonus: u8,
    /// The most times that it can spend them in a turn.
    pub(crate) times: u8,
}

/// The places that units have to reach besides the [goals](Goal).
pub(crate) struct PaceFacts<'s> {
    /// The greatest Command Rating of each formation, by row.
    pub(crate) command: Vec<u8>,
    /// The hexes of which each sudden ending asks its winner to enter one, by row.
    pub(crate) enters: Vec<(Option<&'s SideId>, &'s [HexId])>,
    /// Other hexes that endings are about.
    pub(crate) hexes: Vec<&'s HexId>,
}

/// A place that a side must reach to score.
pub(crate) struct Goal<'s> {
    pub(crate) place: &'s PlaceId,
    pub(crate) side: &'s SideId,
    /// The victory condition: the name of its list and the index.
    pub(crate) row: (&'static str, usize),
    /// The field with the place, and the index if the field is a list.
    pub(crate) named: (&'static str, Option<usize>),
}

impl Goal<'_> {
    /// Returns the path of the reference to the place.
    pub(crate) fn path(&self) -> DocPath {
        let path = DocPath::root().key("victory").key(self.row.0).index(self.row.1).key(self.named.0);
        match self.named.1 {
            Some(index) => path.index(index),
            None => path,
        }
    }
}
