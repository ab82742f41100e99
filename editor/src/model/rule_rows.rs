//! Rows of the rules: what a new row of each kind has, and which of its fields are expressions.

use battlewright_schema::rule::vocabulary::HookKind;
use battlewright_schema::rule::{RowKind, canonical, canonical_effect};
use battlewright_schema::{DocPath, PathStep, Scenario};
use serde_json::{Value, json};

use crate::model::edit::Edit;
use crate::model::names::free_id;
use crate::model::selection::RULES;

/// The kind of an expression in a field of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpressionKind {
    /// A condition.
    Condition,
    /// A condition or a number.
    Value,
    /// A number; a whole one is no text in the file.
    Number,
    /// An effect of an event.
    Effect,
}

impl ExpressionKind {
    /// Returns the kind of the expression at `path`; `None` for other fields.
    pub fn at(path: &DocPath) -> Option<Self> {
        let [PathStep::Key(rules), PathStep::Key(list), PathStep::Index(_), PathStep::Key(key), rest @ ..] =
            path.0.as_slice()
        else {
            return None;
        };
        let kind = RowKind::of_list(list).filter(|_| rules == RULES)?;
        match (kind, key.as_str(), rest) {
            (RowKind::Counter, ..) => None,
            (RowKind::Define, "is", []) => Some(Self::Value),
            (RowKind::Modifier, "add" | "at_least" | "at_most", []) | (RowKind::Score, "points", []) => {
                Some(Self::Number)
            }
            (RowKind::Event, "do", [PathStep::Index(_)]) => Some(Self::Effect),
            (RowKind::Define, ..) => None,
            (_, "when", []) => Some(Self::Condition),
            _ => None,
        }
    }

    /// Returns the canonical layout of `text`; `None` if it has errors of grammar.
    pub fn formatted(self, text: &str) -> Option<String> {
        if self == Self::Effect { canonical_effect(text) } else { canonical(text) }
    }

    /// Returns the value of the file for a typed text.
    pub fn value(self, text: &str) -> Value {
        match text.trim().parse::<i32>() {
            Ok(number) if self == Self::Number => number.into(),
            _ => text.into(),
        }
    }
}

/// Returns the kind of the row to which `path` leads, or in which it is.
pub fn kind_at(path: &DocPath) -> Option<RowKind> {
    match path.0.as_slice() {
        [PathStep::Key(rules), PathStep::Key(list), PathStep::Index(_), ..] if rules == RULES => RowKind::of_list(list),
        _ => None,
    }
}

/// Returns the path of the list of a kind.
pub fn list_path(kind: RowKind) -> DocPath {
    DocPath::root().key(RULES).key(kind.list())
}

/// Returns what a row of this kind does, in a sentence.
pub fn meaning(kind: RowKind) -> &'static str {
    match kind {
        RowKind::Define => "A name for a condition or a number that other rules use.",
        RowKind::Modifier => "A change of a number or an answer of the rules.",
        RowKind::Forbid => "An act that players may not do.",
        RowKind::Allow => "A prohibition of the published rules that does not apply.",
        RowKind::Counter => "A number that events change and conditions ask for.",
        RowKind::Event => "Something that happens at a moment of the game.",
        RowKind::Score => "Points that a side has in a position.",
        RowKind::Win => "A condition on which a side wins.",
        RowKind::Skip => "A phase that does not take place.",
        RowKind::Table => "The turns in which tables of `rules.tables_named` stand in for others.",
    }
}

/// Returns the kinds of which the system of `scenario` can have rows.
pub fn kinds(scenario: &Scenario) -> Vec<RowKind> {
    let vocabulary = scenario.system().vocabulary();
    let has = |kind: &RowKind| match kind {
        RowKind::Modifier => !vocabulary.hooks.is_empty(),
        RowKind::Forbid => !vocabulary.acts.is_empty(),
        RowKind::Allow => !vocabulary.lifts.is_empty(),
        RowKind::Event => !vocabulary.triggers.is_empty(),
        RowKind::Skip => !vocabulary.skips.is_empty(),
        RowKind::Table => !scenario.named_tables().is_empty(),
        RowKind::Define | RowKind::Counter | RowKind::Score | RowKind::Win => true,
    };
    // What is added most often comes first.
    let order = [
        RowKind::Modifier,
        RowKind::Forbid,
        RowKind::Allow,
        RowKind::Event,
        RowKind::Skip,
        RowKind::Score,
        RowKind::Win,
        RowKind::Table,
        RowKind::Counter,
        RowKind::Define,
    ];
    order.into_iter().filter(has).collect()
}

