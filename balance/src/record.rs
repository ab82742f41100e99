//! The record of a game: one row of the statistics.

use battlewright_engine::game::{Outcome, Side};
use serde::{Deserialize, Serialize};

/// A recorded game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The seed.
    pub seed: u64,
    /// The end of the game.
    pub end: End,
    /// The hash of the final position in hexadecimal, the same on every platform. Empty in files of earlier versions.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub state: String,
    /// The last turn, from 1.
    pub turn: u8,
    /// The number of decisions of each side.
    pub decisions: [u32; 2],
    /// The number of dice rolls and draws.
    pub rolls: u32,
    /// The victory points of the two sides by [source](battlewright_engine::chronicle::Chronicle::sources).
    pub sources: Vec<[i32; 2]>,
    /// The luck of the first side, turn by turn: the sum over all rolls of the position's value after the roll, less the
    /// mean value over all possible results, in thousandths of the
    /// [value](battlewright_engine::players::Appraise::value)'s unit. Of a finished game only the degree of victory
    /// counts.
    pub luck: Vec<i64>,
    /// The amount of each [resource](crate::CountedNames::resources) that the two sides spent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spent: Vec<[u32; 2]>,
    /// The controlling side of each of the [grounds](battlewright_engine::chronicle::Chronicle::grounds) at the end of
    /// each turn.
    pub holders: Vec<Vec<Option<Side>>>,
    /// The fate of each unit, in the order of the [roster](battlewright_engine::chronicle::Chronicle::roster).
    pub units: Vec<UnitFate>,
    /// The number of fights in each hex of a map, or in each square inch of a table, by column and row from 0; those without
    /// fights are left out.
    pub fights: Vec<(u16, u16, u32)>,
    /// The number of steps, choices and rolls, at which each [row](battlewright_engine::kit::extra::ExtraRules::rows) of the scenario's
    /// rules had an effect; empty for a scenario without rows. The start, which all games share, is not in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<u32>,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// The rules ended the game.
    Over(Outcome),
    /// The game stopped early, because of a defect of a player or of the rules: a description.
    Broken(String),
}

impl Record {
    /// Returns the outcome; `None` if the game stopped early.
    pub fn outcome(&self) -> Option<&Outcome> {
        match &self.end {
            End::Over(outcome) => Some(outcome),
            End::Broken(_) => None,
        }
    }

    /// Returns 2 if `side` won, 1 for a draw and 0 if it lost; `None` if the game stopped early. Half wins thus count
    /// without fractions.
    pub fn score(&self, side: Side) -> Option<u32> {
        self.outcome().map(|outcome| match outcome.winner {
            None => 1,
            Some(winner) if winner == side => 2,
            Some(_) => 0,
        })
    }

    /// Returns the victory points of the first side less those of the second; `None` if the game stopped early.
    pub fn margin(&self) -> Option<i32> {
        self.outcome().map(|outcome| outcome.points[0].saturating_sub(outcome.points[1]))
    }
}

/// The fate of a unit in a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct UnitFate {
    /// The turn of arrival as a reinforcement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arrived: Option<u8>,
    /// The number of hexes that it entered; on a table, the number of its moves.
    #[serde(skip_serializing_if = "is_zero")]
    pub hexes: u32,
    /// The number of its attacks and fires.
    #[serde(skip_serializing_if = "is_zero")]
    pub attacks: u32,
    /// The number of attacks and fires on it.
    #[serde(skip_serializing_if = "is_zero")]
    pub attacked: u32,
    /// The number of its fights in which an enemy was eliminated.
    #[serde(skip_serializing_if = "is_zero")]
    pub kills: u32,
    /// The number of times that it suffered each [harm](crate::CountedNames::harms); empty for none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub harms: Vec<u32>,
    /// The number of its eliminations.
    #[serde(skip_serializing_if = "is_zero")]
    pub eliminated: u32,
    /// The number of its full recoveries.
    #[serde(skip_serializing_if = "is_zero")]
    pub restored: u32,
    /// `true` if it left the map for good, unharmed.
    #[serde(skip_serializing_if = "is_zero")]
    pub left: bool,
}

impl UnitFate {
    /// Returns the number of times that it suffered the harm at index `at` of
    /// [`CountedNames::harms`](crate::CountedNames::harms).
    pub fn harmed(&self, at: usize) -> u32 {
        self.harms.get(at).copied().unwrap_or(0)
    }

    /// Returns `true` if it ever moved or fought.
    pub fn acted(&self) -> bool {
        self.hexes > 0 || self.attacks > 0
    }
}

fn is_zero<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
