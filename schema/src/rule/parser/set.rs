//! Sets after `in`, and chains of comparisons, which rules do not have.

use super::{Parser, Wanted};
use crate::rule::findings::RULE_RANGE;
use crate::rule::lexer::TokenKind;
use crate::rule::problem::RuleProblem;
use crate::rule::syntax::{Expr, ExprKind, Operator, Set, Span};
use crate::rule::term::Comparison;

impl Parser<'_> {
    /// Reads the set after `in`.
    pub(super) fn in_set(&mut self, subject: Expr, is_not: bool) -> Expr {
        let start = self.token().span;
        let set = match self.kind() {
            TokenKind::OpenList => self.list(),
            TokenKind::Number(_) => self.range(),
            TokenKind::Operator(Operator::Minus) => self.range(),
            TokenKind::Strange => {
                self.take();
                None
            }
            _ if self.begins_value() => {
                let value = self.sum(Wanted::Value);
                let text = self.text_of(value.span).to_owned();
                let problem = self.tell(value.span, "`in` takes a list or a range of numbers");
                problem.help = Some(match &value.kind {
                    ExprKind::Name(name) if name.arguments.is_some() => {
                        format!("write `[a, b]` or `1..3`; for a source `any(u in {text} where …)`")
                    }
                    _ => "write `[a, b]` or `1..3`".to_owned(),
                });
                None
            }
            _ => {
                let span = self.gap();
                let problem = self.tell(span, "a list is missing after `in`");
                problem.help = Some("write `[a, b]` or `1..3`".to_owned());
                None
            }
        };
        let Some(set) = set else {
            return Expr { kind: ExprKind::Missing, span: subject.span.to(start) };
        };
        let (Set::List(_, end) | Set::Range(.., end)) = set;
        let span = subject.span.to(end);
        Expr { kind: ExprKind::In { subject: Box::new(subject), is_not, set }, span }
    }

    fn list(&mut self) -> Option<Set> {
        let open = self.take().span;
        let mut values = Vec::new();
        if self.kind() == TokenKind::CloseList {
            let span = open.to(self.take().span);
            self.tell(span, "this list is empty");
            return None;
        }
        loop {
            let value = self.deeper(|parser| parser.unary(Wanted::Value));
            values.push(self.until(value, Wanted::Value, |kind| {
                matches!(kind, TokenKind::Close | TokenKind::Comma | TokenKind::CloseList)
            }));
            if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        let token = self.token();
        if self.accept(TokenKind::CloseList) {
            return Some(Set::List(values, open.to(token.span)));
        }
        self.tell(open, "this bracket is not closed");
        Some(Set::List(values, open.to(self.gap())))
    }

    /// Reads a number with its sign.
    fn signed(&mut self) -> Option<(i32, Span)> {
        let start = self.token().span;
        let is_negative = self.accept(TokenKind::Operator(Operator::Minus));
        let token = self.token();
        let TokenKind::Number(number) = token.kind else { return None };
        self.take();
        Some((if is_negative { -number } else { number }, start.to(token.span)))
    }

    fn range(&mut self) -> Option<Set> {
        let (least, start) = self.signed()?;
        if !self.accept(TokenKind::Range) {
            let problem = self.tell(start, "`in` takes a list or a range of numbers");
            problem.help = Some(format!("write `{least}..{}` or `[{least}]`", least.saturating_add(1)));
            return None;
        }
        let Some((most, end)) = self.signed() else {
            let span = self.gap();
            self.tell(span, "the end of the range is missing, such as `1..3`");
            return None;
        };
        let span = start.to(end);
        if most < least {
            let problem = RuleProblem::new(&RULE_RANGE, span.range(), "this range is empty");
            self.problems.push(problem.write(format!("{most}..{least}"), false));
            return None;
        }
        Some(Set::Range(least, most, span))
    }

    /// Reports a comparison that follows another one, and returns the first.
    pub(super) fn without_chain(&mut self, tree: Expr) -> Expr {
        let token = self.token();
        let is_comparison = matches!(token.kind, TokenKind::Compare(_) | TokenKind::In | TokenKind::Has);
        if !is_comparison {
            return tree;
        }
        self.take();
        let next = if self.begins_value() { Some(self.sum(Wanted::Value)) } else { None };
        let problem = self.tell(token.span, "comparisons do not chain").clone();
        let problem = match chain(&tree, token.kind, next.as_ref()) {
            Some((subject, least, most)) => {
                let text = format!("{} in {least}..{most}", self.text_of(subject));
                let whole = tree.span.to(next.as_ref().map_or(token.span, |next| next.span));
                problem.help(format!("write `{text}`")).write_at(whole.range(), text, false)
            }
            None => problem.help("join them with `and`"),
        };
        self.replace_last(problem);
        // The rest of the chain is of no use.
        while matches!(self.kind(), TokenKind::Compare(_) | TokenKind::In | TokenKind::Has) {
            self.take();
            if self.begins_value() {
                self.sum(Wanted::Value);
            }
        }
        Expr { kind: ExprKind::Missing, span: tree.span }
    }
}

/// Returns the subject and the range of `1 < x < 4`, if it is one.
fn chain(tree: &Expr, second: TokenKind, next: Option<&Expr>) -> Option<(Span, i32, i32)> {
    let (ExprKind::Compare(first, sides), TokenKind::Compare(second)) = (&tree.kind, second) else { return None };
    let [one, subject] = &**sides;
    let (ExprKind::Number(one), ExprKind::Number(other)) = (&one.kind, &next?.kind) else { return None };
    let inner = |comparison, number: i32| match comparison {
        Comparison::Less => Some(number.saturating_add(1)),
        Comparison::AtMost => Some(number),
        _ => None,
    };
    let outer = |comparison, number: i32| match comparison {
        Comparison::Less => Some(number.saturating_sub(1)),
        Comparison::AtMost => Some(number),
        _ => None,
    };
    let turned = |comparison| match comparison {
        Comparison::Greater => Some(Comparison::Less),
        Comparison::AtLeast => Some(Comparison::AtMost),
        _ => None,
    };
    let (least, most) = match (turned(*first), turned(second)) {
        (Some(first), Some(second)) => (inner(second, *other)?, outer(first, *one)?),
        _ => (inner(*first, *one)?, outer(second, *other)?),
    };
    (least <= most).then_some((subject.span, least, most))
}
