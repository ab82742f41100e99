//! The words for each kind of place.

use std::collections::BTreeSet;
use std::ops::Range;

use smol_str::SmolStr;

use super::super::names::EDGE_WORDS;
use super::super::page;
use super::super::resolve;
use super::super::scope::ExpressionScope;
use super::super::vocabulary::{CommonFact, FactInfo, Knowledge, Stability, ValueType};
use super::cursor::Cursor;
use super::explain::RuleWord;
use super::functions;
use super::slot::{Slot, SlotValue};
use super::{RuleHelper, RuleWordKind};

/// A word with its meaning.
pub(super) struct Offer {
    pub(super) word: String,
    pub(super) text: String,
    pub(super) about: RuleWord,
}

/// The words for one place.
pub(super) struct Offers<'a> {
    pub(super) helper: &'a RuleHelper<'a>,
    pub(super) scope: ExpressionScope<'a>,
    /// The values of quantifiers, from the outer one.
    pub(super) bound: Vec<(SmolStr, ValueType)>,
    pub(super) items: Vec<Offer>,
    known: BTreeSet<String>,
}

impl<'a> Offers<'a> {
    pub(super) fn new(helper: &'a RuleHelper<'a>, scope: ExpressionScope<'a>) -> Self {
        Self { helper, scope, bound: Vec::new(), items: Vec::new(), known: BTreeSet::new() }
    }

    pub(super) fn offer(&mut self, word: impl Into<String>, text: impl Into<String>, about: RuleWord) {
        let word = word.into();
        if self.known.insert(word.clone()) {
            self.items.push(Offer { word, text: text.into(), about });
        }
    }

    pub(super) fn plain(&mut self, word: &str, about: RuleWord) {
        self.offer(word, word, about);
    }

    /// Offers a word or a sign of the language.
    pub(super) fn keyword(&mut self, word: &str) {
        self.plain(word, functions::keyword(word));
    }

    /// Offers all words and signs of the language.
    pub(super) fn keywords(&mut self) {
        functions::signs().for_each(|word| self.keyword(word));
    }

    /// Offers the words that can stand at the cursor.
    pub(super) fn at(&mut self, cursor: &Cursor<'_>) {
        for (name, source) in cursor.variables() {
            if let Some(element) = self.element(source) {
                self.bound.push((name, element));
            }
        }
        let slot = cursor.slot();
        if cursor.typed_text().starts_with('@') {
            // A hex is one wherever it stands, except where a word is needed.
            if matches!(slot, Slot::Value(_) | Slot::Element(..)) {
                self.hexes(cursor.typed_text());
            }
            return;
        }
        match slot {
            Slot::Value(asked) => self.value(cursor, &asked),
            Slot::Property(of) => self.properties(cursor, &of),
            Slot::Had(of) => self.had(cursor.text_of(&of)),
            Slot::Element(subject, there) => {
                if let Some(value) = self.type_of(cursor.text_of(&subject)) {
                    self.of_type(value, true);
                    self.items.retain(|offer| !there.iter().any(|word| *word == offer.word));
                }
            }
            Slot::Source => self.sources(),
            Slot::Quantity(quantity) => self.quantity(&quantity),
            Slot::Counter => self.counters(),
            Slot::Effect(is_start) => self.effects(is_start),
            Slot::After(value, next) => self.after(cursor, cursor.text_of(&value), &next),
            Slot::Free => {}
        }
    }

    /// Returns the type of the value of a part of the text.
    pub(super) fn type_of(&self, text: &str) -> Option<ValueType> {
        resolve::type_of(text, &self.scope, &self.bound)
    }

    /// Returns the type of the values of a source.
    pub(super) fn element(&self, source: &str) -> Option<ValueType> {
        let given = self.scope.given.iter().find(|given| given.is_list && given.name == source);
        let system = self.scope.vocabulary.sources.iter().find(|known| known.name == source);
        let common = functions::SOURCES.iter().find(|(name, ..)| *name == source).map(|(_, _, element, _)| *element);
        given.map(|given| given.value).or(system.map(|source| source.element)).or(common)
    }

    fn value(&mut self, cursor: &Cursor<'_>, asked: &SlotValue) {
        match asked {
            SlotValue::Condition | SlotValue::Any => self.beginnings(),
            SlotValue::Number => self.of_type(ValueType::Number, false),
            SlotValue::Like(of) => match self.type_of(cursor.text_of(of)) {
                Some(value) => self.of_type(value, true),
                None => self.beginnings(),
            },
            SlotValue::Argument(word, number) => match self.parameter(cursor, *word, *number) {
                Some(Some(ValueType::YesNo)) | None => self.beginnings(),
                Some(Some(value)) => self.of_type(value, false),
                Some(None) => {}
            },
        }
    }

