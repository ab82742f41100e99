//! 14.4 Rebuilding: the HQ tries to bring Broken units back, with it or next to it.

use crate::action::RefusalCause;
use crate::rules::r14_rally::{Efforts, RallyTask};
use crate::state::{At, MovingPiece, UnitIx};
use crate::{AtAnyCost, Event, rulebook as rule};
use battlewright_core::game::Log;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;

impl AtAnyCost {
    /// 14.4: checks that the HQ, with these efforts left, may try to rebuild `unit`.
    pub(crate) fn may_rebuild(&self, unit: UnitIx, efforts: Efforts) -> Result<(), RefusalCause> {
        let refuse = |reason| Err(RefusalCause::Because(rule::REBUILDING, reason));
        let (formation, side) = (self.board.unit(unit).formation, self.unit_side(unit));
        if !matches!(self.unit(unit).at, At::Broken { .. }) {
            return refuse("it is not Broken");
        }
        if !self.is_available(unit) {
            return Err(RefusalCause::Because(rule::BROKEN_UNITS, "it is not in the Available for Rebuild Box yet"));
        }
        if self.order_of(unit).is_none() {
            return refuse("it is not active");
        }
        if self.unit(unit).done.rallied {
            return refuse("it has been tried in this step");
        }
        if efforts.rebuilds == Some(0) {
            return refuse("the HQ has made all the attempts that its order allows");
        }
        let Some(hq) = self.hq_hex(formation) else { return refuse("its HQ is not on the map") };
        if self.has_enemy_next_to(side, hq) {
            return refuse("its HQ is next to an enemy combat unit");
        }
        if self.rebuild_room(unit).is_empty() {
            return refuse("there is no room for it with its HQ or next to it");
        }
        self.may_rebuild_by_rows(unit)
    }

    /// The hexes in which `unit` may be placed: the one of its HQ and those next to it, where it is not next to an
    /// enemy combat unit and not overstacked (14.4).
    pub(crate) fn rebuild_room(&self, unit: UnitIx) -> InlineList<HexIx, 7> {
        let Some(hq) = self.hq_hex(self.board.unit(unit).formation) else { return InlineList::new() };
        let near = std::iter::once(hq).chain(self.board.map.neighbors(hq));
        near.filter(|hex| self.may_be_rebuilt_at(unit, *hex).is_ok()).collect()
    }

    /// 14.4: checks that `unit` may be placed in `hex`.
    pub(crate) fn may_be_rebuilt_at(&self, unit: UnitIx, hex: HexIx) -> Result<(), RefusalCause> {
        let side = self.unit_side(unit);
        let hq = self.hq_hex(self.board.unit(unit).formation);
        if hq.is_none_or(|hq| self.board.map.distance(hq, hex) > 1) {
            return Err(RefusalCause::At(rule::REBUILDING, "its HQ is neither in nor next to", hex));
        }
        if self.enemy_in(side, hex) || self.has_enemy_next_to(side, hex) {
            return Err(RefusalCause::At(rule::REBUILDING, "there is an enemy combat unit in or next to", hex));
        }
        if !self.may_stay(MovingPiece::Unit(unit), hex) {
            return Err(RefusalCause::At(rule::STACKING, "there is no room in", hex));
        }
        Ok(())
    }

    /// The greatest die with which `unit` is rebuilt: the sum of the HQ's Command Rating and its printed Battleworn TCR
    /// (ruling r26), which the night lessens (18.0).
    pub(crate) fn rebuild_limit(&self, unit: UnitIx) -> u8 {
        let facts = self.board.unit(unit);
        let rating = if self.board.rules.rebuild_by_sum { self.command_rating(facts.formation) } else { 0 };
        let night = self.night().map_or(0, |night| night.tcr);
        facts.tcr[1].saturating_add_signed(night).saturating_add(rating)
    }

    /// 14.4: the die for a Broken unit.
    pub(crate) fn roll_rebuild(&mut self, unit: UnitIx, die: u16, log: &mut impl Log<Event>) {
        let limit = self.rebuild_limit(unit);
        log.push(Event::RebuildRoll(unit, die, limit));
        if die <= u16::from(limit) {
            self.push(RallyTask::RebuildAt(unit));
        }
    }

    /// 14.4: the unit is back on its Battleworn side.
    pub(crate) fn rebuild_at(&mut self, unit: UnitIx, hex: HexIx, log: &mut impl Log<Event>) {
        self.unit_mut(unit).battleworn = true;
        log.push(Event::Rebuilt(unit, hex));
        self.put_in(MovingPiece::Unit(unit), hex, log);
    }
}

#[cfg(test)]
mod tests {
    use crate::state::{ActivatedUnits, Activation, At};
    use crate::tests::testing::{FRENCH, Position, Table, position};
    use battlewright_core::game::Game as _;

    /// A French corps with its HQ at 0404, of rating 2 under Attack and March orders, and two Broken brigades.
    fn corps(rating: u8, more: &str) -> Position {
        position(&format!(
            "corps ii french at 0404 rating 2 {rating}
            french infantry f1 5/3 tcr 6/5 broken 1 of ii
            french infantry f2 5/3 tcr 6/5 broken 1 of ii
            {more}"
        ))
    }

