//! The exact odds of a combat before the die is rolled, with all modifiers by name.

use battlewright_schema::matz::{CombatResult, SideFate};

use crate::rules::r07_combat::{Combat, CombatTask};
use crate::state::Task;
use crate::{Action, Matz};
use battlewright_core::kit::combat_table::listed_shift;
use battlewright_core::kit::odds::{Tally, case_of};
use battlewright_core::show::Odds;

/// The faces of the die of a combat (7.4).
const FACES: std::ops::RangeInclusive<u16> = 1..=6;

impl Matz {
    /// The combat that `action` is about: with all who may attack a hex, with one unit more, or as it stands.
    pub(crate) fn combat_of(&self, action: &Action) -> Option<Combat> {
        let Task::Combat(task) = self.state.stack.last()? else { return None };
        let mut combat = match task {
            CombatTask::Phase => Combat::default(),
            CombatTask::Plan(combat) | CombatTask::AttackSupport(combat) | CombatTask::DefenseSupport(combat) => {
                combat.clone()
            }
            CombatTask::Roll(_) => return None,
        };
        match (task, *action) {
            (CombatTask::Phase | CombatTask::Plan(_), Action::Target(hex)) => {
                combat.targets.push(hex);
                self.add_all_attackers(&mut combat);
            }
            (CombatTask::Plan(_), Action::Join(unit)) => combat.attackers.push(unit),
            (CombatTask::AttackSupport(_), Action::Support(unit)) => combat.support[0].push(unit),
            (CombatTask::DefenseSupport(_), Action::Support(unit)) => combat.support[1].push(unit),
            (CombatTask::Plan(_), Action::Begin)
            | (CombatTask::AttackSupport(_) | CombatTask::DefenseSupport(_), Action::Pass) => {}
            _ => return None,
        }
        (!combat.attackers.is_empty()).then_some(combat)
    }

    /// The number of faces of the die that lead to each result of `combat`, best for the attacker first.
    pub(crate) fn result_odds(&self, combat: &Combat) -> Tally<CombatResult> {
        let calculation = self.calculation(combat);
        let mut odds = Tally::new();
        for die in FACES {
            let result = self.combat_result(calculation.column, calculation.modified(die));
            match odds.iter_mut().find(|(known, _)| *known == result) {
                Some((_, faces)) => *faces += 1,
                None => odds.push((result, 1)),
            }
        }
        odds.sort_by_key(|(result, _)| std::cmp::Reverse((result.merit(), *result)));
        odds
    }

    /// The exact odds of `combat` with the support that is known to whoever asks.
    pub(crate) fn combat_odds(&self, combat: &Combat) -> Odds {
        let calculation = self.calculation(combat);
        let [attack, defense] = calculation.points;
        let mut modifiers = vec![("Attacker".to_owned(), attack.into()), ("Defender".to_owned(), defense.into())];
        modifiers.extend(calculation.shifts.iter().copied().map(listed_shift));
        let pips = calculation.modifiers.iter().map(|(name, pips)| (format!("Die: {name}"), i32::from(*pips)));
        modifiers.extend(pips);
        for die in FACES.filter(|die| calculation.face(*die) != *die) {
            let changes = self.natural_changes(combat, die).into_iter();
            modifiers.extend(changes.map(|(name, plus)| (format!("A natural {die}: {name}"), plus)));
        }
        let heading = self.board.rules.tables.combat.columns.get(calculation.column).map_or("", |column| &column.odds);
        let results = self.result_odds(combat);
        let meanings: Vec<(String, String)> =
            results.iter().map(|(result, _)| (result.to_string(), result_in_words(*result))).collect();
        let case = case_of(format!("Combat at {heading}"), results, |result| result.to_string());
        let odds = Odds::new(modifiers, vec![case]).meaning(meanings);
        match combat.attackers.first() {
            Some(attacker) => odds.best_for(self.board.unit(*attacker).side),
            None => odds,
        }
    }
}

