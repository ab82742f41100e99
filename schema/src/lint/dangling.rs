//! What all lints for names that nobody defined have in common.

use super::context::Context;
use crate::diagnostic::{Diagnostic, Finding, did_you_mean, list, shown};

/// Notes every use of a name of `kind` that is not among `known`.
pub(super) fn check(
    cx: &Context<'_>,
    kind: &'static str,
    finding: &Finding,
    known: &[&str],
    found: &mut Vec<Diagnostic>,
) {
    let noun = kind.strip_suffix("Id").unwrap_or(kind).to_lowercase();
    for (name, path) in cx.uses(kind).filter(|(name, _)| !known.contains(name)) {
        let help = did_you_mean(name, known.iter().copied()).unwrap_or_else(|| match known {
            [] => format!("the scenario has no {noun} at all"),
            known => format!("there is {}", list(known.iter().copied())),
        });
        found.push(finding.at(path.clone(), format!("there is no {noun} {}", shown(name))).help(help));
    }
}
