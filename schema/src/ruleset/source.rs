//! The places where rulesets are found.

use super::bundled::bundled;
use super::file::{NamedRuleset, RulesetRef};

/// The text of a ruleset with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundRuleset {
    /// The place, such as the path of the file. A file has the same place whoever names it.
    pub place: String,
    /// The name of the place in messages.
    pub name: String,
    /// The content, or the beginning of a file that is larger than [`MOST_RULESET_BYTES`](super::MOST_RULESET_BYTES).
    pub bytes: Vec<u8>,
}

/// A source of the rulesets that scenarios and rulesets name.
pub trait RulesetSource {
    /// Returns the ruleset that the file at the place `from` names `reference`. The scenario itself has no place. `None` means
    /// that there is none.
    ///
    /// # Errors
    /// The reason why the ruleset cannot be read.
    fn ruleset(&self, reference: &RulesetRef, from: Option<&str>) -> Result<Option<FoundRuleset>, String>;

    /// Returns the ids of all rulesets, for suggestions.
    fn ids(&self) -> Vec<String> {
        Vec::new()
    }
}

/// The rulesets that the program brings.
#[derive(Clone, Copy, Debug, Default)]
pub struct BundledRulesets;

impl RulesetSource for BundledRulesets {
    fn ruleset(&self, reference: &RulesetRef, _: Option<&str>) -> Result<Option<FoundRuleset>, String> {
        let Some(NamedRuleset::Id(id, _)) = reference.parts() else { return Ok(None) };
        let found = bundled().iter().find(|ruleset| ruleset.id == id);
        Ok(found.map(|ruleset| FoundRuleset {
            place: ruleset.place(),
            name: ruleset.place(),
            bytes: ruleset.text.as_bytes().to_vec(),
        }))
    }

    fn ids(&self) -> Vec<String> {
        bundled().iter().map(|ruleset| ruleset.id.to_owned()).collect()
    }
}
