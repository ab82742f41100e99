//! The comparison of several versions of a scenario, and the search for one that balances it.

use std::fmt::Write as _;

use battlewright_engine::game::Side;
use battlewright_schema::Scenario;
use serde::Serialize;

use crate::compare::{Comparison, corrected};
use crate::plan::Plan;
use crate::record::Record;
use crate::stats::{Estimate, Sampling};
use crate::text::{interval, percent, table};
use crate::vary::{Change, Variant, Vary, VaryError, variants};

/// Versions of a scenario, each compared with the first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sweep {
    /// The title of the scenario.
    pub title: String,
    /// The first side, whose share of wins is given.
    pub side: String,
    /// The names of the players.
    pub players: [String; 2],
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
    /// Compares versions, given as names with games, with the first of them.
    pub fn of<'r>(
        title: &str,
        side: &str,
        players: &[String; 2],
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
        Self { title: title.to_owned(), side: side.to_owned(), players: players.clone(), sampling, versions: lines }
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

fn ended(records: &[Record]) -> usize {
    records.iter().filter(|record| record.outcome().is_some()).count()
}

fn score(records: &[Record], sampling: Sampling) -> Estimate {
    let halves: u32 = records.iter().filter_map(|record| record.score(Side::First)).sum();
    sampling.rate(f64::from(halves) / 2.0, ended(records))
}

/// Returns the default changes to try: the [system](battlewright_schema::SystemInfo::usual_changes)'s usual ones that
/// apply to `scenario`.
pub fn usual(scenario: &Scenario) -> Vec<Vary> {
    let varied = scenario.system().info().usual_changes.iter().filter_map(|text| text.parse().ok());
    varied.filter(|vary: &Vary| vary.changes(scenario).is_ok()).collect()
}

/// The number of promising changes that are played again.
const AGAIN: usize = 5;

/// The factor by which the second round has more games.
const MORE: u64 = 4;

/// Suggested changes that bring a scenario to a wanted share of wins.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Suggestions {
    /// The first side, whose share of wins is given.
    pub side: String,
    /// Its wanted share of wins.
    pub wanted: f64,
    /// The number of changes tried.
    pub tried: usize,
    /// The number of games per change in the first round.
    pub games: u64,
    /// The side's share of wins without changes, in the games of the second round.
    pub as_it_is: Estimate,
    /// The best changes, smallest first. The shares of wins come from a second round with other dice, free of the luck
    /// that favored a change in the first.
    pub best: Vec<Suggestion>,
}

/// A change that may bring a scenario to a wanted share of wins.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Suggestion {
    /// The name of the change.
    pub name: String,
    /// The changed fields.
    #[serde(skip)]
    pub changes: Vec<Change>,
    /// The number of steps from the current values.
    pub size: u64,
    /// The first side's share of wins with the change.
    pub score: Estimate,
    /// `true` if the interval contains the wanted share.
    pub reaches: bool,
}

/// Returns the candidate versions of the scenario of `plan`: one for each single change in `varied`.
///
/// # Errors
/// See [`variants`].
pub fn single_changes(plan: &Plan, varied: &[Vary]) -> Result<Vec<Variant>, VaryError> {
    let mut tried: Vec<Variant> = Vec::new();
    for vary in varied {
        tried.extend(
            variants(plan, std::slice::from_ref(vary))?.into_iter().filter(|variant| !variant.changes.is_empty()),
        );
    }
    Ok(tried)
}

/// Searches the [`single_changes`] of `plan` in `tried` for the smallest one that brings the first side's share of wins
/// to `wanted`. `play` plays the games of a version; it also receives the total number of games over all versions.
///
/// # Errors
/// The first error of `play`.
pub fn suggest<E>(
    plan: &Plan,
    side: &str,
    wanted: f64,
    tried: Vec<Variant>,
    mut play: impl FnMut(&Variant, u64) -> Result<Vec<Record>, E>,
) -> Result<Suggestions, E> {
    let rounds = tried.len() as u64 + MORE * (AGAIN.min(tried.len()) as u64 + 1);
    let all = plan.games.saturating_mul(rounds);
    let mut first = Vec::new();
    for variant in &tried {
        first.push(score(&play(variant, all)?, Sampling::Fixed));
    }
    let mut order: Vec<usize> = (0..tried.len()).collect();
    // Versions that may reach the wanted share come first, then smaller changes, then nearer shares.
    let distance = |score: &Estimate| (score.value - wanted).abs();
    order.sort_by(|a, b| {
        let misses = |at: usize| !first[at].covers(wanted);
        let size = |at: usize| if misses(at) { 0 } else { tried[at].size() };
        (misses(*a), size(*a)).cmp(&(misses(*b), size(*b))).then(distance(&first[*a]).total_cmp(&distance(&first[*b])))
    });
    let again = |plan: &Plan| Plan {
        seed: plan.seed.saturating_add(plan.games),
        games: plan.games.saturating_mul(MORE),
        ..plan.clone()
    };
    let mut best = Vec::new();
    for at in order.into_iter().take(AGAIN) {
        let variant = Variant { changes: tried[at].changes.clone(), plan: again(&tried[at].plan) };
        let score = score(&play(&variant, all)?, Sampling::Fixed);
        let (name, size) = (variant.name(), variant.size());
        best.push(Suggestion { name, changes: variant.changes, size, score, reaches: score.covers(wanted) });
    }
    best.sort_by(|a, b| {
        (!a.reaches, a.size).cmp(&(!b.reaches, b.size)).then(distance(&a.score).total_cmp(&distance(&b.score)))
    });
    let as_it_is = score(&play(&Variant { changes: Vec::new(), plan: again(plan) }, all)?, Sampling::Fixed);
    Ok(Suggestions { side: side.to_owned(), wanted, tried: tried.len(), games: plan.games, as_it_is, best })
}

