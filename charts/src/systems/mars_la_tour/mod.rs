//! The charts of the system.

use battlewright_schema::system::mars_la_tour::MarsLaTour;

use crate::chart::Chart;
use crate::source::Source;

/// Returns the charts for a scenario.
pub(super) fn charts(_source: &Source<'_>, _own: &MarsLaTour) -> Vec<Chart> {
    Vec::new()
}
