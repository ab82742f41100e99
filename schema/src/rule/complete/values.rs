//! The words for values: things that are given, questions, ids and functions.

use smol_str::SmolStr;

use super::super::vocabulary::{GivenInfo, ValueType};
use super::explain::RuleWord;
use super::functions::FUNCTIONS;
use super::offers::{Offers, called};
use super::{MOST_OFFERS, RuleHelper, RuleWordKind};

/// The greatest number of hexes that are offered.
const MOST_HEXES: usize = 200;

impl Offers<'_> {
    pub(super) fn function(&mut self, name: &str) {
        let Some(function) = FUNCTIONS.iter().find(|function| function.name == name) else { return };
        let about =
            RuleWord::new(RuleWordKind::Function, function.usage, function.meaning).answers(function.value.described());
        self.offer(name, format!("{name}("), about);
    }

    /// Offers the words with brackets that answer with a value of the type, or all of them.
    pub(super) fn functions(&mut self, value: Option<ValueType>) {
        let has_hexes = self.scope.vocabulary.has_hexes;
        for function in &FUNCTIONS {
            let fits = value.is_none_or(|value| value == function.value) && (has_hexes || !function.needs_hexes);
            if fits && (function.name != "counter" || !self.helper.counters.is_empty()) {
                self.function(function.name);
            }
        }
    }

    /// Offers the given values and those of quantifiers that are `wanted`.
    pub(super) fn things(&mut self, wanted: impl Fn(ValueType) -> bool) {
        let bound: Vec<(SmolStr, ValueType)> =
            self.bound.iter().rev().filter(|(_, value)| wanted(*value)).cloned().collect();
        for (name, value) in bound {
            let meaning = format!("{} of the source", value.described());
            self.plain(&name, RuleWord::new(RuleWordKind::Variable, name.as_str(), meaning));
        }
        let given: Vec<GivenInfo> =
            self.scope.given.iter().filter(|given| !given.is_list && wanted(given.value)).copied().collect();
        for given in given {
            self.plain(given.name, RuleWord::of_given(&given));
        }
    }

    /// Offers the facts about nothing before a dot, and the definitions, whose answers are `wanted`.
    pub(super) fn questions(&mut self, wanted: impl Fn(ValueType) -> bool) {
        for fact in self.askable().into_iter().filter(|fact| fact.subject.is_none() && wanted(fact.value)) {
            self.offer(fact.name, called(fact.name, fact.parameters), RuleWord::of_fact(&fact));
        }
        let helper = self.helper;
        for (define, value) in helper.defines.iter().zip(&helper.define_types) {
            if value.is_some_and(|value| !wanted(value)) {
                continue;
            }
            let usage = define.of.map_or(define.id.to_string(), |of| format!("{}({})", define.id, of.word()));
            let about = RuleWord::new(
                RuleWordKind::Define,
                usage,
                define.text.split_whitespace().collect::<Vec<_>>().join(" "),
            );
            let about = about.answers(value.map_or_else(String::new, ValueType::described));
            let text = if define.of.is_some() { format!("{}(", define.id) } else { define.id.to_string() };
            self.offer(define.id.as_str(), text, about);
        }
    }

    /// Offers all that a condition or a choice can begin with.
    pub(super) fn beginnings(&mut self) {
        self.things(|_| true);
        self.questions(|_| true);
        self.keyword("not");
        self.functions(None);
        self.keyword("if");
    }

    /// Offers all that has a value at all, for the meaning of a word in a wrong place.
    pub(super) fn everything(&mut self) {
        let vocabulary = self.scope.vocabulary;
        self.beginnings();
        self.sources();
        let lists = [vocabulary.kinds, vocabulary.phases].into_iter().chain(vocabulary.lists.iter().copied());
        let ids = [ValueType::Side, ValueType::Unit, ValueType::Formation, ValueType::Place];
        for value in ids.into_iter().chain(lists.map(ValueType::Word)) {
            self.ids(value);
        }
        for fact in self.facts().collect::<Vec<_>>() {
            self.plain(fact.name, RuleWord::of_fact(&fact));
        }
    }

    /// Offers what has a value of a type; `is_sum` where no comparison and no choice can stand.
    pub(super) fn of_type(&mut self, value: ValueType, is_sum: bool) {
        self.things(|known| known == value);
        match value {
            ValueType::YesNo => ["yes", "no"].into_iter().for_each(|word| self.keyword(word)),
            ValueType::Hex => self.keyword("@"),
            _ => self.ids(value),
        }
        self.through(value);
        self.questions(|known| known == value);
        if matches!(value, ValueType::Number | ValueType::YesNo) {
            self.functions(Some(value));
        }
        if !is_sum {
            self.keyword("if");
        }
    }

    /// Offers the things that have a property of a type: with the property, or alone if they have many.
    fn through(&mut self, value: ValueType) {
        let is_common = matches!(value, ValueType::Number | ValueType::YesNo);
        let given = self
            .scope
            .given
            .iter()
            .filter(|given| !given.is_list)
            .map(|given| (SmolStr::from(given.name), given.value));
        let things: Vec<(SmolStr, ValueType)> = self.bound.iter().rev().cloned().chain(given).collect();
        for (name, of) in things {
            let facts = self.of_thing(&name, of);
            let mut such = facts.iter().filter(|fact| fact.value == value).peekable();
            if such.peek().is_none() {
                continue;
            }
            if is_common {
                self.things(|known| known == of);
                continue;
            }
            for fact in such {
                let text = format!("{name}.{}", called(fact.name, fact.parameters));
                self.offer(format!("{name}.{}", fact.name), text, RuleWord::of_fact(fact));
            }
        }
    }

    /// Offers the words and ids of a type.
    pub(super) fn ids(&mut self, value: ValueType) {
        let names = &self.helper.names;
        let (kind, ids) = match value {
            ValueType::Word(list) => {
                for word in list.words {
                    self.plain(word, RuleWord::new(RuleWordKind::Listed, *word, format!("a {}", list.name)));
                }
                return;
            }
            ValueType::Side => (RuleWordKind::Side, &names.sides),
            ValueType::Unit => (RuleWordKind::Unit, &names.units),
            ValueType::Formation => (RuleWordKind::Formation, &names.formations),
            ValueType::Place => (RuleWordKind::Place, &names.places),
            ValueType::Number | ValueType::YesNo | ValueType::Hex => return,
        };
        for (at, id) in ids.iter().enumerate().take(MOST_OFFERS) {
            let name = if names.is_trusting() { String::new() } else { self.helper.name(kind, at, id) };
            self.plain(id, RuleWord::new(kind, id.as_str(), name));
        }
    }

    /// Offers the hexes whose names start with what is typed.
    pub(super) fn hexes(&mut self, typed: &str) {
        let common = self.helper.scenario.common();
        let Some(grid) = common.grid().ok().filter(|_| self.scope.vocabulary.has_hexes) else { return };
        let typed = typed.trim_start_matches('@');
        let cells = grid.cells().filter(|cell| common.has(*cell));
        for name in cells.map(|cell| grid.name(cell)).filter(|name| name.as_str().starts_with(typed)).take(MOST_HEXES) {
            let word = format!("@{name}");
            self.plain(&word, RuleWord::new(RuleWordKind::Hex, word.clone(), format!("the hex {name}")));
        }
    }
}

impl RuleHelper<'_> {
    /// Returns the name of the thing with the number `at` among those of its kind.
    fn name(&self, kind: RuleWordKind, at: usize, id: &str) -> String {
        let common = self.scenario.common();
        let name = match kind {
            RuleWordKind::Side => common.sides().get(at).map(|side| side.name.to_string()),
            RuleWordKind::Unit => common.unit(at).map(|unit| unit.name.to_string()),
            RuleWordKind::Place => common.place_ids().get(at).map(|id| crate::words::place_name(common, id)),
            _ => {
                let formations = common.formations();
                formations
                    .iter()
                    .find(|formation| formation.id.as_str() == id)
                    .map(|formation| formation.name.to_string())
            }
        };
        name.unwrap_or_default()
    }
}
