//! The statistics of many games of a scenario.

use std::collections::BTreeMap;

use battlewright_engine::any::Visit;
use battlewright_engine::chronicle::{Chronicle, CombatUnit};
use battlewright_engine::game::{Outcome, Side};
use battlewright_engine::show::{Place, Show};
use battlewright_schema::Scenario;
use serde::Serialize;

use crate::agreement::Agreement;
use crate::default_player::DefaultPlayer;
use crate::estimate::{Estimate, float};
use crate::figures::percent;
use crate::ground::{GroundPart, name_of, place_of};
use crate::part::Part;
use crate::people::People;
use crate::plan::OpenedPlan;
use crate::record::{End, Record};
use crate::rule_rows::{RuleLine, rule_lines};
use crate::stats::{Sampling, Summary};
use crate::verdict::{Verdict, verdicts};

/// The results of many games of a scenario.
///
/// All figures are computed from the records in the order of their seeds, so that merged parts give the same figures as a
/// single run, bit for bit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The title of the scenario.
    pub title: String,
    /// The version of the engine.
    pub engine: String,
    /// A hash of the scenario file, as 16 hexadecimal digits.
    pub scenario: String,
    /// The names of the sides.
    pub sides: [String; 2],
    /// The names of the players.
    pub players: [String; 2],
    /// The choice of the players, if nobody named them.
    pub default_player: Option<DefaultPlayer>,
    /// The seed of the first game.
    pub seed: u64,
    /// The rule for the number of games.
    pub sampling: Sampling,
    /// The number of games that ended.
    pub games: usize,
    /// The games that stopped early, by seed, with reasons.
    pub broken: Vec<(u64, String)>,
    /// The relative strength of the players, if the games were also played with exchanged players.
    pub strength: Option<Strength>,
    /// The results of players of other strength, if they played too.
    pub agreement: Option<Agreement>,
    /// The results of people, if they were given: never part of the other figures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub people: Option<People>,
    /// The share of games won by each side.
    pub wins: [Estimate; 2],
    /// The share of drawn games.
    pub draws: Estimate,
    /// The first side's share of wins, a draw counted as half a win.
    pub score: Estimate,
    /// The verdicts reached, from the best for the first side to the best for the second.
    pub verdicts: Vec<Verdict>,
    /// The victory points of each side.
    pub points: [Summary; 2],
    /// The victory points of the first side less those of the second.
    pub margin: Summary,
    /// The number of games that ended with each margin.
    pub margins: BTreeMap<i32, usize>,
    /// The sources of the victory points.
    pub sources: Vec<SourceLine>,
    /// The last turn.
    pub turns: Summary,
    /// The number of games that ended in each turn.
    pub lengths: BTreeMap<u8, usize>,
    /// The number of decisions per game, over both sides.
    pub decisions: Summary,
    /// The resources spent by the sides.
    pub resources: Vec<ResourceLine>,
    /// The rules of the scenario in rows; empty if it has none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<RuleLine>,
    /// The names of the harms counted.
    pub harms: Vec<String>,
    /// The first turn of the game.
    pub first_turn: u8,
    /// The part that luck has in the margin.
    pub luck: Luck,
    /// The units, in the order of the order of battle.
    pub units: Vec<UnitLine>,
    /// The parts of the ground by which fights are counted.
    pub ground_part: GroundPart,
    /// The control of important hexes or points, turn by turn.
    pub grounds: Vec<GroundLine>,
    /// The hexes or square inches with fights, those with most fights first.
    pub fights: Vec<FightLine>,
    /// The limitations of these figures, in sentences.
    pub caveats: Vec<String>,
}

/// The strength of a player against another, over both sides of a scenario, so that the scenario's bias cancels out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Strength {
    /// The player.
    pub player: String,
    /// The opponent.
    pub against: String,
    /// The number of games played, half of them from each side.
    pub games: usize,
    /// The player's share of wins, a draw counted as half a win.
    pub score: Estimate,
}