    /// f1 has been rebuilt without a roll under Regroup orders, and this die is rolled for f2.
    fn second(position: Position, die: u16) -> Table {
        let mut table = position.rallies("ii", "regroup");
        table.does("rebuild f1, hex 0404, rebuild f2").rolls(&[die]);
        table
    }

    #[test]
    fn r14_4_under_regroup_orders_the_first_attempt_succeeds_without_a_roll() {
        let mut table = corps(2, "").rallies("ii", "regroup");
        assert_eq!((table.chooser(), table.choices("rebuild").join(" ")), (FRENCH, "f1 f2".into()));
        table.does("rebuild f2");
        assert_eq!(table.choices("hex"), ["0303", "0304", "0403", "0404", "0405", "0503", "0504"]);
        table.does("hex 0403");
        assert_eq!((table.at("f2").as_str(), table.marks("f2").as_str()), ("0403", "battleworn"));
        assert_eq!(table.choices("rebuild"), ["f1"]);
    }

    #[test]
    fn r14_4_the_others_roll_up_to_the_sum_of_rating_and_battleworn_tcr() {
        for (rating, most) in [(0, 5), (2, 7), (4, 9)] {
            let mut table = second(corps(rating, ""), most);
            table.does("hex 0403");
            assert_eq!(table.at("f2"), "0403", "{rating}");
            assert_eq!(second(corps(rating, ""), most + 1).at("f2"), "broken 1", "{rating}");
        }
        assert_eq!(second(corps(6, ""), 10).choices("hex").len(), 6, "it cannot fail");
    }

    #[test]
    fn r18_1_the_night_lessens_the_tcr_of_a_unit_to_be_rebuilt() {
        for (clock, most) in [("20:00", 7), ("22:00", 6), ("00:00", 5)] {
            let night = || corps(2, &format!("clock {clock}"));
            assert_eq!(second(night(), most).choices("hex").len(), 6, "{clock}");
            assert_eq!(second(night(), most + 1).at("f2"), "broken 1", "{clock}");
        }
    }

    #[test]
    fn r14_4_by_the_other_ruling_the_battleworn_tcr_alone_counts() {
        let alone = || corps(4, "").with(|scenario| scenario.rules.rebuild_by_sum = Some(false));
        assert_eq!(second(alone(), 5).choices("hex").len(), 6);
        assert_eq!(second(alone(), 6).at("f2"), "broken 1");
    }

    #[test]
    fn r14_4_all_eligible_units_may_be_tried_under_regroup_orders_once_each() {
        let mut table = corps(0, "french infantry f3 5/3 broken 1 of ii").rallies("ii", "regroup");
        table.does("rebuild f1, hex 0404, rebuild f2").rolls(&[10]);
        assert_eq!(table.choices("rebuild"), ["f3"]);
        table.refuses("rebuild f2", "14.4");
        table.does("rebuild f3").rolls(&[5]);
        assert_eq!(table.choices("hex").len(), 6);
    }

    #[test]
    fn r14_4_under_defend_orders_one_unit_is_tried_with_a_roll() {
        let mut table = corps(2, "").rallies("ii", "defend");
        table.does("rebuild f1").rolls(&[8]);
        assert_eq!(table.at("f1"), "broken 1");
        assert!(table.choices("rebuild").is_empty());
        let mut table = corps(2, "").rallies("ii", "defend");
        table.does("rebuild f1").rolls(&[7]).does("hex 0404");
        assert_eq!(table.at("f1"), "0404");
        assert!(table.choices("rebuild").is_empty() && table.choices("dig").is_empty(), "it was rebuilt, 16.2");
    }

    #[test]
    fn r14_4_the_rating_of_an_overrun_hq_is_none() {
        let mut table = position(
            "corps ii french at 0404 rating 4 4 overrun
            french infantry f1 5/3 tcr 6/5 broken 1 of ii",
        )
        .rallies("ii", "defend");
        assert_eq!(table.game.rebuild_limit(table.unit("f1")), 5);
        table.does("rebuild f1").rolls(&[6]);
        assert_eq!(table.at("f1"), "broken 1");
    }

    #[test]
    fn r10_2_units_wait_until_they_are_in_the_available_for_rebuild_box() {
        let wait = |turn: u8| {
            position(&format!(
                "corps ii french at 0404 rating 4 4
                turn {turn} of 12
                french infantry f1 5/3 broken 3 of ii
                french infantry f2 5/3 broken 1 of ii"
            ))
            .rallies("ii", "regroup")
        };
        let table = wait(2);
        assert_eq!(table.choices("rebuild"), ["f2"]);
        table.refuses("rebuild f1", "10.2");
        assert_eq!(wait(3).choices("rebuild"), ["f1", "f2"]);
    }