impl Suggestions {
    /// Formats the suggestions as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_text(&mut text);
        text
    }

    /// Describes the wanted share and the current one.
    pub fn aim(&self) -> String {
        let (wanted, now) = (percent(self.wanted), percent(self.as_it_is.value));
        format!("{} should win {wanted}; it wins {now} of the games without a change.", self.side)
    }

    /// Explains the origin of the figures.
    pub fn note(&self) -> String {
        format!(
            "{} changes were tried with {} games each. The results above come from {} other games each, because the first games favor \
            the chosen changes.",
            self.tried,
            self.games,
            self.games.saturating_mul(MORE)
        )
    }

    /// The header of [`Suggestions::rows`].
    pub const HEAD: [&str; 5] = ["change", "steps", "wins", "95 %", "sufficient"];

    /// Returns a row for each suggestion, for [`Suggestions::HEAD`].
    pub fn rows(&self) -> Vec<Vec<String>> {
        let row = |found: &Suggestion| {
            let reaches = if found.reaches { "yes" } else { "no" };
            vec![
                found.name.clone(),
                found.size.to_string(),
                percent(found.score.value),
                interval(&found.score),
                reaches.to_owned(),
            ]
        };
        self.best.iter().map(row).collect()
    }

    fn write_text(&self, to: &mut String) -> std::fmt::Result {
        writeln!(to, "{}", self.aim())?;
        table(to, &Self::HEAD, &self.rows())?;
        writeln!(to, "\n{}", self.note())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{played, tutorial};

    #[test]
    fn versions_are_compared_with_the_first() {
        let versions = variants(&tutorial(), &["unit.red-1.er=0,4".parse().unwrap()]).unwrap();
        let games: Vec<_> = versions.iter().map(|version| (version.name(), played(&version.plan))).collect();
        let records = games.iter().map(|(name, records)| (name.clone(), &records[..]));
        let sweep = Sweep::of("Crossing", "Red", &tutorial().players, Sampling::Fixed, records);
        let [as_it_is, weak, strong] = &sweep.versions[..] else { panic!("{sweep:?}") };
        assert!(as_it_is.change.is_none() && as_it_is.games == 40);
        let grown = |line: &VersionLine| line.change.as_ref().unwrap().margin.value;
        assert!(grown(weak) < grown(strong), "{sweep:?}");
        assert!(weak.chance.unwrap() >= weak.change.as_ref().unwrap().chance_of_wins);
        let text = sweep.text();
        assert!(text.contains("unit.red-1.er 3 to 0") && text.contains("Holm"), "{text}");
    }

    #[test]
    fn what_is_suggested_was_played_again_with_other_dice() {
        let (mut plans, mut told) = (Vec::new(), Vec::new());
        let varied = ["unit.red-1.er=-1,+1".parse().unwrap(), "side.*.ammunition=+1".parse().unwrap()];
        let tried = single_changes(&tutorial(), &varied).unwrap();
        let found = suggest(&tutorial(), "Red", 0.5, tried, |variant, all| {
            plans.push((variant.plan.seed, variant.plan.games));
            told.push(all);
            Ok::<_, String>(played(&variant.plan))
        })
        .unwrap();
        assert_eq!((found.tried, found.games), (4, 40));
        assert_eq!(plans, [[(1, 40); 4].as_slice(), &[(41, 160); 5]].concat());
        let played: u64 = plans.iter().map(|(_, games)| games).sum();
        assert!(told.iter().all(|all| *all == played), "{told:?} of {played}");
        assert!(found.best.iter().all(|change| change.reaches == change.score.covers(0.5)));
        assert!(found.best.is_sorted_by_key(|change| (!change.reaches, change.size)), "{found:?}");
        assert!(found.text().contains("4 changes were tried with 40 games each"));
    }
}
