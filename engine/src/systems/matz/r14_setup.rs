//! 14.0 Setup: sides with free setup place their units anew along the front line before the game.

use std::fmt::Arguments;

use serde::{Deserialize, Serialize};

use super::Matz;
use super::action::{Action, ActionList};
use super::event::Event;
use super::stage::TaskStage;
use super::state::UnitIx;
use crate::game::{Log, Side};
use crate::kit::tasks::TaskFamily;

/// The tasks of the free setup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum SetupTask {
    /// The side chooses a piece to place anew, or is done.
    Setup(Side),
    /// The side chooses the hex of the piece.
    Place(UnitIx),
}

impl TaskFamily<Matz> for SetupTask {
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
