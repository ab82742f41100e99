//! A file of games: the plan in the first line, and one game in each further line.
//!
//! Each game is written when it ends, so that a killed run loses only the games in progress. [`merge`] joins the parts of
//! a run and refuses parts of different runs.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{BufRead, Read, Write};

use serde::{Deserialize, Serialize};

use crate::plan::{CountedNames, OpenedPlan, Plan, Shard};
use crate::record::Record;

/// The format name in the first line.
const FORMAT: &str = "battlewright games 2";

/// The longest line read, in bytes: the largest scenario, with escapes.
const LONGEST_LINE: u64 = 512 << 20;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    format: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    shard: Option<Shard>,
    counted: CountedNames,
    plan: Plan,
}

/// The first key of the header line, for recognizing other formats before parsing the rest.
#[derive(Deserialize)]
struct Format {
    format: String,
}

/// The games of a plan or of a shard of it, complete or so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The plan.
    pub plan: Plan,
    /// The shard; `None` for the whole plan.
    pub shard: Option<Shard>,
    /// The names of the harms and resources counted in the records.
    pub counted: CountedNames,
    /// The games played, in the order of their seeds.
    pub records: Vec<Record>,
}

/// An error in a file of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartError {
    /// The line, from 1.
    pub line: usize,
    /// The problem.
    pub message: String,
}

impl fmt::Display for PartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for PartError {}

impl Part {
    /// Returns a part of `plan`, or of its `shard`, without games. `opened` is the opened plan.
    pub fn new(opened: &OpenedPlan, plan: Plan, shard: Option<Shard>) -> Self {
        Self { plan, shard, counted: opened.counted(), records: Vec::new() }
    }

    /// Returns the header line, with its line break.
    pub fn head(&self) -> String {
        line(&Head {
            format: FORMAT.to_owned(),
            shard: self.shard,
            counted: self.counted.clone(),
            plan: self.plan.clone(),
        })
    }

    /// Returns the line of a game, with its line break.
    pub fn line(record: &Record) -> String {
        line(record)
    }

    /// Writes the whole file.
    ///
    /// # Errors
    /// `to` cannot be written.
    pub fn write(&self, to: &mut impl Write) -> std::io::Result<()> {
        to.write_all(self.head().as_bytes())?;
        self.records.iter().try_for_each(|record| to.write_all(Self::line(record).as_bytes()))
    }

    /// Reads a file of games and returns the part with the length of its complete lines in bytes. An incomplete last
    /// line, left by a killed run, is ignored.
    ///
    /// # Errors
    /// The first invalid line: the file is no file of games or has another format, or a game is outside the plan or
    /// differs from an earlier one of the same seed.
    pub fn read(mut from: impl BufRead) -> Result<(Self, u64), PartError> {
        let mut bytes = Vec::new();
        let mut whole = 0;
        let mut part: Option<Self> = None;
        let mut records = BTreeMap::new();
        for number in 1.. {
            let wrong = |message: String| PartError { line: number, message };
            bytes.clear();
            from.by_ref()
                .take(LONGEST_LINE)
                .read_until(b'\n', &mut bytes)
                .map_err(|error| wrong(format!("cannot be read: {error}")))?;
            if bytes.last() != Some(&b'\n') {
                if part.is_none() {
                    return Err(wrong("this is not a file of games".to_owned()));
                }
                break;
            }
            match &part {
                None => {
                    let unreadable = |error| wrong(format!("this is not a file of games: {error}"));
                    let Format { format } = serde_json::from_slice(&bytes).map_err(unreadable)?;
                    if format != FORMAT {
                        let told = format!("its format is {format:?}, not {FORMAT:?}: play the games again");
                        return Err(wrong(told));
                    }
                    let Head { plan, shard, counted, .. } = serde_json::from_slice(&bytes).map_err(unreadable)?;
                    part = Some(Self { plan, shard, counted, records: Vec::new() });
                }
                Some(part) => {
                    let record: Record = serde_json::from_slice(&bytes)
                        .map_err(|error| wrong(format!("this is not a game: {error}")))?;
                    let seed = record.seed;
                    if !part.plan.seeds(part.shard).contains(&seed) {
                        return Err(wrong(format!("the game of seed {seed} does not belong to this file")));
                    }
                    if records.insert(seed, record).is_some_and(|before| records.get(&seed) != Some(&before)) {
                        return Err(wrong(format!("the game of seed {seed} occurs twice with different results")));
                    }
                }
            }
            whole += bytes.len() as u64;
        }
        let mut part = part.ok_or(PartError { line: 1, message: "this is not a file of games".to_owned() })?;
        part.records = records.into_values().collect();
        Ok((part, whole))
    }

