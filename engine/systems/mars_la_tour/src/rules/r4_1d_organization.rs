//! 4.0 1d Organization Phase: units away from the enemy may take up March Formation, units near the enemy take up Battle
//! Formation, and units in EZOCs may withdraw.

use crate::action::Refusal;
use crate::event::Event;
use crate::rules::passing::Passing;
use crate::state::{AfterRetreat, Formation, Retreat, RetreatsFrom, Step, UnitIx};
use crate::{MarsLaTour, in_battle, rulebook as rule};
use battlewright_core::game::{Log, Side};

impl MarsLaTour {
    /// Begins the Organization Phase. Units under enemy influence are flipped (ii) before the others may flip (i): no unit
    /// qualifies for both, so the order does not matter.
    pub(crate) fn begin_organization(&mut self, log: &mut impl Log<Event>) {
        for unit in self.board.all_units() {
            if let Some(hex) = self.hex_of(unit)
                && (self.in_ezoi(self.side_of(unit), hex) || self.in_ezoc(self.side_of(unit), hex))
            {
                self.take_battle_formation(unit, rule::BATTLE_FORMATION, log);
            }
        }
        self.ask_to_organize(Side::First, log);
    }

    fn ask_to_organize(&mut self, side: Side, log: &mut impl Log<Event>) {
        if self.board.units_of(side).any(|unit| self.may_take_march_formation(side, unit).is_ok()) {
            self.state.step = Step::Organize(side);
        } else {
            self.organized(side, log);
        }
    }

    /// i: checks whether `unit` of `side` may take up March Formation.
    pub(crate) fn may_take_march_formation(&self, side: Side, unit: UnitIx) -> Result<(), Refusal> {
        let hex = self.own_on_map(side, unit)?;
        if !in_battle(self.unit(unit)) {
            Err(Refusal::AlreadyMarch(unit))
        } else if self.in_ezoi(side, hex) || self.in_ezoc(side, hex) {
            Err(Refusal::MarchInEzoi(unit))
        } else {
            Ok(())
        }
    }

    /// i: flips `unit` to March Formation.
    pub(crate) fn take_march_formation(&mut self, side: Side, unit: UnitIx, log: &mut impl Log<Event>) {
        self.unit_mut(unit).formation = Formation::March;
        log.push(Event::March(unit));
        self.ask_to_organize(side, log);
    }

    /// Ends the flips of `side`.
    pub(crate) fn organized(&mut self, side: Side, log: &mut impl Log<Event>) {
        match side {
            Side::First => self.ask_to_organize(Side::Second, log),
            Side::Second => {
                self.state.passing = Passing::default();
                self.next_to_leave_ezoc(Side::First, log);
            }
        }
    }

    /// iii: asks `side` to retreat a unit from an EZOC, or the other side if `side` has declined. A side without such a unit is
    /// not asked and has not declined: a retreat of the enemy may free one later.
    pub(crate) fn next_to_leave_ezoc(&mut self, side: Side, log: &mut impl Log<Event>) {
        for side in [side, side.other()] {
            if !self.state.passing.has_passed(side)
                && self.board.units_of(side).any(|unit| self.may_leave_ezoc(side, unit).is_ok())
            {
                self.state.step = Step::LeaveEzoc(side);
                return;
            }
        }
        self.begin_movement(log);
    }

    /// iii: checks whether `unit` of `side` may withdraw: it must be in an EZOC and able to complete a retreat; a unit may not
    /// choose to be blown.
    pub(crate) fn may_leave_ezoc(&self, side: Side, unit: UnitIx) -> Result<(), Refusal> {
        let hex = self.own_on_map(side, unit)?;
        if !self.in_ezoc(side, hex) {
            Err(Refusal::NotInEzoc(unit))
        } else if !self.can_retreat(unit, RetreatsFrom::Neighbors(hex)) {
            Err(Refusal::NoRetreat(unit))
        } else {
            Ok(())
        }
    }

