//! The agreement of players of different strength: a verdict on a scenario is settled if it does not depend on the players.
//!
//! All pairs of players play the games of the same seeds. Two pairs disagree if the winners change more often in one direction than
//! chance explains, after a correction for the number of comparisons. Agreement needs evidence as well: with few games everything
//! agrees, so that a verdict is settled only if the intervals rule out a difference of [a fifth](Agreement::MOST).

use std::fmt::Write as _;

use battlewright_engine::players::{Budget, Kind};
use serde::Serialize;

use crate::compare::{Comparison, corrected};
use crate::default_player::DefaultPlayer;
use crate::estimate::Estimate;
use crate::figures::{interval, percent};
use crate::record::Record;
use crate::stats::Sampling;
use crate::sweep::{ended, score};
use crate::text::table;

/// The shares of wins between players of different strength, and the conclusion from them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Agreement {
    /// The first side, whose share of wins is given.
    pub side: String,
    /// The rule for the number of games.
    pub sampling: Sampling,
    /// The players with their results; those of the report come first.
    pub players: Vec<PlayersLine>,
    /// The conclusion.
    pub conclusion: Conclusion,
}

/// The result of two players.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayersLine {
    /// The names of the players.
    pub players: [String; 2],
    /// The number of games that ended.
    pub games: usize,
    /// The first side's share of wins, a draw counted as half a win.
    pub score: Estimate,
}

/// The conclusion from the results of players of different strength.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "verdict")]
pub enum Conclusion {
    /// The players agree: no two of them differ by more than this, at the end of an interval.
    Settled {
        /// The most that two of them may differ by.
        most: f64,
    },
    /// Two pairs of players disagree: indexes of their lines, those that differ most.
    Disagreement {
        /// The index of the first.
        one: usize,
        /// The index of the second.
        other: usize,
        /// The increase of the first side's share from the first to the second.
        difference: Estimate,
    },
    /// There are too few games: two of the players may differ by so much. `None` without games of the same seeds.
    TooFew {
        /// The most that two of them may differ by.
        most: Option<f64>,
    },
}

impl Agreement {
    /// The difference that must be ruled out.
    pub const MOST: f64 = 0.2;

    /// The players that are compared unless others are named, from the weakest to the strongest.
    pub const LADDER: [Kind; 3] = [Kind::Greedy, DefaultPlayer::PLANS, Kind::Plan(Budget::Iterations(400))];

    /// Returns the pairs of the [ladder](Self::LADDER) other than `players`, the same player on both sides.
    pub fn others(players: &[String; 2]) -> Vec<[String; 2]> {
        let pairs = Self::LADDER.map(|kind| [kind.to_string(), kind.to_string()]);
        pairs.into_iter().filter(|pair| pair != players).collect()
    }

    /// Compares the games of several pairs of players. `side` is the name of the first side.
    pub fn of<'r>(
        side: &str,
        sampling: Sampling,
        runs: impl IntoIterator<Item = (&'r [String; 2], &'r [Record])>,
    ) -> Self {
        let runs: Vec<(&[String; 2], &[Record])> = runs.into_iter().collect();
        let line = |(players, records): &(&[String; 2], &[Record])| PlayersLine {
            players: (*players).clone(),
            games: ended(records),
            score: score(records, sampling),
        };
        Self {
            side: side.to_owned(),
            sampling,
            players: runs.iter().map(line).collect(),
            conclusion: Conclusion::of(&runs.iter().map(|(_, records)| *records).collect::<Vec<_>>(), sampling),
        }
    }

    /// Describes the conclusion.
    pub fn text(&self) -> String {
        let name = |at: usize| self.players.get(at).map_or_else(String::new, PlayersLine::name);
        let share = |at: usize| self.players.get(at).map_or_else(String::new, |line| percent(line.score.value));
        let points = |share: f64| format!("{:.1}", 100.0 * share);
        match self.conclusion {
            Conclusion::Settled { most } => {
                format!("Settled: these players agree. Their shares differ by {} points at most.", points(most))
            }
            Conclusion::Disagreement { one, other, difference } => format!(
                "Not settled: players of different strength disagree. {} wins {} with {} and {} with {}, a difference of {} points \
                ({} to {}) in the games that both played. The result belongs to the players as much as to the scenario.",
                self.side,
                share(one),
                name(one),
                share(other),
                name(other),
                points(difference.value),
                points(difference.low),
                points(difference.high),
            ),
            Conclusion::TooFew { most: Some(most) } => format!(
                "Not settled: too few games. The shares of these players may differ by {} points; below {} they count as equal.",
                points(most),
                points(Self::MOST)
            ),
            Conclusion::TooFew { most: None } => "Not settled: too few games.".to_owned(),
        }
    }

    /// Returns the header of [`Self::rows`].
    pub fn head(&self) -> [&str; 4] {
        ["players", "games", &self.side, self.sampling.heading()]
    }

    /// Returns a row for each pair of players, for [`Self::head`].
    pub fn rows(&self) -> Vec<Vec<String>> {
        let row = |line: &PlayersLine| {
            vec![line.name(), line.games.to_string(), percent(line.score.value), interval(&line.score)]
        };
        self.players.iter().map(row).collect()
    }

    pub(crate) fn write_text(&self, to: &mut String) -> std::fmt::Result {
        table(to, &self.head(), &self.rows())?;
        writeln!(to, "{}", self.text())
    }
}

