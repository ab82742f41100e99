//! 3.5 Deathride Charge: cavalry charges infantry in open terrain.
//!
//! The rulebook gives no procedure for the charge. This module declares and resolves it like an attack, and `deathride_after`
//! of the ruleset sets the fate of the charging unit.

use battlewright_schema::mars_la_tour::vocabulary::Lift;
use battlewright_schema::mars_la_tour::{AfterDeathride, AttackResult};

use crate::MarsLaTour;
use crate::action::Refusal;
use crate::event::Event;
use crate::state::{At, Fight, UnitIx};
use battlewright_core::game::{Log, Side};

impl MarsLaTour {
    /// Checks whether `attacker` of `side` may charge `defender`.
    pub(crate) fn may_deathride(&self, side: Side, attacker: UnitIx, defender: UnitIx) -> Result<(), Refusal> {
        let ground = self.adjacent_enemies(side, attacker, defender)?;
        if !self.is_cavalry(attacker) {
            return Err(Refusal::DeathrideOnlyCavalry);
        }
        if self.is_cavalry(defender) {
            return Err(Refusal::DeathrideOnlyInfantry);
        }
        if self.is_defensible(ground) {
            let units = [attacker, defender];
            self.unless_lifted(Lift::DeathrideOnlyOpen, units, ground, true, Refusal::DeathrideOnlyOpen)?;
        }
        self.forbids_attack(attacker, defender, ground, true)
    }

    /// Returns the minimum result for `loser` if it is the charging unit: its fate after the charge replaces a retreat.
    pub(crate) fn least_for_charger(&self, fight: &Fight, loser: UnitIx) -> Option<AttackResult> {
        match self.board.rules.deathride_after {
            _ if !fight.deathride || loser != fight.attacker => None,
            AfterDeathride::None => None,
            AfterDeathride::Blown => Some(AttackResult::Blown),
            AfterDeathride::Eliminated => Some(AttackResult::Eliminated),
        }
    }

