//! The check of each kind of expression.

use super::super::syntax::{Expr, ExprKind, Operator};
use super::super::term::{Arithmetic, Term};
use super::super::vocabulary::ValueType;
use super::value::{Typed, grouped};
use super::{Checker, GREATEST};
use crate::rule::findings::{RULE_RANGE, RULE_UNKNOWN_NAME};
use crate::rule::problem::RuleProblem;
use crate::rule::scope::UsedKind;
use crate::rule::syntax::Span;

/// The type that a place expects, with the reason as the beginning of a message.
pub(super) type Expected<'e> = Option<(ValueType, &'e str)>;

impl Checker<'_> {
    /// Checks an expression. What is expected decides the meaning of a single word, and no more.
    pub(super) fn value(&mut self, tree: &Expr, expected: Expected<'_>) -> Typed {
        if !self.count(1) {
            return Typed::unknown();
        }
        match &tree.kind {
            ExprKind::Missing => Typed::unknown(),
            ExprKind::Number(number) => self.in_numbers(Typed::constant(*number, ValueType::Number), tree.span),
            ExprKind::Hex(name) => self.hex(name, tree.span),
            ExprKind::Name(name) if name.arguments.is_none() => self.word(&name.word, expected),
            ExprKind::Name(name) => self.call(name),
            ExprKind::Dot(of, name) => self.property(of, name, tree.span),
            ExprKind::Over(over) => self.over(over),
            ExprKind::Has(of, word) => self.has(of, word),
            ExprKind::In { subject, is_not, set } => {
                let found = self.in_set(subject, set);
                if *is_not { negated(found) } else { found }
            }
            ExprKind::Not(of) => {
                let inner = self.wanted(of, ValueType::YesNo, "`not` takes a condition");
                negated(inner)
            }
            ExprKind::Negative(of) => {
                let inner = self.wanted(of, ValueType::Number, "`-` takes a number");
                let zero = Typed::constant(0, ValueType::Number);
                self.arithmetic(Arithmetic::Subtract, [zero, inner], tree.span)
            }
            ExprKind::Sum(operator, sides) => {
                let (of, because) = match operator {
                    Operator::Plus => (Arithmetic::Add, "`+` takes numbers"),
                    Operator::Minus => (Arithmetic::Subtract, "`-` takes numbers"),
                    Operator::Times => (Arithmetic::Multiply, "`*` takes numbers"),
                };
                let [left, right] = &**sides;
                let left = self.wanted(left, ValueType::Number, because);
                let right = self.wanted(right, ValueType::Number, because);
                self.arithmetic(of, [left, right], tree.span)
            }
            ExprKind::Compare(comparison, sides) => self.compare(*comparison, sides),
            ExprKind::And(parts) => self.joined(parts, true),
            ExprKind::Or(parts) => self.joined(parts, false),
            ExprKind::If(parts) => self.choice(parts, expected),
        }
    }

    fn joined(&mut self, parts: &[Expr], is_and: bool) -> Typed {
        let because = if is_and { "`and` joins conditions" } else { "`or` joins conditions" };
        let found: Vec<Typed> = parts.iter().map(|part| self.wanted(part, ValueType::YesNo, because)).collect();
        if found.iter().any(|part| !part.is_known()) {
            return Typed::unknown();
        }
        let ends = |of: fn(&Typed) -> i64| {
            let all = found.iter().map(of);
            if is_and { all.min().unwrap_or(1) } else { all.max().unwrap_or(0) }
        };
        let (least, most) = (ends(|part| part.least), ends(|part| part.most));
        let cost = found.iter().fold(1_u32, |sum, part| sum.saturating_add(part.cost));
        let terms = found.into_iter().map(|part| part.term).collect();
        let term = if is_and { Term::And(terms) } else { Term::Or(terms) };
        Typed::bounded(term, ValueType::YesNo, least, most, cost)
    }

    fn choice(&mut self, parts: &[Expr; 3], expected: Expected<'_>) -> Typed {
        let [condition, then, other] = parts;
        let condition = self.wanted(condition, ValueType::YesNo, "`if` takes a condition");
        // A single word takes its type from the other branch.
        let is_open = expected.is_none() && self.is_open(then);
        let (first, second) = if is_open { (other, then) } else { (then, other) };
        let first_found = self.value(first, expected);
        let Some(value) = first_found.value else {
            self.value(second, expected);
            return Typed::unknown();
        };
        let because = format!("`{}` is {}", self.shown(first.span), value.described());
        let second_found = self.value(second, Some(expected.unwrap_or((value, &because))));
        let second_found = self.of_type(second_found, second.span, value, &because);
        if !condition.is_known() || !second_found.is_known() {
            return Typed::unknown();
        }
        let cost = condition.cost.saturating_add(first_found.cost.max(second_found.cost)).saturating_add(1);
        let (then, other) = if is_open { (second_found, first_found) } else { (first_found, second_found) };
        let (least, most) = match (condition.least, condition.most) {
            (1, 1) => (then.least, then.most),
            (0, 0) => (other.least, other.most),
            _ => (then.least.min(other.least), then.most.max(other.most)),
        };
        let term = Term::If(Box::new([condition.term, then.term, other.term]));
        Typed::bounded(term, value, least, most, cost)
    }

    fn hex(&mut self, name: &str, span: Span) -> Typed {
        self.uses(UsedKind::Hex, span, name);
        if !self.scope.vocabulary.has_hexes {
            let message = format!("{} is played without hexes", self.scope.vocabulary.system.name());
            self.tell(&RULE_UNKNOWN_NAME, span, message);
            return Typed::unknown();
        }
        let names = self.scope.names;
        match names.hex(name) {
            Some(cell) => Typed::of(Term::Hex(cell), ValueType::Hex, 1),
            None if names.is_trusting() => Typed::of(Term::Hex(crate::Cell { column: 0, row: 0 }), ValueType::Hex, 1),
            None => {
                let problem =
                    RuleProblem::new(&RULE_UNKNOWN_NAME, span.range(), format!("the map has no hex `{name}`"));
                self.report(match names.hex_ends() {
                    Some([first, last]) => problem.help(format!("hexes run from `@{first}` to `@{last}`")),
                    None => problem,
                });
                Typed::unknown()
            }
        }
    }

    /// Reports a number that leaves the numbers of rules.
    pub(super) fn in_numbers(&mut self, found: Typed, span: Span) -> Typed {
        if !found.is_known() || found.least >= -GREATEST && found.most <= GREATEST {
            return found;
        }
        let worst = if found.most > GREATEST { found.most } else { found.least };
        let can = if found.least == found.most { "is" } else { "can be" };
        let message = format!("this {can} {}, and the numbers of rules end at {}", grouped(worst), grouped(GREATEST));
        self.tell(&RULE_RANGE, span, message);
        Typed::unknown()
    }
}

/// Returns the opposite of a condition.
pub(super) fn negated(of: Typed) -> Typed {
    if !of.is_known() {
        return of;
    }
    let cost = of.cost.saturating_add(1);
    Typed::bounded(Term::Not(Box::new(of.term)), ValueType::YesNo, 1 - of.most, 1 - of.least, cost)
}
