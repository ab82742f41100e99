//! The words and signs that go on after a value.

use super::super::vocabulary::ValueType;
use super::cursor::Cursor;
use super::offers::Offers;
use super::slot::Follower;

impl Offers<'_> {
    /// Offers what goes on after the value of `text`.
    pub(super) fn after(&mut self, cursor: &Cursor<'_>, text: &str, next: &[Follower]) {
        let is_edge = text.starts_with("edge") && text.ends_with(')');
        let value = if is_edge || text.is_empty() { None } else { self.type_of(text) };
        for follower in next {
            let words: &[&str] = match follower {
                Follower::Join if is_edge => &[],
                Follower::Join
                    if value.is_none_or(|value| value == ValueType::YesNo) || !next.contains(&Follower::Compare) =>
                {
                    &["and", "or"]
                }
                Follower::Join => &[],
                Follower::Compare if is_edge => &["has"],
                Follower::Compare => match value {
                    Some(ValueType::Number) => &["==", "!=", "<", "<=", ">", ">=", "in", "not in", "+", "-", "*"],
                    Some(ValueType::Unit | ValueType::Hex) => &["has", "==", "!=", "in", "not in"],
                    Some(ValueType::YesNo) => &["==", "!="],
                    Some(_) => &["==", "!=", "in", "not in"],
                    None => &[],
                },
                Follower::Then => &["then"],
                Follower::Else => &["else"],
                Follower::Colon => &[":"],
                Follower::In => &["in"],
                Follower::For => &["for"],
                Follower::Where => &["where"],
                Follower::Change => self.changes(cursor),
            };
            for word in words {
                self.keyword(word);
            }
        }
    }

    /// Returns the signs that change the number of the effect before the cursor; none for what happens.
    fn changes(&self, cursor: &Cursor<'_>) -> &'static [&'static str] {
        let words = (0..).map(|at| cursor.word(at)).take_while(|word| !word.is_empty());
        let effects = self.scope.vocabulary.effects;
        let named = words.filter(|word| *word == "counter" || effects.iter().any(|effect| effect.name == *word)).last();
        let happens = effects.iter().any(|effect| Some(effect.name) == named && effect.number.is_none());
        if named.is_none() || happens { &[] } else { &["+=", "-=", "="] }
    }
}
