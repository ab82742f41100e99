//! Positions in which a program tries things out.

use std::collections::BTreeMap;

use crate::game::{Chance, Game, Turn};
use crate::play::Dice;

/// A position with dice of its own.
pub(super) struct Fork<G> {
    pub(super) game: G,
    dice: Dice,
}

/// The open forks, by number.
pub(super) struct Forks<G> {
    open: BTreeMap<u32, Fork<G>>,
    last: u32,
}

impl<G> Default for Forks<G> {
    fn default() -> Self {
        Self { open: BTreeMap::new(), last: 0 }
    }
}

/// Returns the dice with which a fork of `seed` begins.
pub(super) fn dice_of(seed: u64) -> Dice {
    Dice::named(seed, "fork of an external player")
}

impl<G: Game> Forks<G> {
    /// Returns the number of open forks.
    pub(super) fn count(&self) -> usize {
        self.open.len()
    }

    /// Adds a fork and returns its number.
    pub(super) fn add(&mut self, game: G, dice: Dice) -> u32 {
        self.last = self.last.saturating_add(1);
        self.open.insert(self.last, Fork { game, dice });
        self.last
    }

    pub(super) fn get(&self, number: u32) -> Result<&Fork<G>, String> {
        self.open.get(&number).ok_or_else(|| unknown(number))
    }

    pub(super) fn get_mut(&mut self, number: u32) -> Result<&mut Fork<G>, String> {
        self.open.get_mut(&number).ok_or_else(|| unknown(number))
    }

    pub(super) fn close(&mut self, number: u32) -> Result<(), String> {
        self.open.remove(&number).map(|_| ()).ok_or_else(|| unknown(number))
    }
}

fn unknown(number: u32) -> String {
    format!("there is no fork {number}")
}

impl<G: Game> Fork<G> {
    /// Resolves the pending roll with `picks`, or with those of its dice. Returns the numbers.
    pub(super) fn roll(&mut self, picks: Option<&[u16]>) -> Result<Vec<u16>, String> {
        let Turn::Chance(chance) = self.game.turn() else { return Err("the fork waits for no roll".to_owned()) };
        let picks = match picks {
            None => self.dice.roll(chance),
            Some(picks) if chance.allows(picks) => picks.to_vec(),
            Some(_) => return Err(wanted(chance)),
        };
        self.game.resolve(&picks, &mut ());
        Ok(picks)
    }
}

fn wanted(chance: Chance) -> String {
    match chance {
        Chance::Dice { count, sides } => format!("the fork waits for {count} dice with {sides} faces"),
        Chance::Draw { from } => format!("the fork waits for a draw from {from}, numbered from 0"),
    }
}
