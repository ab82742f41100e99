//! The meaning of the words before the cursor.
//!
//! The words are read from left to right, with a stack of the open brackets. This takes linear time, and no error stops it.

use std::ops::Range;

use super::super::lexer::{Token, TokenKind, is_of_word, tokens};
use super::super::syntax::{QUANTITIES, Span};
use super::LONGEST;
use super::key::Form;

/// The kind of an open bracket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FrameKind {
    /// The text as a whole.
    Whole,
    /// Brackets around a part of an expression.
    Group,
    /// The arguments of the word at this token.
    Call(usize),
    /// The quantifier of the word at this token.
    Quantity(usize),
    /// The list after `in`.
    List,
}

/// An open bracket.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) kind: FrameKind,
    /// The first token within.
    pub(super) start: usize,
    /// The number of commas so far.
    pub(super) argument: usize,
}

/// The words of a text before and after the cursor.
pub(super) struct Cursor<'t> {
    pub(super) text: &'t str,
    pub(super) form: Form,
    /// The tokens before the word at the cursor.
    pub(super) before: Vec<Token>,
    /// The tokens after it.
    pub(super) after: Vec<Token>,
    /// For each closing bracket before the cursor, the token that opens it.
    opener: Vec<Option<usize>>,
    pub(super) frames: Vec<Frame>,
    /// The bytes of the word at the cursor.
    pub(super) typed: Range<usize>,
}

impl<'t> Cursor<'t> {
    /// Looks at the byte `at` of `text`; `None` if the text is too long.
    pub(super) fn new(text: &'t str, at: usize, form: Form) -> Option<Self> {
        if text.len() > LONGEST {
            return None;
        }
        let typed = typed(text, at);
        let lexed = |part: &str, from: usize| {
            let mut found = tokens(part, &mut Vec::new());
            found.pop();
            let moved =
                |token: Token| Token { span: Span::new(token.span.start + from, token.span.end + from), ..token };
            found.into_iter().map(moved).collect::<Vec<_>>()
        };
        let before = lexed(text.get(..typed.start)?, 0);
        let after = lexed(text.get(typed.end..)?, typed.end);
        let mut cursor =
            Self { text, form, opener: vec![None; before.len()], before, after, frames: Vec::new(), typed };
        cursor.open();
        Some(cursor)
    }

    /// Finds the open brackets.
    fn open(&mut self) {
        let frame = |kind, start| Frame { kind, start, argument: 0 };
        self.frames.push(frame(FrameKind::Whole, 0));
        for at in 0..self.before.len() {
            match self.kind(at) {
                Some(TokenKind::Open) => {
                    let word = at.checked_sub(1).filter(|word| self.kind(*word) == Some(TokenKind::Word));
                    let kind = match word {
                        Some(word) if QUANTITIES.contains(&self.word(word)) => FrameKind::Quantity(word),
                        Some(word) => FrameKind::Call(word),
                        None => FrameKind::Group,
                    };
                    self.frames.push(frame(kind, at + 1));
                }
                Some(TokenKind::OpenList) => self.frames.push(frame(FrameKind::List, at + 1)),
                Some(kind @ (TokenKind::Close | TokenKind::CloseList)) => {
                    let is_list = kind == TokenKind::CloseList;
                    let fits = |frame: &Frame| match frame.kind {
                        FrameKind::Whole => false,
                        FrameKind::List => is_list,
                        _ => !is_list,
                    };
                    if self.frames.last().is_some_and(fits) {
                        let start = self.frames.pop().map(|frame| frame.start);
                        if let (Some(start), Some(opener)) = (start, self.opener.get_mut(at)) {
                            *opener = start.checked_sub(1);
                        }
                    }
                }
                Some(TokenKind::Comma) => {
                    if let Some(frame) = self.frames.last_mut() {
                        frame.argument += 1;
                    }
                }
                _ => {}
            }
        }
    }

    pub(super) fn kind(&self, at: usize) -> Option<TokenKind> {
        self.before.get(at).map(|token| token.kind)
    }

