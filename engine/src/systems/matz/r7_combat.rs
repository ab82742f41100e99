//! 7.1 and 7.2 Combat: the choice of hexes and attackers, the secret support of both sides (7.4, 8.2), and the die.

use std::fmt::Arguments;

use serde::{Deserialize, Serialize};

use super::Matz;
use super::action::{Action, ActionList};
use super::event::Event;
use super::stage::TaskStage;
use super::state::{HexList, Party};
use crate::game::Log;
use crate::kit::tasks::TaskFamily;

/// The tasks of a Combat Phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum CombatTask {
    /// The active side chooses a hex to attack, or attacks no more.
    Phase,
    /// The active side chooses attackers, and further hexes that they attack together.
    Plan(Combat),
    /// 8.2: the attacker chooses support in secret.
    AttackSupport(Combat),
    /// 8.2: the defender chooses support in secret.
    DefenseSupport(Combat),
    /// 7.4: the die of the combat.
    Roll(Combat),
}

/// A combat (7.0).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Combat {
    /// The hexes under attack.
    pub(super) targets: HexList,
    /// The attacking units.
    pub(super) attackers: Party,
    /// The artillery and air units that support the attacker, and those that support the defender.
    pub(super) support: [Party; 2],
}

impl TaskFamily<Matz> for CombatTask {
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
    /// The Combat Phase or the Second Combat Phase of the active side.
    pub(super) fn begin_combat(&mut self, _: &mut impl Log<Event>) {
        todo!()
    }
}
