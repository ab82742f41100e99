//! The constant data of a game: the scenario, resolved to indices.

use std::sync::Arc;

use battlewright_schema::mars_la_tour::{AttackResult, Kind, Rules};

use crate::state::UnitIx;
use battlewright_core::game::Side;
use battlewright_core::kit::clock::TurnClock;
use battlewright_core::kit::extra::Extra;
use battlewright_core::kit::hex_map::{HexIx, HexMap};
use battlewright_core::kit::index::ListIndex as _;
use battlewright_core::players::plan::ScenarioAdvice;

/// A scenario, resolved for play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    pub(crate) map: Arc<HexMap>,
    pub(crate) rules: Rules,
    pub(crate) turns: u8,
    /// The time of day of each turn; `None` without a clock.
    pub(crate) clock: TurnClock,
    pub(crate) sides: [SideFacts; 2],
    pub(crate) units: Vec<UnitFacts>,
    /// The units of each side, in the scenario's order.
    pub(crate) order_of_battle: [Vec<UnitIx>; 2],
    /// The groups of each side for plans, by name.
    pub(crate) groups: [Vec<String>; 2],
    /// The number of each unit's group, in the scenario's order.
    pub(crate) group_of: Vec<usize>,
    pub(crate) entries: Vec<EntryFacts>,
    pub(crate) exits: Vec<ExitFacts>,
    /// The index of each side's exit in each hex, in the map's order.
    pub(crate) exit_at: [Vec<Option<u16>>; 2],
    /// The hexes from which a road leads off the map (3.11), in the map's order.
    pub(crate) road_off_map: Vec<bool>,
    /// `true` for each hex in defensible terrain (3.8), in the map's order.
    pub(crate) defensible: Vec<bool>,
    /// The result of each differential in the Attack Table (4.0 3.2).
    pub(crate) results: Vec<AttackResult>,
    /// The hexes that score for the side that holds them (6.0).
    pub(crate) victory_hexes: Vec<VictoryHex>,
    pub(crate) escape: Option<EscapeFacts>,
    /// The side that wins when VPs are equal (6.0).
    pub(crate) tie: Side,
    /// The hexes of each place, which rows ask for.
    pub(crate) places: Vec<Vec<HexIx>>,
    /// The rules in rows.
    pub(crate) extra: Extra,
    /// The advice of the author for computer players.
    pub(crate) advice: ScenarioAdvice,
}

/// A side of the scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SideFacts {
    pub(crate) name: String,
    pub(crate) hq_name: String,
    pub(crate) hq_range: u8,
    pub(crate) ammunition: u8,
    pub(crate) moves_after_ezoc: u8,
    pub(crate) chassepot: u8,
    pub(crate) wins_duel_ties: bool,
    pub(crate) mitrailleuse_from_turn: Option<u8>,
}

/// A unit of the scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UnitFacts {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) label: String,
    pub(crate) formation: Option<String>,
    pub(crate) side: Side,
    pub(crate) kind: Kind,
    pub(crate) er: u8,
    pub(crate) start: Start,
}

/// Placement of a unit at the start (7.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// In this hex.
    At(HexIx),
    /// As a reinforcement on this turn, by the entry with this index.
    Enters { turn: u8, entry: usize },
}

/// An entry of the scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EntryFacts {
    pub(crate) id: String,
    /// Its name with the id, or the id alone.
    pub(crate) title: String,
    pub(crate) side: Side,
    pub(crate) hexes: Vec<HexIx>,
}

/// An exit of the scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ExitFacts {
    pub(crate) id: String,
    /// Its name with the id, or the id alone.
    pub(crate) title: String,
    pub(crate) side: Side,
    pub(crate) hexes: Vec<HexIx>,
}

/// A hex that scores for the side that holds it. The list has each hex once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct VictoryHex {
    pub(crate) hex: HexIx,
    /// The points for each side.
    pub(crate) points: [u16; 2],
    /// The side that holds the hex at the start.
    pub(crate) holder: Option<Side>,
}

/// The conditions for victory by leaving the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EscapeFacts {
    pub(crate) side: Side,
    /// The indices of the exits that count.
    pub(crate) exits: Vec<usize>,
    pub(crate) infantry: u8,
    pub(crate) points_if_none: u8,
}

impl Board {
    /// Returns `true` if a road leads off the map from `hex` (3.11).
    pub(crate) fn leads_off_map(&self, hex: HexIx) -> bool {
        self.road_off_map.get(hex.index()).copied().unwrap_or(false)
    }

    pub(crate) fn unit(&self, unit: UnitIx) -> &UnitFacts {
        &self.units[unit.index()]
    }

    /// Returns the result in the Attack Table for a difference of `lead` between the totals.
    #[inline]
    pub(crate) fn result_of(&self, lead: i32) -> AttackResult {
        let differential = u8::try_from(lead.unsigned_abs()).unwrap_or(u8::MAX);
        self.results.get(usize::from(differential)).copied().unwrap_or(AttackResult::Stalemate)
    }

    pub(crate) fn side(&self, side: Side) -> &SideFacts {
        &self.sides[side.index()]
    }

    /// Returns every unit, in the scenario's order.
    pub(crate) fn all_units(&self) -> impl Iterator<Item = UnitIx> + use<> {
        UnitIx::all(self.units.len())
    }

    /// Returns every unit of `side`, in the scenario's order.
    pub(crate) fn units_of(&self, side: Side) -> impl Iterator<Item = UnitIx> + use<'_> {
        self.order_of_battle[side.index()].iter().copied()
    }
}
