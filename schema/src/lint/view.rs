//! The parts of a system's own sections that lints need.

use super::lookup::Numbers;
use crate::path::DocPath;
use crate::{Counter, EntryId, ExitId, HexId, PlaceId, SideId, ZoneId};

/// A uniform view of parts that each system represents in its own way.
pub(crate) struct LintView<'s> {
    /// The first turn of play.
    pub(crate) first_turn: u8,
    pub(crate) units: Vec<Piece<'s>>,
    pub(crate) goals: Vec<Goal<'s>>,
    pub(crate) escapes: Vec<(&'s SideId, &'s ExitId, DocPath)>,
    /// The numbers of the ids of sides, formations and entries.
    pub(crate) sides: Numbers<'s>,
    pub(crate) formations: Numbers<'s>,
    pub(crate) entries: Numbers<'s>,
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
    pub(crate) zone: Option<&'s ZoneId>,
    /// Its movement points at full strength.
    pub(crate) movement: u8,
    /// `true` if the file gives a source.
    pub(crate) has_source: bool,
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
