//! The results of games between people, beside those of computer players and never mixed with them.
//!
//! Whoever keeps the games looks at the results when he likes, so that all intervals hold after every number of games at once.

mod read;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use battlewright_engine::game::Side;
use serde::Serialize;

pub use read::{PeopleFault, PeopleFaults, PeopleGames};

use crate::agreement::pair_name;
use crate::estimate::{Estimate, float};
use crate::figures::{interval, number, percent};
use crate::report::Report;
use crate::sequential::rate_of_few;
use crate::stats::Sampling;
use crate::text::table;
use read::{EndedBy, PERSON, PeopleGame};

/// The rule for the number of games, which nobody fixes in advance.
const SAMPLING: Sampling = Sampling::Sequential;

/// The most pairs of players in a table; data for programs have all.
const MOST_LINES: usize = 8;

/// The margin of error above which games tell little.
const WIDE: f64 = 0.2;

/// The results of games between people on one scenario.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct People {
    /// The rule for the number of games.
    pub sampling: Sampling,
    /// The results by players: first those of two people, then those with computer players, the most games first.
    pub lines: Vec<PeopleLine>,
    /// The number of games that ended without a result, which count nowhere else.
    pub abandoned: usize,
    /// The number of games, among those counted, that another version of the engine began.
    pub other_engine: usize,
    /// The number of games of another version of the scenario, which are left out.
    pub other_version: usize,
    /// The number of games of other scenarios, which are left out.
    pub other_scenario: usize,
    /// The number of rows that tell of a game for a second time.
    pub repeated: usize,
}

/// The results of two players, of whom one at least is a person.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PeopleLine {
    /// The players of the sides: `"person"`, or the name of a computer player.
    pub players: [String; 2],
    /// The number of games with a result.
    pub games: usize,
    /// The share of games won by each side.
    pub wins: [Estimate; 2],
    /// The share of drawn games.
    pub draws: Estimate,
    /// The first side's share of wins, a draw counted as half a win.
    pub score: Estimate,
    /// The number of games that ended in each way, such as `"resigned"`.
    pub ends: BTreeMap<&'static str, usize>,
    /// The mean victory points of each side, over the games that the rules ended; `None` without any.
    pub points: Option<[f64; 2]>,
    /// The mean of the last turn.
    pub turn: f64,
    /// The median of the minutes from the making of a game to its end, pauses included.
    pub minutes: f64,
}

impl People {
    /// Evaluates the games of the scenario called `title` whose text has one of the SHA-256 `hashes`. `engine` is the version of the
    /// engine with which they are compared.
    pub fn of(games: &PeopleGames, title: &str, hashes: &[String], engine: &str) -> Self {
        let mut people = Self {
            sampling: SAMPLING,
            lines: Vec::new(),
            abandoned: 0,
            other_engine: 0,
            other_version: 0,
            other_scenario: 0,
            repeated: 0,
        };
        let mut known = BTreeSet::new();
        let mut pairs: BTreeMap<&[String; 2], Vec<&PeopleGame>> = BTreeMap::new();
        for game in games.all() {
            if !known.insert(&game.id) {
                people.repeated += 1;
            } else if !hashes.contains(&game.scenario) {
                *(if game.title == title { &mut people.other_version } else { &mut people.other_scenario }) += 1;
            } else if game.end == EndedBy::Abandoned {
                people.abandoned += 1;
            } else {
                people.other_engine += usize::from(game.engine != engine);
                pairs.entry(&game.players).or_default().push(game);
            }
        }
        people.lines = pairs.into_iter().map(|(players, games)| PeopleLine::of(players, &games)).collect();
        people.lines.sort_by_key(|line| (!line.is_of_people(), std::cmp::Reverse(line.games)));
        people
    }

    /// Returns the header of [`Self::rows`] for these sides.
    pub(crate) fn head(&self, sides: &[String; 2]) -> [String; 10] {
        let [one, two] = sides;
        let interval = self.sampling.heading();
        let head = ["players", "games", one, interval, two, interval, "nobody", "points", "last turn", "minutes"];
        head.map(str::to_owned)
    }

    /// Returns a row for each pair of players, up to [`MOST_LINES`].
    pub(crate) fn rows(&self) -> Vec<Vec<String>> {
        let row = |line: &PeopleLine| {
            let [one, two] = &line.wins;
            let points = line.points.map_or_else(|| "-".to_owned(), |[a, b]| format!("{} : {}", number(a), number(b)));
            vec![
                line.name(),
                line.games.to_string(),
                percent(one.value),
                interval(one),
                percent(two.value),
                interval(two),
                percent(line.draws.value),
                points,
                number(line.turn),
                number(line.minutes),
            ]
        };
        self.lines.iter().take(MOST_LINES).map(row).collect()
    }

