//! Help for the authors of expressions: the words that can stand at the cursor, what a word means, and the names in a text.
//!
//! All of it works on texts with errors. The words before the cursor decide what can stand there ([`cursor`]); the vocabulary, the
//! scenario and the rows in force have the words themselves ([`offers`]).

mod cursor;
mod explain;
mod functions;
mod key;
mod offers;
mod operators;
mod slot;
#[cfg(test)]
mod tests;
mod uses;
mod values;
mod variables;
mod whole;

use std::ops::Range;

use super::names::RuleNames;
use super::rows::RowsInForce;
use super::scope::{ExpressionScope, RuleCounter, RuleDefine, RuleNeeds, UsedKind, UsedName};
use super::vocabulary::{GivenInfo, ValueType, Vocabulary};
use super::{check, lexer, resolve, scope};
use crate::{DocPath, Scenario, SystemFile, of_scenario};
use cursor::Cursor;
pub use explain::RuleWord;
use key::Form;
pub use key::{ExpressionKey, is_expression};
use offers::Offers;
pub use uses::RuleText;
pub(crate) use uses::is_rule_word;

/// The greatest number of bytes of a text that is looked at.
const LONGEST: usize = 4096;

/// The greatest number of words that are offered.
const MOST_OFFERS: usize = 500;

/// The kind of a word of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuleWordKind {
    /// A value that the place gives.
    Given,
    /// The value of a quantifier.
    Variable,
    /// Something that can be asked.
    Fact,
    /// A source of values.
    Source,
    /// A word with arguments that all systems have.
    Function,
    /// A word or a sign of the language.
    Keyword,
    /// A definition of `[[rules.define]]`.
    Define,
    /// A counter of `[[rules.counter]]`.
    Counter,
    /// A word of a closed list, such as a kind of unit.
    Listed,
    /// A side.
    Side,
    /// A unit.
    Unit,
    /// A formation.
    Formation,
    /// A place.
    Place,
    /// A hex.
    Hex,
    /// A tag of units.
    Tag,
    /// A terrain.
    Terrain,
    /// A feature between two hexes.
    Edge,
    /// A number or an answer that modifiers change.
    Hook,
    /// An act that rows forbid.
    Act,
    /// A published prohibition that rows lift.
    Lift,
    /// A moment at which events happen.
    Trigger,
    /// Something that events do.
    Effect,
    /// A phase that rows skip.
    Phase,
    /// A published modifier, or a row of a ruleset, that `drop` takes out.
    /// A published modifier, or a row of a ruleset, that `drop` takes out, or a section of tables.
    Row,
}

/// A word that can stand at the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleCompletion {
    /// The bytes of the text that it replaces: those of the word at the cursor.
    pub range: Range<usize>,
    /// The word.
    pub word: String,
    /// The text that is written: the word, with the bracket that follows it.
    pub text: String,
    /// The meaning in words, with the number of the rule.
    pub detail: String,
    /// The kind.
    pub kind: RuleWordKind,
}

/// The help for authors of the rules of one scenario. It can be kept while the scenario does not change.
pub struct RuleHelper<'s> {
    vocabulary: &'static Vocabulary,
    names: RuleNames<'s>,
    scenario: &'s Scenario,
    defines: Vec<RuleDefine>,
    /// The types of the values of definitions; `None` for one with an error.
    define_types: Vec<Option<ValueType>>,
    counters: Vec<RuleCounter>,
    /// The rows of rulesets: their ids, with their names.
    below: Vec<(String, String)>,
}

impl<'s> RuleHelper<'s> {
    /// Returns the helper for the rules of `scenario`.
    pub fn new(scenario: &'s Scenario) -> Self {
        of_scenario!(scenario, own => Self::of(scenario, &**own))
    }

    fn of<Root: SystemFile>(scenario: &'s Scenario, own: &'s Root) -> Self {
        let all = RowsInForce::of(own);
        let needs = own.found_rulesets().needs_alone();
        let names = needs.map_or_else(|| RuleNames::of_root(own), RuleNames::needed);
        let rows = all.rows.get(..super::MOST_RULE_ROWS).unwrap_or(&all.rows);
        let is_below = |layer: usize| all.layers.get(layer).is_some_and(|layer| layer.ruleset.is_some());
        let below = rows.iter().filter(|placed| is_below(placed.layer));
        let mut helper = Self {
            vocabulary: Root::VOCABULARY,
            names,
            scenario,
            defines: rows.iter().filter_map(|placed| check::define(placed.row)).collect(),
            define_types: Vec::new(),
            counters: rows.iter().filter_map(|placed| check::counter(placed.row)).collect(),
            below: below.map(|placed| (placed.row.id().to_string(), placed.row.name().to_string())).collect(),
        };
        let scope = helper.of_turn();
        let types = 0..helper.defines.len();
        let types = types.map(|number| scope::define(number, &scope, &mut RuleNeeds::default()).0).collect();
        helper.define_types = types;
        helper
    }