/// A source of victory points.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SourceLine {
    /// The name.
    pub name: String,
    /// The mean points of each side from this source.
    pub points: [f64; 2],
}

/// The part that luck has in the result. Only part of the luck is measured: see [`Luck::NOTE`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Luck {
    /// The share of the margin's variance that all dice together explain, from 0 to 1; `None` if it cannot be estimated.
    /// Texts give its lower end as "at least".
    pub dice: Option<Estimate>,
    /// The share explained by the dice up to the end of each turn, from [`Report::first_turn`] on.
    pub by_turn: Vec<Option<Estimate>>,
}

impl Luck {
    /// The note on unmeasured luck, the reason for the words "at least".
    pub const NOTE: &str = "The dice may decide more than this. The figure leaves out effects that the value of a position does not \
        show, rolls with more than 1,296 results, and interactions between rolls. The rest is due to the choices of the players.";

    /// Describes the share that the dice explain; `None` if it cannot be estimated.
    pub fn text(&self) -> Option<String> {
        let dice = self.dice.as_ref()?;
        Some(format!(
            "The dice explain at least {} of the margin ({} in these games).",
            percent(dice.low),
            percent(dice.value)
        ))
    }
}

/// The fate of a unit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UnitLine {
    /// The id.
    pub id: String,
    /// The name.
    pub name: String,
    /// The side.
    pub side: Side,
    /// The share of games in which it moved or fought.
    pub acted: Estimate,
    /// The mean number of hexes entered; on a table, of moves.
    pub hexes: f64,
    /// The mean number of its attacks.
    pub attacks: f64,
    /// The mean number of attacks on it.
    pub attacked: f64,
    /// The mean number of its fights in which an enemy was eliminated.
    pub kills: f64,
    /// The mean number of times that it suffered each harm; harms that never occurred are left out.
    pub harms: Vec<(String, f64)>,
    /// The mean number of full recoveries.
    pub restored: f64,
    /// The share of games in which it was eliminated.
    pub lost: Estimate,
    /// The share of games in which it left the map unharmed.
    pub left: f64,
    /// The arrival, if it is a reinforcement.
    pub arrival: Option<Arrival>,
}

/// The arrival of a reinforcement.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Arrival {
    /// The turn of entry in the scenario.
    pub due: u8,
    /// The mean turn of arrival over the games in which it arrived; `None` if it never did.
    pub mean: Option<f64>,
    /// The share of games in which it arrived late.
    pub late: f64,
    /// The share of games in which it never arrived.
    pub never: f64,
}

/// The control of an important hex, or of an important point of a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GroundLine {
    /// The number of the hex, or the inches of the point from the left and upper edge of the table.
    pub name: String,
    /// The hex or the point.
    #[serde(skip)]
    pub at: Place,
    /// The name of its place, if any.
    pub place: Option<String>,
    /// The share of games in which each side controlled it at the end of each turn, from [`Report::first_turn`] on.
    /// A finished game counts with its last state.
    pub held: Vec<[f64; 2]>,
}

/// A resource that sides spend.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ResourceLine {
    /// The name, such as `"ammunition"`.
    pub name: String,
    /// The amount spent by each side.
    pub spent: [Summary; 2],
}

/// A hex or a square inch with fights.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FightLine {
    /// The number of the hex, or the inches of the upper left corner of the square from the left and upper edge of the table.
    pub name: String,
    /// The hex, or the upper left corner of the square.
    #[serde(skip)]
    pub at: Place,
    /// The mean number of fights in it.
    pub fights: f64,
}

/// The facts about a game at its start.
struct Cast {
    sides: [String; 2],
    roster: Vec<CombatUnit>,
    grounds: Vec<Place>,
    sources: Vec<&'static str>,
    first_turn: u8,
}

struct Read;

impl Visit for Read {
    type Answer = Cast;

    fn visit<G: Chronicle + Show>(self, game: &G) -> Cast {
        Cast {
            sides: game.sides(),
            roster: game.roster(),
            grounds: game.grounds(),
            sources: game.sources().iter().map(|source| source.name).collect(),
            first_turn: game.turn_now(),
        }
    }
}

