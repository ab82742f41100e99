//! 8.1 Barrages of artillery and bombers in the Bombardment Phase.

use std::fmt::Arguments;

use serde::{Deserialize, Serialize};

use super::Matz;
use super::action::{Action, ActionList};
use super::event::Event;
use super::stage::TaskStage;
use super::state::Party;
use crate::game::Log;
use crate::kit::hex_map::HexIx;
use crate::kit::tasks::TaskFamily;

/// The tasks of the Bombardment Phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum BarrageTask {
    /// The active side chooses a hex, or bombards no more.
    Phase,
    /// The active side chooses the units that bombard the hex.
    Plan { hex: HexIx, units: Party },
    /// The die of the barrage.
    Roll { hex: HexIx, units: Party },
}

impl TaskFamily<Matz> for BarrageTask {
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
    /// The Bombardment Phase of the active side.
    pub(super) fn begin_bombardment(&mut self) {
        todo!()
    }
}
