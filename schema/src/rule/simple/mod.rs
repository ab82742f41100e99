//! Simple conditions: one `and` or `or` of comparisons, which a form can show. A form reads the text of an expression and writes it, so
//! that the two are one thing.

mod choices;
#[cfg(test)]
mod tests;

use smol_str::{SmolStr, ToSmolStr as _};

use super::parser::{Wanted, parse};
use super::print::{canonical, print};
use super::syntax::{Expr, ExprKind};
use super::term::Comparison;

pub use choices::{SimpleChoices, SimpleFact, SimpleSubject, SimpleValues};

/// The word of a form for the tags of a unit, which `has` asks for.
pub const TAG_FACT: &str = "tag";

/// The word of a form for the terrain of a hex, which `has` asks for.
pub const TERRAIN_FACT: &str = "terrain";

/// One `and` or `or` of comparisons.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SimpleCondition {
    /// `true` if one of the comparisons is enough.
    pub is_any: bool,
    /// The comparisons, in order; at least one.
    pub tests: Vec<SimpleTest>,
}

/// A comparison, such as `defender.er >= 3`, `ground has woods` or `not ground.is-defensible`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimpleTest {
    /// The part before the last dot, or before `has`; `None` for `turn`, `phase` or `holds(german, rezonville)`.
    pub subject: Option<SmolStr>,
    /// The fact: the last word with its arguments; empty for `has`.
    pub fact: SmolStr,
    /// The operator.
    pub operator: SimpleOperator,
    /// The value; empty for an answer of yes or no.
    pub value: SmolStr,
}

/// The operator of a simple comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SimpleOperator {
    /// A sign between two values.
    Compare(Comparison),
    /// `has`
    Has,
    /// `not` with `has`
    HasNot,
    /// The fact itself, whose answer is yes.
    Yes,
    /// `not` before the fact.
    No,
}

impl SimpleOperator {
    /// The operators between numbers.
    pub const OF_NUMBERS: [Self; 6] = [
        Self::Compare(Comparison::Equal),
        Self::Compare(Comparison::NotEqual),
        Self::Compare(Comparison::Less),
        Self::Compare(Comparison::AtMost),
        Self::Compare(Comparison::Greater),
        Self::Compare(Comparison::AtLeast),
    ];

    /// The operators between words, sides, units and hexes.
    pub const OF_WORDS: [Self; 2] = [Self::Compare(Comparison::Equal), Self::Compare(Comparison::NotEqual)];

    /// The operators of tags and terrain.
    pub const OF_TAGS: [Self; 2] = [Self::Has, Self::HasNot];

    /// The operators of answers.
    pub const OF_ANSWERS: [Self; 2] = [Self::Yes, Self::No];

    /// Returns the words for people, such as `is at least`.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Compare(Comparison::Equal) => "is",
            Self::Compare(Comparison::NotEqual) => "is not",
            Self::Compare(Comparison::Less) => "is less than",
            Self::Compare(Comparison::AtMost) => "is at most",
            Self::Compare(Comparison::Greater) => "is more than",
            Self::Compare(Comparison::AtLeast) => "is at least",
            Self::Has => "has",
            Self::HasNot => "has not",
            Self::Yes => "yes",
            Self::No => "no",
        }
    }
}

impl SimpleCondition {
    /// Reads the text of a condition; `None` if a form cannot show it, or if it has errors of grammar.
    pub fn read(text: &str) -> Option<Self> {
        let (tree, problems) = parse(text, Wanted::Condition);
        if !problems.is_empty() {
            return None;
        }
        let (is_any, parts) = match &tree.kind {
            ExprKind::And(parts) => (false, parts.as_slice()),
            ExprKind::Or(parts) => (true, parts.as_slice()),
            _ => (false, std::slice::from_ref(&tree)),
        };
        let tests = parts.iter().map(SimpleTest::of).collect::<Option<Vec<SimpleTest>>>()?;
        Some(Self { is_any, tests })
    }

    /// Returns the text, in the canonical layout.
    pub fn text(&self) -> String {
        let word = if self.is_any { " or " } else { " and " };
        let parts: Vec<String> = self.tests.iter().map(SimpleTest::text).collect();
        let text = parts.join(word);
        canonical(&text).unwrap_or(text)
    }
}

impl SimpleTest {
    /// Returns the text.
    pub fn text(&self) -> String {
        let Self { subject, fact, operator, value } = self;
        let of = match subject {
            Some(subject) if fact.is_empty() => subject.to_string(),
            Some(subject) => format!("{subject}.{fact}"),
            None => fact.to_string(),
        };
        match operator {
            SimpleOperator::Compare(comparison) => format!("{of} {} {value}", comparison.sign()),
            SimpleOperator::Has => format!("{of} has {value}"),
            SimpleOperator::HasNot => format!("not {of} has {value}"),
            SimpleOperator::Yes => of,
            SimpleOperator::No => format!("not {of}"),
        }
    }

    fn of(tree: &Expr) -> Option<Self> {
        let (is_not, tree) = match &tree.kind {
            ExprKind::Not(of) => (true, &**of),
            _ => (false, tree),
        };
        let whole = |operator, subject: Option<SmolStr>, fact, value| Some(Self { subject, fact, operator, value });
        match &tree.kind {
            ExprKind::Has(of, word) if is_path(of) => {
                let operator = if is_not { SimpleOperator::HasNot } else { SimpleOperator::Has };
                whole(operator, Some(print(of).into()), SmolStr::default(), word.text.clone())
            }
            ExprKind::Compare(comparison, sides) if !is_not => {
                let [left, right] = &**sides;
                let (subject, fact) = asked(left)?;
                whole(SimpleOperator::Compare(*comparison), subject, fact, value(right)?)
            }
            _ => {
                let (subject, fact) = asked(tree)?;
                let operator = if is_not { SimpleOperator::No } else { SimpleOperator::Yes };
                whole(operator, subject, fact, SmolStr::default())
            }
        }
    }
}

/// Returns subject and fact of a question.
fn asked(tree: &Expr) -> Option<(Option<SmolStr>, SmolStr)> {
    match &tree.kind {
        ExprKind::Name(name) if name.arguments.iter().flatten().all(is_path) => Some((None, print(tree).into())),
        ExprKind::Dot(of, name) if is_path(of) && name.arguments.iter().flatten().all(is_path) => {
            let subject = print(of);
            let fact = print(tree).strip_prefix(&subject)?.strip_prefix('.')?.to_smolstr();
            Some((Some(subject.into()), fact))
        }
        _ => None,
    }
}

/// Returns `true` for a word, a hex, or words with dots between them.
fn is_path(tree: &Expr) -> bool {
    match &tree.kind {
        ExprKind::Name(name) => name.arguments.is_none(),
        ExprKind::Dot(of, name) => name.arguments.is_none() && is_path(of),
        ExprKind::Hex(_) => true,
        _ => false,
    }
}

/// Returns the text of a single value.
fn value(tree: &Expr) -> Option<SmolStr> {
    match &tree.kind {
        ExprKind::Number(_) => Some(print(tree).into()),
        _ => is_path(tree).then(|| print(tree).into()),
    }
}
