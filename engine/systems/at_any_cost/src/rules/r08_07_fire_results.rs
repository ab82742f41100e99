//! 8.7 to 8.9: the dice of a fire, its results on the Front and Second Line units, Casualty Hits and ammunition; and the
//! exact odds of a fire.

use battlewright_schema::at_any_cost::vocabulary::Trigger;
use battlewright_schema::at_any_cost::{FireColumn, FireEffect, FireResult};
use serde::{Deserialize, Serialize};

use crate::AtAnyCost;
use crate::event::Event;
use crate::rules::r08_fire::{Fire, FireCause, FireTask};
use crate::state::UnitIx;
use battlewright_core::game::Log;
use battlewright_core::kit::odds::Tally;

/// The Ammo Problems of a unit with Rationed Ammo (8.9).
const RATIONED: u8 = 2;

/// The faces of a die (3.12).
const FACES: u16 = 10;

/// A result of a fire that is to be applied to a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct EffectToApply {
    unit: UnitIx,
    effect: FireEffect,
    /// The white die (9.0).
    white: u16,
    fire: Fire,
}

/// The harm that a fire does to a unit at once, from none to the worst. Break Tests and Rout Tests may follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum FireHarm {
    None,
    /// This many Elan Hits.
    Elan(u8),
    /// This many Casualty Hits.
    Casualties(u8),
}

impl AtAnyCost {
    /// 8.2: the colored die gives the result, and the white one is for Tactical Cohesion Tests. Doubles cost ammunition.
    pub(crate) fn roll_fire(&mut self, fire: &Fire, [colored, white]: [u16; 2], log: &mut impl Log<Event>) {
        let (column, die) = (self.fire_column(fire), self.fire_die(fire, colored));
        let result = self.fire_result(fire, column, die);
        let heading = self.fire_table(&fire.shot).columns.get(column).copied();
        if fire.screened {
            log.push(Event::Halved(die));
        }
        let heading = heading.unwrap_or(FireColumn { from: 0, to: None });
        log.push(Event::FireRoll([colored, white], heading, result));
        for _ in 0..self.ammo_problems(fire, [colored, white]) {
            self.run_low(fire.shot.firer, log);
        }
        self.push_events(Trigger::Fired, self.unit_given(fire.shot.firer));
        let front = Some((fire.shot.target, result.front));
        let second = self.second_line_behind(fire.shot.target).map(|unit| (unit, result.second));
        // The Front Line unit is first (8.7), and the task that is pushed last is done first.
        for (unit, effect) in [second, front].into_iter().flatten() {
            if effect != FireEffect::None {
                self.push(FireTask::Apply(EffectToApply { unit, effect, white, fire: *fire }));
            }
        }
    }

    /// The colored die as it counts: skirmishers halve it (21.0). By ruling r31 a 1 becomes a 0, which misses.
    pub(crate) fn fire_die(&self, fire: &Fire, colored: u16) -> u16 {
        match colored / 2 {
            _ if !fire.screened => colored,
            0 if !self.board.rules.halved_one_misses => 1,
            halved => halved,
        }
    }

    /// The result of a colored die in a column.
    pub(crate) fn fire_result(&self, fire: &Fire, column: usize, die: u16) -> FireResult {
        let row = usize::from(die).checked_sub(1).and_then(|row| self.fire_table(&fire.shot).rows.get(row));
        row.and_then(|row| row.get(column)).copied().unwrap_or(FireResult::NONE)
    }

    /// 8.9: the Ammo Problems of these dice: one for doubles, and one for the option Moulin à Café (21.0).
    fn ammo_problems(&self, fire: &Fire, [colored, white]: [u16; 2]) -> u8 {
        u8::from(colored == white) + u8::from(self.is_moulin(fire))
    }

    /// 8.9: the unit has an Ammo Problem: first Low Ammo, then Rationed Ammo.
    fn run_low(&mut self, unit: UnitIx, log: &mut impl Log<Event>) {
        let state = self.unit_mut(unit);
        if state.ammo < RATIONED {
            state.ammo += 1;
            let ammo = state.ammo;
            log.push(Event::AmmoProblem(unit, ammo));
        }
    }

