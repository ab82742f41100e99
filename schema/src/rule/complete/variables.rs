//! The values of quantifiers that the cursor can use.

use smol_str::SmolStr;

use super::super::lexer::{Token, TokenKind};
use super::super::syntax::Operator;
use super::cursor::{Cursor, FrameKind};

impl<'t> Cursor<'t> {
    /// Returns the names of the values of quantifiers that the cursor can use, from the outer one, each with the name of its source.
    pub(super) fn variables(&self) -> Vec<(SmolStr, &'t str)> {
        let mut variables = Vec::new();
        for (number, frame) in self.frames.iter().enumerate() {
            if !matches!(frame.kind, FrameKind::Quantity(_)) {
                continue;
            }
            let before = self.level(number).into_iter().filter_map(|at| self.before.get(at).copied());
            let mut all: Vec<Token> = before.collect();
            let cut = all.len();
            all.extend(self.rest(self.frames.len() - 1 - number));
            let kind = |at: usize| all.get(at).map(|token| token.kind);
            let is_set = matches!(
                kind(2),
                Some(TokenKind::OpenList | TokenKind::Number(_) | TokenKind::Operator(Operator::Minus))
            );
            let is_named = kind(0) == Some(TokenKind::Word) && kind(1) == Some(TokenKind::In) && !is_set;
            let of = all.iter().position(|token| token.kind == TokenKind::For);
            let name = if is_named { Some(0) } else { of.map(|of| of + 1) };
            let condition = all.iter().position(|token| token.kind == TokenKind::Where);
            let is_condition = condition.is_some_and(|condition| cut > condition);
            let is_number = !is_named && of.is_some_and(|of| cut <= of);
            let Some(name) = name.filter(|name| (is_condition || is_number) && kind(*name) == Some(TokenKind::Word))
            else {
                continue;
            };
            let word = |at: usize| all.get(at).and_then(|token| self.text.get(token.span.range())).unwrap_or_default();
            variables.push((word(name).into(), word(name + 2)));
        }
        variables
    }

    /// Returns the tokens after the cursor in the bracket that `closed` brackets within it end before.
    fn rest(&self, closed: usize) -> Vec<Token> {
        let mut rest = Vec::new();
        let (mut open, mut within) = (closed, 0_usize);
        for token in &self.after {
            match token.kind {
                TokenKind::Open | TokenKind::OpenList => within += 1,
                TokenKind::Close | TokenKind::CloseList if within > 0 => within -= 1,
                TokenKind::Close | TokenKind::CloseList if open > 0 => open -= 1,
                TokenKind::Close | TokenKind::CloseList => break,
                _ if open == 0 && within == 0 => rest.push(*token),
                _ => {}
            }
        }
        rest
    }
}
