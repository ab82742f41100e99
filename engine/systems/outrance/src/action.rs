//! The choices of a side.

use battlewright_schema::outrance::Posture;
use serde::{Deserialize, Serialize};

use crate::rules::c04_formations::{Bend, MOST_BASES};
use crate::state::UnitIx;
use battlewright_core::kit::plane::{Direction, Point};

/// A list of actions.
pub(crate) type ActionList = battlewright_core::kit::tasks::TaskChoices<Action>;

/// The turns of the bases of a line or a column against the facing of the unit, in tenths of a degree clockwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct BaseTurns(pub [i16; MOST_BASES as usize]);

impl BaseTurns {
    /// Returns the turns of a unit of `bases` bases; none for a straight line.
    pub(crate) fn bend(self, bases: u8) -> Bend {
        let turns = self.0.get(..usize::from(bases)).unwrap_or(&self.0);
        if turns.iter().all(|turn| *turn == 0) { Bend::new() } else { Bend::from_slice(turns) }
    }

    /// Returns the turns of a placement.
    pub(crate) fn of(bend: &Bend) -> Self {
        let mut turns = Self::default();
        for (to, from) in turns.0.iter_mut().zip(bend) {
            *to = *from;
        }
        turns
    }
}

/// An order that moves a unit, and is tested for that reason (III, IV).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum OrderKind {
    /// Deploy.
    Deploy,
    /// Maneuver.
    Maneuver,
    /// March.
    March,
    /// Assault this unit.
    Assault(UnitIx),
}

/// A choice of a side. Places are those of the center of the front; of a general, those of the center of the base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Action {
    /// III: this unit acts.
    Select(UnitIx),
    /// III: do nothing in this turn.
    Hold,
    /// III: give this order, which may be delayed or lost.
    Order(OrderKind),
    /// III: continue or begin the route march.
    RouteMarch,
    /// III: move the general.
    MoveGeneral,
    /// VI: fire at this unit, after a turn to this facing. Deployed units do not turn.
    Fire {
        /// The target.
        target: UnitIx,
        /// The facing of the firing unit.
        facing: Direction,
    },
    /// IX: regroup.
    Regroup,
    /// IV: maneuver with this number of bases in the first rank.
    Front(u8),
    /// IV: move straight to a point at this facing. A leg to the same point is a turn. The first leg of a march has the facing of
    /// the column before it moves.
    Leg {
        /// The end.
        to: Point,
        /// The facing.
        facing: Direction,
    },
    /// IV: march to a road and along it to the point nearest to this one, as far as the base movement allows.
    AlongRoad {
        /// The road, by its index in the scenario.
        road: u16,
        /// The destination.
        to: Point,
    },
    /// III, IX: take up this position to deploy or after regrouping.
    Place {
        /// The center of the front.
        at: Point,
        /// The facing.
        facing: Direction,
        /// The formation.
        posture: Posture,
        /// The number of bases in the first rank of a maneuver formation.
        front: u8,
        /// The turns of the bases of a line or a column.
        turns: BaseTurns,
    },
    /// V: withdraw to this point.
    Withdraw(Point),
    /// Go no further, or keep the position.
    Stop,
    /// Take the legs of the path back, or select another unit.
    Back,
}

impl Action {
    /// Returns the unit that the action names.
    pub fn unit(self) -> Option<UnitIx> {
        match self {
            Self::Select(unit) | Self::Order(OrderKind::Assault(unit)) | Self::Fire { target: unit, .. } => Some(unit),
            _ => None,
        }
    }
}
