//! The parts of rows that systems have in common.
//!
//! Each system declares its rows itself, with the documentation that readers of its format see, and the loader knows their
//! fields. The traits of this module give shared code access to the fields that several systems have.

mod counter;
mod formation;
mod pieces;
mod start;

pub(crate) use counter::{HqRow, PrintedCounter, UnitRow, counter_rows, hq_view, unit_view};
pub(crate) use formation::{FormationRow, NOBODY, chosen_formation, formation_rows, formation_views};
pub(crate) use pieces::Pieces;
pub(crate) use start::{EntersField, StartRow, all_keys, any_key, start_row};

/// Returns `true` for 0, which a file omits.
pub(crate) fn is_zero(number: &u8) -> bool {
    *number == 0
}
