//! Values: numbers, hexes, words with arguments, and what stands in brackets.

use super::{Parser, Wanted};
use crate::rule::lexer::TokenKind;
use crate::rule::syntax::{Expr, ExprKind, Name, QUANTITIES, Span, Word};

impl Parser<'_> {
    pub(super) fn atom(&mut self, wanted: Wanted) -> Expr {
        let token = self.token();
        let tree = match token.kind {
            TokenKind::Number(number) => {
                self.take();
                Expr { kind: ExprKind::Number(number), span: token.span }
            }
            TokenKind::Hex => {
                self.take();
                let name = self.text_of(token.span).trim_start_matches('@').into();
                Expr { kind: ExprKind::Hex(name), span: token.span }
            }
            TokenKind::Word => self.call(),
            TokenKind::Open => return self.bracket(wanted),
            TokenKind::If => return self.deeper(|parser| parser.choice(wanted)),
            TokenKind::Not => return self.not(wanted),
            TokenKind::Strange => {
                self.take();
                Expr { kind: ExprKind::Missing, span: token.span }
            }
            _ => return self.missing(wanted),
        };
        self.properties(tree)
    }

    /// Reads the properties after dots.
    pub(super) fn properties(&mut self, mut tree: Expr) -> Expr {
        while self.accept(TokenKind::Dot) {
            let token = self.token();
            if token.kind != TokenKind::Word {
                let span = if token.kind == TokenKind::End { self.gap() } else { token.span };
                self.tell(span, "a word is missing after the dot");
                return Expr { kind: ExprKind::Missing, span: tree.span };
            }
            self.take();
            let word = self.word_of(token);
            let name = self.name(word);
            let span = tree.span.to(name.span);
            tree = Expr { kind: ExprKind::Dot(Box::new(tree), name), span };
        }
        tree
    }

    /// Reads a word with its arguments, or a quantifier.
    pub(super) fn call(&mut self) -> Expr {
        let token = self.take();
        let word = self.word_of(token);
        if QUANTITIES.contains(&word.text.as_str()) && self.kind() == TokenKind::Open {
            return self.deeper(|parser| parser.over(word));
        }
        let name = self.name(word);
        let span = name.span;
        Expr { kind: ExprKind::Name(name), span }
    }

    /// Reads the arguments after a word.
    pub(super) fn name(&mut self, word: Word) -> Name {
        let open = self.token().span;
        if !self.accept(TokenKind::Open) {
            return Name { span: word.span, word, arguments: None };
        }
        let first = if self.kind() == TokenKind::Close { None } else { Some(self.argument()) };
        let (arguments, end) = self.arguments(first, open);
        Name { span: word.span.to(end), word, arguments: Some(arguments) }
    }

    /// Reads one argument.
    pub(super) fn argument(&mut self) -> Expr {
        let value = self.deeper(|parser| parser.expr(Wanted::Value));
        self.until(value, Wanted::Value, is_end_of_argument)
    }

    /// Reads the arguments after the first one, and the bracket behind them.
    pub(super) fn arguments(&mut self, first: Option<Expr>, open: Span) -> (Vec<Expr>, Span) {
        let mut arguments = Vec::from_iter(first);
        while self.accept(TokenKind::Comma) {
            arguments.push(self.argument());
        }
        (arguments, self.close(open))
    }

    /// Takes the bracket that closes the one at `open`, or reports that it is missing.
    pub(super) fn close(&mut self, open: Span) -> Span {
        let token = self.token();
        if self.accept(TokenKind::Close) {
            return token.span;
        }
        self.tell(open, "this bracket is not closed");
        self.gap()
    }

    fn bracket(&mut self, wanted: Wanted) -> Expr {
        let open = self.take().span;
        let inner = self.deeper(|parser| parser.expr(wanted));
        let inner = self
            .until(inner, wanted, |kind| matches!(kind, TokenKind::Close | TokenKind::Comma | TokenKind::CloseList));
        let end = self.close(open);
        Expr { kind: inner.kind, span: open.to(end) }
    }
}

/// Returns `true` for tokens that end an argument. `where` and `for` have their own message.
pub(super) fn is_end_of_argument(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Close | TokenKind::Comma | TokenKind::CloseList | TokenKind::For | TokenKind::Where)
}