    /// iii: withdraws `unit` from every enemy that has it in its ZOC.
    pub(crate) fn leave_ezoc(&mut self, unit: UnitIx, log: &mut impl Log<Event>) {
        let Some(hex) = self.hex_of(unit) else { return };
        log.push(Event::Leaves(unit));
        self.state.step = Step::Retreat(Retreat {
            unit,
            from: RetreatsFrom::Neighbors(hex),
            hexes: 0,
            then: AfterRetreat::LeaveEzoc,
        });
    }

    /// iii: records that `side` withdraws no more units this turn.
    pub(crate) fn stay_in_ezocs(&mut self, side: Side, log: &mut impl Log<Event>) {
        self.state.passing.decline(side);
        log.push(Event::Stays(side));
        self.next_to_leave_ezoc(side.other(), log);
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::position;

    #[test]
    fn r4_1d_i_a_unit_more_than_two_hexes_from_the_enemy_may_take_up_march_formation() {
        let mut table = position(
            "
            map 9x7
            german infantry g1 er 1 at 0104 battle
            german infantry g2 er 1 at 0404 battle
            german infantry g3 er 1 at 0101 march
            french infantry f1 er 1 at 0604 battle",
        )
        .organization();
        assert_eq!(table.prompt(), "Germans: flip units to March Formation");
        table.refuses("march g2", "4.0 1d i");
        table.refuses("march g3", "4.0 1d i");
        table.refuses("march f1", "3.6");
        table.does("march g1");
        assert_eq!((table.face("g1"), table.at("g1")), ("march", "0104".into()));
        table.logs("g1 takes up March Formation [4.0 1d i]");
    }

    #[test]
    fn r4_1d_i_a_unit_may_also_remain_in_battle_formation_and_both_sides_are_asked() {
        let mut table = position(
            "
            map 9x7
            german infantry g1 er 1 at 0104 battle
            french infantry f1 er 1 at 0904 battle",
        )
        .organization();
        table.does("pass");
        assert_eq!(table.prompt(), "French: flip units to March Formation");
        table.refuses("march g1", "3.6");
        table.does("march f1");
        assert_eq!([table.face("g1"), table.face("f1")], ["battle", "march"]);
        assert_eq!(table.prompt(), "Germans: move a unit or pass");
    }

    #[test]
    fn r4_1d_i_the_mitrailleuses_hex_keeps_a_german_in_battle_formation() {
        let table = position(
            "
            map 9x7
            turn 3 of 6
            german infantry g1 er 1 at 0104 battle
            german infantry g2 er 1 at 0107 battle
            french infantry f1 er 1 at 0904
            mitrailleuse 0104",
        )
        .organization();
        table.refuses("march g1", "4.0 1d i");
        table.allows("march g2");
    }

    #[test]
    fn r4_1d_ii_units_in_an_ezoi_turn_to_battle_formation() {
        let table = position(
            "
            map 9x7
            german infantry g1 er 1 at 0404 march
            german infantry g2 er 1 at 0304 march
            french infantry f1 er 1 at 0604 march",
        )
        .organization();
        assert_eq!([table.face("g1"), table.face("g2"), table.face("f1")], ["battle", "march", "battle"]);
        table.logs("g1 takes up Battle Formation [4.0 1d ii]");
    }

    /// g1 and g2 next to f1, with free hexes behind both sides.
    const CONTACT: &str = "
        map 9x7
        german infantry g1 er 1 at 0404 battle
        german infantry g2 er 1 at 0503 battle
        french infantry f1 er 1 at 0504 battle
        french infantry f2 er 1 at 0903 march";

    #[test]
    fn r4_1d_iii_the_sides_take_turns_withdrawing_a_unit_from_an_ezoc() {
        let mut table = position(CONTACT).organization();
        assert_eq!(table.prompt(), "Germans: withdraw a unit from an EZOC, or decline");
        table.refuses("leave f1", "3.6");
        table.does("leave g1, step 0304, step 0204, step 0104");
        assert_eq!((table.at("g1"), table.face("g1")), ("0104".into(), "battle"));
        table.logs("g1 withdraws [4.0 1d iii]");
        assert_eq!(table.prompt(), "French: withdraw a unit from an EZOC, or decline");
        table.refuses("leave f2", "4.0 1d iii");
        table.does("leave f1, step 0505, step 0506, step 0507");
        assert_eq!(table.prompt(), "Germans: move a unit or pass", "nobody is in an EZOC any more");
    }

    #[test]
    fn r4_1d_iii_who_declines_withdraws_no_more_and_the_other_may_go_on() {
        let mut table = position(CONTACT).organization();
        table.does("pass");
        table.logs("Germans: no more withdrawals [4.0 1d iii]");
        table.does("leave f1, step 0604, step 0705, step 0805");
        assert_eq!(table.prompt(), "Germans: move a unit or pass");
    }

    #[test]
    fn r4_1d_iii_the_side_left_alone_withdraws_one_unit_after_the_other() {
        let mut table = position(CONTACT).organization();
        table.does("leave g2, step 0502, step 0401, step 0301, pass");
        assert_eq!(table.prompt(), "Germans: withdraw a unit from an EZOC, or decline");
        table.does("leave g1, step 0304, step 0204, step 0104");
        assert_eq!(table.prompt(), "Germans: move a unit or pass");
    }

    #[test]
    fn r4_1d_iii_ruling_7_each_hex_is_further_from_every_enemy_in_whose_zoc_it_started() {
        let mut table = position(
            "
            map 9x9
            german infantry g1 er 1 at 0505 battle
            french infantry f1 er 1 at 0605 battle
            french infantry f2 er 1 at 0604 battle",
        )
        .organization();
        table.does("leave g1");
        assert_eq!(table.choices("step"), ["0404", "0405"]);
        table.refuses("step 0504", "4.0 3.3");
        table.refuses("step 0506", "4.0 3.3");
    }

    #[test]
    fn r5_3_a_german_may_withdraw_from_the_mitrailleuses_and_goes_away_from_their_hex() {
        let mut table = position(
            "
            map 9x9
            turn 3 of 6
            german infantry g1 er 1 at 0405 battle
            french infantry f1 er 1 at 0905
            mitrailleuse 0405",
        )
        .organization();
        table.does("leave g1, step 0305");
        table.refuses("step 0306", "4.0 3.3"); // next to the marker, like 0305
        table.does("step 0205, step 0105");
        assert_eq!(table.at("g1"), "0105");
    }

    #[test]
    fn r4_1d_iii_ruling_7_who_cannot_complete_a_retreat_may_not_begin_one() {
        // Two hexes of open ground behind g1; a retreat takes three.
        let lane = "
            map 9x7
            only 0104 0204 0304 0404 0504 0604 0704
            german infantry g1 er 1 at 0304 battle
            french infantry f1 er 1 at 0404 battle";
        let table = position(lane).organization();
        assert_eq!(table.prompt(), "French: withdraw a unit from an EZOC, or decline");
        assert_eq!(table.at("g1"), "0304", "nobody is blown by choice");
    }

    #[test]
    fn r4_1d_iii_a_side_that_cannot_withdraw_yet_may_when_the_enemy_has_made_way() {
        // The only retreat of g1 from f1 is a lane that ends in f2's ZOC.
        let mut table = position(
            "
            map 5x10
            only 0303 0304 0305 0306 0307, 0406 0407 0408 0409 0410
            french infantry f1 er 1 at 0303 battle
            german infantry g1 er 1 at 0304 battle
            german infantry g2 er 1 at 0406 battle
            french infantry f2 er 1 at 0407 battle",
        )
        .organization();
        table.does("leave f2, step 0408, step 0409, step 0410");
        assert_eq!(table.prompt(), "Germans: withdraw a unit from an EZOC, or decline");
        table.does("leave g1, step 0305, step 0306, step 0307");
        assert_eq!(table.prompt(), "Germans: move a unit or pass");
    }
}
