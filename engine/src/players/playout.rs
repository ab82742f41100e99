//! A game between computer players of which only the end matters: nothing is recorded, and nothing allocated once the
//! lists have grown.

use super::Player;
use crate::game::{Game, Illegal, Outcome, Side, Turn};
use crate::play::Dice;

/// A game under way between two computer players.
pub struct Playout<G: Game> {
    game: G,
    seats: [Box<dyn Player<G> + Send>; 2],
    dice: Dice,
    legal: Vec<G::Action>,
    picks: Vec<u16>,
    decisions: u64,
    rolls: u64,
}

impl<G: Game> Playout<G> {
    /// A game from `start` on, between `seats`, with `dice`.
    pub fn new(start: G, seats: [Box<dyn Player<G> + Send>; 2], dice: Dice) -> Self {
        Self { game: start, seats, dice, legal: Vec::new(), picks: Vec::new(), decisions: 0, rolls: 0 }
    }

    /// The game as it stands.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// How often a side has chosen so far.
    pub fn decisions(&self) -> u64 {
        self.decisions
    }

    /// How many inputs there have been: choices, and dice that were rolled at once.
    pub fn inputs(&self) -> u64 {
        self.decisions + self.rolls
    }

    /// Makes the next input. The outcome, if the game is over.
    ///
    /// # Errors
    /// A player chose what the rules forbid, or nothing, which is a defect of the player; the game stays as it was.
    pub fn advance(&mut self) -> Result<Option<Outcome>, Illegal> {
        match self.game.turn() {
            Turn::Over(outcome) => return Ok(Some(outcome)),
            Turn::Chance(chance) => {
                self.dice.roll_into(chance, &mut self.picks);
                self.game.resolve(&self.picks, &mut ());
                self.rolls += 1;
            }
            Turn::Choose(side) => {
                self.game.actions(&mut self.legal);
                let [first, second] = &mut self.seats;
                let player = match side {
                    Side::First => first,
                    Side::Second => second,
                };
                let seen = self.game.seen_by(side);
                if let Some(action) = player.choose(&seen, &self.legal) {
                    if !self.legal.contains(&action) {
                        self.game.check(&action)?;
                    }
                    self.game.apply(&action, &mut ());
                }
                self.decisions += 1;
            }
        }
        Ok(None)
    }
}
