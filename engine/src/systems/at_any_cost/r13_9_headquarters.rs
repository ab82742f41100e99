//! 13.9 HQ Units and Combat: an HQ goes along with the unit that it is stacked with, and one that is alone with an enemy
//! unit is overrun.

use super::r13_assault::AssaultTask;
use super::state::At;
use super::{AtAnyCost, Event, FormationIx, UnitIx};
use crate::game::{Log, Side};
use crate::kit::hex_map::HexIx;
use crate::kit::inline_list::InlineList;

impl AtAnyCost {
    /// The HQs of `side` in `hex`.
    fn headquarters_in(&self, side: Side, hex: HexIx) -> InlineList<FormationIx, 4> {
        let own = self.board.all_formations().filter(|formation| self.board.formation(*formation).side == side);
        own.filter(|formation| self.hq_hex(*formation) == Some(hex)).collect()
    }

    /// Returns `true` if an enemy HQ of `side` is in `hex`.
    pub(super) fn enemy_hq_in(&self, side: Side, hex: HexIx) -> bool {
        let is_enemy = |formation: &FormationIx| self.board.formation(*formation).side != side;
        self.board.all_formations().filter(is_enemy).any(|formation| self.hq_hex(formation) == Some(hex))
    }

    /// HQs go along with `unit`, which retreats to `to`, if they would be left alone.
    pub(super) fn take_headquarters_along(&mut self, unit: UnitIx, to: HexIx, log: &mut impl Log<Event>) {
        let Some(from) = self.hex_of(unit) else { return };
        let side = self.unit_side(unit);
        if self.friends_in(side, from).iter().all(|other| *other == unit) {
            for formation in self.headquarters_in(side, from) {
                self.go_along(formation, to, log);
            }
        }
    }

    /// The HQs in `from` may go along with a unit of their side that breaks through to `to`.
    pub(super) fn push_followers(&mut self, side: Side, from: HexIx, to: HexIx) {
        for formation in self.headquarters_in(side, from).into_iter().rev() {
            self.push(AssaultTask::Follow { formation, to });
        }
    }

    /// The HQ goes along to `to`.
    pub(super) fn go_along(&mut self, formation: FormationIx, to: HexIx, log: &mut impl Log<Event>) {
        self.hq_mut(formation).at = At::Hex(to);
        log.push(Event::GoesAlong(formation, to));
    }

    /// Every HQ that shares its hex with an enemy unit and no friendly one is overrun.
    pub(super) fn settle_headquarters(&mut self, log: &mut impl Log<Event>) {
        for formation in self.board.all_formations() {
            let side = self.board.formation(formation).side;
            let Some(hex) = self.hq_hex(formation) else { continue };
            if self.enemy_in(side, hex) && self.friends_in(side, hex).is_empty() {
                self.overrun(formation, hex, log);
            }
        }
    }

    /// The HQ goes to the nearest friendly unit, the first in the scenario's order of several, and commands nothing but its
    /// own hex for the rest of the turn. If there is none, it leaves the map.
    fn overrun(&mut self, formation: FormationIx, hex: HexIx, log: &mut impl Log<Event>) {
        let side = self.board.formation(formation).side;
        let refuge = self.on_map(side).map(|(_, at)| at).min_by_key(|at| self.board.map.distance(*at, hex));
        let hq = self.hq_mut(formation);
        hq.overrun = true;
        hq.at = refuge.map_or(At::Pool, At::Hex);
        log.push(Event::Overrun(formation, refuge));
    }
}

#[cfg(test)]
mod tests {
    use super::super::r13_assault::tests::{charge, retreats};
    use super::super::testing::{PRUSSIAN, Table, position};

    const OVERRUN: &str = "corps ii french at 0404 rating 4 4
        french infantry f1 4/2 at 0107 of ii
        french infantry f2 4/2 at 0103 of ii
        french infantry f3 4/2 at 0102 of ii
        prussian infantry p1 5/3 at 0405";