/// Returns a new row that has no errors, with an id of its own.
pub fn blank(scenario: &Scenario, kind: RowKind) -> Value {
    let vocabulary = scenario.system().vocabulary();
    let id = free_row_id(scenario, &kind.noun().replace(' ', "-"));
    let name = format!("New {}", kind.noun());
    let side = scenario.common().sides().first().map_or(String::new(), |side| side.id.to_string());
    match kind {
        RowKind::Define => json!({ "id": id, "is": "turn == 1" }),
        RowKind::Modifier => {
            let hook = vocabulary.hooks.first();
            let to = hook.map_or("", |hook| hook.name);
            match hook.map(|hook| hook.kind) {
                Some(HookKind::YesNo) => json!({ "id": id, "name": name, "to": to, "be": true }),
                _ => json!({ "id": id, "name": name, "to": to, "add": 1 }),
            }
        }
        RowKind::Forbid => {
            let act = vocabulary.acts.first().map_or("", |act| act.name);
            // Without a condition, the act would be forbidden from now on.
            json!({ "id": id, "name": name, "act": act, "when": "turn == 1", "reason": "" })
        }
        RowKind::Allow => {
            let lift = vocabulary.lifts.first().map_or("", |lift| lift.name);
            json!({ "id": id, "name": name, "despite": lift })
        }
        RowKind::Counter => json!({ "id": id, "name": name, "of": "game", "most": 9 }),
        RowKind::Event => {
            let on = vocabulary.triggers.first().map_or("", |trigger| trigger.name);
            json!({ "id": id, "name": name, "on": on, "when": "turn == 1", "do": [] })
        }
        RowKind::Skip => {
            let phase = vocabulary.skips.first().map_or("", |skip| skip.name);
            json!({ "id": id, "name": name, "phase": phase, "when": "turn == 1" })
        }
        RowKind::Score => json!({ "id": id, "name": name, "side": side, "points": 1 }),
        RowKind::Win => {
            let last = scenario.common().turns().count;
            json!({ "id": id, "name": name, "side": side, "at": "turn-end", "when": format!("turn == {last}") })
        }
        RowKind::Table => {
            let tables = scenario.named_tables().into_iter().next().unwrap_or_default();
            json!({ "id": id, "name": name, "tables": tables, "when": "turn == 1" })
        }
    }
}

/// Returns the edit that adds a copy of the table at `path`, such as `rules.tables.assault`, that stands in for it in some turns, and the row
/// that tells which; `None` for another path.
pub fn table_for_some_turns(scenario: &Scenario, path: &DocPath) -> Option<Edit> {
    let key = path.last_key()?;
    let copy = scenario.rule_in_force(path)?;
    let named = scenario.named_tables();
    let section = free_id("other", |id| named.iter().any(|name| name == id));
    let tables = DocPath::root().key(RULES).key("tables_named").key(section.as_str()).key(key);
    let rows = list_path(RowKind::Table);
    let id = free_row_id(scenario, &format!("{section}-tables"));
    let row = json!({ "id": id, "name": "Other tables", "tables": section, "when": "turn == 1" });
    let count = scenario.count(&rows).unwrap_or(0);
    Some(Edit::All(vec![Edit::Put(tables, Some(copy)), Edit::Put(rows.index(count), Some(row))]))
}

/// Returns a copy of `row` with another id. It no longer stands for the former ids of the row.
pub fn copy(scenario: &Scenario, row: &Value) -> Value {
    let mut row = row.clone();
    if let Value::Object(fields) = &mut row {
        let id = fields.get("id").and_then(Value::as_str).unwrap_or("rule");
        let id = free_row_id(scenario, id);
        fields.insert("id".to_owned(), id.into());
        fields.remove("replaces");
    }
    row
}

