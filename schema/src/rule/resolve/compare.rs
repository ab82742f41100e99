//! Comparisons and sets.

use super::super::syntax::{Expr, Set};
use super::super::term::{Comparison, Term};
use super::super::vocabulary::ValueType;
use super::Checker;
use super::tree::negated;
use super::value::{Typed, remedy};
use crate::rule::findings::RULE_TYPE;
use crate::rule::problem::RuleProblem;

impl Checker<'_> {
    pub(super) fn compare(&mut self, comparison: Comparison, sides: &[Expr; 2]) -> Typed {
        let [left, right] = sides;
        let is_order = !matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        if is_order {
            let because = format!("`{}` compares numbers", comparison.sign());
            let left = self.wanted(left, ValueType::Number, &because);
            let right = self.wanted(right, ValueType::Number, &because);
            return compared(comparison, left, right);
        }
        // A single word takes its type from the other side.
        let is_turned = self.is_open(left) && !self.is_open(right);
        let (first, second) = if is_turned { (right, left) } else { (left, right) };
        let first_found = if self.is_open(first) { self.guessed(first) } else { self.value(first, None) };
        let Some(value) = first_found.value else {
            if !self.is_open(second) {
                self.value(second, None);
            }
            return Typed::unknown();
        };
        let because = format!("`{}` is {}", self.shown(first.span), value.described());
        let second_found = self.value(second, Some((value, &because)));
        let second_found = match second_found.value {
            Some(other) if other != value => self.unlike(first, second, value, other),
            _ => second_found,
        };
        if is_turned {
            compared(comparison, second_found, first_found)
        } else {
            compared(comparison, first_found, second_found)
        }
    }

    /// Reports two sides of different types.
    fn unlike(&mut self, first: &Expr, second: &Expr, value: ValueType, other: ValueType) -> Typed {
        let (one, two) = (self.shown(first.span).to_owned(), self.shown(second.span).to_owned());
        let message = format!("`{one}` is {}, and `{two}` is {}", value.described(), other.described());
        let problem = RuleProblem::new(&RULE_TYPE, second.span.range(), message);
        // One of the sides has a property of the other type.
        let problem = match (remedy(&two, other, value), remedy(&one, value, other)) {
            (Some((help, Some(mended))), _) => problem.help(help).write(mended, false),
            (_, Some((help, Some(mended)))) => problem.help(help).write_at(first.span.range(), mended, false),
            _ => problem,
        };
        self.report(problem);
        Typed::unknown()
    }

    /// `x in [a, b]`, `x in 1..3`
    pub(super) fn in_set(&mut self, subject: &Expr, set: &Set) -> Typed {
        match set {
            Set::Range(least, most, _) => {
                let subject = self.wanted(subject, ValueType::Number, "a range is of numbers");
                if !subject.is_known() {
                    return subject;
                }
                let (from, to) = (i64::from(*least), i64::from(*most));
                let always = i64::from(subject.least >= from && subject.most <= to);
                let ever = i64::from(subject.most >= from && subject.least <= to);
                let cost = subject.cost.saturating_add(1);
                let term = Term::InRange(Box::new(subject.term), *least, *most);
                Typed::bounded(term, ValueType::YesNo, always, ever, cost)
            }
            Set::List(values, _) => self.in_list(subject, values),
        }
    }

    fn in_list(&mut self, subject: &Expr, values: &[Expr]) -> Typed {
        let found = self.value(subject, None);
        let Some(value) = found.value else { return found };
        let because = format!("`{}` is {}", self.shown(subject.span), value.described());
        let mut all: Vec<Typed> = Vec::with_capacity(values.len());
        for part in values {
            if !self.count(1) {
                return Typed::unknown();
            }
            let part = self.wanted(part, value, &because);
            all.push(compared(Comparison::Equal, found.clone(), part));
        }
        if all.iter().any(|part| !part.is_known()) {
            return Typed::unknown();
        }
        let end = |of: fn(&Typed) -> i64| all.iter().map(of).max().unwrap_or(0);
        let (least, most) = (end(|part| part.least), end(|part| part.most));
        let cost = all.iter().fold(1_u32, |sum, part| sum.saturating_add(part.cost));
        let term = Term::Or(all.into_iter().map(|part| part.term).collect());
        Typed::bounded(term, ValueType::YesNo, least, most, cost)
    }
}

/// Returns the comparison of two values of the same type.
fn compared(comparison: Comparison, left: Typed, right: Typed) -> Typed {
    let (Some(value), true) = (left.value, right.is_known()) else { return Typed::unknown() };
    let cost = left.cost.saturating_add(right.cost).saturating_add(1);
    let is_thing = matches!(value, ValueType::Hex | ValueType::Unit | ValueType::Formation | ValueType::Place);
    if is_thing {
        let same = Typed::of(Term::Same(Box::new([left.term, right.term])), ValueType::YesNo, cost);
        return if comparison == Comparison::NotEqual { negated(same) } else { same };
    }
    let (least, most) = match value {
        ValueType::Number | ValueType::YesNo => decided(comparison, &left, &right),
        _ => (0, 1),
    };
    let term = Term::Compare(comparison, Box::new([left.term, right.term]));
    Typed::bounded(term, ValueType::YesNo, least, most, cost)
}

/// Returns 1 and 1 if the bounds of the sides say that a comparison always holds, 0 and 0 if it never does.
fn decided(comparison: Comparison, left: &Typed, right: &Typed) -> (i64, i64) {
    let bounds = |always: bool, never: bool| (i64::from(always), i64::from(!never));
    let apart = left.most < right.least || left.least > right.most;
    let same = left.least == left.most && right.least == right.most && left.least == right.least;
    match comparison {
        Comparison::Equal => bounds(same, apart),
        Comparison::NotEqual => bounds(apart, same),
        Comparison::Less => bounds(left.most < right.least, left.least >= right.most),
        Comparison::AtMost => bounds(left.most <= right.least, left.least > right.most),
        Comparison::Greater => bounds(left.least > right.most, left.most <= right.least),
        Comparison::AtLeast => bounds(left.least >= right.most, left.most < right.least),
    }
}
