//! Effects of events: `if roll == 1: lose-step(unit)`, `counter(fires, unit) += 1`.

use super::{Parser, Wanted};
use crate::rule::lexer::TokenKind;
use crate::rule::syntax::{Effect, Expr, ExprKind, Name};
use crate::rule::term::{Comparison, EffectChange};

impl Parser<'_> {
    /// Reads an effect; `None` if it names nothing.
    pub(super) fn effect(&mut self) -> Option<Effect> {
        let condition = if self.accept(TokenKind::If) { Some(self.effect_condition()) } else { None };
        let target = self.target()?;
        let token = self.token();
        let change = match token.kind {
            TokenKind::Change(change) => Some(change),
            TokenKind::Compare(Comparison::Equal) => {
                let problem = self.tell(token.span, "`==` compares; an effect gives a value with `=`").clone();
                self.replace_last(problem.write("=", true));
                Some(EffectChange::Set)
            }
            _ => None,
        };
        let change = change.map(|change| {
            self.take();
            (change, self.expr(Wanted::Number))
        });
        let rest = Expr { kind: ExprKind::Missing, span: self.gap() };
        self.until(rest, Wanted::Value, |_| false);
        Some(Effect { condition, target, change })
    }

    fn effect_condition(&mut self) -> Expr {
        let condition = self.expr(Wanted::Condition);
        let condition = self.until(condition, Wanted::Condition, |kind| {
            matches!(kind, TokenKind::Colon | TokenKind::Then | TokenKind::Change(_))
        });
        let token = self.token();
        match token.kind {
            TokenKind::Colon => {
                self.take();
            }
            TokenKind::Then => {
                self.take();
                let problem = self.tell(token.span, "an effect has a colon after its condition").clone();
                let from_end = condition.span.to(token.span);
                let mended = format!("{}:", self.text_of(condition.span));
                self.replace_last(problem.help("write `if …: …`").write_at(from_end.range(), mended, false));
            }
            _ => {
                let span = self.gap();
                let problem = self.tell(span, "a colon is missing after the condition of the effect");
                problem.help = Some("write `if …: …`".to_owned());
            }
        }
        condition
    }

    /// Reads the name of an effect.
    fn target(&mut self) -> Option<Name> {
        if self.kind() != TokenKind::Word {
            let span = self.gap();
            if self.kind() != TokenKind::Strange {
                let problem = self.tell(span, "an effect is missing");
                problem.help = Some("write what happens or changes, such as `counter(fires, unit) += 1`".to_owned());
            }
            return None;
        }
        let token = self.take();
        let word = self.word_of(token);
        let name = self.name(word);
        if self.kind() == TokenKind::Dot {
            let span = name.span;
            let whole = self.properties(Expr { kind: ExprKind::Name(name), span });
            let problem = self.tell(whole.span, "an effect begins with its name, and has its subject in brackets");
            problem.help = Some("write `ammunition(german) += 1`".to_owned());
            return None;
        }
        Some(name)
    }
}
