//! 11.0 Rout Tests.

use std::cmp::Ordering;

use crate::AtAnyCost;
use crate::event::Event;
use crate::rules::r05_sequence::DISRUPTED;
use crate::rules::r08_fire::FireTask;
use crate::state::{Party, UnitIx};
use battlewright_core::game::Log;

impl AtAnyCost {
    /// 11.1: below its printed TCR the die changes nothing. At its TCR the unit is Disrupted and retreats one hex from the
    /// nearest enemy; above it, the unit retreats two hexes, and a Fresh one is flipped to its Battleworn side.
    pub(crate) fn roll_rout(&mut self, unit: UnitIx, die: u16, log: &mut impl Log<Event>) {
        let tcr = self.printed_tcr(unit);
        log.push(Event::RoutTest(unit, die, tcr));
        let hexes = match die.cmp(&u16::from(tcr)) {
            Ordering::Less => return,
            Ordering::Equal => 1,
            Ordering::Greater => {
                self.push(FireTask::RoutLoss(unit));
                2
            }
        };
        self.set_elan(unit, DISRUPTED, log);
        self.push_retreat(unit, hexes, Party::new());
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::r08_fire::FireTask;
    use crate::tests::testing::{Table, position};

    /// A Disrupted French brigade of TCR 6, two hexes from cavalry, which does not fire.
    fn brigade(marks: &str) -> Table {
        position(&format!(
            "map 12x9
            french infantry f1 5/3 tcr 6/5 at 0404 {marks}
            prussian cavalry p1 3/2 at 0406"
        ))
        .table()
    }

    /// Makes one Rout Test with this die, and lets the unit retreat.
    fn tested(table: &mut Table, die: u16) {
        let f1 = table.unit("f1");
        table.push(FireTask::Rout(f1));
        table.rolls(&[die]);
        go_back(table);
    }

    /// Retreats to the first of the hexes that are offered, as far as the unit must.
    fn go_back(table: &mut Table) {
        while let Some(hex) = table.choices("hex").first() {
            table.does(&format!("hex {hex}"));
        }
    }

    /// The hexes between the brigade and the cavalry.
    fn distance(table: &Table) -> u32 {
        let hexes = ["f1", "p1"].map(|id| table.game.hex_of(table.unit(id)).expect("it is on the map"));
        table.game.board.map.distance(hexes[0], hexes[1])
    }

    #[test]
    fn r11_1_a_die_below_the_tcr_changes_nothing() {
        let mut table = brigade("disrupted");
        tested(&mut table, 5);
        assert_eq!((table.at("f1"), table.marks("f1")), ("0404".into(), "disrupted".into()));
    }

    #[test]
    fn r11_1_a_die_equal_to_the_tcr_disrupts_and_retreats_one_hex() {
        for marks in ["disrupted", "shaken", ""] {
            let mut table = brigade(marks);
            tested(&mut table, 6);
            assert_eq!((distance(&table), table.marks("f1")), (3, "disrupted".into()));
        }
    }

    #[test]
    fn r11_1_a_die_above_the_tcr_retreats_two_hexes_and_flips() {
        let mut table = brigade("disrupted");
        tested(&mut table, 7);
        assert_eq!((distance(&table), table.marks("f1")), (4, "battleworn disrupted".into()));
        let mut table = brigade("battleworn disrupted");
        tested(&mut table, 7);
        assert_eq!((distance(&table), table.marks("f1")), (4, "battleworn disrupted".into()));
    }

    #[test]
    fn r11_1_the_printed_tcr_counts_without_any_modifier() {
        let mut table = brigade("disrupted");
        let fieldworks = battlewright_schema::at_any_cost::Earthwork::Fieldworks;
        let at = table.hex("0404");
        table.game.state.earthworks.push((at, fieldworks));
        tested(&mut table, 5);
        assert_eq!(table.at("f1"), "0404");
        tested(&mut table, 6);
        assert_eq!(distance(&table), 3);
    }

    #[test]
    fn r11_1_two_tests_are_taken_one_after_the_other_each_with_its_effect() {
        let mut table = brigade("disrupted");
        let f1 = table.unit("f1");
        table.run(|game, log| game.take_elan(f1, 2, log));
        table.rolls(&[6]);
        go_back(&mut table);
        assert_eq!(distance(&table), 3);
        table.rolls(&[6]);
        go_back(&mut table);
        assert_eq!((distance(&table), table.marks("f1")), (4, "disrupted".into()));
    }

    #[test]
    fn r11_1_a_unit_that_breaks_on_its_retreat_is_not_tested_again() {
        // Nothing but the sea behind it.
        let mut table = position(
            "map 12x9
            french infantry f1 5/3 tcr 6/5 at 0401 disrupted
            prussian cavalry p1 3/2 at 0402",
        )
        .table();
        let f1 = table.unit("f1");
        table.run(|game, log| game.take_elan(f1, 2, log));
        table.rolls(&[7]);
        go_back(&mut table);
        assert_eq!(table.at("f1"), "broken 3");
        assert_eq!(table.choices(""), [] as [&str; 0], "the next chit is drawn");
    }
}
