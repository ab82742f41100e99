//! The state of a game.

use serde::{Deserialize, Serialize};

use crate::rules::passing::{Next, Passing};
use battlewright_core::clone_in_place;
use battlewright_core::game::{Outcome, Side};
use battlewright_core::kit::extra::{DueEvent, ExtraState};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::list_index;

list_index! {
    /// A unit, by its index in the scenario's list.
    #[derive(Default)]
    UnitIx;
}

/// The state of a game.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The turn, from 1.
    pub(crate) turn: u8,
    /// The current step.
    pub(crate) step: Step,
    /// Every unit, in the scenario's order.
    pub(crate) units: Vec<Unit>,
    /// The hexes of the HQ markers.
    pub(crate) hq: [Option<HexIx>; 2],
    /// The hexes of the mitrailleuse markers.
    pub(crate) mitrailleuse: [Option<HexIx>; 2],
    /// Artillery ammunition points left (5.1).
    pub(crate) ammunition: [u8; 2],
    /// The side that holds each victory hex, in the board's order (6.0).
    pub(crate) holders: Vec<Option<Side>>,
    /// The passes in the current phase, and the number of actions left.
    pub(crate) passing: Passing,
    /// The counters and events of rows.
    #[serde(default, skip_serializing_if = "ExtraState::is_empty", deserialize_with = "ExtraState::read")]
    pub(crate) extra: ExtraState,
}

clone_in_place!(State { turn, step, units, hq, mitrailleuse, ammunition, holders, passing, extra });

/// The changing data of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Unit {
    pub(crate) at: At,
    pub(crate) formation: Formation,
    /// `true` if the unit is or was in an EZOC in this Movement Phase (3.9).
    pub(crate) held: bool,
    /// `true` if the unit has moved into an EZOC in this Movement Phase (4.0 2b).
    pub(crate) entered_ezoc: bool,
    /// The number of moves since then (4.0 2b).
    pub(crate) moves_after_ezoc: u8,
    /// `true` if the unit has entered the mitrailleuse's hex in this Movement Phase (5.3).
    pub(crate) halted: bool,
    /// `true` after the unit made way in an entry hex in this Movement Phase, until it moves (4.0 2d).
    pub(crate) gave_way: bool,
}

/// The place of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum At {
    /// Not yet on the map.
    Waiting,
    /// On the map.
    Hex(HexIx),
    /// On the turn track, due back in this turn.
    Blown(u8),
    /// Out of play, for a VP of the enemy.
    Eliminated,
    /// Gone from the map by the exit with this index.
    Exited(u16),
}

/// The face of a counter that is up (3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Formation {
    March,
    Battle,
}

/// The steps of the game, in the order of the sequence of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Step {
    /// 4.0 1a: the side places its HQ.
    PlaceHq(Side),
    /// 4.0 1b: the enemy of `side` chooses units for return; `chosen` are the ones so far.
    ChooseReturns { side: Side, chosen: Chosen },
    /// 4.0 1b: the side chooses a unit to return, or none.
    Return(Side),
    /// 4.0 1b: the side chooses a hex for the returning unit.
    ReturnTo(UnitIx),
    /// 4.0 1c: the side places its mitrailleuse marker.
    PlaceMitrailleuse(Side),
    /// 4.0 1d i: the side flips units to March Formation.
    Organize(Side),
    /// 4.0 1d iii: the side retreats a unit from an EZOC, or declines.
    LeaveEzoc(Side),
    /// 4.0 2a: the side chooses a unit to move, or passes.
    Move(Side),
    /// 4.0 2: a unit is moving.
    Moving(Motion),
    /// 4.0 2f: the side rolls for its last moves.
    RollLastMoves(Side),
    /// 4.0 3: the side declares an attack, or passes.
    Attack(Side),
    /// 4.0 3a: the side secretly decides on artillery support.
    Support(Fight, Side),
    /// 4.0 3c: both roll for the artillery duel.
    Duel(Fight),
    /// 4.0 3e: both roll for the attack.
    Resolve(Fight),
    /// 4.0 3.3: a unit retreats.
    Retreat(Retreat),
    /// 4.0 3.8: the side rolls for its last attacks.
    RollLastAttacks(Side),
    /// 6.0: the game is over.
    Over(Outcome),
    /// An event of the scenario's rules waits for its die.
    Event(DueEvent, AfterEvents),
}

