//! 13.6 Tough Fight: all units of an assault test their cohesion, and both sides may suffer.

use serde::{Deserialize, Serialize};

use crate::action::Loss;
use crate::rules::r13_assault::{Assault, AssaultTask};
use crate::state::Party;
use crate::{AtAnyCost, Event, UnitIx};
use battlewright_core::game::{Log, Side};
use battlewright_core::kit::inline_list::InlineList;

/// The hexes that cavalry retreats after a Tough Fight into which it has charged.
const RETREAT_OF_CHARGERS: u8 = 1;

/// A Tough Fight after its dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ToughFight {
    pub(crate) assault: Assault,
    /// The units that have failed: they take an Elan Hit.
    pub(crate) failed: Party,
    /// The sides of which a unit has passed, and that have not chosen yet whom they hit, the attacker first.
    pub(crate) choosing: InlineList<Side, 2>,
    /// The units that take a Casualty Hit.
    pub(crate) hits: Party,
}

impl ToughFight {
    /// The side that chooses next; `None` if nobody does.
    pub(crate) fn chooser(&self) -> Option<Side> {
        self.choosing.first().copied()
    }
}

impl AtAnyCost {
    /// The dice of the attacker and the defender: a unit passes that has a modified TCR (with its elan, earthworks and the
    /// night) of its side's die at least. What follows befalls both sides at the same time (ruling r24).
    pub(crate) fn roll_tough_fight(&mut self, assault: Assault, dice: [u16; 2], log: &mut impl Log<Event>) {
        let mut fight = ToughFight { assault, failed: Party::new(), choosing: InlineList::new(), hits: Party::new() };
        for (attacker, die) in [true, false].into_iter().zip(dice) {
            let (side, party) = (fight.assault.side_of(attacker), fight.assault.party(attacker).clone());
            log.push(Event::ToughFight(side, die));
            let passes = |unit: &UnitIx| i32::from(die) <= i32::from(self.assault_tcr(&fight.assault, *unit));
            if party.iter().any(passes) {
                fight.choosing.push(side);
            }
            fight.failed.extend(party.into_iter().filter(|unit| !passes(unit)));
        }
        self.go_on_with_tough_fight(fight);
    }

    /// The enemy units of which the side that chooses hits one.
    pub(crate) fn tough_targets(&self, fight: &ToughFight) -> Party {
        let Some(side) = fight.chooser() else { return Party::new() };
        fight.assault.party(side != fight.assault.side).clone()
    }

    /// `unit` will take a Casualty Hit.
    pub(crate) fn choose_in_tough_fight(&mut self, mut fight: ToughFight, unit: UnitIx) {
        fight.hits.push(unit);
        fight.choosing.remove(0);
        self.go_on_with_tough_fight(fight);
    }

    /// A side that has one enemy only does not choose.
    fn go_on_with_tough_fight(&mut self, mut fight: ToughFight) {
        while let [only] = *self.tough_targets(&fight) {
            fight.hits.push(only);
            fight.choosing.remove(0);
        }
        self.push(AssaultTask::ToughChoice(fight));
    }

