//! 13.10 HQ Units and Combat: an HQ alone with an enemy unit is overrun.

use crate::PositionMagnifique;
use crate::event::Event;
use crate::state::{At, FormationIx};
use battlewright_core::game::Log;

impl PositionMagnifique {
    /// Moves every HQ that shares its hex with an enemy unit and no friendly one to the nearest friendly unit; it commands no
    /// units for the rest of the turn.
    pub(crate) fn settle_headquarters(&mut self, log: &mut impl Log<Event>) {
        for formation in self.board.all_formations() {
            let side = self.board.formation(formation).side;
            let Some(hex) = self.hq_hex(formation) else { continue };
            if self.friend_in(side.other(), hex).is_some() && self.friend_in(side, hex).is_none() {
                self.overrun(formation, log);
            }
        }
    }

    fn overrun(&mut self, formation: FormationIx, log: &mut impl Log<Event>) {
        let side = self.board.formation(formation).side;
        let Some(hex) = self.hq_hex(formation) else { return };
        let refuge = self.on_map(side).map(|(_, at)| at).min_by_key(|at| self.board.map.distance(*at, hex));
        let turn = self.state.turn;
        let hq = self.hq_mut(formation);
        hq.overrun = true;
        hq.at = refuge.map_or(At::Eliminated(turn), At::Hex);
        log.push(Event::Overrun(formation, refuge));
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::position;

    #[test]
    fn r13_10_a_lone_headquarters_is_overrun_and_commands_nothing_but_its_own_hex() {
        let mut table = position(
            "map 9x9
            corps ii french at 0404 range 2 4
            french infantry f1 4/2 at 0103 of ii
            french infantry f2 4/2 at 0108 of ii
            prussian infantry p1 5/3 at 0405",
        )
        .moves("prussian");
        table.does("move p1, hex 0404");
        table.logs("HQ of ii is overrun and flees to 0103 [13.10]");
        assert_eq!(table.at("ii-hq"), "0103");
        assert_eq!(table.in_command("ii"), ["f1"]);
        assert_eq!(table.choices("hex").len(), 6, "the move goes on");
    }

    #[test]
    fn r13_10_with_a_unit_a_headquarters_takes_no_part_and_falls_back_with_it() {
        let mut table = position(
            "map 9x9
            corps ii french at 0404 range 2 4
            french infantry f1 4/2 at 0404 of ii
            prussian infantry p1 5/3 at 0405",
        )
        .assaults("prussian");
        table.does("unit f1, unit p1, begin").rolls(&[3, 4]);
        table.logs("Column +1, 3 + 4 = 7: D1 [13.2]");
        table.does("fall-back, hex 0403");
        assert_eq!([table.at("ii-hq"), table.at("f1")], ["0403", "0403"]);
        table.logs_nothing_with("overrun");
    }

    #[test]
    fn r13_10_a_headquarters_whose_unit_is_lost_to_a_charge_is_overrun() {
        let mut table = position(
            "map 9x9
            corps ii french at 0404 range 2 4
            french infantry f1 4/2 at 0404 of ii reduced
            french infantry f2 4/2 at 0103 of ii
            prussian cavalry c1 3/2 at 0408",
        )
        .moves("prussian");
        table.does("charge c1 f1, hex 0407, hex 0406, hex 0405, pass, hex 0404");
        table.logs_nothing_with("overrun");
        table.does("pass, unit f1, begin").rolls(&[4, 5]).does("lose f1");
        table.logs("HQ of ii is overrun and flees to 0103 [13.10]");
    }

    #[test]
    fn r13_10_an_overrun_headquarters_without_friends_is_lost() {
        let mut table = position(
            "map 9x9
            corps ii french at 0404 range 2 4
            prussian infantry p1 5/3 at 0405",
        )
        .moves("prussian");
        table.does("move p1, hex 0404");
        assert_eq!(table.at("ii-hq"), "eliminated");
    }

    #[test]
    fn r13_10_a_headquarters_may_break_through_with_its_unit() {
        let broken_through = || {
            let mut table = position(
                "map 9x9
                corps x prussian at 0405 range 2 4
                prussian infantry p1 5/3 at 0405 of x
                french infantry f1 4/2 at 0404",
            )
            .assaults("x");
            table.does("unit f1, unit p1, begin").rolls(&[3, 4]);
            table.does("fall-back, hex 0303, unit p1");
            assert_eq!(table.prompt(), "Prussians: does x-hq move along?");
            table
        };
        let mut table = broken_through();
        table.does("move x-hq");
        table.logs("HQ of x moves along to 0404 [13.10]");
        assert_eq!([table.at("p1"), table.at("x-hq")], ["0404", "0404"]);
        let mut table = broken_through();
        table.does("pass");
        assert_eq!([table.at("p1"), table.at("x-hq")], ["0404", "0405"]);
    }
}
