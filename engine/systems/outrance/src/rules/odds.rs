//! The exact chances of actions, with their modifiers by name.

use crate::Outrance;
use crate::action::{Action, OrderKind};
use crate::rules::c03_actions::{Act, AfterLostOrder};
use crate::rules::c03_orders::{OrderFate, order_chances};
use crate::rules::c05_effects::effect_text;
use crate::rules::c06_fire_results::fire_chances;
use crate::rules::c07_assault_results::stopped_text;
use crate::rules::c07_assault_results::{AssaultChances, AssaultResult, chances_at};
use crate::rules::calculation::TableIndex;
use crate::state::{Task, UnitIx};
use battlewright_core::kit::tasks::TaskStack as _;
use battlewright_core::show::{Odds, OddsCase};

/// The parts of a whole in which the chances of assaults are told.
const WHOLE: u32 = 1_000_000;

/// Returns an index and its modifiers with a prefix.
fn index_lines(name: &str, index: &TableIndex) -> Vec<(String, i32)> {
    let base = (format!("{name}: base"), i32::from(index.base));
    let changes = index.changes.iter().map(|change| (format!("{name}: {}", change.name), i32::from(change.value)));
    let total = (format!("{name}: index"), i32::try_from(index.index).unwrap_or(i32::MAX));
    std::iter::once(base).chain(changes).chain([total]).collect()
}

/// Returns what the fates of an order mean (III).
fn order_meanings() -> [(String, String); 3] {
    [
        ("received", "The unit does what it is ordered."),
        ("delayed", "The unit has half its movement, a shorter reach, or no shift."),
        ("lost", "The unit stays. It may still fire or regroup."),
    ]
    .map(|(name, text)| (name.to_owned(), text.to_owned()))
}

impl Outrance {
    /// Returns the exact odds of an action; `None` if nothing is rolled for it.
    pub(crate) fn odds_of(&self, action: &Action) -> Option<Odds> {
        let (Task::Act(Act(unit)) | Task::AfterLostOrder(AfterLostOrder(unit))) = self.stack().last()? else {
            return None;
        };
        match *action {
            Action::Fire { target, facing } => self.fire_odds(*unit, target, facing),
            Action::Order(OrderKind::Assault(target)) => {
                Some(self.assault_odds(*unit, target)?.meaning(order_meanings()))
            }
            Action::Order(_) => Some(Odds::new(Vec::new(), vec![self.order_case(*unit)]).meaning(order_meanings())),
            Action::Regroup => self.regroup_odds(*unit),
            _ => None,
        }
    }

    fn order_case(&self, unit: UnitIx) -> OddsCase {
        let name = |fate| match fate {
            OrderFate::Received => "received",
            OrderFate::Delayed => "delayed",
            OrderFate::Lost => "lost",
        };
        let chances = order_chances(&self.board.rules.tables, self.order_facts(unit));
        let results = chances.into_iter().map(|(fate, percent)| (name(fate).to_owned(), percent.into()));
        OddsCase { name: "Order".to_owned(), results: results.collect(), of: 100 }
    }

    fn fire_odds(
        &self,
        unit: UnitIx,
        target: UnitIx,
        facing: battlewright_core::kit::plane::Direction,
    ) -> Option<Odds> {
        let (fire, index, _) = self.fire_facts(unit, target, facing)?;
        // Best for the firing unit first.
        let chances = fire_chances(&self.board.rules, index.index, fire.target.status).into_iter().rev();
        let results = chances.map(|(effect, percent)| (effect_text(effect).to_owned(), percent.into())).collect();
        let case = OddsCase { name: "Fire".to_owned(), results, of: 100 };
        Some(Odds::new(index_lines("Fire", &index), vec![case]))
    }

    /// Returns the chances of an assault whose order is received.
    pub(crate) fn chances_of_assault(&self, unit: UnitIx, target: UnitIx) -> Option<AssaultChances> {
        let case = self.assault_case(unit, target)?;
        Some(chances_at(&self.board.rules, &case, self.assault_indices(unit, target, &case)?))
    }

    fn assault_odds(&self, unit: UnitIx, target: UnitIx) -> Option<Odds> {
        let chances = self.chances_of_assault(unit, target)?;
        let text = |result: &AssaultResult| match result {
            AssaultResult::Stopped(result) => format!("stopped: {}", stopped_text(*result)),
            AssaultResult::CloseCombat(fight) => {
                let word = if fight.won { "wins" } else { "loses" };
                format!("{word}: {}; target {}", effect_text(fight.actor), effect_text(fight.target))
            }
        };
        let mut results: Vec<&(AssaultResult, u32)> = chances.results.iter().collect();
        results.sort_by_key(|(result, _)| match result {
            AssaultResult::CloseCombat(fight) if fight.won => 0,
            AssaultResult::Stopped(_) => 1,
            AssaultResult::CloseCombat(_) => 2,
        });
        let results = results.into_iter().map(|(result, share)| (text(result), *share)).collect();
        let mut modifiers = index_lines("Defensive fire", &chances.stop);
        modifiers.extend(index_lines("Close combat", &chances.combat));
        let case = OddsCase { name: "Assault".to_owned(), results, of: WHOLE };
        Some(Odds::new(modifiers, vec![self.order_case(unit), case]))
    }

    fn regroup_odds(&self, unit: UnitIx) -> Option<Odds> {
        let chance = self.chance_to_regroup(unit)?;
        let percent = u32::from(chance.percent);
        let results = vec![("regroups".to_owned(), percent), ("no effect".to_owned(), 100 - percent)];
        let base = ("Regrouping: base".to_owned(), i32::from(chance.base));
        let changes =
            chance.changes.iter().map(|change| (format!("Regrouping: {}", change.name), i32::from(change.value)));
        let case = OddsCase { name: "Regrouping".to_owned(), results, of: 100 };
        Some(Odds::new(std::iter::once(base).chain(changes).collect(), vec![case]))
    }
}