    /// Returns the text of the token with this number.
    pub(super) fn word(&self, at: usize) -> &'t str {
        self.before.get(at).and_then(|token| self.text.get(token.span.range())).unwrap_or_default()
    }

    /// Returns the text of these tokens.
    pub(super) fn text_of(&self, part: &Range<usize>) -> &'t str {
        let ends =
            part.end.checked_sub(1).and_then(|last| Some((self.before.get(part.start)?, self.before.get(last)?)));
        ends.and_then(|(first, last)| self.text.get(first.span.start..last.span.end)).unwrap_or_default()
    }

    /// Returns the text of the word at the cursor.
    pub(super) fn typed_text(&self) -> &'t str {
        self.text.get(self.typed.clone()).unwrap_or_default()
    }

    /// Returns the atom before a dot that ends before the token `end`: a word with its arguments and properties, or a bracket.
    pub(super) fn atom_before(&self, end: usize) -> Range<usize> {
        let mut start = end;
        while let Some(last) = start.checked_sub(1) {
            match self.kind(last) {
                Some(TokenKind::Close) => {
                    let Some(opener) = self.opener.get(last).copied().flatten() else { break };
                    let word = opener.checked_sub(1).filter(|word| self.kind(*word) == Some(TokenKind::Word));
                    start = word.unwrap_or(opener);
                }
                Some(TokenKind::Word | TokenKind::Hex | TokenKind::Number(_)) => start = last,
                _ => break,
            }
            match start.checked_sub(1) {
                Some(dot) if self.kind(dot) == Some(TokenKind::Dot) => start = dot,
                _ => break,
            }
        }
        start..end
    }

    /// Returns the tokens of the last `sum` that ends before the token `end`, in the bracket with the number `frame`.
    pub(super) fn sum_before(&self, frame: usize, end: usize) -> Range<usize> {
        self.back(frame, end, |kind| {
            matches!(
                kind,
                TokenKind::And
                    | TokenKind::Or
                    | TokenKind::Not
                    | TokenKind::If
                    | TokenKind::Then
                    | TokenKind::Else
                    | TokenKind::In
                    | TokenKind::Has
                    | TokenKind::For
                    | TokenKind::Where
                    | TokenKind::Compare(_)
                    | TokenKind::Change(_)
                    | TokenKind::Comma
                    | TokenKind::Colon
                    | TokenKind::Range
            )
        })
    }

    /// Returns the tokens back to one that `ends` them, or to the start of the bracket.
    pub(super) fn back(&self, frame: usize, end: usize, ends: impl Fn(TokenKind) -> bool) -> Range<usize> {
        let first = self.frames.get(frame).map_or(0, |frame| frame.start);
        let mut start = end;
        while start > first {
            let last = start - 1;
            start = match self.kind(last) {
                Some(TokenKind::Close | TokenKind::CloseList) => {
                    self.opener.get(last).copied().flatten().filter(|opener| *opener >= first).unwrap_or(last)
                }
                Some(kind) if ends(kind) => break,
                _ => last,
            };
        }
        start..end
    }

    /// Returns the tokens of the bracket with the number `frame` before the cursor, without those of brackets within.
    pub(super) fn level(&self, frame: usize) -> Vec<usize> {
        let end = self.frames.get(frame + 1).map_or(self.before.len(), |inner| inner.start.saturating_sub(1));
        let start = self.start(frame);
        let mut level = Vec::new();
        let mut at = end;
        while at > start {
            at -= 1;
            level.push(at);
            if let Some(opener) = self.opener.get(at).copied().flatten().filter(|opener| *opener >= start) {
                at = opener;
            }
        }
        level.reverse();
        level
    }
}

/// Returns the bytes of the word of `text` at the byte `at`.
fn typed(text: &str, at: usize) -> Range<usize> {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let (before, after) = (text.get(..at).unwrap_or_default(), text.get(at..).unwrap_or_default());
    let is_part = |letter: char| is_of_word(letter) || letter == '-';
    let end = |rest: &str| rest.len() - rest.trim_start_matches(is_part).len();
    // The name of a hex can have dots.
    let of_hex = before.trim_end_matches(|letter| is_part(letter) || letter == '.');
    if let Some(sign) = of_hex.len().checked_sub(1).filter(|_| of_hex.ends_with('@')) {
        let name = text.get(sign..at).unwrap_or_default();
        let only = tokens(name, &mut Vec::new());
        if only.first().is_some_and(|token| token.span.range() == (0..name.len())) {
            return sign..at + end(after);
        }
    }
    let word = before.trim_end_matches(is_part);
    let start = word.len() + before.get(word.len()..).map_or(0, |word| word.len() - word.trim_start_matches('-').len());
    if start < at { start..at + end(after) } else { at..at }
}
