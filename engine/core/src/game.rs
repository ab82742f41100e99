//! Games: a state that names its next input, takes one input at a time, and cites the rules.
//!
//! Chance is a player: [`Game::turn`] asks for dice or a draw, and [`Game::resolve`] takes the numbers. A game
//! therefore has no random generator, a replay is a list of inputs, tests choose their dice, and exact odds come from
//! enumeration.

use std::fmt;
use std::ops::RangeInclusive;

use battlewright_schema::DocPath;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// One of the two sides, in the order in which the scenario lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Side {
    /// The side listed first.
    First,
    /// The side listed second.
    Second,
}

impl Side {
    /// Both sides, in order.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// Returns the other side.
    #[inline]
    pub fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// Returns the index of this side in a pair of values, one for each side: 0 or 1.
    #[inline]
    pub fn index(self) -> usize {
        match self {
            Self::First => 0,
            Self::Second => 1,
        }
    }
}

/// A person who looks at a game, by the secrets that this person knows. What a person sees comes from [`Game::seen_by`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Viewer {
    /// A person who may know everything, such as one who watches two computer players.
    All,
    /// The player of a side, who does not know the secrets of the other side.
    Side(Side),
    /// A spectator, who knows no secrets.
    Nobody,
}

impl Viewer {
    /// Returns `true` if the viewer knows the secrets of `side`.
    pub fn knows(self, side: Side) -> bool {
        match self {
            Self::All => true,
            Self::Side(own) => own == side,
            Self::Nobody => false,
        }
    }

    /// Returns the viewer who knows the same, but not the secrets of `side`.
    #[must_use]
    pub fn without(self, side: Side) -> Self {
        match self {
            Self::All => Self::Side(side.other()),
            Self::Side(own) if own == side => Self::Nobody,
            viewer => viewer,
        }
    }
}

impl From<Side> for Viewer {
    fn from(side: Side) -> Self {
        Self::Side(side)
    }
}

/// The input that a game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A side must choose one of [`Game::actions`].
    Choose(Side),
    /// Dice must be rolled, or one of several things drawn.
    Chance(Chance),
    /// No input: the game is over.
    Over(Outcome),
}

/// A roll of dice or a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chance {
    /// A roll of `count` dice with faces 1 to `sides`, read in order.
    Dice {
        /// The number of dice, at least 1.
        count: u8,
        /// The number of faces of each die.
        sides: u8,
    },
    /// A draw of one of `from` things, numbered from 0.
    Draw {
        /// The number of things, at least 1.
        from: u16,
    },
}

impl Chance {
    /// Returns the number of values that answer this chance.
    pub fn count(self) -> usize {
        match self {
            Self::Dice { count, .. } => usize::from(count),
            Self::Draw { .. } => 1,
        }
    }

    /// Returns the values that each number may take.
    pub fn range(self) -> RangeInclusive<u16> {
        match self {
            Self::Dice { sides, .. } => 1..=u16::from(sides),
            Self::Draw { from } => 0..=from.saturating_sub(1),
        }
    }

    /// Returns `true` if `picks` answers this chance: as many numbers as asked, each in range.
    pub fn allows(self, picks: &[u16]) -> bool {
        picks.len() == self.count() && picks.iter().all(|pick| self.range().contains(pick))
    }
}

/// The outcome of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// The degree of the victory.
    pub level: Level,
    /// Victory points of the two sides.
    pub points: [i32; 2],
}

impl Outcome {
    /// A draw without points.
    pub const DRAW: Self = Self { winner: None, level: Level::Draw, points: [0; 2] };
}

/// The degree of a victory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Level {
    /// No winner.
    Draw,
    /// A minor victory.
    Minor,
    /// A victory between minor and major, or the only degree of a system without degrees.
    Victory,
    /// A major victory.
    Major,
    /// An overwhelming victory.
    Overwhelming,
}

impl Level {
    /// Returns the name that it has in a system without names of its own.
    pub fn name(self) -> &'static str {
        match self {
            Self::Draw => "draw",
            Self::Minor => "minor victory",
            Self::Victory => "victory",
            Self::Major => "major victory",
            Self::Overwhelming => "overwhelming victory",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A rule of a rulebook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Rule {
    /// The number, such as `"4.0 2b"`.
    pub number: &'static str,
    /// The title, such as `"Entering an EZOI"`.
    pub title: &'static str,
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.number, self.title)
    }
}

/// Refusal of an action by the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal {
    /// The rule that forbids it.
    pub rule: Rule,
    /// The reason, in a sentence.
    pub reason: String,
}

