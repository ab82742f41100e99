//! The outcome of an assault: its dice (13.2), the losses of the loser (13.6), and cavalry that retreats before combat (13.8).

use battlewright_schema::position_magnifique::AssaultResult;

use crate::PositionMagnifique;
use crate::action::{Action, ActionList};
use crate::event::Event;
use crate::rules::r17_03_bloody_struggle::Struggle;
use crate::state::{Assault, AssaultAftermath, AssaultStage, Breakthrough, Party, Retreat};
use battlewright_core::game::Log;

impl PositionMagnifique {
    /// 13.8: retreats cavalry that only infantry assaults by one hex, without shaking it.
    pub(crate) fn evade(&mut self, assault: Assault, log: &mut impl Log<Event>) {
        log.push(Event::Evades(assault.target));
        let target = assault.target;
        let victors = assault.attackers.clone();
        self.push_breakthrough(&assault);
        self.push(Retreat { unit: target, victors, left: 1, shaken: false });
    }

    /// 13.2: resolves the dice.
    pub(crate) fn roll_assault(&mut self, mut assault: Assault, dice: [u16; 2], log: &mut impl Log<Event>) {
        let plus = self.dice_modifier(&assault);
        let column = self.assault_column(&assault);
        let total = i16::try_from(dice[0] + dice[1]).unwrap_or(i16::MAX).saturating_add(plus.into());
        let result = self.assault_result(column, total);
        log.push(Event::AssaultRoll(dice, plus, column, result));
        if result.hits == 0 {
            // Neither side has won; a charging unit cannot stay in the shared hex.
            if let Some(charger) = assault.charger {
                let victors = Party::from_slice(&[assault.target]);
                self.push(Retreat { unit: charger, victors, left: 1, shaken: true });
            }
            self.push_struggles(&assault, Party::new());
            return;
        }
        assault.stage = AssaultStage::Losses { result, left: result.hits, steps: 0, retreats: 0 };
        self.push(assault);
    }

    /// Returns the units that lose an assault.
    fn losers(&self, assault: &Assault, result: AssaultResult) -> Party {
        let losers = if result.attacker { assault.attackers.clone() } else { Party::from_slice(&[assault.target]) };
        losers.into_iter().filter(|unit| self.hex_of(*unit).is_some()).collect()
    }

    /// 13.6: lists the ways to take a hit: a step of one unit, or a hex of retreat of all. An asterisk requires at least one
    /// step, a charge at least one hex.
    pub(crate) fn loss_options(
        &self,
        assault: &Assault,
        result: AssaultResult,
        left: u8,
        steps: u8,
        retreats: u8,
        into: &mut ActionList,
    ) {
        let owes_step = result.must_lose_step && steps == 0;
        let owes_retreat = assault.charger.is_some() && retreats == 0;
        let last = left == 1;
        if !(last && owes_retreat && !owes_step) {
            into.extend(self.losers(assault, result).into_iter().map(Action::LoseStep));
        }
        if !(last && owes_step) {
            into.push(Action::FallBack);
        }
    }

    /// 13.6: applies a hit to the loser; after the last it retreats and is shaken.
    pub(crate) fn take_hit(
        &mut self,
        mut assault: Assault,
        result: AssaultResult,
        (left, mut steps, mut retreats): (u8, u8, u8),
        action: Action,
        log: &mut impl Log<Event>,
    ) {
        match action {
            Action::LoseStep(unit) => {
                steps += 1;
                self.lose_step(unit, log);
            }
            _ => retreats += 1,
        }
        let left = left.saturating_sub(1);
        if left > 0 && !self.losers(&assault, result).is_empty() {
            assault.stage = AssaultStage::Losses { result, left, steps, retreats };
            self.push(assault);
            return;
        }
        if assault.charger.is_some() {
            retreats = retreats.max(1);
        }
        let losers = self.losers(&assault, result);
        if !result.attacker {
            self.push_breakthrough(&assault);
        }
        let retreated = if retreats > 0 { losers.clone() } else { Party::new() };
        self.push_struggles(&assault, retreated);
        let victors = if result.attacker { Party::from_slice(&[assault.target]) } else { assault.attackers.clone() };
        for unit in losers.into_iter().rev() {
            if retreats > 0 {
                let victors = victors.clone();
                self.push(Retreat { unit, victors, left: retreats, shaken: true });
            } else if !self.unit(unit).shaken {
                self.unit_mut(unit).shaken = true;
                log.push(Event::Shaken(unit));
            }
        }
    }

    fn push_breakthrough(&mut self, assault: &Assault) {
        self.push(Breakthrough {
            side: assault.side,
            ground: assault.ground,
            attackers: assault.attackers.clone(),
            charger: assault.charger,
            beaten: assault.target,
        });
    }