    /// The Second Line unit in the hex of this Front Line unit, which penetrating results hit as well (8.7).
    pub(crate) fn second_line_behind(&self, front: UnitIx) -> Option<UnitIx> {
        let second = self.second_of(self.unit_side(front), self.hex_of(front)?);
        second.filter(|second| *second != front)
    }

    /// 8.7: a result takes effect on a unit. Elan Hits and Casualty Hits end its move (12.6).
    pub(crate) fn apply_effect(&mut self, result: EffectToApply, log: &mut impl Log<Event>) {
        let EffectToApply { unit, effect, white, fire } = result;
        if self.hex_of(unit).is_none() {
            return;
        }
        self.unit_mut(unit).done.fired_at = true;
        log.push(Event::FireEffect(unit, effect));
        match effect {
            FireEffect::None => {}
            FireEffect::Test(severity) => {
                let modifier = self.fire_test_modifier(&fire).saturating_add(self.severity_modifier(severity));
                let (tcr, hits) = self.cohesion_test(unit, modifier, white);
                log.push(Event::Cohesion { unit, white, tcr, parts: self.cohesion_parts(unit, severity, &fire), hits });
                if hits > 0 || !self.board.rules.passed_test_moves_on {
                    self.halt(unit, &fire);
                }
                self.take_elan(unit, hits, log);
            }
            FireEffect::Casualties(hits) => {
                self.halt(unit, &fire);
                self.take_casualties(unit, hits, log);
            }
        }
    }

    /// 12.6: `fire` has an effect on `unit`, which ends its move. Defensive Fire ends it for the rest of the phase, unless the
    /// unit was retreating; an event for the step (21.0).
    fn halt(&mut self, unit: UnitIx, fire: &Fire) {
        let defensive = matches!(fire.cause, FireCause::Defensive(_)) && self.is_moving_under_fire(unit);
        let done = &mut self.unit_mut(unit).done;
        (done.hit, done.halted) = (true, done.halted || defensive);
    }

    /// 8.8: each Casualty Hit reduces a unit by one Tier: from Fresh to Battleworn, and then by a Break Test (10.0).
    pub(crate) fn take_casualties(&mut self, unit: UnitIx, hits: u8, log: &mut impl Log<Event>) {
        for _ in 0..hits {
            if self.unit(unit).battleworn {
                self.push(FireTask::Break(unit));
            } else {
                self.wear_out(unit, log);
            }
        }
    }

    /// A Fresh unit on the map is flipped to its Battleworn side.
    pub(crate) fn wear_out(&mut self, unit: UnitIx, log: &mut impl Log<Event>) {
        if self.hex_of(unit).is_some() && !self.unit(unit).battleworn {
            self.unit_mut(unit).battleworn = true;
            log.push(Event::Battleworn(unit));
        }
    }

    /// The number of the 100 rolls that do each harm to the target, the worst first.
    pub(crate) fn fire_odds(&self, fire: &Fire) -> Tally<FireHarm> {
        self.odds_of_harm(fire, fire.shot.target, |result| result.front)
    }

    /// The same for the Second Line unit behind the target, if there is one.
    pub(crate) fn fire_odds_behind(&self, fire: &Fire) -> Option<(UnitIx, Tally<FireHarm>)> {
        let second = self.second_line_behind(fire.shot.target)?;
        Some((second, self.odds_of_harm(fire, second, |result| result.second)))
    }

