//! The check of expressions: names, types, ranges, secrets and costs.

use super::scope::{ExpressionScope, Judged, NumberRange, RuleNeeds};
use super::term::{CheckedEffect, Term};
use super::vocabulary::ValueType;

pub(super) fn condition(_: &str, _: &ExpressionScope<'_>, _: &mut RuleNeeds) -> Judged<Term> {
    (Some(Term::Constant(1)), Vec::new())
}
pub(super) fn number(_: &str, _: NumberRange<'_>, _: &ExpressionScope<'_>, _: &mut RuleNeeds) -> Judged<Term> {
    (Some(Term::Constant(0)), Vec::new())
}
pub(super) fn effect(_: &str, _: &ExpressionScope<'_>, _: &mut RuleNeeds) -> Judged<CheckedEffect> {
    (None, Vec::new())
}
pub(super) fn define(_: usize, _: &ExpressionScope<'_>, _: &mut RuleNeeds) -> Judged<ValueType> {
    (Some(ValueType::YesNo), Vec::new())
}