    /// Both sides have chosen: the Casualty Hits, then the Elan Hits of those that have failed, then the retreat of cavalry
    /// that has charged. Nobody breaks through.
    pub(crate) fn end_tough_fight(&mut self, fight: &ToughFight) {
        let assault = &fight.assault;
        for (unit, attacker) in [(assault.countercharger, false), (assault.charger, true)] {
            if let Some(unit) = unit {
                self.push_retreat(unit, RETREAT_OF_CHARGERS, assault.party(!attacker).clone());
            }
        }
        for unit in fight.failed.iter().rev() {
            self.push(AssaultTask::Hit(*unit, Loss::Elan));
        }
        for unit in fight.hits.iter().rev() {
            self.push(AssaultTask::Hit(*unit, Loss::Casualty));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::r13_assault::tests::{assault, charge, meeting, retreats, strike};
    use crate::stage::Part;
    use crate::tests::testing::{FRENCH, PRUSSIAN, Table, position};
    use battlewright_core::kit::tasks::TaskStack as _;

    /// A Tough Fight of `p1` and `p2`, of TCR 7, against this defender of 9 SP and TCR 7 in all: column 0, and a 5.
    fn fight(defender: &str, dice: [u16; 2]) -> Table {
        let mut table = assault(meeting(defender), &["p1", "p2"]);
        table.rolls(&[5]);
        table.rolls(&dice);
        table
    }

    const LONE: &str = "french infantry f1 9/3 tcr 7/6 at 0404";

    fn marks(table: &Table, ids: [&str; 3]) -> [String; 3] {
        ids.map(|id| table.marks(id))
    }

    #[test]
    fn r13_6_a_side_that_passes_hits_an_enemy_of_its_choice() {
        // 7 passes with a TCR of 7, 8 fails.
        let mut table = fight(LONE, [7, 7]);
        assert_eq!((table.chooser(), table.choices("")), (FRENCH, vec!["unit p1".into(), "unit p2".into()]));
        table.does("unit p2");
        assert_eq!(marks(&table, ["f1", "p1", "p2"]), ["battleworn", "", "battleworn"]);
    }

    #[test]
    fn r13_6_every_unit_that_fails_takes_an_elan_hit_and_hits_nobody() {
        let table = fight(LONE, [8, 8]);
        assert_eq!(marks(&table, ["f1", "p1", "p2"]), ["shaken", "shaken", "shaken"]);
        let table = fight(LONE, [7, 8]);
        assert_eq!(marks(&table, ["f1", "p1", "p2"]), ["battleworn shaken", "", ""], "both come together");
    }

    #[test]
    fn r13_6_one_die_a_side_is_compared_with_each_modified_tcr() {
        // Shaken, p2 has a TCR of 6 and an SP of 3 only.
        let mut table = assault(
            position(
                "prussian infantry p1 5/3 at 0405
                prussian infantry p2 4/2 at 0304 shaken
                french infantry f1 8/3 tcr 7/6 at 0404",
            ),
            &["p1", "p2"],
        );
        table.rolls(&[5]).rolls(&[7, 10]);
        assert_eq!(
            marks(&table, ["f1", "p1", "p2"]),
            ["battleworn shaken", "", "disrupted"],
            "one that passes is enough"
        );
    }

    #[test]
    fn r13_6_the_attacker_chooses_among_the_units_of_a_stack() {
        let stack = "french infantry f1 7/3 tcr 7/6 at 0404\nfrench field f2 4/2 tcr 7/6 at 0404 second";
        let mut table = fight(stack, [1, 10]);
        assert_eq!((table.chooser(), table.choices("")), (PRUSSIAN, vec!["unit f1".into(), "unit f2".into()]));
        table.does("unit f2");
        assert_eq!(marks(&table, ["f1", "f2", "p1"]), ["shaken", "battleworn shaken", ""]);
    }

    #[test]
    fn r13_6_hits_of_a_tough_fight_ask_for_break_and_rout_tests() {
        let mut table = assault(meeting("french infantry f1 9/9 tcr 7/7 at 0404 battleworn"), &["p1", "p2"]);
        table.rolls(&[5]).rolls(&[1, 10]);
        table.rolls(&[8]);
        assert!(table.at("f1").starts_with("broken"), "a Break Test, and no Elan Hit any more");
        let mut table = assault(meeting("french infantry f1 11/3 tcr 9/8 at 0404 disrupted"), &["p1", "p2"]);
        table.rolls(&[5]).rolls(&[10, 8]);
        assert_eq!(table.marks("p1"), "shaken");
        table.rolls(&[1]);
        assert_eq!((table.at("f1"), table.marks("f1")), ("0404".to_owned(), "disrupted".to_owned()), "a Rout Test");
    }

    #[test]
    fn r13_6_nobody_breaks_through_after_a_tough_fight() {
        let mut table = assault(meeting("french infantry f1 9/9 tcr 7/7 at 0404 battleworn"), &["p1", "p2"]);
        table.rolls(&[5]).rolls(&[1, 10]).rolls(&[10]);
        assert!(table.at("f1").starts_with("broken"));
        assert_eq!((table.at("p1"), table.at("p2")), ("0405".to_owned(), "0304".to_owned()));
        assert_ne!(table.game.part(), Some(Part::Assault), "the step is over: there is nobody left");
    }

    #[test]
    fn r18_1_the_night_lowers_the_tcr_of_a_tough_fight() {
        let mut table = assault(meeting(&format!("clock 21:00\n{LONE}")), &["p1", "p2"]);
        table.rolls(&[5]).rolls(&[7, 7]);
        assert_eq!(marks(&table, ["f1", "p1", "p2"]), ["shaken", "shaken", "shaken"]);
    }

    #[test]
    fn r13_6_charging_cavalry_retreats_a_hex_after_a_tough_fight() {
        let mut table = charge("4/2 heavy", "french infantry f1 8/3 tcr 7/6 at 0404");
        table.does("hex 0404, begin").rolls(&[5]).rolls(&[7, 8]);
        retreats(&mut table);
        let (c1, f1) = (table.hex(&table.at("c1")), table.hex("0404"));
        assert_eq!(table.game.board.map.distance(c1, f1), 1);
        assert_eq!((table.at("f1"), table.marks("f1")), ("0404".to_owned(), "battleworn shaken".to_owned()));
        table.logs_nothing_with("breaks through");
    }

    #[test]
    fn r12_8_both_chargers_retreat_after_a_tough_fight() {
        let mut table = position(
            "prussian cavalry c1 2/1 heavy at 0408
            french cavalry f1 4/2 tcr 7/6 light at 0402
            french infantry f2 4/2 at 0404",
        )
        .moves("prussian");
        strike(&mut table, "c1", "f2", "0405");
        strike(&mut table, "f1", "c1", "0405");
        table.skip_to(Part::Assault);
        // 4 against 5: column -1, and a 6.
        table.does("hex 0405, begin").rolls(&[6]).rolls(&[10, 10]);
        retreats(&mut table);
        let ground = table.hex("0405");
        let gone = ["c1", "f1"].map(|id| table.game.board.map.distance(table.hex(&table.at(id)), ground));
        assert_eq!(gone, [1, 1]);
    }
}
