//! 13.6 Assault Combat Results: the loser's Loss Points, and cavalry that retreats before combat. The Tough Fight has a
//! file of its own.

use battlewright_schema::at_any_cost::AssaultResult;
use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList, Loss, RefusalCause};
use crate::rules::r13_08_breakthrough::Breakthrough;
use crate::rules::r13_assault::{Assault, AssaultTask};
use crate::{AtAnyCost, Event, UnitIx, rulebook as rule};
use battlewright_core::game::{Log, Side};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;

/// Loss Points that a side takes after an assault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Losses {
    pub(crate) assault: Assault,
    /// `true` if the attacker takes them.
    pub(crate) attacker: bool,
    /// The points that are still to be taken.
    pub(crate) left: u8,
    /// `true` if one of them has to be a Casualty Hit still.
    pub(crate) owes_casualty: bool,
    /// The points that the winner takes if no loser retreats. `None` if these are the winner's.
    pub(crate) winner: Option<u8>,
    pub(crate) tolls: InlineList<LossPoints, 4>,
}

/// The Loss Points that a unit has taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LossPoints {
    pub(crate) unit: UnitIx,
    /// The hex in which it fought.
    pub(crate) from: HexIx,
    /// `true` if it fought in the Second Line.
    pub(crate) second_line: bool,
    pub(crate) points: u8,
    /// Those of its points that are retreats.
    pub(crate) retreats: u8,
}

impl Losses {
    /// The side that takes them.
    pub(crate) fn side(&self) -> Side {
        self.assault.side_of(self.attacker)
    }
}

impl AtAnyCost {
    /// The die of an assault (13.2).
    pub(crate) fn roll_assault(&mut self, assault: Assault, die: u16, log: &mut impl Log<Event>) {
        let column = self.assault_column(&assault);
        let result = self.assault_result(column, die);
        log.push(Event::AssaultRoll(die, column, result));
        match result {
            AssaultResult::ToughFight => self.push(AssaultTask::ToughRoll(assault)),
            AssaultResult::Loss(attacker, points, starred, winner) => {
                let losses = self.losses(assault, attacker, points);
                self.push(AssaultTask::Losses(Losses { owes_casualty: starred, winner: Some(winner), ..losses }));
            }
        }
    }

    /// So many Loss Points of the attacker or the defender, none of which has been taken, and none for the winner.
    fn losses(&self, assault: Assault, attacker: bool, left: u8) -> Losses {
        let toll = |unit: &UnitIx| {
            let from = self.hex_of(*unit)?;
            Some(LossPoints { unit: *unit, from, second_line: self.unit(*unit).second_line, points: 0, retreats: 0 })
        };
        let mut tolls: InlineList<LossPoints, 4> = assault.party(attacker).iter().filter_map(toll).collect();
        tolls.sort_by_key(|toll| (toll.second_line, toll.unit));
        Losses { assault, attacker, left, owes_casualty: false, winner: None, tolls }
    }

    /// The defending cavalry that may retreat before combat: every attacker is infantry or cavalry of a heavier weight than
    /// each of the defenders (ruling r25). Cavalry that has charged itself does not turn round.
    pub(crate) fn evader(&self, assault: &Assault) -> Option<UnitIx> {
        let weight = |unit: UnitIx| self.board.unit(unit).weight;
        let cavalry = assault.defenders.iter().copied().filter(|unit| self.is_cavalry(*unit));
        let heaviest = cavalry.clone().map(weight).max()?;
        let drives_off = |unit: &UnitIx| !self.is_cavalry(*unit) || weight(*unit) > heaviest;
        let mut able = cavalry.filter(|unit| assault.countercharger != Some(*unit));
        if assault.attackers.iter().all(drives_off) { able.next() } else { None }
    }

