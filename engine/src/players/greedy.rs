//! A player that takes what looks best right now.

use super::random::draw;
use super::{Appraise, Player};
use crate::play::Dice;

/// Chooses the legal action that the game appraises highest; among equals it draws.
#[derive(Clone, Debug)]
pub struct Greedy {
    dice: Dice,
}

impl Greedy {
    /// A player that draws from `dice` among equals.
    pub fn new(dice: Dice) -> Self {
        Self { dice }
    }
}

impl<G: Appraise> Player<G> for Greedy {
    fn choose(&mut self, seen: &G, legal: &[G::Action]) -> Option<G::Action> {
        let values: Vec<i32> = legal.iter().map(|action| seen.appraise(action)).collect();
        let best = values.iter().max()?;
        let equals: Vec<G::Action> =
            legal.iter().zip(&values).filter(|(_, value)| *value == best).map(|(action, _)| *action).collect();
        draw(&mut self.dice, &equals)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::toy::{Act, Race};

    #[test]
    fn the_best_is_chosen_and_ties_are_drawn() {
        let race = Race::new(30);
        let mut greedy = Greedy::new(Dice::new(1));
        assert_eq!(greedy.choose(&race, &[Act::Walk(1), Act::Run, Act::Walk(2)]), Some(Act::Run));
        let ties: Vec<_> = (0..50).map(|_| greedy.choose(&race, &[Act::Walk(1), Act::Walk(2)])).collect();
        assert!(ties.contains(&Some(Act::Walk(1))) && ties.contains(&Some(Act::Walk(2))));
        assert_eq!(greedy.choose(&race, &[]), None);
    }
}
