//! 3.2 The cost of enemy zones of control: to leave one, or to move from one to another. Tanks and Stosstruppen pay less and
//! go on in zones of control (6.1, 6.2).

use crate::action::RefusalCause;
use crate::rules::r05_movement::Motion;
use crate::{Matz, rulebook as rule};
use battlewright_core::kit::hex_map::HexIx;

impl Matz {
    /// The movement points that it costs to leave an enemy zone of control.
    #[inline]
    pub(crate) fn cost_to_leave_zone(&self) -> u8 {
        self.board.rules.zoc_leave
    }

    /// The movement points that it costs a unit that halts in zones to go from one to another.
    #[inline]
    pub(crate) fn cost_between_zones(&self) -> u8 {
        self.board.rules.zoc_to_zoc
    }

    /// The movement points that enemy zones of control add to a step of `motion` from `from` to `to`. To leave one costs
    /// points where the move begins; where it only passes, if a ruling says so (m48).
    pub(crate) fn zone_cost(&self, motion: &Motion, from: HexIx, to: HexIx) -> Result<u8, RefusalCause> {
        let unit = motion.unit;
        let side = self.unit_side(unit);
        let rules = &self.board.rules;
        if !self.in_enemy_zoc(side, from) {
            Ok(0)
        } else if !self.in_enemy_zoc(side, to) {
            let begins_here = motion.hexes == 0;
            Ok(if begins_here || rules.zoc_leave_in_passing { self.cost_to_leave_zone() } else { 0 })
        } else if !self.halts_in_zones(unit) {
            Ok(rules.zoc_to_zoc_special)
        } else if self.zoc_of_enemies(side, from).any(|enemy| self.zoc_of_enemies(side, to).any(|other| other == enemy))
        {
            Err(RefusalCause::Because(rule::ZOC_EFFECTS, "one enemy unit has both hexes in its zone of control"))
        } else {
            Ok(self.cost_between_zones())
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::event::Phase;
    use crate::tests::testing::{GERMAN, position};

    #[test]
    fn r3_2_a_zone_of_control_halts_infantry_artillery_and_headquarters() {
        let mut table = position(
            "german infantry g1 4/2 at 0406
            german artillery g2 3-3 5 at 0406
            corps x german at 0406
            french infantry f1 4/2 at 0403",
        )
        .only(GERMAN, Phase::Movement);
        for unit in ["g1", "g2", "x-hq"] {
            table.does(&format!("move {unit}, hex 0405, hex 0404"));
            assert!(table.game.moving().is_none(), "{unit} has halted");
            assert_eq!(table.at(unit), "0404");
        }
    }

    #[test]
    fn r3_2_a_friend_in_the_zone_does_not_open_it_for_movement() {
        let mut table = position(
            "german infantry g1 4/2 at 0406
            german infantry g2 4/2 at 0404
            french infantry f1 4/2 at 0403",
        )
        .only(GERMAN, Phase::Movement);
        table.does("move g1, hex 0405, hex 0404");
        assert!(table.game.moving().is_none() && table.at("g1") == "0404");
    }

    #[test]
    fn r3_2_a_zone_of_control_is_left_for_a_point() {
        let mut table =
            position("german infantry g1 4/2 at 0404\nfrench infantry f1 4/2 at 0403").only(GERMAN, Phase::Movement);
        table.does("move g1, hex 0405");
        assert_eq!(table.points(), (2, 12));
        table.does("hex 0406");
        assert_eq!(table.points(), (3, 12), "no zone is left here");
    }

    #[test]
    fn r3_2_from_zone_to_zone_of_another_unit_costs_two_points_and_of_the_same_unit_is_forbidden() {
        let mut table = position(
            "german infantry g1 4/2 at 0404
            french infantry f1 4/2 at 0403
            french infantry f2 4/2 at 0406",
        )
        .only(GERMAN, Phase::Movement);
        table.does("move g1");
        table.refuses("hex 0303", "3.2");
        table.allows("hex 0405");
        let motion = *table.game.moving().unwrap();
        let next = table.game.next_motion(&motion, table.hex("0405")).unwrap();
        assert_eq!((next.spent, next.in_zoc, next.halted), (3, true, true));
    }

    #[test]
    fn r3_2_a_unit_passes_an_enemy_across_a_river_m20() {
        let mut table = position(
            "river 0403/0404
            german infantry g1 4/2 at 0405
            french infantry f1 4/2 at 0403",
        )
        .only(GERMAN, Phase::Movement);
        table.does("move g1, hex 0404");
        assert_eq!(table.points(), (1, 12));
        table.does("hex 0405, stop");
    }

    #[test]
    fn r3_2_m48_only_a_unit_that_begins_its_move_in_a_zone_pays_to_leave_it() {
        let points = |in_passing: Option<bool>, from: &str, way: &str| {
            let text = format!("german tank t1 3 at {from}\nfrench infantry f1 4/2 at 0403");
            let mut table = position(&text)
                .with(|scenario| scenario.rules.zoc_leave_in_passing = in_passing)
                .only(GERMAN, Phase::Movement);
            table.does(&format!("move t1, {way}"));
            table.points().0
        };
        for (in_passing, passing) in [(None, 2), (Some(false), 2), (Some(true), 3)] {
            assert_eq!(points(in_passing, "0405", "hex 0404, hex 0405"), passing, "it only passes");
            assert_eq!(points(in_passing, "0404", "hex 0405"), 2, "it begins there");
        }
    }

    #[test]
    fn r3_3_a_unit_that_has_entered_a_zone_of_control_need_not_attack() {
        let mut table = position("german infantry g1 4/2 at 0405\nfrench infantry f1 4/2 at 0403")
            .only(GERMAN, Phase::Exploitation);
        table.does("move g1, hex 0404");
        assert_eq!(table.at("g1"), "0404");
        table.run(|game, _| game.push(crate::rules::r02_sequence::SequenceTask::Begin(Phase::SecondCombat)));
        assert_eq!(table.choices(""), ["pass", "target 0403"]);
        table.does("pass");
    }
}