    /// Returns the type of an argument of the word at a token: `Some(None)` for a constant or for none, `None` if the word is unknown.
    fn parameter(&self, cursor: &Cursor<'_>, word: usize, number: usize) -> Option<Option<ValueType>> {
        let name = cursor.word(word);
        let of = |parameters: &[ValueType]| parameters.get(number).copied();
        if let Some(owner) = cursor.owner(word) {
            let subject = self.type_of(cursor.text_of(&owner))?;
            return self
                .facts()
                .find(|fact| fact.subject == Some(subject) && fact.name == name)
                .map(|it| of(it.parameters));
        }
        let vocabulary = self.scope.vocabulary;
        Some(match name {
            "counter" => {
                let id = cursor.first_argument(word);
                let counter = self.helper.counters.iter().find(|counter| counter.id == id)?;
                counter.of.value().filter(|_| number == 1)
            }
            "edge" => of(&[ValueType::Hex, ValueType::Hex]),
            "half-up" | "half-down" | "ceil-div" | "floor-div" => of(&[ValueType::Number]),
            "units" | "neighbors" | "within" => of(&[ValueType::Hex]),
            "units-of" => of(&[ValueType::Formation]),
            _ => {
                let define = self.helper.defines.iter().find(|define| define.id == name);
                let fact = self.facts().find(|fact| fact.subject.is_none() && fact.name == name);
                let source = vocabulary.sources.iter().find(|source| source.name == name);
                let effect = vocabulary.effects.iter().find(|effect| effect.name == name);
                match (define, fact, source, effect) {
                    (Some(define), ..) => define.of.filter(|_| number == 0),
                    (_, Some(fact), ..) => of(fact.parameters),
                    (_, _, Some(source), _) => of(source.parameters),
                    (.., Some(effect)) => of(effect.parameters),
                    _ => return None,
                }
            }
        })
    }

    /// Returns the facts of the system.
    pub(super) fn facts(&self) -> impl Iterator<Item = FactInfo> + use<> {
        let vocabulary = self.scope.vocabulary;
        let common = CommonFact::ALL.into_iter().filter(move |fact| vocabulary.has_hexes || !fact.needs_hexes());
        vocabulary.facts.iter().copied().chain(common.map(move |fact| fact.info(vocabulary)))
    }

    /// Returns `true` if the place may ask for something.
    fn may_ask(&self, level: u8, stability: Stability, knowledge: Knowledge) -> bool {
        let is_known = match knowledge {
            Knowledge::Open => true,
            Knowledge::Own => self.scope.known != Knowledge::Open,
            Knowledge::Secret => self.scope.known == Knowledge::Secret,
        };
        is_known && level < self.scope.level && stability <= self.scope.takes
    }

    /// Returns the facts that the place may ask.
    pub(super) fn askable(&self) -> Vec<FactInfo> {
        self.facts().filter(|fact| self.may_ask(fact.level, fact.stability, fact.knowledge)).collect()
    }

    /// Returns the properties of things of a type that the place may ask; `name` is the word for the thing.
    pub(super) fn of_thing(&self, name: &str, value: ValueType) -> Vec<FactInfo> {
        let is_moving = self.scope.in_search && name == "mover";
        let facts = self.askable().into_iter().filter(|fact| fact.subject == Some(value));
        facts.filter(|fact| !(is_moving && fact.name == "hex")).collect()
    }

    fn properties(&mut self, cursor: &Cursor<'_>, of: &Range<usize>) {
        let text = cursor.text_of(of);
        if text.is_empty() {
            return;
        }
        let before = format!("{text}.");
        for fact in self.askable() {
            if let Some(rest) = fact.name.strip_prefix(before.as_str()).filter(|_| fact.subject.is_none()) {
                self.offer(rest, called(rest, fact.parameters), RuleWord::of_fact(&fact));
            }
        }
        let Some(value) = self.type_of(text) else { return };
        for fact in self.of_thing(text, value) {
            self.offer(fact.name, called(fact.name, fact.parameters), RuleWord::of_fact(&fact));
        }
    }