/// Returns what a result of the Combat Results Table does (7.5).
fn result_in_words(result: CombatResult) -> String {
    if result == CombatResult::Engaged {
        return "Each side loses a step. Nobody retreats or advances.".to_owned();
    }
    let fate = |who: &str, fate: SideFate| {
        let does = match fate {
            SideFate::Nothing => return None,
            SideFate::Step => "loses a step".to_owned(),
            SideFate::Retreat(1) => "retreats a hex".to_owned(),
            SideFate::Retreat(hexes) => format!("retreats {hexes} hexes"),
            SideFate::StepAndRetreat => "loses a step and retreats a hex".to_owned(),
            SideFate::AllAndRetreat => "loses a step of each unit and retreats two hexes".to_owned(),
            SideFate::Eliminated => "is eliminated".to_owned(),
        };
        Some(format!("The {who} {does}."))
    };
    let fates = [fate("attacker", result.attacker()), fate("defender", result.defender())];
    fates.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use crate::event::Phase;
    use crate::tests::testing::{GERMAN, Table, position};

    fn battle() -> Table {
        position(
            "german infantry g1 4/2 division 4GD at 0405
            german stosstruppen g2 2 at 0405
            german infantry g3 4/2 division 11 at 0304
            german artillery g4 4-3 5 at 0407
            french infantry f1 4/2 at 0404
            french artillery f2 3-3 5 at 0402
            woods 0404",
        )
        .at(GERMAN, Phase::Combat)
    }

    fn odds(table: &Table, action: &str) -> (Vec<(String, i32)>, String) {
        let combat = table.game.combat_of(&table.action(action)).expect("the action is about a combat");
        let odds = table.game.combat_odds(&combat);
        let case = &odds.cases[0];
        assert_eq!((odds.cases.len(), case.of), (1, 6));
        let results: Vec<String> = case.results.iter().map(|(result, faces)| format!("{result} {faces}")).collect();
        (odds.modifiers, format!("{}: {}", case.name, results.join(", ")))
    }

    #[test]
    fn r7_4_the_odds_name_every_modifier() {
        let table = battle();
        let (modifiers, case) = odds(&table, "target 0404");
        let expected = [
            ("Attacker", 10),
            ("Defender", 4),
            ("Shift: woods", -1),
            ("Die: attacking Stosstruppen", 2),
            ("Die: mixed divisions", -2),
        ];
        assert_eq!(modifiers, expected.map(|(name, value)| (name.to_owned(), value)));
        // 10 to 4 is 3:1, and the woods make it 2:1.
        assert_eq!(case, "Combat at 2:1: D1 1, DR 1, D 1, A/D1 1, Eng 1, A 1");
    }

    #[test]
    fn r7_5_the_odds_say_what_a_result_means_and_for_whom_they_are_listed() {
        use battlewright_core::show::Show as _;

        let mut table = battle();
        table.does("target 0404, join g1, begin, pass");
        let odds = table.game.odds(&table.action("pass")).expect("the defender decides about a combat");
        assert_eq!(odds.best_for, Some(GERMAN), "the attacker");
        let meaning =
            |name: &str| odds.meanings.iter().find(|(result, _)| result == name).map(|(_, text)| text.as_str());
        assert_eq!(meaning("Eng"), Some("Each side loses a step. Nobody retreats or advances."));
        for (result, _) in &odds.cases[0].results {
            assert!(meaning(result).is_some_and(|text| text.ends_with('.')), "{result}");
        }
    }

    #[test]
    fn r7_4_the_odds_follow_the_plan_and_the_support() {
        let mut table = battle();
        table.does("target 0404");
        let points =
            |table: &Table, action: &str| odds(table, action).0[..2].iter().map(|row| row.1).collect::<Vec<_>>();
        assert_eq!(points(&table, "join g1"), [4, 4]);
        table.does("join g1");
        assert_eq!((points(&table, "join g2"), points(&table, "begin")), (vec![6, 4], vec![4, 4]));
        table.does("begin");
        assert_eq!((points(&table, "support g4"), points(&table, "pass")), (vec![8, 4], vec![4, 4]));
        table.does("support g4");
        assert_eq!((points(&table, "support f2"), points(&table, "pass")), (vec![8, 7], vec![8, 4]));
        assert_eq!(table.game.combat_of(&table.action("begin")), None);
    }
}
