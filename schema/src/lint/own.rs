//! What lints need of a system's own sections.

use super::lookup::Numbers;
use crate::path::DocPath;
use crate::{Counter, EntryId, ExitId, HexId, PlaceId, SideId, ZoneId};

/// The parts of a scenario that every system has, each in its own way.
pub(crate) struct Own<'s> {
    /// The first turn that is played.
    pub(super) first_turn: u8,
    pub(super) units: Vec<Piece<'s>>,
    pub(super) goals: Vec<Goal<'s>>,
    pub(super) escapes: Vec<(&'s SideId, &'s ExitId, DocPath)>,
    /// The numbers of sides, formations and entries.
    pub(super) sides: Numbers<'s>,
    pub(super) formations: Numbers<'s>,
    pub(super) entries: Numbers<'s>,
}

/// A unit or a headquarters.
pub(super) struct Piece<'s> {
    /// What messages call it.
    pub(super) id: &'s str,
    pub(super) name: &'s str,
    /// What is printed on it, if that is not its id.
    pub(super) label: Option<&'s str>,
    /// What its formation is called.
    pub(super) formation: Option<&'s str>,
    /// Its side; an empty name if the file does not lead to one.
    pub(super) side: &'s SideId,
    pub(super) at: Option<&'s HexId>,
    pub(super) enters: Option<(u8, &'s EntryId)>,
    pub(super) zone: Option<&'s ZoneId>,
    /// Its movement points at full strength.
    pub(super) movement: u8,
    /// `true` if the file says where it is known from.
    pub(super) has_source: bool,
    /// The numbers of its side, of its formation and of the entry by which it comes; sides have theirs in the order of
    /// the file.
    pub(super) side_number: usize,
    pub(super) formation_number: usize,
    pub(super) entry_number: Option<usize>,
    /// Its row in the file.
    pub(super) counter: Counter,
}

impl Piece<'_> {
    /// Returns `true` if it may share its hex with others.
    pub(super) fn stacks(&self) -> bool {
        matches!(self.counter, Counter::Hq(_))
    }

    /// Where it is in the file.
    pub(super) fn path(&self) -> DocPath {
        self.counter.path()
    }
}

/// A place that a side must reach to score.
pub(super) struct Goal<'s> {
    pub(super) place: &'s PlaceId,
    pub(super) side: &'s SideId,
    /// The row among the conditions of victory that names the place: its list and its place there.
    pub(super) row: (&'static str, usize),
    /// Where in the row it does, and the place in the list if that is one.
    pub(super) named: (&'static str, Option<usize>),
}

impl Goal<'_> {
    /// Where the place is named.
    pub(super) fn path(&self) -> DocPath {
        let path = DocPath::root().key("victory").key(self.row.0).index(self.row.1).key(self.named.0);
        match self.named.1 {
            Some(index) => path.index(index),
            None => path,
        }
    }
}
