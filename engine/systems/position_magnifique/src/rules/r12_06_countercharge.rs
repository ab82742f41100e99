//! 12.6 Cavalry Countercharge: cavalry under Defend orders may meet a charge one hex before contact.

use std::fmt::Arguments;

use battlewright_schema::position_magnifique::Kind;
use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList};
use crate::event::Event;
use crate::stage::TaskStage;
use crate::state::{Motion, MovingPiece, Order, Party, UnitIx};
use crate::{PositionMagnifique, rulebook as rule};
use battlewright_core::game::Log;
use battlewright_core::kit::tasks::TaskFamily;

/// 12.5: the charging unit is about to enter its target's hex; the enemy may countercharge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Contact {
    pub(crate) motion: Motion,
    /// The cavalry that has tried.
    pub(crate) tried: Party,
}

impl TaskFamily<PositionMagnifique> for Contact {
    fn stage(&self, game: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let side = game.side_of(self.motion.piece).other();
        prompt(format_args!("{}: countercharge?", game.side_name(side)));
        TaskStage::asks(side, rule::COUNTERCHARGE, None).about(self.motion.piece).passed("Stand")
    }

    fn options(&self, game: &PositionMagnifique, into: &mut ActionList) {
        game.contact_options(&self.motion, &self.tried, into);
    }

    fn choose(self, game: &mut PositionMagnifique, action: Action, log: &mut impl Log<Event>) {
        game.resolve_contact(self.motion, self.tried, action, log);
    }
}

/// 12.6: the dice for the countercharge of the unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CounterchargeRoll {
    pub(crate) motion: Motion,
    pub(crate) tried: Party,
    pub(crate) unit: UnitIx,
}

impl TaskFamily<PositionMagnifique> for CounterchargeRoll {
    fn stage(&self, _: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        prompt(format_args!("Roll for the countercharge"));
        TaskStage::rolls(2, rule::COUNTERCHARGE, None)
    }

    fn resolve(self, game: &mut PositionMagnifique, picks: &[u16], log: &mut impl Log<Event>) {
        if let &[a, b] = picks {
            game.roll_countercharge(self.motion, self.tried, self.unit, [a, b], log);
        }
    }
}

impl PositionMagnifique {
    /// Lists the cavalry that may try: the target itself, or any next to the charging unit's last hex, under Defend orders; if
    /// the ruling requires it, only units that could charge: not shaken, over an open hexside.
    pub(crate) fn contact_options(&self, motion: &Motion, tried: &[UnitIx], into: &mut ActionList) {
        let Some(hex) = motion.hex else { return };
        let side = self.side_of(motion.piece);
        let could_charge = |unit: UnitIx| {
            let from = self.hex_of(unit);
            let open = from.is_some_and(|from| self.board.crossings(from, hex).iter().all(|row| row.charge));
            open && !self.unit(unit).shaken
        };
        if !self.is_surprise() {
            let able = self.enemies_next_to(side, hex).filter(|unit| {
                self.board.unit(*unit).kind == Kind::Cavalry
                    && self.order_of(*unit) == Order::Defend
                    && (could_charge(*unit) || !self.board.rules.countercharge_as_charge)
                    && !self.is_charged(*unit)
                    && !tried.contains(unit)
            });
            into.extend(able.map(Action::Unit));
        }
        into.push(Action::Pass);
    }

    /// Begins an attempt to countercharge, or completes the charge.
    pub(crate) fn resolve_contact(
        &mut self,
        motion: Motion,
        mut tried: Party,
        action: Action,
        log: &mut impl Log<Event>,
    ) {
        if let Action::Unit(unit) = action {
            tried.push(unit);
            self.push(CounterchargeRoll { motion, tried, unit });
        } else if let Some(hex) = motion.charge.and_then(|target| self.hex_of(target)) {
            self.make_contact(&motion, hex, log);
        }
    }

