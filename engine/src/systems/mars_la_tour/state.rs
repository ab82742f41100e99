//! The state of a game.

use serde::{Deserialize, Serialize};

use super::passing::{Next, Passing};
use crate::game::{Outcome, Side};
use crate::kit::hex_map::HexIx;

/// A unit, by its place in the scenario's list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct UnitIx(pub(super) u16);

impl UnitIx {
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The state of a game.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The turn, from 1.
    pub(super) turn: u8,
    /// The step at work.
    pub(super) step: Step,
    /// Every unit, in the scenario's order.
    pub(super) units: Vec<Unit>,
    /// The place where the HQ markers are.
    pub(super) hq: [Option<HexIx>; 2],
    /// The place of the mitrailleuse markers.
    pub(super) mitrailleuse: [Option<HexIx>; 2],
    /// Artillery ammunition points left (5.1).
    pub(super) ammunition: [u8; 2],
    /// The side that holds each victory hex, in the board's order (6.0).
    pub(super) holders: Vec<Option<Side>>,
    /// The sides that have passed in the phase at hand, and what the other may still do.
    pub(super) passing: Passing,
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self { units: self.units.clone(), holders: self.holders.clone(), ..*self }
    }

    /// Takes no memory if it was a state of the same scenario.
    fn clone_from(&mut self, other: &Self) {
        let Self { turn, step, units, hq, mitrailleuse, ammunition, holders, passing } = other;
        self.units.clone_from(units);
        self.holders.clone_from(holders);
        (self.turn, self.step, self.hq, self.mitrailleuse) = (*turn, *step, *hq, *mitrailleuse);
        (self.ammunition, self.passing) = (*ammunition, *passing);
    }
}

/// The changing facts of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Unit {
    pub(super) at: At,
    pub(super) formation: Formation,
    /// `true` if it has been in an EZOC in this Movement Phase, or still is (3.9).
    pub(super) held: bool,
    /// `true` if it has moved into an EZOC in this Movement Phase (4.0 2b).
    pub(super) entered_ezoc: bool,
    /// The number of times that it has moved since (4.0 2b).
    pub(super) moves_after_ezoc: u8,
    /// `true` if it has entered the mitrailleuse's hex in this Movement Phase (5.3).
    pub(super) halted: bool,
    /// Set once it has given way in an entry hex in this Movement Phase, until it moves (4.0 2d).
    pub(super) gave_way: bool,
}

/// The place of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum At {
    /// Not yet in the game.
    Waiting,
    /// On the map.
    Hex(HexIx),
    /// On the turn track, due back in this turn.
    Blown(u8),
    /// Out of the game, and a VP for the enemy.
    Eliminated,
    /// Gone from the map by the exit of this number.
    Exited(u16),
}

/// The side of a counter that is up (3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Formation {
    March,
    Battle,
}

/// The steps of the game, in the order of the sequence of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Step {
    /// 4.0 1a: the side places its HQ.
    PlaceHq(Side),
    /// 4.0 1b: the enemy of `side` chooses who returns; `chosen` have been so far.
    ChooseReturns { side: Side, chosen: Chosen },
    /// 4.0 1b: the side chooses a unit to return, or none.
    Return(Side),
    /// 4.0 1b: the side chooses where the unit returns.
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
}

/// Up to two units (4.0 1b): a ruleset may allow more returns, so as many as fit in eight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Chosen {
    units: [Option<UnitIx>; 8],
}

impl Chosen {
    /// The number of units that can be chosen at most.
    pub(super) const MOST: u8 = 8;

    pub(super) fn contains(&self, unit: UnitIx) -> bool {
        self.units.contains(&Some(unit))
    }

    pub(super) fn count(&self) -> usize {
        self.units.iter().flatten().count()
    }

    pub(super) fn with(mut self, unit: UnitIx) -> Self {
        if let Some(free) = self.units.iter_mut().find(|slot| slot.is_none()) {
            *free = Some(unit);
        }
        self
    }
}

/// A move under way (4.0 2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Motion {
    pub(super) unit: UnitIx,
    /// Its place; `None` while it stands off the map, about to enter.
    pub(super) hex: Option<HexIx>,
    /// The number of hexes that it has entered.
    pub(super) hexes: u8,
    /// `true` if every step so far was along a road, so that the road rate is open to it (3.11).
    pub(super) by_road: bool,
    /// Its bond to its HQ's range: from the start, or since it came into range (4.0 2c).
    pub(super) command: Command,
    /// `true` if it must end its move here (4.0 2b).
    pub(super) stopped: bool,
}

/// The way in which an HQ's range binds a move (4.0 2c).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Command {
    /// It must stay in range.
    #[default]
    Within,
    /// It must come closer with each hex until it is in range.
    Closing,
    /// It enters the map with this move and is not bound.
    Free,
}

/// An attack under way (4.0 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Fight {
    pub(super) attacker: UnitIx,
    pub(super) defender: UnitIx,
    /// The place where the defender stands when it is attacked.
    pub(super) ground: HexIx,
    /// `true` if it is a Deathride Charge (3.5).
    pub(super) deathride: bool,
    /// The decisions of the sides on artillery support.
    pub(super) support: [Support; 2],
}

/// A side's decision on artillery support (4.0 3a).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Support {
    /// Not yet decided.
    Open,
    /// Decided, but not known to the side that looks.
    Sealed,
    /// None.
    No,
    /// Committed.
    Yes,
    /// Committed, and of use: alone, or after the duel.
    Effective,
}

/// A retreat under way (4.0 3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Retreat {
    pub(super) unit: UnitIx,
    /// From whom it retreats.
    pub(super) from: RetreatsFrom,
    /// The number of hexes that it has retreated.
    pub(super) hexes: u8,
    /// The thing that follows when it is done.
    pub(super) then: AfterRetreat,
}

/// From whom a unit retreats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum RetreatsFrom {
    /// From what is in this hex.
    Hex(HexIx),
    /// From every enemy in whose ZOC it was in this hex.
    Neighbors(HexIx),
}

/// The thing that follows a retreat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum AfterRetreat {
    /// The enemy's turn to leave EZOCs.
    LeaveEzoc,
    /// The Movement Phase goes on: it has given way to a unit that is due.
    Moves(Next),
    /// The unit that pushed it aside enters.
    Enter(Motion, HexIx),
    /// The fight is concluded.
    Conclude(Fight),
}