/// Returns an id that no row in force has.
fn free_row_id(scenario: &Scenario, stem: &str) -> String {
    let rows = scenario.rule_rows_in_force();
    let own = scenario.own_rule_rows();
    let taken = |id: &str| rows.iter().any(|placed| placed.row.id() == id) || own.all().any(|(_, row)| row.id() == id);
    free_id(stem, taken)
}

#[cfg(test)]
mod tests {
    use super::*;
    use battlewright_schema::{System, load, template};

    #[test]
    fn a_new_row_of_each_kind_has_no_errors() {
        for system in System::ALL {
            let mut scenario = load(template(system)).readable.unwrap();
            for kind in kinds(&scenario) {
                for n in 0..2 {
                    let row = blank(&scenario, kind);
                    assert!(scenario.put(&list_path(kind).index(n), Some(row)).is_ok(), "{system:?} {kind:?}");
                }
            }
            let (_, found) = scenario.extra_rules();
            let errors = found.iter().filter(|found| found.severity == battlewright_schema::Severity::Error);
            assert_eq!(errors.count(), 0, "{system:?}: {found:?}");
            let row = scenario.get(&list_path(RowKind::Score).index(0)).unwrap();
            assert_eq!(copy(&scenario, &row)["id"], "score-3", "{row}");
        }
    }

    #[test]
    fn a_table_gets_another_one_for_some_turns() {
        for system in System::ALL {
            let mut scenario = load(template(system)).readable.unwrap();
            for (n, path) in battlewright_schema::chart::tables(system).iter().take(2).enumerate() {
                let edit = table_for_some_turns(&scenario, path).unwrap();
                let Edit::All(edits) = edit else { panic!("{edit:?}") };
                for edit in edits {
                    let Edit::Put(path, value) = edit else { panic!("{edit:?}") };
                    assert!(scenario.put(&path, value).is_ok(), "{path}");
                }
                assert_eq!(scenario.named_tables().len(), n + 1, "{system:?}");
                assert_eq!(kinds(&scenario).iter().filter(|kind| **kind == RowKind::Table).count(), 1);
            }
            // They are copies, so that nothing is different yet.
            let (_, found) = scenario.extra_rules();
            let errors = found.iter().filter(|found| found.severity == battlewright_schema::Severity::Error);
            assert_eq!(errors.count(), 0, "{system:?}: {found:?}");
            let tables = crate::model::selection::tables(&scenario);
            let named = tables.last().unwrap();
            assert_eq!(battlewright_schema::rule::stands_in_for(named).unwrap().0, "other-2");
            let row = blank(&scenario, RowKind::Table);
            assert_eq!(row["tables"], "other");
        }
    }

    #[test]
    fn expressions_are_told_from_other_fields() {
        let field = |kind: RowKind, key: &str| ExpressionKind::at(&list_path(kind).index(0).key(key));
        assert_eq!(field(RowKind::Modifier, "when"), Some(ExpressionKind::Condition));
        assert_eq!(field(RowKind::Modifier, "add"), Some(ExpressionKind::Number));
        assert_eq!(field(RowKind::Modifier, "name"), None);
        assert_eq!(field(RowKind::Counter, "when"), None);
        assert_eq!(field(RowKind::Define, "is"), Some(ExpressionKind::Value));
        let effect = list_path(RowKind::Event).index(0).key("do").index(2);
        assert_eq!(ExpressionKind::at(&effect), Some(ExpressionKind::Effect));
        assert_eq!(ExpressionKind::Number.value(" 3"), json!(3));
        assert_eq!(ExpressionKind::Number.value("turn"), json!("turn"));
        assert_eq!(ExpressionKind::Condition.value("3"), json!("3"));
        assert_eq!(ExpressionKind::Condition.formatted("turn==  4").as_deref(), Some("turn == 4"));
        assert_eq!(ExpressionKind::Condition.formatted("turn =="), None);
    }
}
