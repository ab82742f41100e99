//! The rulesets that the program brings, in `rulesets/variants/`.

use crate::System;

/// A ruleset that the program brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BundledRuleset {
    /// Its id.
    pub id: &'static str,
    /// Its system.
    pub system: System,
    /// Its version.
    pub version: u32,
    /// Its title.
    pub title: &'static str,
    /// Its file.
    pub text: &'static str,
}

impl BundledRuleset {
    /// Returns its place in findings.
    pub(crate) fn place(&self) -> String {
        format!("the bundled ruleset {}", self.id)
    }
}

const BUNDLED: &[BundledRuleset] = &[
    BundledRuleset {
        id: "guard-is-held",
        system: System::AtAnyCost,
        version: 1,
        title: "The Guard is held",
        text: include_str!("../../rulesets/variants/guard-is-held.toml"),
    },
    BundledRuleset {
        id: "night-and-mud",
        system: System::MarsLaTour,
        version: 1,
        title: "Night and mud",
        text: include_str!("../../rulesets/variants/night-and-mud.toml"),
    },
];

/// Returns the rulesets that the program brings, by id.
pub fn bundled() -> &'static [BundledRuleset] {
    BUNDLED
}
