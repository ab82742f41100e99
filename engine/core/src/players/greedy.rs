//! A player that makes the choice with the best immediate appraisal.

use super::random::draw;
use super::{Appraise, Player};
use crate::play::Dice;

/// Chooses the legal action with the highest appraisal; ties are broken at random.
pub struct Greedy<G: Appraise> {
    dice: Dice,
    scratch: G::Scratch,
    worths: Vec<i32>,
}

impl<G: Appraise> Greedy<G> {
    /// Creates a player that breaks ties with `dice`.
    pub fn new(dice: Dice) -> Self {
        Self { dice, scratch: G::Scratch::default(), worths: Vec::new() }
    }
}

impl<G: Appraise> Player<G> for Greedy<G> {
    fn choose(&mut self, seen: &G, legal: &[G::Action]) -> Option<G::Action> {
        seen.appraise_all(legal, &mut self.scratch, &mut self.worths);
        let best = self.worths.iter().max()?;
        let mut equals = legal.iter().zip(&self.worths).filter(|(_, worth)| *worth == best).map(|(action, _)| *action);
        let nth = draw(&mut self.dice, equals.clone().count())?;
        equals.nth(nth)
    }

    fn start_over(&mut self, dice: Dice) {
        self.dice = dice;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::race::{Action as Act, Race};

    #[test]
    fn the_best_is_chosen_and_ties_are_drawn() {
        let race = Race::along(30);
        let mut greedy = Greedy::new(Dice::new(1));
        assert_eq!(greedy.choose(&race, &[Act::Walk(1), Act::Run, Act::Walk(2)]), Some(Act::Run));
        let ties: Vec<_> = (0..50).map(|_| greedy.choose(&race, &[Act::Walk(1), Act::Walk(2)])).collect();
        assert!(ties.contains(&Some(Act::Walk(1))) && ties.contains(&Some(Act::Walk(2))));
        assert_eq!(greedy.choose(&race, &[]), None);
    }
}
