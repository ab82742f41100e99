//! The rules of a file for players at a table.

use battlewright_schema::outrance::{Nation, Rules};
use battlewright_schema::ruleset::{is_ruleset, ruleset_alone};
use battlewright_schema::{Diagnostic, LintLevels, RulesetSource, Scenario, Surroundings, validate_from};
use thiserror::Error;

use super::rows::ResolverRows;

/// The rules of a scenario or of a ruleset, as the resolver uses them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRules {
    /// The published rules with the changes of the file.
    pub rules: Rules,
    /// Its rules in rows.
    pub rows: ResolverRows,
}

/// A reason why a file gives no rules to the resolver.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TableRulesError {
    /// The file has an error, the first one of perhaps several.
    #[error("{0}")]
    Invalid(Box<Diagnostic>),
    /// The file is of another system or no file with rules.
    #[error("it is neither a scenario nor a ruleset of La Guerre à Outrance")]
    OtherFile,
}

impl TableRules {
    /// Reads the scenario or the ruleset in `bytes`, which can use `rulesets`. The sides of a ruleset have no armies, so that its rows
    /// about sides are left out.
    ///
    /// # Errors
    /// The file has errors or is of another system.
    pub fn read(bytes: &[u8], rulesets: &dyn RulesetSource) -> Result<Self, TableRulesError> {
        let levels = LintLevels::default();
        let surroundings = Surroundings { levels: &levels, rulesets };
        let (scenario, findings) = validate_from(bytes, &surroundings);
        if let Some(error) = findings.into_iter().find(Diagnostic::is_error) {
            return Err(TableRulesError::Invalid(Box::new(error)));
        }
        let is_ruleset = is_ruleset(bytes);
        let scenario = match std::str::from_utf8(bytes) {
            Ok(text) if is_ruleset => ruleset_alone(text, &surroundings),
            _ => scenario,
        };
        let Some(Scenario::Outrance(scenario)) = scenario else { return Err(TableRulesError::OtherFile) };
        let armies: Vec<Nation> = scenario.side.values().map(|side| side.nation).collect();
        let armies = <[Nation; 2]>::try_from(armies).ok().filter(|_| !is_ruleset);
        let (checked, _) = scenario.extra_rules();
        Ok(Self { rules: scenario.ruleset(), rows: ResolverRows::new(&checked, armies) })
    }
}
