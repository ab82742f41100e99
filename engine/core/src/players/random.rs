//! A player with random choices.

use super::Player;
use crate::game::{Chance, Game};
use crate::play::Dice;

/// Chooses each legal action with the same probability.
#[derive(Clone, Debug)]
pub struct Random {
    dice: Dice,
}

impl Random {
    /// Creates a player with the random numbers of `dice`.
    pub fn new(dice: Dice) -> Self {
        Self { dice }
    }
}

impl<G: Game> Player<G> for Random {
    fn choose(&mut self, _: &G, legal: &[G::Action]) -> Option<G::Action> {
        draw(&mut self.dice, legal.len()).and_then(|nth| legal.get(nth)).copied()
    }

    fn start_over(&mut self, dice: Dice) {
        self.dice = dice;
    }
}

/// Returns a random index below `things`, each with the same probability; `None` if `things` is 0.
pub(super) fn draw(dice: &mut Dice, things: usize) -> Option<usize> {
    // No list of choices comes near this limit; a longer one would be cut off.
    let from = u16::try_from(things).unwrap_or(u16::MAX);
    let pick = usize::from(dice.pick(Chance::Draw { from }));
    (pick < things).then_some(pick)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_drawn_sooner_or_later_and_nothing_from_nothing() {
        let mut dice = Dice::new(5);
        let mut seen = [false; 4];
        for _ in 0..100 {
            seen[draw(&mut dice, 4).unwrap()] = true;
        }
        assert_eq!(seen, [true; 4]);
        assert_eq!(draw(&mut dice, 0), None);
    }
}
