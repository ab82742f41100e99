//! Checked values with their types and bounds.

use super::super::term::Term;
use super::super::vocabulary::ValueType;

/// A checked value.
#[derive(Clone, Debug)]
pub(super) struct Typed {
    pub(super) term: Term,
    /// The type; `None` after an error that has been reported.
    pub(super) value: Option<ValueType>,
    /// The least value of a number; 1 for what is always yes.
    pub(super) least: i64,
    /// The greatest value of a number; 0 for what is always no.
    pub(super) most: i64,
    /// The greatest number of steps.
    pub(super) cost: u32,
}

impl Typed {
    /// Returns a value after an error.
    pub(super) fn unknown() -> Self {
        Self { term: Term::Constant(0), value: None, least: 0, most: 0, cost: 0 }
    }

    /// Returns a value that is no number.
    pub(super) fn of(term: Term, value: ValueType, cost: u32) -> Self {
        Self { term, value: Some(value), least: 0, most: 1, cost }
    }

    /// Returns a number from `least` to `most`, or a condition that is not decided.
    pub(super) fn bounded(term: Term, value: ValueType, least: i64, most: i64, cost: u32) -> Self {
        Self { term, value: Some(value), least, most, cost }
    }

    /// Returns the constant `number` of a type.
    pub(super) fn constant(number: i32, value: ValueType) -> Self {
        let exact = i64::from(number);
        Self { term: Term::Constant(number), value: Some(value), least: exact, most: exact, cost: 1 }
    }

    /// Returns `true` unless an error was reported.
    pub(super) fn is_known(&self) -> bool {
        self.value.is_some()
    }
}

impl ValueType {
    /// Returns the word for the type, such as `unit`, which is also the name of the subject of a definition.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::YesNo => "condition",
            Self::Word(list) => list.name,
            Self::Side => "side",
            Self::Hex => "hex",
            Self::Unit => "unit",
            Self::Formation => "formation",
            Self::Place => "place",
        }
    }

    /// Returns the type of the subject of a definition with this word; `None` for another word.
    pub(crate) fn of_subject(word: &str) -> Option<Self> {
        Self::SUBJECTS.into_iter().find(|value| value.word() == word)
    }

    /// The types that a definition can be about.
    const SUBJECTS: [Self; 5] = [Self::Unit, Self::Hex, Self::Side, Self::Formation, Self::Place];

    /// Returns the type with an article, such as `a unit`.
    pub(crate) fn described(self) -> String {
        match self {
            Self::YesNo => "yes or no".to_owned(),
            other => with_article(other.word()),
        }
    }
}

/// Returns a noun with its article.
pub(super) fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
    format!("{article} {noun}")
}

/// Returns a number with commas between thousands.
pub(super) fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut text = String::with_capacity(digits.len() + 4);
    if number < 0 {
        text.push('-');
    }
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns the remedy for a value `text` of the type `found` in the place of one of the type `wanted`, with the text that mends it.
pub(super) fn remedy(text: &str, found: ValueType, wanted: ValueType) -> Option<(String, Option<String>)> {
    use ValueType as V;
    let with = |mended: String| Some((format!("write `{mended}`"), Some(mended)));
    match (found, wanted) {
        (V::Unit, V::Hex) => with(format!("{text}.hex")),
        (V::Unit, V::Side) => with(format!("{text}.side")),
        (V::Unit, V::Formation) => with(format!("{text}.formation")),
        (V::YesNo, V::Number) => with(format!("(if {text} then 1 else 0)")),
        (V::Number, V::YesNo) => Some((format!("compare it, such as `{text} > 3`"), None)),
        (V::Unit, V::YesNo) => Some((format!("compare it, such as `{text} == …`, or ask `{text} has guard`"), None)),
        (V::Hex, V::YesNo) => Some((format!("compare it, such as `{text} == …`, or ask `{text} has woods`"), None)),
        (_, V::YesNo) => Some((format!("compare it, such as `{text} == …`"), None)),
        _ => None,
    }
}