    /// 17.3: both sides may play Bloody Struggle, the attacker first.
    fn push_struggles(&mut self, assault: &Assault, retreated: Party) {
        let mut units = assault.attackers.clone();
        units.push(assault.target);
        let fight = AssaultAftermath { units, retreated };
        for side in [assault.side.other(), assault.side] {
            self.push(Struggle { fight: fight.clone(), side });
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::{FRENCH, PRUSSIAN, Table};
    use crate::tests::testing_scenes::{all_assault, charge, meeting};

    /// Chooses the first hex that a retreat may enter.
    fn retreat(table: &mut Table) {
        let to = format!("hex {}", table.choices("hex")[0]);
        table.does(&to);
    }

    #[test]
    fn r13_6_the_loser_takes_hits_as_steps_or_hexes_and_is_shaken() {
        let start = || {
            let mut table = meeting("french infantry f1 4/2 at 0404").assaults("prussian");
            table.does("unit f1, unit p1, begin").rolls(&[3, 4]);
            assert_eq!(table.chooser(), FRENCH);
            assert_eq!(table.choices(""), ["fall-back", "lose f1"]);
            table
        };
        let mut table = start();
        table.does("lose f1");
        assert_eq!((table.at("f1").as_str(), table.marks("f1").as_str()), ("0404", "reduced shaken"));
        let mut table = start();
        table.does("fall-back, hex 0403");
        assert_eq!((table.at("f1").as_str(), table.marks("f1").as_str()), ("0403", "shaken"));
        assert_eq!(table.marks("p1"), "", "the winner is not");
    }

    #[test]
    fn r13_6_a_shaken_loser_is_not_shaken_again() {
        let mut table = all_assault(meeting("french infantry f1 9/4 at 0404 shaken"));
        table.rolls(&[3, 2]).does("fall-back, hex 0403");
        assert_eq!(table.marks("f1"), "shaken");
    }

    /// The example of 13.6: two units that lose by A2*.
    fn lost() -> Table {
        let mut table = all_assault(meeting("french infantry f1 9/4 at 0404"));
        table.rolls(&[1, 1]);
        table.logs("Column +0, 1 + 1 = 2: A2* [13.2]");
        assert_eq!(table.chooser(), PRUSSIAN);
        assert_eq!(table.choices(""), ["fall-back", "lose p1", "lose p2"]);
        table
    }

    #[test]
    fn r13_6_an_asterisk_costs_a_step() {
        let mut table = lost();
        table.does("fall-back");
        assert_eq!(table.choices(""), ["lose p1", "lose p2"], "not both hexes");
        table.does("lose p2");
        retreat(&mut table);
        retreat(&mut table);
        assert_eq!(table.marks("p1"), "shaken");
        assert_eq!(table.marks("p2"), "reduced shaken");
        let distance = |id: &str| {
            let (from, to) = (table.hex(&table.at(id)), table.hex("0404"));
            table.game.board.map.distance(from, to)
        };
        assert_eq!([distance("p1"), distance("p2")], [2, 2], "every loser goes back a hex");
    }

    #[test]
    fn r13_6_two_steps_keep_the_losers_where_they_are() {
        let mut table = lost();
        table.does("lose p1, lose p2");
        assert_eq!([table.at("p1"), table.at("p2")], ["0405", "0304"]);
        assert_eq!([table.marks("p1"), table.marks("p2")], ["reduced shaken", "reduced shaken"]);
    }

    #[test]
    fn r13_6_who_loses_to_a_charge_goes_back_a_hex_at_least() {
        let mut table = charge("french infantry f1 5/3 at 0404");
        table.does("unit f1, begin").rolls(&[6, 3]);
        table.logs("Column +1, 6 + 3 = 9: D2 [13.2]");
        table.does("lose f1");
        assert_eq!(table.choices(""), ["fall-back"]);
        let mut table = charge("french infantry f1 5/3 at 0404");
        table.does("unit f1, begin").rolls(&[2, 2]);
        table.logs("Column +1, 2 + 2 = 4: A1 [13.2]");
        assert_eq!(table.choices(""), ["fall-back"], "the charging unit cannot stay");
        table.does("fall-back");
        retreat(&mut table);
        table.does("pass");
        assert_eq!(table.marks("c1"), "shaken");
    }

    #[test]
    fn r4_1_a_unit_loses_a_step_and_then_is_eliminated() {
        let mut table = meeting("french infantry f1 4/2 at 0404").assaults("prussian");
        table.does("unit f1, unit p1, unit p2, begin").rolls(&[3, 4]).does("lose f1");
        assert_eq!(table.marks("f1"), "reduced");
        table.does("lose f1");
        table.logs("f1 is eliminated [4.1]");
        assert_eq!(table.at("f1"), "eliminated");
    }

    #[test]
    fn r13_8_cavalry_may_retreat_before_infantry() {
        let mut table = meeting("french cavalry f1 4/2 at 0404").assaults("prussian");
        table.does("unit f1, unit p1, begin");
        assert_eq!(table.chooser(), FRENCH);
        table.does("fall-back, hex 0403");
        table.logs("f1 retreats before combat [13.8]");
        assert_eq!(table.marks("f1"), "", "it is not shaken");
        table.logs_nothing_with("Column");
        table.does("unit p1");
        assert_eq!(table.at("p1"), "0404");
    }

    #[test]
    fn r13_8_not_before_cavalry_and_no_other_arm() {
        let mut table = meeting(
            "prussian cavalry p3 2/1 at 0503
            french cavalry f1 4/2 at 0404",
        )
        .assaults("prussian");
        table.does("unit f1, unit p1, unit p3, begin").rolls(&[3, 4]);
        let mut table = meeting("french field f1 4/2 at 0404").assaults("prussian");
        table.does("unit f1, unit p1, begin").rolls(&[3, 4]);
        table.logs_nothing_with("retreats before combat");
    }
}
