//! The meaning of a word.

use std::fmt;
use std::ops::Range;

use super::super::lexer::{TokenKind, tokens};
use super::super::page;
use super::super::vocabulary::{FactInfo, GivenInfo, ValueType};
use super::cursor::Cursor;
use super::key::{ExpressionKey, Form};
use super::offers::{Offer, Offers};
use super::slot::Slot;
use super::{LONGEST, RuleHelper, RuleWordKind};

/// The meaning of a word of rules. Texts are empty where there is nothing to tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleWord {
    /// The bytes of the word in the text.
    pub range: Range<usize>,
    /// The kind.
    pub kind: RuleWordKind,
    /// The word as it is used, such as `hex.in-ezoc(side)`.
    pub usage: String,
    /// The meaning, such as `the ER of the unit`.
    pub meaning: String,
    /// The answers, such as `0 to 9` or `a side`.
    pub answer: String,
    /// The time when the answer changes, such as `with the turn`.
    pub changes: String,
    /// The people who know the answer, such as `both sides`.
    pub known: String,
    /// The values that expressions of the place can use.
    pub gives: String,
    /// The number of the rule.
    pub rule: String,
}

impl RuleWord {
    /// Returns a word that is used as it is.
    pub(super) fn new(kind: RuleWordKind, usage: impl Into<String>, meaning: impl Into<String>) -> Self {
        Self {
            range: 0..0,
            kind,
            usage: usage.into(),
            meaning: meaning.into(),
            answer: String::new(),
            changes: String::new(),
            known: String::new(),
            gives: String::new(),
            rule: String::new(),
        }
    }

    pub(super) fn answers(self, answer: impl Into<String>) -> Self {
        Self { answer: answer.into(), ..self }
    }

    pub(super) fn ruled(self, rule: &str) -> Self {
        Self { rule: rule.to_owned(), ..self }
    }

    pub(super) fn giving(self, given: &[GivenInfo]) -> Self {
        Self { gives: page::given(given), ..self }
    }

    /// Returns the word for a fact.
    pub(super) fn of_fact(fact: &FactInfo) -> Self {
        let usage = page::usage(fact.name, fact.subject, fact.parameters);
        let meaning = page::meaning(fact.phrase, fact.subject, fact.parameters);
        Self {
            answer: page::answer(fact),
            changes: page::changes(fact.stability).to_owned(),
            known: page::known(fact.knowledge).to_owned(),
            ..Self::new(RuleWordKind::Fact, usage, meaning).ruled(fact.rule)
        }
    }

    /// Returns the word for a given value.
    pub(super) fn of_given(given: &GivenInfo) -> Self {
        let answer = match (given.is_list, given.value) {
            (true, value) => format!("a list of {}", plural(value)),
            (false, ValueType::Number) => format!("{} to {}", given.least, given.most),
            (false, value) => value.described(),
        };
        let meaning = match given.phrase {
            "" => format!("the {}", given.name.replace('-', " ")),
            phrase => phrase.to_owned(),
        };
        Self::new(RuleWordKind::Given, given.name, meaning).answers(answer)
    }

    /// Returns the meaning and the number of the rule in one line.
    pub(super) fn detail(&self) -> String {
        let said = match (self.meaning.as_str(), self.answer.as_str()) {
            ("", answer) => answer.to_owned(),
            (meaning, "") => meaning.to_owned(),
            (meaning, answer) => format!("{meaning}: {answer}"),
        };
        if self.rule.is_empty() { said } else { format!("{said} ({})", self.rule) }
    }
}

impl fmt::Display for RuleWord {
    /// Writes all that there is to tell, in lines.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.usage, self.meaning)?;
        let lines = [
            ("answer", &self.answer),
            ("gives", &self.gives),
            ("changes", &self.changes),
            ("known to", &self.known),
            ("rule", &self.rule),
        ];
        for (label, text) in lines.into_iter().filter(|(_, text)| !text.is_empty()) {
            write!(f, "\n{label}: {text}")?;
        }
        Ok(())
    }
}

