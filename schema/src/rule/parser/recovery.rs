//! The tokens under the eyes of the parser, and how it goes on behind an error.

use super::{MOST_LEVELS, Parser, Wanted, joined};
use crate::rule::findings::RULE_SYNTAX;
use crate::rule::lexer::{Token, TokenKind};
use crate::rule::problem::RuleProblem;
use crate::rule::syntax::{Expr, ExprKind, Span, Word};

impl Parser<'_> {
    /// Returns the next token.
    pub(super) fn token(&self) -> Token {
        let end = Token { kind: TokenKind::End, span: Span::new(self.text.len(), self.text.len()) };
        self.tokens.get(self.at).copied().unwrap_or(end)
    }

    pub(super) fn kind(&self) -> TokenKind {
        self.token().kind
    }

    /// Returns the kind of the token after the next one.
    pub(super) fn kind_after(&self) -> TokenKind {
        self.tokens.get(self.at + 1).map_or(TokenKind::End, |token| token.kind)
    }

    /// Takes the next token.
    pub(super) fn take(&mut self) -> Token {
        let token = self.token();
        self.at = (self.at + 1).min(self.tokens.len().saturating_sub(1));
        token
    }

    /// Takes the next token if it is of this kind.
    pub(super) fn accept(&mut self, kind: TokenKind) -> bool {
        let fits = self.kind() == kind && kind != TokenKind::End;
        if fits {
            self.take();
        }
        fits
    }

    pub(super) fn word_of(&self, token: Token) -> Word {
        Word { text: self.text_of(token.span).into(), span: token.span }
    }

    pub(super) fn text_of(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// Returns the empty part before the next token.
    pub(super) fn gap(&self) -> Span {
        let at = self.token().span.start;
        Span::new(at, at)
    }

    /// Returns `true` if the next token begins a value.
    pub(super) fn begins_value(&self) -> bool {
        matches!(self.kind(), TokenKind::Number(_) | TokenKind::Word | TokenKind::Hex | TokenKind::Open)
            || self.kind() == TokenKind::Operator(crate::rule::syntax::Operator::Minus)
    }

    /// Reports a problem; one that is put aside if reading has been given up.
    pub(super) fn tell(&mut self, span: Span, message: impl Into<String>) -> &mut RuleProblem {
        let problem = RuleProblem::new(&RULE_SYNTAX, span.range(), message);
        if self.is_over {
            // What follows was not read, and nothing of it is missing.
            self.spare = problem;
            return &mut self.spare;
        }
        self.problems.push(problem);
        let last = self.problems.len() - 1;
        &mut self.problems[last]
    }

    /// Puts `problem` in place of the one that was reported last.
    pub(super) fn replace_last(&mut self, problem: RuleProblem) {
        if !self.is_over
            && let Some(last) = self.problems.last_mut()
        {
            *last = problem;
        }
    }

    /// Reports that the expression is too deep, and reads no more of it.
    pub(super) fn too_deep(&mut self) {
        let message = format!("an expression has at most {MOST_LEVELS} levels");
        let span = Span::new(0, self.text.len());
        if !self.is_over {
            self.tell(span, message).help = Some("move a part of it to `[[rules.define]]`".to_owned());
        }
        self.is_over = true;
        self.at = self.tokens.len().saturating_sub(1);
    }

    /// Reports that a value is missing before the next token.
    pub(super) fn missing(&mut self, wanted: Wanted) -> Expr {
        let token = self.token();
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at)).map(|token| self.text_of(token.span));
        let (noun, next) = (wanted.noun(), self.text_of(token.span));
        let is_joint = matches!(token.kind, TokenKind::And | TokenKind::Or | TokenKind::Then | TokenKind::Else);
        let (span, message) = match before {
            Some(before) if is_joint => (token.span, format!("{noun} is missing between `{before}` and `{next}`")),
            Some(before) => (self.gap(), format!("{noun} is missing after `{before}`")),
            None if token.kind == TokenKind::End => (self.gap(), format!("{noun} is missing")),
            None => (token.span, format!("{noun} is missing before `{next}`")),
        };
        let is_empty = before.is_none() && token.kind == TokenKind::End;
        let problem = self.tell(span, message);
        if is_empty && wanted == Wanted::Condition {
            problem.help = Some("leave `when` out for a rule that always holds".to_owned());
        }
        Expr { kind: ExprKind::Missing, span: self.gap() }
    }

    /// Goes on to a token that `ends`, or to the end, and reports what stands before it.
    pub(super) fn until(&mut self, mut tree: Expr, wanted: Wanted, ends: fn(TokenKind) -> bool) -> Expr {
        while self.kind() != TokenKind::End && !ends(self.kind()) {
            let is_joint = self.unexpected();
            let mut open = 0_usize;
            while !is_joint && self.kind() != TokenKind::End {
                match self.kind() {
                    TokenKind::Open => open += 1,
                    TokenKind::Close if open > 0 => open -= 1,
                    TokenKind::And | TokenKind::Or if open == 0 => break,
                    kind if open == 0 && ends(kind) => break,
                    _ => {}
                }
                self.take();
            }
            if is_joint || matches!(self.kind(), TokenKind::And | TokenKind::Or) {
                self.take();
                let more = self.deeper(|parser| parser.expr(wanted));
                if wanted == Wanted::Condition {
                    tree = joined(vec![tree, more], ExprKind::And, |kind| match kind {
                        ExprKind::And(parts) => Ok(parts),
                        other => Err(other),
                    });
                }
            }
        }
        tree
    }

    /// Reports a token that does not fit, and returns `true` if it stands for `and` or `or`. That one is not taken.
    fn unexpected(&mut self) -> bool {
        let token = self.token();
        let text = self.text_of(token.span).to_owned();
        let lower = text.to_lowercase();
        if token.kind == TokenKind::Word && lower != text && matches!(lower.as_str(), "and" | "or") {
            let problem = self.tell(token.span, format!("`{text}` is not a word of rules"));
            *problem = problem.clone().write(lower, true);
            return true;
        }
        let is_close = matches!(token.kind, TokenKind::Close | TokenKind::CloseList);
        if matches!(token.kind, TokenKind::And | TokenKind::Or) {
            return true;
        }
        self.take();
        let (message, help) = match token.kind {
            TokenKind::Strange => return false,
            _ if is_close => ("this bracket closes nothing".to_owned(), None),
            TokenKind::Change(_) => {
                let message = format!("`{text}` changes a number, which only effects do");
                (message, Some("compare with `==`, `<` or `>`".to_owned()))
            }
            TokenKind::Word if lower == "is" => {
                ("`is` is not a word of rules".to_owned(), Some("a comparison is `==`".to_owned()))
            }
            TokenKind::Where | TokenKind::For => {
                let message = format!("`{text}` stands only inside `any`, `all`, `count`, `sum`, `least` and `most`");
                (message, None)
            }
            _ => {
                let message = format!("`{text}` does not fit here");
                (message, Some("join conditions with `and` or `or`, and numbers with `+`, `-` or `*`".to_owned()))
            }
        };
        self.tell(token.span, message).help = help;
        false
    }
}
