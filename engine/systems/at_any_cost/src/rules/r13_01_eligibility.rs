//! 13.1 Assault Combat Eligibility: active units next to the hex, by their orders (7.2) and their arm.

use battlewright_schema::at_any_cost::HqOrder;

use crate::action::{Action, ActionList, RefusalCause};
use crate::state::Activation;
use crate::{AtAnyCost, UnitIx, rulebook as rule};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;

impl AtAnyCost {
    /// 13.1: every hex that can be assaulted. The step does not end before each charge has been fought.
    pub(crate) fn assault_options(&self, into: &mut ActionList) {
        let Some(activation) = self.activation() else { return };
        let mut hexes = InlineList::<HexIx, 32>::new();
        let mut must_fight = false;
        for unit in self.active_units(activation) {
            let Some(hex) = self.hex_of(unit) else { continue };
            let mut may = |ground: HexIx| {
                let may = self.may_attack(activation, unit, ground).is_ok();
                if may {
                    hexes.push(ground);
                }
                may
            };
            must_fight |= may(hex);
            for near in self.board.map.neighbors(hex) {
                may(near);
            }
        }
        hexes.sort_unstable();
        hexes.dedup();
        into.extend(hexes.into_iter().map(Action::Hex));
        if !must_fight {
            into.push(Action::Pass);
        }
    }

    /// Checks whether any active unit may assault `ground`.
    pub(crate) fn may_assault(&self, ground: HexIx) -> Result<(), RefusalCause> {
        let Some(activation) = self.activation() else { return Err(RefusalCause::NotAsked) };
        if !self.enemy_in(activation.side, ground) {
            // This is so of lone HQs, too.
            return Err(RefusalCause::At(rule::ASSAULT_ELIGIBILITY, "there is no enemy combat unit in", ground));
        }
        let mut why = Err(RefusalCause::At(rule::ASSAULT_ELIGIBILITY, "no active unit stands next to", ground));
        for (unit, hex) in self.on_map(activation.side) {
            if self.board.map.distance(hex, ground) <= 1 {
                why = self.may_attack(activation, unit, ground);
                if why.is_ok() {
                    break;
                }
            }
        }
        why
    }

    /// Checks whether `unit` may take part in an assault upon `ground` in the Assault Combat Step (13.1, 7.2).
    pub(crate) fn may_attack(&self, activation: &Activation, unit: UnitIx, ground: HexIx) -> Result<(), RefusalCause> {
        let no = |why| Err(RefusalCause::Because(rule::ASSAULT_ELIGIBILITY, why));
        let (state, side) = (self.unit(unit), activation.side);
        let Some(from) = self.hex_of(unit) else { return no("the unit is not on the map") };
        if !self.enemy_in(side, ground) {
            return Err(RefusalCause::At(rule::ASSAULT_ELIGIBILITY, "there is no enemy combat unit in", ground));
        }
        if self.unit_side(unit) != side || !self.is_active(activation, unit) {
            return no("only active units assault");
        }
        if self.is_artillery(unit) {
            return no("artillery never assaults");
        }
        if state.done.attacked {
            return no("a unit assaults once in its activation");
        }
        if self.enemy_in(side, from) {
            // It has charged, which it could do under Attack orders only.
            return if from == ground {
                Ok(())
            } else {
                no("cavalry that has charged fights in the hex it has charged")
            };
        }
        if self.board.map.distance(from, ground) != 1 {
            return no("the unit is not next to the hex");
        }
        if state.done.charged && !self.friends_in(side, ground).is_empty() {
            return no("cavalry that was halted in a charge does not join another one");
        }
        match self.order_of(unit) {
            Some(HqOrder::Attack) => self.may_assault_by_rows(unit, ground),
            Some(HqOrder::Defend) if self.is_cavalry(unit) && self.board.rules.cavalry_defends_forward => {
                if !state.done.left && self.faced_any(from, ground) {
                    return self.may_assault_by_rows(unit, ground);
                }
                let why = "under Defend orders cavalry assaults only whom it faced when it was activated, from where it stood";
                Err(RefusalCause::Because(rule::ORDER_TYPES, why))
            }
            Some(_) => Err(RefusalCause::Because(rule::ORDER_TYPES, "its order does not let the unit assault")),
            None => Err(RefusalCause::Because(rule::OUT_OF_COMMAND, "a unit that is Out of Command does not assault")),
        }
    }

