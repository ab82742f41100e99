//! A player that makes the choice with the best immediate appraisal.
//!
//! A move is one decision: a choice that begins a move comes with the [rest of it](Appraise::rest_of_move), which the player
//! makes without another look at its choices. It looks again if the game refuses a choice, or if the
//! [mark](Appraise::route_mark) of the position tells of fire, a loss or the like.

use super::plan::{Advisor, Command, Plan};
use super::random::draw;
use super::{Appraise, Player};
use crate::game::{Side, Turn};
use crate::play::Dice;

/// Chooses the legal action with the highest appraisal; ties are broken at random. The player obeys the advice of the author of
/// the scenario.
pub struct Greedy<G: Appraise> {
    dice: Dice,
    advisor: Advisor,
    scratch: G::Scratch,
    worths: Vec<i32>,
    /// The rest of the current move, the next choice last.
    route: Vec<G::Action>,
    /// The mark of the positions on the way.
    mark: u64,
}

impl<G: Appraise> Greedy<G> {
    /// Creates a player that breaks ties with `dice`.
    pub fn new(dice: Dice) -> Self {
        Self::weighted(dice, G::Weights::default())
    }

    /// Creates a player that appraises with `weights`.
    pub fn weighted(dice: Dice, weights: G::Weights) -> Self {
        let advisor = Advisor::new(&dice);
        Self { dice, advisor, scratch: G::scratch_with(weights), worths: Vec::new(), route: Vec::new(), mark: 0 }
    }
}

impl<G: Command> Greedy<G> {
    /// Returns the next choice of the move, or the one of `legal` to which `appraise` gives the best worth.
    fn decide(&mut self, seen: &G, legal: &[G::Action], appraise: impl FnOnce(&mut Self)) -> Option<G::Action> {
        if let Some(next) = self.planned(seen)
            && legal.contains(&next)
        {
            self.route.pop();
            return Some(next);
        }
        self.route.clear();
        if let [only] = legal {
            // A forced choice takes no look, but a number, as if it had been drawn.
            return draw(&mut self.dice, 1).map(|_| *only);
        }
        appraise(self);
        let best = self.worths.iter().max()?;
        let mut equals = legal.iter().zip(&self.worths).filter(|(_, worth)| *worth == best).map(|(action, _)| *action);
        let nth = draw(&mut self.dice, equals.clone().count())?;
        let choice = equals.nth(nth)?;
        self.mark = seen.rest_of_move(&choice, &mut self.scratch, &mut self.route);
        self.route.reverse();
        Some(choice)
    }

    /// Drops the rest of the current move, which was decided under another plan.
    pub(super) fn look_again(&mut self) {
        self.route.clear();
    }

    /// Chooses like [`Player::choose`], with the worths under `plan`.
    pub fn choose_under(&mut self, plan: &Plan, seen: &G, legal: &[G::Action]) -> Option<G::Action> {
        self.decide(seen, legal, |this| {
            seen.appraise_under(&plan.in_force(seen), legal, &mut this.scratch, &mut this.worths);
        })
    }

    /// Chooses like [`Player::choose`], with the worths under the missions of the author.
    fn choose_advised(&mut self, side: Side, seen: &G, legal: &[G::Action]) -> Option<G::Action> {
        self.decide(seen, legal, |this| {
            let plan = this.advisor.plan(seen, side).plan;
            seen.appraise_under(&plan.in_force(seen), legal, &mut this.scratch, &mut this.worths);
        })
    }
}

impl<G: Command> Player<G> for Greedy<G> {
    fn choose(&mut self, seen: &G, legal: &[G::Action]) -> Option<G::Action> {
        if let Turn::Choose(side) = seen.turn()
            && !seen.advice().is_empty()
        {
            return self.choose_advised(side, seen, legal);
        }
        self.decide(seen, legal, |this| seen.appraise_all(legal, &mut this.scratch, &mut this.worths))
    }

    fn planned(&self, seen: &G) -> Option<G::Action> {
        self.route.last().filter(|_| seen.route_mark() == self.mark).copied()
    }

    fn start_over(&mut self, dice: Dice) {
        self.dice = dice;
        self.route.clear();
    }

    fn recall(&mut self, _: &G, choice: &G::Action) {
        if self.route.pop().is_none_or(|next| next != *choice) {
            self.route.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game as _;
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

    /// The runner of a race plans one run after another, and looks again when the lead changes.
    #[test]
    fn a_move_goes_on_until_something_happens() {
        let race = Race::along(30);
        let mut led = race.clone();
        led.apply(&Act::Walk(1), &mut ());
        let all = [Act::Walk(1), Act::Run];
        let after = |then: &dyn Fn(&mut Greedy<Race>)| {
            let mut greedy = Greedy::new(Dice::new(1));
            assert_eq!((greedy.planned(&race), greedy.choose(&race, &all)), (None, Some(Act::Run)));
            then(&mut greedy);
            greedy
        };
        assert_eq!(after(&|_| {}).planned(&race), Some(Act::Run));
        assert_eq!(after(&|_| {}).planned(&led), None, "another is ahead");
        assert_eq!(after(&|_| {}).choose(&race, &[Act::Walk(1), Act::Walk(1)]), Some(Act::Walk(1)), "it cannot run");
        assert_eq!(after(&|greedy| greedy.start_over(Dice::new(1))).planned(&race), None);
        assert_eq!(after(&|greedy| greedy.recall(&race, &Act::Walk(1))).planned(&race), None, "it has walked");
        assert_eq!(after(&|greedy| greedy.recall(&race, &Act::Run)).planned(&race), None, "it has run");
        let mut greedy = after(&|_| {});
        assert_eq!(greedy.choose(&race, &all), Some(Act::Run));
        assert_eq!(greedy.planned(&race), None, "it has arrived");
    }
}
