//! Values of a scenario and of its rules in force, with their fields.

use battlewright_schema::cells::ChangedRule;
use battlewright_schema::chart::in_words;
use battlewright_schema::{Common, DocPath, Length, PathStep, Scenario, SideId, provenance};
use serde_json::Value;

use crate::amount::{Amount, Quantity, Unit};
use crate::chart::ChartCell;
use crate::phrase::Span;

/// A scenario, its rules in force, and what it changes of the published ones.
pub struct Source<'a> {
    scenario: &'a Scenario,
    rules: Value,
    changed: Vec<ChangedRule>,
}

impl<'a> Source<'a> {
    /// Returns the source for a scenario.
    pub fn new(scenario: &'a Scenario) -> Self {
        Self { scenario, rules: scenario.rules_in_force(), changed: scenario.changed_rules() }
    }

    /// Returns the scenario.
    pub fn scenario(&self) -> &'a Scenario {
        self.scenario
    }

    /// Returns the sections that all systems share.
    pub fn common(&self) -> &'a dyn Common {
        self.scenario.common()
    }

    /// Returns the path of a setting, such as `rules.hq_placement`.
    pub fn setting(&self, name: &str) -> DocPath {
        DocPath::root().key("rules").key(name)
    }

    /// Returns the path of a table, such as `rules.tables.movement`.
    pub fn table(&self, name: &str) -> DocPath {
        DocPath::root().key("rules").key("tables").key(name)
    }

    /// Returns the value at `path`: of the rules in force, or of the scenario.
    pub fn value(&self, path: &DocPath) -> Option<Value> {
        match path.0.first() {
            Some(PathStep::Key(key)) if key == "rules" => {
                let mut value = &self.rules;
                for step in path.0.iter().skip(1) {
                    value = match step {
                        PathStep::Key(key) => value.get(key)?,
                        PathStep::Index(index) => value.get(*index)?,
                    };
                }
                Some(value.clone())
            }
            _ => self.scenario.get(path),
        }
    }

    /// Returns the whole number at `path`; 0 if there is none.
    pub fn number(&self, path: &DocPath) -> i64 {
        self.value(path).and_then(|value| value.as_i64()).unwrap_or_default()
    }

    /// Returns `true` if the value at `path` is `true`.
    pub fn is_on(&self, path: &DocPath) -> bool {
        self.value(path).and_then(|value| value.as_bool()).unwrap_or_default()
    }

    /// Returns the word at `path`, such as the name of a ruling; empty if there is none.
    pub fn word(&self, path: &DocPath) -> String {
        self.value(path).as_ref().and_then(Value::as_str).unwrap_or_default().to_owned()
    }

    /// Returns the rows of the list at `path`, each with its path.
    pub fn rows(&self, path: &DocPath) -> Vec<(DocPath, Value)> {
        let Some(Value::Array(rows)) = self.value(path) else { return Vec::new() };
        rows.into_iter().enumerate().map(|(at, row)| (path.clone().index(at), row)).collect()
    }

    /// Returns the entries of the table at `path` in their order, each with its key and its path.
    pub fn entries(&self, path: &DocPath) -> Vec<(String, DocPath, Value)> {
        let Some(Value::Object(entries)) = self.value(path) else { return Vec::new() };
        entries.into_iter().map(|(key, value)| (key.clone(), path.clone().key(key), value)).collect()
    }

    /// Returns `true` if the scenario changes the published value at `path`, or the table that holds it.
    pub fn is_changed(&self, path: &DocPath) -> bool {
        self.changed.iter().any(|change| path.is_within(&change.path) || change.path.is_within(path))
    }

    /// Returns the whole number at `path` with its unit.
    pub fn amount(&self, path: DocPath, unit: Unit) -> Amount {
        self.amount_as(path, unit, Quantity::from)
    }

    /// Returns the number at `path` with its unit, as `read` makes it of the whole number that is stored, such as a factor of the
    /// percent.
    pub fn amount_as(&self, path: DocPath, unit: Unit, read: impl FnOnce(i64) -> Quantity) -> Amount {
        let (value, changed) = (read(self.number(&path)), self.is_changed(&path));
        Amount { value, unit, from: Some(path), changed, signed: false }
    }

    /// Returns the length at `path` in inches, which a file writes as a decimal text such as `"0.5"`.
    pub fn inches(&self, path: DocPath) -> Amount {
        let length = self.value(&path).and_then(|value| serde_json::from_value::<Length>(value).ok());
        let thousandths = length.map_or(0, |length| i64::from(length.thousandths()));
        let value = Quantity::new(thousandths, 1000);
        Amount { value, unit: Unit::Inches, changed: self.is_changed(&path), from: Some(path), signed: false }
    }

    /// Returns the cell of a grid at `path`, with a tint for its result.
    pub fn cell(&self, path: DocPath, weight: impl FnOnce(&str) -> u8) -> ChartCell {
        let text = self.value(&path).as_ref().map_or_else(String::new, in_words);
        let text = if text.is_empty() || text == "-" { "·".to_owned() } else { text };
        ChartCell { weight: weight(&text), changed: self.is_changed(&path), text, from: path }
    }

    /// Returns words that depend on the value at `path`, marked if the scenario changes it.
    pub fn words(&self, path: &DocPath, words: impl Into<Span>) -> Span {
        let words = words.into();
        if self.is_changed(path) { Span::Changed(Box::new(words)) } else { words }
    }

    /// Returns the tag of a side.
    pub fn side(&self, side: &SideId) -> Span {
        let name = self.common().sides().into_iter().find(|view| view.id == side).map(|view| view.name.to_owned());
        Span::SideTag { side: side.clone(), name: name.unwrap_or_else(|| side.as_str().to_owned()) }
    }

    /// Returns the sentence about where the values of a table come from, if they are not all as published.
    pub fn provenance(&self, table: &str) -> Option<&'static str> {
        provenance::of_table(self.scenario.system(), table)
    }
}