    /// Returns `true` if one of the units in `ground` was next to `from` when the activation began (7.2): an enemy that has
    /// come since then was not faced.
    fn faced_any(&self, from: HexIx, ground: HexIx) -> bool {
        let began = self.ground.units(ground).filter_map(|unit| self.unit(unit).done.began);
        began.into_iter().any(|began| self.board.map.distance(from, began) == 1)
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::r13_assault::tests::{assault, at_hand, charge, meeting};
    use crate::stage::Part;
    use crate::state::At;
    use crate::tests::testing::{PRUSSIAN, Table, position};
    use battlewright_core::kit::tasks::TaskStack as _;

    const CORPS: &str = "corps x prussian at 0801 rating 9 9
        prussian infantry p1 5/3 at 0405 of x
        prussian cavalry c1 3/2 medium at 0304 of x
        prussian cavalry c2 3/2 medium at 0504 of x
        french infantry f1 4/2 at 0404";

    fn ordered(order: &str, text: &str) -> Table {
        let mut table = position(text).orders("x", order);
        table.skip_to(Part::Assault);
        table
    }

    #[test]
    fn r13_1_infantry_and_cavalry_assault_under_attack_orders() {
        let mut table = ordered("attack", CORPS);
        assert_eq!((table.chooser(), table.choices("")), (PRUSSIAN, vec!["hex 0404".into(), "pass".into()]));
        table.does("hex 0404");
        assert_eq!(table.choices(""), ["unit c1", "unit c2", "unit p1"], "it does not begin without anybody");
        table.refuses("begin", "13.2");
        table.does("unit p1");
        table.refuses("unit p1", "13.2");
        assert_eq!(table.choices(""), ["begin", "unit c1", "unit c2"]);
    }

    #[test]
    fn r7_2_under_defend_orders_only_cavalry_assaults_whom_it_faced_and_from_where_it_stood() {
        let mut table = ordered("defend", CORPS);
        let c2 = table.unit("c2");
        table.game.unit_mut(c2).done.left = true;
        table.does("hex 0404");
        assert_eq!(table.choices("unit"), ["c1"]);
        table.refuses("unit p1", "7.2");
        table.refuses("unit c2", "7.2");
    }

    #[test]
    fn r7_2_cavalry_under_defend_orders_does_not_assault_an_enemy_that_has_come_since() {
        let mut table = position(&format!("{CORPS}\nfrench infantry f2 4/2 at 0601")).orders("x", "defend");
        // As if a retreat had led it next to c1.
        let (f2, hex) = (table.unit("f2"), table.hex("0303"));
        table.game.put_unit(f2, At::Hex(hex));
        table.skip_to(Part::Assault);
        assert_eq!(table.choices("hex"), ["0404"]);
        table.refuses("hex 0303", "7.2");
        table.does("hex 0404");
        assert_eq!(table.choices("unit"), ["c1", "c2"], "f1 has been there all the time");
    }

    #[test]
    fn r7_2_cavalry_under_defend_orders_assaults_who_has_faced_it_and_moved_on() {
        let mut table = position(CORPS).orders("x", "defend");
        let (f1, hex) = (table.unit("f1"), table.hex("0503"));
        table.game.put_unit(f1, At::Hex(hex));
        table.skip_to(Part::Assault);
        table.does("hex 0503");
        assert_eq!(table.choices("unit"), ["c2"], "c1 is not next to it any more");
    }

    #[test]
    fn r7_2_by_the_other_reading_nobody_assaults_under_defend_orders() {
        let mut table =
            position(CORPS).with(|scenario| scenario.rules.cavalry_defends_forward = Some(false)).orders("x", "defend");
        table.skip_to(Part::Assault);
        assert_ne!(table.game.part(), Some(Part::Assault), "the step is passed over");
    }

    #[test]
    fn r7_2_nobody_assaults_under_march_and_regroup_orders() {
        for order in ["march", "regroup"] {
            let mut table = position(CORPS).orders("x", order);
            table.skip_to(Part::Assault);
            assert_ne!(table.game.part(), Some(Part::Assault), "{order}");
        }
    }

    #[test]
    fn r13_1_artillery_never_assaults() {
        let mut table = meeting("prussian field p3 5/3 at 0504\nfrench infantry f1 4/2 at 0404").assaults("prussian");
        table.does("hex 0404");
        table.refuses("unit p3", "13.1");
        assert_eq!(table.choices("unit"), ["p1", "p2"]);
    }

    #[test]
    fn r13_1_only_neighbors_of_the_target_that_are_active_assault() {
        let mut table = meeting(
            "corps x prussian at 0801 rating 9 9
            prussian infantry p3 5/3 at 0503 of x
            prussian infantry p4 5/3 at 0504
            prussian infantry p5 5/3 at 0406
            french infantry f1 4/2 at 0404",
        )
        .assaults("prussian");
        table.refuses("hex 0405", "13.1");
        table.does("hex 0404");
        table.refuses("unit p3", "13.1");
        table.refuses("unit p5", "13.1");
        table.refuses("unit f1", "13.1");
        assert_eq!(table.choices("unit"), ["p1", "p2", "p4"]);
    }

    #[test]
    fn r13_1_a_lone_headquarters_is_no_target() {
        let table = meeting(
            "corps ii french at 0305 rating 2 4
            french infantry f1 4/2 at 0404 of ii",
        )
        .assaults("prussian");
        table.refuses("hex 0305", "13.1");
        assert_eq!(table.choices("hex"), ["0404"]);
    }

    #[test]
    fn r13_1_nobody_has_to_assault() {
        let mut table = meeting("french infantry f1 4/2 at 0404").assaults("prussian");
        table.does("pass");
        assert_ne!(table.game.part(), Some(Part::Assault));
    }

    #[test]
    fn r13_1_a_unit_assaults_once_and_a_hex_may_be_assaulted_again() {
        let mut table = assault(meeting("french infantry f1 12/6 tcr 7/6 at 0404"), &["p1"]);
        // 5 against 12: column -7/-6, and one to the left for odds of one to two.
        table.rolls(&[8]).does("lose p1 elan");
        assert_eq!((table.at("p1"), table.marks("p1")), ("0405".to_owned(), "shaken".to_owned()));
        table.does("hex 0404");
        table.refuses("unit p1", "13.1");
        assert_eq!(table.choices("unit"), ["p2"]);
    }

    #[test]
    fn r12_7_cavalry_that_was_halted_in_its_charge_does_not_join_another() {
        let mut table = charge("4/2 heavy", "prussian cavalry c2 3/2 at 0405\nfrench infantry f1 4/2 at 0404");
        let c2 = table.unit("c2");
        table.game.unit_mut(c2).done.charged = true;
        table.does("hex 0404");
        table.refuses("unit c2", "13.1");
    }

    #[test]
    fn r13_1_a_charge_must_be_fought_and_others_may_join() {
        let mut table = charge("4/2 heavy", "prussian infantry p1 5/3 at 0405\nfrench infantry f1 4/2 at 0404");
        assert_eq!(table.choices(""), ["hex 0404"]);
        table.refuses("pass", "13.1");
        table.does("hex 0404");
        assert_eq!(table.choices(""), ["begin", "unit p1"], "the charging cavalry takes part");
        table.does("unit p1, begin");
        assert_eq!(at_hand(&table).attackers.as_slice(), [table.unit("c1"), table.unit("p1")]);
    }
}
