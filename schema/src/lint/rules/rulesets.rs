//! The rulesets that a scenario uses.

use std::collections::BTreeSet;

use crate::diagnostic::{Diagnostic, shown};
use crate::lint::context::Context;
use crate::path::DocPath;
use crate::rule::names::RuleNames;
use crate::rule::{decides, is_row, same_row};
use crate::ruleset::findings::{RULESET_NEEDS, RULESET_UNUSED};
use crate::ruleset::{RuleConflict, SeenRuleset};

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (problems, conflicts) = cx.scenario.ruleset_problems();
    found.extend(problems.iter().cloned());
    let rulesets = cx.scenario.seen_rulesets();
    if rulesets.is_empty() {
        return;
    }
    let own = cx.scenario.own_changes();
    // What the scenario sets itself is decided.
    let is_decided = |conflict: &&RuleConflict| own.iter().any(|path| decides(path, &conflict.value));
    let open = conflicts.iter().filter(|conflict| !is_decided(conflict));
    found.extend(open.map(RuleConflict::finding));
    for ruleset in &rulesets {
        needs(cx, *ruleset, found);
    }
    for ruleset in rulesets.iter().filter(|ruleset| ruleset.info.is_named) {
        let below = rulesets.iter().filter(|other| other.path == ruleset.path);
        let values: BTreeSet<_> = below.flat_map(|other| &other.info.values).map(|(path, _)| path).collect();
        let is_set =
            |value: &DocPath| own.contains(value) || is_row(value) && own.iter().any(|path| same_row(path, value));
        if values.iter().all(|value| is_set(value)) {
            let reference = ruleset.info.reference();
            let message = match values.len() {
                0 => format!("{} changes nothing", shown(reference.as_str())),
                _ => format!("the scenario sets every value again that {} changes", shown(reference.as_str())),
            };
            found.push(RULESET_UNUSED.at(ruleset.path.clone(), message).help("remove the entry"));
        }
    }
}

/// Reports the ids that a ruleset needs and the scenario does not have.
fn needs(cx: &Context<'_>, ruleset: SeenRuleset<'_>, found: &mut Vec<Diagnostic>) {
    let common = cx.scenario.common();
    for (kind, ids) in ruleset.needs.lists().into_iter().filter(|(_, ids)| !ids.is_empty()) {
        let known: Vec<String> = match kind {
            "side" => common.sides().iter().map(|side| side.id.to_string()).collect(),
            "formation" => common.formations().iter().map(|formation| formation.id.to_string()).collect(),
            "unit" => {
                let units = common.counters().into_iter().filter_map(|counter| common.counter(counter));
                units.map(|unit| unit.id.to_string()).collect()
            }
            "tag" => RuleNames::of(cx.scenario).tags().keys().map(ToString::to_string).collect(),
            _ => cx.places.iter().map(|place| place.id.to_string()).collect(),
        };
        for id in ids.iter().filter(|id| !known.contains(*id)) {
            let reference = ruleset.info.reference();
            let message = format!("{} needs the {kind} {}", shown(reference.as_str()), shown(id));
            let help = match known.len() {
                0 => format!("the scenario has no {kind}s"),
                1..=12 => format!("the {kind}s of the scenario are {}", known.join(", ")),
                _ => format!("the scenario has no {kind} with this id"),
            };
            found.push(RULESET_NEEDS.at(ruleset.path.clone(), message).help(help));
        }
    }
}