impl PlayersLine {
    /// Returns the [name](pair_name) of the players.
    pub fn name(&self) -> String {
        pair_name(&self.players)
    }
}

/// Returns the name of two players: one name if both are alike.
pub fn pair_name(players: &[String; 2]) -> String {
    match players {
        [first, second] if first == second => first.clone(),
        [first, second] => format!("{first} against {second}"),
    }
}

impl Conclusion {
    fn of(runs: &[&[Record]], sampling: Sampling) -> Self {
        let mut pairs = Vec::new();
        for (one, before) in runs.iter().enumerate() {
            for (other, after) in runs.iter().enumerate().skip(one + 1) {
                let Some(comparison) = Comparison::of(before, after, sampling) else {
                    return Self::TooFew { most: None };
                };
                pairs.push((one, other, comparison));
            }
        }
        let chances = corrected(pairs.iter().map(|(.., comparison)| comparison));
        let greatest = pairs
            .iter()
            .zip(chances)
            .filter(|(_, chance)| *chance < 0.05)
            .map(|((one, other, comparison), _)| (*one, *other, comparison.difference))
            .max_by(|(.., a), (.., b)| a.value.abs().total_cmp(&b.value.abs()));
        if let Some((one, other, difference)) = greatest {
            return Self::Disagreement { one, other, difference };
        }
        let ends = pairs.iter().flat_map(|(.., comparison)| [comparison.difference.low, comparison.difference.high]);
        // Shares differ by the whole at most.
        match ends.map(|end| end.abs().min(1.0)).max_by(f64::total_cmp) {
            Some(most) if most < Agreement::MOST => Self::Settled { most },
            most => Self::TooFew { most },
        }
    }
}

#[cfg(test)]
mod tests {
    use battlewright_engine::game::{Level, Outcome, Side};

    use super::*;
    use crate::record::End;
    use crate::testing::record;

    /// Returns `games` games, of which the first side wins those for which `wins` is true.
    fn games(games: u64, wins: impl Fn(u64) -> bool) -> Vec<Record> {
        let game = |seed| {
            let winner = if wins(seed) { Side::First } else { Side::Second };
            let outcome = Outcome { winner: Some(winner), level: Level::Victory, points: [0; 2] };
            Record { end: End::Over(outcome), ..record(seed) }
        };
        (0..games).map(game).collect()
    }

    fn agreement(runs: &[Vec<Record>], sampling: Sampling) -> Agreement {
        let names = Agreement::LADDER.map(|kind| [kind.to_string(), kind.to_string()]);
        Agreement::of("Red", sampling, names.iter().zip(runs).map(|(names, records)| (names, &records[..])))
    }

