//! The names that rows may use although the scenario has nothing of that name.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::Common;

/// `[rules.gone]`: the names of what left the game before the position with which it begins. Expressions may still use them: such a unit
/// is in no place, and nothing equals it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct GoneNames {
    /// The ids of units.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unit: Vec<SmolStr>,
    /// The ids or the names of formations.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub formation: Vec<SmolStr>,
    /// The ids of places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub place: Vec<SmolStr>,
    /// The tags of units.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tag: Vec<SmolStr>,
}

impl GoneNames {
    /// Returns `true` if there are none.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns all the names of `scenario`, each once.
    pub(crate) fn all_of(scenario: &dyn Common) -> Self {
        let units = 0..scenario.unit_count();
        let tags: BTreeSet<&SmolStr> = units.clone().flat_map(|unit| scenario.tags(unit)).collect();
        Self {
            unit: units.filter_map(|unit| Some(scenario.unit(unit)?.id.as_str().into())).collect(),
            formation: scenario.formation_names().into_iter().map(SmolStr::from).collect(),
            place: scenario.place_ids().into_iter().map(|place| place.as_str().into()).collect(),
            tag: tags.into_iter().cloned().collect(),
        }
    }

    /// Returns those of these names that `of` does not have and for which `is_used` returns `true`.
    pub(crate) fn without(&self, of: &Self, is_used: impl Fn(&str) -> bool) -> Self {
        let left = |names: &[SmolStr], has: &[SmolStr]| -> Vec<SmolStr> {
            let has: BTreeSet<&str> = has.iter().map(SmolStr::as_str).collect();
            names.iter().filter(|name| !has.contains(name.as_str()) && is_used(name)).cloned().collect()
        };
        Self {
            unit: left(&self.unit, &of.unit),
            formation: left(&self.formation, &of.formation),
            place: left(&self.place, &of.place),
            tag: left(&self.tag, &of.tag),
        }
    }

    /// Adds the names of `other` that are not there.
    pub(crate) fn add(&mut self, other: Self) {
        let lists = [
            (&mut self.unit, other.unit),
            (&mut self.formation, other.formation),
            (&mut self.place, other.place),
            (&mut self.tag, other.tag),
        ];
        for (names, more) in lists {
            for name in more {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
    }

    /// Returns the names of all kinds.
    pub(crate) fn names(&self) -> impl Iterator<Item = &SmolStr> {
        [&self.unit, &self.formation, &self.place, &self.tag].into_iter().flatten()
    }
}
