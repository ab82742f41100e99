//! The units and hexes that the condition of the selected rule selects, for the map.

use battlewright_schema::Cell;
use battlewright_schema::rule::RuleMask;

use crate::model::document::Document;
use crate::model::selection::Selection;

/// The hexes and units that the map lights while a rule is selected.
#[derive(Debug, Default)]
pub struct RuleLight {
    /// The revision of the document and the selection that it belongs to.
    of: Option<(u64, Selection)>,
    /// The hexes.
    pub hexes: Vec<Cell>,
    /// The ids of the units.
    pub ids: Vec<String>,
    /// The units, by their place in the order of battle.
    pub units: Vec<usize>,
}

impl RuleLight {
    /// Works it out again after a change.
    pub fn refresh(&mut self, document: &Document, selection: Selection) {
        let now = Some((document.revision(), selection));
        if self.of == now {
            return;
        }
        self.of = now;
        let mask = mask(document, selection);
        self.hexes = mask.hexes().into_iter().collect();
        self.units = mask.units().into_iter().collect();
        let common = document.scenario().common();
        self.ids = self.units.iter().filter_map(|unit| Some(common.unit(*unit)?.id.to_string())).collect();
    }
}

/// Returns what the condition of the selected rule selects.
pub fn mask(document: &Document, selection: Selection) -> RuleMask {
    let Selection::Rule(kind, n) = selection else { return RuleMask::default() };
    let scenario = document.scenario();
    let row = scenario.own_rule_rows().all().find(|(at, row)| *at == n && row.kind() == kind);
    row.map_or_else(RuleMask::default, |(_, row)| document.rules().selected(scenario, row.id()))
}
