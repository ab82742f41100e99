//! The charts of the system.

use battlewright_schema::system::position_magnifique::PositionMagnifique;

use crate::chart::Chart;
use crate::source::Source;

/// Returns the charts for a scenario.
pub(super) fn charts(_source: &Source<'_>, _own: &PositionMagnifique) -> Vec<Chart> {
    Vec::new()
}