/// The continuation after the events of a trigger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum AfterEvents {
    /// The turn has begun.
    TurnBegun,
    /// The turn is about to end.
    TurnEnded,
}

/// The units chosen for return: two by the published rules (4.0 1b), up to eight by a ruleset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Chosen {
    units: [Option<UnitIx>; 8],
}

impl Chosen {
    /// The maximum number of units that can be chosen.
    pub(crate) const MOST: u8 = 8;

    pub(crate) fn contains(&self, unit: UnitIx) -> bool {
        self.units.contains(&Some(unit))
    }

    pub(crate) fn count(&self) -> usize {
        self.units.iter().flatten().count()
    }

    pub(crate) fn with(mut self, unit: UnitIx) -> Self {
        if let Some(free) = self.units.iter_mut().find(|slot| slot.is_none()) {
            *free = Some(unit);
        }
        self
    }
}

/// A move in progress (4.0 2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Motion {
    pub(crate) unit: UnitIx,
    /// The hex of the unit; `None` before it enters the map.
    pub(crate) hex: Option<HexIx>,
    /// The number of hexes entered.
    pub(crate) hexes: u8,
    /// `true` if every step so far was along a road, so that the road rate applies (3.11).
    pub(crate) by_road: bool,
    /// The command status: at the start, or since the unit came into range (4.0 2c).
    pub(crate) command: Command,
    /// `true` if the unit must end its move here (4.0 2b).
    pub(crate) stopped: bool,
}

/// The limit of the HQ's range on a move (4.0 2c).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Command {
    /// The unit must stay in range.
    #[default]
    Within,
    /// The unit must come closer with each hex until it is in range.
    Closing,
    /// The unit enters the map with this move and has no limit.
    Free,
}

/// An attack in progress (4.0 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Fight {
    pub(crate) attacker: UnitIx,
    pub(crate) defender: UnitIx,
    /// The hex of the defender when it is attacked.
    pub(crate) ground: HexIx,
    /// `true` for a Deathride Charge (3.5).
    pub(crate) deathride: bool,
    /// The decisions of the sides on artillery support.
    pub(crate) support: [Support; 2],
}

/// A side's decision on artillery support (4.0 3a).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Support {
    /// Not yet decided.
    Open,
    /// Decided, but hidden from the viewing side.
    Sealed,
    /// Not committed.
    No,
    /// Committed.
    Yes,
    /// Committed and effective: unopposed, or after the duel.
    Effective,
}

impl Support {
    /// Returns `true` for a choice that is made and not yet revealed.
    pub(crate) fn is_made(self) -> bool {
        matches!(self, Self::Yes | Self::No)
    }
}

/// A retreat in progress (4.0 3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Retreat {
    pub(crate) unit: UnitIx,
    /// The enemies that it retreats from.
    pub(crate) from: RetreatsFrom,
    /// The number of hexes retreated.
    pub(crate) hexes: u8,
    /// The continuation after the retreat.
    pub(crate) then: AfterRetreat,
}

/// The enemies that a unit retreats from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum RetreatsFrom {
    /// The unit in this hex.
    Hex(HexIx),
    /// Every enemy with a ZOC in this hex, the unit's hex at the start.
    Neighbors(HexIx),
}

/// The continuation after a retreat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum AfterRetreat {
    /// The enemy may leave EZOCs next.
    LeaveEzoc,
    /// The Movement Phase continues: the unit made way for a unit that is due.
    Moves(Next),
    /// The reinforcement for which the unit made way enters.
    Enter(Motion, HexIx),
    /// The fight is concluded.
    Conclude(Fight),
}
