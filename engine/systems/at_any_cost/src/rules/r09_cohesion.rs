//! 9.0 Tactical Cohesion Tests by the white die of a fire, and Elan Hits (9.3).

use battlewright_schema::at_any_cost::{Kind, TestSeverity};

use crate::AtAnyCost;
use crate::action::Weapon;
use crate::event::Event;
use crate::rules::r03_units::MOST_TCR;
use crate::rules::r05_sequence::DISRUPTED;
use crate::rules::r08_fire::{Fire, FireTask};
use crate::state::UnitIx;
use battlewright_core::game::Log;
use battlewright_core::kit::inline_list::InlineList;

impl AtAnyCost {
    /// The modifiers of the TCR by what causes the test (9.1), each with its name. Those of the unit itself, its elan, its
    /// earthworks and the night, are in its modified TCR; that of the result is its severity.
    pub(crate) fn fire_test_modifiers(&self, fire: &Fire) -> InlineList<(&'static str, i8), 2> {
        let modifiers = &self.board.rules.tables.cohesion_modifiers;
        let heavy = fire.shot.weapon == Weapon::Own && self.board.unit(fire.shot.firer).kind == Kind::HeavyArtillery;
        let all = [
            ("mitrailleuses", modifiers.mitrailleuse, fire.shot.weapon == Weapon::Mitrailleuse),
            ("Heavy Artillery", modifiers.heavy_artillery, heavy),
            ("Moulin à Café", modifiers.moulin, self.is_moulin(fire)),
        ];
        all.into_iter().filter(|(_, _, applies)| *applies).map(|(name, modifier, _)| (name, modifier)).collect()
    }

    /// The modifier of the TCR in a test of this severity (9.1).
    pub(crate) fn severity_modifier(&self, severity: TestSeverity) -> i8 {
        self.board.rules.tables.cohesion_modifiers.severity(severity)
    }

    /// The parts of the TCR of `unit` in a test of this severity by `fire`, each with its name, in the order of 9.1: the
    /// printed one first, and of the others those that are not 0.
    pub(crate) fn cohesion_parts(&self, unit: UnitIx, severity: TestSeverity, fire: &Fire) -> Vec<(&'static str, i8)> {
        let of_unit = self.tcr_parts(unit, true);
        let test = (severity.name(), self.severity_modifier(severity));
        let all = of_unit.into_iter().chain([test]).chain(self.fire_test_modifiers(fire));
        nonzero_parts(all)
    }

    /// The sum of these modifiers.
    pub(crate) fn fire_test_modifier(&self, fire: &Fire) -> i8 {
        self.fire_test_modifiers(fire).into_iter().fold(0, |sum: i8, (_, modifier)| sum.saturating_add(modifier))
    }

    /// 9.2: the modified TCR of a unit in a test with this modifier, and the Elan Hits that the white die costs it.
    pub(crate) fn cohesion_test(&self, unit: UnitIx, modifier: i8, white: u16) -> (i8, u8) {
        let tcr = self.tcr_with(unit, modifier);
        (tcr, self.elan_hits(tcr, white))
    }

    /// 9.2: the Elan Hits by the white die less the TCR. A unit with a TCR of 10 cannot fail (3.1).
    pub(crate) fn elan_hits(&self, tcr: i8, white: u16) -> u8 {
        if tcr >= MOST_TCR {
            return 0;
        }
        let differential = i16::try_from(white).unwrap_or(i16::MAX).saturating_sub(i16::from(tcr));
        let rows = &self.board.rules.tables.cohesion;
        let row = rows.iter().find(|row| row.to.is_none_or(|to| differential <= i16::from(to)));
        row.map_or(0, |row| row.elan)
    }

    /// 9.3: the unit takes Elan Hits: it is Shaken, then Disrupted, and takes a Rout Test for each hit after that (11.0).
    pub(crate) fn take_elan(&mut self, unit: UnitIx, hits: u8, log: &mut impl Log<Event>) {
        if self.hex_of(unit).is_none() {
            return;
        }
        let total = self.unit(unit).elan.saturating_add(hits);
        self.set_elan(unit, total.min(DISRUPTED), log);
        for _ in DISRUPTED..total {
            self.push(FireTask::Rout(unit));
        }
    }

    /// Gives a unit the marker for this many Elan Hits, if it has another one or none.
    pub(crate) fn set_elan(&mut self, unit: UnitIx, elan: u8, log: &mut impl Log<Event>) {
        if self.unit(unit).elan != elan {
            self.unit_mut(unit).elan = elan;
            log.push(Event::Elan(unit, elan));
        }
    }
}

/// So many Elan Hits in words.
pub(crate) fn describe_elan(hits: u8) -> String {
    match hits {
        0 => "no effect".to_owned(),
        1 => "1 Elan Hit".to_owned(),
        hits => format!("{hits} Elan Hits"),
    }
}

