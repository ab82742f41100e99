//! New scenarios: the map with the sides, units and victory of a system's template.

use battlewright_schema::{NewScenario, Numbering, Order, System};

use super::RunError;
use super::derivation::Derivation;
use crate::proposal::Proposal;

/// Makes a new scenario of `system` with a derived map.
pub(super) fn new_file(derivation: &Derivation, system: System) -> Result<Proposal, RunError> {
    let place = derivation.request().place;
    let widest = place.columns.max(place.rows);
    let first = if widest > 99 { "001001" } else { "0101" };
    let new = NewScenario {
        system,
        columns: place.columns,
        rows: place.rows,
        orientation: place.orientation,
        numbering: Numbering::straight(first, Order::ColumnRow),
        example: false,
    };
    let base = new.text()?;
    derivation.into_text(&base)
}