    #[test]
    fn r13_9_a_lone_headquarters_is_overrun_and_goes_to_the_nearest_friend() {
        let mut table = position(OVERRUN).moves("prussian");
        table.does("move p1, hex 0404");
        assert_eq!(table.at("ii-hq"), "0103");
        let ii = table.formation("ii");
        assert!(table.game.hq(ii).overrun);
        assert_eq!(table.game.command_rating(ii), 0, "for the rest of the turn");
        assert!(table.game.is_in_range(ii, table.hex("0103")) && !table.game.is_in_range(ii, table.hex("0102")));
        assert!(!table.choices("hex").is_empty(), "the move goes on");
    }

    #[test]
    fn r13_9_of_several_nearest_friends_the_first_in_the_list_takes_it() {
        let table = |first: &str, second: &str| {
            let mut table = position(&format!(
                "corps ii french at 0404 rating 4 4
                french infantry f1 4/2 at {first} of ii
                french infantry f2 4/2 at {second} of ii
                prussian infantry p1 5/3 at 0405"
            ))
            .moves("prussian");
            table.does("move p1, hex 0404");
            table.at("ii-hq")
        };
        assert_eq!((table("0401", "0407"), table("0407", "0401")), ("0401".to_owned(), "0407".to_owned()));
    }

    #[test]
    fn r13_9_without_friends_on_the_map_it_leaves_the_map() {
        let mut table = position(
            "corps ii french at 0404 rating 4 4
            prussian infantry p1 5/3 at 0405",
        )
        .moves("prussian");
        table.does("move p1, hex 0404");
        assert_eq!(table.at("ii-hq"), "pool");
    }

    /// `p1` assaults `f1`, with the HQ of its corps in 0404, and wins by `D1`.
    fn beaten(more: &str) -> Table {
        let mut table = position(&format!(
            "corps ii french at 0404 rating 2 4
            corps x prussian at 0405 rating 2 4
            french infantry f1 4/2 at 0404 of ii
            prussian infantry p1 5/3 at 0405 of x
            {more}"
        ))
        .assaults("x");
        table.does("hex 0404, unit p1, begin").rolls(&[6]).does("lose f1 retreat");
        table
    }

    #[test]
    fn r13_9_a_headquarters_takes_no_part_and_falls_back_with_its_unit() {
        let mut table = beaten("");
        retreats(&mut table);
        assert_eq!(table.at("ii-hq"), table.at("f1"));
        assert_ne!(table.at("ii-hq"), "0404");
        assert!(!table.game.hq(table.formation("ii")).overrun);
    }

    #[test]
    fn r13_9_a_headquarters_stays_with_those_who_stay() {
        let mut table = position(
            "corps ii french at 0404 rating 2 4
            french cavalry f1 5/3 at 0404 of ii
            french horse f2 3/2 at 0404 of ii second
            prussian infantry p1 5/3 at 0405",
        )
        .assaults("prussian");
        table.does("hex 0404, unit p1, begin, evade");
        retreats(&mut table);
        assert_eq!((table.at("ii-hq"), table.at("f2")), ("0404".to_owned(), "0404".to_owned()));
    }

    #[test]
    fn r13_9_a_headquarters_whose_unit_is_lost_to_a_charge_is_overrun() {
        let mut table = charge(
            "4/2 heavy",
            "corps ii french at 0404 rating 2 4
            french infantry f1 8/8 tcr 7/7 at 0404 of ii battleworn
            french infantry f2 4/2 at 0103 of ii",
        );
        table.does("hex 0404, begin").rolls(&[8]).does("lose f1 casualty").rolls(&[10]);
        while table.choices("").contains(&"pass".to_owned()) && table.at("ii-hq") == "0404" {
            table.does("pass");
        }
        assert_eq!(table.at("ii-hq"), "0103");
        assert!(table.game.hq(table.formation("ii")).overrun);
    }

    #[test]
    fn r13_9_a_headquarters_may_break_through_with_its_unit() {
        let broken_through = || {
            let mut table = beaten("");
            retreats(&mut table);
            table.does("unit p1");
            assert_eq!((table.chooser(), table.choices("")), (PRUSSIAN, vec!["move x-hq".into(), "pass".into()]));
            table
        };
        let mut table = broken_through();
        table.does("move x-hq");
        assert_eq!((table.at("p1"), table.at("x-hq")), ("0404".to_owned(), "0404".to_owned()));
        let mut table = broken_through();
        table.does("pass");
        assert_eq!((table.at("p1"), table.at("x-hq")), ("0404".to_owned(), "0405".to_owned()));
    }
}
