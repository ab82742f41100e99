//! The fields that the charts of the system need not show.

use battlewright_schema::DocPath;

use super::LeftOut;
use crate::source::Source;

/// The fields that no scenario of the system needs on paper.
pub(super) const LEFT_OUT: &[LeftOut] = &[];

/// Returns the reason for which this scenario cannot use the field; `None` if it can.
pub(super) fn unused(_source: &Source<'_>, _path: &DocPath) -> Option<&'static str> {
    None
}