    /// The cavalry takes a `D1` as a retreat of two hexes, and no die is rolled.
    pub(crate) fn evade(&mut self, assault: Assault, log: &mut impl Log<Event>) {
        let Some(cavalry) = self.evader(&assault) else { return };
        log.push(Event::Evades(cavalry));
        let mut losses = self.losses(assault, false, 0);
        for toll in losses.tolls.iter_mut().filter(|toll| toll.unit == cavalry) {
            (toll.points, toll.retreats) = (1, 1);
        }
        self.push(AssaultTask::Losses(Losses { winner: Some(0), ..losses }));
    }

    /// The tolls of the units that are still on the map.
    fn living<'a>(&'a self, losses: &'a Losses) -> impl Iterator<Item = &'a LossPoints> {
        losses.tolls.iter().filter(|toll| self.hex_of(toll.unit).is_some())
    }

    /// Returns `true` if every Loss Point has been taken, or nobody is left to take one.
    pub(crate) fn is_settled(&self, losses: &Losses) -> bool {
        losses.left == 0 || self.living(losses).next().is_none()
    }

    /// Every way in which a unit can take the next Loss Point.
    pub(crate) fn loss_options(&self, losses: &Losses, into: &mut ActionList) {
        for toll in &losses.tolls {
            for loss in [Loss::Retreat, Loss::Elan, Loss::Casualty] {
                if self.may_lose(losses, toll.unit, loss).is_ok() {
                    into.push(Action::Lose { unit: toll.unit, loss });
                }
            }
        }
    }

    /// Checks whether `unit` may take the next Loss Point in this form. There is always one that may: who is left can take
    /// any number of hits.
    pub(crate) fn may_lose(&self, losses: &Losses, unit: UnitIx, loss: Loss) -> Result<(), RefusalCause> {
        let no = |why| Err(RefusalCause::Because(rule::ASSAULT_RESULTS, why));
        let Some(toll) = self.living(losses).find(|toll| toll.unit == unit) else {
            return no("only units of the losing side that are on the map take Loss Points");
        };
        let mut front = self.living(losses).filter(|toll| !toll.second_line);
        if toll.second_line {
            if front.any(|front| front.points <= toll.points) {
                return no("a Second Line unit never takes more Loss Points than a Front Line unit");
            }
        } else if toll.points > 0 && front.filter(|front| front.points == 0).count() >= usize::from(losses.left) {
            return no("each Front Line unit must take a Loss Point");
        }
        if loss == Loss::Retreat && toll.retreats >= self.board.rules.loss_retreats {
            return no("the unit has taken as many Loss Points as retreats as it can");
        }
        if loss != Loss::Casualty && losses.owes_casualty && losses.left == 1 {
            return no("one of the Loss Points must be a Casualty Hit");
        }
        Ok(())
    }

    /// `unit` takes a Loss Point: hits at once, retreats when all points have been taken.
    pub(crate) fn take_loss(&mut self, mut losses: Losses, unit: UnitIx, loss: Loss, log: &mut impl Log<Event>) {
        log.push(Event::Lost(unit, loss));
        losses.left = losses.left.saturating_sub(1);
        losses.owes_casualty &= loss != Loss::Casualty;
        for toll in losses.tolls.iter_mut().filter(|toll| toll.unit == unit) {
            toll.points = toll.points.saturating_add(1);
            toll.retreats += u8::from(loss == Loss::Retreat);
        }
        self.push(AssaultTask::Losses(losses));
        self.take_hit(unit, loss, log);
    }

    /// `unit`, if it is still on the map, takes a hit.
    pub(crate) fn take_hit(&mut self, unit: UnitIx, loss: Loss, log: &mut impl Log<Event>) {
        if self.hex_of(unit).is_none() {
            return;
        }
        match loss {
            Loss::Retreat => {}
            Loss::Elan => self.take_elan(unit, 1, log),
            Loss::Casualty => self.take_casualties(unit, 1, log),
        }
    }

