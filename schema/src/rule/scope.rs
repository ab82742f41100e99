//! The scope of an expression, which it can use where it stands, and the functions that check one.

use std::ops::Range;

use smol_str::SmolStr;

use super::checked::CounterOwner;
use super::names::RuleNames;
use super::parser::{Wanted, parse};
use super::problem::RuleProblem;
use super::syntax::Expr;
use super::term::{CheckedEffect, Term};
use super::vocabulary::{
    ActInfo, GivenInfo, HookInfo, Knowledge, LiftInfo, SkipInfo, Stability, ValueType, Vocabulary,
};

/// The greatest number of steps of an expression that a search for ways asks at each step.
pub(crate) const STEPS_IN_SEARCH: u32 = 300;

/// The greatest number of steps of an expression that a choice asks.
pub(crate) const STEPS_PER_CHOICE: u32 = 2000;

/// The greatest number of steps of an expression that a turn asks, such as that of an event.
pub(crate) const STEPS_PER_TURN: u32 = 20_000;

/// The values, names and limits of an expression where it stands.
#[derive(Clone, Copy)]
pub(crate) struct ExpressionScope<'a> {
    /// The words of the system.
    pub(crate) vocabulary: &'static Vocabulary,
    /// The names of the scenario.
    pub(crate) names: &'a RuleNames<'a>,
    /// The definitions of all rows.
    pub(crate) defines: &'a [RuleDefine],
    /// The counters of all rows, in the order of [`CheckedRules::counters`](super::CheckedRules::counters).
    pub(crate) counters: &'a [RuleCounter],
    /// The given values, by the number of [`Term::Given`]. The unit of `each` and the number of the die come last.
    pub(crate) given: &'a [GivenInfo],
    /// The word for the place in messages, such as `attack.defender` or `step`.
    pub(crate) place: &'a str,
    /// The least stable facts that may be asked.
    pub(crate) takes: Stability,
    /// The level: facts have a lower one.
    pub(crate) level: u8,
    /// The most secret facts that may be asked. [`Knowledge::Own`] is for facts about the deciding side, which is the given `side` or
    /// the side of the given `mover`.
    pub(crate) known: Knowledge,
    /// `true` if a search for ways asks it.
    pub(crate) in_search: bool,
    /// The greatest number of steps.
    pub(crate) steps: u32,
}

/// `[[rules.define]]`, parsed.
#[derive(Clone, Debug)]
pub(crate) struct RuleDefine {
    /// The id.
    pub(crate) id: SmolStr,
    /// The type of the subject; `None` without a subject.
    pub(crate) of: Option<ValueType>,
    /// The text.
    pub(super) text: String,
    /// The tree.
    pub(super) tree: Expr,
    /// The problems of the grammar.
    pub(super) problems: Vec<RuleProblem>,
}

impl RuleDefine {
    /// Reads the text of a definition. [`define`] checks it when all are read.
    pub(crate) fn new(id: SmolStr, of: Option<ValueType>, text: &str) -> Self {
        let (tree, problems) = parse(text, Wanted::Value);
        Self { id, of, text: text.to_owned(), tree, problems }
    }
}

/// A counter, for expressions.
#[derive(Clone, Debug)]
pub(crate) struct RuleCounter {
    /// The id.
    pub(crate) id: SmolStr,
    /// The owner.
    pub(crate) of: CounterOwner,
    /// The least number.
    pub(crate) least: i32,
    /// The greatest number.
    pub(crate) most: i32,
}

/// The numbers that fit a place, ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NumberRange<'a> {
    /// The least.
    pub(crate) least: i32,
    /// The greatest.
    pub(crate) most: i32,
    /// The words for the place, such as `the defender's die`.
    pub(crate) of: &'a str,
}

/// The needs of expressions from the scenario, and the names that they use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RuleNeeds {
    /// The steps of the expressions checked since this was set to 0.
    pub(crate) steps: u32,
    /// The tags, by the number of [`Term::HasTag`].
    pub(crate) tags: Vec<SmolStr>,
    /// The terrains, by the number of [`Term::HasTerrain`].
    pub(crate) terrains: Vec<SmolStr>,
    /// The hexside features, by the number of [`Term::HasEdge`].
    pub(crate) edges: Vec<SmolStr>,
    /// The names in the expressions checked since this was emptied.
    pub(crate) used: Vec<UsedName>,
}

