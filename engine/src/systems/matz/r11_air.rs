//! 11.1 to 11.3 Air units, their missions, and the sequence of a turn in the air.

use std::fmt::Arguments;

use serde::{Deserialize, Serialize};

use super::Matz;
use super::action::{Action, ActionList};
use super::event::Event;
use super::stage::TaskStage;
use super::state::{MegaIx, Mission, Party, UnitIx};
use crate::game::{Log, Side};
use crate::kit::hex_map::HexIx;
use crate::kit::tasks::TaskFamily;

/// The tasks of aircraft.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum AirTask {
    /// 11.3: the dice for the number of air units of the side.
    CountRoll(Side),
    /// 11.3: the side draws this many more units from its pot.
    Draw { side: Side, left: u8 },
    /// 11.3: the side places fighters on interception missions.
    Patrols(Side),
    /// 11.3: the choice of the mega-hex of this fighter.
    Patrol(UnitIx),
    /// 11.3: the active side assembles its next group, or is done.
    Phase,
    /// 11.3: a group is assembled.
    Assemble(AirGroup),
    /// 11.4: a group flies on, or stops.
    Fly(AirGroup),
    /// 11.5: the inactive side chooses interceptors.
    Interception { group: AirGroup, interceptors: Party },
    /// 11.5: an air combat.
    Fight(AirFight),
}

/// Air units that fly together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AirGroup {
    pub(super) units: Vec<(UnitIx, Mission)>,
    /// The mega-hex; `None` before it has entered the map.
    pub(super) mega: Option<MegaIx>,
}

/// An air combat (11.5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AirFight {
    pub(super) group: AirGroup,
    /// The interceptors, with the mega-hexes to which they return.
    pub(super) interceptors: Vec<(UnitIx, MegaIx)>,
    /// The units that have fought in this round.
    pub(super) fought: Party,
    /// The interceptor that has been designated, and its opponent.
    pub(super) pair: (Option<UnitIx>, Option<UnitIx>),
}

impl TaskFamily<Matz> for AirTask {
    fn stage(&self, _: &Matz, _: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        todo!()
    }

    fn options(&self, _: &Matz, _: &mut ActionList) {
        todo!()
    }

    fn choose(self, _: &mut Matz, _: Action, _: &mut impl Log<Event>) {
        todo!()
    }

    fn proceed(self, _: &mut Matz, _: &mut impl Log<Event>) {
        todo!()
    }

    fn resolve(self, _: &mut Matz, _: &[u16], _: &mut impl Log<Event>) {
        todo!()
    }
}

impl Matz {
    /// The air units on the map and those whose mission was aborted go back: drawn ones stay drawn for the turn.
    pub(super) fn land_aircraft(&mut self) {
        todo!()
    }

    /// 11.3: both sides roll for their air units and draw them.
    pub(super) fn draw_aircraft(&mut self) {
        todo!()
    }

    /// 11.3: `side` places its interceptors.
    pub(super) fn begin_patrols(&mut self, _: Side) {
        todo!()
    }

    /// 11.3: the Air Phase of the active side.
    pub(super) fn begin_air_phase(&mut self) {
        todo!()
    }

    /// Returns `true` if a fighter of the enemy of `side` is in the mega-hex of `hex` (8.4).
    pub(super) fn has_enemy_fighter(&self, _: Side, _: HexIx) -> bool {
        todo!()
    }

    /// Returns `true` if the air unit may still attack `hex` on `mission`: it is in its mega-hex and has not attacked (11.6).
    pub(super) fn may_attack_from_air(&self, _: UnitIx, _: Mission, _: HexIx) -> bool {
        todo!()
    }
}
