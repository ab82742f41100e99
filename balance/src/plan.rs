//! The plan of a run: the data for repeating it on another machine, and for checking that parts belong together.

use std::fmt;

use battlewright_engine::any::{AnyGame, Visit};
use battlewright_engine::chronicle::Chronicle;
use battlewright_engine::game::SetupProblem;
use battlewright_engine::play::replay::ENGINE;
use battlewright_engine::players::Contestant;
use battlewright_schema::Scenario;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::default_player::DefaultPlayer;
use crate::rule_rows::rows_at_start;

/// The most games of a run: more than a cluster plays in a week, yet few enough to hold in memory.
pub const MOST_GAMES: u64 = 10_000_000;

/// A run of games of one scenario, one game per seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The version of the engine.
    pub engine: String,
    /// The names of the players of the two sides, such as `"greedy"`.
    pub players: [String; 2],
    /// The seed of the first game; later games have consecutive seeds.
    pub seed: u64,
    /// The number of games.
    pub games: u64,
    /// The text of the scenario file.
    pub scenario: String,
    /// `true` if the players do not see the author's advice.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub without_advice: bool,
    /// The choice of the players, if nobody named them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default_player: Option<DefaultPlayer>,
}

/// The reason why a [`Plan`] cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// The plan has more than [`MOST_GAMES`].
    #[error("a run has at most {MOST_GAMES} games")]
    TooManyGames,
    /// The last seed exceeds 64 bits.
    #[error("{games} games from seed {seed} on would exceed the last seed, {}", u64::MAX)]
    SeedsTooLarge {
        /// The first seed.
        seed: u64,
        /// The number of games.
        games: u64,
    },
    /// The scenario has errors: their number and the first one.
    #[error("the scenario has {0}")]
    Faulty(String),
    /// The text is not a readable scenario.
    #[error("the scenario cannot be read")]
    Unreadable,
    /// The engine refuses the scenario.
    #[error("the scenario cannot be set up:{}", .0.iter().map(|problem| format!("\n  {problem}")).collect::<String>())]
    Setup(Vec<SetupProblem>),
    /// No computer player has this name.
    #[error("unknown player {0:?}")]
    NoPlayer(String),
}

/// A text that does not parse as a [`Shard`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write a part as K/N, such as 2/8 for the second of eight")]
pub struct ShardError;

impl Plan {
    /// Plans `games` games of the file `scenario`, from `seed` on, with this version of the engine.
    pub fn new(scenario: impl Into<String>, players: [impl fmt::Display; 2], seed: u64, games: u64) -> Self {
        Self {
            engine: ENGINE.to_owned(),
            players: players.map(|player| player.to_string()),
            seed,
            games,
            scenario: scenario.into(),
            without_advice: false,
            default_player: None,
        }
    }

    /// Returns the plan with the [default player](DefaultPlayer) on both sides, for runs of so many `versions` of the scenario.
    ///
    /// # Errors
    /// The scenario cannot be played, as in [`Self::open`].
    pub fn with_default_players(mut self, versions: usize) -> Result<Self, PlanError> {
        // Runs with and without the advice are compared, so they get the same players.
        let opened = Self { without_advice: true, ..self.clone() }.open()?;
        let player = DefaultPlayer::of(&opened, u64::try_from(versions).unwrap_or(u64::MAX));
        self.players = [player.kind(), player.kind()].map(|kind| kind.to_string());
        self.default_player = Some(player);
        Ok(self)
    }

    /// Returns the same plan for other players.
    #[must_use]
    pub fn for_players(&self, players: [impl fmt::Display; 2]) -> Self {
        Self { players: players.map(|player| player.to_string()), default_player: None, ..self.clone() }
    }

    /// Returns `true` if the games of `other` are the same, for whatever reason its players were chosen.
    pub fn plays_like(&self, other: &Self) -> bool {
        Self { default_player: None, ..self.clone() } == Self { default_player: None, ..other.clone() }
    }

    /// Returns a hash of the scenario file, which distinguishes runs of different versions.
    pub fn hash(&self) -> u64 {
        xxh3_64(self.scenario.as_bytes())
    }

    /// Returns the seeds of `shard`, or of all games.
    ///
    /// Shards are ranges whose sizes differ by one at most.
    pub fn seeds(&self, shard: Option<Shard>) -> std::ops::Range<u64> {
        let cut = |part: u32, of: u32| {
            // The product may exceed 64 bits.
            let at = u128::from(self.games) * u128::from(part) / u128::from(of.max(1));
            self.seed.saturating_add(u64::try_from(at).unwrap_or(self.games))
        };
        match shard {
            None => cut(0, 1)..cut(1, 1),
            Some(Shard { part, of }) => cut(part.saturating_sub(1), of)..cut(part, of),
        }
    }

    /// Opens the scenario and the players.
    ///
    /// # Errors
    /// The scenario cannot be played, or the plan is invalid: see [`PlanError`].
    pub fn open(&self) -> Result<OpenedPlan, PlanError> {
        if self.games > MOST_GAMES {
            return Err(PlanError::TooManyGames);
        }
        if self.seed.checked_add(self.games).is_none() {
            return Err(PlanError::SeedsTooLarge { seed: self.seed, games: self.games });
        }
        let loaded = battlewright_schema::load(&self.scenario);
        if loaded.errors() > 0 {
            return Err(PlanError::Faulty(loaded.errors_told()));
        }
        let mut scenario = loaded.scenario.ok_or(PlanError::Unreadable)?;
        if self.without_advice {
            scenario.common_mut().clear_advice();
        }
        let game = AnyGame::new(&scenario).map_err(PlanError::Setup)?;
        let player = |name: &str| Contestant::by_name(name).ok_or_else(|| PlanError::NoPlayer(name.to_owned()));
        let [first, second] = &self.players;
        let players = [player(first)?, player(second)?];
        let rows_at_start = rows_at_start(&game, &scenario);
        Ok(OpenedPlan { scenario, game, players, rows_at_start })
    }
}

