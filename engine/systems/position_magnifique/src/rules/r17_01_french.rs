//! 17.1 French Event Chits: Feu de Bataillon and Prussian Aggressive Tactics.

use std::fmt::Arguments;

use battlewright_schema::position_magnifique::Event as Chance;
use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList};
use crate::event::Event;
use crate::stage::TaskStage;
use crate::state::{ActivatedUnits, Activation, Chit, FormationIx, MovingPiece, Order, UnitIx};
use crate::{PositionMagnifique, rulebook as rule};
use battlewright_core::game::{Log, Side};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::kit::tasks::TaskFamily;

/// 17.1: the die to lure the unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LureRoll(pub(crate) UnitIx);

impl TaskFamily<PositionMagnifique> for LureRoll {
    fn stage(&self, _: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        prompt(format_args!("Roll for Prussian Aggressive Tactics"));
        TaskStage::rolls(1, rule::FRENCH_EVENTS, None)
    }

    fn resolve(self, game: &mut PositionMagnifique, picks: &[u16], log: &mut impl Log<Event>) {
        if let &[die] = picks {
            game.roll_lure(self.0, die, log);
        }
    }
}

/// 17.1: the enemy of the lured unit moves it and picks its target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Lure(pub(crate) UnitIx);

impl TaskFamily<PositionMagnifique> for Lure {
    fn stage(&self, game: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let side = game.unit_side(self.0).other();
        prompt(format_args!("{}: where is {} lured?", game.side_name(side), game.unit_name(self.0)));
        TaskStage::asks(side, rule::FRENCH_EVENTS, None).about(MovingPiece::Unit(self.0))
    }

    fn options(&self, game: &PositionMagnifique, into: &mut ActionList) {
        game.lure_options(self.0, into);
    }

    fn choose(self, game: &mut PositionMagnifique, action: Action, log: &mut impl Log<Event>) {
        game.lure(self.0, action, log);
    }
}

impl PositionMagnifique {
    /// 17.1: returns the infantry corps whose chit is still in the cup; if there are none, any infantry corps. A corps with
    /// Bazaine's Malaise is included only if there is no other.
    pub(crate) fn feu_choices(&self, side: Side) -> InlineList<FormationIx, 16> {
        let corps: InlineList<FormationIx, 16> = self
            .board
            .all_formations()
            .filter(|f| {
                let facts = self.board.formation(*f);
                facts.side == side && facts.infantry_corps && self.hq_hex(*f).is_some()
            })
            .collect();
        let in_cup = |f: &FormationIx| self.state.cup.contains(&Chit::Activation(*f)) && !self.hq(*f).activated;
        let waiting: InlineList<FormationIx, 16> = corps.iter().copied().filter(in_cup).collect();
        let choices = if waiting.is_empty() { corps } else { waiting };
        let free: InlineList<FormationIx, 16> =
            choices.iter().copied().filter(|f| self.state.malaise != Some(*f)).collect();
        if free.is_empty() { choices } else { free }
    }

    /// 17.1: switches the HQ of the corps with Feu de Bataillon to Defend when its chit is drawn, before any fire.
    pub(crate) fn take_cover(&mut self, formation: FormationIx, log: &mut impl Log<Event>) {
        if self.hq(formation).order != Order::Defend {
            self.hq_mut(formation).order = Order::Defend;
            log.push(Event::Ordered(formation, Order::Defend));
        }
    }

    /// 17.1: resolves the die: on a high total, with a bonus out of Command Range, the unit is lured forward.
    pub(crate) fn roll_lure(&mut self, unit: UnitIx, die: u16, log: &mut impl Log<Event>) {
        let rules = &self.board.rules;
        let total = die + if self.is_in_range(unit) { 0 } else { u16::from(rules.aggressive_out_of_range) };
        let lured = total >= u16::from(rules.aggressive_from);
        log.push(Event::EventDie(Chance::PrussianAggressiveTactics, unit, total, lured));
        if lured {
            let side = self.unit_side(unit);
            self.push_activation(Activation { who: ActivatedUnits::Lured(unit), side });
            self.unit_mut(unit).done.must_assault = true;
            self.push(Lure(unit));
        }
    }

