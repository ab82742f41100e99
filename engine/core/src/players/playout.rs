//! A game between computer players without a record. It does not allocate once its buffers have grown.

use std::fmt;

use super::Player;
use crate::game::{Game, Illegal, Log, Outcome, Side, Turn};
use crate::kit::extra::RowTally;
use crate::play::Dice;

/// A defect of a player that ends the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Defect {
    /// The player chose an illegal action.
    Illegal(Illegal),
    /// The player had legal actions and chose none.
    NoChoice(Side),
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal(illegal) => write!(f, "a player chose what is not allowed: {illegal}"),
            Self::NoChoice(side) => write!(f, "the player of the {side:?} side chose nothing"),
        }
    }
}

impl std::error::Error for Defect {}

/// A game in progress between two computer players.
pub struct Playout<G: Game> {
    game: G,
    seats: [Box<dyn Player<G> + Send>; 2],
    dice: Dice,
    legal: Vec<G::Action>,
    /// The game in the view of the side that chose last among hidden data.
    view: Option<G>,
    picks: Vec<u16>,
    decisions: u64,
    rolls: u64,
}

impl<G: Game> Playout<G> {
    /// Starts a playout from `start` between `seats`, with `dice`.
    pub fn new(start: G, seats: [Box<dyn Player<G> + Send>; 2], dice: Dice) -> Self {
        Self { game: start, seats, dice, legal: Vec::new(), view: None, picks: Vec::new(), decisions: 0, rolls: 0 }
    }

    /// Returns the game in its current position.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Returns the number of choices so far.
    pub fn decisions(&self) -> u64 {
        self.decisions
    }

    /// Returns the number of inputs so far: choices and rolls.
    pub fn inputs(&self) -> u64 {
        self.decisions + self.rolls
    }

    /// Makes the next input and sends its events to `log`. Returns the outcome if the game is over.
    ///
    /// # Errors
    /// The player's illegal or missing choice; the game stays unchanged.
    pub fn advance(&mut self, log: &mut impl Log<G::Event>) -> Result<Option<Outcome>, Defect> {
        self.advance_counted(&mut RowTally::default(), log)
    }

    /// Makes the next input like [`advance`](Self::advance), and counts in `tally` the rows that have an effect on its choices or
    /// in carrying it out. What the player tries before it chooses does not count.
    ///
    /// # Errors
    /// The player's illegal or missing choice; the game stays unchanged.
    pub fn advance_counted(
        &mut self,
        tally: &mut RowTally,
        log: &mut impl Log<G::Event>,
    ) -> Result<Option<Outcome>, Defect> {
        match self.game.turn() {
            Turn::Over(outcome) => return Ok(Some(outcome)),
            Turn::Chance(chance) => {
                self.dice.roll_into(chance, &mut self.picks);
                tally.during(|| self.game.resolve(&self.picks, log));
                self.rolls += 1;
            }
            Turn::Choose(side) => {
                // Rows count whether the player needs the list or not.
                let is_listed = !tally.is_empty();
                if is_listed {
                    tally.during(|| self.game.actions(&mut self.legal));
                }
                let action = self.decide(side, is_listed)?;
                tally.during(|| self.game.apply_listed(&action, log));
                self.decisions += 1;
            }
        }
        tally.end_step();
        Ok(None)
    }

    /// Returns the choice of the player of `side`, which is legal: the next one of its move, or one of all legal ones, which may be
    /// listed already.
    fn decide(&mut self, side: Side, is_listed: bool) -> Result<G::Action, Defect> {
        let Self { game, seats, legal, view, .. } = self;
        let [first, second] = seats;
        let player = match side {
            Side::First => first,
            Side::Second => second,
        };
        let seen = match view {
            _ if !game.hides(side) => &*game,
            Some(view) => {
                game.see_into(side, view);
                &*view
            }
            none => &*none.insert(game.seen_by(side)),
        };
        if let Some(next) = player.planned(seen)
            && game.check(&next).is_ok()
        {
            player.recall(seen, &next);
            return Ok(next);
        }
        if !is_listed {
            game.actions(legal);
        }
        let action = player.choose(seen, legal).ok_or(Defect::NoChoice(side))?;
        if !legal.contains(&action) {
            game.check(&action).map_err(Defect::Illegal)?;
        }
        Ok(action)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::Kind;
    use crate::race::{Action as Act, Race};

    /// Chooses the same action in every position.
    struct Stubborn(Option<Act>);

    impl Player<Race> for Stubborn {
        fn choose(&mut self, _: &Race, _: &[Act]) -> Option<Act> {
            self.0
        }
    }

    #[test]
    fn a_game_is_played_to_its_end_and_a_seed_decides_it() {
        let play = |seed| {
            let seats = [1, 2].map(|side| Kind::Random.player(Dice::new(seed + side)));
            let mut playout = Playout::new(Race::along(30), seats, Dice::new(seed));
            let outcome = loop {
                if let Some(outcome) = playout.advance(&mut ()).unwrap() {
                    break outcome;
                }
            };
            assert!(playout.decisions() > 0 && playout.inputs() >= playout.decisions());
            (outcome, playout.inputs(), playout.game().clone())
        };
        assert_eq!(play(7), play(7));
        assert!((0..10).any(|seed| play(seed) != play(7)));
    }

    /// Makes the choices of another player, but only when it is asked with a list of all.
    struct Asked(Box<dyn Player<Race> + Send>);

    impl Player<Race> for Asked {
        fn choose(&mut self, seen: &Race, legal: &[Act]) -> Option<Act> {
            self.0.choose(seen, legal)
        }
    }

    #[test]
    fn a_planned_choice_is_the_one_that_the_player_makes_when_asked() {
        let play = |seed, plans: bool| {
            let seats = [1, 2].map(|side| -> Box<dyn Player<Race> + Send> {
                let player = Kind::Greedy.player(Dice::new(seed + side));
                if plans { player } else { Box::new(Asked(player)) }
            });
            let mut playout = Playout::new(Race::along(30), seats, Dice::new(seed));
            while playout.advance(&mut ()).unwrap().is_none() {}
            (playout.inputs(), playout.game().clone())
        };
        assert!((0..20).all(|seed| play(seed, true) == play(seed, false)));
    }

    #[test]
    fn a_player_that_cheats_or_sleeps_is_logged() {
        let told = |choice| {
            let seats = [1, 2].map(|_| Box::new(Stubborn(choice)) as Box<dyn Player<Race> + Send>);
            let mut playout = Playout::new(Race::along(30), seats, Dice::new(1));
            let defect = playout.advance(&mut ()).unwrap_err();
            assert_eq!(playout.decisions(), 0, "nothing has changed");
            defect.to_string()
        };
        assert!(told(Some(Act::Walk(30))).starts_with("a player chose what is not allowed"));
        assert_eq!(told(None), "the player of the First side chose nothing");
    }
}