/// The names of the quantities counted in records, in the order of the counts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountedNames {
    /// The [harms](Chronicle::HARMS) to units, from light to serious.
    pub harms: Vec<String>,
    /// The [resources](Chronicle::RESOURCES) that sides spend.
    pub resources: Vec<String>,
}

impl Visit for &mut CountedNames {
    type Answer = ();

    fn visit<G: Chronicle>(self, _: &G) {
        self.harms = G::HARMS.iter().map(|harm| harm.name.to_owned()).collect();
        self.resources = G::RESOURCES.iter().map(|&name| name.to_owned()).collect();
    }
}

/// A plan with its scenario loaded.
#[derive(Clone, Debug)]
pub struct OpenedPlan {
    /// The scenario.
    pub scenario: Scenario,
    /// The game at its start.
    pub game: AnyGame,
    /// The players of the sides. Opening a plan starts no program and reads no file for them.
    pub players: [Contestant; 2],
    /// For each row of the scenario's rules, 1 if it has an effect at the start of every game, and 0 otherwise.
    pub(crate) rows_at_start: Vec<u32>,
}

impl OpenedPlan {
    /// Returns the names of the quantities counted in its games.
    pub fn counted(&self) -> CountedNames {
        let mut counted = CountedNames::default();
        self.game.visit(&mut counted);
        counted
    }
}

/// A part of a run: number `part` from 1 to `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// The number of the part, from 1.
    pub part: u32,
    /// The number of parts.
    pub of: u32,
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

impl std::str::FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let numbers = text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((part, of)) if 1 <= part && part <= of => Ok(Self { part, of }),
            _ => Err(ShardError),
        }
    }
}

#[cfg(test)]
mod tests {
    use battlewright_engine::players::Kind;

    use super::*;

    fn plan(seed: u64, games: u64) -> Plan {
        Plan::new("", [Kind::Random; 2], seed, games)
    }

    #[test]
    fn players_may_play_without_the_advice() {
        let text = include_str!("../../scenarios/tutorial.toml");
        let scenario = battlewright_schema::load(text).scenario.unwrap();
        let side = scenario.common().sides()[0].id.to_string();
        let text = format!("{text}\n[[computer]]\nside = \"{side}\"\nposture = \"free\"\n");
        let advised = Plan::new(text, [Kind::Greedy; 2], 1, 1);
        let without = Plan { without_advice: true, ..advised.clone() };
        let rows = |plan: &Plan| plan.open().unwrap().scenario.common().advice().len();
        assert_eq!([rows(&advised), rows(&without)], [1, 0]);
        let written = [&advised, &without].map(|plan| serde_json::to_string(plan).unwrap());
        assert_eq!(written.each_ref().map(|json| json.contains("without_advice")), [false, true]);
        assert_eq!(serde_json::from_str::<Plan>(&written[1]).unwrap(), without);
    }

    #[test]
    fn players_that_nobody_named_are_written_with_the_reason() {
        let named = Plan::new(include_str!("../../scenarios/tutorial.toml"), [Kind::Greedy; 2], 1, 1);
        let plan = named.clone().with_default_players(1).unwrap();
        assert_eq!(plan.players, ["plan:48", "plan:48"]);
        let written = serde_json::to_string(&plan).unwrap();
        assert_eq!(serde_json::from_str::<Plan>(&written).unwrap(), plan);
        assert!(!serde_json::to_string(&named).unwrap().contains("default_player"));
        let same = named.for_players(["plan:48", "plan:48"]);
        assert!(same != plan && same.plays_like(&plan) && !named.plays_like(&plan));
        assert!(Plan::new("", [Kind::Greedy; 2], 1, 1).with_default_players(1).is_err());
    }

    #[test]
    fn parts_make_the_whole_and_are_of_a_size() {
        for (games, of) in [(0, 3), (1, 3), (10, 3), (1000, 7), (5, 8), (MOST_GAMES, u32::MAX)] {
            let plan = plan(7, games);
            let some = of.min(50);
            let mut next = 7;
            for part in 1..=some {
                let seeds = plan.seeds(Some(Shard { part, of }));
                assert_eq!(seeds.start, next);
                assert!(seeds.end - seeds.start <= games / u64::from(of) + 1);
                next = seeds.end;
            }
            assert_eq!(plan.seeds(Some(Shard { part: of, of })).end, plan.seeds(None).end);
        }
    }

    #[test]
    fn a_part_is_written_with_a_slash() {
        assert_eq!("2/8".parse(), Ok(Shard { part: 2, of: 8 }));
        assert_eq!(Shard { part: 2, of: 8 }.to_string(), "2/8");
        for wrong in ["0/8", "9/8", "2", "a/b", "/", "1/0", "-1/2"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_cannot_be_played_says_why() {
        assert!(plan(1, 1).open().unwrap_err().to_string().starts_with("the scenario has"));
        assert!(plan(u64::MAX, 2).open().unwrap_err().to_string().contains("the last seed"));
        assert!(plan(1, MOST_GAMES + 1).open().unwrap_err().to_string().contains("at most"));
    }
}
