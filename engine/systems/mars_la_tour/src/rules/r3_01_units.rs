//! 3.1 Units: the values on the two faces of a counter. Markers are not units (3.1.1).

use battlewright_schema::mars_la_tour::Kind;

use crate::MarsLaTour;
use crate::state::{Formation, UnitIx};

impl MarsLaTour {
    /// Returns the movement points of `unit` in its current formation.
    #[inline]
    pub(crate) fn movement_points(&self, unit: UnitIx) -> u8 {
        self.movement_points_in(unit, self.unit(unit).formation)
    }

    /// Returns the movement points of `unit` in `formation`.
    #[inline]
    pub(crate) fn movement_points_in(&self, unit: UnitIx, formation: Formation) -> u8 {
        let table = &self.board.rules.tables.movement;
        let allowance = match self.board.unit(unit).kind {
            Kind::Infantry => table.infantry,
            Kind::Cavalry => table.cavalry,
        };
        let printed = match formation {
            Formation::March => allowance.march,
            Formation::Battle => allowance.battle,
        };
        self.allowance_by_rows(unit, formation, printed)
    }

    /// Returns `true` if `unit` is cavalry.
    #[inline]
    pub(crate) fn is_cavalry(&self, unit: UnitIx) -> bool {
        self.board.unit(unit).kind == Kind::Cavalry
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::mars_la_tour::{AllowanceChanges, MovementChanges, TableChanges};

    use crate::tests::testing::position;

    const ARMS: &str = "
        map 9x9
        german infantry march er 1 at 0101 march
        german infantry battle er 1 at 0901 battle
        german cavalry trot er 1 at 0109 march
        german cavalry stand er 1 at 0909 battle";

    #[test]
    fn r3_1_infantry_marches_4_points_and_cavalry_6_and_both_move_1_in_battle_formation() {
        let table = position(ARMS).moves();
        let points = ["march", "battle", "trot", "stand"].map(|id| table.game.movement_points(table.unit(id)));
        assert_eq!(points, [4, 1, 6, 1]);
    }

    #[test]
    fn r3_1_each_arm_goes_as_far_as_its_points() {
        for (unit, hexes) in [
            ("march", vec!["0201", "0302", "0402", "0503"]),
            ("battle", vec!["0801"]),
            ("trot", vec!["0208", "0308", "0407", "0507", "0606", "0706"]),
            ("stand", vec!["0808"]),
        ] {
            let mut table = position(ARMS).moves();
            table.does(&format!("move {unit}"));
            for hex in &hexes {
                assert_eq!(table.prompt(), format!("Germans: move {unit}"));
                table.does(&format!("step {hex}"));
            }
            assert_eq!(table.prompt(), "French: move a unit or pass", "{unit} has no point left");
        }
    }

    #[test]
    fn r3_1_the_ruleset_says_how_many_points() {
        let infantry = AllowanceChanges { march: Some(5), battle: Some(2) };
        let table = position(ARMS)
            .rules(|rules| {
                let movement = MovementChanges { infantry: Some(infantry), cavalry: None };
                rules.tables = Some(TableChanges { movement: Some(movement), ..TableChanges::default() });
            })
            .moves();
        let points = ["march", "battle", "trot", "stand"].map(|id| table.game.movement_points(table.unit(id)));
        assert_eq!(points, [5, 2, 6, 1]);
    }

    #[test]
    fn r3_1_a_unit_that_is_not_on_the_map_does_nothing_there() {
        let table = position("map 9x7\n german infantry g1 er 1 eliminated\n german infantry g2 er 1 at 0101").moves();
        table.refuses("move g1", "3.1");
    }

    #[test]
    fn r3_6_a_side_commands_its_own_units_only() {
        let both = "
            map 9x7
            german infantry g1 er 1 at 0404 battle
            german infantry g2 er 1 at 0403 battle
            french infantry f1 er 1 at 0504 battle";
        let table = position(both).moves();
        table.refuses("move f1", "3.6");
        table.refuses("enter f1", "3.6");
        let table = position(both).attacks();
        table.refuses("attack f1 g1", "3.6");
        table.refuses("attack g1 g2", "3.6");
        table.allows("attack g1 f1");
        let table = position(both).attacks_of_the_french();
        table.refuses("attack g1 f1", "3.6");
        table.allows("attack f1 g1");
    }
}
