//! The order of the phases of a player turn (2.1).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::DocPath;
use crate::cells::Headings;
use crate::system::settings::{settings, tables};

tables! {
    PhaseOrder: Headings::Value;
}

/// A phase of a player turn, in the published order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TurnPhase {
    /// The Command Phase (10).
    Command,
    /// The Movement Phase (5.1).
    Movement,
    /// The Air Phase (11.3).
    Air,
    /// The Bombardment Phase (8.1).
    Bombardment,
    /// The Combat Phase (7).
    Combat,
    /// The Exploitation Phase (5.4).
    Exploitation,
    /// The Second Combat Phase (7).
    SecondCombat,
    /// The Reorganization Phase (9).
    Reorganization,
}

/// The phases of a player turn in order, each of them once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct PhaseOrder(pub Vec<TurnPhase>);

/// The reason why an order of phases cannot be played. Indices are places in the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderProblem {
    /// The phase at `again` stands at `first` already.
    Twice {
        /// The first place.
        first: usize,
        /// The second place.
        again: usize,
    },
    /// A phase is missing.
    Missing(TurnPhase),
    /// The phase at `at` must come after another one.
    TooEarly {
        /// The place of the phase.
        at: usize,
        /// The phase that must come before it.
        after: TurnPhase,
        /// The reason, such as `"only units that may exploit fight in it"`.
        why: &'static str,
    },
}

/// The phases that must come in this order, with the reason. All others may change places.
const BEFORE: [(TurnPhase, TurnPhase, &str); 4] = [
    (TurnPhase::Movement, TurnPhase::Exploitation, "units move again in it"),
    (TurnPhase::Combat, TurnPhase::Exploitation, "it follows up the attacks"),
    (TurnPhase::Combat, TurnPhase::SecondCombat, "it is the second one"),
    (TurnPhase::Exploitation, TurnPhase::SecondCombat, "the units that exploited fight in it"),
];

settings! {
    /// The order of phases, with the values in force.
    complete Sequence;
    /// The orders of phases that a scenario changes.
    changes SequenceChanges;

    /// The phases of a player turn in order (2.1), each of them once. The Command Phase is the first and the Reorganization Phase the
    /// last; the Exploitation Phase comes after the Movement and the Combat Phase, and the Second Combat Phase after it.
    player_turn: PhaseOrder,
}

impl TurnPhase {
    /// All phases in the published order.
    pub const ALL: [Self; 8] = [
        Self::Command,
        Self::Movement,
        Self::Air,
        Self::Bombardment,
        Self::Combat,
        Self::Exploitation,
        Self::SecondCombat,
        Self::Reorganization,
    ];

    /// Returns the word in files, such as `"second-combat"`.
    pub fn word(self) -> &'static str {
        super::vocabulary::VOCABULARY.phases.words.get(self as usize).copied().unwrap_or_default()
    }
}

impl PhaseOrder {
    /// Returns the first reason why nobody can play this order; `None` for one that can be played.
    pub fn problem(&self) -> Option<OrderProblem> {
        let place = |phase: TurnPhase| self.0.iter().position(|other| *other == phase);
        for (again, phase) in self.0.iter().enumerate() {
            let first = place(*phase).unwrap_or(again);
            if first < again {
                return Some(OrderProblem::Twice { first, again });
            }
        }
        if let Some(missing) = TurnPhase::ALL.into_iter().find(|phase| place(*phase).is_none()) {
            return Some(OrderProblem::Missing(missing));
        }
        let first = TurnPhase::ALL.map(|phase| (TurnPhase::Command, phase, "it needs to know who is in command"));
        let last = TurnPhase::ALL.map(|phase| (phase, TurnPhase::Reorganization, "it ends the player turn"));
        let rules = first.into_iter().chain(last).chain(BEFORE).filter(|(before, after, _)| before != after);
        let mut wrong = rules.filter_map(|(before, after, why)| {
            let (early, at) = (place(before)?, place(after)?);
            (early > at).then_some(OrderProblem::TooEarly { at, after: before, why })
        });
        wrong.next()
    }
}

impl PhaseOrder {
    /// Returns `problem`, one of this order, in words.
    pub fn problem_in_words(&self, problem: OrderProblem) -> String {
        let word = |at: usize| self.0.get(at).map_or("", |phase| phase.word());
        match problem {
            OrderProblem::Twice { again, .. } => format!("`{}` stands in the order twice", word(again)),
            OrderProblem::Missing(phase) => format!("`{}` is missing in the order", phase.word()),
            OrderProblem::TooEarly { at, after, why } => {
                format!("`{}` comes before `{}`: {why}", word(at), after.word())
            }
        }
    }
}

impl OrderProblem {
    /// Returns the path of the order.
    pub fn list_path() -> DocPath {
        DocPath::root().key("rules").key("sequence").key("player_turn")
    }

    /// Returns the path of what is wrong: a phase, or the order as a whole.
    pub fn path(self) -> DocPath {
        match self {
            Self::Twice { again: at, .. } | Self::TooEarly { at, .. } => Self::list_path().index(at),
            Self::Missing(_) => Self::list_path(),
        }
    }
}

// The words of expressions have the order of the file.
const _: () = assert!(TurnPhase::ALL.len() == 8 && TurnPhase::Reorganization as usize == 7);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matz::Rules;
    use TurnPhase as P;

    fn order(change: impl Fn(&mut Vec<P>)) -> Option<OrderProblem> {
        let mut order = PhaseOrder(P::ALL.to_vec());
        change(&mut order.0);
        order.problem()
    }

    #[test]
    fn the_published_order_is_that_of_the_list() {
        assert_eq!(Rules::published().sequence.player_turn.0, P::ALL);
        let words = P::ALL.map(|phase| serde_json::to_value(phase).unwrap());
        assert_eq!(words, P::ALL.map(|phase| phase.word()));
    }

    #[test]
    fn phases_that_do_not_depend_on_each_other_change_places() {
        assert_eq!(order(|_| ()), None);
        for (one, other) in [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)] {
            assert_eq!(order(|order| order.swap(one, other)), None, "{one} {other}");
        }
        assert_eq!(order(|order| order[1..4].rotate_right(1)), None, "the bombardment first");
        assert_eq!(order(|order| order[2..6].rotate_left(1)), None, "the Air Phase after the exploitation");
    }

    #[test]
    fn an_order_that_cannot_be_played_has_its_reason() {
        assert_eq!(order(|order| order[2] = P::Movement), Some(OrderProblem::Twice { first: 1, again: 2 }));
        assert_eq!(order(|order| order.retain(|phase| *phase != P::Air)), Some(OrderProblem::Missing(P::Air)));
        assert_eq!(order(Vec::clear), Some(OrderProblem::Missing(P::Command)));
        let early = |change: &dyn Fn(&mut Vec<P>)| match order(change) {
            Some(OrderProblem::TooEarly { at, after, .. }) => Some((at, after)),
            _ => None,
        };
        assert_eq!(early(&|order| order.swap(0, 1)), Some((0, P::Command)));
        assert_eq!(early(&|order| order.swap(6, 7)), Some((6, P::SecondCombat)));
        assert_eq!(early(&|order| order.swap(4, 5)), Some((4, P::Combat)));
        assert_eq!(early(&|order| order.swap(1, 5)), Some((1, P::Movement)));
        assert_eq!(early(&|order| order.swap(5, 6)), Some((5, P::Exploitation)));
    }
}