    /// Returns `true` if `unit` is within the Command Range of its HQ.
    pub(crate) fn is_in_range(&self, unit: UnitIx) -> bool {
        let formation = self.board.unit(unit).formation;
        self.hex_of(unit).is_some_and(|hex| self.command_range(formation).contains(&hex))
    }

    /// 17.1: lists the hexes, one nearer to a unit within two hexes, to which the enemy may move the unit; empty if it is
    /// already next to an enemy.
    pub(crate) fn lure_options(&self, unit: UnitIx, into: &mut ActionList) {
        let side = self.unit_side(unit);
        let Some(hex) = self.hex_of(unit) else { return };
        if self.has_enemy_next_to(side, hex) {
            return;
        }
        let baits: InlineList<HexIx, 16> =
            self.on_map(side.other()).map(|(_, at)| at).filter(|at| self.board.map.distance(*at, hex) <= 2).collect();
        let nearer = |to: &HexIx| {
            baits.iter().any(|bait| self.board.map.distance(*bait, *to) < self.board.map.distance(*bait, hex))
        };
        let open = |to: &HexIx| {
            self.combat_unit_in(*to).is_none() && self.forbids_step(MovingPiece::Unit(unit), Some(hex), *to).is_ok()
        };
        let hexes = self.board.map.neighbors(hex).filter(open).filter(nearer);
        into.extend(hexes.map(Action::Hex));
    }

