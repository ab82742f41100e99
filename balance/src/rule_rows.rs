//! The effects of the rules of a scenario in rows, counted over games.

use battlewright_engine::any::{AnyGame, Visit};
use battlewright_engine::chronicle::Chronicle;
use battlewright_engine::kit::extra::{ExtraRow, RowKind, RowTally};
use battlewright_schema::Scenario;
use serde::Serialize;

use crate::estimate::float;
use crate::figures::{number, percent};
use crate::plan::OpenedPlan;
use crate::record::Record;

/// A rule of a scenario in a row, and how often it had an effect. A step is a choice, a roll, or the start of the game, which is all that
/// comes before the first of them; a rule has an effect at a step if it changes a number or an answer, forbids or allows a choice,
/// replaces tables, or happens, when the legal choices are found or the step is carried out. What players try before they choose does
/// not count.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RuleLine {
    /// The id of the row.
    pub id: String,
    /// The number and the name of the rule, such as `"H1 Guard in cover"`.
    pub rule: String,
    /// The kind of its effect.
    pub kind: RowKind,
    /// The number of games in which it had an effect.
    pub games: usize,
    /// The share of games in which it had an effect.
    pub share: f64,
    /// The mean number of steps of a game at which it had an effect; for points and victories the share of games.
    pub steps: f64,
}

impl RuleLine {
    /// The header of [`RuleLine::row`].
    pub const HEAD: [&str; 4] = ["rule of the scenario", "effect", "games", "steps per game"];

    /// Returns what the rule did, such as `"applied"`.
    pub fn verb(&self) -> &'static str {
        match self.kind {
            RowKind::Modifier => "applied",
            RowKind::Forbid => "forbade",
            RowKind::Allow => "allowed",
            RowKind::Event => "happened",
            RowKind::Score => "gave points",
            RowKind::Win => "decided",
            RowKind::Skip => "skipped a phase",
            RowKind::Table => "replaced tables",
        }
    }

    /// Returns the row of a table.
    pub fn row(&self) -> Vec<String> {
        let steps = match self.kind {
            RowKind::Score | RowKind::Win => "-".to_owned(),
            RowKind::Modifier | RowKind::Forbid | RowKind::Allow | RowKind::Event | RowKind::Skip | RowKind::Table => {
                number(self.steps)
            }
        };
        vec![self.rule.clone(), self.verb().to_owned(), percent(self.share), steps]
    }

    /// Returns the sentence about the rules of `lines` that never had an effect; `None` if there are none.
    pub fn idle(lines: &[Self]) -> Option<String> {
        let idle: Vec<&str> = lines.iter().filter(|line| line.games == 0).map(|line| line.rule.as_str()).collect();
        (!idle.is_empty()).then(|| format!("Rules that had no effect in any game: {}.", idle.join(", ")))
    }
}

/// The rows of a game.
struct Rows;

impl Visit for Rows {
    type Answer = Vec<ExtraRow>;

    fn visit<G: Chronicle>(self, game: &G) -> Vec<ExtraRow> {
        game.rule_rows().map_or_else(Vec::new, |rules| rules.rows().to_vec())
    }
}

/// A count of the rows of a game that have an effect at its start.
struct Start<'s>(&'s Scenario);

impl Visit for Start<'_> {
    type Answer = Vec<u32>;

    fn visit<G: Chronicle>(self, game: &G) -> Vec<u32> {
        let mut rows = RowTally::new(game.rule_rows());
        if !rows.is_empty() {
            // The number of rows is known when the game has been started, so it is started again.
            let started = rows.during(|| AnyGame::new(self.0));
            debug_assert!(started.is_ok(), "the scenario has been started before");
            rows.end_step();
        }
        rows.into_steps()
    }
}

/// Returns 1 for each row of `game` that has an effect at the start of a game of its `scenario`, and 0 for the others. All games of a
/// run have this start: turn 1 begins before their first choice or roll, which the records of games begin with.
pub(crate) fn rows_at_start(game: &AnyGame, scenario: &Scenario) -> Vec<u32> {
    game.visit(Start(scenario))
}

/// The games of a run in which rows had an effect, by the places of the rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RowTotals {
    /// For each row, 1 if it has an effect at the start of every game, and 0 otherwise.
    at_start: Vec<u32>,
    /// The number of games played.
    played: usize,
    /// For each row, the number of games and that of steps.
    rows: Vec<(usize, u64)>,
}

impl RowTotals {
    /// The totals of no game, for games in which the rows have these numbers of steps [at the start](rows_at_start).
    pub(crate) fn new(at_start: Vec<u32>) -> Self {
        Self { rows: vec![(0, 0); at_start.len()], at_start, played: 0 }
    }

