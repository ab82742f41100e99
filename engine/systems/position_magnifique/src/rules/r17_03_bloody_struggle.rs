//! 17.3 Bloody Struggle: after an assault, a unit that did not retreat may cause a step loss.

use std::fmt::Arguments;

use battlewright_schema::position_magnifique::{ChargeControl, Event as Chance};
use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList};
use crate::event::Event;
use crate::stage::TaskStage;
use crate::state::{AssaultAftermath, Task, UnitIx};
use crate::{PositionMagnifique, rulebook as rule};
use battlewright_core::game::{Log, Side};
use battlewright_core::kit::tasks::TaskFamily;

/// 17.3: after an assault, the side may play Bloody Struggle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Struggle {
    pub(crate) fight: AssaultAftermath,
    pub(crate) side: Side,
}

impl TaskFamily<PositionMagnifique> for Struggle {
    fn stage(&self, game: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        prompt(format_args!("{}: play Bloody Struggle?", game.side_name(self.side)));
        TaskStage::asks(self.side, rule::COMMON_EVENTS, None)
    }

    fn options(&self, game: &PositionMagnifique, into: &mut ActionList) {
        game.struggle_options(&self.fight, self.side, into);
    }

    fn choose(self, game: &mut PositionMagnifique, action: Action, log: &mut impl Log<Event>) {
        game.struggle(self.fight, self.side, action, log);
    }
}

/// 17.3: the unit takes the Morale Test of Bloody Struggle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StruggleRoll {
    pub(crate) fight: AssaultAftermath,
    pub(crate) unit: UnitIx,
}

impl TaskFamily<PositionMagnifique> for StruggleRoll {
    fn stage(&self, game: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        prompt(format_args!("Roll for the morale of {}", game.unit_name(self.unit)));
        TaskStage::rolls(2, rule::COMMON_EVENTS, None)
    }

    fn resolve(self, game: &mut PositionMagnifique, picks: &[u16], log: &mut impl Log<Event>) {
        if let &[a, b] = picks {
            game.roll_struggle(self.fight, self.unit, [a, b], log);
        }
    }
}

/// 17.3: the side picks an enemy unit for the step loss.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StruggleHit {
    pub(crate) fight: AssaultAftermath,
    pub(crate) side: Side,
}

impl TaskFamily<PositionMagnifique> for StruggleHit {
    fn stage(&self, game: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        prompt(format_args!("{}: which enemy loses a step?", game.side_name(self.side)));
        TaskStage::asks(self.side, rule::COMMON_EVENTS, None)
    }

    fn options(&self, game: &PositionMagnifique, into: &mut ActionList) {
        game.struggle_hit_options(&self.fight, self.side, into);
    }

    fn choose(self, game: &mut PositionMagnifique, action: Action, log: &mut impl Log<Event>) {
        game.strike(action, log);
    }
}

impl PositionMagnifique {
    /// Lists the units of `side` that fought and did not retreat, if the side holds the chit.
    pub(crate) fn struggle_options(&self, fight: &AssaultAftermath, side: Side, into: &mut ActionList) {
        let playable = !self.is_surprise()
            && !self.held(side, &[Chance::BloodyStruggle]).is_empty()
            && self.standing(fight, side.other()).next().is_some();
        if playable {
            let stood = self.standing(fight, side).filter(|unit| !fight.retreated.contains(unit));
            into.extend(stood.map(Action::Unit));
        }
        into.push(Action::Pass);
    }

    /// Returns the units of `side` that fought and are still on the map.
    fn standing<'a>(&'a self, fight: &'a AssaultAftermath, side: Side) -> impl Iterator<Item = UnitIx> + 'a {
        fight.units.iter().copied().filter(move |unit| self.unit_side(*unit) == side && self.hex_of(*unit).is_some())
    }

    /// Plays the chit for a unit, or declines.
    pub(crate) fn struggle(&mut self, fight: AssaultAftermath, side: Side, action: Action, log: &mut impl Log<Event>) {
        self.hold_charged_ground(&fight, log);
        let over = matches!(self.state.stack.last(), Some(Task::Over(_)));
        let Action::Unit(unit) = action else { return };
        if !over && let Some(chit) = self.held(side, &[Chance::BloodyStruggle]).first().copied() {
            self.play(chit, log);
            self.push(StruggleRoll { fight, unit });
        }
    }

