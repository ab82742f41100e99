//! Checked rules as English sentences, made from the phrases of the vocabulary.

mod rows;
#[cfg(test)]
mod tests;
mod values;

use std::cell::Cell as StdCell;

use super::CheckedRules;
use super::term::{Comparison, Quantifier, Quantity, Term, TermSource};
use super::vocabulary::{CommonFact, FactInfo, GivenInfo, ValueType, Vocabulary};
use crate::{Common, Scenario};

/// Says expressions and rows of a scenario in words.
pub struct RuleSpeaker<'s> {
    vocabulary: &'static Vocabulary,
    common: &'s dyn Common,
    rules: &'s CheckedRules,
}

impl<'s> RuleSpeaker<'s> {
    /// Returns the speaker for the checked rules of `scenario`.
    pub fn new(scenario: &'s Scenario, rules: &'s CheckedRules) -> Self {
        Self { vocabulary: scenario.system().vocabulary(), common: scenario.common(), rules }
    }

    /// Returns a condition in words, such as `the defender has the tag guard and its hex is defensible`.
    pub fn condition(&self, term: &Term, given: &[GivenInfo]) -> String {
        self.within(given).condition(term)
    }

    /// Returns a number or another value in words.
    pub fn value(&self, term: &Term, given: &[GivenInfo]) -> String {
        self.within(given).value(term)
    }

    fn within<'a>(&'a self, given: &'a [GivenInfo]) -> Sayer<'a> {
        Sayer { of: self, given, topic: StdCell::new(None), nested: StdCell::new(false) }
    }
}

/// The words within one expression.
struct Sayer<'a> {
    of: &'a RuleSpeaker<'a>,
    given: &'a [GivenInfo],
    /// The given value that `it` means, by its number.
    topic: StdCell<Option<u8>>,
    /// `true` if a quantifier stands within another.
    nested: StdCell<bool>,
}

