//! Kinds of players, by name.

use std::fmt;

use super::{Budget, Clock, Command, Difficulty, Greedy, Planner, Player, Random, Search};
use crate::play::Dice;

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
plan:100 (playouts per order), plan:2s (time per turn), easy, normal, hard, hardest";
    /// The number of playouts that replace a millisecond if there is no clock.
    pub const TRIES_A_MILLISECOND: u32 = 10;
    /// The milliseconds that a playout of a plan replaces if there is no clock.
    pub const MILLISECONDS_A_PLAYOUT: u32 = 10;
    /// The players that plan for so much time a turn, for a menu.
    pub const TIMED: [Self; 4] = [Self::seconds(1), Self::OPPONENT, Self::seconds(5), Self::seconds(10)];
    /// The opponent of a person who has chosen none.
    pub const OPPONENT: Self = Self::seconds(2);

    /// Returns the player that plans for so many seconds a turn.
    const fn seconds(seconds: u32) -> Self {
        Self::Plan(Budget::Milliseconds(1000 * seconds))
    }

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

    /// Returns the kinds that a menu offers, the levels first, and those with a time after them.
    pub fn menu() -> Vec<Self> {
        Difficulty::ALL.map(Difficulty::kind).into_iter().chain(Self::TIMED).chain([Self::Random]).collect()
    }

    /// Returns the name in a menu, such as `"Easy computer"` or `"Computer, 2 s a turn"`. One that no menu offers has its
    /// [name](Self::name).
    pub fn title(self) -> String {
        match (Difficulty::of(self), self) {
            (Some(Difficulty::Easy), _) => "Easy computer".to_owned(),
            (Some(Difficulty::Normal), _) => "Normal computer".to_owned(),
            (Some(Difficulty::Hard), _) => "Hard computer".to_owned(),
            (Some(Difficulty::Hardest), _) => "Hardest computer".to_owned(),
            (None, Self::Random) => "Random computer".to_owned(),
            (None, Self::Plan(Budget::Milliseconds(time))) if time.is_multiple_of(1000) => {
                format!("Computer, {} s a turn", time / 1000)
            }
            (None, _) => format!("Computer {self}"),
        }
    }

    /// Returns a sentence about the way in which the player chooses.
    pub fn strategy(self) -> String {
        match self {
            Self::Random => "Chooses at random.".to_owned(),
            Self::Greedy => "Takes the choice that looks best now.".to_owned(),
            Self::Search(Budget::Iterations(tries)) => {
                format!("Searches the consequences of each choice in {tries} tries.")
            }
            Self::Search(Budget::Milliseconds(time)) => {
                format!("Searches the consequences of each choice for {} s.", seconds(time))
            }
            Self::Plan(Budget::Iterations(tries)) => {
                format!("Gives missions to its formations, chosen with {tries} playouts at each order.")
            }
            Self::Plan(Budget::Milliseconds(time)) => {
                format!("Gives missions to its formations, chosen in {} s for a turn.", seconds(time))
            }
        }
    }

    /// Parses the name of a kind, or of a [`Difficulty`]; `None` if the name is unknown, or its number is zero or malformed.
    ///
    /// ```
    /// use battlewright_core::players::{Budget, Kind};
    ///
    /// assert_eq!(Kind::by_name("search:1000"), Some(Kind::Search(Budget::Iterations(1000))));
    /// assert_eq!(Kind::by_name("search:50ms"), Some(Kind::Search(Budget::Milliseconds(50))));
    /// assert_eq!(Kind::by_name("easy"), Some(Kind::Greedy));
    /// ```
    pub fn by_name(name: &str) -> Option<Self> {
        match name {
            "random" => Some(Self::Random),
            "greedy" => Some(Self::Greedy),
            _ if !name.contains(':') => Difficulty::by_name(name).map(Difficulty::kind),
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

    /// Creates a player of this kind that appraises with `weights`. A `clock` limits time budgets, and can stop a player that
    /// [takes long](Self::takes_long).
    pub fn weighted_player<G: Command>(
        self,
        dice: Dice,
        weights: G::Weights,
        clock: Option<Box<dyn Clock + Send>>,
    ) -> Box<dyn Player<G> + Send> {
        match self {
            Self::Random => Box::new(Random::new(dice)),
            Self::Greedy => Box::new(Greedy::weighted(dice, weights)),
            Self::Search(budget) => Box::new(Search::with(dice, budget, clock, weights)),
            Self::Plan(budget) => Box::new(Planner::with(dice, budget, clock, weights)),
        }
    }

    /// Returns `true` if a decision may take longer than a user wants to wait.
    pub fn takes_long(self) -> bool {
        matches!(self, Self::Search(_) | Self::Plan(_))
    }

    /// Creates a player of this kind with a `clock`, which limits time budgets, and can stop a player that
    /// [takes long](Self::takes_long).
    pub fn player_by_clock<G: Command>(self, dice: Dice, clock: Box<dyn Clock + Send>) -> Box<dyn Player<G> + Send> {
        self.weighted_player(dice, G::Weights::default(), Some(clock))
    }
}

/// Returns a time in seconds, such as `"2"` or `"0.05"`.
fn seconds(milliseconds: u32) -> String {
    let text = format!("{}.{:03}", milliseconds / 1000, milliseconds % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
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
        for kind in Kind::OFFERED.into_iter().chain(Kind::TIMED).chain(Difficulty::ALL.map(Difficulty::kind)).chain([
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

    #[test]
    fn every_kind_of_the_menu_has_a_title_of_its_own() {
        let mut titles: Vec<String> = Kind::menu().into_iter().map(Kind::title).collect();
        titles.sort_unstable();
        titles.dedup();
        assert_eq!(titles.len(), Kind::menu().len());
        assert!(Kind::menu().contains(&Kind::OPPONENT));
        assert_eq!(Kind::OPPONENT.title(), "Computer, 2 s a turn");
        assert_eq!(Kind::Search(Budget::Iterations(100)).title(), "Computer search:100");
    }

    #[test]
    fn a_strategy_says_its_budget() {
        assert_eq!(Kind::OPPONENT.strategy(), "Gives missions to its formations, chosen in 2 s for a turn.");
        assert!(Kind::Search(Budget::Milliseconds(50)).strategy().ends_with(" for 0.05 s."));
        assert_eq!([1500, 10_000, 7].map(seconds), ["1.5", "10", "0.007"]);
    }
}
