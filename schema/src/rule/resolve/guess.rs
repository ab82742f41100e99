//! Types of parts of a text that need not be sound, and the names in it.

use smol_str::SmolStr;

use super::super::parser::{Wanted, parse};
use super::super::scope::{ExpressionScope, RuleNeeds};
use super::super::vocabulary::{Knowledge, Stability, ValueType};
use super::Checker;

impl<'a> ExpressionScope<'a> {
    /// The same for questions about an expression: its place forbids nothing.
    pub(crate) fn lenient(self) -> Self {
        Self {
            takes: Stability::Live,
            level: u8::MAX,
            known: Knowledge::Secret,
            in_search: false,
            steps: u32::MAX,
            ..self
        }
    }
}

/// Returns the type of the value of `text`, a part of an expression within quantifiers whose values are `bound`, from the outer one;
/// `None` if it has none, or an error.
pub(in super::super) fn type_of(
    text: &str,
    scope: &ExpressionScope<'_>,
    bound: &[(SmolStr, ValueType)],
) -> Option<ValueType> {
    let scope = scope.lenient();
    let mut needs = RuleNeeds::default();
    let (tree, problems) = parse(text, Wanted::Value);
    let mut checker = Checker::new(text, &scope, &mut needs, problems);
    checker.bound = bound.to_vec();
    let found = if checker.is_open(&tree) { checker.guessed(&tree) } else { checker.value(&tree, None) };
    found.value
}

/// Notes the names in `text`, a value of any type, in `needs`.
pub(in super::super) fn names_of(text: &str, scope: &ExpressionScope<'_>, needs: &mut RuleNeeds) {
    let (tree, problems) = parse(text, Wanted::Value);
    Checker::new(text, scope, needs, problems).value(&tree, None);
}