    /// Removes the charging unit after any result, by the ruleset.
    pub(crate) fn spend_charger(&mut self, fight: &Fight, log: &mut impl Log<Event>) {
        let at = self.unit(fight.attacker).at;
        match self.board.rules.deathride_after {
            AfterDeathride::Blown if matches!(at, At::Hex(_)) => {
                log.push(Event::ChargeSpent(fight.attacker));
                self.blow(fight.attacker, log);
            }
            AfterDeathride::Eliminated if at != At::Eliminated => {
                log.push(Event::ChargeSpent(fight.attacker));
                self.eliminate(fight.attacker, log);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::{Position, Table, position};
    use battlewright_schema::mars_la_tour::AfterDeathride;

    /// c1 next to infantry in the open, with room to retreat for both.
    const CHARGE: &str = "
        map 9x7
        german cavalry c1 er 1 at 0404 battle
        french infantry f1 er 1 at 0504 battle";

    fn with(after: AfterDeathride) -> Position {
        position(CHARGE).rules(|rules| rules.deathride_after = Some(after))
    }

    /// Charges with c1 and rolls these dice.
    fn charge(position: Position, dice: [u16; 2]) -> Table {
        let mut table = position.attacks();
        table.does("deathride c1 f1").rolls(&dice);
        table
    }

    #[test]
    fn r3_5_cavalry_charges_infantry_that_it_may_not_attack() {
        let mut table = position(CHARGE).attacks();
        table.refuses("attack c1 f1", "5.2");
        table.does("deathride c1 f1");
        table.logs("c1 makes a Deathride against f1 [3.5]");
        assert_eq!(table.prompt(), "Roll for the attack");
    }

    #[test]
    fn r3_5_only_infantry_in_open_terrain_can_be_charged_and_only_by_cavalry() {
        let table = position(
            "
            map 9x7
            woods 0504
            german cavalry c1 er 1 at 0404 battle
            german infantry g1 er 1 at 0503 battle
            french infantry woods er 1 at 0504 battle
            french cavalry horse er 1 at 0405 battle
            french infantry open er 1 at 0403 battle
            french infantry far er 1 at 0907",
        )
        .attacks();
        table.refuses("deathride c1 woods", "3.5");
        table.refuses("deathride c1 horse", "3.5");
        table.refuses("deathride g1 open", "3.5");
        table.refuses("deathride c1 far", "4.0 3");
        table.allows("deathride c1 open");
    }

    #[test]
    fn r3_5_ruling_14_a_charge_is_resolved_like_an_attack_and_the_chassepots_fire() {
        let table = charge(position(CHARGE), [3, 2]);
        table.logs("Attacker 3 + 1 = 4, defender 2 + 2 = 4 [4.0 3.1]");
        table.logs("Stalemate [4.0 3.2]");
    }

    #[test]
    fn r3_5_ruling_14_the_riders_have_no_artillery_and_the_defender_may_have_it() {
        let mut table =
            position(CHARGE).with(|scenario| scenario.side.values_mut().for_each(|side| side.ammunition = 5)).attacks();
        table.does("deathride c1 f1");
        assert_eq!(table.prompt(), "French: commit artillery support?");
        table.does("support").rolls(&[6, 1]);
        table.logs("Attacker 6 + 1 = 7, defender 1 + 4 = 5 [4.0 3.1]");
        assert_eq!(table.ammunition(), [5, 4]);
    }

    #[test]
    fn r3_5_ruling_14_after_the_charge_the_riders_are_blown_whatever_came_of_it() {
        let stalemate = charge(position(CHARGE), [3, 2]);
        assert_eq!(stalemate.at("c1"), "blown 3");
        stalemate.logs("The charge of c1 is spent [3.5]");

        let mut won = charge(position(CHARGE), [4, 2]);
        won.does("step 0604, step 0704, step 0804");
        assert_eq!([won.at("c1"), won.at("f1")], ["blown 3", "0804"]);

        let triumph = charge(position(CHARGE), [6, 1]);
        assert_eq!([triumph.at("c1"), triumph.at("f1")], ["blown 3", "blown 3"]);

        let lost_by_one = charge(position(CHARGE), [2, 2]);
        assert_eq!(lost_by_one.at("c1"), "blown 3", "instead of a retreat");

        let lost_by_three = charge(position(CHARGE), [2, 4]);
        assert_eq!(lost_by_three.at("c1"), "blown 3");
        lost_by_three.logs_nothing_with("spent");

        let lost_by_six = charge(position(CHARGE), [1, 6]);
        assert_eq!(lost_by_six.at("c1"), "eliminated");
    }

    #[test]
    fn r3_5_ruling_14_in_the_last_turns_the_riders_are_eliminated() {
        let table = charge(position(&format!("{CHARGE}\n turn 5 of 6")), [3, 2]);
        assert_eq!(table.at("c1"), "eliminated");
    }

    #[test]
    fn r3_5_ruling_14_the_riders_may_be_eliminated_whatever_came_of_it() {
        for dice in [[3, 2], [6, 1], [2, 2], [2, 4], [1, 6]] {
            let table = charge(with(AfterDeathride::Eliminated), dice);
            assert_eq!(table.at("c1"), "eliminated", "{dice:?}");
        }
    }

    #[test]
    fn r3_5_ruling_14_or_suffer_no_more_than_the_result() {
        let stalemate = charge(with(AfterDeathride::None), [3, 2]);
        assert_eq!(stalemate.at("c1"), "0404");

        let mut lost_by_one = charge(with(AfterDeathride::None), [2, 2]);
        lost_by_one.does("step 0304, step 0204, step 0104");
        assert_eq!(lost_by_one.at("c1"), "0104");

        let lost_by_three = charge(with(AfterDeathride::None), [2, 4]);
        assert_eq!(lost_by_three.at("c1"), "blown 3");
    }

    #[test]
    fn r3_5_ruling_18_riders_do_not_advance() {
        let mut won = charge(with(AfterDeathride::None), [4, 2]);
        won.does("step 0604, step 0704, step 0804");
        assert_eq!(won.at("c1"), "0404");
        let destroyed = charge(with(AfterDeathride::None), [6, 1]);
        assert_eq!([destroyed.at("c1"), destroyed.at("f1")], ["0404", "blown 3"]);
    }

    #[test]
    fn r3_5_a_charge_counts_as_the_sides_attack() {
        let table = charge(position(CHARGE), [3, 2]);
        assert_eq!(table.prompt(), "French: attack or pass");
    }
}