    /// All points have been taken: the losers retreat, or the winner suffers as well, and the attacker may break through.
    pub(crate) fn settle_losses(&mut self, losses: Losses) {
        let is_loser = losses.winner.is_some();
        let charged = is_loser && losses.assault.charger.is_some();
        let retreats: InlineList<(UnitIx, u8), 4> =
            self.living(&losses).filter_map(|toll| Some((toll.unit, self.hexes_to_retreat(toll, charged)?))).collect();
        // A Rout Test counts as a retreat, too.
        let stands = |toll: &LossPoints| self.hex_of(toll.unit) == Some(toll.from);
        let retreated = !retreats.is_empty() || self.living(&losses).any(|toll| !stands(toll));
        let victors = losses.assault.party(!losses.attacker).clone();
        if is_loser && !losses.attacker {
            self.push(AssaultTask::Breakthrough(Breakthrough::after(&losses.assault)));
        }
        for (unit, hexes) in retreats.iter().rev() {
            self.push_retreat(*unit, *hexes, victors.clone());
        }
        let owed = losses.winner.filter(|points| *points > 0 && !retreated);
        if let Some(points) = owed {
            let reply = self.losses(losses.assault, !losses.attacker, points);
            self.push(AssaultTask::Losses(reply));
        }
    }

    /// The hexes that a unit has to retreat; `None` for none. Whoever loses to a charge, or in one, retreats as far as for a
    /// Loss Point; a Rout Test may have led it away already.
    fn hexes_to_retreat(&self, toll: &LossPoints, charged: bool) -> Option<u8> {
        let point = self.board.rules.loss_retreat;
        let mut hexes = point.saturating_mul(toll.retreats);
        if charged && toll.retreats == 0 {
            let gone = self.hex_of(toll.unit).map_or(0, |hex| self.board.map.distance(toll.from, hex));
            hexes = point.saturating_sub(u8::try_from(gone).unwrap_or(u8::MAX));
        }
        Some(hexes).filter(|hexes| *hexes > 0)
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::r13_assault::tests::{assault, at_hand, charge, meeting, retreats, strike};
    use crate::stage::Part;
    use crate::tests::testing::{FRENCH, PRUSSIAN, Table, position};

    /// `p1`, of 5 SP, assaults a defender of as many SP and the same TCR: column 0. Dice from 1: A2, A1, A1, A1(D1), TF,
    /// D1(A1), D1, D1, D2, D2.
    fn even(die: u16, more: &str) -> Table {
        let mut table = assault(meeting(&format!("french infantry f1 5/3 tcr 7/6 at 0404\n{more}")), &["p1"]);
        table.rolls(&[die]);
        table
    }

    /// The assault of `p1` and `p2` upon this defender in 0404.
    fn both(die: u16, defender: &str) -> Table {
        let mut table = assault(meeting(defender), &["p1", "p2"]);
        table.rolls(&[die]);
        table
    }

    /// The distance of a unit from a hex.
    fn distance(table: &Table, id: &str, hex: &str) -> u32 {
        table.game.board.map.distance(table.hex(&table.at(id)), table.hex(hex))
    }

    #[test]
    fn r13_6_the_loser_takes_a_loss_point_as_retreat_elan_or_casualty() {
        let table = even(7, "");
        assert_eq!(table.chooser(), FRENCH);
        assert_eq!(table.choices(""), ["lose f1 casualty", "lose f1 elan", "lose f1 retreat"]);
        let mut table = even(7, "");
        table.does("lose f1 elan");
        assert_eq!((table.at("f1"), table.marks("f1")), ("0404".to_owned(), "shaken".to_owned()));
        let mut table = even(7, "");
        table.does("lose f1 casualty");
        assert_eq!((table.at("f1"), table.marks("f1")), ("0404".to_owned(), "battleworn".to_owned()));
        let mut table = even(7, "");
        table.does("lose f1 retreat");
        retreats(&mut table);
        assert_eq!((distance(&table, "f1", "0404"), table.marks("f1")), (2, String::new()), "two hexes");
        assert_eq!(table.marks("p1"), "", "the winner does not suffer");
    }

    #[test]
    fn r13_6_the_attacker_may_lose() {
        let mut table = even(3, "");
        assert_eq!(table.chooser(), PRUSSIAN);
        table.does("lose p1 retreat");
        retreats(&mut table);
        assert_eq!((distance(&table, "p1", "0404"), table.at("f1")), (3, "0404".to_owned()));
    }

    #[test]
    fn r13_6_a_unit_retreats_for_two_loss_points_at_most_and_so_four_hexes() {
        // 9 against 3, each way: D3* and D2* in the last column.
        let mut table = both(8, "french infantry f1 3/2 tcr 7/6 at 0404");
        assert!(table.prompt().contains("3 Loss Points"), "{}", table.prompt());
        table.does("lose f1 retreat, lose f1 retreat");
        table.refuses("lose f1 retreat", "13.6");
        table.refuses("lose f1 elan", "13.6");
        assert_eq!(table.choices(""), ["lose f1 casualty"], "the asterisk asks for one");
        table.does("lose f1 casualty");
        retreats(&mut table);
        assert_eq!((distance(&table, "f1", "0404"), table.marks("f1")), (4, "battleworn".to_owned()));
    }

    #[test]
    fn r13_6_an_asterisk_asks_for_one_casualty_hit_at_least() {
        let mut table = both(6, "french infantry f1 3/2 tcr 7/6 at 0404");
        assert!(table.prompt().contains("2 Loss Points"), "{}", table.prompt());
        table.does("lose f1 casualty");
        assert_eq!(table.choices(""), ["lose f1 casualty", "lose f1 elan", "lose f1 retreat"], "it is paid");
        table.does("lose f1 elan");
        assert_eq!(table.marks("f1"), "battleworn shaken");
    }

    #[test]
    fn r13_6_a_disrupted_unit_that_takes_elan_makes_a_rout_test() {
        let mut table = even(7, "");
        let f1 = table.unit("f1");
        table.game.unit_mut(f1).elan = 2;
        table.does("lose f1 elan").rolls(&[8]);
        retreats(&mut table);
        // Above its TCR of 7: two hexes, and its Battleworn side (11.1).
        assert_eq!((distance(&table, "f1", "0404"), table.marks("f1")), (2, "battleworn disrupted".to_owned()));
        assert_eq!(table.choices("unit"), ["p1"], "the hex is vacated");
    }

    #[test]
    fn r13_6_a_battleworn_unit_that_takes_a_casualty_makes_a_break_test() {
        let mut table = even(7, "");
        let f1 = table.unit("f1");
        table.game.unit_mut(f1).battleworn = true;
        table.does("lose f1 casualty").rolls(&[7]);
        assert!(table.at("f1").starts_with("broken"), "above its TCR of 6");
        assert_eq!(table.choices("unit"), ["p1"], "the attacker may break through");
    }

    #[test]
    fn r13_6_when_the_last_loser_is_broken_no_more_points_are_taken() {
        let mut table = even(9, "");
        let f1 = table.unit("f1");
        table.game.unit_mut(f1).battleworn = true;
        table.does("lose f1 casualty").rolls(&[10]);
        assert_eq!(table.chooser(), PRUSSIAN, "{}", table.prompt());
        assert_eq!(table.choices(""), ["pass", "unit p1"]);
    }

    #[test]
    fn r13_6_front_line_units_take_points_first_and_never_fewer() {
        // 5 against 5 + 1: column -1, in which a 10 is D2.
        let mut table = even(10, "french field f2 2/1 tcr 7/6 at 0404 second");
        assert_eq!(table.choices(""), ["lose f1 casualty", "lose f1 elan", "lose f1 retreat"]);
        table.refuses("lose f2 elan", "13.6");
        table.does("lose f1 elan");
        assert_eq!(table.choices("lose").len(), 6, "now both of them may");
        table.does("lose f2 elan");
        assert_eq!((table.marks("f1"), table.marks("f2")), ("shaken".to_owned(), "shaken".to_owned()));
    }

    #[test]
    fn r13_6_a_second_line_unit_never_takes_more_than_a_front_line_unit() {
        let mut table = assault(
            meeting("french infantry f1 2/1 tcr 7/6 at 0404\nfrench field f2 2/1 tcr 7/6 at 0404 second"),
            &["p1", "p2"],
        );
        // 9 against 3: the last column; 10 is D3*.
        table.rolls(&[10]).does("lose f1 elan, lose f2 casualty");
        table.refuses("lose f2 elan", "13.6");
        assert_eq!(table.choices(""), ["lose f1 casualty", "lose f1 elan", "lose f1 retreat"]);
    }

    #[test]
    fn r13_6_each_front_line_unit_takes_a_point_if_there_are_enough() {
        // 9 against 9: column 0, and 1 is A2.
        let mut table = both(1, "french infantry f1 9/3 tcr 7/6 at 0404");
        table.does("lose p1 elan");
        table.refuses("lose p1 elan", "13.6");
        assert_eq!(table.choices(""), ["lose p2 casualty", "lose p2 elan", "lose p2 retreat"]);
        table.does("lose p2 casualty");
        assert_eq!((table.marks("p1"), table.marks("p2")), ("shaken".to_owned(), "battleworn".to_owned()));
        // One point: one of them.
        let table = both(2, "french infantry f1 9/3 tcr 7/6 at 0404");
        assert_eq!(table.choices("lose").len(), 6);
    }

    #[test]
    fn r13_6_the_winner_loses_as_well_if_the_loser_does_not_retreat() {
        let mut table = even(6, "");
        table.does("lose f1 elan");
        assert_eq!(table.chooser(), PRUSSIAN);
        assert_eq!(table.choices(""), ["lose p1 casualty", "lose p1 elan", "lose p1 retreat"]);
        table.does("lose p1 casualty");
        assert_eq!((table.marks("p1"), table.marks("f1")), ("battleworn".to_owned(), "shaken".to_owned()));
        let mut table = even(6, "");
        table.does("lose f1 retreat");
        retreats(&mut table);
        assert_eq!(table.choices(""), ["pass", "unit p1"], "the winner breaks through instead");
        let mut table = even(4, "");
        table.does("lose p1 elan");
        assert_eq!((table.chooser(), table.choices("lose").len()), (FRENCH, 3), "A1(D1) the other way round");
    }

    #[test]
    fn r13_6_a_retreat_of_one_of_several_losers_frees_the_winner() {
        let mut table = even(6, "french field f2 1/1 tcr 7/6 at 0404 second");
        table.does("lose f1 retreat");
        retreats(&mut table);
        assert_eq!((table.at("f2"), table.marks("p1")), ("0404".to_owned(), String::new()), "r85");
        assert_eq!(table.choices("lose"), [] as [&str; 0], "p1 has no Loss Point to take");
    }

    #[test]
    fn r13_6_a_rout_is_a_retreat_that_spares_the_winner() {
        let mut table = even(6, "");
        let f1 = table.unit("f1");
        table.game.unit_mut(f1).elan = 2;
        table.does("lose f1 elan").rolls(&[7]);
        retreats(&mut table);
        assert_eq!(distance(&table, "f1", "0404"), 1);
        assert_eq!(table.choices(""), ["pass", "unit p1"]);
    }

    #[test]
    fn r13_6_who_loses_to_a_charge_retreats_two_hexes_whatever_the_points() {
        // 8 against 8: column 0, with equal TCR.
        let fight = |die: u16| {
            let mut table = charge("4/2 heavy", "french infantry f1 8/3 tcr 7/6 at 0404");
            table.does("hex 0404, begin").rolls(&[die]);
            table
        };
        let mut table = fight(7);
        table.does("lose f1 casualty");
        retreats(&mut table);
        assert_eq!((distance(&table, "f1", "0404"), table.marks("f1")), (2, "battleworn".to_owned()));
        let mut table = fight(7);
        table.does("lose f1 retreat");
        retreats(&mut table);
        assert_eq!(distance(&table, "f1", "0404"), 2, "not four");
        let mut table = fight(3);
        table.does("lose c1 casualty");
        retreats(&mut table);
        assert_eq!((distance(&table, "c1", "0404"), table.at("f1")), (2, "0404".to_owned()), "and a charge that fails");
    }

    #[test]
    fn r13_6_all_units_of_the_side_that_loses_in_a_charge_retreat() {
        let mut table = charge("2/1 heavy", "prussian infantry p1 4/2 at 0405\nfrench infantry f1 8/3 tcr 7/6 at 0404");
        table.does("hex 0404, unit p1, begin").rolls(&[3]).does("lose c1 elan");
        retreats(&mut table);
        assert_eq!((distance(&table, "c1", "0404"), distance(&table, "p1", "0405")), (2, 2));
    }

    #[test]
    fn r13_6_a_charge_that_wins_never_costs_the_winner() {
        let mut table = charge("4/2 heavy", "french infantry f1 8/3 tcr 7/6 at 0404");
        table.does("hex 0404, begin").rolls(&[6]).does("lose f1 elan");
        retreats(&mut table);
        assert_eq!(table.marks("f1"), "shaken");
        assert!(table.choices("lose").is_empty(), "the loser has retreated");
    }

    #[test]
    fn r13_6_cavalry_may_retreat_before_infantry_without_a_roll() {
        let mut table = assault(meeting("french cavalry f1 5/3 at 0404"), &["p1", "p2"]);
        assert_eq!((table.chooser(), table.choices("")), (FRENCH, vec!["evade".into(), "pass".into()]));
        table.does("evade");
        retreats(&mut table);
        assert_eq!((distance(&table, "f1", "0404"), table.marks("f1")), (2, String::new()));
        assert_eq!(table.choices(""), ["pass", "unit p1", "unit p2"], "the hex is vacated");
        let mut table = assault(meeting("french cavalry f1 5/3 at 0404"), &["p1", "p2"]);
        table.does("pass");
        at_hand(&table);
    }

    #[test]
    fn r13_6_cavalry_retreats_before_heavier_cavalry_only() {
        for (attacker, defender, may) in [
            ("heavy", "medium", true),
            ("medium", "light", true),
            ("medium", "medium", false),
            ("light", "heavy", false),
        ] {
            let text = format!("prussian cavalry p3 5/3 {attacker} at 0504\nfrench cavalry f1 5/3 {defender} at 0404");
            let table = assault(meeting(&text), &["p1", "p3"]);
            assert_eq!(table.choices("").contains(&"evade".to_owned()), may, "{attacker} upon {defender}");
        }
        for arm in ["infantry", "field"] {
            at_hand(&assault(meeting(&format!("french {arm} f1 5/3 at 0404")), &["p1"]));
        }
    }

    #[test]
    fn r13_6_cavalry_leaves_the_guns_that_it_is_stacked_with() {
        let mut table = assault(meeting("french cavalry f1 5/3 at 0404\nfrench horse f2 3/2 at 0404 second"), &["p1"]);
        table.does("evade");
        retreats(&mut table);
        assert_eq!((distance(&table, "f1", "0404"), table.at("f2")), (2, "0404".to_owned()));
        assert_eq!(table.choices(""), ["hex 0404", "pass"], "it is not vacated, and the step goes on");
    }

    #[test]
    fn r13_6_cavalry_that_countercharges_does_not_turn_round() {
        let mut table = position(
            "prussian cavalry c1 2/1 heavy at 0408
            french cavalry f1 4/2 medium at 0402
            french infantry f2 4/2 at 0404",
        )
        .moves("prussian");
        strike(&mut table, "c1", "f2", "0405");
        strike(&mut table, "f1", "c1", "0405");
        table.skip_to(Part::Assault);
        table.does("hex 0405, begin");
        at_hand(&table);
    }
}
