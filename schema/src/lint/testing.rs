//! Shared helpers for tests of lints.

use crate::{Loaded, System, load, template};

/// Returns the findings in the template after each replacement `(from, to)`: the code and the offending text.
pub(crate) fn found(edits: &[(&str, &str)]) -> Vec<(&'static str, String)> {
    found_in(System::MarsLaTour, edits)
}

/// Returns the findings in the template of `system` after each replacement: the code and the message.
pub(crate) fn messages(system: System, edits: &[(&str, &str)]) -> Vec<(&'static str, String)> {
    let (_, loaded) = edited(system, edits);
    loaded.diagnostics.into_iter().map(|finding| (finding.code.as_str(), finding.message)).collect()
}

/// Returns the template of `system` after each replacement, and what loading it has found.
fn edited(system: System, edits: &[(&str, &str)]) -> (String, Loaded) {
    let mut text = template(system).to_owned();
    for (from, to) in edits {
        assert!(text.contains(from), "the template has no {from:?}");
        text = text.replacen(from, to, 1);
    }
    let loaded = load(&text);
    assert!(loaded.readable.is_some(), "{:#?}", loaded.diagnostics);
    (text, loaded)
}

/// Returns the findings in the template of `system` after each replacement: the code and the offending text.
fn found_in(system: System, edits: &[(&str, &str)]) -> Vec<(&'static str, String)> {
    let (text, loaded) = edited(system, edits);
    let of = |span: Option<std::ops::Range<usize>>| span.and_then(|span| text.get(span)).unwrap_or("-").to_owned();
    loaded.diagnostics.into_iter().map(|finding| (finding.code.as_str(), of(finding.span))).collect()
}

/// Returns the findings as `code text`.
pub(crate) fn shown(edits: &[(&str, &str)]) -> Vec<String> {
    found(edits).into_iter().map(|(code, text)| format!("{code} {text}")).collect()
}

/// Returns the findings in the template of `position-magnifique` as `code text`.
pub(crate) fn shown_magnifique(edits: &[(&str, &str)]) -> Vec<String> {
    let found = found_in(System::PositionMagnifique, edits);
    found.into_iter().map(|(code, text)| format!("{code} {text}")).collect()
}

/// The findings in the template of `at-any-cost` as `code text`.
pub(crate) fn shown_any_cost(edits: &[(&str, &str)]) -> Vec<String> {
    let found = found_in(System::AtAnyCost, edits);
    found.into_iter().map(|(code, text)| format!("{code} {text}")).collect()
}

/// Returns the findings in the template of `matz` as `code text`.
pub(crate) fn shown_matz(edits: &[(&str, &str)]) -> Vec<String> {
    let found = found_in(System::Matz, edits);
    found.into_iter().map(|(code, text)| format!("{code} {text}")).collect()
}

/// Returns the findings in the template of `outrance` as `code text`.
pub(crate) fn shown_outrance(edits: &[(&str, &str)]) -> Vec<String> {
    let found = found_in(System::Outrance, edits);
    found.into_iter().map(|(code, text)| format!("{code} {text}")).collect()
}
