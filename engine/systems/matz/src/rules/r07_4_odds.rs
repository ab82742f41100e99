//! 7.4 The odds of a combat: the ratio of the points of both sides, the column of the table, and the result of a die.

use battlewright_schema::matz::CombatResult;

use crate::Matz;
use crate::rules::r07_3_modifiers::NamedModifiers;
use crate::rules::r07_combat::Combat;

/// A combat, ready for the die.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CombatCalculation {
    /// The points of the attacker and of the defender.
    pub(crate) points: [u16; 2],
    /// The column of the odds before the shifts.
    pub(crate) start: usize,
    /// The column shifts.
    pub(crate) shifts: NamedModifiers,
    /// The column in which the result is read.
    pub(crate) column: usize,
    /// The modifiers of the die.
    pub(crate) modifiers: NamedModifiers,
    /// The number as which each face of the die counts before its modifiers.
    pub(crate) natural: [u16; 6],
}

impl CombatCalculation {
    /// The number as which the die counts before its modifiers.
    pub(crate) fn face(&self, die: u16) -> u16 {
        let place = usize::from(die).checked_sub(1);
        place.and_then(|place| self.natural.get(place)).copied().unwrap_or(die)
    }

    /// The die after its modifiers.
    pub(crate) fn modified(&self, die: u16) -> i16 {
        let pips = self.modifiers.iter().map(|(_, pips)| i16::from(*pips));
        pips.fold(i16::try_from(self.face(die)).unwrap_or(i16::MAX), i16::saturating_add)
    }
}

impl Matz {
    /// The ratio of the attacker's points to the defender's in hundredths, to the nearest one, halves up (m4). A defense of no
    /// points counts as one, so that there is a ratio.
    pub(crate) fn ratio(&self, attack: u16, defense: u16) -> u16 {
        let (attack, defense) = (u32::from(attack), u32::from(defense.max(1)));
        u16::try_from((200 * attack + defense) / (2 * defense)).unwrap_or(u16::MAX)
    }

    /// The odds of a ratio in words, such as `"3:1"`. Beyond the last column, they go on as the table would.
    pub(crate) fn describe_odds(&self, ratio: u16) -> String {
        let (column, above) = self.odds_column(ratio);
        let heading = self.odds_heading(column);
        let last = heading.strip_suffix(":1").and_then(|odds| odds.parse::<u16>().ok());
        match last {
            _ if above == 0 => heading,
            Some(last) => format!("{}:1", last.saturating_add(above)),
            None => format!("{heading} and {above} more"),
        }
    }

    /// The column of a ratio, and the number of columns that it would be beyond the last one if the table went on.
    pub(crate) fn odds_column(&self, ratio: u16) -> (usize, u16) {
        let table = &self.board.rules.tables.combat;
        let column = table.columns.iter().rposition(|column| column.from <= ratio).unwrap_or_default();
        let last = table.columns.len().saturating_sub(1);
        let above = table.columns.get(column).filter(|_| column == last).map_or(0, |column| ratio - column.from);
        (column, above.checked_div(table.above).unwrap_or_default())
    }

    /// The points, the column and the modifiers of a combat. Columns beyond the last one, after the shifts, add to the die
    /// (7.3).
    pub(crate) fn calculation(&self, combat: &Combat) -> CombatCalculation {
        let points = [true, false].map(|attacking| self.combat_points(combat, attacking));
        let [attack, defense] = points;
        let (start, above) = self.odds_column(self.ratio(attack, defense));
        let shifts = self.combat_shifts(combat);
        let shift: isize = shifts.iter().map(|(_, columns)| isize::from(*columns)).sum();
        let ideal = start.saturating_add(above.into()).saturating_add_signed(shift);
        let last = self.board.rules.tables.combat.columns.len().saturating_sub(1);
        let column = ideal.min(last);
        let mut modifiers = self.die_modifiers(combat);
        if ideal > column {
            modifiers.push(("columns above the table", i8::try_from(ideal - column).unwrap_or(i8::MAX)));
        }
        let natural = self.natural_faces(combat);
        CombatCalculation { points, start, shifts, column, modifiers, natural }
    }

