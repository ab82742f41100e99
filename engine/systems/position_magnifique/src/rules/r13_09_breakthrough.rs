//! 13.9 Breakthrough Movement: a victorious attacker may enter the vacated hex of its enemy; charging cavalry may go on from
//! there.

use std::fmt::Arguments;

use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList};
use crate::event::Event;
use crate::stage::TaskStage;
use crate::state::{At, Breakthrough, FormationIx, MovingPiece, Order, UnitIx};
use crate::{PositionMagnifique, rulebook as rule};
use battlewright_core::game::Log;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::kit::tasks::TaskFamily;

impl TaskFamily<PositionMagnifique> for Breakthrough {
    fn stage(&self, game: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        prompt(format_args!("{}: break through?", game.side_name(self.side)));
        TaskStage::asks(self.side, rule::BREAKTHROUGH, None)
    }

    fn options(&self, game: &PositionMagnifique, into: &mut ActionList) {
        game.breakthrough_options(self, into);
    }

    fn choose(self, game: &mut PositionMagnifique, action: Action, log: &mut impl Log<Event>) {
        game.break_through(self, action, log);
    }
}

/// 13.10: the choice to move the HQ along with a unit that has broken through to this hex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Follow {
    pub(crate) formation: FormationIx,
    pub(crate) to: HexIx,
}

impl TaskFamily<PositionMagnifique> for Follow {
    fn stage(&self, game: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let facts = game.board.formation(self.formation);
        prompt(format_args!("{}: does {} move along?", game.side_name(facts.side), facts.hq_name));
        TaskStage::asks(facts.side, rule::HQ_COMBAT, None)
    }

    fn options(&self, _: &PositionMagnifique, into: &mut ActionList) {
        into.extend([Action::Move(MovingPiece::Hq(self.formation)), Action::Pass]);
    }

    fn choose(self, game: &mut PositionMagnifique, action: Action, log: &mut impl Log<Event>) {
        game.follow(self.formation, self.to, action, log);
    }
}

impl PositionMagnifique {
    /// Lists the units that may advance into the vacated hex, or the hexes to which the charging cavalry may go on.
    pub(crate) fn breakthrough_options(&self, breakthrough: &Breakthrough, into: &mut ActionList) {
        let ground = breakthrough.ground;
        if self.friend_in(breakthrough.side.other(), ground).is_none() {
            let able = |unit: &UnitIx| {
                self.hex_of(*unit).is_some() && !self.unit(*unit).shaken && !self.is_held_back(*unit, ground)
            };
            match breakthrough.charger.filter(able) {
                Some(charger) => into.extend(self.onward(breakthrough, charger).into_iter().map(Action::Hex)),
                None if self.combat_unit_in(ground).is_none() => {
                    let attackers = breakthrough.attackers.iter().copied();
                    let next_to =
                        |unit: &UnitIx| self.hex_of(*unit).is_some_and(|hex| self.board.map.distance(hex, ground) == 1);
                    let allowed = |unit: &UnitIx| self.forbids_breakthrough(*unit, ground).is_ok();
                    let may = attackers.filter(|unit| able(unit) && next_to(unit) && allowed(unit));
                    into.extend(may.map(Action::Unit));
                }
                None => {}
            }
        }
        into.push(Action::Pass);
    }

    /// 11.1: returns `true` if `unit` is under Defend orders and `hex` is next to an enemy.
    pub(crate) fn is_held_back(&self, unit: UnitIx, hex: HexIx) -> bool {
        self.order_of(unit) == Order::Defend && self.has_enemy_next_to(self.unit_side(unit), hex)
    }

