//! The rows of rules, and the tags of units.

use crate::diagnostic::Diagnostic;
use crate::lint::context::Context;
use crate::{of_scenario, rule};

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (_, findings) = of_scenario!(cx.scenario, own => rule::check(&**own, cx.text));
    found.extend(findings);
}
