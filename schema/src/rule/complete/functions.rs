//! The words and signs of the language, with their meaning.

use super::super::resolve::FARTHEST;
use super::super::vocabulary::ValueType;
use super::RuleWordKind;
use super::explain::RuleWord;

/// A word of the language.
pub(super) struct Function {
    pub(super) name: &'static str,
    /// The word as it is used.
    pub(super) usage: &'static str,
    pub(super) meaning: &'static str,
    /// The type of the answer.
    pub(super) value: ValueType,
    pub(super) needs_hexes: bool,
}

/// The words with brackets that answer.
pub(super) const FUNCTIONS: [Function; 12] = {
    const fn number(name: &'static str, usage: &'static str, meaning: &'static str) -> Function {
        Function { name, usage, meaning, value: ValueType::Number, needs_hexes: false }
    }
    const fn answer(name: &'static str, usage: &'static str, meaning: &'static str) -> Function {
        Function { name, usage, meaning, value: ValueType::YesNo, needs_hexes: false }
    }
    [
        answer("any", "any(u in SOURCE where …)", "whether the condition holds for one of them"),
        answer("all", "all(u in SOURCE where …)", "whether the condition holds for all of them"),
        number("count", "count(u in SOURCE where …)", "for how many the condition holds"),
        number("sum", "sum(NUMBER for u in SOURCE where …)", "the sum of a number of each of them"),
        number("least", "least(2, x)", "the least of two numbers or more, or of a number of each of some values"),
        number("most", "most(2, x)", "the greatest of two numbers or more, or of a number of each of some values"),
        number("half-up", "half-up(x)", "half, rounded up"),
        number("half-down", "half-down(x)", "half, rounded down"),
        number("ceil-div", "ceil-div(x, 3)", "the quotient, rounded up"),
        number("floor-div", "floor-div(x, 3)", "the quotient, rounded down"),
        number("counter", "counter(id)", "the number of a counter"),
        Function { needs_hexes: true, ..answer("edge", "edge(hex, hex) has WORD", "what lies between two hexes") },
    ]
};

/// The words and signs between and around values.
const SIGNS: [(&str, &str); 27] = [
    ("and", "both hold"),
    ("or", "at least one of them holds"),
    ("not", "it does not hold"),
    ("if", "one of two values, by a condition: if … then … else …"),
    ("then", "the value if the condition holds"),
    ("else", "the value if it does not hold"),
    ("in", "is one of a list or in a range, as in [a, b] or 1..3; in a quantifier, comes from a source"),
    ("has", "has a tag, a terrain, or a feature between two hexes"),
    ("for", "the number of each value stands before it"),
    ("where", "only those that meet the condition"),
    ("==", "is"),
    ("!=", "is not"),
    ("<", "is less than"),
    ("<=", "is at most"),
    (">", "is more than"),
    (">=", "is at least"),
    ("+", "plus"),
    ("-", "minus"),
    ("*", "times"),
    ("=", "becomes"),
    ("+=", "grows by"),
    ("-=", "shrinks by"),
    (":", "what happens if the condition holds"),
    ("yes", "what holds"),
    ("no", "what does not hold"),
    ("@", "a hex, such as @0101"),
    ("unit", "once for each unit in play, in the order of battle"),
];

/// The sources of all systems: the usage, the type of the values and the meaning.
pub(super) const SOURCES: [(&str, &str, ValueType, &str); 5] = [
    ("all-units", "all-units", ValueType::Unit, "all units in play"),
    ("units", "units(hex)", ValueType::Unit, "the units in the hex"),
    ("units-of", "units-of(formation)", ValueType::Unit, "the units of the formation in play"),
    ("neighbors", "neighbors(hex)", ValueType::Hex, "the hexes next to the hex"),
    ("within", "within(hex, 3)", ValueType::Hex, "the hexes at most so far away, itself included"),
];

/// Returns the meaning of a source of all systems.
pub(super) fn source(name: &str) -> Option<RuleWord> {
    let (_, usage, element, meaning) = SOURCES.iter().find(|(known, ..)| *known == name)?;
    let meaning = if name == "within" { format!("{meaning}; {FARTHEST} at most") } else { (*meaning).to_owned() };
    Some(RuleWord::new(RuleWordKind::Source, *usage, meaning).answers(element.described()))
}

/// Returns the meaning of a word or a sign of the language.
pub(super) fn keyword(word: &str) -> RuleWord {
    let meaning = SIGNS.iter().find(|(known, _)| *known == word).map_or("", |(_, meaning)| meaning);
    RuleWord::new(RuleWordKind::Keyword, word, meaning)
}

/// Returns all words and signs between and around values.
pub(super) fn signs() -> impl Iterator<Item = &'static str> {
    SIGNS.iter().map(|(word, _)| *word)
}