    /// Offers what the thing of `text` can have.
    fn had(&mut self, text: &str) {
        if text.starts_with("edge") && text.ends_with(')') {
            for word in EDGE_WORDS {
                self.plain(word, RuleWord::new(RuleWordKind::Edge, word, format!("a {word} between two hexes")));
            }
            return;
        }
        let names = &self.helper.names;
        match self.type_of(text) {
            Some(ValueType::Unit) => {
                for (tag, units) in names.tags() {
                    let count = units.iter().filter(|has| **has).count();
                    let said = format!("a tag of {}", crate::words::counted(count, "unit"));
                    self.plain(tag, RuleWord::new(RuleWordKind::Tag, tag.as_str(), said));
                }
            }
            Some(ValueType::Hex) => {
                for word in names.terrain_words() {
                    let count = names.terrain_hexes(word).len();
                    let said = format!(
                        "the terrain of {}",
                        if count == 1 { "one hex".to_owned() } else { format!("{count} hexes") }
                    );
                    self.plain(word, RuleWord::new(RuleWordKind::Terrain, word, said));
                }
            }
            _ => {}
        }
    }

    /// Offers the sources of values.
    pub(super) fn sources(&mut self) {
        let lists = self.scope.given.iter().filter(|given| given.is_list);
        lists.for_each(|given| self.plain(given.name, RuleWord::of_given(given)));
        for source in self.scope.vocabulary.sources {
            if self.may_ask(source.level, source.stability, source.knowledge) {
                let usage = page::usage(source.name, None, source.parameters);
                let meaning = page::meaning(source.phrase, None, source.parameters);
                let about = RuleWord {
                    changes: page::changes(source.stability).to_owned(),
                    known: page::known(source.knowledge).to_owned(),
                    ..RuleWord::new(RuleWordKind::Source, usage, meaning)
                };
                let about = about.answers(source.element.described()).ruled(source.rule);
                self.offer(source.name, called(source.name, source.parameters), about);
            }
        }
        for name in resolve::SOURCES {
            let stability = if matches!(name, "neighbors" | "within") { Stability::Fixed } else { Stability::Move };
            let fits = self.scope.vocabulary.has_hexes || !resolve::needs_hexes(name);
            if fits
                && stability <= self.scope.takes
                && let Some(about) = functions::source(name)
            {
                let text = if name == "all-units" { name.to_owned() } else { format!("{name}(") };
                self.offer(name, text, about);
            }
        }
    }

    /// Offers the beginning of what stands in the brackets of a quantifier.
    fn quantity(&mut self, quantity: &str) {
        if !matches!(quantity, "any" | "all" | "count") {
            self.of_type(ValueType::Number, false);
        }
        let mut elements: Vec<(&str, ValueType)> = vec![("u", ValueType::Unit)];
        if self.scope.vocabulary.has_hexes {
            elements.push(("h", ValueType::Hex));
        }
        if matches!(quantity, "any" | "all" | "count") {
            for (word, element) in elements {
                let meaning = format!("a name for each {}", element.word());
                self.offer(
                    word,
                    format!("{word} in "),
                    RuleWord::new(RuleWordKind::Variable, format!("{word} in …"), meaning),
                );
            }
        }
    }

    fn counters(&mut self) {
        let helper = self.helper;
        for counter in &helper.counters {
            let of = counter.of.value().map_or("the game".to_owned(), |of| format!("each {}", of.word()));
            let about = RuleWord::new(RuleWordKind::Counter, counter.id.as_str(), format!("a counter of {of}"));
            let about = about.answers(format!("{} to {}", counter.least, counter.most));
            let text = if counter.of.value().is_some() { format!("{}, ", counter.id) } else { counter.id.to_string() };
            self.offer(counter.id.as_str(), text, about);
        }
    }

    /// Offers what effects change; at the start of one also a condition.
    fn effects(&mut self, is_start: bool) {
        for effect in self.scope.vocabulary.effects {
            let usage = page::usage(effect.name, None, effect.parameters);
            let meaning = page::meaning(effect.phrase, None, effect.parameters);
            let about = RuleWord::new(RuleWordKind::Effect, usage, meaning);
            let about = match effect.number {
                Some((least, most)) => about.answers(format!("{least} to {most}")),
                None => about,
            };
            self.offer(effect.name, called(effect.name, effect.parameters), about);
        }
        if !self.helper.counters.is_empty() {
            self.function("counter");
        }
        if is_start {
            self.keyword("if");
        }
    }
}

/// Returns the text of a word, with a bracket if it has parameters.
pub(super) fn called(name: &str, parameters: &[ValueType]) -> String {
    if parameters.is_empty() { name.to_owned() } else { format!("{name}(") }
}
