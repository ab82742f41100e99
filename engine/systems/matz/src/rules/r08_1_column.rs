//! 8.1 The column of a barrage in the Bombardment Table, and its shifts (8.4, 10.2).

use battlewright_schema::matz::vocabulary::Hook;
use battlewright_schema::matz::{BombardmentResult, TerrainClass};

use crate::Matz;
use crate::state::UnitIx;
use battlewright_core::kit::combat_table::shifted;
use battlewright_core::kit::hex_map::HexIx;

impl Matz {
    /// The total bombardment value of `units` (8.1, 9.0).
    pub(crate) fn barrage_total(&self, units: &[UnitIx]) -> u16 {
        units.iter().map(|unit| u16::from(self.bombardment_value(*unit))).sum()
    }

    /// The column shifts of a barrage of `units` on `hex`, by name (8.4, 10.2).
    pub(crate) fn barrage_shifts(&self, hex: HexIx, units: &[UnitIx]) -> Vec<(&'static str, i8)> {
        let shifts = &self.board.rules.tables.bombardment_shifts;
        let is_out = |unit: &UnitIx| self.unit(*unit).out_of_command;
        let counts = |number| self.counts_published(Hook::BarrageColumn, number);
        let mut named: Vec<(&'static str, i8)> = self.barrage_terrain(hex).filter(|_| counts(0)).into_iter().collect();
        if self.under_enemy_fighters(units) && counts(1) {
            named.push(("enemy fighters", shifts.enemy_fighters));
        }
        if units.iter().any(is_out) && counts(2) {
            named.push(("out of command", shifts.out_of_command));
        }
        named.retain(|(_, shift)| *shift != 0);
        self.add_barrage_rows(hex, units, &mut named);
        named
    }

    /// The shift of the terrain of `hex`: the greatest of its classes, or that of a trench in a village or a town.
    fn barrage_terrain(&self, hex: HexIx) -> Option<(&'static str, i8)> {
        let is_built_up =
            [TerrainClass::Village, TerrainClass::Town].iter().any(|class| self.board.has_terrain(hex, *class));
        if is_built_up && self.board.has_terrain(hex, TerrainClass::Trench) {
            return Some(("trenched village", self.board.rules.tables.bombardment_shifts.trenched_village));
        }
        let rows = self.board.ground_rows(hex).map(|row| (row.class.name(), row.bombardment));
        rows.max_by_key(|(_, shift)| shift.unsigned_abs())
    }

    /// The number of the column of a barrage of `units` on `hex`.
    pub(crate) fn barrage_column(&self, hex: HexIx, units: &[UnitIx]) -> usize {
        let total = self.barrage_total(units);
        let columns = &self.board.rules.tables.bombardment.columns;
        let start = columns.iter().rposition(|band| u16::from(band.from) <= total).unwrap_or(0);
        shifted(start, self.barrage_shifts(hex, units).into_iter().map(|(_, shift)| shift), columns.len())
    }

    /// The result of this die in `column`.
    pub(crate) fn barrage_result(&self, column: usize, die: u16) -> BombardmentResult {
        let row = usize::from(die).saturating_sub(1);
        let rows = &self.board.rules.tables.bombardment.rows;
        rows.get(row).and_then(|row| row.get(column)).copied().unwrap_or_default()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use crate::rules::r08_1_barrage::tests::bombards;
    use crate::tests::testing::Table;

    /// The heading of the column of a barrage.
    pub(crate) fn column(table: &Table, hex: &str, units: &[&str]) -> String {
        let units: Vec<_> = units.iter().map(|unit| table.unit(unit)).collect();
        let column = table.game.barrage_column(table.hex(hex), &units);
        table.game.board.rules.tables.bombardment.columns[column].to_string()
    }

    #[test]
    fn r8_1_the_table_has_a_column_for_each_total() {
        let table = bombards(
            "german artillery g1 1-1 5 at 0401
            german artillery g2 3-1 5 at 0401
            german artillery g3 5-1 5 at 0401
            german artillery g4 7-1 5 at 0401
            german artillery g5 10-1 5 at 0401
            german artillery g6 14-1 5 at 0401
            german artillery g7 99-1 5 at 0401
            french infantry f1 4/2 at 0406",
        );
        let columns = ["g1", "g2", "g3", "g4", "g5", "g6", "g7"].map(|gun| column(&table, "0406", &[gun]));
        assert_eq!(columns, ["1-2", "3-4", "5-6", "7-9", "10-13", "14+", "14+"]);
        assert_eq!(column(&table, "0406", &["g1", "g1"]), "1-2");
        assert_eq!(column(&table, "0406", &["g1", "g2"]), "3-4");
        assert_eq!(column(&table, "0406", &["g7", "g7", "g7"]), "14+");
        let result = |column, die| table.game.barrage_result(column, die).to_string();
        assert_eq!([result(0, 6), result(1, 6), result(1, 5), result(6, 1), result(6, 6)], ["-", "N", "-", "N", "N2"]);
    }

    #[test]
    fn r8_1_the_terrain_of_the_target_shifts_the_column() {
        let table = bombards(
            "woods 0301
            village 0302
            town 0303
            hamlet 0304
            village 0305 0306
            trench french 0305
            trench german 0206
            german artillery g1 9-1 9 at 0401
            french infantry f1 4/2 at 0301
            french infantry f2 4/2 at 0302
            french infantry f3 4/2 at 0303
            french infantry f4 4/2 at 0304
            french infantry f5 4/2 at 0305
            french infantry f6 4/2 at 0206
            french infantry f7 4/2 at 0207",
        );
        let column = |hex| column(&table, hex, &["g1"]);
        // 9 points are in the column 7-9 on open ground. Woods with a village count once.
        assert_eq!(column("0207"), "7-9");
        for hex in ["0301", "0302", "0303", "0304", "0206"] {
            assert_eq!(column(hex), "5-6", "{hex}");
        }
        assert_eq!(column("0305"), "3-4");
    }

    #[test]
    fn r10_2_artillery_out_of_command_shifts_the_column_once() {
        let table = bombards(
            "german artillery g1 5-1 5 at 0401 out
            german artillery g2 5-1 5 at 0401 out
            german artillery g3 5-1 5 at 0401
            french infantry f1 4/2 at 0406",
        );
        assert_eq!(column(&table, "0406", &["g3"]), "5-6");
        assert_eq!(column(&table, "0406", &["g1"]), "3-4");
        // Ten points are in the column 10-13.
        assert_eq!(column(&table, "0406", &["g1", "g2"]), "7-9");
        assert_eq!(column(&table, "0406", &["g1", "g3"]), "7-9");
    }

    #[test]
    fn r8_4_an_enemy_fighter_above_the_artillery_shifts_the_column() {
        let with = |more: &str| {
            bombards(&format!(
                "map 12x9
                mega 0404
                german artillery g1 5-4 9 at 0403
                german artillery g2 5-4 9 at 1103
                german bomber b1 2-3 mission bombing 0404
                french infantry f1 4/2 at 0405
                {more}"
            ))
        };
        let fighter = with("french fighter f2 4 patrol 0404");
        assert_eq!(column(&fighter, "0405", &["g1"]), "3-4");
        assert_eq!(column(&fighter, "0405", &["g2"]), "5-6");
        // It counts once, and bombers do not suffer from it.
        assert_eq!(column(&fighter, "0405", &["g1", "g2"]), "7-9");
        assert_eq!(column(&fighter, "0405", &["b1"]), "3-4");
        assert_eq!(column(&with("french bomber f2 2-2 patrol 0404"), "0405", &["g1"]), "5-6");
        assert_eq!(column(&with("german fighter g3 4 mission escort 0404"), "0405", &["g1"]), "5-6");
    }
}
