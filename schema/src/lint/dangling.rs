//! The common part of lints for undefined names.

use super::ENOUGH;
use super::context::Context;
use super::lookup::lookup;
use crate::diagnostic::{Diagnostic, Finding, list, shown};
use crate::fix::{MeantWord, quoted};
use crate::path::DocPath;

/// The most pairs of characters compared for suggestions, which take about a second.
const MOST_COMPARISONS: usize = 60_000_000;

/// Reports the uses of names of `kind` that are not among `known`.
pub(crate) fn check(
    cx: &Context<'_>,
    kind: &'static str,
    finding: &Finding,
    known: &[&str],
    found: &mut Vec<Diagnostic>,
) {
    check_where(cx, kind, finding, known, |_| true, found);
}

/// Reports the uses of names of `kind` at the paths that `is_checked` accepts, if they are not among `known`.
pub(crate) fn check_where(
    cx: &Context<'_>,
    kind: &'static str,
    finding: &Finding,
    known: &[&str],
    is_checked: impl Fn(&DocPath) -> bool,
    found: &mut Vec<Diagnostic>,
) {
    let noun = kind.strip_suffix("Id").unwrap_or(kind).to_lowercase();
    let mut all = lookup(known.len());
    all.extend(known.iter().map(|name| (*name, ())));
    let limit = found.len() + ENOUGH;
    // Comparing a thousand names with a thousand others is quick; a million with a million is not.
    let letters: usize = known.iter().map(|name| name.len()).sum();
    let mut comparisons = MOST_COMPARISONS;
    let there_is = match known {
        [] => format!("the scenario has no {noun}"),
        known => format!("possible values: {}", list(known.iter().copied())),
    };
    for used in cx.uses(kind).filter(|used| !all.contains_key(used.text())) {
        let (name, path) = (used.text(), used.path());
        if found.len() >= limit {
            break;
        }
        if !is_checked(&path) {
            continue;
        }
        comparisons = comparisons.saturating_sub(letters.saturating_mul(name.len()));
        let meant = if comparisons > 0 { MeantWord::by(name, known.iter().copied()) } else { None };
        let help = meant.map_or_else(|| there_is.clone(), MeantWord::help);
        let fix = meant.and_then(|meant| meant.fix(cx.text?.write(&path, quoted(meant.word))));
        found.push(finding.at(path, format!("unknown {noun} {}", shown(name))).help(help).fix(fix));
    }
}
