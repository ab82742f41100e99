//! The changes of the rules in numbers and words.

use serde_json::Value;

use super::basis::RulesetInfo;
use super::file::RuleSection;
use crate::cells::differences;
use crate::rule::rows_in_force;
use crate::system::ScenarioRoot;
use crate::system::settings::Setting;
use crate::{Scenario, System, of_scenario};

/// The number of changed settings, of changed values of tables, and of rows of rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ChangeCount {
    settings: usize,
    cells: usize,
    rules: usize,
}

impl ChangeCount {
    /// Counts the differences between two complete rules of `system`, and as many rows of rules. A table with other rows or columns
    /// counts once.
    fn of(system: System, before: &Value, after: &Value, rules: usize) -> Self {
        let mut count = Self { rules, ..Self::default() };
        for change in differences(system, before, after) {
            if change.table().is_some() { count.cells += 1 } else { count.settings += 1 }
        }
        count
    }

    /// Returns the numbers in words, such as `4 cells and 2 settings`.
    fn words(self, and: &str) -> String {
        let counted = |(count, noun): &(usize, &str)| match count {
            1 => format!("1 {noun}"),
            count => format!("{count} {noun}s"),
        };
        let parts = [(self.cells, "cell"), (self.settings, "setting"), (self.rules, "rule")];
        let parts: Vec<String> = parts.iter().filter(|(count, _)| *count > 0).map(counted).collect();
        match parts.as_slice() {
            [] => "nothing".to_owned(),
            [first @ .., last] if and == AND && first.len() > 1 => format!("{}{and}{last}", first.join(", ")),
            parts => parts.join(and),
        }
    }
}

/// The word before the last number of a sentence.
const AND: &str = " and ";

impl Scenario {
    /// Returns the rulesets in force below the scenario's own changes, each after those that it extends.
    pub fn rulesets(&self) -> Vec<&RulesetInfo> {
        of_scenario!(self, own => {
            own.found_rulesets().0.iter().flat_map(|found| &found.rulesets).map(|ruleset| &ruleset.info).collect()
        })
    }

    /// Returns the sentence that compares the rules of the scenario with the published ones, such as `against mars-la-tour@1 this
    /// scenario changes 4 cells and 2 settings (night-and-mud@1: 3 cells, 1 setting; itself: 1 cell, 1 setting)`.
    pub fn rules_sentence(&self) -> String {
        of_scenario!(self, own => sentence(&**own))
    }
}

fn sentence<Root: ScenarioRoot>(own: &Root) -> String {
    let (system, in_force) = (Root::SYSTEM, own.rules_in_force());
    let rows = rows_in_force(own);
    let all = ChangeCount::of(system, &Root::published(), &in_force, rows.lists().count());
    let base = format!("{}@{}", system.name(), system.published_version());
    let mut sentence = format!("against {base} this scenario changes {}", all.words(AND));
    let found = own.found_rulesets().0.as_deref().filter(|found| !found.rulesets.is_empty());
    let Some(found) = found else { return sentence };
    let mut parts = Vec::new();
    for ruleset in &found.rulesets {
        let mut under = Root::Changes::default();
        for lower in ruleset.below.iter().filter_map(|lower| found.rulesets.get(*lower)) {
            under = under.joined(&lower.changes);
        }
        let with = under.joined(&ruleset.changes);
        let rules = ruleset.changes.rows().count();
        let count = ChangeCount::of(system, &Root::rules_with(&under), &Root::rules_with(&with), rules);
        parts.push(format!("{}: {}", ruleset.info.reference(), count.words(", ")));
    }
    let itself = ChangeCount::of(system, own.rules_below(), &in_force, own.changes().rows().count());
    parts.push(format!("itself: {}", itself.words(", ")));
    sentence.push_str(&format!(" ({})", parts.join("; ")));
    sentence
}