    /// Returns the seeds still to be played, as inclusive ranges.
    pub fn missing(&self) -> Vec<(u64, u64)> {
        let seeds = self.plan.seeds(self.shard);
        let mut missing = Vec::new();
        let mut due = seeds.start;
        for seed in self.records.iter().map(|record| record.seed).chain([seeds.end]) {
            if due < seed {
                missing.push((due, seed - 1));
            }
            due = seed.saturating_add(1);
        }
        missing
    }
}

fn line(value: &impl Serialize) -> String {
    // Plain data with text keys always serializes; an empty line would fail on reading.
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

/// The reason why parts cannot be joined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JoinError(pub String);

impl fmt::Display for JoinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for JoinError {}

/// Joins the parts of a run. The result is identical to that of a run in one go.
///
/// A game that occurs in several parts counts once.
///
/// # Errors
/// The parts belong to different runs, a game has two different results, or games are missing.
pub fn merge(parts: impl IntoIterator<Item = (String, Part)>) -> Result<Part, JoinError> {
    let mut whole: Option<(String, Part)> = None;
    let mut records: BTreeMap<u64, Record> = BTreeMap::new();
    for (name, mut part) in parts {
        if let Some((first, whole)) = &whole
            && let Some(difference) = difference(whole, &part)
        {
            return Err(JoinError(format!("{first} and {name} are of different runs: {difference}")));
        }
        for record in std::mem::take(&mut part.records) {
            let seed = record.seed;
            match records.get(&seed) {
                Some(before) if *before != record => {
                    return Err(JoinError(format!("{name} has a different result of the game of seed {seed}")));
                }
                Some(_) => {}
                None => {
                    records.insert(seed, record);
                }
            }
        }
        whole.get_or_insert((name, Part { shard: None, records: Vec::new(), ..part }));
    }
    let (_, mut whole) = whole.ok_or_else(|| JoinError("there are no parts".to_owned()))?;
    whole.records = records.into_values().collect();
    let missing: Vec<String> = whole.missing().into_iter().map(|(a, b)| format!("{a}..{b}")).collect();
    if missing.is_empty() {
        return Ok(whole);
    }
    Err(JoinError(format!("the games of these seeds are missing: {}", missing.join(", "))))
}

/// Joins the parts of runs that differ only in their players and in the number of games: one whole run for each pair of players,
/// in the order in which they come first.
///
/// # Errors
/// The runs differ in anything else, or the parts of a run cannot be [joined](merge()).
pub fn merge_by_players(parts: impl IntoIterator<Item = (String, Part)>) -> Result<Vec<Part>, JoinError> {
    let mut runs: Vec<Vec<(String, Part)>> = Vec::new();
    for (name, part) in parts {
        match runs.iter_mut().find(|run| run.iter().any(|(_, first)| first.plan.players == part.plan.players)) {
            Some(run) => run.push((name, part)),
            None => runs.push(vec![(name, part)]),
        }
    }
    let firsts: Vec<&(String, Part)> = runs.iter().filter_map(|run| run.first()).collect();
    for pair in firsts.windows(2) {
        let [(name, part), (other_name, other)] = pair else { continue };
        let alike = Plan { games: part.plan.games, ..other.plan.for_players(part.plan.players.each_ref()) };
        if let Some(difference) = difference(part, &Part { plan: alike, ..other.clone() }) {
            return Err(JoinError(format!("{name} and {other_name} are of different runs: {difference}")));
        }
    }
    runs.into_iter().map(merge).collect()
}

/// Describes the difference between the runs of two parts; `None` if they match.
fn difference(one: &Part, other: &Part) -> Option<String> {
    if one.counted != other.counted {
        let names = |part: &Part| [part.counted.harms.join(", "), part.counted.resources.join(", ")].join("; ");
        return Some(format!("they count {} and {}", names(one), names(other)));
    }
    let (one, other) = (&one.plan, &other.plan);
    let pair = |what: &str, a: &dyn fmt::Display, b: &dyn fmt::Display| Some(format!("{what} {a} and {b}"));
    if one.engine != other.engine {
        return pair("engines", &one.engine, &other.engine);
    }
    if one.scenario != other.scenario {
        let hash = |plan: &Plan| format!("{:016x}", plan.hash());
        return pair("scenarios with the hashes", &hash(one), &hash(other));
    }
    if one.without_advice != other.without_advice {
        return Some("only one of them is --without-advice".to_owned());
    }
    if one.players != other.players {
        return pair("players", &one.players.join(","), &other.players.join(","));
    }
    if (one.seed, one.games) != (other.seed, other.games) {
        let seeds = |plan: &Plan| format!("{} from seed {}", plan.games, plan.seed);
        return pair("games", &seeds(one), &seeds(other));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{self, tutorial};

    fn played(plan: &Plan, shard: Option<Shard>) -> Part {
        Part { records: testing::played_part(plan, shard), ..Part::new(&plan.open().unwrap(), plan.clone(), shard) }
    }

    fn text(part: &Part) -> Vec<u8> {
        let mut text = Vec::new();
        part.write(&mut text).unwrap();
        text
    }

    fn named(parts: &[Part]) -> Vec<(String, Part)> {
        parts.iter().enumerate().map(|(at, part)| (format!("part {at}"), part.clone())).collect()
    }

    #[test]
    fn parts_joined_are_the_whole() {
        let plan = tutorial();
        let whole = played(&plan, None);
        let mut parts: Vec<Part> = (1..=3).map(|part| played(&plan, Some(Shard { part, of: 3 }))).collect();
        parts.reverse();
        assert_eq!(text(&merge(named(&parts)).unwrap()), text(&whole));
        parts.push(parts[0].clone());
        assert_eq!(merge(named(&parts)).unwrap(), whole, "what was played twice counts once");
        parts.drain(..2);
        let missing = merge(named(&parts)).unwrap_err().0;
        assert!(missing.starts_with("the games of these seeds are missing: 14..26"), "{missing}");
        assert!(merge([]).is_err());
    }

    #[test]
    fn what_does_not_belong_together_is_not_joined() {
        let plan = tutorial();
        let counted = plan.open().unwrap().counted();
        let part =
            |plan: &Plan| Part { plan: plan.clone(), shard: None, counted: counted.clone(), records: Vec::new() };
        let refused = |change: &dyn Fn(&mut Plan)| {
            let mut other = plan.clone();
            change(&mut other);
            merge(named(&[part(&plan), part(&other)])).unwrap_err().0
        };
        assert!(refused(&|plan| plan.engine = "0.0.1".to_owned()).contains("engines 0.1.0 and 0.0.1"));
        assert!(refused(&|plan| plan.scenario.push('\n')).contains("hashes"));
        assert!(refused(&|plan| plan.players[0] = "greedy".to_owned()).contains("random,greedy and greedy,greedy"));
        assert!(refused(&|plan| plan.without_advice = true).contains("--without-advice"));
        assert!(refused(&|plan| plan.games = 41).contains("40 from seed 1 and 41 from seed 1"));
        let (mut one, mut two) = (played(&plan, None), played(&plan, None));
        two.records[3].rolls += 1;
        assert!(merge(named(&[one.clone(), two])).unwrap_err().0.contains("a different result of the game of seed 4"));
        one.records.clear();
        assert!(merge(named(&[one])).unwrap_err().0.ends_with("1..40"));
    }

    #[test]
    fn runs_of_other_players_stay_apart() {
        let plan = tutorial();
        let other = Plan { games: 12, ..plan.for_players(["random", "random"]) };
        let halves = |plan: &Plan| [1, 2].map(|part| played(plan, Some(Shard { part, of: 2 })));
        let parts = [halves(&plan), halves(&other)].concat();
        let runs = merge_by_players(named(&parts)).unwrap();
        assert_eq!(runs, [played(&plan, None), played(&other, None)]);
        let later = played(&Plan { seed: 2, ..other }, None);
        let refused = merge_by_players(named(&[runs[0].clone(), later])).unwrap_err().0;
        assert!(refused.contains("40 from seed 1 and 40 from seed 2"), "{refused}");
        assert!(merge_by_players(named(&parts[..3])).unwrap_err().0.contains("missing: 7..12"));
        assert!(merge_by_players([]).unwrap().is_empty());
    }

    #[test]
    fn a_file_is_read_as_it_was_written_and_a_line_that_was_cut_is_left_out() {
        let part = played(&tutorial(), Some(Shard { part: 2, of: 4 }));
        let text = text(&part);
        assert_eq!(Part::read(&text[..]).unwrap(), (part.clone(), text.len() as u64));
        let lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
        let cut = lines[..4].concat().len();
        let (read, whole) = Part::read(&text[..cut + 20]).unwrap();
        assert_eq!((read.records.as_slice(), whole), (&part.records[..3], cut as u64));
        assert_eq!(read.missing(), [(14, 20)]);
    }

    #[test]
    fn what_is_no_file_of_games_is_refused_with_its_line() {
        let part = played(&tutorial(), Some(Shard { part: 1, of: 8 }));
        let text = String::from_utf8(text(&part)).unwrap();
        let refused = |text: &str| Part::read(text.as_bytes()).unwrap_err().to_string();
        assert!(refused("").starts_with("line 1: this is not a file of games"));
        assert!(refused("\n").starts_with("line 1: this is not a file of games"));
        assert!(refused(&text.replace("games 2\"", "games 9\"")).starts_with("line 1: its format is"));
        assert!(refused(&format!("{text}nonsense\n")).starts_with("line 7: this is not a game"));
        assert!(refused(&text.replace("{\"seed\":2,", "{\"seed\":30,")).contains("seed 30 does not belong"));
        let changed = text.lines().nth(1).unwrap().replace("\"turn\":", "\"turn\":1");
        assert!(refused(&format!("{text}{changed}\n")).starts_with("line 7: the game of seed 1 occurs twice"));
    }
}
