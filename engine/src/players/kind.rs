//! Players by name.

use std::fmt;

use super::{Appraise, Budget, Greedy, Player, Random, Search};
use crate::play::Dice;

/// Tells a search when to stop thinking about a decision. The engine has no clock of its own.
pub trait Clock {
    /// A decision is begun.
    fn start(&mut self);
    /// Returns `true` if there is time for another try.
    fn goes_on(&mut self) -> bool;
}

/// Makes a clock that lets a search go on for so many milliseconds a decision.
pub type Clocks = fn(u32) -> Box<dyn Clock + Send>;

/// The computer players there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Any legal action is as likely as the next.
    Random,
    /// Takes what looks best right now.
    Greedy,
    /// Tries out what its choices lead to.
    Search(Budget),
}

impl Kind {
    /// One of each kind, for a menu.
    pub const OFFERED: [Self; 3] = [Self::Random, Self::Greedy, Self::Search(Budget::Iterations(100))];
    /// The names there are, in words.
    pub const NAMES: &str = "random, greedy, search:1000 (playouts per decision), search:50ms (time per decision)";
    /// So many tries are made for a millisecond where there is no clock.
    pub const TRIES_A_MILLISECOND: u32 = 10;

    /// Its name, such as `"greedy"` or `"search:1000"`.
    pub fn name(self) -> String {
        match self {
            Self::Random => "random".to_owned(),
            Self::Greedy => "greedy".to_owned(),
            Self::Search(Budget::Iterations(tries)) => format!("search:{tries}"),
            Self::Search(Budget::Milliseconds(time)) => format!("search:{time}ms"),
        }
    }

    /// The kind that `name` names; `None` if there is no such name, or its number is zero or no number.
    ///
    /// ```
    /// use battlewright_engine::players::{Budget, Kind};
    ///
    /// assert_eq!(Kind::by_name("search:1000"), Some(Kind::Search(Budget::Iterations(1000))));
    /// assert_eq!(Kind::by_name("search:50ms"), Some(Kind::Search(Budget::Milliseconds(50))));
    /// ```
    pub fn by_name(name: &str) -> Option<Self> {
        match name {
            "random" => Some(Self::Random),
            "greedy" => Some(Self::Greedy),
            _ => {
                let budget = name.strip_prefix("search:")?;
                let number = |text: &str| text.parse::<u32>().ok().filter(|number| *number > 0);
                let budget = match budget.strip_suffix("ms") {
                    Some(time) => Budget::Milliseconds(number(time)?),
                    None => Budget::Iterations(number(budget)?),
                };
                Some(Self::Search(budget))
            }
        }
    }

    /// A player of this kind that draws from `dice` where its mind is not made up. A game between such players depends
    /// on nothing but seeds; so a search that is given time makes
    /// [so many tries](Self::TRIES_A_MILLISECOND) for a millisecond.
    pub fn player<G: Appraise>(self, dice: Dice) -> Box<dyn Player<G> + Send> {
        match self {
            Self::Random => Box::new(Random::new(dice)),
            Self::Greedy => Box::new(Greedy::new(dice)),
            Self::Search(budget) => Box::new(Search::new(dice, budget.tries())),
        }
    }

    /// The same player; if it is one that [takes long](Self::takes_long), it ends its thinking as soon as `clock` does not
    /// let it go on. What it chooses then is worth nothing.
    pub fn stoppable_player<G: Appraise>(self, dice: Dice, clock: Box<dyn Clock + Send>) -> Box<dyn Player<G> + Send> {
        match self {
            Self::Search(budget) => Box::new(Search::stoppable(dice, budget.tries(), clock)),
            other => other.player(dice),
        }
    }

    /// Returns `true` if a decision may take longer than somebody wants to wait.
    pub fn takes_long(self) -> bool {
        matches!(self, Self::Search(_))
    }

    /// A player of this kind; a search that is given time is held to it by one of `clocks`.
    pub fn player_by_clock<G: Appraise>(self, dice: Dice, clocks: Clocks) -> Box<dyn Player<G> + Send> {
        match self {
            Self::Search(Budget::Milliseconds(time)) => Box::new(Search::timed(dice, clocks(time))),
            other => other.player(dice),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

/// A player of a side, as a command line names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contestant {
    /// A computer player.
    Kind(Kind),
    /// `script:FILE`: the choices written in this file; a game or a list of notations.
    Script(String),
}

impl Contestant {
    /// The player of this name.
    pub fn by_name(name: &str) -> Option<Self> {
        match name.strip_prefix("script:") {
            Some("") => None,
            Some(file) => Some(Self::Script(file.to_owned())),
            None => Kind::by_name(name).map(Self::Kind),
        }
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kind(kind) => kind.fmt(f),
            Self::Script(file) => write!(f, "script:{file}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for kind in Kind::OFFERED.into_iter().chain([Kind::Search(Budget::Milliseconds(5))]) {
            assert_eq!(Kind::by_name(&kind.to_string()), Some(kind));
            assert_eq!(Contestant::by_name(&kind.to_string()), Some(Contestant::Kind(kind)));
        }
        let script = Contestant::Script("plans/red.txt".to_owned());
        assert_eq!(Contestant::by_name(&script.to_string()), Some(script));
        for wrong in ["Napoleon", "search", "search:", "search:0", "search:-1", "search:5s", "search:ms", "script:", ""]
        {
            assert_eq!(Contestant::by_name(wrong), None, "{wrong}");
        }
    }
}
