//! The file of a ruleset.

use std::fmt;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::path::DocPath;
use crate::rule::{RowLists, RuleRows};

/// A ruleset: named changes of the rules of a system, for several scenarios.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Ruleset")]
pub struct RulesetFile<C> {
    /// The version of the format of rulesets: `1`.
    #[schemars(range(min = 1, max = 1))]
    pub ruleset: u32,
    /// The id by which scenarios and other rulesets name it, such as `"night-and-mud"`.
    #[schemars(extend("pattern" = "^[a-z0-9][a-z0-9-]*$"))]
    pub id: String,
    /// The rules system.
    pub system: String,
    /// The published rules, such as `"mars-la-tour@1"`, and the rulesets that this one stands over, at most 8.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(extend("maxItems" = super::MOST_USES))]
    pub extends: Vec<RulesetRef>,
    /// The version of the ruleset, which its author raises with each change of a rule.
    #[schemars(range(min = 1, max = 9999))]
    pub version: u32,
    /// The name, such as `"Night and mud"`.
    pub title: String,
    /// A short introduction in plain text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The people who made the ruleset.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub authors: Vec<String>,
    /// The license, as an SPDX identifier such as `"CC-BY-4.0"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub license: Option<String>,
    /// The books and papers that the ruleset is based on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<String>,
    /// The ids of a scenario that the ruleset is about. A scenario without one of them cannot use it.
    #[serde(default, skip_serializing_if = "RulesetNeeds::is_empty")]
    pub needs: RulesetNeeds,
    /// The former ids of the ruleset.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replaces: Vec<String>,
    /// The changes, as in a scenario.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<C>,
    /// The source of each change, by its path below `[rules]`, such as `zoi` or `"tables.modifiers"`.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub why: IndexMap<String, String>,
}

impl<C: Clone + Default> RulesetFile<C> {
    /// Returns the changes; none for a ruleset that only joins others.
    pub(crate) fn changes(&self) -> C {
        self.rules.clone().unwrap_or_default()
    }
}

/// `needs` of a ruleset: ids of a scenario, by their kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct RulesetNeeds {
    /// Sides.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub side: Vec<String>,
    /// Formations.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub formation: Vec<String>,
    /// Units.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unit: Vec<String>,
    /// Places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub place: Vec<String>,
    /// Tags of units.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tag: Vec<String>,
}

impl RulesetNeeds {
    /// Returns `true` if nothing is needed.
    pub fn is_empty(&self) -> bool {
        self.lists().iter().all(|(_, ids)| ids.is_empty())
    }

    /// Returns the kinds of ids with the needed ids.
    pub(crate) fn lists(&self) -> [(&'static str, &[String]); 5] {
        [
            ("side", &self.side),
            ("formation", &self.formation),
            ("unit", &self.unit),
            ("place", &self.place),
            ("tag", &self.tag),
        ]
    }
}

/// A ruleset whose changes a file contains, as `battlewright inline` writes it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BasedOn {
    /// The id of the ruleset.
    pub id: String,
    /// The version of the ruleset.
    #[schemars(range(min = 1, max = 9999))]
    pub version: u32,
    /// The hash of its changes.
    pub hash: String,
}

/// The name of a ruleset in a file: its id and version, such as `night-and-mud@2`, or a path relative to the file.
///
/// A file may hold any text, so that a form can add an entry and fill it in. A text that is neither is a finding.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(extend("pattern" = "^([a-z0-9][a-z0-9-]*@[1-9][0-9]{0,3}|[^@\\\\:]*/[^\\\\:]+)$"))]
pub struct RulesetRef(String);

/// The parts of a [`RulesetRef`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NamedRuleset<'r> {
    /// The file at this path.
    Path(&'r str),
    /// The ruleset with this id and version.
    Id(&'r str, u32),
}

impl RulesetRef {
    /// Returns the reference written as `text`; `None` if it is neither a path nor an id with a version.
    pub fn new(text: &str) -> Option<Self> {
        let reference = Self(text.to_owned());
        reference.parts().is_some().then_some(reference)
    }

    /// Returns the reference to version `version` of `id`.
    pub(crate) fn of(id: &str, version: u32) -> Self {
        Self(format!("{id}@{version}"))
    }

    /// Returns the text in the file.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the path of the file that is named; `None` for an id.
    pub fn path(&self) -> Option<&str> {
        match self.parts() {
            Some(NamedRuleset::Path(path)) => Some(path),
            _ => None,
        }
    }

    /// Returns the id and the version that are named; `None` for a path.
    pub fn id(&self) -> Option<(&str, u32)> {
        match self.parts() {
            Some(NamedRuleset::Id(id, version)) => Some((id, version)),
            _ => None,
        }
    }

    pub(crate) fn parts(&self) -> Option<NamedRuleset<'_>> {
        let text = self.0.as_str();
        if text.contains('/') {
            return Some(NamedRuleset::Path(text));
        }
        let (id, version) = text.split_once('@')?;
        let is_number = (1..=4).contains(&version.len()) && version.bytes().all(|digit| digit.is_ascii_digit());
        let version = version.parse().ok().filter(|version| is_number && *version > 0)?;
        is_id(id).then_some(NamedRuleset::Id(id, version))
    }
}

/// Returns `true` if `id` can name a ruleset: small letters, digits and hyphens.
pub(crate) fn is_id(id: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    id.bytes().next().is_some_and(is_letter) && id.bytes().all(|byte| is_letter(byte) || byte == b'-')
}

impl fmt::Display for RulesetRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The keys of `[rules]` that are no settings: those that name rulesets, and the rows of rules.
pub(crate) trait RuleSection: Sized {
    /// Returns the rulesets in use.
    fn uses(&self) -> &[RulesetRef];

    /// Returns the rulesets whose changes the section contains.
    fn based_on(&self) -> &[BasedOn];

    /// Sets the rulesets in use, and those whose changes the section contains.
    fn set_sources(&mut self, uses: Vec<RulesetRef>, based_on: Vec<BasedOn>);

    /// Returns the rows of rules.
    fn rows(&self) -> RowLists<'_>;

    /// Sets the rows of rules.
    fn set_rows(&mut self, rows: RuleRows);

    /// Sets the rows to those of two sections, of which the second is later. The sources of the sections have no common value.
    fn join_plain(&mut self, [earlier, later]: [&Self; 2]) {
        self.set_rows(RuleRows::joined(earlier.rows(), later.rows()));
    }

    /// Adds each row to `values`, with its path below `path`.
    fn list_plain(&self, path: &DocPath, values: &mut Vec<(DocPath, Value)>) {
        self.rows().list(path, values);
    }
}