impl Illegal {
    /// Creates a refusal by `rule` with `reason`.
    pub fn new(rule: Rule, reason: impl Into<String>) -> Self {
        Self { rule, reason: reason.into() }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.reason, self.rule)
    }
}

impl std::error::Error for Illegal {}

/// Reason for which a scenario cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupProblem {
    /// The problem, in a sentence.
    pub message: String,
    /// The rule that the scenario does not meet.
    pub rule: Rule,
    /// The row or field of the scenario that is at fault; the root for the scenario as a whole.
    pub path: DocPath,
}

impl fmt::Display for SetupProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.rule)
    }
}

/// Receiver of the events of a game. The unit type `()` discards them at no cost.
pub trait Log<E> {
    /// Records `event`.
    fn push(&mut self, event: E);
}

impl<E> Log<E> for () {
    fn push(&mut self, _: E) {}
}

impl<E> Log<E> for Vec<E> {
    fn push(&mut self, event: E) {
        self.push(event);
    }
}

/// A game in progress. The value is the whole state: a clone is a copy of the game, and equality compares games.
pub trait Game: Clone + Eq {
    /// An action of a side; small and cheap to copy.
    type Action: Copy + Ord + fmt::Debug + Serialize + DeserializeOwned;
    /// An event of the game, with its rule.
    type Event: Clone + fmt::Debug;
    /// The changing part of a game, without the scenario.
    type State: Clone + Eq + fmt::Debug + Serialize + DeserializeOwned;

    /// The input that the game waits for.
    fn turn(&self) -> Turn;

    /// Puts every legal action into `into` (cleared first), always in the same order. When a side
    /// must choose there is at least one; otherwise there is none.
    fn actions(&self, into: &mut Vec<Self::Action>);

    /// Checks whether `action` is legal now.
    ///
    /// # Errors
    /// The rule that forbids the action, with the reason.
    fn check(&self, action: &Self::Action) -> Result<(), Illegal>;

    /// Carries out `action`, which must be legal; an illegal one changes nothing.
    fn apply(&mut self, action: &Self::Action, log: &mut impl Log<Self::Event>);

    /// Carries out an `action` that [`Game::actions`] has just listed, without checking it again.
    fn apply_listed(&mut self, action: &Self::Action, log: &mut impl Log<Self::Event>) {
        self.apply(action, log);
    }

    /// Resolves the pending [`Turn::Chance`] with `picks`; numbers that it does not [allow](Chance::allows) change nothing.
    fn resolve(&mut self, picks: &[u16], log: &mut impl Log<Self::Event>);

    /// Returns the game in the view of `viewer`: the secrets that the viewer does not know are blanked. A view of a view holds
    /// what both viewers know.
    #[must_use]
    fn seen_by(&self, viewer: impl Into<Viewer>) -> Self;

    /// Returns `true` if the game holds a secret that `viewer` may not know; otherwise [`Game::seen_by`] returns an equal game.
    fn hides(&self, _viewer: impl Into<Viewer>) -> bool {
        true
    }

    /// Returns the state of the game.
    fn state(&self) -> Self::State;

    /// Returns a game of the same scenario in a state that [`Game::state`] returned.
    #[must_use]
    fn with_state(&self, state: Self::State) -> Self;

    /// Returns a hash of the state. It is the same for the same state on every platform; two different states almost never
    /// share one.
    fn fingerprint(&self) -> u64 {
        // A state is plain data, and serialization to memory cannot fail; a failure would match no state.
        postcard::to_allocvec(&self.state()).map_or(0, |bytes| xxhash_rust::xxh3::xxh3_64(&bytes))
    }
}

/// Declares a system's rulebook: a constant for each rule, and `ALL`, every rule in order.
///
/// ```
/// battlewright_core::rulebook! {
///     ZOC = "3.9" "Zone of Control";
///     ZOI = "3.10" "Zone of Influence";
/// }
/// assert_eq!(ZOC.to_string(), "3.9 Zone of Control");
/// assert_eq!(ALL.len(), 2);
/// ```
#[macro_export]
macro_rules! rulebook {
    ($($name:ident = $number:literal $title:literal;)*) => {
        $(
            #[doc = concat!($number, " ", $title)]
            pub const $name: $crate::game::Rule = $crate::game::Rule { number: $number, title: $title };
        )*
        /// Every rule, in the rulebook's order.
        pub const ALL: &[$crate::game::Rule] = &[$($name),*];
    };
}
