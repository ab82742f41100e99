//! 7.5 Losses: the owner chooses the units that lose steps; tanks and Stosstruppen come first, and tanks may lose one more.

use std::fmt::Arguments;

use serde::{Deserialize, Serialize};

use super::Matz;
use super::action::{Action, ActionList};
use super::event::Event;
use super::event::LossCause;
use super::stage::TaskStage;
use super::state::{Party, UnitIx};
use crate::game::{Log, Side};
use crate::kit::hex_map::HexIx;
use crate::kit::tasks::TaskFamily;

/// The tasks of losses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum LossTask {
    /// The owner of the units chooses one that loses a step.
    Steps(Losses),
    /// The die for the losses of tanks (7.5).
    TankRoll { units: Party, side: Side },
    /// 4.0: the owner of a stack above the limit chooses a unit that loses a step.
    Crowded { side: Side, hex: HexIx },
}

/// Steps that units of a side lose together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Losses {
    /// The units that may lose them, of one side.
    pub(super) units: Party,
    /// The number of steps still to lose.
    pub(super) left: u8,
    pub(super) cause: LossCause,
    /// `true` if enemy tanks take part, so that tanks lose the first step and no die is rolled for them (7.5).
    pub(super) tanks_on_both_sides: bool,
    /// `true` once a step has been lost.
    pub(super) begun: bool,
}

impl Losses {
    /// The loss of `steps` by `units`.
    pub(super) fn new(units: Party, steps: u8, cause: LossCause, tanks_on_both_sides: bool) -> Self {
        Self { units, left: steps, cause, tanks_on_both_sides, begun: false }
    }
}

impl TaskFamily<Matz> for LossTask {
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
    /// `unit` loses a step; without steps it is eliminated (1.2).
    pub(super) fn lose_step(&mut self, _: UnitIx, _: LossCause, _: &mut impl Log<Event>) {
        todo!()
    }
}
