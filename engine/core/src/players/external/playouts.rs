//! Games to the end that a program orders.

use serde_json::{Value, json};

use super::view::Names;
use crate::game::Outcome;
use crate::play::Dice;
use crate::play::replay::MAX_INPUTS;
use crate::players::{Command, Greedy, Player, Playout, Random};

/// The number of inputs between two looks at the clock.
const INPUTS: u64 = 64;

/// A player of playouts, whose decisions take no time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QuickPlayer {
    /// Plays like [`Greedy`].
    Greedy,
    /// Plays like [`Random`].
    Random,
}

impl QuickPlayer {
    fn player<G: Command>(self, dice: Dice) -> Box<dyn Player<G> + Send> {
        match self {
            Self::Greedy => Box::new(Greedy::new(dice)),
            Self::Random => Box::new(Random::new(dice)),
        }
    }
}

/// An order for playouts: playout `k` from 0 has the seed `seed + k`.
pub(super) struct PlayoutOrder {
    pub(super) players: [QuickPlayer; 2],
    pub(super) seed: u64,
    pub(super) games: u32,
}

/// The message to a program that runs out of time while its playouts run.
const NO_TIME: &str = "the time is over";

impl PlayoutOrder {
    /// Parses the names of the players.
    pub(super) fn players(names: Option<&[String; 2]>) -> Result<[QuickPlayer; 2], String> {
        let Some([first, second]) = names else { return Ok([QuickPlayer::Greedy; 2]) };
        let one = |name: &str| match name {
            "greedy" => Ok(QuickPlayer::Greedy),
            "random" => Ok(QuickPlayer::Random),
            _ => {
                let cut: String = name.chars().take(40).collect();
                Err(format!("no player of playouts is called {cut:?}; there are random and greedy"))
            }
        };
        Ok([one(first)?, one(second)?])
    }

    /// Plays all games from positions that `start` makes with the dice of each. Returns the result of each game; null for one
    /// that did not end.
    pub(super) fn play<G: Command>(
        &self,
        names: &Names,
        start: impl Fn(&mut Dice) -> Result<G, String>,
        has_time: &dyn Fn() -> bool,
    ) -> Result<Vec<Value>, String> {
        let mut results = Vec::new();
        for number in 0..self.games {
            let seed = self.seed.wrapping_add(u64::from(number));
            let mut dice = Dice::named(seed, "playout of an external player");
            let start = start(&mut dice)?;
            let outcome = self.one(start, dice, seed, has_time)?;
            results.push(json!(outcome.map(|outcome| {
                json!({"winner": outcome.winner.map(|side| names.side(side)), "points": outcome.points})
            })));
        }
        Ok(results)
    }

    fn one<G: Command>(
        &self,
        start: G,
        dice: Dice,
        seed: u64,
        has_time: &dyn Fn() -> bool,
    ) -> Result<Option<Outcome>, String> {
        let [first, second] = self.players;
        let player_dice = |side: &str| Dice::named(seed, &format!("{side} player of a playout"));
        let players = [first.player(player_dice("first")), second.player(player_dice("second"))];
        let mut playout = Playout::new(start, players, dice);
        while playout.inputs() < MAX_INPUTS as u64 {
            if playout.inputs().is_multiple_of(INPUTS) && !has_time() {
                return Err(NO_TIME.to_owned());
            }
            if let Some(outcome) = playout.advance(&mut ()).map_err(|defect| defect.to_string())? {
                return Ok(Some(outcome));
            }
        }
        Ok(None)
    }
}