/// Returns the word for several things of a type.
fn plural(value: ValueType) -> String {
    match value {
        ValueType::Hex => "hexes".to_owned(),
        ValueType::Word(list) => list.plural.to_owned(),
        other => format!("{}s", other.word()),
    }
}

impl RuleHelper<'_> {
    /// Returns the meaning of the word at the byte `at` of `text`, the value at `key`.
    pub fn explain(&self, key: &ExpressionKey, text: &str, at: usize) -> Option<RuleWord> {
        let form = key.form()?;
        let given = key.given(self.vocabulary);
        let mut offers = Offers::new(self, self.scope(key, &given).lenient());
        if !form.is_expression() {
            offers.whole(form);
            let range = 0..text.len();
            return offers.found(text).map(|about| RuleWord { range, ..about });
        }
        if text.len() > LONGEST {
            return None;
        }
        let tokens = tokens(text, &mut Vec::new());
        let here = |token: &&super::super::lexer::Token| (token.span.start..=token.span.end).contains(&at);
        let mut here = tokens.iter().filter(here);
        // Between a word and a sign, the word counts.
        let is_word = |kind: TokenKind| {
            !matches!(
                kind,
                TokenKind::Open
                    | TokenKind::Close
                    | TokenKind::OpenList
                    | TokenKind::CloseList
                    | TokenKind::Comma
                    | TokenKind::Dot
                    | TokenKind::Range
                    | TokenKind::Colon
                    | TokenKind::Number(_)
                    | TokenKind::Strange
                    | TokenKind::End
            )
        };
        let token = here.find(|token| is_word(token.kind))?;
        let range = token.span.range();
        let word = text.get(range.clone())?;
        let about = match token.kind {
            TokenKind::Word => self.word(&mut offers, text, form, range.clone(), word)?,
            TokenKind::Hex => {
                let name = word.strip_prefix('@')?;
                let cell = self.names.hex(name)?;
                RuleWord::new(RuleWordKind::Hex, word, format!("the hex {name}")).answers(self.terrain_name(cell))
            }
            _ => {
                offers.keywords();
                offers.found(word)?
            }
        };
        Some(RuleWord { range, ..about })
    }

    /// Returns the meaning of a word that is no keyword.
    fn word(
        &self,
        offers: &mut Offers<'_>,
        text: &str,
        form: Form,
        range: Range<usize>,
        word: &str,
    ) -> Option<RuleWord> {
        let cursor = Cursor::new(text, range.end, form)?;
        if matches!(cursor.slot(), Slot::Quantity(_) | Slot::Free)
            && let Some(found) = variable(offers, text.get(range.end..)?, word)
        {
            return Some(found);
        }
        offers.at(&cursor);
        if offers.found(word).is_none() {
            // A word of another type than its place asks for, or an id whose type comes from what follows it.
            offers.everything();
        }
        offers.found(word)
    }

    /// Returns the name of the terrain in a hex.
    fn terrain_name(&self, cell: crate::Cell) -> String {
        let common = self.scenario.common();
        let letter = common.hexes().get(cell.column.into(), cell.row.into());
        let terrain = common.terrain();
        terrain
            .iter()
            .find(|terrain| Some(terrain.letter.0) == letter)
            .map_or_else(String::new, |it| it.name.to_owned())
    }
}

/// Returns the meaning of `word` before the text `after` if it names the values of a quantifier there.
fn variable(offers: &Offers<'_>, after: &str, word: &str) -> Option<RuleWord> {
    let source = after.trim_start().strip_prefix("in")?.trim_start();
    let source = source.split(|letter: char| !(letter.is_alphanumeric() || letter == '-')).next()?;
    let meaning = format!("{} of `{source}`", offers.element(source)?.described());
    Some(RuleWord::new(RuleWordKind::Variable, word, meaning))
}

impl Offers<'_> {
    /// Returns the meaning of `word`, if it is among the offers.
    pub(super) fn found(&self, word: &str) -> Option<RuleWord> {
        self.items.iter().find(|offer| offer.word == word).map(|offer: &Offer| offer.about.clone())
    }
}
