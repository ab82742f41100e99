//! 7.6 Advances after combat: victorious units that took part in contact may enter a hex that the combat left empty, one hex far.

use crate::action::{Action, ActionList, RefusalCause};
use crate::event::Event;
use crate::rules::r07_6_retreat::RetreatTask;
use crate::state::{At, HexList, Party, UnitIx};
use crate::{Matz, rulebook as rule};
use battlewright_core::game::Log;
use battlewright_core::kit::hex_map::HexIx;

impl Matz {
    /// Every advance of `units` into `hexes`, and to advance no more.
    pub(crate) fn advance_options(&self, units: &Party, hexes: &HexList, into: &mut ActionList) {
        for unit in units {
            for to in hexes {
                if self.may_advance(units, hexes, *unit, *to).is_ok() {
                    into.push(Action::Advance { unit: *unit, to: *to });
                }
            }
        }
        if !into.is_empty() {
            into.push(Action::Pass);
        }
    }

    /// Checks whether `unit` may advance into `to`. The cost of terrain and zones of control do not matter, but what terrain
    /// forbids remains forbidden.
    pub(crate) fn may_advance(
        &self,
        units: &Party,
        hexes: &HexList,
        unit: UnitIx,
        to: HexIx,
    ) -> Result<(), RefusalCause> {
        let no = |why| Err(RefusalCause::At(rule::RETREATS, why, to));
        let side = self.unit_side(unit);
        let Some(from) = self.hex_of(unit).filter(|_| units.contains(&unit)) else {
            return no("only victorious units that took part advance, one hex each, and not this one into");
        };
        if !hexes.contains(&to) || self.has_ground_unit(side.other(), to) {
            no("the combat has not left empty")
        } else if self.board.map.distance(from, to) != 1 {
            no("an advance is one hex long, and the unit is not next to")
        } else if self.board.step_cost(unit, from, to).is_none() {
            no("the terrain forbids the way to")
        } else if !self.fits(side, to, self.steps_left(unit)) {
            Err(RefusalCause::At(rule::STACKING, "the unit would be above the limit of stacking in", to))
        } else {
            self.forbids_advance(unit, from, to)
        }
    }

    /// `unit` advances into `to`.
    pub(crate) fn advance(
        &mut self,
        mut units: Party,
        hexes: HexList,
        unit: UnitIx,
        to: HexIx,
        log: &mut impl Log<Event>,
    ) {
        self.put(unit, At::Hex(to));
        log.push(Event::Advanced(unit, to));
        self.take_control(unit, to, log);
        units.retain(|other| *other != unit);
        self.push(RetreatTask::Advance { units, hexes });
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::{FRENCH, GERMAN, position};

    const UNITS: &str = "german infantry g1 4/2 at 0404
        german infantry g2 4/2 at 0304
        french infantry f1 4 at 0405";

    #[test]
    fn r7_6_each_victorious_unit_may_advance_one_hex_and_none_must() {
        let mut table = position(&format!("{UNITS}\ngerman infantry g3 4/2 at 0504\nplace a 0405 held french"))
            .fought(GERMAN, "g1 g2", "0405", "DE");
        assert_eq!(table.choices(""), ["advance g1 0405", "advance g2 0405", "pass"]);
        table.refuses("advance g3 0405", "7.6");
        table.refuses("advance g1 0403", "7.6");
        table.does("advance g1 0405");
        table.refuses("advance g1 0406", "7.6");
        table.does("pass");
        assert_eq!([table.at("g1"), table.at("g2")], ["0405", "0304"]);
    }

    #[test]
    fn r7_6_zones_of_control_and_cost_do_not_hinder_an_advance_but_what_is_forbidden_does() {
        let more = "river 0404/0405\nwoods 0405\nfrench infantry f2 4/2 at 0406\ngerman tank g3 3 at 0404";
        let mut table = position(&format!("{UNITS}\n{more}")).fought(GERMAN, "g1 g3", "0405", "DE");
        assert_eq!(table.choices("advance"), ["g1 0405"]);
        table.refuses("advance g3 0405", "7.6");
        table.does("advance g1 0405");
        assert_eq!(table.at("g1"), "0405");
    }

    #[test]
    fn r7_6_a_retreat_of_two_hexes_opens_the_hex_of_the_combat_only() {
        let mut table = position(UNITS).fought(GERMAN, "g1 g2", "0405", "DR2");
        table.does("hex 0406, hex 0407");
        assert_eq!(table.choices("advance"), ["g1 0405", "g2 0405"]);
    }

    #[test]
    fn r7_6_m67_the_units_that_defended_advance_into_the_hexes_of_the_attacker() {
        let more = "french artillery f2 3-3 5 at 0405\ncorps x french at 0405\nfrench artillery f3 3-3 5 at 0406";
        let won = |combat_units_only: Option<bool>| {
            position(&format!("{UNITS}\n{more}"))
                .with(|scenario| scenario.rules.only_combat_units_advance = combat_units_only)
                .fought(GERMAN, "g1 g2", "0405", "AE")
        };
        let all = won(None);
        assert_eq!(all.chooser(), FRENCH);
        let advances = ["f1 0304", "f1 0404", "f2 0304", "f2 0404", "x-hq 0304", "x-hq 0404"];
        assert_eq!(all.choices("advance"), advances, "guns and headquarters defend, too");
        let mut table = won(Some(true));
        assert_eq!(table.choices("advance"), ["f1 0304", "f1 0404"]);
        table.refuses("advance f2 0404", "7.6");
        table.does("advance f1 0304");
        assert_eq!(table.at("f1"), "0304");
    }

    #[test]
    fn r4_no_unit_advances_above_the_limit() {
        let more = "german infantry g3 4/3/2 at 0404\ngerman infantry g4 4/2 at 0304";
        let mut table = position(&format!("{UNITS}\n{more}")).fought(GERMAN, "g1 g2 g3 g4", "0405", "DE");
        table.does("advance g1 0405, advance g3 0405");
        assert_eq!(table.choices("advance"), [""; 0]);
        let mut table = position(&format!("{UNITS}\n{more}")).fought(GERMAN, "g1 g2 g3 g4", "0405", "DE");
        table.does("advance g1 0405, advance g2 0405");
        table.refuses("advance g3 0405", "4.0");
        table.allows("advance g4 0405");
    }

    #[test]
    fn r13_an_advance_takes_control() {
        let mut table =
            position(&format!("{UNITS}\nplace a 0405 held french\npoints a 2")).fought(GERMAN, "g1", "0405", "DE");
        table.does("advance g1 0405");
        assert_eq!(table.game.state.control, [Some(GERMAN)]);
    }
}