    /// Returns the vacant hexes next to the charging cavalry that are no further from the unit it has beaten, or, if that was
    /// eliminated, from the nearest enemy.
    fn onward(&self, breakthrough: &Breakthrough, charger: UnitIx) -> InlineList<HexIx, 6> {
        let Some(hex) = self.hex_of(charger) else { return InlineList::new() };
        let gap = |enemy: HexIx, at: HexIx| self.board.map.distance(enemy, at);
        let enemies = || self.on_map(breakthrough.side.other()).map(|(_, at)| at);
        let goals: InlineList<HexIx, 16> = match self.hex_of(breakthrough.beaten) {
            Some(beaten) => InlineList::from_slice(&[beaten]),
            None => {
                let nearest = enemies().map(|at| gap(at, hex)).min();
                enemies().filter(|at| Some(gap(*at, hex)) == nearest).collect()
            }
        };
        let near = |to: &HexIx| goals.is_empty() || goals.iter().any(|goal| gap(*goal, *to) <= gap(*goal, hex));
        let open = |to: &HexIx| self.combat_unit_in(*to).is_none() && self.forbids_breakthrough(charger, *to).is_ok();
        self.board.map.neighbors(hex).filter(open).filter(near).collect()
    }

    /// Moves a unit by breakthrough, or ends the breakthrough. The enemy does not fire at it.
    pub(crate) fn break_through(&mut self, mut breakthrough: Breakthrough, action: Action, log: &mut impl Log<Event>) {
        let (unit, hex) = match action {
            Action::Unit(unit) => (unit, breakthrough.ground),
            Action::Hex(hex) => match breakthrough.charger.take() {
                Some(charger) => {
                    // The charging unit has gone on and does not return.
                    breakthrough.attackers.retain(|attacker| *attacker != charger);
                    (charger, hex)
                }
                None => return,
            },
            _ => {
                self.shake_chargers(&breakthrough, log);
                return;
            }
        };
        let from = self.hex_of(unit);
        log.push(Event::BrokeThrough(unit, hex));
        self.shake_after_charge(unit, log);
        if matches!(action, Action::Hex(_)) {
            // The hex is vacant again for the units that joined in the charge.
            self.push(breakthrough);
        } else {
            self.shake_chargers(&breakthrough, log);
        }
        let side = self.unit_side(unit);
        let hqs = self.board.all_formations().filter(|f| self.board.formation(*f).side == side);
        let left_behind: InlineList<FormationIx, 8> = hqs.filter(|f| self.hq_hex(*f) == from).collect();
        for formation in left_behind.into_iter().rev() {
            self.push(Follow { formation, to: hex });
        }
        self.enter(MovingPiece::Unit(unit), hex, log);
    }

    /// 12.5: shakes the units that charged, after the breakthrough.
    fn shake_chargers(&mut self, breakthrough: &Breakthrough, log: &mut impl Log<Event>) {
        for unit in &breakthrough.attackers {
            self.shake_after_charge(*unit, log);
        }
    }

