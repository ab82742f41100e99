//! The expressions of a scenario with the names in them, for renames and operations on the map.

use serde_json::Value;

use super::super::lexer::{TokenKind, tokens};
use super::super::rows::RowLists;
use super::super::scope::{UsedKind, UsedName};
use super::{ExpressionKey, RuleHelper, is_expression};
use crate::ruleset::RuleSection;
use crate::system::ScenarioRoot;
use crate::{DocPath, Id, Scenario, of_scenario};

/// An expression of a row of the scenario itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleText {
    /// The path, such as `rules.modifier[0].when`.
    pub path: DocPath,
    /// The text.
    pub text: String,
    /// The names of the scenario and of other rows in it, in the order of the text.
    pub names: Vec<UsedName>,
}

impl RuleText {
    /// Returns the path of the row.
    pub fn row(&self) -> DocPath {
        DocPath(self.path.0.iter().take(3).cloned().collect())
    }

    /// Returns the text with what `new` returns in place of names; `None` if no name changes. Its layout stays.
    pub fn rewritten(&self, new: impl Fn(&UsedName) -> Option<String>) -> Option<String> {
        let mut text = self.text.clone();
        for used in self.names.iter().rev() {
            let Some(name) = new(used).filter(|_| text.get(used.span.clone()).is_some()) else { continue };
            // A hex has its sign.
            let sign = if used.kind == UsedKind::Hex { "@" } else { "" };
            text.replace_range(used.span.clone(), &format!("{sign}{name}"));
        }
        (text != self.text).then_some(text)
    }
}

/// Returns `true` if an expression can have `id` as one word.
pub(crate) fn is_rule_word(id: &str) -> bool {
    let mut problems = Vec::new();
    let found = tokens(id, &mut problems);
    let is_whole =
        found.first().is_some_and(|token| token.kind == TokenKind::Word && token.span.range() == (0..id.len()));
    is_whole && problems.is_empty()
}

impl UsedKind {
    /// Returns the kind of the ids of such names; `None` for terrains, which have none.
    pub fn id(self) -> Option<Id> {
        match self {
            Self::Side => Some(Id::SIDE),
            Self::Unit => Some(Id::UNIT),
            Self::Formation => Some(Id::FORMATION),
            Self::Place => Some(Id::PLACE),
            Self::Hex => Some(Id::HEX),
            Self::Tag => Some(Id::TAG),
            Self::Counter => Some(Id::COUNTER),
            Self::Define => Some(Id::DEFINITION),
            Self::Terrain => None,
        }
    }
}

impl Scenario {
    fn own_rows(&self) -> RowLists<'_> {
        of_scenario!(self, own => own.changes().rows())
    }

    /// Returns the expressions of the rows of the scenario itself, without those of its rulesets, in the order of the format.
    ///
    /// ```
    /// use battlewright_schema::{System, load, template};
    /// let row = "[rules]\n[[rules.score]]\nid = \"s\"\nname = \"s\"\nside = \"red\"\npoints = \"2 * ammunition(red)\"\n[victory]";
    /// let scenario = load(&template(System::MarsLaTour).replace("[victory]", row)).scenario.unwrap();
    /// let texts = scenario.rule_texts();
    /// assert_eq!((texts[0].path.to_string().as_str(), texts[0].names[0].name.as_str()), ("rules.score[0].points", "red"));
    /// ```
    pub fn rule_texts(&self) -> Vec<RuleText> {
        let rows = self.own_rows();
        if rows.is_empty() {
            return Vec::new();
        }
        let helper = RuleHelper::new(self);
        let mut texts = Vec::new();
        for (index, row) in rows.all() {
            let path = DocPath::root().key("rules").key(row.kind().list()).index(index);
            let Value::Object(fields) = row.to_value() else { continue };
            for (key, value) in fields {
                let path = path.clone().key(key);
                let said = match value {
                    Value::String(text) => vec![(path, text)],
                    Value::Array(list) => {
                        let text =
                            |(at, value): (usize, Value)| Some((path.clone().index(at), value.as_str()?.to_owned()));
                        list.into_iter().enumerate().filter_map(text).collect()
                    }
                    _ => Vec::new(),
                };
                texts.extend(said.into_iter().filter(|(path, _)| is_expression(path)).filter_map(|(path, text)| {
                    let names = helper.names(&ExpressionKey::in_scenario(self, &path)?, &text);
                    Some(RuleText { path, text, names })
                }));
            }
        }
        texts
    }

    /// Returns the paths of the definitions of tags, counters or definitions of rules, with their names.
    pub(crate) fn rule_ids(&self, id: Id) -> Vec<(String, DocPath)> {
        if id == Id::TAG {
            let common = self.common();
            let tags = (0..common.unit_count()).flat_map(|unit| {
                let path = DocPath::root().key("unit").index(unit).key("tags");
                common.tags(unit).iter().enumerate().map(move |(at, tag)| (tag.to_string(), path.clone().index(at)))
            });
            return tags.collect();
        }
        let list = match id {
            Id::COUNTER => "counter",
            Id::DEFINITION => "define",
            _ => return Vec::new(),
        };
        let rows = self.own_rows();
        let such = rows.all().filter(|(_, row)| row.kind().list() == list);
        such.map(|(index, row)| (row.id().to_string(), DocPath::root().key("rules").key(list).index(index).key("id")))
            .collect()
    }

    /// Returns `true` if a row of rules of the scenario itself has this id.
    pub(crate) fn has_rule(&self, id: &str) -> bool {
        self.own_rows().all().any(|(_, row)| row.id() == id)
    }
}
