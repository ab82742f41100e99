//! Lints for `mars-la-tour` only.

mod attack_table;
mod duels;
mod er_outlier;
mod hold;
mod idle;
mod split_formation;
mod view;

use crate::lint::LintTable;
use crate::lint::context::Context;
use crate::mars_la_tour::MarsLaTour;
use crate::system::ScenarioRoot;
use crate::system::lints as shared;

pub(crate) use view::view;

/// All lints of this system.
pub(crate) const LINTS: &LintTable = &[
    (&[attack_table::ATTACK_TABLE_GAP, attack_table::ATTACK_TABLE_OVERLAP], attack_table::check),
    (&[duels::DUEL_TIES], duels::check),
    (&[er_outlier::ER_OUTLIER], er_outlier::check),
    (&[shared::scores::PLACE_SCORES_TWICE], hold::check),
    (&[idle::UNSPENDABLE_AMMUNITION, idle::MITRAILLEUSE_TOO_LATE, idle::ESCAPE_BEYOND_STRENGTH], idle::check),
    (&[split_formation::SPLIT_FORMATION], split_formation::check),
];

/// Returns the scenario, if it is of this system.
fn own<'s>(cx: &Context<'s>) -> Option<&'s MarsLaTour> {
    MarsLaTour::of(cx.scenario)
}
