//! The parts of an expression that can stand at the cursor.

use std::ops::Range;

use smol_str::SmolStr;

use super::super::lexer::TokenKind;
use super::super::term::Comparison;
use super::cursor::{Cursor, Frame, FrameKind};
use super::key::Form;

/// A part that can stand at the cursor. Ranges are of tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// A value.
    Value(SlotValue),
    /// The property of what stands before the dot.
    Property(Range<usize>),
    /// A tag, a terrain or a feature, of what stands before `has`.
    Had(Range<usize>),
    /// An element of a list; the words that it has already.
    Element(Range<usize>, Vec<SmolStr>),
    /// A source of values.
    Source,
    /// A name for the values of a source, or a number before `for`, after this quantity.
    Quantity(SmolStr),
    /// The id of a counter.
    Counter,
    /// The target of an effect; `true` at its start, where `if` can stand.
    Effect(bool),
    /// The continuation after the value of these tokens.
    After(Range<usize>, Vec<Follower>),
    /// A free name or number.
    Free,
}

/// The type that a value must have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SlotValue {
    /// A condition.
    Condition,
    /// A number.
    Number,
    /// A condition or a number.
    Any,
    /// A value of the type of these tokens.
    Like(Range<usize>),
    /// An argument with this number of the word at this token.
    Argument(usize, usize),
}

/// The words that follow a value, besides signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Follower {
    /// `and` and `or`.
    Join,
    /// A comparison or a calculation, since there is none yet.
    Compare,
    Then,
    Else,
    Colon,
    In,
    For,
    Where,
    /// `+=` and so on.
    Change,
}

impl<'t> Cursor<'t> {
    /// Returns what can stand at the cursor.
    pub(super) fn slot(&self) -> Slot {
        let (frame, end) = (self.frames.len() - 1, self.before.len());
        let typed = self.typed_text();
        if typed.starts_with(|first: char| first.is_ascii_digit()) {
            return Slot::Free;
        }
        let Some(last) = end.checked_sub(1).filter(|last| *last + 1 > self.start(frame)) else {
            return self.begin(frame, end);
        };
        match self.kind(last) {
            Some(TokenKind::Dot) => Slot::Property(self.atom_before(last)),
            Some(TokenKind::Has) => Slot::Had(self.sum_before(frame, last)),
            Some(TokenKind::In) if self.is_source(frame, last) => Slot::Source,
            Some(TokenKind::In | TokenKind::For | TokenKind::Range) => Slot::Free,
            Some(TokenKind::Not) if self.is_after_value(last) => self.after(frame, end, true),
            Some(TokenKind::Word | TokenKind::Hex | TokenKind::Number(_) | TokenKind::Close | TokenKind::CloseList) => {
                self.after(frame, end, false)
            }
            Some(TokenKind::Strange) => Slot::Free,
            _ => self.begin(frame, end),
        }
    }

    pub(super) fn start(&self, frame: usize) -> usize {
        self.frames.get(frame).map_or(0, |frame| frame.start)
    }

