//! The parser of expressions: from a text to a tree, with all errors of the text.
//!
//! It never fails: where something is missing, the tree says so, and reading goes on behind it. The depth is limited, and the time is
//! linear.

mod atom;
mod effect;
mod over;
mod recovery;
mod set;
#[cfg(test)]
mod tests;

use super::findings::RULE_SYNTAX;
use super::lexer::{Token, TokenKind, tokens};
use super::problem::RuleProblem;
use super::syntax::{Effect, Expr, ExprKind, Operator, Span, Word};
use super::term::{Comparison, EffectChange};

/// The greatest number of letters of an expression.
pub(crate) const MOST_LETTERS: usize = 400;

/// The greatest number of levels of an expression.
pub(crate) const MOST_LEVELS: usize = 24;

/// The purpose of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Yes or no.
    Condition,
    /// A number.
    Number,
    /// A value of any type.
    Value,
}

impl Wanted {
    /// Returns the noun with its article.
    fn noun(self) -> &'static str {
        match self {
            Self::Condition => "a condition",
            Self::Number => "a number",
            Self::Value => "a value",
        }
    }
}

/// Reads the text of a condition or a number.
pub(crate) fn parse(text: &str, wanted: Wanted) -> (Expr, Vec<RuleProblem>) {
    let mut problems = Vec::new();
    let missing = Expr { kind: ExprKind::Missing, span: Span::new(0, text.len()) };
    if is_too_long(text, &mut problems) {
        return (missing, problems);
    }
    let mut parser = Parser::new(text, &mut problems);
    let tree = parser.expr(wanted);
    let tree = parser.until(tree, wanted, |_| false);
    if tree.depth() > MOST_LEVELS {
        parser.too_deep();
        return (missing, problems);
    }
    (tree, problems)
}

/// Reads the text of an effect; `None` if it names nothing.
pub(crate) fn parse_effect(text: &str) -> (Option<Effect>, Vec<RuleProblem>) {
    let mut problems = Vec::new();
    if is_too_long(text, &mut problems) {
        return (None, problems);
    }
    let mut parser = Parser::new(text, &mut problems);
    let effect = parser.effect();
    let parts =
        effect.iter().flat_map(|effect| effect.condition.iter().chain(effect.target.arguments.iter().flatten()));
    let change = effect.iter().filter_map(|effect| effect.change.as_ref().map(|(_, number)| number));
    if parts.chain(change).any(|part| part.depth() > MOST_LEVELS) {
        parser.too_deep();
        return (None, problems);
    }
    (effect, problems)
}

fn is_too_long(text: &str, problems: &mut Vec<RuleProblem>) -> bool {
    let Some((end, _)) = text.char_indices().nth(MOST_LETTERS) else { return false };
    let message =
        format!("an expression has at most {MOST_LETTERS} letters, and this one has {}", text.chars().count());
    let problem = RuleProblem::new(&RULE_SYNTAX, end..text.len(), message);
    problems.push(problem.help("move a part of it to `[[rules.define]]`"));
    true
}

struct Parser<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    at: usize,
    levels: usize,
    /// `true` if reading was given up.
    is_over: bool,
    /// The last problem that does not count.
    spare: RuleProblem,
    problems: &'t mut Vec<RuleProblem>,
}

impl<'t> Parser<'t> {
    fn new(text: &'t str, problems: &'t mut Vec<RuleProblem>) -> Self {
        let tokens = tokens(text, problems);
        let spare = RuleProblem::new(&RULE_SYNTAX, 0..0, "");
        Self { text, tokens, at: 0, levels: 0, is_over: false, spare, problems }
    }

    /// Reads an expression.
    fn expr(&mut self, wanted: Wanted) -> Expr {
        if self.kind() == TokenKind::If {
            return self.deeper(|parser| parser.choice(wanted));
        }
        self.or(wanted)
    }

    /// `if x then y else z`
    fn choice(&mut self, wanted: Wanted) -> Expr {
        let start = self.take().span;
        let condition = self.expr(Wanted::Condition);
        let condition = self.until(condition, Wanted::Condition, |kind| {
            matches!(kind, TokenKind::Then | TokenKind::Else | TokenKind::Close | TokenKind::Comma | TokenKind::Colon)
        });
        if !self.accept(TokenKind::Then) {
            self.tell(start, "`if` needs `then`").help = Some("write `if … then … else …`".to_owned());
            return Expr { kind: ExprKind::Missing, span: start.to(condition.span) };
        }
        let then = self.expr(wanted);
        if !self.accept(TokenKind::Else) {
            self.tell(start, "`if` needs `else`").help = Some("write `if … then … else …`".to_owned());
            return Expr { kind: ExprKind::Missing, span: start.to(then.span) };
        }
        let other = self.expr(wanted);
        let span = start.to(other.span);
        Expr { kind: ExprKind::If(Box::new([condition, then, other])), span }
    }

    fn or(&mut self, wanted: Wanted) -> Expr {
        let first = self.and(wanted);
        let mut parts = vec![first];
        while self.accept(TokenKind::Or) {
            parts.push(self.and(Wanted::Condition));
        }
        joined(parts, ExprKind::Or, |kind| match kind {
            ExprKind::Or(parts) => Ok(parts),
            other => Err(other),
        })
    }

