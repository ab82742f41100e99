//! The syntax tree of expressions.

use std::ops::Range;

use smol_str::SmolStr;

use super::term::{Comparison, EffectChange};

/// A part of a text, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    /// The first byte.
    pub(crate) start: usize,
    /// The end.
    pub(crate) end: usize,
}

impl Span {
    /// Returns the part from `start` to `end`.
    pub(crate) fn new(start: usize, end: usize) -> Self {
        Self { start, end: end.max(start) }
    }

    /// Returns the part from this one to `other`.
    pub(crate) fn to(self, other: Self) -> Self {
        Self::new(self.start.min(other.start), self.end.max(other.end))
    }

    /// Returns the bytes.
    pub(crate) fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

/// A word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    /// The text.
    pub(crate) text: SmolStr,
    /// The part.
    pub(crate) span: Span,
}

/// A word with arguments, such as `holds(german, rezonville)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    /// The word.
    pub(crate) word: Word,
    /// The arguments; `None` without brackets.
    pub(crate) arguments: Option<Vec<Expr>>,
    /// The part, with the brackets.
    pub(crate) span: Span,
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Expr {
    /// The kind with its parts.
    pub(crate) kind: ExprKind,
    /// The part of the text.
    pub(crate) span: Span,
}

/// The kind of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ExprKind {
    /// Nothing, where an error has been reported.
    Missing,
    /// A number.
    Number(i32),
    /// `@0814`: a hex.
    Hex(SmolStr),
    /// A word, with or without arguments.
    Name(Name),
    /// `defender.er`: a property of something.
    Dot(Box<Expr>, Name),
    /// A quantifier.
    Over(Box<Over>),
    /// `defender has guard`
    Has(Box<Expr>, Word),
    /// `turn in 1..3`, `turn not in [2, 4]`
    In {
        /// The content of the set.
        subject: Box<Expr>,
        /// `true` for `not in`.
        is_not: bool,
        /// The set.
        set: Set,
    },
    /// `not x`
    Not(Box<Expr>),
    /// `-x`
    Negative(Box<Expr>),
    /// An operation on two numbers.
    Sum(Operator, Box<[Expr; 2]>),
    /// A comparison.
    Compare(Comparison, Box<[Expr; 2]>),
    /// Two or more conditions joined by `and`, none of which is itself such a list.
    And(Vec<Expr>),
    /// Two or more conditions joined by `or`, none of which is itself such a list.
    Or(Vec<Expr>),
    /// `if x then y else z`
    If(Box<[Expr; 3]>),
}

/// A sign between two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
}

impl Operator {
    /// Returns the sign.
    pub(crate) fn sign(self) -> &'static str {
        match self {
            Self::Plus => "+",
            Self::Minus => "-",
            Self::Times => "*",
        }
    }
}

/// The right side of `in`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Set {
    /// `[a, b]`
    List(Vec<Expr>, Span),
    /// `1..3`, both ends included.
    Range(i32, i32, Span),
}

/// `count(u in units(hex) where u.side == german)`, `sum(u.er for u in attackers)`
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Over {
    /// The word before the bracket.
    pub(crate) quantity: Word,
    /// The number before `for`.
    pub(crate) number: Option<Expr>,
    /// The name of each value.
    pub(crate) variable: Word,
    /// The source.
    pub(crate) source: Expr,
    /// The condition after `where`.
    pub(crate) condition: Option<Expr>,
}

/// An effect: `if roll == 1: lose-step(unit)`, `counter(fires, unit) += 1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Effect {
    /// The condition between `if` and the colon.
    pub(crate) condition: Option<Expr>,
    /// The act, or the number that changes.
    pub(crate) target: Name,
    /// The change.
    pub(crate) change: Option<(EffectChange, Expr)>,
}

/// The words that have a meaning everywhere, and name nothing.
pub(crate) const KEYWORDS: [&str; 10] = ["and", "or", "not", "if", "then", "else", "in", "has", "for", "where"];

/// The words that ask about the values of a source.
pub(crate) const QUANTITIES: [&str; 6] = ["any", "all", "count", "sum", "least", "most"];

impl Expr {
    /// Returns the expressions directly within this one.
    pub(crate) fn parts(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Missing | ExprKind::Number(_) | ExprKind::Hex(_) => Vec::new(),
            ExprKind::Name(name) => name.arguments.iter().flatten().collect(),
            ExprKind::Dot(of, name) => std::iter::once(&**of).chain(name.arguments.iter().flatten()).collect(),
            ExprKind::Over(over) => {
                over.number.iter().chain(std::iter::once(&over.source)).chain(over.condition.iter()).collect()
            }
            ExprKind::Has(of, _) | ExprKind::Not(of) | ExprKind::Negative(of) => vec![of],
            ExprKind::In { subject, set: Set::List(words, _), .. } => {
                std::iter::once(&**subject).chain(words).collect()
            }
            ExprKind::In { subject, .. } => vec![subject],
            ExprKind::Sum(_, two) | ExprKind::Compare(_, two) => two.iter().collect(),
            ExprKind::And(parts) | ExprKind::Or(parts) => parts.iter().collect(),
            ExprKind::If(parts) => parts.iter().collect(),
        }
    }

    /// Returns the number of levels.
    pub(crate) fn depth(&self) -> usize {
        1 + self.parts().into_iter().map(Self::depth).max().unwrap_or(0)
    }
}