impl Report {
    /// Computes the report of the games of `part`. `opened` is the opened plan; `sampling` is the rule for the number of
    /// games.
    pub fn of(opened: &OpenedPlan, part: &Part, sampling: Sampling) -> Self {
        let cast = opened.game.visit(Read);
        let ended: Vec<(&Record, &Outcome)> =
            part.records.iter().filter_map(|record| Some((record, record.outcome()?))).collect();
        let games = ended.len();
        let per_game = |sum: f64| sum / float(games.max(1));
        let won = |side| ended.iter().filter(|(_, outcome)| outcome.winner == side).count();
        let [first, second, nobody] = [won(Some(Side::First)), won(Some(Side::Second)), won(None)];
        let column =
            |of: &dyn Fn(&Record, &Outcome) -> f64| sampling.summary(ended.iter().map(|(record, end)| of(record, end)));
        let margin = |record: &Record| f64::from(record.margin().unwrap_or_default());
        let points = Side::BOTH.map(|side| column(&|_, outcome| f64::from(outcome.points[side.index()])));
        let resources = part.counted.resources.iter().enumerate().map(|(at, name)| ResourceLine {
            name: name.clone(),
            spent: Side::BOTH.map(|side| {
                column(&|record, _| record.spent.get(at).map_or(0.0, |spent| f64::from(spent[side.index()])))
            }),
        });
        let sources = cast.sources.iter().enumerate().map(|(at, name)| SourceLine {
            name: (*name).to_owned(),
            points: Side::BOTH.map(|side| {
                let points = |record: &Record| record.sources.get(at).map_or(0, |points| points[side.index()]);
                per_game(ended.iter().map(|(record, _)| f64::from(points(record))).sum())
            }),
        });
        let mut margins = BTreeMap::new();
        let mut lengths = BTreeMap::new();
        for (record, _) in &ended {
            *margins.entry(record.margin().unwrap_or_default()).or_default() += 1;
            *lengths.entry(record.turn).or_default() += 1;
        }
        let broken = part.records.iter().filter_map(|record| match &record.end {
            End::Broken(why) => Some((record.seed, why.clone())),
            End::Over(_) => None,
        });
        let records: Vec<&Record> = ended.iter().map(|(record, _)| *record).collect();
        Self {
            title: opened.scenario.title().to_owned(),
            engine: part.plan.engine.clone(),
            scenario: format!("{:016x}", part.plan.hash()),
            players: part.plan.players.clone(),
            default_player: part.plan.default_player,
            seed: part.plan.seed,
            sampling,
            games,
            broken: broken.collect(),
            strength: None,
            agreement: None,
            people: None,
            wins: [sampling.rate(float(first), games), sampling.rate(float(second), games)],
            draws: sampling.rate(float(nobody), games),
            score: sampling.rate(float(first) + float(nobody) / 2.0, games),
            verdicts: verdicts(&opened.game, &ended, sampling),
            points,
            margin: column(&|record, _| margin(record)),
            margins,
            sources: sources.collect(),
            turns: column(&|record, _| f64::from(record.turn)),
            lengths,
            decisions: column(&|record, _| record.decisions.iter().copied().map(f64::from).sum()),
            resources: resources.collect(),
            rules: rule_lines(opened, &records),
            harms: part.counted.harms.clone(),
            first_turn: cast.first_turn,
            luck: luck(cast.first_turn, &records, sampling),
            units: cast
                .roster
                .iter()
                .enumerate()
                .map(|(at, unit)| unit_line(at, unit, part, &records, sampling))
                .collect(),
            ground_part: GroundPart::of(&opened.scenario),
            grounds: grounds(&opened.scenario, &cast, &records),
            fights: fights(&opened.scenario, &records),
            caveats: caveats(part, &cast.sides, sampling, !opened.scenario.common().advice().is_empty()),
            sides: cast.sides,
        }
    }

