//! The rows in force, for people: those of a scenario, and those of the rulesets that it uses.

use super::{AnyRow, RowLists, RowsInForce};
use crate::ruleset::{RuleSection, RulesetInfo};
use crate::system::ScenarioRoot;
use crate::{Scenario, of_scenario};

/// A row in force.
#[derive(Clone, Copy, Debug)]
pub struct RuleInForce<'s> {
    /// The row.
    pub row: AnyRow<'s>,
    /// Its number in its list of the file.
    pub index: usize,
    /// The ruleset that it comes from; `None` for a row of the scenario itself.
    pub ruleset: Option<&'s RulesetInfo>,
}

impl Scenario {
    /// Returns the rows in force: those of rulesets, each after those that it extends, then those of the scenario.
    pub fn rule_rows_in_force(&self) -> Vec<RuleInForce<'_>> {
        of_scenario!(self, own => in_force(&**own))
    }

    /// Returns the rows of the scenario itself.
    pub fn own_rule_rows(&self) -> RowLists<'_> {
        of_scenario!(self, own => own.changes().rows())
    }
}

fn in_force<Root: ScenarioRoot>(own: &Root) -> Vec<RuleInForce<'_>> {
    let all = RowsInForce::of(own);
    let rows = all.rows.iter().map(|placed| {
        let layer = all.layers.get(placed.layer);
        let ruleset = layer.and_then(|layer| layer.ruleset).map(|(info, _)| info);
        RuleInForce { row: placed.row, index: placed.index, ruleset }
    });
    rows.collect()
}
