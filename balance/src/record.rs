//! The record of a game: one row of the statistics.

use battlewright_engine::game::{Outcome, Side};
use serde::{Deserialize, Serialize};

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Its seed.
    pub seed: u64,
    /// The way in which it ended.
    pub end: End,
    /// The last turn, from 1.
    pub turn: u8,
    /// The number of times that each side chose.
    pub decisions: [u32; 2],
    /// The number of times that dice were rolled or something drawn.
    pub rolls: u32,
    /// The victory points of the two sides by [source](battlewright_engine::chronicle::Chronicle::sources).
    pub sources: Vec<[i32; 2]>,
    /// The gift of the dice to the first side, turn by turn: the sum over all rolls of the position's value after the
    /// roll less the mean value over everything that might have been rolled, in thousandths of the
    /// [value](battlewright_engine::players::Appraise::value)'s unit. Of a game that is over only how great the victory is
    /// counts.
    pub luck: Vec<i64>,
    /// The amount of each [resource](crate::CountedNames::resources) that the two sides spent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spent: Vec<[u32; 2]>,
    /// The holder of each of the [grounds](battlewright_engine::chronicle::Chronicle::grounds) at the end of each turn.
    pub holders: Vec<Vec<Option<Side>>>,
    /// The fate of each unit, in the order of the [roster](battlewright_engine::chronicle::Chronicle::roster).
    pub units: Vec<UnitFate>,
    /// The number of fights in each hex, by column and row; those without any are left out.
    pub fights: Vec<(u16, u16, u32)>,
}

/// The outcome of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// As the rules have it.
    Over(Outcome),
    /// Not at all: a defect of a player or of the rules, in words.
    Broken(String),
}

impl Record {
    /// The outcome, if the game ended as the rules have it.
    pub fn outcome(&self) -> Option<&Outcome> {
        match &self.end {
            End::Over(outcome) => Some(outcome),
            End::Broken(_) => None,
        }
    }

    /// 2 if `side` won, 1 for a draw, 0 if it lost; `None` if the game did not end. Halves of a game are so counted
    /// without fractions.
    pub fn score(&self, side: Side) -> Option<u32> {
        self.outcome().map(|outcome| match outcome.winner {
            None => 1,
            Some(winner) if winner == side => 2,
            Some(_) => 0,
        })
    }

    /// The victory points of the first side less those of the second.
    pub fn margin(&self) -> Option<i32> {
        self.outcome().map(|outcome| outcome.points[0].saturating_sub(outcome.points[1]))
    }
}

/// The fate of a unit in a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct UnitFate {
    /// The turn in which it arrived as a reinforcement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arrived: Option<u8>,
    /// The number of hexes that it came into.
    #[serde(skip_serializing_if = "is_zero")]
    pub hexes: u32,
    /// The number of times that it attacked or fired.
    #[serde(skip_serializing_if = "is_zero")]
    pub attacks: u32,
    /// The number of times that it was attacked or fired at.
    #[serde(skip_serializing_if = "is_zero")]
    pub attacked: u32,
    /// In how many fights of its an enemy was eliminated.
    #[serde(skip_serializing_if = "is_zero")]
    pub kills: u32,
    /// The number of times that each [harm](crate::CountedNames::harms) befell it; empty if none did.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub harms: Vec<u32>,
    /// The number of times that it was eliminated.
    #[serde(skip_serializing_if = "is_zero")]
    pub eliminated: u32,
    /// The number of times that it was itself again.
    #[serde(skip_serializing_if = "is_zero")]
    pub restored: u32,
    /// `true` if it left the map for good, unharmed.
    #[serde(skip_serializing_if = "is_zero")]
    pub left: bool,
}

impl UnitFate {
    /// The number of times that the harm befell it that has the place `at` in
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