    /// Adds the relative strength of the players. `exchanged` holds the same games with the players exchanged.
    #[must_use]
    pub fn with_strength(mut self, part: &Part, exchanged: &Part) -> Self {
        let halves =
            |part: &Part, side| part.records.iter().filter_map(|record| record.score(side)).collect::<Vec<_>>();
        let scores = [halves(part, Side::First), halves(exchanged, Side::Second)].concat();
        let [player, against] = part.plan.players.clone();
        let score = self.sampling.rate(f64::from(scores.iter().sum::<u32>()) / 2.0, scores.len());
        self.strength = Some(Strength { player, against, games: scores.len(), score });
        self
    }

    /// Adds the results of `others`, who played the same games; `part` holds the games of this report.
    #[must_use]
    pub fn with_agreement(mut self, part: &Part, others: &[Part], sampling: Sampling) -> Self {
        let runs = std::iter::once(part).chain(others).map(|part| (&part.plan.players, &part.records[..]));
        self.agreement = Some(Agreement::of(&self.sides[0], sampling, runs));
        self
    }
}

fn luck(first_turn: u8, records: &[&Record], sampling: Sampling) -> Luck {
    let turns = records.iter().map(|record| record.luck.len()).max().unwrap_or(0);
    #[expect(clippy::cast_precision_loss, reason = "values of positions are small")]
    let so_far = |record: &Record, turn: usize| record.luck.iter().take(turn).sum::<i64>() as f64 / 1000.0;
    let by = |turn: usize| {
        let pairs: Vec<(f64, f64)> = records
            .iter()
            .map(|record| (so_far(record, turn), f64::from(record.margin().unwrap_or_default())))
            .collect();
        sampling.explained(&pairs)
    };
    Luck { dice: by(turns), by_turn: (usize::from(first_turn.max(1))..=turns).map(by).collect() }
}

fn unit_line(at: usize, unit: &CombatUnit, part: &Part, records: &[&Record], sampling: Sampling) -> UnitLine {
    let games = records.len();
    let fates = || records.iter().filter_map(move |record| record.units.get(at));
    let mean = |of: &dyn Fn(&crate::UnitFate) -> f64| fates().map(of).sum::<f64>() / float(games.max(1));
    let often = |when: &dyn Fn(&crate::UnitFate) -> bool| float(fates().filter(|fate| when(fate)).count());
    let harms = part.counted.harms.iter().enumerate();
    let harms = harms.map(|(at, name)| (name.clone(), mean(&|fate| f64::from(fate.harmed(at)))));
    let arrival = unit.due.map(|due| {
        let came: Vec<f64> = fates().filter_map(|fate| fate.arrived).map(f64::from).collect();
        let late = came.iter().filter(|turn| **turn > f64::from(due)).count();
        Arrival {
            due,
            mean: (!came.is_empty()).then(|| came.iter().sum::<f64>() / float(came.len())),
            late: float(late) / float(games.max(1)),
            never: float(games - came.len()) / float(games.max(1)),
        }
    });
    UnitLine {
        id: unit.id.clone(),
        name: unit.name.clone(),
        side: unit.side,
        acted: sampling.rate(often(&crate::UnitFate::acted), games),
        hexes: mean(&|fate| f64::from(fate.hexes)),
        attacks: mean(&|fate| f64::from(fate.attacks)),
        attacked: mean(&|fate| f64::from(fate.attacked)),
        kills: mean(&|fate| f64::from(fate.kills)),
        harms: harms.filter(|(_, times)| *times > 0.0).collect(),
        restored: mean(&|fate| f64::from(fate.restored)),
        lost: sampling.rate(often(&|fate| fate.eliminated > 0), games),
        left: often(&|fate| fate.left) / float(games.max(1)),
        arrival,
    }
}

