//! 10.0 Break Tests, and the units that are Broken (10.2).

use std::cmp::Ordering;

use battlewright_schema::at_any_cost::Nation;
use battlewright_schema::at_any_cost::vocabulary::Trigger;

use crate::AtAnyCost;
use crate::event::Event;
use crate::rules::r05_sequence::DISRUPTED;
use crate::state::{At, UnitIx};
use battlewright_core::game::Log;

impl AtAnyCost {
    /// 10.1: below its printed TCR the die changes nothing, at its TCR the unit is Disrupted, and above it Broken.
    pub(crate) fn roll_break(&mut self, unit: UnitIx, die: u16, log: &mut impl Log<Event>) {
        let tcr = self.printed_tcr(unit);
        log.push(Event::BreakTest(unit, die, tcr));
        match die.cmp(&u16::from(tcr)) {
            Ordering::Less => {}
            Ordering::Equal => self.set_elan(unit, DISRUPTED, log),
            Ordering::Greater => self.break_unit(unit, log),
        }
    }

    /// 10.2: the unit is off the map, on its Battleworn side: Prussians are in the Available for Rebuild Box at once, and
    /// the French wait on the Game Turn Track. Its markers are taken off.
    pub(crate) fn break_unit(&mut self, unit: UnitIx, log: &mut impl Log<Event>) {
        let Some(hex) = self.hex_of(unit) else { return };
        let rules = &self.board.rules;
        let delay = match self.nation(self.unit_side(unit)) {
            Nation::French => rules.french_rebuild_delay,
            Nation::Prussian => rules.prussian_rebuild_delay,
        };
        let until = self.state.turn.saturating_add(delay);
        self.put_unit(unit, At::Broken { until });
        let state = self.unit_mut(unit);
        (state.battleworn, state.second_line, state.elan, state.ammo) = (true, false, 0, 0);
        log.push(Event::Broken(unit));
        self.push_events(Trigger::IsBroken, self.unit_given(unit));
        self.settle_lines(hex);
        self.cede_control(hex, log);
        self.settle_headquarters(log);
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::r08_fire::FireTask;
    use crate::tests::testing::{Table, position};

    /// Battleworn brigades of TCR 5 and 6 in turn 3, away from each other, with this besides.
    fn brigades(marks: &str, more: &str) -> Table {
        position(&format!(
            "turn 3 of 12
            french infantry f1 5/3 tcr 6/5 at 0404 battleworn {marks}
            prussian infantry p1 8/4 tcr 7/6 at 0808 battleworn {marks}
            {more}"
        ))
        .table()
    }

    fn tested(table: &mut Table, id: &str, die: u16) {
        let unit = table.unit(id);
        table.push(FireTask::Break(unit));
        table.rolls(&[die]);
    }

    #[test]
    fn r10_1_a_die_below_the_tcr_changes_nothing() {
        let mut table = brigades("", "");
        tested(&mut table, "f1", 4);
        assert_eq!((table.at("f1"), table.marks("f1")), ("0404".into(), "battleworn".into()));
    }

    #[test]
    fn r10_1_a_die_equal_to_the_tcr_disrupts() {
        for marks in ["", "shaken", "disrupted"] {
            let mut table = brigades(marks, "");
            tested(&mut table, "f1", 5);
            assert_eq!((table.at("f1"), table.marks("f1")), ("0404".into(), "battleworn disrupted".into()));
        }
    }

    #[test]
    fn r10_1_a_die_above_the_tcr_breaks() {
        let mut table = brigades("", "");
        tested(&mut table, "f1", 6);
        assert_eq!(table.at("f1"), "broken 5");
    }

    #[test]
    fn r10_1_the_printed_tcr_counts_without_any_modifier() {
        let mut table = brigades("disrupted", "entrenchments 0404\nclock 21:00");
        tested(&mut table, "f1", 4);
        assert_eq!(table.at("f1"), "0404");
        tested(&mut table, "f1", 6);
        assert_eq!(table.at("f1"), "broken 5");
    }

    #[test]
    fn r10_2_the_french_wait_two_turns_and_the_prussians_none() {
        let mut table = brigades("shaken low", "");
        tested(&mut table, "f1", 10);
        tested(&mut table, "p1", 10);
        assert_eq!((table.at("f1"), table.at("p1")), ("broken 5".into(), "broken 3".into()));
        assert_eq!(
            (table.game.is_available(table.unit("f1")), table.game.is_available(table.unit("p1"))),
            (false, true)
        );
        assert_eq!((table.marks("f1"), table.marks("p1")), ("battleworn".into(), "battleworn".into()));
    }

    #[test]
    fn r10_2_a_fresh_unit_that_is_broken_is_on_its_battleworn_side() {
        let mut table = brigades("", "french infantry f2 5/3 at 0101");
        let f2 = table.unit("f2");
        table.log_events(|game, log| game.break_unit(f2, log));
        assert_eq!((table.at("f2"), table.marks("f2")), ("broken 5".into(), "battleworn".into()));
        // It cannot be Broken again.
        table.take_log();
        table.log_events(|game, log| game.break_unit(f2, log));
        assert_eq!(table.take_log(), [] as [&str; 0]);
    }

    #[test]
    fn r10_2_who_was_behind_a_broken_unit_is_in_front() {
        let mut table = brigades("", "french field f2 6/3 at 0404 second");
        let f2 = table.unit("f2");
        tested(&mut table, "f1", 10);
        assert_eq!(table.game.front_in(table.hex("0404")), Some(f2));
        assert!(!table.game.unit(f2).second_line);
    }
}