    fn odds_of_harm(&self, fire: &Fire, unit: UnitIx, effect_on: impl Fn(FireResult) -> FireEffect) -> Tally<FireHarm> {
        let column = self.fire_column(fire);
        let modifier = self.fire_test_modifier(fire);
        let mut tally: Tally<FireHarm> = Tally::new();
        let mut count = |harm: FireHarm| match tally.iter_mut().find(|known| known.0 == harm) {
            Some((_, rolls)) => *rolls += 1,
            None => tally.push((harm, 1)),
        };
        for colored in 1..=FACES {
            let effect = effect_on(self.fire_result(fire, column, self.fire_die(fire, colored)));
            for white in 1..=FACES {
                count(match effect {
                    FireEffect::None => FireHarm::None,
                    FireEffect::Casualties(hits) => FireHarm::Casualties(hits),
                    FireEffect::Test(severity) => {
                        match self.cohesion_test(unit, modifier.saturating_add(self.severity_modifier(severity)), white)
                        {
                            (_, 0) => FireHarm::None,
                            (_, hits) => FireHarm::Elan(hits),
                        }
                    }
                });
            }
        }
        tally.sort_unstable_by(|one, other| other.cmp(one));
        tally
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::at_any_cost::{FireEffect, FireResult, TestSeverity};

    use super::FireHarm;
    use crate::rules::r08_04_firing_strength::tests::column_of;
    use crate::rules::r08_fire::{Fire, FireCause};
    use crate::tests::testing::{Table, position};

    const STEP: FireCause = FireCause::Step;

    /// French infantry of this SP next to a Prussian brigade with these marks.
    fn volley(strength: u8, marks: &str) -> Table {
        position(&format!("french infantry f1 {strength}/1 at 0404\nprussian infantry p1 8/4 at 0405 {marks}"))
            .fires("french")
    }

    /// The marks of the brigade after this roll of infantry of 6 SP.
    fn after(marks: &str, dice: [u16; 2]) -> Table {
        let mut table = volley(6, marks);
        table.does("fire f1 p1").rolls(&dice);
        table
    }

    #[test]
    fn r8_7_the_colored_die_alone_gives_the_result() {
        let table = volley(6, "");
        let fire = Fire::new(table.shot("f1", "p1"), STEP);
        assert_eq!(column_of(&table, &fire), "6");
        let column = table.game.fire_column(&fire);
        let results: Vec<String> = (1..=10).map(|die| table.game.fire_result(&fire, column, die).to_string()).collect();
        assert_eq!(results, ["-", "-", "-", "-", "RT", "TT", "ST", "CT", "1", "1+TT"]);
        assert_eq!(table.game.fire_result(&fire, column, 0), FireResult::NONE);
        assert_eq!(table.game.fire_result(&fire, column, 11), FireResult::NONE);
    }

    #[test]
    fn r8_7_tests_are_routine_tough_severe_or_critical() {
        // TCR 7: a white 6 passes a Routine Test, a 5 a Tough one, a 4 a Severe one, a 3 a Critical one.
        for (colored, passed) in [(5, 6), (6, 5), (7, 4), (8, 3)] {
            assert_eq!(after("", [colored, passed]).marks("p1"), "", "{colored}");
            assert_eq!(after("", [colored, passed + 1]).marks("p1"), "shaken", "{colored}");
        }
        assert_eq!(after("", [4, 9]).marks("p1"), "");
    }

    #[test]
    fn r8_7_a_casualty_hit_flips_a_fresh_unit() {
        assert_eq!(after("", [9, 1]).marks("p1"), "battleworn");
    }

    #[test]
    fn r8_8_two_casualty_hits_flip_a_fresh_unit_and_test_it() {
        let mut table = volley(11, "");
        table.does("fire f1 p1").rolls(&[10, 1]);
        assert_eq!(table.marks("p1"), "battleworn");
        // Battleworn, it has TCR 6.
        table.rolls(&[5]);
        assert_eq!((table.marks("p1"), table.at("p1")), ("battleworn".into(), "0405".into()));
        let mut table = volley(11, "");
        table.does("fire f1 p1").rolls(&[10, 1]).rolls(&[7]);
        assert_eq!(table.at("p1"), "broken 1");
    }

    #[test]
    fn r8_8_a_battleworn_unit_takes_a_break_test_for_each_casualty_hit() {
        let mut table = volley(11, "battleworn");
        table.does("fire f1 p1").rolls(&[10, 1]).rolls(&[5]).rolls(&[5]);
        assert_eq!(table.marks("p1"), "battleworn");
        let mut table = volley(6, "battleworn");
        table.does("fire f1 p1").rolls(&[9, 1]).rolls(&[5]);
        assert_eq!((table.marks("p1"), table.chooser()), ("battleworn".into(), crate::tests::testing::FRENCH));
    }

    #[test]
    fn r8_8_a_unit_that_breaks_at_the_first_test_is_not_tested_again() {
        let mut table = volley(11, "battleworn");
        table.does("fire f1 p1").rolls(&[10, 1]).rolls(&[10]);
        assert_eq!((table.at("p1"), table.chooser()), ("broken 1".into(), crate::tests::testing::FRENCH));
    }

    /// French infantry of 6 SP next to a Prussian brigade with a battery behind it.
    fn stack(dice: [u16; 2]) -> Table {
        let mut table = position(
            "french infantry f1 6/3 at 0404
            prussian infantry p1 8/4 at 0405
            prussian field p2 6/3 at 0405 second",
        )
        .fires("french");
        table.does("fire f1 p1").rolls(&dice);
        table
    }

    #[test]
    fn r8_1_the_second_line_is_hit_by_penetrating_results_only() {
        assert_eq!(["p1", "p2"].map(|unit| stack([8, 9]).marks(unit)), ["disrupted", ""]);
        assert_eq!(["p1", "p2"].map(|unit| stack([9, 9]).marks(unit)), ["battleworn", ""]);
        // 1+TT: the battery tests its TCR of 7, less one, with the same white die.
        assert_eq!(["p1", "p2"].map(|unit| stack([10, 9]).marks(unit)), ["battleworn", "shaken"]);
        assert_eq!(["p1", "p2"].map(|unit| stack([10, 5]).marks(unit)), ["battleworn", ""]);
    }

    #[test]
    fn r8_7_without_a_second_line_the_rest_of_a_penetrating_result_is_lost() {
        assert_eq!(after("", [10, 9]).marks("p1"), "battleworn");
    }

    #[test]
    fn r8_9_doubles_leave_the_firing_unit_low_then_rationed_and_the_result_stands() {
        let table = after("", [9, 9]);
        assert_eq!((table.marks("f1"), table.marks("p1")), ("low".into(), "battleworn".into()));
        assert_eq!(after("", [9, 8]).marks("f1"), "");
        let mut table =
            position("french infantry f1 6/3 at 0404 low\nprussian infantry p1 8/4 at 0405").fires("french");
        table.does("fire f1 p1").rolls(&[1, 1]);
        assert_eq!(table.marks("f1"), "rationed");
    }

    #[test]
    fn r8_9_doubles_of_a_mitrailleuse_are_its_batterys_problem() {
        let mut table =
            position("french field f1 6/3 mitrailleuse 4/2 at 0404\nprussian infantry p1 8/4 at 0405").fires("french");
        table.does("fire f1-mitrailleuse p1").rolls(&[2, 2]);
        assert_eq!(table.marks("f1"), "low");
    }

    #[test]
    fn r21_0_skirmishers_halve_the_die_and_a_halved_one_misses() {
        let table = volley(6, "");
        let screened = Fire { screened: true, ..Fire::new(table.shot("f1", "p1"), STEP) };
        let halves = [1, 2, 3, 9, 10].map(|die| table.game.fire_die(&screened, die));
        assert_eq!(halves, [0, 1, 1, 4, 5]);
        assert_eq!(table.game.fire_die(&Fire::new(screened.shot, STEP), 9), 9);
        let counted = position("french infantry f1 6/3 at 0404\nprussian infantry p1 8/4 at 0405")
            .with(|scenario| scenario.rules.halved_one_misses = Some(false))
            .table();
        assert_eq!(counted.game.fire_die(&screened, 1), 1);
    }

    #[test]
    fn r8_7_better_dice_and_columns_are_never_worse_for_the_firer() {
        let table = volley(6, "");
        let tables = &table.game.board.rules.tables;
        let harm = |effect: FireEffect| match effect {
            FireEffect::None => 0,
            FireEffect::Test(severity) => 1 - tables.cohesion_modifiers.severity(severity),
            FireEffect::Casualties(hits) => 4 + i8::try_from(hits).unwrap(),
        };
        assert_eq!(harm(FireEffect::Test(TestSeverity::Critical)), 4);
        for (superior, inferior) in tables.fire_superior.rows.iter().zip(&tables.fire_inferior.rows) {
            for (column, (better, worse)) in superior.iter().zip(inferior).enumerate() {
                assert!(harm(better.front) >= harm(worse.front));
                for row in [superior, inferior] {
                    assert!(row.get(column + 1).is_none_or(|next| harm(next.front) >= harm(row[column].front)));
                }
            }
        }
        for fires in [&tables.fire_superior, &tables.fire_inferior] {
            for rows in fires.rows.windows(2) {
                assert!(rows[0].iter().zip(&rows[1]).all(|(low, high)| harm(high.front) >= harm(low.front)));
            }
        }
    }

    /// Of 100 rolls, those that hurt; and the Elan Hits and Casualty Hits of all.
    fn chances(tally: &[(FireHarm, u32)]) -> (u32, u32, u32) {
        let sum = |count: &dyn Fn(FireHarm) -> u32| tally.iter().map(|(harm, rolls)| count(*harm) * rolls).sum::<u32>();
        assert_eq!(sum(&|_| 1), 100);
        let elan = |harm| if let FireHarm::Elan(hits) = harm { u32::from(hits) } else { 0 };
        let casualties = |harm| if let FireHarm::Casualties(hits) = harm { u32::from(hits) } else { 0 };
        (sum(&|harm| u32::from(harm != FireHarm::None)), sum(&elan), sum(&casualties))
    }

    /// The SP of the columns from A on.
    const STRENGTHS: [u8; 13] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13];