fn grounds(scenario: &Scenario, cast: &Cast, records: &[&Record]) -> Vec<GroundLine> {
    let common = scenario.common();
    let Ok(ground) = common.ground() else { return Vec::new() };
    let points = common.table_view().map_or_else(Vec::new, |view| view.points);
    let turns = records.iter().map(|record| record.holders.len()).max().unwrap_or(0);
    let line = |(at, place): (usize, &Place)| {
        let name = name_of(*place, &ground);
        let by_hex = common.places().iter().find(|named| named.hexes.iter().any(|hex| hex.as_str() == name));
        let by_point = || points.iter().find(|point| Place::At(point.at) == *place).and_then(|point| point.name);
        let held = (usize::from(cast.first_turn.max(1)) - 1..turns).map(|turn| {
            Side::BOTH.map(|side| {
                let holds = |record: &&&Record| {
                    record.holders.get(turn).or(record.holders.last()).and_then(|all| all.get(at)) == Some(&Some(side))
                };
                float(records.iter().filter(holds).count()) / float(records.len().max(1))
            })
        });
        let named = by_hex.map(|named| named.name.to_string()).or_else(|| by_point().map(str::to_owned));
        GroundLine { name, at: *place, place: named, held: held.collect() }
    };
    cast.grounds.iter().enumerate().map(line).collect()
}

fn fights(scenario: &Scenario, records: &[&Record]) -> Vec<FightLine> {
    let Ok(ground) = scenario.common().ground() else { return Vec::new() };
    let mut counted: BTreeMap<Place, u64> = BTreeMap::new();
    for (column, row, times) in records.iter().flat_map(|record| &record.fights) {
        *counted.entry(place_of((*column, *row), &ground)).or_default() += u64::from(*times);
    }
    #[expect(clippy::cast_precision_loss, reason = "counts of fights are far below 2^52")]
    let line = |(at, times): (Place, u64)| {
        let fights = times as f64 / float(records.len().max(1));
        FightLine { name: name_of(at, &ground), at, fights }
    };
    let mut lines: Vec<FightLine> = counted.into_iter().map(line).collect();
    lines.sort_by(|a, b| b.fights.total_cmp(&a.fights));
    lines
}

/// Returns the limitations of the figures.
fn caveats(part: &Part, sides: &[String; 2], sampling: Sampling, is_advised: bool) -> Vec<String> {
    let [first, second] = &part.plan.players;
    let [one, two] = sides;
    let mut caveats = vec![format!(
        "Computers played these games: {one} by \"{first}\", {two} by \"{second}\". People may find plans that these players miss, and \
        avoid mistakes that these players make. Both would change the results."
    )];
    if first != second {
        caveats.push(
            "The two players may differ in strength, so the results depend on the players as well as the scenario. --swap measures \
            their strength. To judge the scenario, use the same player on both sides."
                .to_owned(),
        );
    }
    if part.plan.without_advice {
        caveats.push("The players did not see the author's advice (--without-advice).".to_owned());
    } else if is_advised {
        caveats.push(
            "The author of the scenario advises its computer players. --without-advice shows what the advice is worth."
                .to_owned(),
        );
    }
    if [first, second].into_iter().any(|name| name == "random") {
        caveats.push("\"random\" plays without a plan. Its losses say nothing about balance.".to_owned());
    }
    caveats.push(Luck::NOTE.to_owned());
    if part.records.len() < 100 {
        caveats.push(
            "With fewer than 100 games, the intervals are wide. Play more games before you change the scenario."
                .to_owned(),
        );
    }
    let intervals = match sampling {
        Sampling::Fixed => {
            "These are 95 % intervals for a number of games that was fixed in advance. One in twenty does not contain the true value."
        }
        Sampling::Sequential => {
            "These are anytime-valid 95 % intervals. In nineteen of twenty runs, they contain the true value after every game. You can \
            therefore watch a run and stop it at any time. In return, they are wider than intervals for a fixed number of games."
        }
    };
    caveats.push(format!(
        "{intervals} They show the precision of the results for these players, not the results of people."
    ));
    caveats
}

#[cfg(test)]
mod tests;
