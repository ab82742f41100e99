//! The choices of a side.

use battlewright_schema::at_any_cost::HqOrder;
use serde::{Deserialize, Serialize};

use crate::state::{Bonus, ChitIx, FormationIx, GroupIx, MovingPiece, UnitIx};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;
pub(crate) use battlewright_core::kit::refusal::RefusalCause;

/// A list of what a side may choose.
pub(crate) type ActionList = battlewright_core::kit::tasks::TaskChoices<Action>;

/// A choice of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Action {
    /// 5.1, 8.2, 13.4, 21.0: this Event Chit.
    Chit(ChitIx),
    /// 6.3: use the drawn chit as its Unique Event, now.
    Play,
    /// 6.3: hold the drawn chit.
    Hold,
    /// 6.3: put the chit on this one of the owner's two tracks, 0 or 1 (20.1).
    Track(u8),
    /// 6.3: this bonus of an enhanced chit.
    Bonus(Bonus),
    /// 7.1: this order.
    Order(HqOrder),
    /// This hex.
    Hex(HexIx),
    /// This unit.
    Unit(UnitIx),
    /// This formation or its HQ.
    Formation(FormationIx),
    /// 8.2: fire.
    Fire(Shot),
    /// 21.0: play this chit to fire.
    FireWith {
        /// The chit.
        chit: ChitIx,
        /// The fire.
        shot: Shot,
        /// With the option of the chit: Moulin à Café, or Artillery Charge.
        option: bool,
    },
    /// 12.1: move this piece.
    Move(MovingPiece),
    /// 12.7: charge with cavalry.
    Charge {
        /// The unit that charges.
        unit: UnitIx,
        /// Its target.
        target: UnitIx,
    },
    /// 12.12: exchange the Front Line unit and the Second Line unit of this hex.
    Exchange(HexIx),
    /// 17.1: break this unit down.
    BreakDown(UnitIx),
    /// 17.1: take this breakdown unit from the pool, on its Fresh or its Battleworn side.
    Detach {
        /// The breakdown unit.
        unit: UnitIx,
        /// On its Battleworn side.
        battleworn: bool,
    },
    /// 17.3: recombine breakdown units.
    Recombine(Recombination),
    /// Go no further.
    Stop,
    /// Begin with the units that have been chosen.
    Begin,
    /// 13.6: this unit takes a Loss Point in this form.
    Lose {
        /// The unit.
        unit: UnitIx,
        /// The form.
        loss: Loss,
    },
    /// 13.6: cavalry retreats before combat.
    Evade,
    /// 14.2: remove an Elan Hit.
    Rally(UnitIx),
    /// 14.2: remove an Ammo Problem.
    Resupply(UnitIx),
    /// 14.4: try to rebuild this unit.
    Rebuild(UnitIx),
    /// 16.2, 16.3: try to build earthworks.
    Dig(UnitIx),
    /// 18.2: try to turn this unit to its Fresh side.
    Refresh(UnitIx),
    /// 20.1: bring the chit of this formation on a box earlier.
    Advance(FormationIx),
    /// 20.1: bring this group on a turn earlier.
    Hurry(GroupIx),
    /// 20.1: bring those of this group that wait at an entry on at another.
    Detour {
        /// The group.
        group: GroupIx,
        /// The entry at which they wait.
        from: u16,
        /// The other entry.
        to: u16,
    },
    /// 15.1, 15.2, 21.0: roll the die.
    Roll,
    /// Do nothing, or nothing more.
    Pass,
}

/// A fire: who fires with what, at whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Shot {
    /// The unit that fires.
    pub firer: UnitIx,
    /// The weapon.
    pub weapon: Weapon,
    /// The Front Line unit of the target's hex.
    pub target: UnitIx,
    /// With half the SP: horse artillery that means to move (8.1).
    pub half: bool,
}

/// A weapon of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Weapon {
    /// Its rifles or guns.
    Own,
    /// Its Mitrailleuse marker (3.7).
    Mitrailleuse,
}

impl Weapon {
    /// Its place in a list of the weapons of a unit.
    pub(crate) fn index(self) -> usize {
        usize::from(self == Self::Mitrailleuse)
    }
}

/// The breakdown units of a hex put together again (17.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Recombination {
    /// The unit that comes back.
    pub unit: UnitIx,
    /// On its Battleworn side.
    pub battleworn: bool,
    /// The breakdown unit that is left out and stays as it is.
    pub without: Option<UnitIx>,
}

/// A form of a Loss Point (13.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Loss {
    /// A retreat of two hexes.
    Retreat,
    /// An Elan Hit.
    Elan,
    /// A Casualty Hit.
    Casualty,
}

impl Action {
    /// The units that it names.
    pub(crate) fn units(&self) -> InlineList<UnitIx, 2> {
        let piece = |piece: MovingPiece| match piece {
            MovingPiece::Unit(unit) => Some(unit),
            MovingPiece::Hq(_) => None,
        };
        match *self {
            Self::Unit(unit)
            | Self::BreakDown(unit)
            | Self::Detach { unit, .. }
            | Self::Lose { unit, .. }
            | Self::Rally(unit)
            | Self::Resupply(unit)
            | Self::Rebuild(unit)
            | Self::Dig(unit)
            | Self::Refresh(unit) => [unit].into_iter().collect(),
            Self::Fire(shot) | Self::FireWith { shot, .. } => [shot.firer, shot.target].into_iter().collect(),
            Self::Charge { unit, target } => [unit, target].into_iter().collect(),
            Self::Recombine(Recombination { unit, without, .. }) => [unit].into_iter().chain(without).collect(),
            Self::Move(moving) => piece(moving).into_iter().collect(),
            _ => InlineList::new(),
        }
    }

    /// The formations that it names.
    pub(crate) fn formations(&self) -> InlineList<FormationIx, 1> {
        match *self {
            Self::Formation(formation) | Self::Advance(formation) | Self::Move(MovingPiece::Hq(formation)) => {
                [formation].into_iter().collect()
            }
            _ => InlineList::new(),
        }
    }

    /// The hex that it names.
    pub(crate) fn hex(&self) -> Option<HexIx> {
        match *self {
            Self::Hex(hex) | Self::Exchange(hex) => Some(hex),
            _ => None,
        }
    }

    /// The chit that it names.
    pub(crate) fn chit(&self) -> Option<ChitIx> {
        match *self {
            Self::Chit(chit) | Self::FireWith { chit, .. } => Some(chit),
            _ => None,
        }
    }
}
