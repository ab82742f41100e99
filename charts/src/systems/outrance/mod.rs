//! The charts of the system.

use battlewright_schema::system::outrance::Outrance;

use crate::chart::Chart;
use crate::source::Source;

/// Returns the charts for a scenario.
pub(super) fn charts(_source: &Source<'_>, _own: &Outrance) -> Vec<Chart> {
    Vec::new()
}
