//! The expressions of rules that an operation has to follow.

use crate::rule::RuleText;
use crate::{DocPath, Id, Scenario};

/// The expressions of a scenario, and the ids that only rules name.
pub(super) struct RuleReferences {
    /// The expressions, with the names in them.
    pub(super) texts: Vec<RuleText>,
    /// The tags, counters and definitions, each with the path where it is given.
    pub(super) given: Vec<(Id, String, DocPath)>,
}

impl RuleReferences {
    pub(super) fn of(scenario: &Scenario) -> Self {
        let texts = scenario.rule_texts();
        // Nothing else names them.
        let ids = if texts.is_empty() { &[][..] } else { &[Id::TAG, Id::COUNTER, Id::DEFINITION] };
        let given = |id: Id| scenario.rule_ids(id).into_iter().map(move |(name, path)| (id, name, path));
        Self { given: ids.iter().copied().flat_map(given).collect(), texts }
    }
}
