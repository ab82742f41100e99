//! The keys of rows that hold expressions or words of rules.

use serde_json::Value;
use smol_str::SmolStr;

use super::super::lookup::RowWords;
use super::super::rows::RowKind;
use super::super::scope::ExpressionScope;
use super::super::vocabulary::{GivenInfo, ValueType, Vocabulary};
use crate::path::PathStep;
use crate::{DocPath, Scenario};

/// The kind of text at a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Condition,
    Number,
    Effect,
    /// The condition or the number of a definition.
    Definition,
    /// A word of a list of the vocabulary.
    Row(RowWords),
    /// The things for each of which an event happens.
    Each,
    /// The id of what does not count.
    Drop,
    /// The name of a section of tables that stand in.
    Tables,
}

impl Form {
    pub(super) fn is_expression(self) -> bool {
        !matches!(self, Self::Row(_) | Self::Each | Self::Drop | Self::Tables)
    }
}

/// A key of a row of rules, with the other keys of the row that decide what can stand there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExpressionKey {
    /// The list, such as `modifier`; `drop` for an entry of that list.
    pub list: String,
    /// The key, such as `when`; empty for an entry of `drop`.
    pub key: String,
    /// The subject of the row: its `to`, `act`, `despite`, `on`, `of` or `phase`.
    pub about: Option<SmolStr>,
    /// `true` for an event that happens for each unit.
    pub each: bool,
    /// The number of faces of the die of an event.
    pub roll: Option<u8>,
}

/// Returns `true` if an expression can stand at `path`, such as `rules.modifier[0].when`.
pub fn is_expression(path: &DocPath) -> bool {
    ExpressionKey::at(path, |_| None).and_then(|key| key.form()).is_some_and(Form::is_expression)
}

impl ExpressionKey {
    /// Returns the key at `path`, such as `rules.event[2].do[0]`; `said` returns what another key of the row says, as a text. `None` if
    /// no expression and no word of rules can stand there.
    pub fn at(path: &DocPath, said: impl Fn(&str) -> Option<String>) -> Option<Self> {
        let (list, row) = match path.0.as_slice() {
            [PathStep::Key(rules), PathStep::Key(list), row @ ..] if rules == "rules" => (list, row),
            _ => return None,
        };
        let key = match row {
            [PathStep::Index(_)] if list == "drop" => "",
            [PathStep::Index(_), PathStep::Key(key)] => key,
            [PathStep::Index(_), PathStep::Key(key), PathStep::Index(_)] if key == "do" => key,
            _ => return None,
        };
        let about = match RowKind::of_list(list) {
            Some(RowKind::Modifier) => said("to"),
            Some(RowKind::Forbid) => said("act"),
            Some(RowKind::Allow) => said("despite"),
            Some(RowKind::Event) => said("on"),
            Some(RowKind::Define) => said("of"),
            Some(RowKind::Skip) => said("phase"),
            _ => None,
        };
        let key = Self {
            list: list.clone(),
            key: key.to_owned(),
            about: about.map(SmolStr::from),
            each: list == "event" && said("each").is_some(),
            roll: said("roll").and_then(|faces| faces.parse().ok()).filter(|_| list == "event"),
        };
        key.form().is_some().then_some(key)
    }

    /// Returns the key at `path` of `scenario`, with the row there.
    pub(super) fn in_scenario(scenario: &Scenario, path: &DocPath) -> Option<Self> {
        let row = DocPath(path.0.get(..3)?.to_vec());
        let row = scenario.get(&row);
        Self::at(path, |key| match row.as_ref()?.get(key)? {
            Value::String(text) => Some(text.clone()),
            other => Some(other.to_string()),
        })
    }

    /// Returns what stands at the key.
    pub(super) fn form(&self) -> Option<Form> {
        if self.list == "drop" {
            return Some(Form::Drop);
        }
        match (RowKind::of_list(&self.list)?, self.key.as_str()) {
            (RowKind::Define, "is") => Some(Form::Definition),
            (RowKind::Define | RowKind::Counter, _) => None,
            (_, "when") => Some(Form::Condition),
            (RowKind::Modifier, "add" | "at_least" | "at_most") | (RowKind::Score, "points") => Some(Form::Number),
            (RowKind::Modifier, "to") => Some(Form::Row(RowWords::Hooks)),
            (RowKind::Forbid, "act") => Some(Form::Row(RowWords::Acts)),
            (RowKind::Allow, "despite") => Some(Form::Row(RowWords::Lifts)),
            (RowKind::Event, "on") => Some(Form::Row(RowWords::Triggers)),
            (RowKind::Skip, "phase") => Some(Form::Row(RowWords::Skips)),
            (RowKind::Event, "each") => Some(Form::Each),
            (RowKind::Event, "do") => Some(Form::Effect),
            (RowKind::Table, "tables") => Some(Form::Tables),
            _ => None,
        }
    }

    /// Returns the values that the expression can use.
    pub(super) fn given(&self, vocabulary: &'static Vocabulary) -> Vec<GivenInfo> {
        let Some(about) = self.about.as_deref() else { return Vec::new() };
        let mut given = match RowKind::of_list(&self.list) {
            Some(RowKind::Define) => {
                let subject = ValueType::of_subject(about);
                return subject.map(|subject| GivenInfo::one(subject.word(), subject)).into_iter().collect();
            }
            Some(RowKind::Event) => {
                let trigger = vocabulary.triggers.iter().find(|trigger| trigger.name == about);
                trigger.map(|trigger| trigger.given.to_vec()).unwrap_or_default()
            }
            _ => Vec::new(),
        };
        if self.each {
            given.push(GivenInfo::one("unit", ValueType::Unit));
        }
        // The die is rolled after the condition.
        if let Some(faces) = self.roll.filter(|_| self.key == "do") {
            given.push(GivenInfo::number("roll", 1, i32::from(faces)).said("the roll"));
        }
        given
    }

    /// Returns the scope of the expression: `turn` with what the row is about.
    pub(super) fn scope<'a>(&self, turn: ExpressionScope<'a>, given: &'a [GivenInfo]) -> ExpressionScope<'a> {
        let vocabulary = turn.vocabulary;
        let about = self.about.as_deref().unwrap_or_default();
        let found = match RowKind::of_list(&self.list) {
            Some(RowKind::Modifier) => {
                vocabulary.hooks.iter().find(|hook| hook.name == about).map(|hook| turn.of_hook(hook))
            }
            Some(RowKind::Forbid) => vocabulary.acts.iter().find(|act| act.name == about).map(|act| turn.of_act(act)),
            Some(RowKind::Allow) => {
                vocabulary.lifts.iter().find(|lift| lift.name == about).map(|lift| turn.of_lift(lift))
            }
            Some(RowKind::Skip) => {
                vocabulary.skips.iter().find(|skip| skip.name == about).map(|skip| turn.of_skip(skip))
            }
            Some(RowKind::Table) => Some(turn.of_tables()),
            // What its places do not allow is told there.
            Some(RowKind::Define) => Some(turn.lenient().giving(given)),
            _ => Some(turn.giving(given)),
        };
        found.unwrap_or(turn)
    }
}
