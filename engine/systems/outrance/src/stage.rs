//! The descriptions of tasks: the deciding side, the rule, the part of the turn, and the prompt.

use std::collections::BTreeSet;

use crate::Outrance;
use crate::action::ActionList;
use battlewright_core::game::{Chance, Rule, Turn};
use battlewright_core::kit::tasks;

/// The dice of a percentage: one of 100 faces.
pub(crate) const PERCENT: Turn = Turn::Chance(Chance::Dice { count: 1, sides: 100 });
/// The dice of an assault: the fire, the close combat, and the result.
pub(crate) const ASSAULT: Turn = Turn::Chance(Chance::Dice { count: 3, sides: 100 });

/// The description of a task.
pub(crate) type TaskStage = tasks::StageOf<Outrance>;

/// A part of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TurnPart {
    /// Reinforcements come on.
    Arrivals,
    /// The units act, one after the other.
    Actions,
    /// The combat that an action begins.
    Combat,
}

impl TurnPart {
    /// Returns the name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Arrivals => "Arrivals",
            Self::Actions => "Actions",
            Self::Combat => "Combat",
        }
    }
}

/// Returns the description of a task that goes on by itself.
pub(crate) fn goes_on(rule: Rule) -> TaskStage {
    TaskStage::new(None, rule, None)
}

/// Removes the repeated actions of a menu: several reasons may lead to one offer.
pub(crate) fn offer_once(menu: &mut ActionList) {
    let mut offered = BTreeSet::new();
    menu.retain(|action| offered.insert(*action));
}

/// Returns the only number of a roll or a draw.
pub(crate) fn first_pick(picks: &[u16]) -> u16 {
    picks.first().copied().unwrap_or_default()
}