    /// 16.0: gives control of a hex to cavalry that charged into it and is now alone there, if by the ruling it does not have it
    /// since it entered.
    fn hold_charged_ground(&mut self, fight: &AssaultAftermath, log: &mut impl Log<Event>) {
        if self.board.rules.charge_control == ChargeControl::Entry {
            return;
        }
        for unit in fight.units.iter().copied() {
            if let Some(hex) = self.hex_of(unit)
                && self.unit(unit).done.charge.is_some()
                && !self.is_charged(unit)
            {
                self.take_control_on_entry(unit, hex, log);
            }
        }
        self.check_sudden_victory(log);
    }

    /// Resolves the Morale Test: if the unit passes, its side picks an enemy that loses a step; if it fails, it is shaken as by
    /// any Morale Test (10.7).
    pub(crate) fn roll_struggle(
        &mut self,
        fight: AssaultAftermath,
        unit: UnitIx,
        dice: [u16; 2],
        log: &mut impl Log<Event>,
    ) {
        if self.passes(unit, 0, dice, log) {
            self.push(StruggleHit { fight, side: self.unit_side(unit) });
        } else {
            self.shake_or_lose_step(unit, log);
        }
    }

    /// Lists the enemy units that fought.
    pub(crate) fn struggle_hit_options(&self, fight: &AssaultAftermath, side: Side, into: &mut ActionList) {
        into.extend(self.standing(fight, side.other()).map(Action::LoseStep));
    }

    /// An enemy unit loses a step.
    pub(crate) fn strike(&mut self, action: Action, log: &mut impl Log<Event>) {
        if let Action::LoseStep(unit) = action {
            self.lose_step(unit, log);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::{FRENCH, PRUSSIAN, Table, position};

    /// `p1` has assaulted `f1` with these dice, and this side holds the chit.
    fn fought(owner: &str, dice: &[u16]) -> Table {
        let mut table = position(&format!(
            "map 9x9
            holds {owner} bloody-struggle
            prussian infantry p1 5/3 at 0405
            french infantry f1 4/2 at 0404
            french infantry f2 4/2 at 0102"
        ))
        .assaults("prussian");
        table.does("unit f1, unit p1, begin").rolls(dice);
        table
    }

    #[test]
    fn r17_3_a_unit_that_stood_may_draw_blood() {
        let mut table = fought("french", &[3, 4]);
        table.does("lose f1");
        assert_eq!((table.chooser(), table.choices("")), (FRENCH, vec!["pass".into(), "unit f1".into()]));
        table.does("unit f1").rolls(&[3, 3]);
        table.logs("Bloody Struggle is played [17.3]");
        table.logs("Morale 6 of f1, 3 + 3 = 6: it passes [10.7]");
        assert_eq!(table.choices(""), ["lose p1"]);
        table.does("lose p1");
        assert_eq!(table.marks("p1"), "reduced");
    }

    #[test]
    fn r17_3_a_failed_morale_test_draws_no_blood_and_shakes() {
        let mut table = fought("prussian", &[3, 4]);
        table.does("lose f1");
        assert_eq!(table.chooser(), PRUSSIAN);
        table.does("unit p1").rolls(&[6, 6]);
        assert_eq!((table.marks("p1").as_str(), table.marks("f1").as_str()), ("shaken", "reduced shaken"));
        assert!(table.game.state.held.is_empty());
    }

    #[test]
    fn r17_3_who_retreated_does_not_but_may_suffer() {
        let mut table = fought("french", &[3, 4]);
        table.does("fall-back, hex 0403");
        assert_eq!(table.chooser(), PRUSSIAN, "of the breakthrough");
        table.does("pass").logs_nothing_with("Bloody Struggle");
        let mut table = fought("prussian", &[3, 4]);
        table.does("fall-back, hex 0403, unit p1").rolls(&[1, 1]).does("lose f1");
        assert_eq!(table.marks("f1"), "reduced shaken");
        assert_eq!(table.choices(""), ["pass", "unit p1"], "the breakthrough comes after");
    }

    #[test]
    fn r17_3_the_blood_is_over_and_above_the_result() {
        let mut table = fought("prussian", &[3, 4]);
        table.does("lose f1, unit p1").rolls(&[1, 1]).does("lose f1");
        assert_eq!(table.at("f1"), "eliminated");
    }
}
