//! The comparison of several versions of a scenario.

use std::fmt::Write as _;

use battlewright_engine::game::Side;
use serde::Serialize;

use crate::compare::{Comparison, corrected};
use crate::default_player::DefaultPlayer;
use crate::estimate::Estimate;
use crate::figures::{interval, percent};
use crate::plan::Plan;
use crate::record::Record;
use crate::stats::Sampling;
use crate::text::table;

/// Versions of a scenario, each compared with the first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sweep {
    /// The title of the scenario.
    pub title: String,
    /// The first side, whose share of wins is given.
    pub side: String,
    /// The names of the players.
    pub players: [String; 2],
    /// The choice of the players, if nobody named them.
    pub default_player: Option<DefaultPlayer>,
    /// The rule for the number of games.
    pub sampling: Sampling,
    /// The versions; the first is the reference.
    pub versions: Vec<VersionLine>,
}

/// A version of a scenario.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct VersionLine {
    /// The name.
    pub name: String,
    /// The number of games that ended.
    pub games: usize,
    /// The first side's share of wins, a draw counted as half a win.
    pub score: Estimate,
    /// The effect; `None` for the first version.
    pub change: Option<Comparison>,
    /// The p-value of the changed winners, corrected for the number of versions after Holm.
    pub chance: Option<f64>,
}

impl Sweep {
    /// Compares versions, given as names with games, with the first of them. `plan` is the plan of one of them.
    pub fn of<'r>(
        title: &str,
        side: &str,
        plan: &Plan,
        sampling: Sampling,
        versions: impl IntoIterator<Item = (String, &'r [Record])>,
    ) -> Self {
        let versions: Vec<(String, &[Record])> = versions.into_iter().collect();
        let first = versions.first().map_or(&[][..], |(_, records)| records);
        let changes: Vec<Option<Comparison>> =
            versions.iter().skip(1).map(|(_, records)| Comparison::of(first, records, sampling)).collect();
        let mut chances = corrected(changes.iter().flatten()).into_iter();
        let mut lines = Vec::new();
        for (at, (name, records)) in versions.iter().enumerate() {
            let change = at.checked_sub(1).and_then(|at| changes.get(at).cloned().flatten());
            let chance = change.as_ref().and_then(|_| chances.next());
            lines.push(VersionLine {
                name: name.clone(),
                games: ended(records),
                score: score(records, sampling),
                change,
                chance,
            });
        }
        Self {
            title: title.to_owned(),
            side: side.to_owned(),
            players: plan.players.clone(),
            default_player: plan.default_player,
            sampling,
            versions: lines,
        }
    }

    /// Formats the versions as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_text(&mut text);
        text
    }

    fn write_text(&self, to: &mut String) -> std::fmt::Result {
        let [one, two] = &self.players;
        writeln!(to, "{}, {one} against {two}: share of wins of {}", self.title, self.side)?;
        if let Some(player) = &self.default_player {
            writeln!(to, "{}", player.reason())?;
        }
        table(to, &self.head(), &self.rows())?;
        writeln!(to, "\n{}", self.note())
    }

    /// Returns the header of [`Sweep::rows`].
    pub fn head(&self) -> [&'static str; 9] {
        let interval = self.sampling.heading();
        ["version", "games", "wins", interval, "change", interval, "margin", "changed winner", "by chance"]
    }

    /// Explains the rows.
    pub fn note(&self) -> String {
        let watched = match self.sampling {
            Sampling::Fixed => "",
            Sampling::Sequential => {
                " This value and the intervals are valid at any time, regardless of how often you look."
            }
        };
        format!(
            "All versions were played with the same dice, and are compared game by game with the first. \"By chance\" is the \
            probability of so many changed winners if the change had no effect, corrected for the number of versions (Holm). Below 0.05, the change has an effect.{watched}"
        )
    }

    /// Returns a row for each version, for [`Sweep::head`].
    pub fn rows(&self) -> Vec<Vec<String>> {
        let row = |line: &VersionLine| {
            let mut row =
                vec![line.name.clone(), line.games.to_string(), percent(line.score.value), interval(&line.score)];
            if let (Some(change), Some(chance)) = (&line.change, line.chance) {
                let points = |share: f64| format!("{:+.1}", 100.0 * share);
                row.push(points(change.difference.value));
                row.push(format!("{} to {}", points(change.difference.low), points(change.difference.high)));
                row.push(format!("{:+.2}", change.margin.value));
                row.push(percent(change.changed()));
                row.push(chances(chance));
            }
            row
        };
        self.versions.iter().map(row).collect()
    }
}

fn chances(chance: f64) -> String {
    if chance < 0.001 { "< 0.001".to_owned() } else { format!("{chance:.3}") }
}

pub(crate) fn ended(records: &[Record]) -> usize {
    records.iter().filter(|record| record.outcome().is_some()).count()
}

pub(crate) fn score(records: &[Record], sampling: Sampling) -> Estimate {
    let halves: u32 = records.iter().filter_map(|record| record.score(Side::First)).sum();
    sampling.rate(f64::from(halves) / 2.0, ended(records))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{played, tutorial};
    use crate::vary::variants;

    #[test]
    fn versions_are_compared_with_the_first() {
        let versions = variants(&tutorial(), &["unit.red-1.er=0,4".parse().unwrap()]).unwrap();
        let games: Vec<_> = versions.iter().map(|version| (version.name(), played(&version.plan))).collect();
        let records = games.iter().map(|(name, records)| (name.clone(), &records[..]));
        let sweep = Sweep::of("Crossing", "Red", &tutorial(), Sampling::Fixed, records);
        let [as_it_is, weak, strong] = &sweep.versions[..] else { panic!("{sweep:?}") };
        assert!(as_it_is.change.is_none() && as_it_is.games == 40);
        let grown = |line: &VersionLine| line.change.as_ref().unwrap().margin.value;
        assert!(grown(weak) < grown(strong), "{sweep:?}");
        assert!(weak.chance.unwrap() >= weak.change.as_ref().unwrap().chance_of_wins);
        let text = sweep.text();
        assert!(text.contains("unit.red-1.er 3 to 0") && text.contains("Holm"), "{text}");
    }
}
