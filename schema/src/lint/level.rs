//! Levels of findings, set by flags, a scenario or its collection.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::diagnostic::{Diagnostic, Finding, Severity};

/// The severity assigned to a lint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LintLevel {
    /// Not reported.
    Allow,
    /// Reported as a warning.
    Warn,
    /// Reported as an error; the scenario can be played nevertheless.
    Deny,
}

impl LintLevel {
    /// All levels.
    pub const ALL: [Self; 3] = [Self::Allow, Self::Warn, Self::Deny];

    /// Returns the name in the file: `allow`, `warn` or `deny`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Warn => "warn",
            Self::Deny => "deny",
        }
    }

    /// Returns the level called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }
}

/// The `[lints]` table: a level for each code, or for `all`.
pub type Lints = IndexMap<String, LintLevel>;

/// The key in [`Lints`] for all codes that are not listed and not silent.
pub const ALL: &str = "all";

/// Returns a JSON Schema of the possible keys of `[lints]`.
pub(crate) fn code_schema() -> Value {
    let codes = super::findings().into_iter().filter(|finding| finding.level().is_some());
    let names: Vec<&str> = codes.map(|finding| finding.code.as_str()).chain([ALL]).collect();
    json!({ "enum": names })
}

/// Returns the kind of finding with this code.
pub(super) fn kind(code: &str) -> Option<&'static Finding> {
    static KINDS: LazyLock<BTreeMap<&'static str, Finding>> =
        LazyLock::new(|| super::findings().into_iter().map(|finding| (finding.code.as_str(), finding)).collect());
    KINDS.get(code)
}

/// The levels in force besides a scenario's own `[lints]`.
///
/// Flags take precedence over the scenario's levels, and these over its collection's. The user of the flags knows the
/// purpose of the check and must be able to see suppressed findings; a scenario knows its own exceptions, which its
/// collection cannot foresee. Within each source, a code takes precedence over `all`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LintLevels {
    /// The levels given by flags.
    pub flags: Lints,
    /// The levels in the collection's `battlewright.toml`.
    pub collection: Lints,
}

impl LintLevels {
    /// Returns the level of `finding` in a scenario with the levels `own`; `None` if it has none. `all` does not enable
    /// silent findings.
    pub fn of(&self, own: &Lints, finding: &Finding) -> Option<LintLevel> {
        let usual = finding.level()?;
        let all = |lints: &Lints| lints.get(ALL).copied().filter(|_| !finding.silent);
        [&self.flags, own, &self.collection]
            .into_iter()
            .find_map(|lints| lints.get(finding.code.as_str()).copied().or_else(|| all(lints)))
            .or(Some(usual))
    }

    /// Sets the severity of `findings` to their levels in a scenario with the levels `own`, and removes allowed ones.
    /// Findings without a level stay unchanged.
    pub fn apply(&self, own: &Lints, findings: &mut Vec<Diagnostic>) {
        findings.retain_mut(|finding| {
            let Some(level) = kind(finding.code.as_str()).and_then(|kind| self.of(own, kind)) else { return true };
            match level {
                LintLevel::Allow => return false,
                LintLevel::Warn => finding.severity = Severity::Warning,
                LintLevel::Deny => finding.severity = Severity::Error,
            }
            true
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::shown;
    use super::*;
    use crate::{System, load, load_with, template};

    /// Returns the template with an unused terrain, and with `lints`.
    fn unused(lints: &str) -> String {
        let unused = "[map.terrain]\nx = { name = \"Unused\" }";
        template(System::MarsLaTour).replace("[map.terrain]", unused) + lints
    }

    fn lints(levels: &[(&str, LintLevel)]) -> Lints {
        levels.iter().map(|(code, level)| ((*code).to_owned(), *level)).collect()
    }

    fn severities(text: &str, levels: &LintLevels) -> Vec<Severity> {
        let loaded = load_with(text, levels);
        assert!(loaded.scenario.is_some(), "no level makes a scenario unplayable");
        loaded.diagnostics.iter().map(|finding| finding.severity).collect()
    }

    #[test]
    fn a_scenario_says_how_gravely_it_is_taken() {
        let none = LintLevels::default();
        assert_eq!(severities(&unused(""), &none), [Severity::Warning]);
        assert_eq!(severities(&unused("\n[lints]\nunused-terrain = \"allow\""), &none), []);
        assert_eq!(severities(&unused("\n[lints]\nunused-terrain = \"deny\""), &none), [Severity::Error]);
        assert_eq!(severities(&unused("\n[lints]\nall = \"deny\""), &none), [Severity::Error]);
        assert_eq!(severities(&unused("\n[lints]\nall = \"deny\"\nunused-terrain = \"allow\""), &none), []);
    }

    #[test]
    fn flags_come_before_the_scenario_and_the_scenario_before_its_collection() {
        let collection =
            LintLevels { collection: lints(&[("unused-terrain", LintLevel::Deny)]), ..LintLevels::default() };
        assert_eq!(severities(&unused(""), &collection), [Severity::Error]);
        let allowed = unused("\n[lints]\nunused-terrain = \"allow\"");
        assert_eq!(severities(&allowed, &collection), []);
        let flags = LintLevels { flags: lints(&[(ALL, LintLevel::Warn)]), ..collection };
        assert_eq!(severities(&allowed, &flags), [Severity::Warning]);
    }

    #[test]
    fn errors_have_no_level() {
        let found = shown(&[("at = \"0704\"", "at = \"9904\""), ("[victory]", "[lints]\nall = \"allow\"\n[victory]")]);
        assert_eq!(found, ["hex-off-map \"9904\""]);
        let lints = "[lints]\nsyntax = \"allow\"\nunused-terain = \"deny\"\nxyzzy = \"warn\"\n[victory]";
        assert_eq!(
            shown(&[("[victory]", lints)]),
            ["fixed-level syntax", "unknown-lint unused-terain", "unknown-lint xyzzy"]
        );
        let found = load(&template(System::MarsLaTour).replace("[victory]", lints)).diagnostics;
        assert_eq!(found[1].help.as_deref(), Some("did you mean `unused-terrain`?"));
    }

    #[test]
    fn every_level_has_its_name() {
        for level in LintLevel::ALL {
            assert_eq!(LintLevel::from_name(level.name()), Some(level));
            assert_eq!(serde_json::to_value(level).unwrap(), level.name());
        }
        assert_eq!(LintLevel::from_name("off"), None);
    }
}
