//! Lints of what only `mars-la-tour` has.

mod er_outlier;
mod idle;
mod split_formation;

use super::Check;
use super::context::Context;
use crate::Scenario;
use crate::diagnostic::Finding;
use crate::mars_la_tour::MarsLaTour;

/// Every lint of this system.
pub(super) const LINTS: &[(&[Finding], Check)] = &[
    (&[er_outlier::ER_OUTLIER], er_outlier::check),
    (&[idle::UNSPENDABLE_AMMUNITION, idle::MITRAILLEUSE_TOO_LATE, idle::ESCAPE_BEYOND_STRENGTH], idle::check),
    (&[split_formation::SPLIT_FORMATION], split_formation::check),
];

/// The scenario, if it is of this system.
fn own<'s>(cx: &Context<'s>) -> Option<&'s MarsLaTour> {
    match cx.scenario {
        Scenario::MarsLaTour(own) => Some(own),
        Scenario::PositionMagnifique(_) => None,
    }
}