    fn and(&mut self, wanted: Wanted) -> Expr {
        let first = self.not(wanted);
        let mut parts = vec![first];
        while self.accept(TokenKind::And) {
            parts.push(self.not(Wanted::Condition));
        }
        joined(parts, ExprKind::And, |kind| match kind {
            ExprKind::And(parts) => Ok(parts),
            other => Err(other),
        })
    }

    fn not(&mut self, wanted: Wanted) -> Expr {
        if self.kind() != TokenKind::Not {
            return self.comparison(wanted);
        }
        let start = self.take().span;
        let inner = self.deeper(|parser| parser.not(Wanted::Condition));
        let span = start.to(inner.span);
        Expr { kind: ExprKind::Not(Box::new(inner)), span }
    }

    fn comparison(&mut self, wanted: Wanted) -> Expr {
        let left = self.sum(wanted);
        let token = self.token();
        let tree = match token.kind {
            TokenKind::Compare(comparison) => {
                self.take();
                self.compare(left, comparison)
            }
            TokenKind::Change(EffectChange::Set) => {
                self.take();
                let problem = self.tell(token.span, "`=` gives a value in an effect; a comparison is `==`");
                *problem = problem.clone().write("==", true);
                self.compare(left, Comparison::Equal)
            }
            TokenKind::In => {
                self.take();
                self.in_set(left, false)
            }
            TokenKind::Not if self.kind_after() == TokenKind::In => {
                self.take();
                self.take();
                self.in_set(left, true)
            }
            TokenKind::Has => {
                self.take();
                self.has(left)
            }
            _ => return left,
        };
        self.without_chain(tree)
    }

    fn compare(&mut self, left: Expr, comparison: Comparison) -> Expr {
        let right = self.sum(Wanted::Value);
        let span = left.span.to(right.span);
        Expr { kind: ExprKind::Compare(comparison, Box::new([left, right])), span }
    }

    fn has(&mut self, left: Expr) -> Expr {
        let token = self.token();
        let word = match token.kind {
            TokenKind::Word => {
                self.take();
                self.word_of(token)
            }
            TokenKind::Strange => {
                self.take();
                Word { text: "".into(), span: token.span }
            }
            _ => {
                let span = self.gap();
                let problem = self.tell(span, "a word is missing after `has`");
                problem.help = Some("write a tag or a terrain, such as `has guard`".to_owned());
                Word { text: "".into(), span }
            }
        };
        let span = left.span.to(word.span);
        Expr { kind: ExprKind::Has(Box::new(left), word), span }
    }

    fn sum(&mut self, wanted: Wanted) -> Expr {
        let mut left = self.product(wanted);
        loop {
            let operator = match self.kind() {
                TokenKind::Operator(operator @ (Operator::Plus | Operator::Minus)) => operator,
                _ => return left,
            };
            self.take();
            let right = self.product(Wanted::Number);
            left = operation(operator, left, right);
        }
    }

    fn product(&mut self, wanted: Wanted) -> Expr {
        let mut left = self.unary(wanted);
        loop {
            match self.kind() {
                TokenKind::Operator(Operator::Times) => {
                    self.take();
                    let right = self.unary(Wanted::Number);
                    left = operation(Operator::Times, left, right);
                }
                // A sign that rules do not have, which has been reported.
                TokenKind::Strange => {
                    self.take();
                    let right = if self.begins_value() { self.unary(Wanted::Number).span } else { left.span };
                    left = Expr { kind: ExprKind::Missing, span: left.span.to(right) };
                }
                _ => return left,
            }
        }
    }

    fn unary(&mut self, wanted: Wanted) -> Expr {
        let token = self.token();
        if token.kind != TokenKind::Operator(Operator::Minus) {
            return self.atom(wanted);
        }
        self.take();
        if let TokenKind::Number(number) = self.kind() {
            let span = token.span.to(self.take().span);
            return Expr { kind: ExprKind::Number(-number), span };
        }
        let inner = self.deeper(|parser| parser.unary(Wanted::Number));
        let span = token.span.to(inner.span);
        Expr { kind: ExprKind::Negative(Box::new(inner)), span }
    }

    /// Reads a part one level deeper.
    fn deeper(&mut self, read: impl FnOnce(&mut Self) -> Expr) -> Expr {
        if self.levels >= MOST_LEVELS {
            self.too_deep();
            return Expr { kind: ExprKind::Missing, span: self.gap() };
        }
        self.levels += 1;
        let tree = read(self);
        self.levels -= 1;
        tree
    }
}

/// Returns an operation on two numbers.
fn operation(operator: Operator, left: Expr, right: Expr) -> Expr {
    let span = left.span.to(right.span);
    Expr { kind: ExprKind::Sum(operator, Box::new([left, right])), span }
}

/// Joins conditions; those that are themselves joined in the same way become parts of the whole.
fn joined(
    mut parts: Vec<Expr>,
    join: fn(Vec<Expr>) -> ExprKind,
    split: fn(ExprKind) -> Result<Vec<Expr>, ExprKind>,
) -> Expr {
    if parts.len() == 1
        && let Some(only) = parts.pop()
    {
        return only;
    }
    let span = match (parts.first(), parts.last()) {
        (Some(first), Some(last)) => first.span.to(last.span),
        _ => Span::default(),
    };
    let mut flat = Vec::with_capacity(parts.len());
    for part in parts {
        match split(part.kind) {
            Ok(inner) => flat.extend(inner),
            Err(kind) => flat.push(Expr { kind, span: part.span }),
        }
    }
    Expr { kind: join(flat), span }
}
