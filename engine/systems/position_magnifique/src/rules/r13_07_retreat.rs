//! 13.7 Retreat Movement.

use std::fmt::Arguments;

use crate::action::{Action, ActionList};
use crate::event::Event;
use crate::stage::TaskStage;
use crate::state::{At, MovingPiece, Retreat, UnitIx};
use crate::{PositionMagnifique, rulebook as rule};
use battlewright_core::game::Log;
use battlewright_core::kit::grammar::question;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::kit::tasks::TaskFamily;

impl TaskFamily<PositionMagnifique> for Retreat {
    fn stage(&self, game: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let side = game.unit_side(self.unit);
        let who = game.unit_name(self.unit);
        prompt(format_args!("{}: where {} {who} retreat?", game.side_name(side), question(who)));
        TaskStage::asks(side, rule::RETREAT, None).about(MovingPiece::Unit(self.unit))
    }

    fn options(&self, game: &PositionMagnifique, into: &mut ActionList) {
        game.retreat_options(self, into);
    }

    fn choose(self, game: &mut PositionMagnifique, action: Action, log: &mut impl Log<Event>) {
        game.fall_back(self, action, log);
    }
}

impl PositionMagnifique {
    /// Lists the hexes for the retreat, by the rule's priorities: further from the victors, then nearer to the HQ, then not
    /// through a friend; or the end of the retreat, if it is long enough.
    pub(crate) fn retreat_options(&self, retreat: &Retreat, into: &mut ActionList) {
        let Some(hex) = self.hex_of(retreat.unit) else { return };
        if retreat.left == 0 && !self.is_stacked(MovingPiece::Unit(retreat.unit), hex) {
            into.push(Action::Stop);
            return;
        }
        let away = self.ways_out(retreat, hex);
        let hq = self.hq_hex(self.board.unit(retreat.unit).formation);
        let nearer =
            |to: &HexIx| hq.is_some_and(|hq| self.board.map.distance(hq, *to) < self.board.map.distance(hq, hex));
        let free = |to: &HexIx| self.combat_unit_in(*to).is_none();
        let mut best = prefer(away, nearer);
        best = prefer(best, free);
        into.extend(best.into_iter().map(Action::Hex));
        if into.is_empty() {
            into.push(Action::Pass);
        }
    }

    /// Returns the hexes to which the unit may retreat from `hex`: further from every victor; if there are none, by the ruling,
    /// further from one and nearer to none.
    fn ways_out(&self, retreat: &Retreat, hex: HexIx) -> InlineList<HexIx, 6> {
        let enemy = self.unit_side(retreat.unit).other();
        let victors: InlineList<HexIx, 8> = retreat.victors.iter().filter_map(|unit| self.hex_of(*unit)).collect();
        let gap = |victor: HexIx, at: HexIx| self.board.map.distance(victor, at);
        let is_open =
            |to: &HexIx| self.friend_in(enemy, *to).is_none() && self.forbids_retreat(retreat.unit, hex, *to).is_ok();
        let open = || self.board.map.neighbors(hex).filter(is_open);
        let away: InlineList<HexIx, 6> =
            open().filter(|to| victors.iter().all(|victor| gap(*victor, *to) > gap(*victor, hex))).collect();
        if !away.is_empty() || !self.board.rules.retreat_between_victors {
            return away;
        }
        let nearer_to_none = |to: &HexIx| victors.iter().all(|victor| gap(*victor, *to) >= gap(*victor, hex));
        let further_from_one = |to: &HexIx| victors.iter().any(|victor| gap(*victor, *to) > gap(*victor, hex));
        open().filter(nearer_to_none).filter(further_from_one).collect()
    }

    /// Retreats the unit by a hex, ends the retreat, or eliminates a unit without a hex to retreat to.
    pub(crate) fn fall_back(&mut self, mut retreat: Retreat, action: Action, log: &mut impl Log<Event>) {
        let unit = retreat.unit;
        match action {
            Action::Hex(hex) => {
                self.take_headquarters_along(unit, hex);
                retreat.left = retreat.left.saturating_sub(1);
                log.push(Event::Retreated(unit, hex));
                self.push(retreat);
                self.come_to(MovingPiece::Unit(unit), hex, log);
            }
            Action::Stop => {
                if retreat.shaken && !self.unit(unit).shaken {
                    self.unit_mut(unit).shaken = true;
                    log.push(Event::Shaken(unit));
                }
            }
            _ => {
                log.push(Event::NoRetreat(unit));
                self.eliminate(unit, log);
            }
        }
    }

    /// 13.10: moves HQs stacked with the unit along with it.
    fn take_headquarters_along(&mut self, unit: UnitIx, to: HexIx) {
        let Some(from) = self.hex_of(unit) else { return };
        let side = self.unit_side(unit);
        let alone = !self.ground.units(from).any(|other| other != unit && self.unit_side(other) == side);
        for formation in self.board.all_formations() {
            if alone && self.board.formation(formation).side == side && self.hq_hex(formation) == Some(from) {
                self.hq_mut(formation).at = At::Hex(to);
            }
        }
    }
}

