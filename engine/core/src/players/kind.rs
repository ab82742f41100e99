//! Kinds of players, by name.

use std::fmt;

use super::{Appraise, Budget, Greedy, Player, Random, Search};
use crate::play::Dice;

/// Time limit of a search. The engine itself has no clock.
pub trait Clock {
    /// Starts the time for a decision.
    fn start(&mut self);
    /// Returns `true` if there is time for another playout.
    fn goes_on(&mut self) -> bool;
}

/// Creates a clock that gives a search so many milliseconds for each decision.
pub type Clocks = fn(u32) -> Box<dyn Clock + Send>;

/// Kinds of computer players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Chooses each legal action with the same probability.
    Random,
    /// Chooses the action with the best immediate appraisal.
    Greedy,
    /// Searches the consequences of its choices.
    Search(Budget),
}

impl Kind {
    /// One of each kind, for a menu.
    pub const OFFERED: [Self; 3] = [Self::Random, Self::Greedy, Self::Search(Budget::Iterations(100))];
    /// The known names, in words.
    pub const NAMES: &str = "random, greedy, search:1000 (playouts per decision), search:50ms (time per decision)";
    /// The number of playouts that replace a millisecond if there is no clock.
    pub const TRIES_A_MILLISECOND: u32 = 10;

    /// Returns the name, such as `"greedy"` or `"search:1000"`.
    pub fn name(self) -> String {
        match self {
            Self::Random => "random".to_owned(),
            Self::Greedy => "greedy".to_owned(),
            Self::Search(Budget::Iterations(tries)) => format!("search:{tries}"),
            Self::Search(Budget::Milliseconds(time)) => format!("search:{time}ms"),
        }
    }

    /// Parses the name of a kind; `None` if the name is unknown, or its number is zero or malformed.
    ///
    /// ```
    /// use battlewright_core::players::{Budget, Kind};
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

    /// Creates a player of this kind with the random numbers of `dice`. A game between such players depends only on seeds: a
    /// search with a time budget makes [a fixed number of playouts](Self::TRIES_A_MILLISECOND) for each millisecond.
    pub fn player<G: Appraise>(self, dice: Dice) -> Box<dyn Player<G> + Send> {
        match self {
            Self::Random => Box::new(Random::new(dice)),
            Self::Greedy => Box::new(Greedy::new(dice)),
            Self::Search(budget) => Box::new(Search::new(dice, budget.tries())),
        }
    }

    /// Creates the same player; one that [takes long](Self::takes_long) stops as soon as `clock` has run out. The caller must
    /// discard its choice then.
    pub fn stoppable_player<G: Appraise>(self, dice: Dice, clock: Box<dyn Clock + Send>) -> Box<dyn Player<G> + Send> {
        match self {
            Self::Search(budget) => Box::new(Search::stoppable(dice, budget.tries(), clock)),
            other => other.player(dice),
        }
    }

    /// Returns `true` if a decision may take longer than a user wants to wait.
    pub fn takes_long(self) -> bool {
        matches!(self, Self::Search(_))
    }

    /// Creates a player of this kind; one of `clocks` limits a search with a time budget.
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

/// A player of a side, as given on a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contestant {
    /// A computer player.
    Kind(Kind),
    /// `script:FILE`: the choices in this file, which is a replay or a list of notations.
    Script(String),
    /// `external:COMMAND`: the program that this command starts. Only a command line can start one.
    External(String),
}

impl Contestant {
    /// Parses the name of a player; `None` if it is unknown.
    pub fn by_name(name: &str) -> Option<Self> {
        match name.split_once(':') {
            Some(("script" | "external", "")) => None,
            Some(("script", file)) => Some(Self::Script(file.to_owned())),
            Some(("external", command)) => Some(Self::External(command.to_owned())),
            _ => Kind::by_name(name).map(Self::Kind),
        }
    }

    /// Returns the kind of a computer player; `None` for a player that needs a file or a program.
    pub fn kind(&self) -> Option<Kind> {
        match self {
            Self::Kind(kind) => Some(*kind),
            Self::Script(_) | Self::External(_) => None,
        }
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kind(kind) => kind.fmt(f),
            Self::Script(file) => write!(f, "script:{file}"),
            Self::External(command) => write!(f, "external:{command}"),
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
        for other in
            [Contestant::Script("plans/red.txt".to_owned()), Contestant::External("python3 mine.py: x".to_owned())]
        {
            assert_eq!(Contestant::by_name(&other.to_string()), Some(other));
        }
        let wrong = ["Napoleon", "search", "search:", "search:0", "search:-1", "search:5s", "search:ms", ""];
        for wrong in wrong.into_iter().chain(["script:", "external:", "external"]) {
            assert_eq!(Contestant::by_name(wrong), None, "{wrong}");
        }
    }
}
