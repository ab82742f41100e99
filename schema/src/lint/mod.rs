//! How the parts of a scenario fit together. One lint a file: its doc comment, its check, its tests.

mod context;
mod out_of_range;
mod walk;

use crate::Scenario;
use crate::diagnostic::{Diagnostic, Finding};
use crate::load::{TOO_MANY_FINDINGS, bytes, head, shape, syntax};
use crate::place::{Lines, Places};
use context::Context;

pub(crate) use out_of_range::out_of_range;

/// A check over a whole scenario.
type Check = fn(&Context<'_>, &mut Vec<Diagnostic>);

/// Every lint: what it finds and how.
const LINTS: &[(&[Finding], Check)] = &[(
    &[out_of_range::ER_OUT_OF_RANGE, out_of_range::AMMUNITION_OUT_OF_RANGE, out_of_range::NUMBER_OUT_OF_RANGE],
    out_of_range::check,
)];

/// Findings of the stages before the lints.
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
];

/// Every kind of finding there is, stage by stage, then by name.
pub fn findings() -> Vec<Finding> {
    let mut lints: Vec<Finding> = LINTS.iter().flat_map(|(findings, _)| findings.iter().copied()).collect();
    lints.sort_by_key(|finding| finding.code);
    STAGES.iter().copied().chain(lints).collect()
}

/// The kind of finding that `code` names.
///
/// ```
/// let finding = battlewright_schema::explain("er-out-of-range").unwrap();
/// assert!(finding.doc.contains("Efficiency"));
/// ```
pub fn explain(code: &str) -> Option<Finding> {
    findings().into_iter().find(|finding| finding.code.as_str() == code)
}

/// Everything in `scenario` that does not fit together. The findings have paths but no bytes, as
/// there is no text.
pub fn check(scenario: &Scenario) -> Vec<Diagnostic> {
    let mut found = check_at(scenario, None);
    found.sort_by(Diagnostic::reading_order);
    found
}

/// The same for a scenario that was read from a text.
pub(crate) fn check_at(scenario: &Scenario, places: Option<Places<'_>>) -> Vec<Diagnostic> {
    let context = Context::new(scenario, places);
    let mut found = Vec::new();
    for (_, check) in LINTS {
        check(&context, &mut found);
    }
    for finding in &mut found {
        let Some(places) = places else { continue };
        finding.span = finding.span.take().or_else(|| Some(places.value(&finding.path)));
        for related in &mut finding.related {
            related.span = related.span.take().or_else(|| Some(places.value(&related.path)));
        }
    }
    if let Some(places) = places {
        Lines::new(places.text()).locate(&mut found);
    }
    found
}
