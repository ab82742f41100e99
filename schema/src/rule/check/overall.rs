//! The checks of rows that need all of them.

use std::collections::BTreeMap;

use serde_json::Value;

use super::super::rows::{AnyRow, PlacedRow, RowKind, lay_out};
use super::RowChecker;
use super::findings::{COUNTER_UNUSED, DEFINE_UNUSED, RULE_TWINS, RULE_WITHOUT_SOURCE};
use super::spot::RowSpot;
use crate::diagnostic::shown;

/// The keys by which twins differ.
const NAMES: [&str; 5] = ["id", "name", "rule", "source", "replaces"];

/// Returns what a row says, without its names and the layout of its expressions.
fn meaning(row: AnyRow<'_>) -> (RowKind, String) {
    let mut value = row.to_value();
    lay_out(&mut value);
    if let Value::Object(fields) = &mut value {
        fields.retain(|key, _| !NAMES.contains(&key.as_str()));
    }
    (row.kind(), value.to_string())
}

impl<'s> RowChecker<'s, '_, '_> {
    /// Checks all rows together.
    pub(super) fn overall(&mut self) {
        let mut met: BTreeMap<(RowKind, String), PlacedRow<'s>> = BTreeMap::new();
        for placed in self.rows.iter().copied() {
            self.unused(placed);
            let spot = RowSpot::row(placed);
            if placed.row.source().is_none_or(|source| source.trim().is_empty()) {
                let message = format!("the rule {} has no source", shown(placed.row.id()));
                self.warn(spot, &RULE_WITHOUT_SOURCE, message, "name it in `source`");
            }
            // Two counters or definitions may well be alike.
            if matches!(placed.row, AnyRow::Define(_) | AnyRow::Counter(_)) {
                continue;
            }
            let before = *met.entry(meaning(placed.row)).or_insert(placed);
            if before.row.id() != placed.row.id() && self.is_own(spot) {
                let message = format!("the rule says the same as {}", shown(before.row.id()));
                let finding = self.at(spot, &RULE_TWINS, message).help("change or remove one of them");
                self.found.push(finding.related(RowSpot::row(before).path(self.all), "the other one"));
            }
        }
    }

    /// Notes a counter or a definition that no expression names.
    fn unused(&mut self, placed: PlacedRow<'s>) {
        let (finding, noun) = match placed.row {
            AnyRow::Counter(_) => (&COUNTER_UNUSED, "counter"),
            AnyRow::Define(_) => (&DEFINE_UNUSED, "definition"),
            _ => return,
        };
        let id = placed.row.id();
        if !self.named.contains(id) {
            let message = format!("no expression names the {noun} {}", shown(id));
            self.warn(RowSpot::key(placed, "id"), finding, message, "use it, or remove the row");
        }
    }
}
