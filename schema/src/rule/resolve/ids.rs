//! Single words: given values, definitions and facts, then the ids and words of the type that is expected.

use super::super::syntax::{Expr, ExprKind, Word};
use super::super::term::Term;
use super::super::vocabulary::ValueType;
use super::Checker;
use super::facts::FactRef;
use super::tree::Expected;
use super::value::Typed;
use crate::rule::findings::{RULE_SYNTAX, RULE_TYPE};
use crate::rule::problem::RuleProblem;
use crate::rule::scope::UsedKind;
use crate::rule::syntax::Name;

/// The value of what is not there: the engine takes no two of them for the same, and all answers about it are no, 0 or nothing.
const NOTHING: i32 = -1;

impl Checker<'_> {
    /// Checks a single word.
    pub(super) fn word(&mut self, word: &Word, expected: Expected<'_>) -> Typed {
        if word.text.is_empty() {
            return Typed::unknown();
        }
        if let Some(found) = self.plain(word) {
            return found;
        }
        match expected {
            Some((value, because)) => self.id(word, value).unwrap_or_else(|| self.no_id(word, value, because)),
            None => self.no_word(word),
        }
    }

    /// Returns the value of a word that has a meaning without a type: a given value, a definition, or a fact.
    fn plain(&mut self, word: &Word) -> Option<Typed> {
        let text = word.text.as_str();
        let hidden = self.within.last().map_or(0, |within| within.hidden);
        let slot = self.bound.iter().skip(hidden).rposition(|(name, _)| name == text).map(|at| at + hidden);
        if let Some((slot, (_, value))) = slot.and_then(|slot| Some((slot, self.bound.get(slot)?))) {
            return Some(Typed::of(Term::Bound(slot as u8), *value, 1));
        }
        match self.within.last() {
            Some(within) => {
                if let Some(subject) = &within.subject
                    && subject.value.is_some_and(|value| value.word() == text)
                {
                    let subject = subject.clone();
                    let parts = size(&subject.term);
                    return Some(if self.count(parts) { subject } else { Typed::unknown() });
                }
            }
            None => {
                if let Some(at) = self.scope.given.iter().position(|given| given.name == text) {
                    return self.given(at, word);
                }
            }
        }
        if let Some(answer) = ["no", "yes"].iter().position(|answer| *answer == text) {
            return Some(Typed::constant(answer as i32, ValueType::YesNo));
        }
        let name = Name { word: word.clone(), arguments: None, span: word.span };
        if let Some(number) = self.scope.defines.iter().position(|define| define.id == text) {
            return Some(self.use_define(number, &name));
        }
        let (fact, info) = self.find_fact(None, text)?;
        Some(self.ask((fact, info), None, &name, word.span))
    }

    fn given(&mut self, at: usize, word: &Word) -> Option<Typed> {
        let given = *self.scope.given.get(at)?;
        if given.is_list {
            let message =
                format!("`{}` is a source, which stands only inside `any`, `all`, `count` and so on", given.name);
            let problem = RuleProblem::new(&RULE_TYPE, word.span.range(), message);
            self.report(problem.help(format!("write `any(u in {} where …)`", given.name)));
            return Some(Typed::unknown());
        }
        let term = Term::Given(at as u8);
        Some(match given.value {
            ValueType::Number => {
                Typed::bounded(term, ValueType::Number, i64::from(given.least), i64::from(given.most), 1)
            }
            value => Typed::of(term, value, 1),
        })
    }

    /// Returns `true` for a single word that takes its type from what stands beside it.
    pub(super) fn is_open(&self, tree: &Expr) -> bool {
        let ExprKind::Name(Name { word, arguments: None, .. }) = &tree.kind else { return false };
        !self.is_plain(&word.text)
    }

    /// Returns `true` for a word that has a meaning without a type.
    pub(super) fn is_plain(&self, text: &str) -> bool {
        self.plain_words().any(|word| word == text)
    }

    /// Returns the words that have a meaning without a type.
    pub(super) fn plain_words(&self) -> impl Iterator<Item = &str> + Clone {
        let within = self.within.last();
        let hidden = within.map_or(0, |within| within.hidden);
        let given = if within.is_some() { &[] } else { self.scope.given };
        let subject = within.and_then(|within| within.subject.as_ref()?.value).map(ValueType::word);
        let facts = self.facts().filter(|(_, info)| info.subject.is_none() && !info.name.contains('.'));
        given
            .iter()
            .map(|given| given.name)
            .chain(subject)
            .chain(self.bound.iter().skip(hidden).map(|(name, _)| name.as_str()))
            .chain(self.scope.defines.iter().map(|define| define.id.as_str()))
            .chain(facts.map(|(_, info)| info.name))
            .chain(["yes", "no"])
    }

    /// Returns the value of a word of a type.
    pub(super) fn id(&mut self, word: &Word, value: ValueType) -> Option<Typed> {
        let number = self.number_of(&word.text, value)?;
        if let Some(kind) = used_kind(value) {
            self.uses(kind, word.span, &word.text);
        }
        Some(Typed::constant(number, value))
    }

    /// Returns the number of a word of a type.
    pub(super) fn number_of(&self, text: &str, value: ValueType) -> Option<i32> {
        let at = match value {
            ValueType::Word(list) => list.words.iter().position(|word| *word == text),
            ValueType::Number | ValueType::YesNo | ValueType::Hex => None,
            other => self.ids(other).iter().position(|id| id == text),
        };
        let number = at.and_then(|at| i32::try_from(at).ok());
        number.or_else(|| self.scope.names.is_gone(text, value).then_some(NOTHING))
    }

    /// Returns the ids of a type.
    pub(super) fn ids(&self, value: ValueType) -> &[smol_str::SmolStr] {
        let names = self.scope.names;
        match value {
            ValueType::Side => &names.sides,
            ValueType::Unit => &names.units,
            ValueType::Formation => &names.formations,
            ValueType::Place => &names.places,
            ValueType::Number | ValueType::YesNo | ValueType::Hex | ValueType::Word(_) => &[],
        }
    }

    /// Returns the type of a word, if one has such a word.
    pub(super) fn meaning(&self, text: &str) -> Option<ValueType> {
        let vocabulary = self.scope.vocabulary;
        let lists = [vocabulary.kinds, vocabulary.phases].into_iter().chain(vocabulary.lists.iter().copied());
        let ids = [ValueType::Side, ValueType::Unit, ValueType::Formation, ValueType::Place];
        ids.into_iter().chain(lists.map(ValueType::Word)).find(|value| self.number_of(text, *value).is_some())
    }

    /// Checks a single word that nothing beside it gives a type to.
    pub(super) fn guessed(&mut self, tree: &Expr) -> Typed {
        let ExprKind::Name(Name { word, arguments: None, .. }) = &tree.kind else { return Typed::unknown() };
        let meaning = self.meaning(&word.text);
        match meaning.and_then(|value| self.id(word, value)) {
            Some(found) => found,
            None => self.no_word(word),
        }
    }

    /// Gives a name to the values of a quantifier.
    pub(super) fn bind(&mut self, variable: &Word, value: ValueType) {
        let text = variable.text.as_str();
        if !text.is_empty() && self.is_plain(text) {
            let message = format!("`{text}` has a meaning here already");
            let problem = RuleProblem::new(&RULE_SYNTAX, variable.span.range(), message);
            self.report(problem.help("give the values of the source another name, such as `u`"));
        }
        self.bound.push((variable.text.clone(), value));
    }

    /// Returns the fact that two words with a dot between them name, such as `turn.kind`.
    pub(super) fn dotted(&self, of: &Expr, name: &Name) -> Option<(FactRef, crate::rule::vocabulary::FactInfo)> {
        let ExprKind::Name(Name { word, arguments: None, .. }) = &of.kind else { return None };
        self.find_fact(None, &format!("{}.{}", word.text, name.word.text))
    }
}

/// Returns the number of parts of a term.
fn size(term: &Term) -> usize {
    match term {
        Term::Common(_, parts) | Term::Fact(_, parts) => 1 + parts.iter().map(size).sum::<usize>(),
        Term::If(parts) => 1 + parts.iter().map(size).sum::<usize>(),
        _ => 1,
    }
}

/// Returns the kind of name that an id of a type is.
fn used_kind(value: ValueType) -> Option<UsedKind> {
    match value {
        ValueType::Side => Some(UsedKind::Side),
        ValueType::Unit => Some(UsedKind::Unit),
        ValueType::Formation => Some(UsedKind::Formation),
        ValueType::Place => Some(UsedKind::Place),
        ValueType::Number | ValueType::YesNo | ValueType::Hex | ValueType::Word(_) => None,
    }
}
