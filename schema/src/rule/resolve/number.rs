//! Arithmetic with bounds.

use super::super::syntax::{Expr, ExprKind, Name, Span};
use super::super::term::{Arithmetic, Term};
use super::super::vocabulary::ValueType;
use super::Checker;
use super::value::Typed;
use crate::rule::findings::RULE_TYPE;

impl Checker<'_> {
    /// Returns an operation on two numbers.
    pub(super) fn arithmetic(&mut self, of: Arithmetic, [one, other]: [Typed; 2], span: Span) -> Typed {
        if !one.is_known() || !other.is_known() {
            return Typed::unknown();
        }
        let (least, most) = match of {
            Arithmetic::Add => (one.least + other.least, one.most + other.most),
            Arithmetic::Subtract => (one.least - other.most, one.most - other.least),
            Arithmetic::Least => (one.least.min(other.least), one.most.min(other.most)),
            Arithmetic::Most => (one.least.max(other.least), one.most.max(other.most)),
            Arithmetic::Multiply => {
                let first = one.least * other.least;
                let rest = [one.least * other.most, one.most * other.least, one.most * other.most];
                rest.iter().fold((first, first), |(least, most), end| (least.min(*end), most.max(*end)))
            }
        };
        let cost = one.cost.saturating_add(other.cost).saturating_add(1);
        let term = Term::Arithmetic(of, Box::new([one.term, other.term]));
        self.in_numbers(Typed::bounded(term, ValueType::Number, least, most, cost), span)
    }

    /// `least(a, b)`, `most(a, b)`
    pub(super) fn extreme(&mut self, of: Arithmetic, name: &Name, arguments: &[Expr]) -> Typed {
        let word = &name.word.text;
        if arguments.len() < 2 {
            let message = format!("`{word}` takes two numbers, or the numbers of a source");
            let help = format!("write `{word}(2, x)` or `{word}(x for u in … where …)`");
            self.report(crate::rule::problem::RuleProblem::new(&RULE_TYPE, name.span.range(), message).help(help));
            return Typed::unknown();
        }
        let because = format!("`{word}` takes numbers");
        let mut all =
            arguments.iter().map(|argument| self.wanted(argument, ValueType::Number, &because)).collect::<Vec<_>>();
        let first = all.remove(0);
        all.into_iter().fold(first, |sum, next| self.arithmetic(of, [sum, next], name.span))
    }

    /// `half-up(x)`, `half-down(x)`
    pub(super) fn half(&mut self, is_up: bool, name: &Name, arguments: &[Expr]) -> Typed {
        let [argument] = arguments else { return self.wrong_count(name, 1, arguments.len()) };
        let inner = self.wanted(argument, ValueType::Number, &format!("`{}` takes a number", name.word.text));
        if !inner.is_known() {
            return inner;
        }
        let half = |number: i64| if is_up { -(-number).div_euclid(2) } else { number.div_euclid(2) };
        let (least, most, cost) = (half(inner.least), half(inner.most), inner.cost.saturating_add(1));
        let term = if is_up { Term::HalfUp(Box::new(inner.term)) } else { Term::HalfDown(Box::new(inner.term)) };
        Typed::bounded(term, ValueType::Number, least, most, cost)
    }

    /// `ceil-div(x, 3)`, `floor-div(x, 3)`
    pub(super) fn quotient(&mut self, is_up: bool, name: &Name, arguments: &[Expr]) -> Typed {
        let [argument, by] = arguments else { return self.wrong_count(name, 2, arguments.len()) };
        let inner = self.wanted(argument, ValueType::Number, &format!("`{}` takes a number first", name.word.text));
        let by = match by.kind {
            ExprKind::Number(by) if by > 0 => i64::from(by),
            ExprKind::Missing => return Typed::unknown(),
            _ => {
                self.tell(&RULE_TYPE, by.span, "a division is by a constant above 0".to_owned());
                return Typed::unknown();
            }
        };
        if !inner.is_known() {
            return inner;
        }
        let part = |number: i64| if is_up { -(-number).div_euclid(by) } else { number.div_euclid(by) };
        let (least, most, cost) = (part(inner.least), part(inner.most), inner.cost.saturating_add(1));
        let (term, by) = (Box::new(inner.term), by as i32);
        let term = if is_up { Term::CeilDiv(term, by) } else { Term::FloorDiv(term, by) };
        Typed::bounded(term, ValueType::Number, least, most, cost)
    }
}
