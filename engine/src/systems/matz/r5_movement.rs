//! 5.1 Movement, 5.4 exploitation, and 12.1 the entry of reinforcements.

use std::fmt::Arguments;

use serde::{Deserialize, Serialize};

use super::Matz;
use super::action::{Action, ActionList};
use super::event::Event;
use super::stage::TaskStage;
use super::state::UnitIx;
use crate::game::Log;
use crate::kit::hex_map::HexIx;
use crate::kit::tasks::TaskFamily;

/// The tasks of movement and exploitation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum MoveTask {
    /// The active side chooses a piece to move, or moves no more.
    Phase,
    /// The piece goes on, or stops.
    Moving(Motion),
}

/// A move in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Motion {
    pub(super) unit: UnitIx,
    /// The hex of the piece; `None` before a reinforcement has come on.
    pub(super) hex: Option<HexIx>,
    /// The movement points spent.
    pub(super) spent: u8,
    /// `true` if it has entered an enemy zone of control in this move, so that strategic movement is over (5.2).
    pub(super) in_zoc: bool,
}

impl TaskFamily<Matz> for MoveTask {
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
    /// The Movement Phase of the active side.
    pub(super) fn begin_movement(&mut self, _: &mut impl Log<Event>) {
        todo!()
    }

    /// The Exploitation Phase of the active side.
    pub(super) fn begin_exploitation(&mut self, _: &mut impl Log<Event>) {
        todo!()
    }
}