impl Sayer<'_> {
    /// Says a condition.
    fn condition(&self, term: &Term) -> String {
        match term {
            Term::Constant(0) => "never".to_owned(),
            Term::Constant(_) => "always".to_owned(),
            Term::And(parts) => self.joined(parts, "and"),
            Term::Or(parts) => match self.listed(parts) {
                Some((subject, words)) => format!("{} is {words}", self.value(subject)),
                None => self.joined(parts, "or"),
            },
            Term::Not(of) => self.negated(of),
            Term::Compare(comparison, sides) => self.compared(*comparison, sides),
            Term::Same(sides) => {
                let [left, right] = &**sides;
                format!("{} is {}", self.value(left), self.value_like(right, left))
            }
            Term::InRange(of, least, most) => format!("{} is {least} to {most}", self.value(of)),
            Term::HasTag(tag, of) => format!("{} has the tag {}", self.value(of), self.tag(*tag)),
            Term::HasTerrain(terrain, of) => format!("{} has {}", self.value(of), self.terrain(*terrain)),
            Term::HasEdge(edge, sides) => self.edge(*edge, sides, "a"),
            Term::Over(over) => self.quantified(over),
            Term::If(parts) => {
                let [condition, then, other] = &**parts;
                let (then, other) = (self.condition(then), self.condition(other));
                format!("{then} if {}, and otherwise {other}", self.condition(condition))
            }
            Term::Given(at) => match self.given.get(usize::from(*at)) {
                Some(given) if given.phrase.is_empty() => format!("it is so that: {}", spaced(given.name)),
                Some(given) => given.phrase.to_owned(),
                None => String::new(),
            },
            other => self.value(other),
        }
    }

    /// Joins conditions. What one of them is about is `it` in the next one.
    fn joined(&self, parts: &[Term], word: &str) -> String {
        let outer = self.topic.get();
        let mut said = Vec::with_capacity(parts.len());
        for part in parts {
            let text = self.condition(part);
            said.push(match part {
                Term::Or(_) if word == "and" && self.listed_of(part).is_none() => format!("either {text}"),
                _ => text,
            });
            self.topic.set(self.subject(part).or(outer));
        }
        self.topic.set(outer);
        crate::words::listed(said.into_iter(), word)
    }

    /// Says that a condition does not hold.
    fn negated(&self, term: &Term) -> String {
        match term {
            Term::Constant(0) => "always".to_owned(),
            Term::Constant(_) => "never".to_owned(),
            Term::Not(of) => self.condition(of),
            Term::Same(sides) => {
                let [left, right] = &**sides;
                format!("{} is not {}", self.value(left), self.value_like(right, left))
            }
            Term::Compare(comparison, sides) => self.compared(opposite(*comparison), sides),
            Term::InRange(of, least, most) => format!("{} is not {least} to {most}", self.value(of)),
            Term::HasTag(tag, of) => format!("{} does not have the tag {}", self.value(of), self.tag(*tag)),
            Term::HasTerrain(terrain, of) => {
                format!("{} does not have {}", self.value(of), self.terrain(*terrain))
            }
            Term::HasEdge(edge, sides) => self.edge(*edge, sides, "no"),
            Term::Or(parts) => match self.listed(parts) {
                Some((subject, words)) => format!("{} is not {words}", self.value(subject)),
                None => format!("it is not so that {}", self.condition(term)),
            },
            Term::Common(..) | Term::Fact(..) => {
                let said = self.condition(term);
                let verb = [" is ", " has ", " are ", " have "].into_iter().find(|verb| said.contains(verb));
                match verb {
                    Some(verb) => said.replacen(verb, &format!("{verb}not "), 1),
                    None => format!("it is not so that {said}"),
                }
            }
            Term::Over(over) if over.quantity == Quantity::Any => self.over_each("for none of", over),
            other => format!("it is not so that {}", self.condition(other)),
        }
    }

    fn compared(&self, comparison: Comparison, sides: &[Term; 2]) -> String {
        let [left, right] = sides;
        let verb = match comparison {
            Comparison::Equal => "is",
            Comparison::NotEqual => "is not",
            Comparison::Less => "is less than",
            Comparison::AtMost => "is at most",
            Comparison::Greater => "is more than",
            Comparison::AtLeast => "is at least",
        };
        if let (Term::Common(CommonFact::UnitSide, of), Term::Constant(_)) = (left, right)
            && let [unit] = of.as_slice()
        {
            let belongs = if comparison == Comparison::Equal { "belongs" } else { "does not belong" };
            return format!("{} {belongs} to {}", self.value(unit), self.value_like(right, left));
        }
        if self.type_of(left) == Some(ValueType::YesNo)
            && let Term::Constant(answer) = right
        {
            let holds = (*answer == 1) == (comparison == Comparison::Equal);
            return if holds { self.condition(left) } else { self.negated(left) };
        }
        format!("{} {verb} {}", self.value_like(left, right), self.value_like(right, left))
    }

    fn edge(&self, edge: u16, sides: &[Term; 2], article: &str) -> String {
        let [one, other] = sides;
        let word = self.of.rules.edges.get(usize::from(edge)).map_or("", |(word, _)| word);
        format!("there is {article} {word} between {} and {}", self.value(one), self.value(other))
    }

    /// Returns the subject and the words of a list of alternatives, such as `cavalry or infantry`.
    fn listed<'t>(&self, parts: &'t [Term]) -> Option<(&'t Term, String)> {
        let mut subject = None;
        let mut words = Vec::with_capacity(parts.len());
        for part in parts {
            let (Term::Compare(Comparison::Equal, sides) | Term::Same(sides)) = part else { return None };
            let [left, right] = &**sides;
            if *subject.get_or_insert(left) != left {
                return None;
            }
            words.push(self.value_like(right, left));
        }
        Some((subject?, crate::words::listed(words.into_iter(), "or")))
    }

    fn listed_of<'t>(&self, term: &'t Term) -> Option<(&'t Term, String)> {
        match term {
            Term::Or(parts) => self.listed(parts),
            _ => None,
        }
    }

    /// Says a quantifier that answers yes or no.
    fn quantified(&self, over: &Quantifier) -> String {
        match (over.quantity, &over.condition) {
            (Quantity::Any, None) => format!("there are some of {}", self.source(&over.source)),
            (Quantity::Any, Some(_)) => self.over_each("for one of", over),
            (Quantity::All, Some(_)) => self.over_each("for each of", over),
            _ => self.value_of_quantity(over),
        }
    }

    fn over_each(&self, words: &str, over: &Quantifier) -> String {
        let source = self.source(&over.source);
        let condition = over.condition.as_ref().map_or_else(String::new, |condition| self.inside(over, condition));
        if condition.is_empty() { format!("{words} {source}") } else { format!("{words} {source}, {condition}") }
    }

    /// Says a condition about the values of a quantifier.
    fn inside(&self, over: &Quantifier, condition: &Term) -> String {
        let (topic, nested) = (self.topic.take(), self.nested.get());
        let mut has_inner = false;
        condition.each(&mut |term| has_inner |= matches!(term, Term::Over(_)));
        self.nested.set(nested || has_inner || over.variable > 0);
        let said = self.condition(condition);
        self.topic.set(topic);
        self.nested.set(nested);
        said
    }

    /// Returns the given value that a condition is about.
    fn subject(&self, term: &Term) -> Option<u8> {
        match term {
            Term::Given(at) => {
                let value = self.given.get(usize::from(*at))?.value;
                matches!(value, ValueType::Unit | ValueType::Hex).then_some(*at)
            }
            Term::Common(_, of) | Term::Fact(_, of) => self.subject(of.first()?),
            Term::Not(of) | Term::HasTag(_, of) | Term::HasTerrain(_, of) | Term::InRange(of, ..) => self.subject(of),
            Term::Compare(_, sides) | Term::Same(sides) => self.subject(sides.first()?),
            Term::And(parts) | Term::Or(parts) => self.subject(parts.first()?),
            _ => None,
        }
    }

    fn tag(&self, tag: u16) -> &str {
        self.of.rules.tags.get(usize::from(tag)).map_or("", |(word, _)| word)
    }

    fn terrain(&self, terrain: u16) -> String {
        self.of.rules.terrains.get(usize::from(terrain)).map_or_else(String::new, |(word, _)| spaced(word))
    }

    /// Returns the description of the fact of a term.
    fn fact(&self, term: &Term) -> Option<FactInfo> {
        match term {
            Term::Common(fact, _) => Some(fact.info(self.of.vocabulary)),
            Term::Fact(number, _) => self.of.vocabulary.facts.get(usize::from(*number)).copied(),
            _ => None,
        }
    }

    /// Says the source of a quantifier.
    fn source(&self, source: &TermSource) -> String {
        match source {
            TermSource::AllUnits => "all units".to_owned(),
            TermSource::Units(hex) => format!("the units in {}", self.value(hex)),
            TermSource::UnitsOf(formation) => {
                format!("the units of {}", self.value_as(formation, ValueType::Formation))
            }
            TermSource::Neighbors(hex) => format!("the hexes next to {}", self.value(hex)),
            TermSource::Within(hex, far) => format!("the hexes within {far} of {}", self.value(hex)),
            TermSource::Given(at) => match self.given.get(usize::from(*at)) {
                Some(given) if given.phrase.is_empty() => format!("the {}", spaced(given.name)),
                Some(given) => given.phrase.to_owned(),
                None => String::new(),
            },
            TermSource::System(number, of) => {
                let Some(info) = self.of.vocabulary.sources.get(usize::from(*number)) else { return String::new() };
                self.filled(info.phrase, of, info.parameters)
            }
        }
    }
}

/// Returns the comparison that holds where this one does not.
fn opposite(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Equal => Comparison::NotEqual,
        Comparison::NotEqual => Comparison::Equal,
        Comparison::Less => Comparison::AtLeast,
        Comparison::AtMost => Comparison::Greater,
        Comparison::Greater => Comparison::AtMost,
        Comparison::AtLeast => Comparison::Less,
    }
}

/// Returns a word of the file as words.
fn spaced(word: &str) -> String {
    word.replace('-', " ")
}