    #[test]
    fn the_players_that_disagree_most_are_named() {
        let runs =
            [games(200, |seed| seed % 10 < 4), games(100, |seed| seed % 10 < 6), games(100, |seed| seed % 10 < 8)];
        let found = agreement(&runs, Sampling::Fixed);
        let Conclusion::Disagreement { one: 0, other: 2, difference } = found.conclusion else { panic!("{found:?}") };
        assert!((difference.value - 0.4).abs() < 1e-9 && difference.low > 0.25, "{difference:?}");
        assert_eq!(found.players.iter().map(|line| line.games).collect::<Vec<_>>(), [200, 100, 100]);
        let text = found.text();
        assert!(text.starts_with("Not settled: players of different strength disagree."), "{text}");
        assert!(text.contains("Red wins 40.0 % with greedy and 80.0 % with plan:400"), "{text}");
        assert!(matches!(agreement(&runs[1..], Sampling::Fixed).conclusion, Conclusion::Disagreement { .. }));
    }

    #[test]
    fn few_games_settle_nothing_and_many_do() {
        let half = |seed: u64| seed.is_multiple_of(2);
        let other_half = |seed: u64| seed % 4 < 2;
        let runs = |count| [games(count, half), games(count, other_half), games(count, half)];
        let few = agreement(&runs(40), Sampling::Fixed);
        let Conclusion::TooFew { most: Some(most) } = few.conclusion else { panic!("{few:?}") };
        assert!((0.2..0.3).contains(&most) && few.text().starts_with("Not settled: too few games."), "{}", few.text());
        let many = agreement(&runs(100), Sampling::Fixed);
        let Conclusion::Settled { most } = many.conclusion else { panic!("{many:?}") };
        assert!((0.1..0.2).contains(&most) && many.text().starts_with("Settled: "), "{}", many.text());
        // Who may look at any time needs more games.
        assert!(matches!(agreement(&runs(100), Sampling::Sequential).conclusion, Conclusion::TooFew { most: Some(_) }));
        assert!(matches!(agreement(&runs(800), Sampling::Sequential).conclusion, Conclusion::Settled { .. }));
        for none in [&runs(1)[..], &[games(9, half), Vec::new()], &[games(9, half)], &[]] {
            let none = agreement(none, Sampling::Fixed);
            assert_eq!(none.conclusion, Conclusion::TooFew { most: None });
            assert_eq!(none.text(), "Not settled: too few games.");
        }
    }

    #[test]
    fn the_players_of_the_report_are_not_asked_twice() {
        let pair = |name: &str| [name.to_owned(), name.to_owned()];
        assert_eq!(Agreement::others(&pair("plan:48")), [pair("greedy"), pair("plan:400")]);
        assert_eq!(Agreement::others(&pair("search:100")), ["greedy", "plan:48", "plan:400"].map(pair));
        let mixed = PlayersLine {
            players: ["greedy".to_owned(), "random".to_owned()],
            games: 1,
            score: score(&[], Sampling::Fixed),
        };
        assert_eq!(mixed.name(), "greedy against random");
    }

    #[test]
    fn all_forms_of_a_report_have_the_conclusion() {
        let plan = crate::testing::tutorial();
        let opened = plan.open().unwrap();
        let part =
            crate::Part { records: crate::testing::played(&plan), ..crate::Part::new(&opened, plan.clone(), None) };
        let other = plan.for_players(["greedy", "greedy"]);
        let other = crate::Part { records: crate::testing::played(&other), plan: other, ..part.clone() };
        let report =
            crate::Report::of(&opened, &part, Sampling::Fixed).with_agreement(&part, &[other], Sampling::Fixed);
        let agreement = report.agreement.as_ref().unwrap();
        assert!(matches!(agreement.conclusion, Conclusion::Disagreement { one: 0, other: 1, .. }), "{agreement:?}");
        for text in [report.text(), report.html(&opened.scenario)] {
            assert!(text.contains(&agreement.text()) && text.contains("random against greedy"), "{text}");
        }
        let json = serde_json::to_string(&report).unwrap();
        assert!(json.contains("\"conclusion\":{\"verdict\":\"disagreement\",\"one\":0,\"other\":1"), "{json}");
    }
}
