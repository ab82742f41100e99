//! The exact odds of a barrage before its die.

use std::cmp::Reverse;

use battlewright_schema::matz::BombardmentResult;

use crate::Matz;
use crate::state::UnitIx;
use battlewright_core::kit::combat_table::listed_shift;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::odds::case_of;
use battlewright_core::show::Odds;

impl Matz {
    /// The odds of a barrage of `units` on `hex`, as it stands.
    pub(crate) fn barrage_odds(&self, hex: HexIx, units: &[UnitIx]) -> Odds {
        let column = self.barrage_column(hex, units);
        let mut modifiers = vec![("Bombardment value".to_owned(), i32::from(self.barrage_total(units)))];
        modifiers.extend(self.barrage_shifts(hex, units).into_iter().map(listed_shift));
        let band = self.board.rules.tables.bombardment.columns.get(column);
        let name = band.map_or_else(String::new, |band| format!("Column {band}"));
        // Headquarters lose no steps (1.4).
        let may_lose = self.barrage_victims(hex).iter().any(|victim| !self.board.unit(*victim).is_hq());
        let result = |die| {
            let result = self.barrage_result(column, die);
            BombardmentResult { steps: if may_lose { result.steps } else { 0 }, ..result }
        };
        let mut results: Vec<BombardmentResult> = (1..=6).map(result).collect();
        results.sort_unstable_by_key(|result| Reverse(*result));
        let runs = results.chunk_by(|one, other| one == other);
        let counted = runs.filter_map(|run| Some((*run.first()?, u32::try_from(run.len()).ok()?)));
        let odds = Odds::new(modifiers, vec![case_of(name, counted, describe_barrage)]);
        match units.first() {
            Some(unit) => odds.best_for(self.board.unit(*unit).side),
            None => odds,
        }
    }
}

/// The result of a barrage in words.
fn describe_barrage(result: BombardmentResult) -> String {
    match (result.neutralized, result.steps) {
        (false, _) => "no effect".to_owned(),
        (true, 0) => "neutralized".to_owned(),
        (true, 1) => "neutralized, 1 step lost".to_owned(),
        (true, steps) => format!("neutralized, {steps} steps lost"),
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::r08_1_barrage::tests::bombards;
    use crate::tests::testing::Table;

    /// Texts with a number each.
    type Numbered<N> = Vec<(String, N)>;

    /// The column, the results with their number of the six rolls, and the modifiers.
    fn odds(table: &Table, hex: &str, units: &[&str]) -> (String, Numbered<u32>, Numbered<i32>) {
        let units: Vec<_> = units.iter().map(|unit| table.unit(unit)).collect();
        let odds = table.game.barrage_odds(table.hex(hex), &units);
        let [case] = &odds.cases[..] else { panic!("a barrage has one case") };
        assert_eq!(case.of, 6);
        (case.name.clone(), case.results.clone(), odds.modifiers)
    }

    fn ways(results: &[(&str, u32)]) -> Vec<(String, u32)> {
        results.iter().map(|(text, rolls)| ((*text).to_owned(), *rolls)).collect()
    }

    #[test]
    fn r8_1_the_odds_of_a_barrage_count_every_die() {
        let table = bombards(
            "trench french 0406
            german artillery g1 9-4 5 at 0401
            german artillery g2 2-4 5 at 0401 out
            french infantry f1 4/2 at 0406
            french infantry f2 4/2 at 0405",
        );
        let (column, results, modifiers) = odds(&table, "0406", &["g1", "g2"]);
        // 11 points are in the column 10-13; the trench and the unit out of command take it to 5-6.
        assert_eq!(column, "Column 5-6");
        assert_eq!(results, ways(&[("neutralized, 1 step lost", 1), ("neutralized", 2), ("no effect", 3)]));
        let listed: Vec<(&str, i32)> = modifiers.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        assert_eq!(listed, [("Bombardment value", 11), ("Shift: trench", -1), ("Shift: out of command", -1)]);
        let (column, results, _) = odds(&table, "0405", &["g1"]);
        assert_eq!(column, "Column 7-9");
        assert_eq!(results, ways(&[("neutralized, 1 step lost", 1), ("neutralized", 3), ("no effect", 2)]));
    }

    #[test]
    fn r1_4_the_odds_of_a_barrage_promise_no_step_of_a_headquarters() {
        let table = bombards(
            "german artillery g1 9-4 5 at 0401
            german artillery g2 9-4 5 at 0401
            corps x french at 0406",
        );
        let (column, results, _) = odds(&table, "0406", &["g1", "g2"]);
        assert_eq!((column.as_str(), results), ("Column 14+", ways(&[("neutralized", 6)])));
    }
}
