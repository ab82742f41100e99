//! Codes in `[lints]` that do not exist or have no level.

use std::sync::LazyLock;

use crate::diagnostic::{Diagnostic, Finding, Severity, finding, shown};
use crate::fix::{Fix, MeantWord};
use crate::lint::context::Context;
use crate::lint::level::{ALL, kind};
use crate::lint::{ENOUGH, findings};
use crate::load::MOST_FINDINGS;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// An unknown code in `[lints]`.
    ///
    /// # Why it matters
    /// The level has no effect. The same check applies to `battlewright.toml` of a collection.
    ///
    /// # Example
    /// ```toml
    /// [lints]
    /// unused-terain = "allow"      # did you mean `unused-terrain`?
    /// ```
    ///
    /// # Remedy
    /// Correct the code, or remove the line. `battlewright explain` lists all codes.
    UNKNOWN_LINT = "unknown-lint", Warning
}

finding! {
    /// # What it finds
    /// A level in `[lints]` for a finding that has no level.
    ///
    /// # Why it matters
    /// Levels are for warnings about scenarios that can be played. Errors, such as a unit outside the map, make a
    /// scenario unplayable at any level.
    ///
    /// # Example
    /// ```toml
    /// [lints]
    /// hex-off-map = "allow"        # a unit in no hex cannot be moved
    /// ```
    ///
    /// # Remedy
    /// Remove the line, and correct the error that it should hide.
    FIXED_LEVEL = "fixed-level", Warning
}

/// Checks that `code` exists and may have a level.
///
/// # Errors
/// The message and the help of the finding.
pub fn check_code(code: &str) -> Result<(), (String, String)> {
    misnamed(code, true).map_or(Ok(()), |(_, message, help)| Err((message, help)))
}

/// Describes the problem with a level for `code`; a suggestion is added only if it `is_listed`.
fn misnamed(code: &str, is_listed: bool) -> Option<(&'static Finding, String, String)> {
    if code == ALL {
        return None;
    }
    match kind(code) {
        None => {
            static CODES: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
                let codes = findings().into_iter().filter(|finding| finding.level().is_some());
                codes.map(|finding| finding.code.as_str()).chain([ALL]).collect()
            });
            let meant = if is_listed { MeantWord::by(code, CODES.iter().copied()) } else { None };
            let help = meant.map_or_else(|| "run `battlewright explain` to list all codes".to_owned(), MeantWord::help);
            Some((&UNKNOWN_LINT, format!("unknown code {}", shown(code)), help))
        }
        Some(kind) if kind.level().is_none() => {
            let message = format!("`{code}` has no level, because it is always {}", a(kind.severity));
            Some((&FIXED_LEVEL, message, "remove it; only warnings have a level".to_owned()))
        }
        Some(_) => None,
    }
}

fn a(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "an error",
        Severity::Warning => "a warning",
        Severity::Note => "a note",
    }
}

/// Returns the findings for the codes in the `[lints]` of a scenario or a collection.
pub(crate) fn misnamed_codes<'l>(codes: impl IntoIterator<Item = &'l String>) -> impl Iterator<Item = Diagnostic> {
    let mut listed = 0..MOST_FINDINGS;
    codes.into_iter().filter_map(move |code| {
        let (finding, message, help) = misnamed(code, !listed.is_empty())?;
        listed.next();
        Some(finding.at(DocPath::root().key("lints").key(code), message).help(help))
    })
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for finding in misnamed_codes(cx.scenario.lints().keys()).take(ENOUGH) {
        let span = cx.key_span(&finding.path);
        // An ineffective level can be removed safely.
        let out = cx.text.filter(|_| finding.code == FIXED_LEVEL.code).and_then(|text| text.take_out(&finding.path));
        found.push(finding.span(span).fix(Fix::safe("remove it", out)));
    }
}