    /// Returns `true` if a value ends before the token `at`.
    fn is_after_value(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|before| self.kind(before));
        matches!(
            before,
            Some(TokenKind::Word | TokenKind::Hex | TokenKind::Number(_) | TokenKind::Close | TokenKind::CloseList)
        )
    }

    /// Returns `true` if the `in` at this token stands before the source of a quantifier.
    fn is_source(&self, frame: usize, at: usize) -> bool {
        let Some(Frame { kind: FrameKind::Quantity(_), start, .. }) = self.frames.get(frame) else { return false };
        let before = at.checked_sub(2).and_then(|before| self.kind(before));
        at == start + 1 || before == Some(TokenKind::For)
    }

    /// Returns what a value that begins at the token `end` has to be, in the bracket with the number `frame`.
    fn begin(&self, mut frame: usize, mut end: usize) -> Slot {
        use TokenKind as T;
        loop {
            let Some(here) = self.frames.get(frame) else { return Slot::Free };
            if end <= here.start {
                match here.kind {
                    FrameKind::Whole => return self.whole(),
                    FrameKind::Group => {
                        (frame, end) = (frame.saturating_sub(1), here.start.saturating_sub(1));
                        continue;
                    }
                    FrameKind::Call(word) => return self.argument(word, 0),
                    FrameKind::Quantity(word) => return Slot::Quantity(self.word(word).into()),
                    FrameKind::List => return self.element(frame),
                }
            }
            let last = end - 1;
            return match self.kind(last) {
                Some(T::And | T::Or | T::Not | T::Where | T::If) => Slot::Value(SlotValue::Condition),
                Some(T::Operator(_)) => Slot::Value(SlotValue::Number),
                Some(T::Compare(Comparison::Equal | Comparison::NotEqual)) => {
                    Slot::Value(SlotValue::Like(self.sum_before(frame, last)))
                }
                Some(T::Compare(_)) => Slot::Value(SlotValue::Number),
                Some(T::Change(_)) if self.form == Form::Effect => Slot::Value(SlotValue::Number),
                Some(T::Change(_)) => Slot::Value(SlotValue::Like(self.sum_before(frame, last))),
                Some(T::Then | T::Else) => {
                    // The whole choice stands where its `if` does.
                    let start = self.back(frame, last, |kind| kind == T::If).start;
                    match start.checked_sub(1) {
                        Some(start) if self.kind(start) == Some(T::If) && start >= here.start => {
                            end = start;
                            continue;
                        }
                        _ => Slot::Value(SlotValue::Any),
                    }
                }
                Some(T::Colon) if self.form == Form::Effect => Slot::Effect(false),
                Some(T::Comma) => match here.kind {
                    FrameKind::Call(word) => self.argument(word, here.argument),
                    FrameKind::Quantity(_) => Slot::Value(SlotValue::Number),
                    FrameKind::List => self.element(frame),
                    FrameKind::Whole | FrameKind::Group => Slot::Free,
                },
                _ => Slot::Free,
            };
        }
    }

    fn whole(&self) -> Slot {
        match self.form {
            Form::Condition => Slot::Value(SlotValue::Condition),
            Form::Number => Slot::Value(SlotValue::Number),
            Form::Effect => Slot::Effect(true),
            _ => Slot::Value(SlotValue::Any),
        }
    }

    fn argument(&self, word: usize, number: usize) -> Slot {
        let is_property = word.checked_sub(1).and_then(|dot| self.kind(dot)) == Some(TokenKind::Dot);
        if number == 0 && self.word(word) == "counter" && !is_property {
            return Slot::Counter;
        }
        Slot::Value(SlotValue::Argument(word, number))
    }

    /// Returns the owner of a property at the token `word`, if it is one.
    pub(super) fn owner(&self, word: usize) -> Option<Range<usize>> {
        let dot = word.checked_sub(1).filter(|dot| self.kind(*dot) == Some(TokenKind::Dot))?;
        Some(self.atom_before(dot))
    }

    /// Returns the first argument of the word at this token.
    pub(super) fn first_argument(&self, word: usize) -> &'t str {
        self.word(word + 2)
    }

    fn element(&self, frame: usize) -> Slot {
        let start = self.start(frame);
        let Some(outer) = frame.checked_sub(1) else { return Slot::Free };
        // The list follows `in` or `not in`.
        let Some(at) = start.checked_sub(2).filter(|at| self.kind(*at) == Some(TokenKind::In)) else {
            return Slot::Free;
        };
        let end = if at.checked_sub(1).and_then(|not| self.kind(not)) == Some(TokenKind::Not) { at - 1 } else { at };
        let there = (start..self.before.len()).map(|at| SmolStr::from(self.word(at))).collect();
        Slot::Element(self.sum_before(outer, end), there)
    }

    /// Returns what goes on after the value that ends before the token `end`; `is_not` after `not`, where only `in` stands.
    fn after(&self, frame: usize, end: usize, is_not: bool) -> Slot {
        use TokenKind as T;
        if is_not {
            return Slot::After(end..end, vec![Follower::In]);
        }
        let Some(here) = self.frames.get(frame) else { return Slot::Free };
        if here.kind == FrameKind::List {
            return Slot::Free;
        }
        let clause = self.back(frame, end, |kind| {
            matches!(
                kind,
                T::And | T::Or | T::If | T::Then | T::Else | T::Where | T::For | T::Comma | T::Colon | T::Change(_)
            )
        });
        let all = self.level(frame);
        let of_clause = all.iter().filter(|at| clause.contains(at));
        let has = |wanted: fn(T) -> bool| of_clause.clone().any(|at| self.kind(*at).is_some_and(wanted));
        let is_compared = has(|kind| matches!(kind, T::Compare(_) | T::Has | T::In));
        let mut next = Vec::new();
        if let FrameKind::Quantity(_) = here.kind {
            let of = |wanted: T| all.iter().copied().find(|at| self.kind(*at) == Some(wanted));
            let has_source = of(T::In).is_some_and(|at| self.is_source(frame, at));
            let is_named = end == here.start + 1 && self.kind(here.start) == Some(T::Word);
            match (has_source, of(T::For), of(T::Where)) {
                (true, _, None) => return Slot::After(end..end, vec![Follower::Where]),
                (false, Some(_), _) => return Slot::After(end..end, vec![Follower::In]),
                (false, None, None) => {
                    next.extend([is_named.then_some(Follower::In), Some(Follower::For)].into_iter().flatten())
                }
                _ => {}
            }
        }
        let is_target = self.form == Form::Effect
            && here.kind == FrameKind::Whole
            && !all.iter().any(|at| matches!(self.kind(*at), Some(T::Change(_))))
            && (self.kind(0) != Some(T::If) || all.iter().any(|at| self.kind(*at) == Some(T::Colon)));
        if is_target {
            return Slot::After(end..end, vec![Follower::Change]);
        }
        // The last word of a choice that is not complete.
        let choice =
            all.iter().rev().filter_map(|at| self.kind(*at)).find(|kind| matches!(kind, T::If | T::Then | T::Else));
        match choice {
            Some(T::If) if self.form == Form::Effect && here.kind == FrameKind::Whole => next.push(Follower::Colon),
            Some(T::If) => next.push(Follower::Then),
            Some(T::Then) => next.push(Follower::Else),
            _ => {}
        }
        next.push(Follower::Join);
        if !is_compared {
            next.push(Follower::Compare);
        }
        Slot::After(self.sum_before(frame, end), next)
    }
}