/// A name of the scenario or of another row in an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsedName {
    /// The bytes within the text of the expression.
    pub span: Range<usize>,
    /// The kind of thing.
    pub kind: UsedKind,
    /// The name.
    pub name: SmolStr,
}

/// The kind of thing that a name in an expression means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UsedKind {
    /// A side.
    Side,
    /// A unit.
    Unit,
    /// A formation.
    Formation,
    /// A place.
    Place,
    /// A hex.
    Hex,
    /// A tag.
    Tag,
    /// A terrain.
    Terrain,
    /// A counter.
    Counter,
    /// A definition.
    Define,
}

/// A result with the problems on the way to it. There is a result unless one of them is an error.
pub(crate) type Judged<T> = (Option<T>, Vec<RuleProblem>);

impl<'a> ExpressionScope<'a> {
    /// Returns the scope of events, points and victories: everything that is open may be asked, with the given values.
    pub(crate) fn of_turn(
        vocabulary: &'static Vocabulary,
        names: &'a RuleNames<'a>,
        defines: &'a [RuleDefine],
        counters: &'a [RuleCounter],
    ) -> Self {
        Self {
            vocabulary,
            names,
            defines,
            counters,
            given: &[],
            place: "",
            takes: Stability::Live,
            level: u8::MAX,
            known: Knowledge::Open,
            in_search: false,
            steps: STEPS_PER_TURN,
        }
    }

    /// The same with given values, for an event.
    pub(crate) fn giving(self, given: &'a [GivenInfo]) -> Self {
        Self { given, ..self }
    }

    /// The same for expressions of a hook.
    pub(crate) fn of_hook(self, hook: &'a HookInfo) -> Self {
        Self {
            given: hook.given,
            place: hook.name,
            takes: hook.takes,
            level: hook.level,
            known: hook.takes_known,
            in_search: hook.in_search,
            steps: if hook.in_search { STEPS_IN_SEARCH } else { STEPS_PER_CHOICE },
            ..self
        }
    }

    /// The same for conditions of a prohibition.
    pub(crate) fn of_act(self, act: &'a ActInfo) -> Self {
        Self {
            given: act.given,
            place: act.name,
            takes: act.takes,
            level: u8::MAX,
            known: Knowledge::Own,
            in_search: act.in_search,
            steps: if act.in_search { STEPS_IN_SEARCH } else { STEPS_PER_CHOICE },
            ..self
        }
    }

    /// The same for the choice of tables, which is made for each turn before the game.
    pub(crate) fn of_tables(self) -> Self {
        Self { place: "tables", takes: Stability::Turn, ..self }
    }

    /// The same for conditions of an exception.
    pub(crate) fn of_lift(self, lift: &'a LiftInfo) -> Self {
        Self {
            given: lift.given,
            place: lift.name,
            takes: Stability::Live,
            level: u8::MAX,
            known: Knowledge::Own,
            in_search: false,
            steps: STEPS_PER_CHOICE,
            ..self
        }
    }

    /// The same for conditions of a skipped phase: what is open may be asked, as both sides learn whether the phase takes place.
    pub(crate) fn of_skip(self, skip: &'a SkipInfo) -> Self {
        Self { given: skip.given, place: skip.name, ..self }
    }
}

/// Checks the text of a condition.
pub(crate) fn condition(text: &str, scope: &ExpressionScope<'_>, needs: &mut RuleNeeds) -> Judged<Term> {
    super::resolve::condition(text, scope, needs)
}

/// Checks the text of a number.
pub(crate) fn number(
    text: &str,
    range: NumberRange<'_>,
    scope: &ExpressionScope<'_>,
    needs: &mut RuleNeeds,
) -> Judged<Term> {
    super::resolve::number(text, range, scope, needs)
}

/// Checks the text of an effect.
pub(crate) fn effect(text: &str, scope: &ExpressionScope<'_>, needs: &mut RuleNeeds) -> Judged<CheckedEffect> {
    super::resolve::effect(text, scope, needs)
}

/// Checks the definition with this number in [`ExpressionScope::defines`], and returns the type of its value.
pub(crate) fn define(number: usize, scope: &ExpressionScope<'_>, needs: &mut RuleNeeds) -> Judged<ValueType> {
    super::resolve::define(number, scope, needs)
}
