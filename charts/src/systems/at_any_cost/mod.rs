//! The charts of the system.

use battlewright_schema::system::at_any_cost::AtAnyCost;

use crate::chart::Chart;
use crate::source::Source;

/// Returns the charts for a scenario.
pub(super) fn charts(_source: &Source<'_>, _own: &AtAnyCost) -> Vec<Chart> {
    Vec::new()
}