    /// Checks the chances of fire from each of these columns at a unit of this TCR.
    #[track_caller]
    fn check_chances(superior: bool, tcr: u8, any: [u32; 13], elan: [u32; 13], casualties: [u32; 13]) {
        let [firer, target] = if superior { ["french", "prussian"] } else { ["prussian", "french"] };
        for (place, sp) in STRENGTHS.into_iter().enumerate() {
            let table = position(&format!(
                "{firer} infantry a {sp}/1 at 0404
                {target} infantry b 9/1 tcr {tcr}/1 at 0405"
            ))
            .table();
            let odds = table.game.fire_odds(&Fire::new(table.shot("a", "b"), STEP));
            assert_eq!(chances(&odds), (any[place], elan[place], casualties[place]), "{sp}");
            assert!(odds.is_sorted_by(|worse, better| worse.0 > better.0));
        }
    }

    #[test]
    fn r8_7_the_odds_of_the_superior_table() {
        let casualties = [0, 0, 10, 10, 10, 10, 20, 20, 20, 20, 30, 40, 50];
        let any = [15, 22, 26, 31, 32, 37, 42, 46, 47, 53, 56, 62, 67];
        check_chances(true, 7, any, [18, 28, 20, 26, 28, 34, 28, 32, 34, 42, 32, 40, 34], casualties);
        let any = [18, 26, 29, 35, 36, 42, 46, 51, 52, 59, 61, 68, 72];
        check_chances(true, 6, any, [24, 36, 26, 34, 36, 44, 36, 42, 44, 54, 42, 52, 44], casualties);
    }

