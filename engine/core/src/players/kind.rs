//! Kinds of players, by name.

use std::fmt;

use super::{Budget, Command, Greedy, Planner, Player, Random, Search};
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
    /// Gives missions to its groups by playouts.
    Plan(Budget),
}

impl Kind {
    /// One of each kind, for a menu.
    pub const OFFERED: [Self; 4] =
        [Self::Random, Self::Greedy, Self::Search(Budget::Iterations(100)), Self::Plan(Budget::Iterations(100))];
    /// The known names, in words.
    pub const NAMES: &str = "random, greedy, search:1000 (playouts per decision), search:50ms (time per decision), \
plan:100 (playouts per order), plan:2s (time per order)";
    /// The number of playouts that replace a millisecond if there is no clock.
    pub const TRIES_A_MILLISECOND: u32 = 10;
    /// The milliseconds that a playout of a plan replaces if there is no clock.
    pub const MILLISECONDS_A_PLAYOUT: u32 = 10;

    /// Returns the name, such as `"greedy"` or `"search:1000"`.
    pub fn name(self) -> String {
        match self {
            Self::Random => "random".to_owned(),
            Self::Greedy => "greedy".to_owned(),
            Self::Search(Budget::Iterations(tries)) => format!("search:{tries}"),
            Self::Search(Budget::Milliseconds(time)) => format!("search:{time}ms"),
            Self::Plan(Budget::Iterations(tries)) => format!("plan:{tries}"),
            Self::Plan(Budget::Milliseconds(time)) if time.is_multiple_of(1000) => format!("plan:{}s", time / 1000),
            Self::Plan(Budget::Milliseconds(time)) => format!("plan:{time}ms"),
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
                let (kind, budget) = name.split_once(':')?;
                let number = |text: &str| text.parse::<u32>().ok().filter(|number| *number > 0);
                let plans = kind == "plan";
                let budget = if let Some(time) = budget.strip_suffix("ms") {
                    Budget::Milliseconds(number(time)?)
                } else if let Some(time) = budget.strip_suffix('s').filter(|_| plans) {
                    Budget::Milliseconds(number(time)?.checked_mul(1000)?)
                } else {
                    Budget::Iterations(number(budget)?)
                };
                match kind {
                    "search" => Some(Self::Search(budget)),
                    "plan" => Some(Self::Plan(budget)),
                    _ => None,
                }
            }
        }
    }

    /// Creates a player of this kind with the random numbers of `dice`. A game between such players depends only on seeds: a
    /// time budget is replaced by a fixed number of playouts ([for a search](Self::TRIES_A_MILLISECOND),
    /// [for a plan](Self::MILLISECONDS_A_PLAYOUT)).
    pub fn player<G: Command>(self, dice: Dice) -> Box<dyn Player<G> + Send> {
        self.weighted_player(dice, G::Weights::default(), None)
    }

    /// Creates a player of this kind that appraises with `weights`; one of `clocks`, if there are any, limits a search or a plan
    /// with a time budget.
    pub fn weighted_player<G: Command>(
        self,
        dice: Dice,
        weights: G::Weights,
        clocks: Option<Clocks>,
    ) -> Box<dyn Player<G> + Send> {
        let clock = |budget: Budget| match budget {
            Budget::Milliseconds(time) => clocks.map(|clocks| clocks(time)),
            Budget::Iterations(_) => None,
        };
        match self {
            Self::Random => Box::new(Random::new(dice)),
            Self::Greedy => Box::new(Greedy::weighted(dice, weights)),
            Self::Search(budget) => {
                let clock = clock(budget);
                let tries = if clock.is_some() { None } else { Some(budget.tries()) };
                Box::new(Search::with(dice, tries, clock, weights))
            }
            Self::Plan(budget) => {
                let clock = clock(budget);
                let tries = if clock.is_some() { None } else { Some(budget.playouts()) };
                Box::new(Planner::with(dice, tries, clock, weights))
            }
        }
    }

    /// Creates the same player; one that [takes long](Self::takes_long) stops as soon as `clock` has run out. The caller must
    /// discard its choice then.
    pub fn stoppable_player<G: Command>(self, dice: Dice, clock: Box<dyn Clock + Send>) -> Box<dyn Player<G> + Send> {
        match self {
            Self::Search(budget) => Box::new(Search::stoppable(dice, budget.tries(), clock)),
            Self::Plan(budget) => Box::new(Planner::stoppable(dice, budget.playouts(), clock)),
            other => other.player(dice),
        }
    }

    /// Returns `true` if a decision may take longer than a user wants to wait.
    pub fn takes_long(self) -> bool {
        matches!(self, Self::Search(_) | Self::Plan(_))
    }

    /// Creates a player of this kind; one of `clocks` limits a search or a plan with a time budget.
    pub fn player_by_clock<G: Command>(self, dice: Dice, clocks: Clocks) -> Box<dyn Player<G> + Send> {
        self.weighted_player(dice, G::Weights::default(), Some(clocks))
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
    /// `greedy:FILE`, `plan:100:FILE`: a computer player with the weights in this file. Only a command line can name one.
    Weighted(Kind, String),
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
            _ => Kind::by_name(name).map(Self::Kind).or_else(|| Self::weighted_by_name(name)),
        }
    }

    /// Parses the name of a kind with a file of weights.
    fn weighted_by_name(name: &str) -> Option<Self> {
        let colons = name.match_indices(':').map(|(at, _)| at).take(2);
        let mut splits = colons.map(|at| (&name[..at], &name[at + 1..])).filter(|(_, file)| !file.is_empty());
        splits.find_map(|(kind, file)| match Kind::by_name(kind)? {
            Kind::Random => None,
            kind => Some(Self::Weighted(kind, file.to_owned())),
        })
    }

    /// Returns the kind of a computer player; `None` for a player that needs a file or a program.
    pub fn kind(&self) -> Option<Kind> {
        match self {
            Self::Kind(kind) => Some(*kind),
            Self::Weighted(..) | Self::Script(_) | Self::External(_) => None,
        }
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kind(kind) => kind.fmt(f),
            Self::Weighted(kind, file) => write!(f, "{kind}:{file}"),
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
        for kind in Kind::OFFERED.into_iter().chain([
            Kind::Search(Budget::Milliseconds(5)),
            Kind::Plan(Budget::Milliseconds(1500)),
            Kind::Plan(Budget::Milliseconds(2000)),
        ]) {
            assert_eq!(Kind::by_name(&kind.to_string()), Some(kind));
            assert_eq!(Contestant::by_name(&kind.to_string()), Some(Contestant::Kind(kind)));
        }
        for other in [
            Contestant::Script("plans/red.txt".to_owned()),
            Contestant::External("python3 mine.py: x".to_owned()),
            Contestant::Weighted(Kind::Greedy, "mine.toml".to_owned()),
            Contestant::Weighted(Kind::Greedy, "C:\\mine.toml".to_owned()),
            Contestant::Weighted(Kind::Plan(Budget::Iterations(48)), "a/mine: x.toml".to_owned()),
        ] {
            assert_eq!(Contestant::by_name(&other.to_string()), Some(other));
        }
        assert_eq!(Kind::by_name("plan:2s"), Some(Kind::Plan(Budget::Milliseconds(2000))));
        let wrong =
            ["Napoleon", "script:", "external:", "external", "", "greedy:", "random:x.toml", "plan:48:", "plan:x.toml"];
        let wrong_searches = ["search", "search:", "search:0", "search:-1", "search:5s", "search:ms"];
        let wrong_plans = ["plan", "plan:", "plan:0", "plan:s", "plan:0s", "plan:9999999s", "plans:5"];
        for wrong in wrong.into_iter().chain(wrong_searches).chain(wrong_plans) {
            assert_eq!(Contestant::by_name(wrong), None, "{wrong}");
        }
    }
}