    /// Returns the words that can stand at the byte `at` of `text`, the value at `key`. The word at the cursor does not limit them,
    /// except for hexes, of which there are too many.
    pub fn complete(&self, key: &ExpressionKey, text: &str, at: usize) -> Vec<RuleCompletion> {
        let Some(form) = key.form() else { return Vec::new() };
        let given = key.given(self.vocabulary);
        let mut offers = Offers::new(self, self.scope(key, &given));
        let range = match form {
            Form::Row(_) | Form::Each | Form::Drop | Form::Tables => {
                offers.whole(form);
                0..text.len()
            }
            _ => {
                let Some(cursor) = Cursor::new(text, at, form) else { return Vec::new() };
                offers.at(&cursor);
                cursor.typed.clone()
            }
        };
        let has_bracket = text.get(range.end..).is_some_and(|after| after.starts_with('('));
        let told = offers.items.into_iter().take(MOST_OFFERS).map(|offer| {
            let bare = offer.text.strip_suffix('(').filter(|_| has_bracket).map(str::to_owned);
            RuleCompletion {
                range: range.clone(),
                detail: offer.about.detail(),
                kind: offer.about.kind,
                text: bare.unwrap_or(offer.text),
                word: offer.word,
            }
        });
        told.collect()
    }

    /// Returns the names of the scenario and of other rows in `text`, the value at `key`, in the order of the text. Those that nothing
    /// has are left out, except hexes.
    pub fn names(&self, key: &ExpressionKey, text: &str) -> Vec<UsedName> {
        let Some(form) = key.form() else { return Vec::new() };
        let given = key.given(self.vocabulary);
        let scope = self.scope(key, &given).lenient();
        let mut needs = RuleNeeds::default();
        match form {
            Form::Condition => drop(scope::condition(text, &scope, &mut needs)),
            Form::Number | Form::Definition => resolve::names_of(text, &scope, &mut needs),
            Form::Effect => drop(scope::effect(text, &scope, &mut needs)),
            Form::Row(_) | Form::Each | Form::Drop | Form::Tables => {}
        }
        let mut used = needs.used;
        if text.len() <= LONGEST && form.is_expression() {
            // A hex is one wherever it stands, also where an error hides it.
            let hexes = lexer::tokens(text, &mut Vec::new()).into_iter();
            used.extend(hexes.filter(|token| token.kind == lexer::TokenKind::Hex).filter_map(|token| {
                let name = text.get(token.span.range())?.strip_prefix('@')?.into();
                Some(UsedName { span: token.span.range(), kind: UsedKind::Hex, name })
            }));
        }
        used.sort_by_key(|used| (used.span.start, used.span.end));
        used.dedup();
        used
    }

    fn of_turn(&self) -> ExpressionScope<'_> {
        ExpressionScope::of_turn(self.vocabulary, &self.names, &self.defines, &self.counters)
    }

    fn scope<'a>(&'a self, key: &ExpressionKey, given: &'a [GivenInfo]) -> ExpressionScope<'a> {
        key.scope(self.of_turn(), given)
    }
}

impl Scenario {
    /// Returns the words that can stand at the byte `at` of `text`, the value at `path`, such as `rules.modifier[0].when`. The text
    /// need not be that of the scenario, and may have errors.
    ///
    /// ```
    /// use battlewright_schema::{DocPath, System, load, template};
    /// let rows = "[rules]\n[[rules.modifier]]\nid = \"g\"\nname = \"g\"\nto = \"attack.defender\"\nadd = 1\n[victory]";
    /// let scenario = load(&template(System::MarsLaTour).replace("[victory]", rows)).scenario.unwrap();
    /// let when = DocPath::root().key("rules").key("modifier").index(0).key("when");
    /// let offers = scenario.complete_rule(&when, "defender.kind == ", 17);
    /// assert_eq!(offers[0].word, "infantry");
    /// ```
    pub fn complete_rule(&self, path: &DocPath, text: &str, at: usize) -> Vec<RuleCompletion> {
        let key = ExpressionKey::in_scenario(self, path);
        key.map(|key| RuleHelper::new(self).complete(&key, text, at)).unwrap_or_default()
    }

    /// Returns the meaning of the word at the byte `at` of `text`, the value at `path`.
    pub fn explain_in_rule(&self, path: &DocPath, text: &str, at: usize) -> Option<RuleWord> {
        RuleHelper::new(self).explain(&ExpressionKey::in_scenario(self, path)?, text, at)
    }

    /// Returns the names of the scenario and of other rows in `text`, the value at `path`, in the order of the text.
    pub fn names_in_rule(&self, path: &DocPath, text: &str) -> Vec<UsedName> {
        let key = ExpressionKey::in_scenario(self, path);
        key.map(|key| RuleHelper::new(self).names(&key, text)).unwrap_or_default()
    }
}
