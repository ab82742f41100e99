//! Quantifiers: `any(u in units(hex) where …)`, `sum(u.er for u in attackers)`.

use super::atom::is_end_of_argument;
use super::{Parser, Wanted};
use crate::rule::lexer::TokenKind;
use crate::rule::syntax::{Expr, ExprKind, Name, Over, Span, Word};

impl Parser<'_> {
    /// Reads what stands in the brackets after `any`, `all`, `count`, `sum`, `least` or `most`.
    pub(super) fn over(&mut self, quantity: Word) -> Expr {
        let open = self.take().span;
        if self.kind() == TokenKind::Word && self.kind_after() == TokenKind::In && !self.is_set_after() {
            return self.named(quantity, None, open);
        }
        let first = self.expr(Wanted::Value);
        let first = self.until(first, Wanted::Value, is_end_of_argument);
        if self.accept(TokenKind::For) {
            return self.named(quantity, Some(first), open);
        }
        let is_arithmetic = matches!(quantity.text.as_str(), "least" | "most");
        if is_arithmetic && self.kind() != TokenKind::Where {
            let (arguments, end) = self.arguments(Some(first), open);
            let span = quantity.span.to(end);
            return Expr { kind: ExprKind::Name(Name { word: quantity, arguments: Some(arguments), span }), span };
        }
        self.unnamed(quantity, first, open)
    }

    /// Returns `true` if a list or a range follows the next two tokens.
    fn is_set_after(&self) -> bool {
        let kind = self.tokens.get(self.at + 2).map(|token| token.kind);
        matches!(kind, Some(TokenKind::OpenList | TokenKind::Number(_) | TokenKind::Operator(_)))
    }

    /// Reads a quantifier from the name of its values on.
    fn named(&mut self, quantity: Word, number: Option<Expr>, open: Span) -> Expr {
        let token = self.token();
        let variable = if self.accept(TokenKind::Word) {
            self.word_of(token)
        } else {
            let span = self.gap();
            let problem = self.tell(span, "a name for each value is missing after `for`");
            problem.help = Some(format!("write `{}(x for u in …)`", quantity.text));
            Word { text: "".into(), span }
        };
        if !self.accept(TokenKind::In) {
            let span = self.gap();
            let problem = self.tell(span, format!("`in` is missing after `{}`", variable.text));
            problem.help = Some("write a source after `in`, such as `units(hex)`".to_owned());
        }
        let source = self.source();
        self.finish(quantity, number, variable, source, open)
    }

    fn source(&mut self) -> Expr {
        if self.kind() != TokenKind::Word {
            let span = self.gap();
            if self.kind() != TokenKind::Strange {
                let problem = self.tell(span, "a source is missing after `in`");
                problem.help = Some("write a source, such as `units(hex)` or `all-units`".to_owned());
            }
            return Expr { kind: ExprKind::Missing, span };
        }
        let source = self.call();
        self.properties(source)
    }

    /// Reports that the values of a source have no name, and gives them one.
    fn unnamed(&mut self, quantity: Word, source: Expr, open: Span) -> Expr {
        if source.kind != ExprKind::Missing {
            let text = self.text_of(source.span).to_owned();
            let word = &quantity.text;
            let help = match word.as_str() {
                "any" | "all" => format!("write `{word}(u in {text} where …)`"),
                "count" => format!("write `count(u in {text})`"),
                _ => format!("write `{word}(x for u in {text})`"),
            };
            let is_counted = matches!(word.as_str(), "any" | "all" | "count");
            let problem = self.tell(source.span, "a source needs a name for each of its values").clone().help(help);
            let problem = if is_counted { problem.write(format!("u in {text}"), false) } else { problem };
            self.replace_last(problem);
        }
        let variable = Word { text: "u".into(), span: source.span };
        let number = (!matches!(quantity.text.as_str(), "any" | "all" | "count"))
            .then_some(Expr { kind: ExprKind::Missing, span: source.span });
        self.finish(quantity, number, variable, source, open)
    }

    /// Reads a quantifier from its condition on.
    fn finish(&mut self, quantity: Word, number: Option<Expr>, variable: Word, source: Expr, open: Span) -> Expr {
        let condition = self.accept(TokenKind::Where).then(|| {
            let condition = self.expr(Wanted::Condition);
            self.until(condition, Wanted::Condition, is_end_of_argument)
        });
        let ends = |kind| matches!(kind, TokenKind::Close | TokenKind::Comma | TokenKind::CloseList);
        let source = self.until(source, Wanted::Value, ends);
        if self.kind() == TokenKind::Comma {
            let span = self.token().span;
            self.tell(span, format!("`{}` takes one source", quantity.text));
            while self.accept(TokenKind::Comma) {
                self.argument();
            }
        }
        let span = quantity.span.to(self.close(open));
        let wants_number = matches!(quantity.text.as_str(), "sum" | "least" | "most");
        let word = &quantity.text;
        match &number {
            None if wants_number => {
                let problem = self.tell(quantity.span, format!("`{word}` needs a number of each value"));
                problem.help = Some(format!("write it before `for`: `{word}(x for {} in …)`", variable.text));
            }
            Some(number) if !wants_number => {
                let message = format!("`{word}` takes no number of each value");
                let help = format!("write `{word}({} in … where …)`", variable.text);
                self.tell(number.span, message).help = Some(help);
            }
            _ => {}
        }
        Expr { kind: ExprKind::Over(Box::new(Over { quantity, number, variable, source, condition })), span }
    }
}