    /// Adds a game with these numbers of steps after its start.
    pub(crate) fn add(&mut self, steps: &[u32]) {
        self.played += 1;
        let steps = steps.iter().copied().chain(std::iter::repeat(0));
        for (((games, sum), at_start), steps) in self.rows.iter_mut().zip(&self.at_start).zip(steps) {
            let steps = steps.saturating_add(*at_start);
            *games += usize::from(steps > 0);
            *sum = sum.saturating_add(u64::from(steps));
        }
    }

    /// Returns the lines of `rows`.
    pub(crate) fn lines(&self, rows: &[ExtraRow]) -> Vec<RuleLine> {
        let of_all = |sum: f64| sum / float(self.played.max(1));
        let line = |(at, row): (usize, &ExtraRow)| {
            let (games, steps) = self.rows.get(at).copied().unwrap_or_default();
            #[expect(clippy::cast_precision_loss, reason = "counts of steps are far below 2^52")]
            let steps = of_all(steps as f64);
            RuleLine {
                id: row.id.clone(),
                rule: row.rule.to_string(),
                kind: row.kind,
                games,
                share: of_all(float(games)),
                steps,
            }
        };
        rows.iter().enumerate().map(line).collect()
    }
}

/// Returns the lines of the rows of `opened` in the games of `records`.
pub(crate) fn rule_lines(opened: &OpenedPlan, records: &[&Record]) -> Vec<RuleLine> {
    let mut totals = RowTotals::new(opened.rows_at_start.clone());
    records.iter().for_each(|record| totals.add(&record.rows));
    totals.lines(&opened.game.visit(Rows))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::stats::Sampling;
    use crate::testing::{played, played_part, tutorial};
    use crate::{Part, Plan, Report, Shard, Trial, fuzz, merge};

    /// The tutorial with three rules of its own, and with rules that never, always and only at the end have an effect.
    fn plan() -> Plan {
        let rows = "\n[[rules.modifier]]\nid = \"frost\"\nname = \"Frost\"\nrule = \"H4\"\nto = \"attack.defender\"\nadd = 1\n\
                    when = \"defender has guard and attacker has guard\"\n\
                    [[rules.score]]\nid = \"night\"\nname = \"Night falls\"\nrule = \"H5\"\nside = \"red\"\npoints = 1\n\
                    when = \"turn >= 4\"\n\
                    [[rules.score]]\nid = \"noon\"\nname = \"Noon\"\nrule = \"H6\"\nside = \"red\"\npoints = 1\nwhen = \"turn == 1\"\n";
        let scenario = format!("{}{rows}", include_str!("../../docs/guide/change-a-rule.toml"));
        Plan { scenario, ..tutorial() }
    }

    fn report(plan: &Plan) -> Report {
        let opened = plan.open().unwrap();
        let part = Part { records: played(plan), ..Part::new(&opened, plan.clone(), None) };
        Report::of(&opened, &part, Sampling::Fixed)
    }

    fn by_id(lines: &[RuleLine]) -> BTreeMap<&str, &RuleLine> {
        lines.iter().map(|line| (line.id.as_str(), line)).collect()
    }

    #[test]
    fn rules_count_in_games_and_steps_and_those_without_an_effect_are_told() {
        let report = report(&plan());
        let ids: Vec<&str> = report.rules.iter().map(|line| line.id.as_str()).collect();
        assert_eq!(ids, ["guard", "frost", "woods-hide", "supply", "night", "noon"]);
        let rules = by_id(&report.rules);
        let figures = |id: &str| (rules[id].games, rules[id].steps);
        assert_eq!(figures("supply"), (40, 1.0), "once in each game");
        assert_eq!(figures("frost"), (0, 0.0));
        assert_eq!(figures("night"), (40, 1.0));
        assert_eq!(figures("noon"), (0, 0.0), "points of the first turn are gone at the end");
        let guard = rules["guard"];
        assert!(guard.games > 0 && guard.steps >= guard.share && guard.share <= 1.0, "{guard:?}");
        let idle = RuleLine::idle(&report.rules).unwrap();
        assert!(idle.starts_with("Rules that had no effect in any game: H4 Frost, "), "{idle}");
        let opened = plan().open().unwrap();
        let json = serde_json::to_string(&report).unwrap();
        assert!(json.contains("\"rule\":\"H4 Frost\",\"kind\":\"modifier\",\"games\":0"), "{json}");
        for text in [report.text(), report.html(&opened.scenario)] {
            assert!(text.contains(&idle) && text.contains("gave points"), "{text}");
        }
    }

    #[test]
    fn a_scenario_without_rules_of_its_own_tells_nothing_of_them() {
        let report = report(&tutorial());
        assert!(report.rules.is_empty() && played(&tutorial()).iter().all(|record| record.rows.is_empty()));
        assert!(!serde_json::to_string(&report).unwrap().contains("\"rules\""));
        assert!(!report.text().contains("rule of the scenario"));
    }

    #[test]
    fn counting_changes_no_game_and_parts_and_threads_change_no_count() {
        let plan = plan();
        let opened = plan.open().unwrap();
        let records = played(&plan);
        let part = |shard| Part { records: played_part(&plan, shard), ..Part::new(&opened, plan.clone(), shard) };
        let parts = (1..=3).map(|part_number| part(Some(Shard { part: part_number, of: 3 })));
        let written = parts.map(|part| {
            let mut bytes = Vec::new();
            part.write(&mut bytes).unwrap();
            (String::new(), Part::read(&bytes[..]).unwrap().0)
        });
        assert_eq!(merge(written).unwrap().records, records);
        for threads in [1, 5] {
            let (mut again, never) = (Vec::new(), AtomicBool::new(false));
            let each = |record| {
                again.push(record);
                Ok::<(), ()>(())
            };
            crate::run(&opened.game, &opened.players, plan.seeds(None), |_| false, threads, &never, each).unwrap();
            assert_eq!(again, records);
        }
    }

    #[test]
    fn rules_of_the_first_turn_count_though_it_begins_before_the_first_choice() {
        let event = |id: &str, turn: u8| {
            format!(
                "\n[[rules.event]]\nid = \"{id}\"\nname = \"{id}\"\non = \"turn-begins\"\nwhen = \"turn == {turn}\"\n\
                 do = [\"counter(heard) += 1\"]\n"
            )
        };
        let counter = "\n[[rules.counter]]\nid = \"heard\"\nname = \"Heard\"\nof = \"game\"\nmost = 9\n";
        let each = event("each", 1).replace("turn == 1", "turn <= 2");
        let rows = [counter, &event("first", 1), &event("second", 2), &each, &event("never", 90)].concat();
        let plan =
            Plan { scenario: format!("{}{rows}", include_str!("../../docs/guide/change-a-rule.toml")), ..plan() };
        let opened = plan.open().unwrap();
        let figures = |lines: &[RuleLine], id: &str| (by_id(lines)[id].games, by_id(lines)[id].steps);
        let played = report(&plan).rules;
        assert_eq!(figures(&played, "first"), (40, 1.0), "once in each game");
        assert_eq!(figures(&played, "second"), (40, 1.0));
        assert_eq!(figures(&played, "each"), (40, 2.0), "in two turns");
        assert_eq!(figures(&played, "never"), (0, 0.0));
        let trial = Trial { games: 5, seed: 1, longest: 20_000 };
        let tried = fuzz(&plan, &opened, trial, &AtomicBool::new(false), |_| ()).rows;
        assert_eq!((figures(&tried, "first"), figures(&tried, "never")), ((5, 1.0), (0, 0.0)));
        assert!(!RuleLine::idle(&tried).unwrap().contains("first"));
        // A report of no game has no effects, and no division by 0.
        let none = rule_lines(&opened, &[]);
        assert_eq!(figures(&none, "first"), (0, 0.0));
    }

    #[test]
    fn what_players_try_does_not_count() {
        for player in ["search:20", "plan:4"] {
            let plan = Plan { games: 4, ..plan().for_players([player; 2]) };
            let report = report(&plan);
            let rules = by_id(&report.rules);
            assert_eq!((rules["supply"].games, rules["supply"].steps), (4, 1.0), "{player}: once in each game");
            assert_eq!(rules["frost"].games, 0);
            assert!(report.rules.iter().all(|line| line.steps <= report.decisions.mean * 4.0), "{report:?}");
        }
    }

    #[test]
    fn fuzzing_tells_which_rules_had_no_effect() {
        let plan = plan();
        let found = fuzz(
            &plan,
            &plan.open().unwrap(),
            Trial { games: 30, seed: 1, longest: 20_000 },
            &AtomicBool::new(false),
            |_| (),
        );
        let rules = by_id(&found.rows);
        assert_eq!((rules["supply"].games, rules["frost"].games, rules["night"].games), (30, 0, 30));
        let idle = RuleLine::idle(&found.rows).unwrap();
        assert!(idle.contains("H4 Frost") && found.text().ends_with(&format!("{idle}\n")), "{}", found.text());
        let plain = fuzz(
            &tutorial(),
            &tutorial().open().unwrap(),
            Trial { games: 2, seed: 1, longest: 20_000 },
            &AtomicBool::new(false),
            |_| (),
        );
        assert!(plain.rows.is_empty() && !plain.text().contains("rule of the scenario"));
    }
}
