//! 7.6 Retreats and advances after combat.

use std::fmt::Arguments;

use serde::{Deserialize, Serialize};

use super::Matz;
use super::action::{Action, ActionList};
use super::event::Event;
use super::stage::TaskStage;
use super::state::{HexList, Party};
use crate::game::Log;
use crate::kit::hex_map::HexIx;
use crate::kit::tasks::TaskFamily;

/// The tasks of retreats and advances.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum RetreatTask {
    /// A stack retreats hex by hex.
    Retreat(Retreat),
    /// Units of the winner advance into hexes that were left.
    Advance { units: Party, hexes: HexList },
}

/// A retreat in progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Retreat {
    /// The units, all in one hex.
    pub(super) units: Party,
    /// The hex from which the stack came; `None` before its first hex.
    pub(super) from: Option<HexIx>,
    /// The number of hexes still to go.
    pub(super) left: u8,
}

impl TaskFamily<Matz> for RetreatTask {
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
