//! The parts of a system's own sections that lints need.

use super::lookup::Numbers;
use crate::path::DocPath;
use crate::{Counter, EntryId, ExitId, HexId, PlaceId, SideId, ZoneId};

/// The parts of a scenario that every system has, each in its own way.
pub(crate) struct LintView<'s> {
    /// The first turn that is played.
    pub(crate) first_turn: u8,
    pub(crate) units: Vec<Piece<'s>>,
    pub(crate) goals: Vec<Goal<'s>>,
    pub(crate) escapes: Vec<(&'s SideId, &'s ExitId, DocPath)>,
    /// The numbers of sides, formations and entries.
    pub(crate) sides: Numbers<'s>,
    pub(crate) formations: Numbers<'s>,
    pub(crate) entries: Numbers<'s>,
}

/// A unit or a headquarters.
pub(crate) struct Piece<'s> {
    /// Its name in messages.
    pub(crate) id: &'s str,
    pub(crate) name: &'s str,
    /// The letters printed on it, if they are not its id.
    pub(crate) label: Option<&'s str>,
    /// The name of its formation.
    pub(crate) formation: Option<&'s str>,
    /// Its side; an empty name if the file does not lead to one.
    pub(crate) side: &'s SideId,
    pub(crate) at: Option<&'s HexId>,
    pub(crate) enters: Option<(u8, &'s EntryId)>,
    pub(crate) zone: Option<&'s ZoneId>,
    /// Its movement points at full strength.
    pub(crate) movement: u8,
    /// `true` if the file says where it is known from.
    pub(crate) has_source: bool,
    /// The numbers of its side, of its formation and of the entry by which it comes; sides have theirs in the order of
    /// the file.
    pub(crate) side_number: usize,
    pub(crate) formation_number: usize,
    pub(crate) entry_number: Option<usize>,
    /// Its row in the file.
    pub(crate) counter: Counter,
}

impl Piece<'_> {
    /// Returns `true` if it may share its hex with others.
    pub(crate) fn stacks(&self) -> bool {
        matches!(self.counter, Counter::Hq(_))
    }

    /// Its path in the file.
    pub(crate) fn path(&self) -> DocPath {
        self.counter.path()
    }
}

/// A place that a side must reach to score.
pub(crate) struct Goal<'s> {
    pub(crate) place: &'s PlaceId,
    pub(crate) side: &'s SideId,
    /// The row among the conditions of victory that names the place: its list and its place there.
    pub(crate) row: (&'static str, usize),
    /// The field of the row, and the place in the list if that is one.
    pub(crate) named: (&'static str, Option<usize>),
}

impl Goal<'_> {
    /// The path at which the place is named.
    pub(crate) fn path(&self) -> DocPath {
        let path = DocPath::root().key("victory").key(self.row.0).index(self.row.1).key(self.named.0);
        match self.named.1 {
            Some(index) => path.index(index),
            None => path,
        }
    }
}
