//! 13.9 HQ Units and Combat: an HQ may go along with the unit that it is stacked with, and one that is alone with an enemy
//! unit is overrun.

use serde::{Deserialize, Serialize};

use crate::rules::r13_07_retreat::Retreat;
use crate::rules::r13_assault::AssaultTask;
use crate::state::At;
use crate::{AtAnyCost, Event, FormationIx};
use battlewright_core::game::{Log, Side};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;

/// A unit that is about to retreat, and the HQs in its hex that may go along.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Escort {
    pub(crate) retreat: Retreat,
    /// The HQs that have not been told to go or to stay.
    waiting: InlineList<FormationIx, 4>,
}

impl AtAnyCost {
    /// The HQs of `side` in `hex`.
    fn headquarters_in(&self, side: Side, hex: HexIx) -> InlineList<FormationIx, 4> {
        let own = self.board.all_formations().filter(|formation| self.board.formation(*formation).side == side);
        own.filter(|formation| self.hq_hex(*formation) == Some(hex)).collect()
    }

    /// Returns `true` if an enemy HQ of `side` is in `hex`.
    pub(crate) fn enemy_hq_in(&self, side: Side, hex: HexIx) -> bool {
        let is_enemy = |formation: &FormationIx| self.board.formation(*formation).side != side;
        self.board.all_formations().filter(is_enemy).any(|formation| self.hq_hex(formation) == Some(hex))
    }

    /// The unit of `retreat` will retreat from `hex`, after its side has said which HQs there go along.
    pub(crate) fn push_escort(&mut self, retreat: Retreat, hex: HexIx) {
        let waiting = self.headquarters_in(self.unit_side(retreat.unit), hex);
        self.push(AssaultTask::Escort(Escort { retreat, waiting }));
    }

    /// The HQ that is to go along or to stay next: one that is in the hex of the unit still.
    pub(crate) fn asked_to_escort(&self, escort: &Escort) -> Option<FormationIx> {
        let hex = self.hex_of(escort.retreat.unit)?;
        escort.waiting.iter().copied().find(|formation| self.hq_hex(*formation) == Some(hex))
    }

    /// The HQ that is asked next goes along or stays.
    pub(crate) fn choose_escort(&mut self, mut escort: Escort, goes: bool) {
        if let Some(asked) = self.asked_to_escort(&escort) {
            escort.waiting.retain(|formation| *formation != asked);
            if goes {
                escort.retreat.escorted.push(asked);
            }
        }
        self.push(AssaultTask::Escort(escort));
    }

    /// The HQs in `from` may go along with a unit of their side that breaks through to `to`.
    pub(crate) fn push_followers(&mut self, side: Side, from: HexIx, to: HexIx) {
        for formation in self.headquarters_in(side, from).into_iter().rev() {
            self.push(AssaultTask::Follow { formation, to });
        }
    }

    /// The HQ goes along to `to`.
    pub(crate) fn go_along(&mut self, formation: FormationIx, to: HexIx, log: &mut impl Log<Event>) {
        self.hq_mut(formation).at = At::Hex(to);
        log.push(Event::GoesAlong(formation, to));
    }

    /// Every HQ that shares its hex with an enemy unit and no friendly one is overrun.
    pub(crate) fn settle_headquarters(&mut self, log: &mut impl Log<Event>) {
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
    use crate::rules::r13_assault::tests::{charge, retreats};
    use crate::tests::testing::{FRENCH, PRUSSIAN, Table, position};

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
    fn r13_9_a_headquarters_takes_no_part_and_may_fall_back_with_its_unit() {
        let mut table = beaten("");
        assert_eq!((table.chooser(), table.choices("")), (FRENCH, vec!["move ii-hq".into(), "pass".into()]));
        retreats(&mut table);
        assert_eq!(table.at("ii-hq"), table.at("f1"));
        assert_ne!(table.at("ii-hq"), "0404");
        assert!(!table.game.hq(table.formation("ii")).overrun);
    }

    #[test]
    fn r13_9_a_headquarters_that_stays_alone_is_overrun_by_who_comes() {
        let mut table = beaten("french infantry f2 4/2 at 0107 of ii");
        table.does("pass");
        retreats(&mut table);
        assert_eq!(table.at("ii-hq"), "0404");
        table.does("unit p1");
        assert_ne!(table.at("ii-hq"), "0404");
        assert!(table.game.hq(table.formation("ii")).overrun);
        // The cavalry that has charged is there already.
        let mut table =
            charge("4/2 heavy", "corps ii french at 0404 rating 2 4\nfrench infantry f1 8/3 tcr 7/6 at 0404 of ii");
        table.does("hex 0404, begin").rolls(&[8]).does("lose f1 retreat, pass");
        retreats(&mut table);
        assert!(table.game.hq(table.formation("ii")).overrun);
    }

    #[test]
    fn r13_9_a_headquarters_may_stay_with_those_who_stay() {
        let evaded = |answer: &str| {
            let mut table = position(
                "corps ii french at 0404 rating 2 4
                french cavalry f1 5/3 at 0404 of ii
                french horse f2 3/2 at 0404 of ii second
                prussian infantry p1 5/3 at 0405",
            )
            .assaults("prussian");
            table.does(&format!("hex 0404, unit p1, begin, evade, {answer}"));
            retreats(&mut table);
            assert_eq!(table.at("f2"), "0404");
            table
        };
        let table = evaded("pass");
        assert_eq!(table.at("ii-hq"), "0404");
        let table = evaded("move ii-hq");
        assert_eq!(table.at("ii-hq"), table.at("f1"));
    }

    #[test]
    fn r13_9_a_headquarters_that_a_retreat_passes_stays() {
        let mut table = position(
            "corps ii french at 0403 rating 2 4
            french infantry f1 4/2 at 0404 of ii
            prussian infantry p1 5/3 at 0405",
        )
        .assaults("prussian");
        table.does("hex 0404, unit p1, begin").rolls(&[6]).does("lose f1 retreat, hex 0403");
        retreats(&mut table);
        assert_eq!(table.at("ii-hq"), "0403");
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