    /// The result of a modified die in a column. Dice outside of the table are read in its first or last row.
    pub(crate) fn combat_result(&self, column: usize, die: i16) -> CombatResult {
        let table = &self.board.rules.tables.combat;
        let row = usize::try_from(die.saturating_sub(table.first_die.into())).unwrap_or_default();
        let row = table.rows.get(row.min(table.rows.len().saturating_sub(1)));
        row.and_then(|row| row.get(column)).copied().unwrap_or(CombatResult::Engaged)
    }

    /// The heading of a column of the Combat Results Table.
    pub(crate) fn odds_heading(&self, column: usize) -> String {
        let columns = &self.board.rules.tables.combat.columns;
        columns.get(column).map_or_else(String::new, |column| column.odds.to_string())
    }
}

#[cfg(test)]
mod tests {
    use crate::event::Phase;
    use crate::rules::r07_combat::tests::{planned, planned_with};
    use crate::tests::testing::{FRENCH, GERMAN, Position, Table, position};
    use battlewright_core::game::Side;

    fn table() -> Table {
        position("german infantry g1 4/2 at 0405").at(GERMAN, Phase::Combat)
    }

    #[test]
    fn r7_4_odds_up_to_two_to_one_have_bounds_of_their_own() {
        let table = table();
        let heading = |attack: u16, defense: u16| {
            let (column, _) = table.game.odds_column(table.game.ratio(attack, defense));
            table.game.board.rules.tables.combat.columns[column].odds.to_string()
        };
        for (attack, odds) in [
            (101, "1:1"),
            (129, "1:1"),
            (130, "1.5:1"),
            (169, "1.5:1"),
            (170, "2:1"),
            (200, "2:1"),
            // Ruling m4: nearest whole above that, and a half is rounded up.
            (249, "2:1"),
            (250, "3:1"),
            (349, "3:1"),
            (350, "4:1"),
            (449, "4:1"),
            (450, "5:1"),
            (550, "6:1"),
            (650, "7:1"),
            (900, "7:1"),
            (100, "1:1"),
            (75, "1:1"),
            (74, "1:2"),
            (40, "1:2"),
            (39, "1:3"),
            (25, "1:3"),
        ] {
            assert_eq!(heading(attack, 100), odds, "{attack} to 100");
        }
        assert_eq!((heading(5, 3), heading(12, 7), heading(5, 2)), ("1.5:1".into(), "2:1".into(), "3:1".into()));
        assert_eq!(heading(3, 0), "3:1", "a defense of no points counts as one");
        assert_eq!((table.game.ratio(17, 13), table.game.ratio(35, 27)), (131, 130), "to the nearest hundredth");
    }

    #[test]
    fn r7_3_each_column_above_seven_to_one_adds_to_the_die() {
        let table = table();
        let beyond = |ratio| table.game.odds_column(ratio).1;
        assert_eq!([649, 700, 749, 750, 850, 1000].map(beyond), [0, 0, 0, 1, 2, 3]);
        let attack = |value: u8, ground: &str| {
            let table =
                position(&format!("german infantry g1 {value} at 0405\nfrench infantry f1 1 at 0404\n{ground}"))
                    .at(GERMAN, Phase::Combat);
            let calculation = table.game.calculation(&planned(&table, "0404", "g1"));
            (calculation.column, calculation.modified(1))
        };
        assert_eq!((attack(7, ""), attack(9, "")), ((9, 1), (9, 3)));
        // Shifts apply to the columns beyond the table.
        assert_eq!((attack(9, "woods 0404"), attack(7, "woods 0404")), ((9, 2), (8, 1)));
        assert_eq!(attack(7, "surprise german 2 1"), (9, 2));
    }

