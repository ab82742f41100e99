//! The rulesets below a scenario's own changes, as they were found when it was loaded.

use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use super::file::{BasedOn, RulesetNeeds, RulesetRef};
use super::findings::RULESET_CONFLICT;
use crate::diagnostic::Diagnostic;
use crate::path::DocPath;
use crate::system::settings::Setting;

/// The resolved rulesets of a scenario.
///
/// They follow from the file and its surroundings. So two scenarios with the same file are equal, whatever was found.
pub struct RuleBasis<C: Setting>(pub(crate) Option<Arc<ResolvedRulesets<C>>>);

impl<C: Setting> Clone for RuleBasis<C> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<C: Setting> Default for RuleBasis<C> {
    fn default() -> Self {
        Self(None)
    }
}

impl<C: Setting> PartialEq for RuleBasis<C> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<C: Setting> Eq for RuleBasis<C> {}

impl<C: Setting> fmt::Debug for RuleBasis<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rulesets = self.0.iter().flat_map(|resolved| &resolved.rulesets);
        f.debug_list().entries(rulesets.map(|ruleset| ruleset.info.reference())).finish()
    }
}

impl<C: Setting> RuleBasis<C> {
    /// Returns the published rules with the changes of the rulesets; `None` if there are no rulesets.
    pub fn rules(&self) -> Option<&C::Complete> {
        self.0.as_ref().map(|resolved| &resolved.rules)
    }

    /// Returns the ids that a ruleset needs, if it is checked alone.
    pub(crate) fn needs_alone(&self) -> Option<&RulesetNeeds> {
        self.0.as_ref()?.needs_alone.as_ref()
    }
}

/// Rulesets in the order of force, with their common effect.
pub(crate) struct ResolvedRulesets<C: Setting> {
    /// Each ruleset after those that it extends.
    pub(crate) rulesets: Vec<ResolvedRuleset<C>>,
    /// The changes of all.
    pub(crate) joined: C,
    /// The published rules with the changes of all.
    pub(crate) rules: C::Complete,
    /// The same, as a tree of values.
    pub(crate) tree: Value,
    /// The values that two rulesets change differently, without a third one that decides it.
    pub(crate) conflicts: Vec<RuleConflict>,
    /// The problems of the search.
    pub(crate) problems: Vec<Diagnostic>,
    /// The rulesets that the file named.
    pub(crate) uses: Vec<RulesetRef>,
    /// For the check of a ruleset alone, the ids that it needs, which stand for those of a scenario.
    pub(crate) needs_alone: Option<RulesetNeeds>,
}

/// A ruleset in force.
pub(crate) struct ResolvedRuleset<C> {
    pub(crate) info: RulesetInfo,
    /// Its own changes, without those of the rulesets that it extends.
    pub(crate) changes: C,
    /// The ids that it needs.
    pub(crate) needs: RulesetNeeds,
    /// The numbers of all rulesets below it.
    pub(crate) below: Vec<usize>,
    /// The path of the reference that leads to it.
    pub(crate) path: DocPath,
}

/// The facts about a ruleset in force.
#[derive(Clone, Debug, PartialEq)]
pub struct RulesetInfo {
    /// The id.
    pub id: String,
    /// The version.
    pub version: u32,
    /// The title.
    pub title: String,
    /// The name of its file in messages.
    pub place: String,
    /// The hash of its changes.
    pub hash: String,
    /// `true` if the scenario names it itself, and not another ruleset.
    pub is_named: bool,
    /// The values that it changes, by their paths within `[rules]`.
    pub values: Vec<(DocPath, Value)>,
}

impl RulesetInfo {
    /// Returns the entry of a file that contains its changes.
    pub(crate) fn based_on(&self) -> BasedOn {
        BasedOn { id: self.id.clone(), version: self.version, hash: self.hash.clone() }
    }

    /// Returns its id and version, such as `night-and-mud@2`.
    pub fn reference(&self) -> RulesetRef {
        RulesetRef::of(&self.id, self.version)
    }
}

/// A value that two rulesets change differently.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RuleConflict {
    /// The value.
    pub(crate) value: DocPath,
    /// The two rulesets, each with the path of the reference that leads to it.
    pub(crate) rulesets: [(RulesetRef, DocPath); 2],
}

/// A resolved ruleset for a lint, without the type of its changes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SeenRuleset<'s> {
    pub(crate) info: &'s RulesetInfo,
    pub(crate) needs: &'s RulesetNeeds,
    pub(crate) path: &'s DocPath,
}

impl RuleConflict {
    /// Returns the finding about the conflict.
    pub(crate) fn finding(&self) -> Diagnostic {
        let [(first, before), (second, after)] = &self.rulesets;
        let message = format!("`{first}` and `{second}` change `{}` differently", self.value);
        let finding = RULESET_CONFLICT.at(after.clone(), message);
        let finding = finding.help("set the value in the scenario, or let one of the rulesets extend the other");
        if before == after { finding } else { finding.related(before.clone(), "this one also changes it") }
    }
}
