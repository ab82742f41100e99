//! 6.2 Stosstruppen, and 6.1 tanks in motion: enemy zones of control do not halt them.

use crate::Matz;
use crate::state::UnitIx;

impl Matz {
    /// Returns `true` if an enemy zone of control halts `unit` (3.2): all but tanks and Stosstruppen.
    pub(crate) fn halts_in_zones(&self, unit: UnitIx) -> bool {
        !self.board.unit(unit).arm.is_special()
    }
}

#[cfg(test)]
mod tests {
    use crate::event::Phase;
    use crate::tests::testing::{FRENCH, GERMAN, position};

    /// Each kind of unit that zones of control do not halt, and two enemies in its way.
    const SPECIAL: &str = "
        german tank t1 3 at 0407
        german stosstruppen s1 2 at 0407
        french infantry f1 4/2 at 0403
        french infantry f2 4/2 at 0406";

    #[test]
    fn r6_1_tanks_go_on_in_zones_of_control_and_from_one_to_another_of_the_same_unit() {
        let mut table = position(SPECIAL).only(GERMAN, Phase::Movement);
        table.does("move t1, hex 0306");
        assert_eq!(table.points(), (2, 6), "from zone to zone of f2");
        table.does("hex 0305");
        assert_eq!(table.points(), (4, 6), "and once more");
        table.does("hex 0304");
        assert_eq!((table.at("t1"), table.points()), ("0304".into(), (5, 6)), "it did not begin in this zone (m48)");
    }

    #[test]
    fn r6_1_tanks_exploit_with_points_of_their_own() {
        for movement in ["move 8", "move 4"] {
            let mut table = position(&format!("german tank t1 3 at 0406 {movement}\nfrench infantry f1 4/2 at 0402"))
                .only(GERMAN, Phase::Exploitation);
            table.does("move t1, hex 0405, hex 0404");
            assert_eq!(table.points(), (2, 6), "{movement}");
            table.does("hex 0403");
            assert!(table.game.moving().is_none() && table.at("t1") == "0403", "{movement}");
        }
    }

    #[test]
    fn r6_1_tanks_of_an_army_in_no_corps_move_strategically() {
        let mut table = position("army third french always\nfrench tank t1 3 at 0401 of third move 4")
            .only(FRENCH, Phase::Movement);
        table.does("move t1");
        assert_eq!(table.points(), (0, 8));
    }

    #[test]
    fn r6_2_stosstruppen_go_on_in_zones_of_control_and_from_one_to_another_of_the_same_unit() {
        let mut table = position(SPECIAL).only(GERMAN, Phase::Movement);
        table.does("move s1, hex 0306, hex 0305");
        assert_eq!(table.points(), (4, 6));
        table.does("hex 0304");
        assert_eq!(table.at("s1"), "0304");
    }

    #[test]
    fn r6_2_stosstruppen_exploit_out_of_command_and_others_do_not() {
        let table = position(
            "corps x german returns 8
            german stosstruppen s1 2 at 0407 out of x
            german stosstruppen s2 2 at 0407 out neutralized of x
            german infantry g1 4/2 at 0407 out of x
            german tank t1 3 at 0407 out of x",
        )
        .only(GERMAN, Phase::Exploitation);
        assert_eq!(table.choices("move"), ["s1"]);
        table.refuses("move s2", "9.0");
        table.refuses("move g1", "10.2");
        table.refuses("move t1", "10.2");
    }
}
