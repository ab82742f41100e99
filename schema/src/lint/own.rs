//! What lints need of a system's own sections.

use super::lookup::Numbers;
use crate::mars_la_tour::MarsLaTour;
use crate::path::DocPath;
use crate::position_magnifique::{Ending, NOBODY, PositionMagnifique};
use crate::{Counter, EntryId, ExitId, HexId, PlaceId, Scenario, SideId, ZoneId};

/// The parts of a scenario that every system has, each in its own way.
pub(super) struct Own<'s> {
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
    /// Whether the file says where it is known from.
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
    /// Whether it may share its hex with others.
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
    row: (&'static str, usize),
    /// Where in the row it does, and the place in the list if that is one.
    named: (&'static str, Option<usize>),
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

impl<'s> Own<'s> {
    pub(super) fn of(scenario: &'s Scenario) -> Self {
        match scenario {
            Scenario::MarsLaTour(own) => mars_la_tour(own),
            Scenario::PositionMagnifique(own) => position_magnifique(own),
        }
    }
}

fn mars_la_tour(own: &MarsLaTour) -> Own<'_> {
    let mut sides = Numbers::of(own.side.keys().map(SideId::as_str));
    let mut formations = Numbers::of(std::iter::empty());
    let mut entries = Numbers::of(own.entry.iter().map(|entry| entry.id.as_str()));
    let units = own.unit.iter().enumerate().map(|(row, unit)| Piece {
        id: unit.id.as_str(),
        name: &unit.name,
        label: unit.label.as_deref().filter(|label| *label != unit.id.as_str()),
        formation: unit.formation.as_deref(),
        side: &unit.side,
        at: unit.at.as_ref(),
        enters: unit.enters.as_ref().map(|enters| (enters.turn, &enters.at)),
        zone: None,
        movement: own.movement(unit.kind).march,
        has_source: unit.source.is_some(),
        side_number: sides.number(unit.side.as_str()),
        formation_number: formations.number(unit.formation.as_deref().unwrap_or_default()),
        entry_number: unit.enters.as_ref().map(|enters| entries.number(enters.at.as_str())),
        counter: Counter::Unit(row),
    });
    let units = units.collect();
    let goals = own.victory.hold.iter().enumerate().map(|(index, hold)| Goal {
        place: &hold.place,
        side: &hold.side,
        row: ("hold", index),
        named: ("place", None),
    });
    let escapes = own.victory.escape.iter().flat_map(|escape| {
        let path = DocPath::root().key("victory").key("escape").key("exits");
        let exits = escape.exits.iter().enumerate();
        exits.map(move |(index, exit)| (&escape.side, exit, path.clone().index(index)))
    });
    Own { first_turn: 1, units, goals: goals.collect(), escapes: escapes.collect(), sides, formations, entries }
}

fn position_magnifique(own: &PositionMagnifique) -> Own<'_> {
    let mut sides = Numbers::of(own.side.keys().map(SideId::as_str));
    let mut formations = Numbers::of(own.formation.iter().map(|formation| formation.id.as_str()));
    let mut entries = Numbers::of(own.entry.iter().map(|entry| entry.id.as_str()));
    let mut units = Vec::with_capacity(own.formation.len() + own.unit.len());
    // Of two formations with one id the first is meant.
    let mut meant = Vec::with_capacity(own.formation.len());
    for (row, formation) in own.formation.iter().enumerate() {
        let (hq, formation_number) = (&formation.hq, formations.number(formation.id.as_str()));
        let side_number = sides.number(formation.side.as_str());
        if formation_number == meant.len() {
            meant.push((formation, side_number));
        }
        units.push(Piece {
            id: hq.name.as_str(),
            name: &hq.name,
            label: None,
            formation: Some(&formation.name),
            side: &formation.side,
            at: hq.at.as_ref(),
            enters: hq.enters.as_ref().map(|enters| (enters.turn, &enters.at)),
            zone: hq.zone.as_ref(),
            movement: hq.movement,
            has_source: false,
            side_number,
            formation_number,
            entry_number: hq.enters.as_ref().map(|enters| entries.number(enters.at.as_str())),
            counter: Counter::Hq(row),
        });
    }
    let nobody = sides.number(NOBODY.as_str());
    for (row, unit) in own.unit.iter().enumerate() {
        let formation_number = formations.number(unit.formation.as_str());
        let formation = meant.get(formation_number).copied();
        units.push(Piece {
            id: unit.id.as_str(),
            name: &unit.name,
            label: unit.label.as_deref().filter(|label| *label != unit.id.as_str()),
            formation: Some(formation.map_or(unit.formation.as_str(), |(formation, _)| &formation.name)),
            side: formation.map_or(&NOBODY, |(formation, _)| &formation.side),
            at: unit.at.as_ref(),
            enters: unit.enters.as_ref().map(|enters| (enters.turn, &enters.at)),
            zone: unit.zone.as_ref(),
            movement: unit.movement[0],
            has_source: unit.source.is_some(),
            side_number: formation.map_or(nobody, |(_, side)| side),
            formation_number,
            entry_number: unit.enters.as_ref().map(|enters| entries.number(enters.at.as_str())),
            counter: Counter::Unit(row),
        });
    }
    let sudden = own.victory.sudden.iter().enumerate().map(|(row, ending)| (("sudden", row), ending));
    let last = own.victory.last.iter().enumerate().map(|(row, ending)| (("last", row), ending));
    let goals = sudden.chain(last).flat_map(|(row, ending)| goals(ending, row)).collect();
    Own { first_turn: own.first_turn.unwrap_or(1), units, goals, escapes: Vec::new(), sides, formations, entries }
}

/// The places that an ending asks its winner to control.
fn goals<'s>(ending: &'s Ending, row: (&'static str, usize)) -> impl Iterator<Item = Goal<'s>> {
    let lists = [
        ("controls", &ending.controls),
        ("controls_any", &ending.controls_any),
        ("controls_more_of", &ending.controls_more_of),
    ];
    let side = ending.winner.as_ref();
    let named = lists.into_iter().flat_map(|(key, places)| places.iter().enumerate().zip(std::iter::repeat(key)));
    named.filter_map(move |((index, place), key)| Some(Goal { place, side: side?, row, named: (key, Some(index)) }))
}