    #[test]
    fn r7_4_a_ratio_below_the_first_column_is_read_in_it() {
        let table = position("german infantry g1 1 at 0405\nfrench infantry f1 9/4 at 0404\nwoods 0404")
            .at(GERMAN, Phase::Combat);
        let calculation = table.game.calculation(&planned(&table, "0404", "g1"));
        assert_eq!((calculation.points, calculation.start, calculation.column), ([1, 9], 0, 0));
    }

    #[test]
    fn r7_5_dice_outside_of_the_table_are_read_in_its_edge_rows() {
        let table = table();
        let result = |column, die| table.game.combat_result(column, die).to_string();
        assert_eq!([result(0, 1), result(9, 6), result(6, 3)], ["AE", "DE", "DR"]);
        assert_eq!([result(9, -3), result(9, -9)], ["Eng", "Eng"]);
        assert_eq!([result(0, 10), result(0, 99)], ["D1", "D1"]);
    }

    /// The results of the six dice, the lowest die first.
    fn results(position: &Position, side: Side, attackers: &str, support: [&str; 2]) -> String {
        let table = position.at(side, Phase::Combat);
        let calculation = table.game.calculation(&planned_with(&table, "0404", attackers, support));
        let results =
            (1..=6).map(|die| table.game.combat_result(calculation.column, calculation.modified(die)).to_string());
        results.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn r7_4_a_guard_division_breaks_through_a_trench_on_the_first_day() {
        let position = position(
            "trench french 0404
            surprise german 2 1
            german infantry g1 6/3 division 4GD at 0405
            german infantry g2 6/3 division 4GD at 0304
            german stosstruppen g3 2 division 4GD at 0304
            german artillery g4 3-3 5 division 4GD at 0407
            german artillery g5 5-4 8 at 0408
            french infantry f1 3/2 division 125 at 0404
            french artillery f2 3-3 5 division 125 at 0402",
        );
        assert_eq!(results(&position, GERMAN, "g1 g2 g3", ["g4 g5", "f2"]), "DR D1 DR2 De DE DE");
    }

    #[test]
    fn r7_4_a_division_takes_a_wooded_hill_by_evening() {
        let position = position(
            "trench french 0404
            woods 0404
            slope 0404/0405
            surprise german 2 1
            german infantry g1 5/3 division 11 at 0405
            german infantry g2 5/3 division 11 at 0405
            german infantry g3 5/3 division 11 at 0304
            german stosstruppen g4 2 division 11 at 0304
            german artillery g5 3-3 5 division 11 at 0407
            german artillery g6 5-4 8 at 0408
            french infantry f1 4/2 division 53 at 0404
            french artillery f2 3-3 5 division 53 at 0402",
        );
        assert_eq!(results(&position, GERMAN, "g1 g2 g3 g4", ["g5 g6", "f2"]), "A/D1 D DR D1 DR2 De");
    }

    #[test]
    fn r7_4_a_village_in_the_trenches_holds() {
        let position = position(
            "trench french 0404
            village 0404
            surprise german 2 1
            german infantry g1 3/2 division 222 at 0405
            german infantry g2 3/2 division 222 at 0405
            german infantry g3 3/2 division 222 at 0304
            german artillery g4 3-3 5 division 222 at 0407
            french infantry f1 5/3 division 36 at 0404
            french artillery f2 3-3 5 division 36 at 0402",
        );
        assert_eq!(results(&position, GERMAN, "g1 g2 g3", ["g4", "f2"]), "A1 AR A Eng A/D1 D");
    }

    #[test]
    fn r7_4_tanks_and_infantry_throw_back_a_division_in_the_open() {
        let position = position(
            "french infantry f1 5/3 division 165 at 0405
            french infantry f2 5/3 division 165 at 0403
            french tank f3 4/3/2 at 0405
            french artillery f4 3-3 5 division 165 at 0407
            german infantry g1 3/2 division 19 at 0404
            german infantry g2 6/3 lost 1 division 19 at 0404
            german artillery g3 3-3 5 division 19 at 0402",
        );
        assert_eq!(results(&position, FRENCH, "f1 f2 f3", ["f4", "g3"]), "D DR D1 DR2 De DE");
    }
}