    /// 17.1: moves the lured unit for the enemy.
    pub(crate) fn lure(&mut self, unit: UnitIx, action: Action, log: &mut impl Log<Event>) {
        if let Action::Hex(hex) = action {
            log.push(Event::Moved(MovingPiece::Unit(unit), hex));
            self.come_to(MovingPiece::Unit(unit), hex, log);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::state::FireCause;
    use crate::tests::testing::{FRENCH, PRUSSIAN, Table, position};
    use crate::tests::testing_scenes::{between, guns, three_corps, three_corps_position};

    #[test]
    fn r17_1_artillery_barrage_is_free_fire_of_artillery_between_chits() {
        let mut table = between("holds french artillery-barrage");
        assert_eq!(table.chooser(), FRENCH);
        assert_eq!(table.choices(""), ["chit-0 fire f1 p1", "pass"]);
        table.does("chit-0 fire f1 p1").rolls(&[6, 5]);
        table.logs("Artillery Barrage is played [17.1]");
        assert_eq!(table.marks("p1"), "reduced");
        assert!(table.game.state.held.is_empty());
    }

    #[test]
    fn r17_1_free_fire_comes_before_the_turn_end_phases_too() {
        let mut table = guns("holds french artillery-barrage").cup();
        table.draws("prussian").does("pass, attack, pass");
        assert_eq!(table.prompt(), "French: free fire with a held chit?");
        table.does("pass").draws("french").does("pass, attack, pass");
        assert_eq!(table.prompt(), "French: free fire with a held chit?");
        table.logs_nothing_with("Rally Phase");
        table.does("chit-0 fire f1 p1").rolls(&[1, 2]);
        table.logs("Rally Phase [14.1]");
    }

    #[test]
    fn r17_1_artillery_barrage_fires_back_for_artillery_that_was_fired_upon() {
        let mut table = guns("holds french artillery-barrage").activate("prussian");
        table.does("fire p1 f1").rolls(&[1, 2]);
        assert_eq!(table.chooser(), FRENCH);
        table.does("chit-0 fire f1 p1").rolls(&[6, 5]);
        assert_eq!(table.marks("p1"), "reduced");
        let mut table = guns("holds french artillery-barrage").activate("prussian");
        table.does("fire p1 f2").rolls(&[1, 2]);
        assert_eq!(table.chooser(), PRUSSIAN, "infantry was fired upon");
    }

    #[test]
    fn r17_1_beaten_zone_is_the_same_for_infantry() {
        let table = between("holds french beaten-zone");
        assert_eq!(table.choices(""), ["chit-0 fire f2 p1", "pass"]);
        let mut table = guns("holds french beaten-zone").activate("prussian");
        table.does("fire p1 f2").rolls(&[1, 2]);
        assert_eq!(table.choices(""), ["chit-0 fire f2 p1", "pass"]);
        let mut table = guns("holds french beaten-zone").activate("prussian");
        table.does("fire p1 f1").rolls(&[1, 2]);
        assert_eq!(table.chooser(), PRUSSIAN, "artillery was fired upon");
    }

    /// A Prussian brigade moves next to a French one whose side holds Beaten Zone.
    fn coming() -> Table {
        let mut table = position(
            "map 12x9
            holds french beaten-zone
            french infantry f1 4/2 at 0404
            french field f2 9/5 at 0204
            prussian infantry p1 5/3 at 0408",
        )
        .moves("prussian");
        table.does("move p1, hex 0407");
        table
    }

    #[test]
    fn r17_1_beaten_zone_interdicts_from_two_hexes_or_more() {
        let mut table = coming();
        assert_eq!(table.chooser(), FRENCH);
        assert_eq!(table.choices(""), ["chit-0 fire f1 p1", "pass"], "not the artillery");
        table.does("pass, hex 0406, chit-0 fire f1 p1").rolls(&[6, 5]);
        assert_eq!((table.at("p1").as_str(), table.marks("p1").as_str()), ("0406", "shaken"));
        table.refuses("hex 0405", "12.1");
        let mut table = coming();
        table.does("chit-0 fire f1 p1").rolls(&[1, 2]);
        assert_eq!(table.prompt(), "Prussians: move p1", "it goes on if there is no effect");
        let mut table = coming();
        table.does("pass, hex 0406, pass, hex 0405");
        assert_eq!(table.choices(""), ["pass", "unit f1"], "next to each other there is only Defensive Fire");
    }

    #[test]
    fn r17_1_interdiction_does_not_meet_a_breakthrough_or_a_charge_in_its_target_s_hex() {
        let mut table = position(
            "map 12x9
            holds french beaten-zone
            french infantry f1 4/2 at 0404
            french infantry f2 4/2 at 0401
            prussian infantry p1 5/3 at 0405",
        )
        .assaults("prussian");
        table.does("unit f1, unit p1, begin").rolls(&[3, 4]).does("fall-back, hex 0303");
        table.does("unit p1");
        assert_eq!(table.at("p1"), "0404");
        table.logs_nothing_with("Beaten Zone");
        let mut table = position(
            "map 12x9
            holds french beaten-zone
            french cavalry f1 4/2 at 0404
            french infantry f2 4/2 at 0401
            prussian cavalry c1 3/2 at 0408",
        )
        .moves("prussian");
        table.does("charge c1 f1, hex 0407, hex 0406, hex 0405, hex 0404");
        assert_eq!(table.prompt(), "Prussians: move a unit, or pass", "0404 is three hexes from 0401, in sight");
    }

    const FEU: &str = "french feu-de-bataillon feu-de-bataillon";

    #[test]
    fn r17_1_feu_de_bataillon_must_go_to_an_infantry_corps_that_waits() {
        let mut table = three_corps(FEU);
        table.draws("feu-de-bataillon").does("use feu-de-bataillon");
        assert_eq!(table.choices(""), ["formation ii", "formation iii"]);
        table.refuses("pass", "17.1");
        table.refuses("formation 3rc", "17.1");
        let mut table = three_corps(FEU);
        table.draws("iii").does("attack, pass").draws("feu-de-bataillon").does("use feu-de-bataillon");
        assert_eq!(table.choices(""), ["formation ii"]);
    }

    #[test]
    fn r17_1_feu_de_bataillon_goes_to_any_infantry_corps_when_none_waits() {
        let mut table = three_corps(FEU);
        table.draws("iii").does("attack, pass").draws("ii").does("pass, attack, pass");
        table.draws("feu-de-bataillon").does("use feu-de-bataillon");
        assert_eq!(table.choices(""), ["formation ii", "formation iii"]);
        // Its chit is not drawn again this turn.
        table.does("formation ii");
        table.logs("Feu de Bataillon has no effect [17.1]");
        assert!(table.fire_shifts("f1", "p1", FireCause::Phase).is_empty());
    }

    #[test]
    fn r17_1_by_the_ruling_feu_de_bataillon_works_at_once_with_an_hq_that_has_been_activated() {
        let position = three_corps_position(FEU).with(|scenario| scenario.rules.feu_after_activation = Some(true));
        let mut table = position.cup();
        table.draws("iii").does("attack, pass").draws("ii").does("pass, attack, pass");
        table.draws("feu-de-bataillon").does("use feu-de-bataillon, formation ii");
        table.logs("ii has orders to defend [11.1]");
        assert_eq!(table.fire_shifts("f1", "p1", FireCause::Phase), ["Feu de Bataillon +1"]);
    }

    #[test]
    fn r17_1_feu_de_bataillon_has_the_corps_defend_before_it_fires() {
        let mut table = position(
            "map 12x9
            chit french feu-de-bataillon feu-de-bataillon
            corps ii french at 0401 range 1 3
            french infantry f1 4/2 at 0404 of ii
            prussian infantry p1 5/3 at 0406",
        )
        .cup();
        table.draws("feu-de-bataillon").does("use feu-de-bataillon, formation ii").draws("ii");
        table.logs("ii has orders to defend [11.1]");
        assert_eq!(table.fire_shifts("f1", "p1", FireCause::Phase), ["Feu de Bataillon +1"], "3 hexes are within 3");
    }

    #[test]
    fn r17_1_feu_de_bataillon_avoids_an_hq_with_bazaine_s_malaise() {
        let mut table = three_corps(FEU);
        table.game.state.malaise = Some(table.formation("ii"));
        table.draws("feu-de-bataillon").does("use feu-de-bataillon");
        assert_eq!(table.choices(""), ["formation iii"]);
        let mut table = three_corps(FEU);
        table.game.state.malaise = Some(table.formation("ii"));
        table.draws("iii").does("attack, pass").draws("feu-de-bataillon").does("use feu-de-bataillon");
        assert_eq!(table.choices(""), ["formation ii"], "there is no choice");
    }

    #[test]
    fn r17_1_feu_de_bataillon_has_the_corps_defend_move_a_hex_and_fire_better() {
        let mut table = three_corps(FEU);
        table.draws("feu-de-bataillon").does("use feu-de-bataillon, formation ii");
        table.logs("Feu de Bataillon with ii [17.1]");
        assert!(table.fire_shifts("f1", "p1", FireCause::Phase).is_empty(), "not before its chit is drawn");
        table.draws("ii");
        assert_eq!(table.fire_shifts("f1", "p1", FireCause::Phase), ["Feu de Bataillon +1"]);
        table.does("pass");
        assert_eq!(table.choices(""), ["defend"]);
        table.does("defend, move f1, hex 0403");
        assert_eq!(table.prompt(), "French: move a unit, or pass", "one hex, and no more");
        assert_eq!(table.at("f1"), "0403");
        table.does("move ii-hq, hex 0102, hex 0103, hex 0104, stop");
        assert_eq!(table.at("ii-hq"), "0104", "the HQ itself is not held");
    }

    #[test]
    fn r17_1_feu_de_bataillon_helps_only_units_in_command() {
        let mut table = position(
            "map 12x9
            chit french feu-de-bataillon feu-de-bataillon
            corps ii french at 0101 range 1 1
            french infantry f1 4/2 at 0404 of ii
            prussian infantry p1 5/3 at 0406",
        )
        .cup();
        table.draws("feu-de-bataillon").does("use feu-de-bataillon, formation ii").draws("ii");
        assert!(table.fire_shifts("f1", "p1", FireCause::Phase).is_empty());
    }

    /// Mitrailleuse Fire has been chosen; the battery with the mitrailleuses has no ordinary target in range.
    fn mitrailleuse(step: &str) -> Table {
        let mut table = position(&format!(
            "map 12x9
            chit french mitrailleuse-fire beaten-zone
            french field f1 9/5 at 0404 m range 1 2 {step}
            french field f2 9/5 at 0604
            prussian infantry p1 5/3 at 0407
            prussian infantry p2 5/3 at 0508"
        ))
        .cup();
        table.draws("mitrailleuse-fire").does("use mitrailleuse-fire");
        table
    }

    #[test]
    fn r17_1_mitrailleuse_fire_reaches_three_hexes_with_factor_6_or_3() {
        let mut table = mitrailleuse("");
        assert_eq!(table.choices(""), ["fire f1 p1", "pass"]);
        table.does("fire f1 p1").rolls(&[1, 2]);
        table.logs("Column 6, 1 + 2 = 3: no effect [10.2]");
        let mut table = mitrailleuse("reduced");
        table.does("fire f1 p1").rolls(&[1, 2]);
        table.logs("Column 3, 1 + 2 = 3: no effect [10.2]");
    }

    #[test]
    fn r17_1_mitrailleuse_fire_lowers_the_morale_it_tests() {
        let mut table = mitrailleuse("");
        table.does("fire f1 p1").rolls(&[5, 3]).rolls(&[4, 4]);
        table.logs("Morale 7 of p1, 4 + 4 = 8: it fails [10.7]");
        assert_eq!(table.marks("p1"), "shaken");
    }

    /// Prussian Aggressive Tactics for `p1` in this hex, after the roll.
    fn aggressive(hex: &str, range: u8, die: u16) -> Table {
        let mut table = position(&format!(
            "map 12x9
            chit french prussian-aggressive-tactics beaten-zone
            corps x prussian at 1101 range {range} {range} defend
            prussian infantry p1 5/3 at {hex} of x
            prussian infantry p2 5/3 at 0408 of x
            prussian field p3 5/3 at 0505 of x
            french infantry f1 4/2 at 0404"
        ))
        .cup();
        table.draws("prussian-aggressive-tactics").does("use prussian-aggressive-tactics");
        assert_eq!(table.choices(""), ["pass", "unit p1"], "infantry within two hexes");
        table.does("unit p1").rolls(&[die]);
        table
    }

    #[test]
    fn r17_1_aggressive_tactics_lure_a_prussian_forward() {
        let mut table = aggressive("0406", 12, 5);
        assert_eq!((table.chooser(), table.choices("")), (FRENCH, vec!["hex 0405".into()]));
        table.does("hex 0405");
        assert_eq!((table.chooser(), table.choices("")), (FRENCH, vec!["pass".into(), "unit f1".into()]));
        table.does("pass");
        assert_eq!((table.chooser(), table.choices("")), (FRENCH, vec!["unit f1".into()]));
        table.does("unit f1, begin").rolls(&[3, 4]);
        table.logs("p1 assaults f1 [13.1]");
        table.logs("Column +1, 3 + 4 = 7: D1 [13.2]");
    }

    #[test]
    fn r17_1_a_lured_unit_breaks_through_under_attack_orders() {
        // Its HQ defends, and f2 is next to the vacated hex.
        let mut table = position(
            "map 12x9
            chit french prussian-aggressive-tactics beaten-zone
            corps x prussian at 1101 range 12 12 defend
            prussian infantry p1 5/3 at 0405 of x
            french infantry f1 4/2 at 0404
            french infantry f2 4/2 at 0303",
        )
        .cup();
        table.draws("prussian-aggressive-tactics").does("use prussian-aggressive-tactics, unit p1").rolls(&[6]);
        table.does("unit f1, begin").rolls(&[3, 4]);
        table.does("fall-back, hex 0403");
        table.allows("unit p1");
    }

    #[test]
    fn r17_1_aggressive_tactics_need_5_or_3_out_of_command_range() {
        let table = aggressive("0406", 12, 4);
        table.logs("Prussian Aggressive Tactics for p1, 4: no effect [17.1]");
        assert_eq!(table.prompt(), "A chit is drawn");
        let table = aggressive("0406", 1, 3);
        table.logs("Prussian Aggressive Tactics for p1, 5: it succeeds [17.1]");
        aggressive("0406", 1, 2).logs("Prussian Aggressive Tactics for p1, 4: no effect [17.1]");
    }

    #[test]
    fn r17_1_who_is_next_to_the_french_already_is_not_moved_and_assaults() {
        let mut table = aggressive("0405", 12, 6);
        assert_eq!(table.choices(""), ["unit f1"]);
        table.does("unit f1, begin");
        table.logs_nothing_with("moves to");
    }
}
