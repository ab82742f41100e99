//! Rules in rows for a game that begins with a position of another one: turns that count anew, counters, and events that happened.

use smol_str::SmolStr;

use super::lexer::{TokenKind, tokens};
use super::parser::MOST_LETTERS;
use super::print::{canonical, canonical_effect};
use super::rows::{RuleNumber, RuleRows};
use super::{CounterOwner, lexer::Token};

/// The part of a position that its rules in rows depend on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulesLeft {
    /// The number of turns by which turns count from later: 0 if they go on as they are.
    pub passed: u8,
    /// The numbers of each counter: one, or one for each owner.
    pub counters: Vec<Vec<i32>>,
    /// `true` for each event that happens once and has happened.
    pub done: Vec<bool>,
}

impl RulesLeft {
    /// Changes `rows`, all of a game in their order, to those of the later game. Returns what they cannot express, in sentences.
    pub(crate) fn keep(&self, rows: &mut RuleRows) -> Vec<String> {
        let mut lost = Vec::new();
        for (counter, numbers) in rows.counter.iter_mut().zip(&self.counters) {
            match (counter.of, numbers.as_slice()) {
                (CounterOwner::Game, [number]) => counter.start = *number,
                (_, numbers) if numbers.iter().any(|number| *number != counter.start) => {
                    lost.push(format!("The numbers of {} begin anew with {}.", counter.name, counter.start));
                }
                _ => {}
            }
        }
        for (event, done) in rows.event.iter_mut().zip(&self.done) {
            event.done = *done;
        }
        if self.passed > 0 {
            let mut tell = |name: &SmolStr| {
                lost.push(format!(
                    "The rule {name} asks for the turn, and its expression has no room for another number."
                ));
            };
            self.shift(rows, &mut tell);
        }
        lost
    }

    fn shift(&self, rows: &mut RuleRows, failed: &mut dyn FnMut(&SmolStr)) {
        let mut text = |name: &SmolStr, text: &mut SmolStr| self.shift_text(text).unwrap_or_else(|| failed(name));
        for row in &mut rows.define {
            text(&row.id, &mut row.is);
        }
        for row in &mut rows.modifier {
            row.when.iter_mut().for_each(|when| text(&row.name, when));
            for number in [&mut row.add, &mut row.at_least, &mut row.at_most].into_iter().flatten() {
                if let RuleNumber::Expression(number) = number {
                    text(&row.name, number);
                }
            }
        }
        rows.forbid.iter_mut().for_each(|row| row.when.iter_mut().for_each(|when| text(&row.name, when)));
        rows.allow.iter_mut().for_each(|row| row.when.iter_mut().for_each(|when| text(&row.name, when)));
        for row in &mut rows.event {
            row.when.iter_mut().for_each(|when| text(&row.name, when));
            row.effects.iter_mut().for_each(|effect| text(&row.name, effect));
        }
        for row in &mut rows.score {
            row.when.iter_mut().for_each(|when| text(&row.name, when));
            if let RuleNumber::Expression(points) = &mut row.points {
                text(&row.name, points);
            }
        }
        rows.win.iter_mut().for_each(|row| row.when.iter_mut().for_each(|when| text(&row.name, when)));
        rows.table.iter_mut().for_each(|row| row.when.iter_mut().for_each(|when| text(&row.name, when)));
    }

    /// Writes `turn` as a later turn; `None` if there is no room for it.
    fn shift_text(&self, text: &mut SmolStr) -> Option<()> {
        let all = tokens(text, &mut Vec::new());
        let mut later = String::with_capacity(text.len() + 16);
        let mut end = 0;
        for (index, token) in all.iter().enumerate() {
            if is_turn(text, &all, index) {
                later.push_str(text.get(end..token.span.start)?);
                later.push_str(&format!("(turn + {})", self.passed));
                end = token.span.end;
            }
            if token.kind == TokenKind::End {
                break;
            }
        }
        if end == 0 {
            return Some(());
        }
        later.push_str(text.get(end..)?);
        let later = canonical(&later).or_else(|| canonical_effect(&later))?;
        if later.chars().count() > MOST_LETTERS {
            return None;
        }
        *text = later.into();
        Some(())
    }
}

/// Returns `true` if the token is the number of the turn, and not the beginning of a longer word such as `turn.kind`.
fn is_turn(text: &str, all: &[Token], index: usize) -> bool {
    let kind = |index: Option<usize>| index.and_then(|index| all.get(index)).map(|token| token.kind);
    let word = all.get(index).filter(|token| token.kind == TokenKind::Word);
    word.is_some_and(|token| text.get(token.span.range()) == Some("turn"))
        && kind(index.checked_sub(1)) != Some(TokenKind::Dot)
        && kind(index.checked_add(1)) != Some(TokenKind::Dot)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::rows::{CounterRow, EventRow, WinRow};
    use crate::rule::{RowKind, WinTime};

    fn row<T: serde::de::DeserializeOwned>(text: &str) -> T {
        toml::from_str(text).unwrap()
    }

    fn rows() -> RuleRows {
        let counter: CounterRow = row("id = \"dust\"\nname = \"Dust\"\nof = \"game\"\nmost = 9");
        let fires: CounterRow = row("id = \"fires\"\nname = \"Fires\"\nof = \"unit\"\nmost = 9");
        let event: EventRow =
            row("id = \"e\"\nname = \"E\"\non = \"turn-begins\"\nwhen = \"turn in 2..4 and turn.kind == dusk\"\n\
             do = [\"if turn >= 3: counter(dust) += turn\"]\nonce = true");
        let win: WinRow = row("id = \"w\"\nname = \"W\"\nside = \"german\"\nat = \"turn-end\"\nwhen = \"turn == 4\"");
        RuleRows { counter: vec![counter, fires], event: vec![event], win: vec![win], ..RuleRows::default() }
    }

    #[test]
    fn turns_count_on_counters_stand_and_what_happened_stays_so() {
        let mut rows = rows();
        let left = RulesLeft { passed: 2, counters: vec![vec![3], vec![0, 1]], done: vec![true] };
        assert_eq!(left.keep(&mut rows), ["The numbers of Fires begin anew with 0."]);
        assert_eq!(rows.counter[0].start, 3);
        assert!(rows.event[0].done);
        assert_eq!(rows.event[0].when.as_deref(), Some("turn + 2 in 2..4 and turn.kind == dusk"));
        assert_eq!(rows.event[0].effects, ["if turn + 2 >= 3: counter(dust) += turn + 2"]);
        assert_eq!(rows.win[0].when.as_deref(), Some("turn + 2 == 4"));
        assert_eq!((rows.win[0].at, RowKind::Win.list()), (WinTime::TurnEnd, "win"));
    }

    #[test]
    fn rows_of_turns_that_go_on_keep_their_texts() {
        let mut rows = rows();
        assert!(RulesLeft::default().keep(&mut rows).is_empty());
        assert_eq!(rows, self::rows());
    }

    #[test]
    fn a_text_without_room_is_told() {
        let mut rows = rows();
        let long = format!("turn == 1{}", " or turn == 2".repeat(30));
        rows.win[0].when = Some(long.as_str().into());
        let lost = RulesLeft { passed: 9, ..RulesLeft::default() }.keep(&mut rows);
        assert_eq!(lost, ["The rule W asks for the turn, and its expression has no room for another number."]);
        assert_eq!(rows.win[0].when.as_deref(), Some(long.as_str()));
    }
}