    #[test]
    fn r10_2_broken_french_units_wait_two_turns_and_prussian_ones_none() {
        let mut table = position(
            "turn 2 of 12
            corps ii french at 0404 rating 4 4
            corps x prussian at 0808 rating 4 4
            french infantry f1 5/3 at 0304 of ii
            prussian infantry p1 8/4 at 0807 of x",
        )
        .cup();
        let (f1, p1) = (table.unit("f1"), table.unit("p1"));
        table.game.break_unit(f1, &mut ());
        table.game.break_unit(p1, &mut ());
        let available = |table: &Table| [f1, p1].map(|unit| table.game.is_available(unit));
        assert_eq!(available(&table), [false, true]);
        table.game.state.turn = 3;
        assert_eq!(available(&table), [false, true]);
        table.game.state.turn = 4;
        assert_eq!(available(&table), [true, true]);
    }

    #[test]
    fn r14_4_not_by_an_hq_next_to_an_enemy_combat_unit() {
        let shaken = "french infantry f9 5/3 at 0808 of ii shaken";
        let table = corps(9, &format!("prussian infantry p1 8/4 at 0405\n{shaken}")).rallies("ii", "regroup");
        assert!(table.choices("rebuild").is_empty());
        table.refuses("rebuild f1", "14.4");
        let table = corps(9, "corps x prussian at 0405 rating 1 1").rallies("ii", "regroup");
        assert_eq!(table.choices("rebuild"), ["f1", "f2"], "an HQ is no combat unit");
    }

    #[test]
    fn r14_4_not_next_to_an_enemy_combat_unit() {
        let mut table = corps(9, "prussian infantry p1 8/4 at 0406").rallies("ii", "regroup");
        table.does("rebuild f1");
        assert_eq!(table.choices("hex"), ["0303", "0304", "0403", "0404", "0503", "0504"]);
        table.refuses("hex 0405", "14.4");
        table.refuses("hex 0402", "14.4");
    }

    #[test]
    fn r14_4_not_overstacked() {
        let more = "
            french infantry f3 5/3 at 0403 of ii
            french field a1 5/3 broken 1 of ii";
        let mut table = corps(9, more).rallies("ii", "regroup");
        table.does("rebuild f1");
        assert!(!table.choices("hex").contains(&"0403".to_owned()));
        table.refuses("hex 0403", "4.1");
        let mut table = corps(9, more).rallies("ii", "regroup");
        table.does("rebuild a1");
        table.allows("hex 0403");
    }

    #[test]
    fn r14_4_no_attempt_without_room() {
        let taken = |hexes: &[&str]| {
            let unit = |hex: &&str| format!("french infantry g{hex} 5/3 at {hex} of ii\n");
            let lines: String = hexes.iter().map(unit).collect();
            let shaken = "french infantry f9 5/3 at 0808 of ii shaken";
            corps(9, &format!("{lines}{shaken}")).rallies("ii", "regroup")
        };
        let table = taken(&["0303", "0304", "0403", "0404", "0405", "0503", "0504"]);
        assert!(table.choices("rebuild").is_empty());
        table.refuses("rebuild f1", "14.4");
        let mut table = taken(&["0303", "0304", "0403", "0404", "0405", "0503"]);
        table.does("rebuild f1");
        assert_eq!(table.choices("hex"), ["0504"]);
    }

    #[test]
    fn r14_4_only_units_of_the_active_formation() {
        let table = corps(9, "french infantry f3 5/3 broken 1").rallies("ii", "regroup");
        assert_eq!(table.choices("rebuild"), ["f1", "f2"]);
        table.refuses("rebuild f3", "14.4");
    }

    #[test]
    fn r21_0_an_event_may_activate_a_broken_unit_and_no_other_is_rebuilt() {
        let mut table = corps(2, "").cup();
        let f2 = table.unit("f2");
        table.run(|game, log| game.push_activation(Activation::new(ActivatedUnits::Single(f2), FRENCH), log));
        table.orders("regroup");
        assert_eq!(table.choices("rebuild"), ["f2"]);
        assert!(table.game.check(&table.action("rebuild f1")).is_err());
        table.does("rebuild f2, hex 0404");
        assert_eq!((table.at("f2").as_str(), table.at("f1").as_str()), ("0404", "broken 1"));
    }

    #[test]
    fn r13_9_an_enemy_hq_in_the_hex_of_a_rebuilt_unit_is_overrun() {
        let more = "
            corps x prussian at 0403 rating 1 1
            prussian infantry p1 8/4 at 0808 of x";
        let mut table = corps(9, more).rallies("ii", "regroup");
        table.does("rebuild f1, hex 0403");
        assert_eq!(table.at("x-hq"), "0808");
        assert!(table.game.hq(table.formation("x")).overrun);
    }

    #[test]
    fn r14_4_an_hq_off_the_map_rebuilds_nobody() {
        let table = position(
            "entry E french 0005
            corps ii french enters 5 by E rating 2 4
            french infantry f1 5/3 broken 1 of ii
            french infantry f2 5/3 enters 5 by E of ii",
        )
        .rallies("ii", "regroup");
        assert!(table.choices("rebuild").is_empty());
        assert_eq!(table.game.unit(table.unit("f1")).at, At::Broken { until: 1 });
    }
}