    /// Returns what is to be known about these games beside those of `report`, in sentences.
    pub(crate) fn sentences(&self, report: &Report) -> Vec<String> {
        let mut sentences = Vec::new();
        match self.lines.first() {
            None => sentences.push("There is no result of people on this version of the scenario.".to_owned()),
            Some(line) if line.is_of_people() => sentences.push(line.beside(report)),
            Some(_) => sentences.push("No two people have played this version of the scenario to an end.".to_owned()),
        }
        sentences.extend(self.lines.first().map(PeopleLine::ends_text));
        if let Some(more @ 1..) = self.lines.len().checked_sub(MOST_LINES) {
            sentences.push(format!("Left out of the table: {more} other pairs of players with fewer games."));
        }
        let told = |count: usize, one: &str, many: &str| match count {
            0 => None,
            1 => Some(format!("1 game {one}.")),
            _ => Some(format!("{count} games {many}.")),
        };
        let left_out = [
            told(
                self.abandoned,
                "ended without a result and does not count",
                "ended without a result and do not count",
            ),
            told(
                self.other_engine,
                "was begun with another version of the engine, whose rules may differ",
                "were begun with other versions of the engine, whose rules may differ",
            ),
            told(
                self.other_version,
                "of another version of this scenario is left out",
                "of other versions of this scenario are left out",
            ),
            told(self.other_scenario, "of another scenario is left out", "of other scenarios are left out"),
            told(self.repeated, "is told twice and counts once", "are told more than once and count once"),
        ];
        sentences.extend(left_out.into_iter().flatten());
        if !self.lines.is_empty() {
            sentences.push(
                "The same people may have played several games, and learned from them. Games that nobody has finished are missing."
                    .to_owned(),
            );
        }
        sentences
    }
}

impl PeopleLine {
    fn of(players: &[String; 2], games: &[&PeopleGame]) -> Self {
        let count = games.len();
        let won = |side| float(games.iter().filter(|game| game.winner == side).count());
        let [first, second, nobody] = [won(Some(Side::First)), won(Some(Side::Second)), won(None)];
        let mut ends = BTreeMap::new();
        for game in games {
            *ends.entry(game.end.name()).or_default() += 1;
        }
        let points: Vec<[i32; 2]> = games.iter().filter_map(|game| game.points).collect();
        let mean = |side: usize| points.iter().map(|points| f64::from(points[side])).sum::<f64>() / float(points.len());
        let summary = |of: &dyn Fn(&PeopleGame) -> f64| SAMPLING.summary(games.iter().map(|game| of(game)));
        Self {
            players: players.clone(),
            games: count,
            wins: [rate_of_few(first, count), rate_of_few(second, count)],
            draws: rate_of_few(nobody, count),
            score: rate_of_few(first + nobody / 2.0, count),
            ends,
            points: (!points.is_empty()).then(|| [mean(0), mean(1)]),
            turn: summary(&|game| f64::from(game.turn)).mean,
            minutes: summary(&|game| f64::from(game.minutes)).median,
        }
    }

    /// Returns `true` if no computer plays.
    pub fn is_of_people(&self) -> bool {
        self.players.iter().all(|player| player == PERSON)
    }

    /// Returns the name of the players, the first side's first.
    pub fn name(&self) -> String {
        if self.is_of_people() { "people".to_owned() } else { pair_name(&self.players) }
    }

    /// Compares the shares of people with those of the computer players of `report`: two intervals, which must not meet for a
    /// difference.
    fn beside(&self, report: &Report) -> String {
        let side = &report.sides[0];
        let (people, computer) = (&self.score, &report.score);
        let shares = format!(
            "{side} wins {} ({}) of the games between people, and {} ({}) of those above",
            percent(people.value),
            interval(people),
            percent(computer.value),
            interval(computer)
        );
        if people.low > computer.high || people.high < computer.low {
            return format!(
                "People and these computer players differ: {shares}. Judge the scenario by the people, and look for what these players miss."
            );
        }
        let few = if people.margin() > WIDE { " They are too few to tell much." } else { "" };
        format!("The games between people do not contradict the others: {shares}.{few}")
    }

    /// Tells how the games ended.
    fn ends_text(&self) -> String {
        let ends: Vec<String> = EndedBy::ALL
            .iter()
            .filter_map(|end| Some((end.phrase(), self.ends.get(end.name())?)))
            .map(told_end)
            .collect();
        format!("Ends of the games of {}: {}.", self.name(), ends.join(", "))
    }
}

fn told_end((phrase, games): (&str, &usize)) -> String {
    format!("{games} {phrase}")
}

impl Report {
    /// Adds the results of `games` between people on this scenario, whose text has one of the SHA-256 `hashes`. They stand beside the
    /// figures of the report, which they do not change.
    #[must_use]
    pub fn with_people(mut self, games: &PeopleGames, hashes: &[String]) -> Self {
        self.people = Some(People::of(games, &self.title, hashes, &self.engine));
        self
    }

    /// Writes the results of people, if there are any.
    pub(crate) fn write_people(&self, to: &mut String) -> std::fmt::Result {
        let Some(people) = &self.people else { return Ok(()) };
        let head = people.head(&self.sides);
        table(to, &head.each_ref().map(String::as_str), &people.rows())?;
        if people.lines.is_empty() {
            writeln!(to)?;
        }
        people.sentences(self).iter().try_for_each(|sentence| writeln!(to, "{sentence}"))
    }
}
