//! The needs of rules in rows at the start of a game.

use battlewright_schema::rule::{CheckedRules, CheckedUnit};

use crate::board::UnitFacts;
use crate::extra::HEADQUARTERS_KIND;
use battlewright_core::kit::extra::side_value;

/// The worth to computer players, in half points, of a place about which rows ask who holds it.
pub(super) const KEY_WORTH: i16 = 6;

/// Adds the headquarters to the units of `extra`, which has those of the file: they come behind them.
pub(super) fn add_headquarters(extra: &mut CheckedRules, units: &[UnitFacts]) {
    let unlisted = units.iter().skip(extra.units.len()).filter(|unit| unit.is_hq());
    extra.units.extend(unlisted.map(|unit| CheckedUnit {
        side: u8::try_from(side_value(unit.side)).unwrap_or_default(),
        kind: HEADQUARTERS_KIND,
        formation: i32::from(unit.formation.0),
    }));
}
