//! The choices of a side.

use serde::{Deserialize, Serialize};

use crate::state::{FormationIx, MegaIx, Mission, ReserveIx, UnitIx};
use battlewright_core::kit::hex_map::HexIx;
pub(crate) use battlewright_core::kit::refusal::RefusalCause;

/// A list of what a side may choose.
pub(crate) type ActionList = battlewright_core::kit::tasks::TaskChoices<Action>;

/// A choice of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Action {
    /// This hex: the next one of a move or a retreat, or where a piece is placed.
    Hex(HexIx),
    /// 1.4, 14.0: place this piece.
    Place(UnitIx),
    /// 5.1, 5.4, 12.1: move this piece.
    Move(UnitIx),
    /// 6.1: attach these tanks to this corps for good.
    Attach {
        /// The tanks.
        unit: UnitIx,
        /// The corps.
        formation: FormationIx,
    },
    /// 12.2, 12.3: call up this reserve.
    CallUp {
        /// The reserve.
        reserve: ReserveIx,
        /// The corps to which its units are attached.
        formation: FormationIx,
    },
    /// 11.3: this fighter intercepts.
    Patrol(UnitIx),
    /// 11.3, 11.4: this mega-hex.
    Mega(MegaIx),
    /// 11.3: this air unit flies this mission.
    Launch {
        /// The air unit.
        unit: UnitIx,
        /// Its mission.
        mission: Mission,
    },
    /// 11.5: this air unit fights.
    Engage(UnitIx),
    /// 7.4, 8.1: attack or bombard this hex.
    Target(HexIx),
    /// 7.1, 8.1: this unit takes part in the attack or the barrage.
    Join(UnitIx),
    /// 8.2, 11.6: this artillery or air unit supports its side in the combat.
    Support(UnitIx),
    /// 4.0, 7.5: this unit loses a step.
    Lose(UnitIx),
    /// 7.6: this unit advances into this hex.
    Advance {
        /// The unit.
        unit: UnitIx,
        /// The hex that was left.
        to: HexIx,
    },
    /// Begin with what has been chosen.
    Begin,
    /// Go no further, or call off what is planned.
    Stop,
    /// Do nothing, or nothing more.
    Pass,
}

impl Action {
    /// The unit that it names.
    pub(crate) fn unit(&self) -> Option<UnitIx> {
        match *self {
            Self::Place(unit)
            | Self::Move(unit)
            | Self::Attach { unit, .. }
            | Self::Patrol(unit)
            | Self::Launch { unit, .. }
            | Self::Engage(unit)
            | Self::Join(unit)
            | Self::Support(unit)
            | Self::Lose(unit)
            | Self::Advance { unit, .. } => Some(unit),
            _ => None,
        }
    }

    /// The formation that it names.
    pub(crate) fn formation(&self) -> Option<FormationIx> {
        match *self {
            Self::Attach { formation, .. } | Self::CallUp { formation, .. } => Some(formation),
            _ => None,
        }
    }

    /// The hex that it names.
    pub(crate) fn hex(&self) -> Option<HexIx> {
        match *self {
            Self::Hex(hex) | Self::Target(hex) | Self::Advance { to: hex, .. } => Some(hex),
            _ => None,
        }
    }

    /// The mega-hex that it names.
    pub(crate) fn mega(&self) -> Option<MegaIx> {
        match *self {
            Self::Mega(mega) => Some(mega),
            _ => None,
        }
    }

    /// The reserve that it names.
    pub(crate) fn reserve(&self) -> Option<ReserveIx> {
        match *self {
            Self::CallUp { reserve, .. } => Some(reserve),
            _ => None,
        }
    }
}
