//! The actions of a side.

use battlewright_schema::position_magnifique::Event as Chance;
use serde::{Deserialize, Serialize};

use crate::state::{ChitIx, FormationIx, Group, MovingPiece, Order, UnitIx};
use battlewright_core::kit::hex_map::HexIx;

/// A list of legal actions.
pub(crate) type ActionList = battlewright_core::kit::tasks::TaskChoices<Action>;

/// An action of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Action {
    /// 6.1, 12.1, 13.7, 14.4: choose this hex.
    Hex(HexIx),
    /// 6.1, 11.1: give this order.
    Order(Order),
    /// 20.3: add this formation's chit; 17.0: place the event with this HQ.
    Formation(FormationIx),
    /// 9.2: use this event of the chit.
    Use(Chance),
    /// 17.0: choose this unit.
    Unit(UnitIx),
    /// 10.2: fire.
    Fire {
        /// The unit that fires.
        firer: UnitIx,
        /// The unit fired at.
        target: UnitIx,
        /// `true` to fire with half the Combat Factor and still move (10.1).
        half: bool,
    },
    /// 17.0: play a held chit for free fire, return fire or interdiction.
    FireWith {
        /// The chit.
        chit: ChitIx,
        /// The unit that fires.
        firer: UnitIx,
        /// The unit fired at.
        target: UnitIx,
    },
    /// 17.0: play a held chit.
    Play(ChitIx),
    /// 12.1: move this piece.
    Move(MovingPiece),
    /// 12.5: charge with cavalry.
    Charge {
        /// The unit that charges.
        unit: UnitIx,
        /// The unit charged.
        target: UnitIx,
    },
    /// 17.2: charge with the Deathride chit.
    Deathride {
        /// The chit.
        chit: ChitIx,
        /// The unit that charges.
        unit: UnitIx,
        /// The unit charged.
        target: UnitIx,
    },
    /// 12.1, 13.9: end the move.
    Stop,
    /// 13.2: begin the assault with the units that have joined.
    Begin,
    /// 13.6: lose a step with this unit.
    LoseStep(UnitIx),
    /// 13.6, 13.8: retreat a hex.
    FallBack,
    /// 14.2: remove a Shaken marker.
    Rally(UnitIx),
    /// 14.2: remove a Low Ammo marker.
    Resupply(UnitIx),
    /// 20.3: try to bring this group on a turn earlier.
    Hurry(Group),
    /// 20.3: try to move the part of this group at one entry to another.
    Detour {
        /// The group.
        group: Group,
        /// The index of the entry at which the part waits.
        from: u16,
        /// The index of the other entry.
        to: u16,
    },
    /// Pass, or end the current series of actions.
    Pass,
}
