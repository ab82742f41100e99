//! Lints: checks of the consistency of a scenario. The shared lints are in `rules`, those of a system in its folder.

pub(crate) mod context;
pub(crate) mod dangling;
pub(crate) mod gap;
pub(crate) mod ground;
mod level;
pub(crate) mod lookup;
mod mismatch;
mod named_tables;
mod names;
mod offer;
pub(crate) mod rules;
#[cfg(test)]
pub(crate) mod testing;
pub(crate) mod view;
pub(crate) mod walk;

use crate::diagnostic::{Diagnostic, Finding};
use crate::load::{MOST_FINDINGS, TOO_MANY_FINDINGS, bytes, finish, head, shape, syntax};
use crate::place::Places;
use crate::{Scenario, System, theme};
use context::Context;

pub(crate) use level::code_schema;
pub use level::{ALL, LintLevel, LintLevels, Lints};
use rules::LINTS;
pub use rules::lint_codes::check_code;
pub(crate) use rules::lint_codes::misnamed_codes;
pub(crate) use rules::out_of_range::out_of_range;
pub use rules::unplayable::unplayable;
pub(crate) use view::LintView;

/// The number of findings after which a lint stops: only a thousand are listed, and each may take a kilobyte.
const ENOUGH: usize = 10 * MOST_FINDINGS;

/// A check of a whole scenario.
type Check = fn(&Context<'_>, &mut Vec<Diagnostic>);

/// Lints, each as its findings and its check.
pub(crate) type LintTable = [(&'static [Finding], Check)];

/// The findings of the stages before the lints, and of the rules after them.
const STAGES: &[Finding] = &[
    bytes::NOT_TEXT,
    syntax::SYNTAX,
    head::UNKNOWN_SYSTEM,
    head::UNKNOWN_FORMAT,
    shape::UNKNOWN_KEY,
    shape::MISSING_KEY,
    shape::WRONG_TYPE,
    shape::UNKNOWN_WORD,
    shape::BAD_VALUE,
    TOO_MANY_FINDINGS,
    rules::unplayable::UNPLAYABLE,
];

/// Returns all kinds of findings, stage by stage, then by code.
pub fn findings() -> Vec<Finding> {
    let lints = LINTS.iter().chain(System::ALL.into_iter().flat_map(System::lints));
    let mut lints: Vec<Finding> = lints.flat_map(|(findings, _)| findings.iter().copied()).collect();
    lints.sort_by_key(|finding| finding.code);
    // Systems share some.
    lints.dedup();
    STAGES.iter().copied().chain(theme::FINDINGS.iter().copied()).chain(lints).collect()
}

/// Returns the names, labels and titles of `scenario` with a letter that no font of the program has, each with its path. An empty
/// box is drawn for each such letter.
pub fn undrawn_texts(scenario: &Scenario) -> Vec<(crate::DocPath, String)> {
    names::ScenarioNames::of(scenario).undrawn
}

/// Returns the kind of finding with this code.
///
/// ```
/// let finding = battlewright_schema::explain("hex-off-map").unwrap();
/// assert_eq!(finding.summary(), "A reference to a hex that the map does not have.");
/// ```
pub fn explain(code: &str) -> Option<Finding> {
    findings().into_iter().find(|finding| finding.code.as_str() == code)
}

/// Returns all inconsistencies in `scenario`, as [`load`](crate::load) lists them. The findings have paths but no byte
/// ranges.
pub fn check(scenario: &Scenario) -> Vec<Diagnostic> {
    let levels = LintLevels::default();
    let mut found = check_at(scenario, None, &levels);
    levels.apply(scenario.lints(), &mut found);
    finish("", &mut found);
    found
}

/// Returns the inconsistencies in a scenario read from a text, with default severities. Findings that `levels` allow may
/// be missing. A finding located at its path has no byte range yet: [`Places::locate`].
pub(crate) fn check_at<'s>(
    scenario: &'s Scenario,
    places: Option<&'s Places<'s>>,
    levels: &'s LintLevels,
) -> Vec<Diagnostic> {
    let context = Context::new(scenario, places, levels);
    let mut found = Vec::new();
    for (_, check) in LINTS.iter().chain(scenario.system().lints()) {
        let before = found.len();
        check(&context, &mut found);
        found.truncate(before + ENOUGH);
    }
    named_tables::check(scenario, levels, &mut found);
    rules::cells::redirect(scenario, &mut found);
    found
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::Code;

    #[test]
    fn every_code_is_unique_in_kebab_case_and_documented() {
        let all = findings();
        let codes: BTreeSet<Code> = all.iter().map(|finding| finding.code).collect();
        assert_eq!(codes.len(), all.len(), "two findings share a code");
        for finding in all {
            let code = finding.code.as_str();
            assert!(code.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'), "{code}");
            assert!(finding.summary().ends_with('.'), "{code}: {}", finding.summary());
            assert_eq!(explain(code), Some(finding));
        }
        assert_eq!(explain("no-such-code"), None);
    }

    #[test]
    fn a_scenario_without_text_is_checked_as_well() {
        let mut scenario = crate::load(crate::template(crate::System::MarsLaTour)).scenario.unwrap();
        assert_eq!(check(&scenario), []);
        let Scenario::MarsLaTour(own) = &mut scenario else { panic!("{scenario:?}") };
        own.unit[0].er = 9;
        let found = check(&scenario);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].path.to_string().as_str(), found[0].span.clone()), ("unit[0].er", None));
    }

    /// Floods of findings are limited with and without a text.
    #[test]
    fn no_more_is_found_without_a_text() {
        let text =
            crate::template(crate::System::MarsLaTour).to_owned() + &"[[road]]\npath = []\n".repeat(MOST_FINDINGS + 1);
        let loaded = crate::load(&text);
        assert_eq!(loaded.diagnostics.len(), MOST_FINDINGS + 1);
        let found = check(&loaded.readable.unwrap());
        assert_eq!(found.len(), MOST_FINDINGS + 1);
        assert_eq!(found.last().map(|finding| finding.code), Some(TOO_MANY_FINDINGS.code));
    }
}
