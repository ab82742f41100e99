//! The kinds of rolls: few of the numbers of a die differ in what they lead to.

use battlewright_schema::outrance::UnitStatus;

use crate::board::UnitStart;
use crate::rules::c03_actions::OrderRoll;
use crate::rules::c03_arrivals::Arrival;
use crate::rules::c03_initiative::InitiativeOdds;
use crate::rules::c03_orders::{OrderFacts, order_fate};
use crate::rules::c03_turns::InitiativeDraw;
use crate::rules::c06_fire_actions::FireRoll;
use crate::rules::c06_fire_results::fire_effect;
use crate::rules::c09_regroup_actions::RegroupRoll;
use crate::state::Task;
use crate::{Outrance, percent_of};
use battlewright_core::kit::tasks::TaskStack as _;

/// The facts that give the pending roll its meaning.
pub(crate) enum RollFacts {
    /// The die of a reinforcement comes to this number at least.
    Arrival(u16),
    Initiative(InitiativeOdds),
    Order(OrderFacts),
    /// The index and the status of the target.
    Fire(usize, UnitStatus),
    /// The percentage of success.
    Regroup(u8),
    /// All rolls are the same.
    Void,
}

impl Outrance {
    /// Returns the facts of the pending roll; `None` if each roll may be unlike all others.
    pub(crate) fn roll_facts(&self) -> Option<RollFacts> {
        Some(match self.stack().last()? {
            Task::Arrival(Arrival(unit)) => match &self.board.unit(*unit).start {
                UnitStart::Enters(arrival) => RollFacts::Arrival(arrival.roll.map_or(0, u16::from)),
                UnitStart::At(_) | UnitStart::Unused => RollFacts::Arrival(0),
            },
            Task::Initiative(InitiativeDraw) => self.initiative().map_or(RollFacts::Void, RollFacts::Initiative),
            Task::OrderRoll(OrderRoll(unit, _)) => RollFacts::Order(self.order_facts(*unit)),
            Task::FireRoll(FireRoll(unit, target)) => {
                let facing = self.place(*unit).map(|place| place.facing).unwrap_or_default();
                let facts = self.fire_facts(*unit, *target, facing);
                facts.map_or(RollFacts::Void, |(case, index, _)| RollFacts::Fire(index.index, case.target.status))
            }
            Task::RegroupRoll(RegroupRoll(unit)) => {
                let chance = self.chance_to_regroup(*unit);
                chance.map_or(RollFacts::Void, |chance| RollFacts::Regroup(chance.percent))
            }
            _ => return None,
        })
    }
}

impl RollFacts {
    /// Returns the kind of a roll; `None` if it has not one number.
    pub(crate) fn kind(&self, game: &Outrance, picks: &[u16]) -> Option<u32> {
        let [roll] = *picks else { return None };
        let rules = &game.board.rules;
        Some(match self {
            Self::Arrival(least) => u32::from(roll >= *least),
            Self::Initiative(odds) => odds.drawn(u32::from(roll).saturating_add(1)) as u32,
            Self::Order(facts) => order_fate(&rules.tables, *facts, percent_of(roll)) as u32,
            Self::Fire(index, status) => fire_effect(rules, *index, *status, percent_of(roll)) as u32,
            Self::Regroup(percent) => u32::from(percent_of(roll) <= *percent),
            Self::Void => 0,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use crate::action::Action;
    use crate::tests::games::{SCENARIOS, started};
    use crate::{Outrance, State};
    use battlewright_core::game::{Chance, Game as _, Turn};
    use battlewright_core::play::Dice;
    use battlewright_core::players::Appraise as _;

    /// Rolls of a kind lead to the same position, alone and among all.
    fn kinds_agree(game: &Outrance, chance: Chance) -> usize {
        let mut kinds = Vec::new();
        game.kinds_of_rolls(chance, &mut kinds);
        let mut known: BTreeMap<u32, State> = BTreeMap::new();
        for (nth, kind) in (0..chance.rolls()).zip(&kinds) {
            let roll = chance.nth_roll(nth);
            assert_eq!(*kind, game.kind_of_roll(&roll), "{roll:?}");
            let kind = kind.expect("a single number is read by a table");
            let mut then = game.clone();
            then.resolve(&roll, &mut ());
            let state = then.state();
            assert!(*known.entry(kind).or_insert_with(|| state.clone()) == state, "{roll:?} is of kind {kind}");
        }
        assert_eq!(kinds.len(), usize::try_from(chance.rolls()).unwrap());
        known.len()
    }

    #[test]
    fn rolls_of_a_kind_lead_to_the_same_position() {
        let (mut dice, mut legal, mut most) = (Dice::new(3), Vec::new(), 0);
        for (_, text) in &SCENARIOS[..2] {
            let mut game = started(text);
            for _ in 0..400 {
                match game.turn() {
                    Turn::Over(_) => break,
                    Turn::Chance(chance) => {
                        if chance.count() == 1 {
                            most = most.max(kinds_agree(&game, chance));
                        }
                        game.resolve(&dice.roll(chance), &mut ());
                    }
                    Turn::Choose(_) => {
                        game.actions(&mut legal);
                        // Fire is what has most kinds.
                        let fire = legal.iter().find(|action| matches!(action, Action::Fire { .. }));
                        let from = u16::try_from(legal.len()).unwrap();
                        let nth = dice.roll(Chance::Draw { from });
                        let action = fire.copied().unwrap_or(legal[usize::from(nth[0])]);
                        game.apply_listed(&action, &mut ());
                    }
                }
            }
        }
        assert!((4..=9).contains(&most), "{most} kinds");
    }
}
