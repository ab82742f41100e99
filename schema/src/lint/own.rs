//! What lints need of a system's own sections.

use crate::mars_la_tour::MarsLaTour;
use crate::path::DocPath;
use crate::position_magnifique::{Ending, PositionMagnifique};
use crate::{EntryId, ExitId, HexId, PlaceId, Scenario, SideId, ZoneId};

/// The parts of a scenario that every system has, each in its own way.
pub(super) struct Own<'s> {
    /// The first turn that is played.
    pub(super) first_turn: u8,
    pub(super) units: Vec<Piece<'s>>,
    pub(super) goals: Vec<Goal<'s>>,
    pub(super) escapes: Vec<(&'s SideId, &'s ExitId, DocPath)>,
}

/// A unit or a headquarters.
pub(super) struct Piece<'s> {
    /// What messages call it.
    pub(super) id: &'s str,
    /// Its side; an empty name if the file does not lead to one.
    pub(super) side: &'s SideId,
    pub(super) at: Option<&'s HexId>,
    pub(super) enters: Option<(u8, &'s EntryId)>,
    pub(super) zone: Option<&'s ZoneId>,
    /// Whether it may share its hex with others.
    pub(super) stacks: bool,
    pub(super) path: DocPath,
}

/// A place that a side must reach to score.
pub(super) struct Goal<'s> {
    pub(super) place: &'s PlaceId,
    pub(super) side: &'s SideId,
    /// Where the place is named.
    pub(super) path: DocPath,
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
    let units = own.unit.iter().enumerate().map(|(index, unit)| Piece {
        id: unit.id.as_str(),
        side: &unit.side,
        at: unit.at.as_ref(),
        enters: unit.enters.as_ref().map(|enters| (enters.turn, &enters.at)),
        zone: None,
        stacks: false,
        path: DocPath::root().key("unit").index(index),
    });
    let victory = DocPath::root().key("victory");
    let goals = own.victory.hold.iter().enumerate().map(|(index, hold)| Goal {
        place: &hold.place,
        side: &hold.side,
        path: victory.clone().key("hold").index(index).key("place"),
    });
    let escapes = own.victory.escape.iter().flat_map(|escape| {
        let path = victory.clone().key("escape").key("exits");
        let exits = escape.exits.iter().enumerate();
        exits.map(move |(index, exit)| (&escape.side, exit, path.clone().index(index)))
    });
    Own { first_turn: 1, units: units.collect(), goals: goals.collect(), escapes: escapes.collect() }
}

fn position_magnifique(own: &PositionMagnifique) -> Own<'_> {
    let headquarters = own.formation.iter().enumerate().map(|(index, formation)| Piece {
        id: formation.hq.name.as_str(),
        side: &formation.side,
        at: formation.hq.at.as_ref(),
        enters: formation.hq.enters.as_ref().map(|enters| (enters.turn, &enters.at)),
        zone: formation.hq.zone.as_ref(),
        stacks: true,
        path: DocPath::root().key("formation").index(index).key("hq"),
    });
    let units = own.unit.iter().enumerate().map(|(index, unit)| Piece {
        id: unit.id.as_str(),
        side: own.side_of(&unit.formation),
        at: unit.at.as_ref(),
        enters: unit.enters.as_ref().map(|enters| (enters.turn, &enters.at)),
        zone: unit.zone.as_ref(),
        stacks: false,
        path: DocPath::root().key("unit").index(index),
    });
    let victory = DocPath::root().key("victory");
    let endings = |key: &'static str| {
        let path = victory.clone().key(key);
        move |(index, ending)| goals(ending, &path.clone().index(index))
    };
    let sudden = own.victory.sudden.iter().enumerate().flat_map(endings("sudden"));
    let last = own.victory.last.iter().enumerate().flat_map(endings("last"));
    let goals = sudden.chain(last).collect();
    Own {
        first_turn: own.first_turn.unwrap_or(1),
        units: headquarters.chain(units).collect(),
        goals,
        escapes: Vec::new(),
    }
}

/// The places that an ending asks its winner to control.
fn goals<'s>(ending: &'s Ending, path: &DocPath) -> Vec<Goal<'s>> {
    let Some(side) = &ending.winner else { return Vec::new() };
    let lists = [
        ("controls", &ending.controls),
        ("controls_any", &ending.controls_any),
        ("controls_more_of", &ending.controls_more_of),
    ];
    let of = |(key, places): (&str, &'s Vec<PlaceId>)| {
        let path = path.clone().key(key);
        let rows = places.iter().enumerate();
        rows.map(move |(index, place)| Goal { place, side, path: path.clone().index(index) }).collect::<Vec<_>>()
    };
    lists.into_iter().flat_map(of).collect()
}