/// Returns the printed figure, which comes first, and of the other parts those that are not 0.
pub(crate) fn nonzero_parts<N: Default + PartialEq>(
    parts: impl IntoIterator<Item = (&'static str, N)>,
) -> Vec<(&'static str, N)> {
    let is_listed = |(place, (_, value)): &(usize, (&str, N))| *place == 0 || *value != N::default();
    parts.into_iter().enumerate().filter(is_listed).map(|(_, part)| part).collect()
}

#[cfg(test)]
mod tests {
    use crate::rules::r08_fire::{Fire, FireCause, FireTask};
    use crate::state::Task;
    use crate::tests::testing::{Table, position};

    /// A French brigade with TCR 6 and these marks, away from the enemy, with this besides.
    fn brigade(marks: &str, more: &str) -> Table {
        position(&format!(
            "french infantry f1 5/3 tcr 6/5 at 0404 {marks}
            prussian infantry p1 8/4 at 0808
            {more}"
        ))
        .table()
    }

    #[test]
    fn r9_2_the_white_die_less_the_tcr_gives_the_elan_hits() {
        let table = brigade("", "");
        let f1 = table.unit("f1");
        // Differentials -5 and -1: none; 0 and +3: one; +4: two.
        assert_eq!([1, 5, 6, 9, 10].map(|white| table.game.cohesion_test(f1, 0, white).1), [0, 0, 1, 1, 2]);
    }

    #[test]
    fn r3_1_with_a_tcr_of_10_a_unit_cannot_fail_and_with_0_it_cannot_pass() {
        let table = brigade("", "");
        let f1 = table.unit("f1");
        assert_eq!([1, 9, 10].map(|white| table.game.cohesion_test(f1, 4, white)), [(10, 0); 3]);
        assert_eq!([1, 4, 10].map(|white| table.game.cohesion_test(f1, -6, white)), [(0, 1), (0, 2), (0, 2)]);
        assert_eq!(table.game.cohesion_test(f1, -9, 3), (0, 1));
    }

    #[test]
    fn r9_1_elan_earthworks_and_night_modify_the_tcr() {
        for (marks, more, tcr) in [
            ("", "", 6),
            ("shaken", "", 5),
            ("disrupted", "", 4),
            ("battleworn", "", 5),
            ("", "fieldworks 0404", 7),
            ("", "entrenchments 0404", 8),
            ("shaken", "entrenchments 0404", 7),
            ("", "clock 21:00", 5),
        ] {
            let table = brigade(marks, more);
            assert_eq!(table.game.cohesion_test(table.unit("f1"), 0, 1).0, tcr, "{marks} {more}");
        }
    }

    #[test]
    fn r9_1_mitrailleuses_heavy_guns_and_moulin_a_cafe_modify_the_tcr() {
        let table = position(
            "french heavy f1 6/3 mitrailleuse 4/2 at 0404
            french infantry f2 6/3 at 0304
            prussian infantry p1 8/4 at 0405
            prussian heavy p2 8/4 at 0505
            prussian field p3 8/4 at 0305",
        )
        .table();
        let modifier =
            |firer, target, cause| table.game.fire_test_modifier(&Fire::new(table.shot(firer, target), cause));
        let step = FireCause::Step;
        assert_eq!([("f1", "p1"), ("p2", "f1")].map(|(firer, target)| modifier(firer, target, step)), [-1, -1]);
        assert_eq!(modifier("f1-mitrailleuse", "p1", step), -1, "the marker's fire, not that of its heavy guns");
        assert_eq!([("f2", "p1"), ("p3", "f1")].map(|(firer, target)| modifier(firer, target, step)), [0, 0]);
        let event = |option| FireCause::Event { option };
        assert_eq!((modifier("f2", "p1", event(false)), modifier("f2", "p1", event(true))), (0, -1));
        assert_eq!(modifier("f1-mitrailleuse", "p1", event(true)), -2, "9.1: modifiers are cumulative");
        assert_eq!(modifier("p3", "f1", event(true)), 0, "an Artillery Charge");
    }

    #[test]
    fn r9_1_the_result_and_the_weapon_lessen_the_tcr_together() {
        let mut table = position(
            "french heavy f1 8/3 range 1 2 at 0404
            prussian infantry p1 8/4 tcr 7/6 at 0406",
        )
        .fires("french");
        // SP 4 at Extreme Range: an 8 is a Tough Test, so that the TCR is 7 - 1 - 1.
        table.does("fire f1 p1").rolls(&[8, 5]);
        assert_eq!(table.marks("p1"), "shaken");
    }

    /// The marks of a unit after this many Elan Hits, and the Rout Tests that are due.
    fn shaken_by(marks: &str, hits: u8) -> (String, usize) {
        let mut table = brigade(marks, "");
        let f1 = table.unit("f1");
        table.run(|game, log| game.take_elan(f1, hits, log));
        let tests = table.game.state.stack.iter().filter(|task| matches!(task, Task::Fire(FireTask::Rout(_))));
        let tests = tests.count();
        (table.marks("f1"), tests)
    }

    #[test]
    fn r9_3_one_elan_hit_shakes_disrupts_or_tests_for_rout() {
        assert_eq!(shaken_by("", 1), ("shaken".into(), 0));
        assert_eq!(shaken_by("shaken", 1), ("disrupted".into(), 0));
        assert_eq!(shaken_by("disrupted", 1), ("disrupted".into(), 1));
    }

    #[test]
    fn r9_3_two_elan_hits_disrupt_and_test_for_rout_once_or_twice() {
        assert_eq!(shaken_by("", 2), ("disrupted".into(), 0));
        assert_eq!(shaken_by("shaken", 2), ("disrupted".into(), 1));
        assert_eq!(shaken_by("disrupted", 2), ("disrupted".into(), 2));
    }

    #[test]
    fn r9_3_no_hit_has_no_effect() {
        assert_eq!(shaken_by("shaken", 0), ("shaken".into(), 0));
    }
}
