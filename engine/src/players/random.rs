//! A player with random choices.

use super::Player;
use crate::game::{Chance, Game};
use crate::play::Dice;

/// Chooses any legal action with the same chance.
#[derive(Clone, Debug)]
pub struct Random {
    dice: Dice,
}

impl Random {
    /// A player that draws from `dice`.
    pub fn new(dice: Dice) -> Self {
        Self { dice }
    }
}

impl<G: Game> Player<G> for Random {
    fn choose(&mut self, _: &G, legal: &[G::Action]) -> Option<G::Action> {
        draw(&mut self.dice, legal.len()).and_then(|nth| legal.get(nth)).copied()
    }
}

/// The place of one of so many things, each with the same chance; `None` if there are none.
pub(super) fn draw(dice: &mut Dice, things: usize) -> Option<usize> {
    // No list of choices comes near this limit; one that did would be cut, not misread.
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