/// Returns those of `hexes` that are preferred, or all if none is.
fn prefer(hexes: InlineList<HexIx, 6>, preferred: impl Fn(&HexIx) -> bool) -> InlineList<HexIx, 6> {
    if hexes.iter().any(&preferred) { hexes.into_iter().filter(preferred).collect() } else { hexes }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::{PRUSSIAN, Table, position};

    /// The unit in 0404 has lost to one in 0405, by `D1` or by `D2`, and retreats.
    fn beaten(more: &str, dice: &[u16]) -> Table {
        let mut table = position(&format!(
            "map 9x9
            corps ii french at 0001 range 9 9
            corps x prussian at 0801 range 9 9
            prussian infantry p1 5/3 at 0405 of x
            french infantry f1 4/2 at 0404 of ii
            {more}"
        ))
        .assaults("x");
        table.does("unit f1, unit p1, begin").rolls(dice).does("fall-back");
        table
    }

    const D1: &[u16] = &[3, 4];
    const D2: &[u16] = &[6, 3];

    #[test]
    fn r13_7_away_from_the_victors_and_if_possible_toward_the_headquarters() {
        let table = beaten("", D1);
        assert_eq!(table.choices("hex"), ["0303", "0403"], "0503 is as far from 0405, but no nearer to 0001");
    }

    #[test]
    fn r13_7_a_retreat_avoids_friends_if_it_can() {
        let table = beaten("french infantry f2 4/2 at 0403 of ii", D1);
        assert_eq!(table.choices("hex"), ["0303"]);
    }

    #[test]
    fn r13_7_a_retreat_that_would_end_with_a_friend_goes_on() {
        let mut table = beaten(
            "french infantry f2 4/2 at 0403 of ii
            french infantry f3 4/2 at 0303 of ii",
            D1,
        );
        assert_eq!(table.choices("hex"), ["0303", "0403"]);
        table.does("hex 0403");
        table.refuses("stop", "13.7");
        table.does("hex 0302");
        assert_eq!((table.at("f1").as_str(), table.marks("f1").as_str()), ("0302", "shaken"));
    }

    #[test]
    fn r13_7_hexes_are_counted_not_movement_points() {
        let mut table = beaten("forest 0403 0402 0303 0302 0203 0202 0301 0401", D2);
        table.does("fall-back, hex 0403, hex 0302");
        assert_eq!(table.at("f1"), "0302");
    }

    #[test]
    fn r13_7_who_would_have_to_leave_the_map_is_eliminated() {
        let mut table = position(
            "map 9x9
            prussian infantry p1 5/3 at 0402
            french infantry f1 4/2 at 0401",
        )
        .assaults("prussian");
        table.does("unit f1, unit p1, begin").rolls(D1).does("fall-back");
        table.logs("f1 cannot retreat [13.7]");
        assert_eq!(table.at("f1"), "eliminated");
    }

    #[test]
    fn r13_7_who_would_have_to_pass_the_enemy_is_eliminated() {
        let mut table = beaten(
            "prussian cavalry p2 2/1 at 0403 of x
            prussian cavalry p3 2/1 at 0303 of x
            prussian cavalry p4 2/1 at 0503 of x",
            D1,
        );
        table.logs("f1 cannot retreat [13.7]");
        assert_eq!(table.at("f1"), "eliminated");
        assert_eq!(table.choices("unit"), ["p1"], "whose hex the victor may enter");
        table.does("pass");
    }

    #[test]
    fn r13_7_fire_meets_a_retreat_and_does_not_halt_it() {
        let mut table = beaten("prussian infantry p2 5/3 at 0402 of x", D2);
        table.does("fall-back, hex 0403");
        assert_eq!(table.chooser(), PRUSSIAN);
        table.does("unit p2").rolls(&[6, 5]);
        table.logs("p2 fires at f1 [12.4]");
        assert_eq!(table.marks("f1"), "shaken");
        assert!(!table.choices("hex").is_empty(), "it has another hex to go");
    }

    /// Infantry north and south of `f1` has beaten it by `D1`; by this ruling it may escape between them.
    fn between(them: bool) -> Table {
        let mut table = position(
            "map 9x9
            corps ii french at 0001 range 9 9
            prussian infantry p1 5/3 at 0403
            prussian infantry p2 5/3 at 0405
            french infantry f1 4/2 at 0404 of ii",
        )
        .with(|scenario| scenario.rules.retreat_between_victors = Some(them))
        .assaults("prussian");
        table.does("unit f1, unit p1, unit p2, begin").rolls(&[2, 3]);
        table.logs("Column +5 to +6, 2 + 3 = 5 +1: D1 [13.2]");
        table.does("fall-back");
        table
    }

    #[test]
    fn r13_7_between_two_victors_it_gets_further_from_one_and_nearer_to_none_by_the_ruling() {
        let mut table = between(true);
        assert_eq!(table.choices("hex"), ["0303"], "of 0303, 0304, 0503 and 0504 it is nearer to the HQ");
        table.does("hex 0303, pass");
        assert_eq!((table.at("f1").as_str(), table.marks("f1").as_str()), ("0303", "shaken"));
        let table = between(false);
        assert_eq!(table.at("f1"), "eliminated");
        table.logs("f1 cannot retreat [13.7]");
    }

    #[test]
    fn r13_7_from_a_charge_with_support_it_goes_away_from_both() {
        let mut table = position(
            "map 9x9
            corps ii french at 0001 range 9 9
            prussian cavalry c1 3/2 at 0408
            prussian infantry p1 5/3 at 0403
            french infantry f1 4/2 at 0404 of ii",
        )
        .moves("prussian");
        table.does("charge c1 f1, hex 0407, hex 0406, hex 0405, pass, hex 0404, pass");
        table.does("unit f1, unit p1, begin").rolls(&[1, 2]);
        table.logs("Column +7 or more, 1 + 2 = 3: D1 [13.2]");
        table.does("fall-back");
        assert_eq!(table.choices("hex"), ["0304", "0405", "0504"], "not next to p1");
    }
}
