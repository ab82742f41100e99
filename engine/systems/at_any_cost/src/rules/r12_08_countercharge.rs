//! 12.8 Cavalry Countercharges: enemy cavalry may meet a charge in the last hex before its target.

use crate::action::{Action, ActionList};
use crate::rules::r12_02_motion::Motion;
use crate::rules::r12_movement::MoveTask;
use crate::state::{MovingPiece, Party, UnitIx};
use crate::{AtAnyCost, Event};
use battlewright_core::game::Log;

impl AtAnyCost {
    /// The cavalry that may try to countercharge: the target of the charge, if it is cavalry itself, and any next to the last
    /// hex of the charge. Cavalry that has `tried` in vain does not try again.
    pub(crate) fn countercharge_options(&self, motion: &Motion, tried: &[UnitIx], into: &mut ActionList) {
        if let Some(hex) = motion.hex {
            // The target is next to that hex, too.
            let near = self.enemies_next_to(self.side_of(motion.piece), hex).into_iter();
            let may = |unit: UnitIx| match motion.piece {
                MovingPiece::Unit(charger) => self.may_charge_by_rows(unit, charger, true).is_ok(),
                MovingPiece::Hq(_) => false,
            };
            let able = near.filter(|unit| self.may_react(*unit) && !tried.contains(unit) && may(*unit));
            into.extend(able.map(Action::Unit));
        }
        into.push(Action::Pass);
    }

    /// A unit tries to countercharge, or the charge comes to its target.
    pub(crate) fn meet_charge(&mut self, motion: Motion, mut tried: Party, action: Action, log: &mut impl Log<Event>) {
        if let Action::Unit(cavalry) = action {
            tried.push(cavalry);
            self.push(MoveTask::CounterchargeRoll { motion, tried, cavalry });
        } else if let Some(hex) = motion.charge.and_then(|target| self.hex_of(target)) {
            self.make_contact(&motion, hex, log);
        }
    }

    /// The die of a countercharge: up to its modified TCR the cavalry rides into the hex of the charging unit, and both are
    /// charging. Above it, others may try.
    pub(crate) fn roll_countercharge(
        &mut self,
        motion: Motion,
        tried: Party,
        cavalry: UnitIx,
        die: u16,
        log: &mut impl Log<Event>,
    ) {
        let succeeds = self.roll_reaction(cavalry, die);
        log.push(Event::CounterchargeRoll(cavalry, die, self.modified_tcr(cavalry), succeeds));
        let (MovingPiece::Unit(charger), Some(hex), true) = (motion.piece, motion.hex, succeeds) else {
            self.push(MoveTask::Contact { motion, tried });
            return;
        };
        log.push(Event::Countercharges(cavalry, hex));
        self.join_stack(MovingPiece::Unit(cavalry), hex);
        self.unit_mut(charger).done.charge = Some(cavalry);
        let done = &mut self.unit_mut(cavalry).done;
        (done.left, done.charge, done.charged) = (true, Some(charger), true);
        self.settle_headquarters(log);
    }

