//! Expressions after all checks: names are resolved, types and ranges are proven.

use super::vocabulary::CommonFact;
use crate::Cell;

/// A checked expression. Its value is an `i32`; yes is 1 and no is 0. No term can fail, and no value leaves ±1,000,000.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// A number, yes or no, or the number of a word, side, unit, formation or place.
    Constant(i32),
    /// A hex of the map.
    Hex(Cell),
    /// The value of the hook with this index.
    Given(u8),
    /// The value of a quantifier: 0 for the outer one, 1 for the one within it.
    Bound(u8),
    /// A fact of all systems, with the subject and the arguments.
    Common(CommonFact, Vec<Term>),
    /// A fact of the system, by its number, with the subject and the arguments.
    Fact(u16, Vec<Term>),
    /// A counter, by its index among the checked rows, of the unit, side or place, if it is one's.
    Counter(u16, Option<Box<Term>>),
    /// Whether a unit has the tag with this index in [`CheckedRules::tags`](super::CheckedRules::tags).
    HasTag(u16, Box<Term>),
    /// Whether a hex has one of these terrains, by index in [`CheckedRules::terrains`](super::CheckedRules::terrains).
    HasTerrain(u16, Box<Term>),
    /// Whether the side between two hexes has this feature, by index in [`CheckedRules::edges`](super::CheckedRules::edges).
    HasEdge(u16, Box<[Term; 2]>),
    /// Not.
    Not(Box<Term>),
    /// And: the terms are asked in order, up to the first no.
    And(Vec<Term>),
    /// Or: the terms are asked in order, up to the first yes.
    Or(Vec<Term>),
    /// Whether two hexes, units, formations or places are the same. Nothing, -1, is the same as nothing.
    Same(Box<[Term; 2]>),
    /// A comparison of numbers, words, sides, or answers.
    Compare(Comparison, Box<[Term; 2]>),
    /// Whether a number is in a range, both ends included.
    InRange(Box<Term>, i32, i32),
    /// If, then, else.
    If(Box<[Term; 3]>),
    /// An operation on two numbers.
    Arithmetic(Arithmetic, Box<[Term; 2]>),
    /// Half, rounded up.
    HalfUp(Box<Term>),
    /// Half, rounded down.
    HalfDown(Box<Term>),
    /// A quotient by a constant above 0, rounded up.
    CeilDiv(Box<Term>, i32),
    /// A quotient by a constant above 0, rounded down.
    FloorDiv(Box<Term>, i32),
    /// A quantifier over a source.
    Over(Box<Quantifier>),
}

impl Term {
    /// Calls `found` with the term and each term within it.
    pub fn each(&self, found: &mut dyn FnMut(&Term)) {
        found(self);
        let mut pair = |terms: &[Term]| terms.iter().for_each(|term| term.each(found));
        match self {
            Self::Constant(_) | Self::Hex(_) | Self::Given(_) | Self::Bound(_) => {}
            Self::Common(_, terms) | Self::Fact(_, terms) | Self::And(terms) | Self::Or(terms) => pair(terms),
            Self::Counter(_, owner) => owner.iter().for_each(|owner| owner.each(found)),
            Self::HasTag(_, term)
            | Self::HasTerrain(_, term)
            | Self::Not(term)
            | Self::InRange(term, ..)
            | Self::HalfUp(term)
            | Self::HalfDown(term)
            | Self::CeilDiv(term, _)
            | Self::FloorDiv(term, _) => term.each(found),
            Self::HasEdge(_, terms) | Self::Same(terms) | Self::Compare(_, terms) | Self::Arithmetic(_, terms) => {
                pair(&**terms);
            }
            Self::If(terms) => pair(&**terms),
            Self::Over(quantifier) => {
                match &quantifier.source {
                    TermSource::Units(term)
                    | TermSource::UnitsOf(term)
                    | TermSource::Neighbors(term)
                    | TermSource::Within(term, _) => term.each(found),
                    TermSource::System(_, terms) => pair(terms),
                    TermSource::AllUnits | TermSource::Given(_) => {}
                }
                quantifier.number.iter().chain(&quantifier.condition).for_each(|term| term.each(found));
            }
        }
    }
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

impl Comparison {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Equal, Self::NotEqual, Self::Less, Self::AtMost, Self::Greater, Self::AtLeast];

