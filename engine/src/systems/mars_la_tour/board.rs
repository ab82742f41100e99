//! The constant data of a game: the scenario, resolved to indices.

use std::sync::Arc;

use battlewright_schema::mars_la_tour::{AttackResult, Kind, Rules};

use super::state::UnitIx;
use crate::game::Side;
use crate::kit::hex_map::{HexIx, HexMap};
use crate::kit::index::ListIndex as _;

/// A scenario, resolved for play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    pub(super) map: Arc<HexMap>,
    pub(super) rules: Rules,
    pub(super) turns: u8,
    /// The time of day of each turn; `None` without a clock.
    pub(super) clock: Vec<Option<String>>,
    pub(super) sides: [SideFacts; 2],
    pub(super) units: Vec<UnitFacts>,
    /// The units of each side, in the scenario's order.
    pub(super) order_of_battle: [Vec<UnitIx>; 2],
    pub(super) entries: Vec<EntryFacts>,
    pub(super) exits: Vec<ExitFacts>,
    /// The index of each side's exit in each hex, in the map's order.
    pub(super) exit_at: [Vec<Option<u16>>; 2],
    /// The hexes from which a road leads off the map (3.11), in the map's order.
    pub(super) road_off_map: Vec<bool>,
    /// `true` for each hex in defensible terrain (3.8), in the map's order.
    pub(super) defensible: Vec<bool>,
    /// The result of each differential in the Attack Table (4.0 3.2).
    pub(super) results: Vec<AttackResult>,
    /// The hexes that score for the side that holds them (6.0).
    pub(super) victory_hexes: Vec<VictoryHex>,
    pub(super) escape: Option<EscapeFacts>,
    /// The side that wins when VPs are equal (6.0).
    pub(super) tie: Side,
}

/// A side of the scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SideFacts {
    pub(super) name: String,
    pub(super) hq_name: String,
    pub(super) hq_range: u8,
    pub(super) ammunition: u8,
    pub(super) moves_after_ezoc: u8,
    pub(super) chassepot: u8,
    pub(super) wins_duel_ties: bool,
    pub(super) mitrailleuse_from_turn: Option<u8>,
}

/// A unit of the scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UnitFacts {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) label: String,
    pub(super) formation: Option<String>,
    pub(super) side: Side,
    pub(super) kind: Kind,
    pub(super) er: u8,
    pub(super) start: Start,
}

/// Placement of a unit at the start (7.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    /// In this hex.
    At(HexIx),
    /// As a reinforcement on this turn, by the entry with this index.
    Enters { turn: u8, entry: usize },
}

/// An entry of the scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EntryFacts {
    pub(super) id: String,
    /// Its name with the id, or the id alone.
    pub(super) title: String,
    pub(super) side: Side,
    pub(super) hexes: Vec<HexIx>,
}

/// An exit of the scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ExitFacts {
    pub(super) id: String,
    /// Its name with the id, or the id alone.
    pub(super) title: String,
    pub(super) side: Side,
    pub(super) hexes: Vec<HexIx>,
}

/// A hex that scores for the side that holds it. The list has each hex once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct VictoryHex {
    pub(super) hex: HexIx,
    /// The points for each side.
    pub(super) points: [u16; 2],
    /// The side that holds the hex at the start.
    pub(super) holder: Option<Side>,
}

/// The conditions for victory by leaving the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EscapeFacts {
    pub(super) side: Side,
    /// The indices of the exits that count.
    pub(super) exits: Vec<usize>,
    pub(super) infantry: u8,
    pub(super) points_if_none: u8,
}

impl Board {
    /// Returns `true` if a road leads off the map from `hex` (3.11).
    pub(super) fn leads_off_map(&self, hex: HexIx) -> bool {
        self.road_off_map.get(hex.index()).copied().unwrap_or(false)
    }

    pub(super) fn unit(&self, unit: UnitIx) -> &UnitFacts {
        &self.units[unit.index()]
    }

    /// Returns the result in the Attack Table for a difference of `lead` between the totals.
    #[inline]
    pub(super) fn result_of(&self, lead: i32) -> AttackResult {
        let differential = u8::try_from(lead.unsigned_abs()).unwrap_or(u8::MAX);
        self.results.get(usize::from(differential)).copied().unwrap_or(AttackResult::Stalemate)
    }

    pub(super) fn side(&self, side: Side) -> &SideFacts {
        &self.sides[side.index()]
    }

    /// Returns every unit, in the scenario's order.
    pub(super) fn all_units(&self) -> impl Iterator<Item = UnitIx> + use<> {
        UnitIx::all(self.units.len())
    }

    /// Returns every unit of `side`, in the scenario's order.
    pub(super) fn units_of(&self, side: Side) -> impl Iterator<Item = UnitIx> + use<'_> {
        self.order_of_battle[side.index()].iter().copied()
    }
}
