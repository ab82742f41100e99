//! 10.1 Lines of command and 10.2 their effects; the Command Phase.

use std::fmt::Arguments;

use serde::{Deserialize, Serialize};

use super::Matz;
use super::action::{Action, ActionList};
use super::event::Event;
use super::stage::TaskStage;
use super::state::UnitIx;
use crate::game::{Log, Side};
use crate::kit::tasks::TaskFamily;

/// The tasks of the Command Phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum CommandTask {
    /// 1.4: the owner places this destroyed headquarters again.
    ReturnHq(UnitIx),
    /// 6.1, 12.2, 12.3: the side may attach tanks and call up reserves.
    Notes(Side),
    /// 10.1: the units of the active side out of command are marked.
    Check,
}

impl TaskFamily<Matz> for CommandTask {
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
    /// The Command Phase of the active side: destroyed headquarters return, notes are made, and command is checked.
    pub(super) fn begin_command(&mut self, _: &mut impl Log<Event>) {
        todo!()
    }

    /// Returns `true` if a line of command leads to `unit` now (10.1).
    pub(super) fn has_line_of_command(&self, _: UnitIx) -> bool {
        todo!()
    }
}
