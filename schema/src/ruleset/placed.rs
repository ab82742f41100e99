//! The cells that rulesets change, by the headings that their tables have.

use serde_json::Value;

use super::basis::ResolvedRuleset;
use super::listed_cell;
use crate::cells::{CellIndex, RuleCell};
use crate::path::DocPath;
use crate::system::ScenarioRoot;
use crate::system::settings::Setting as _;

/// Returns the values that each of `rulesets` changes. Changes of cells have the headings and the types of the table on which the ruleset
/// lays them, so that two spellings of one cell are one value.
pub(super) fn placed_changes<Root: ScenarioRoot>(
    rulesets: &[ResolvedRuleset<Root::Changes>],
) -> Vec<Vec<(DocPath, Value)>> {
    let root = DocPath::root();
    let of_one = |ruleset: &ResolvedRuleset<Root::Changes>| {
        let mut values = ruleset.info.values.clone();
        let cells = cells_of(&ruleset.changes);
        if cells.is_empty() {
            return values;
        }
        // Those that it extends may have other tables, and its own as well.
        let below = ruleset.below.iter().filter_map(|number| rulesets.get(*number));
        let below = below.fold(Root::published_rules().clone(), |rules, other| other.changes.onto(&rules));
        let rules = serde_json::to_value(ruleset.changes.onto(&below)).unwrap_or_default();
        let tables = rules.get("tables").cloned().unwrap_or_default();
        let index = CellIndex::new(Root::SYSTEM, &tables, &cells);
        for cell in &cells {
            let Ok(found) = index.find(cell) else { continue };
            let written = listed_cell(&root, cell);
            let placed = (found.headings(), found.value(&cell.be).unwrap_or_else(|_| written.1.clone()));
            values.iter_mut().filter(|value| **value == written).for_each(|value| value.clone_from(&placed));
        }
        values
    };
    rulesets.iter().map(of_one).collect()
}

/// Returns the changes of single cells among `changes`.
fn cells_of(changes: &impl serde::Serialize) -> Vec<RuleCell> {
    let changes = serde_json::to_value(changes).unwrap_or_default();
    let cells = changes.get("cell").cloned();
    cells.and_then(|cells| serde_json::from_value(cells).ok()).unwrap_or_default()
}