    /// Moves a unit that passes its Morale Test into the charging unit's hex; both units are then charging.
    pub(crate) fn roll_countercharge(
        &mut self,
        motion: Motion,
        tried: Party,
        unit: UnitIx,
        dice: [u16; 2],
        log: &mut impl Log<Event>,
    ) {
        let (Some(hex), MovingPiece::Unit(charger)) = (motion.hex, motion.piece) else { return };
        if !self.passes(unit, 0, dice, log) {
            self.push(Contact { motion, tried });
            return;
        }
        log.push(Event::Countercharges(unit, hex));
        self.unit_mut(unit).done.charge = Some(charger);
        let done = &mut self.unit_mut(charger).done;
        done.must_assault = true;
        done.deathride = motion.deathride;
        self.enter(MovingPiece::Unit(unit), hex, log);
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::{FRENCH, PRUSSIAN, Table, position};

    /// Prussian cavalry charges f1; French cavalry f2 stands next to its last hex, 0505.
    fn charged(order: &str, cavalry: &str) -> Table {
        let mut table = position(&format!(
            "map 14x9
            corps ii french at 1301 range 20 20 {order}
            prussian cavalry p1 2/1 at 0305
            prussian infantry p2 5/3 at 0306
            french infantry f1 4/2 at 0605 of ii
            french cavalry f2 2/1 at 0506 of ii {cavalry}
            french infantry f3 4/2 at 1204 of ii
            french infantry f4 4/2 at 1205 of ii"
        ))
        .moves("prussian");
        table.does("charge p1 f1, hex 0405, hex 0505, pass, hex 0605");
        table
    }

    #[test]
    fn r12_6_cavalry_next_to_the_last_hex_may_meet_a_charge_there() {
        let mut table = charged("defend", "");
        assert_eq!(table.chooser(), FRENCH);
        assert_eq!(table.choices("unit"), ["f2"]);
        table.does("unit f2").rolls(&[3, 4]);
        table.logs("f2 countercharges into 0505 [12.6]");
        assert_eq!(table.at("f2"), "0505");
        assert_eq!(table.at("p1"), "0505");
    }

    #[test]
    fn r12_6_the_charging_side_attacks_and_may_bring_support() {
        let mut table = charged("defend", "");
        table.does("unit f2").rolls(&[3, 4]);
        assert_eq!(table.chooser(), PRUSSIAN);
        table.does("move p2, hex 0406, stop, pass");
        assert_eq!(table.choices(""), ["unit f2"]);
        table.does("unit f2");
        assert_eq!(table.choices("unit"), ["p2"]);
        // Both charge: 2 by 2 against 2 by 2.
        table.does("begin").rolls(&[5, 6]);
        table.logs("Column +0, 5 + 6 = 11: D2 [13.2]");
        // Past f1, which stands between it and its HQ.
        table.does("fall-back, fall-back, hex 0605, hex 0704, pass");
        assert_eq!(table.marks("f2"), "shaken");
        assert_eq!(table.marks("p1"), "shaken");
    }

    #[test]
    fn r12_6_above_its_morale_the_countercharge_fails_and_the_charge_strikes() {
        let mut table = charged("defend", "");
        table.does("unit f2").rolls(&[4, 4]);
        table.logs("Morale 7 of f2, 4 + 4 = 8: it fails [10.7]");
        assert_eq!(table.at("f2"), "0506");
        assert_eq!(table.marks("f2"), "", "no harm is done to it");
        assert_eq!(table.at("p1"), "0605");
    }

    #[test]
    fn r12_6_the_morale_is_modified() {
        let mut table = charged("defend", "reduced");
        table.does("unit f2").rolls(&[3, 4]);
        table.logs("Morale 6 of f2, 3 + 4 = 7: it fails [10.7]");
    }

    #[test]
    fn r12_6_only_under_defend_orders_and_only_cavalry_next_to_the_last_hex() {
        let table = charged("", "");
        assert_eq!(table.chooser(), PRUSSIAN);
        assert_eq!(table.at("p1"), "0605");
    }

    #[test]
    fn r12_6_the_target_may_countercharge_itself_and_of_several_one_does() {
        let mut table = position(
            "map 14x9
            corps ii french at 1301 range 20 20 defend
            prussian cavalry p1 2/1 at 0305
            french cavalry f1 2/1 at 0605 of ii
            french cavalry f2 2/1 at 0506 of ii
            french cavalry f3 2/1 at 0806 of ii",
        )
        .moves("prussian");
        table.does("charge p1 f1, hex 0405, hex 0505, hex 0605");
        assert_eq!(table.choices("unit"), ["f1", "f2"]);
        table.does("unit f2").rolls(&[6, 6]);
        assert_eq!(table.choices("unit"), ["f1"], "each may be rolled for");
        table.does("unit f1").rolls(&[1, 2]);
        assert_eq!(table.at("f1"), "0505");
        assert_eq!(table.at("f2"), "0506");
        assert_eq!(table.chooser(), PRUSSIAN);
    }

    /// The position of `charged` with this ruling, and cavalry that could not charge into 0505 itself.
    fn charged_under(as_charge: bool, more: &str) -> Table {
        let text = "map 14x9
            corps ii french at 1301 range 20 20 defend
            prussian cavalry p1 2/1 at 0305
            french infantry f1 4/2 at 0605 of ii";
        let position = position(&format!("{text}\n{more}"));
        let mut table =
            position.with(|scenario| scenario.rules.countercharge_as_charge = Some(as_charge)).moves("prussian");
        table.does("charge p1 f1, hex 0405, hex 0505, pass, hex 0605");
        table
    }

    #[test]
    fn r12_6_who_could_not_charge_does_not_countercharge_by_the_ruling() {
        let shaken = "french cavalry f2 2/1 at 0506 of ii shaken";
        let behind_a_stream = "french cavalry f2 2/1 at 0506 of ii\nstream 0505/0506";
        for cavalry in [shaken, behind_a_stream] {
            let table = charged_under(true, cavalry);
            assert_eq!((table.chooser(), table.at("p1").as_str()), (PRUSSIAN, "0605"), "{cavalry}");
            let table = charged_under(false, cavalry);
            assert_eq!((table.chooser(), table.choices("unit")), (FRENCH, vec!["f2".into()]), "{cavalry}");
        }
        // A shaken unit has a lower rating in the test.
        let mut table = charged_under(false, shaken);
        table.does("unit f2").rolls(&[3, 4]);
        table.logs("Morale 6 of f2, 3 + 4 = 7: it fails [10.7]");
    }
}