    /// 13.10: moves the HQ along with the unit that it was stacked with, or leaves it behind.
    pub(crate) fn follow(&mut self, formation: FormationIx, to: HexIx, action: Action, log: &mut impl Log<Event>) {
        if let Action::Move(_) = action {
            self.hq_mut(formation).at = At::Hex(to);
            log.push(Event::GoesAlong(formation, to));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::{PRUSSIAN, Table, position};

    /// The unit in 0404 has retreated to 0403.
    fn vacated(more: &str, p1: &str) -> Table {
        let mut table = position(&format!(
            "map 9x9
            prussian infantry p1 5/3 at 0405 {p1}
            french infantry f1 4/2 at 0404
            {more}"
        ))
        .assaults("prussian");
        table.does("unit f1, unit p1, begin").rolls(&[5, 4]);
        table.does("fall-back");
        if !table.choices("").contains(&"hex 0403".to_owned()) {
            table.does("fall-back");
        }
        table.does("hex 0403");
        table
    }

    #[test]
    fn r13_9_a_victorious_attacker_may_enter_the_vacated_hex() {
        let mut table = vacated("", "");
        table.does("hex 0302");
        assert_eq!(table.chooser(), PRUSSIAN);
        assert_eq!(table.choices(""), ["pass", "unit p1"]);
        table.does("unit p1");
        assert_eq!(table.at("p1"), "0404");
        table.logs("p1 breaks through to 0404 [13.9]");
    }

    #[test]
    fn r13_9_a_breakthrough_is_not_fired_upon() {
        let mut table = vacated("french infantry f2 4/2 at 0503", "");
        table.does("hex 0302, unit p1");
        table.logs_nothing_with("fires");
        assert_eq!(table.at("p1"), "0404");
    }

    #[test]
    fn r11_1_a_breakthrough_under_defend_orders_does_not_come_next_to_an_enemy() {
        // The beaten unit ends two hexes from 0404.
        let won = |more: &str| {
            let mut table = position(&format!(
                "map 9x9
                corps x prussian at 0801 range 9 9 defend
                prussian cavalry p1 8/5 at 0405 of x
                french infantry f1 2/1 at 0404
                {more}"
            ))
            .assaults("x");
            table.does("unit f1, unit p1, begin").rolls(&[3, 4]).does("fall-back, fall-back, hex 0303, hex 0302");
            table
        };
        let mut table = won("");
        assert_eq!(table.choices(""), ["pass", "unit p1"]);
        table.does("unit p1");
        assert_eq!(table.at("p1"), "0404");
        let table = won("french cavalry f2 2/1 at 0503");
        table.logs_nothing_with("breaks through");
        assert_eq!(table.at("p1"), "0405", "nobody is asked");
    }

    #[test]
    fn r13_9_shaken_victors_stay() {
        let table = vacated("", "shaken");
        assert_eq!(table.at("f1"), "0403");
        table.logs_nothing_with("breaks through");
        assert_eq!(table.prompt(), "A chit is drawn", "nobody is asked");
    }

    #[test]
    fn r13_9_a_defender_who_wins_does_not_break_through() {
        let mut table = position(
            "map 9x9
            prussian infantry p1 5/3 at 0405
            french infantry f1 4/2 at 0404",
        )
        .assaults("prussian");
        table.does("unit f1, unit p1, begin").rolls(&[2, 2]).does("fall-back");
        let to = format!("hex {}", table.choices("hex")[0]);
        table.does(&to);
        assert_eq!(table.at("f1"), "0404");
        assert_eq!(table.prompt(), "A chit is drawn");
    }

    /// Cavalry has charged into 0404, and the defender retreated to 0403.
    fn charged() -> Table {
        let mut table = position(
            "map 9x9
            prussian cavalry c1 3/2 at 0408
            prussian infantry p1 2/2 at 0504
            french infantry f1 6/3 at 0404",
        )
        .moves("prussian");
        table.does("charge c1 f1, hex 0407, hex 0406, hex 0405, pass, hex 0404, pass");
        table.does("unit f1, unit p1, begin").rolls(&[6, 5]);
        table.does("lose f1, fall-back, hex 0403");
        table
    }

    #[test]
    fn r13_9_charging_cavalry_goes_on_without_losing_distance() {
        let mut table = charged();
        assert_eq!(table.choices("hex"), ["0303", "0503"], "next to 0403 as 0404 is");
        table.does("hex 0503");
        table.logs("c1 breaks through to 0503 [13.9]");
        assert_eq!(table.marks("c1"), "shaken", "right after its breakthrough");
        assert_eq!(table.choices("unit"), ["p1"], "c1 does not come back");
        table.does("unit p1");
        assert_eq!(table.at("p1"), "0404", "it makes room for the others");
    }

    #[test]
    fn r13_9_charging_cavalry_may_stay_where_it_won() {
        let mut table = charged();
        table.does("pass");
        assert_eq!((table.at("c1").as_str(), table.marks("c1").as_str()), ("0404", "shaken"));
        assert_eq!(table.at("p1"), "0504");
    }

    #[test]
    fn r13_9_when_the_beaten_unit_is_gone_any_of_the_nearest_enemies_will_do() {
        let mut table = position(
            "map 9x9
            prussian cavalry c1 3/2 at 0804
            french infantry f1 2/1 at 0404 reduced
            french infantry f2 4/2 at 0402
            french infantry f3 4/2 at 0406",
        )
        .moves("prussian");
        table.does("charge c1 f1, hex 0704, hex 0604, hex 0504, pass, hex 0404, pass, unit f1, begin").rolls(&[3, 4]);
        table.does("lose f1");
        assert_eq!(table.choices("hex"), ["0303", "0304", "0403", "0405", "0503", "0504"]);
    }
}