    /// Returns `true` if cavalry that rolls `die` reacts: up to its modified TCR (12.8, 12.9).
    pub(crate) fn roll_reaction(&self, cavalry: UnitIx, die: u16) -> bool {
        i32::from(die) <= i32::from(self.modified_tcr(cavalry))
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::{FRENCH, PRUSSIAN, Table, position};

    /// Prussian cavalry charges `f1`, and is about to enter its hex 0605 from 0505.
    fn charged(target: &str, lines: &str) -> Table {
        let mut table = position(&format!(
            "map 14x9
            prussian cavalry p1 2/1 tcr 8/7 heavy at 0305
            prussian infantry p2 8/4 at 0306
            french {target} at 0605
            {lines}"
        ))
        .moves("prussian");
        table.does("charge p1 f1, hex 0405, hex 0505");
        if table.chooser() == FRENCH {
            table.does("pass");
        }
        table.does("hex 0605");
        table
    }

    const NEARBY: &str = "french cavalry f2 2/1 tcr 6/5 at 0506";

    #[test]
    fn r12_8_cavalry_next_to_the_last_hex_may_meet_the_charge_there() {
        let mut table = charged("infantry f1 5/3", NEARBY);
        assert_eq!((table.chooser(), table.choices("unit")), (FRENCH, vec!["f2".to_owned()]));
        table.does("unit f2").rolls(&[6]);
        assert_eq!([table.at("p1"), table.at("f2"), table.at("f1")], ["0505", "0505", "0605"]);
        let (p1, f2) = (table.unit("p1"), table.unit("f2"));
        let charges = [p1, f2].map(|unit| table.game.unit(unit).done).map(|done| (done.charge, done.charged));
        assert_eq!(charges, [(Some(f2), true), (Some(p1), true)], "both are charging");
    }

    #[test]
    fn r12_8_the_target_itself_may_countercharge() {
        let mut table = charged("cavalry f1 2/1 tcr 6/5", "");
        assert_eq!(table.choices("unit"), ["f1"]);
        table.does("unit f1").rolls(&[1]);
        assert_eq!([table.at("p1"), table.at("f1")], ["0505", "0505"]);
    }

    #[test]
    fn r12_8_above_its_tcr_the_countercharge_fails_and_the_charge_strikes() {
        let mut table = charged("infantry f1 5/3", NEARBY);
        table.does("unit f2").rolls(&[7]);
        assert_eq!([table.at("p1"), table.at("f2")], ["0605", "0506"]);
        assert_eq!(table.marks("f2"), "", "no harm is done to it");
        let done = table.game.unit(table.unit("f2")).done;
        assert_eq!((done.charge, done.charged), (None, false));
        assert_eq!(table.chooser(), PRUSSIAN);
    }

    #[test]
    fn r12_8_the_tcr_is_modified() {
        let mut table = charged("infantry f1 5/3", "french cavalry f2 2/1 tcr 6/5 at 0506\nfieldworks 0506");
        table.does("unit f2").rolls(&[7]);
        assert_eq!(table.at("f2"), "0505");
    }

    #[test]
    fn r12_8_several_may_try_and_one_succeeds() {
        let mut table = charged("cavalry f1 2/1 tcr 6/5", NEARBY);
        assert_eq!(table.choices("unit"), ["f1", "f2"]);
        table.does("unit f2").rolls(&[10]);
        assert_eq!(table.choices("unit"), ["f1"], "each is rolled for once");
        table.does("unit f1").rolls(&[2]);
        assert_eq!([table.at("p1"), table.at("f1"), table.at("f2")], ["0505", "0505", "0506"]);
        assert_eq!(table.chooser(), PRUSSIAN);
    }

    #[test]
    fn r12_8_they_may_stand() {
        let mut table = charged("cavalry f1 2/1 tcr 6/5", NEARBY);
        table.does("pass");
        assert_eq!([table.at("p1"), table.at("f1")], ["0605", "0605"]);
    }

    #[test]
    fn r12_8_no_shaken_disrupted_or_second_line_cavalry_and_none_further_off() {
        for other in [
            "french cavalry f2 2/1 at 0506 shaken",
            "french cavalry f2 2/1 at 0506 disrupted",
            "french cavalry f2 2/1 at 0706",
            "french field f3 3/2 at 0506\nfrench cavalry f2 2/1 at 0506 second",
            "french horse f2 3/2 at 0704",
        ] {
            let table = charged("infantry f1 5/3", other);
            assert_eq!(table.at("p1"), "0605", "{other}");
        }
        // Nor cavalry behind the target, in its hex.
        let table = charged("field f1 3/2", "french cavalry f2 2/1 at 0605 second");
        assert_eq!(table.at("p1"), "0605");
    }

    #[test]
    fn r12_8_the_charging_side_may_bring_up_support() {
        let mut table = charged("infantry f1 5/3", NEARBY);
        table.does("unit f2").rolls(&[1]);
        assert_eq!(table.chooser(), PRUSSIAN);
        table.does("move p2, hex 0406");
        table.refuses("hex 0505", "12.1");
        table.does("stop");
        let hex = table.hex("0505");
        assert_eq!(table.game.front_in(hex), Some(table.unit("f2")), "the countercharging unit is the target");
    }
}
