//! The charts of the system.

use battlewright_schema::system::matz::Matz;

use crate::chart::Chart;
use crate::source::Source;

/// Returns the charts for a scenario.
pub(super) fn charts(_source: &Source<'_>, _own: &Matz) -> Vec<Chart> {
    Vec::new()
}