    /// Returns the sign, such as `"<="`.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::Greater => ">",
            Self::AtLeast => ">=",
        }
    }

    /// Compares two values.
    #[inline]
    pub fn holds(self, one: i32, other: i32) -> bool {
        match self {
            Self::Equal => one == other,
            Self::NotEqual => one != other,
            Self::Less => one < other,
            Self::AtMost => one <= other,
            Self::Greater => one > other,
            Self::AtLeast => one >= other,
        }
    }
}

/// An operation on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `least(a, b)`
    Least,
    /// `most(a, b)`
    Most,
}

impl Arithmetic {
    /// Calculates.
    #[inline]
    pub fn of(self, one: i32, other: i32) -> i32 {
        match self {
            Self::Add => one.saturating_add(other),
            Self::Subtract => one.saturating_sub(other),
            Self::Multiply => one.saturating_mul(other),
            Self::Least => one.min(other),
            Self::Most => one.max(other),
        }
    }
}

/// A question about the values of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// `any`: whether the condition holds for one of them.
    Any,
    /// `all`: whether it holds for all.
    All,
    /// `count`: for how many it holds.
    Count,
    /// `sum`: the sum of a number over those for which it holds.
    Sum,
    /// `least`: the least number over those for which it holds; 0 if it holds for none.
    Least,
    /// `most`: the greatest number over those for which it holds; 0 if it holds for none.
    Most,
}

/// A quantifier: `count(u in units(hex) where u.side == german)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quantifier {
    /// The question.
    pub quantity: Quantity,
    /// The source of values.
    pub source: TermSource,
    /// The place of the variable, as in [`Term::Bound`].
    pub variable: u8,
    /// The number of each value, for `sum`, `least` and `most`.
    pub number: Option<Term>,
    /// The condition; always for none.
    pub condition: Option<Term>,
}

/// A source of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TermSource {
    /// `all-units`: the units in play, in the order of battle.
    AllUnits,
    /// `units(hex)`: the units in a hex.
    Units(Term),
    /// `units-of(formation)`: the units of a formation that are in play.
    UnitsOf(Term),
    /// `neighbors(hex)`: the hexes around a hex.
    Neighbors(Term),
    /// `within(hex, 3)`: the hexes within a distance, the hex itself included.
    Within(Term, u8),
    /// A list that the hook gives, by its index among all values of the hook.
    Given(u8),
    /// A source of the system, by its number.
    System(u16, Vec<Term>),
}

/// An effect of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedEffect {
    /// The condition; always for none.
    pub condition: Option<Term>,
    /// The target that changes, or the act.
    pub target: EffectTarget,
    /// The change of the number; `None` for an act.
    pub change: Option<(EffectChange, Term)>,
}

impl CheckedEffect {
    /// Calls `found` with each term of the effect.
    pub fn each(&self, found: &mut dyn FnMut(&Term)) {
        self.condition.iter().for_each(|term| term.each(found));
        match &self.target {
            EffectTarget::Counter(_, owner) => owner.iter().for_each(|term| term.each(found)),
            EffectTarget::System(_, terms) => terms.iter().for_each(|term| term.each(found)),
        }
        self.change.iter().for_each(|(_, number)| number.each(found));
    }
}

/// The target of an effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EffectTarget {
    /// A counter, by its index, of the unit, side or place, if it is one's.
    Counter(u16, Option<Term>),
    /// An effect of the system, by its number, with the arguments.
    System(u16, Vec<Term>),
}

/// A way to change a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EffectChange {
    /// `=`
    Set,
    /// `+=`
    Add,
    /// `-=`
    Subtract,
}