    #[test]
    fn r8_7_the_odds_of_the_inferior_table() {
        let casualties = [0, 0, 0, 0, 10, 10, 10, 10, 10, 10, 20, 20, 20];
        let any = [9, 11, 16, 18, 25, 27, 32, 33, 38, 39, 46, 48, 53];
        check_chances(false, 7, any, [10, 14, 20, 24, 18, 22, 28, 30, 36, 38, 32, 36, 42], casualties);
        let any = [11, 13, 19, 21, 28, 30, 36, 37, 43, 44, 51, 53, 59];
        check_chances(false, 6, any, [14, 18, 26, 30, 24, 28, 36, 38, 46, 48, 42, 46, 54], casualties);
    }

    #[test]
    fn r8_7_the_odds_tell_what_befalls_the_second_line() {
        let table = position(
            "french infantry f1 6/3 at 0404
            prussian infantry p1 8/4 at 0405
            prussian field p2 6/3 at 0405 second",
        )
        .table();
        let fire = Fire::new(table.shot("f1", "p1"), STEP);
        let (unit, odds) = table.game.fire_odds_behind(&fire).unwrap();
        // A 10 has it test its TCR of 7, less one: a white 6 to 9 costs an Elan Hit, a 10 two.
        assert_eq!(unit, table.unit("p2"));
        assert_eq!(odds.as_slice(), [(FireHarm::Elan(2), 1), (FireHarm::Elan(1), 4), (FireHarm::None, 95)]);
        let alone = volley(6, "");
        assert_eq!(alone.game.fire_odds_behind(&Fire::new(alone.shot("f1", "p1"), STEP)), None);
    }
}
