//! Lints for `outrance` only.

mod advance;
mod arrivals;
mod bases;
mod closed;
pub(super) mod geometry;
mod ground;
mod lines;
pub(super) mod placing;
mod tables;
mod victory;
mod view;

use crate::lint::LintTable;
use crate::lint::context::Context;
use crate::lint::rules::pace::advice::OBJECTIVE_TOO_FAR;
use crate::lint::rules::{blocked_entry, entries, unchecked, unit_neither_starts_nor_enters as starts};
use crate::outrance::Outrance;
use crate::system::ScenarioRoot;
use crate::system::lints as shared;

pub(crate) use view::view;

/// Every lint of this system.
pub(crate) const LINTS: &LintTable = &[
    (&[OBJECTIVE_TOO_FAR], advance::check),
    (
        &[
            arrivals::ENTRY_INSIDE_TABLE,
            blocked_entry::WRONG_SIDE_ENTRY,
            entries::UNUSED_ENTRY,
            starts::UNIT_NEITHER_STARTS_NOR_ENTERS,
            starts::UNIT_STARTS_AND_ENTERS,
            arrivals::OPTION_UNIT,
            arrivals::OUT_OF_COMMAND_TURN,
        ],
        arrivals::check,
    ),
    (
        &[
            bases::BASE_COUNT,
            bases::IMPOSSIBLE_FORMATION,
            bases::IDLE_FIELD,
            bases::DESTROYED_UNIT,
            bases::OWN_BASES_OVERLAP,
            unchecked::UNCHECKED,
        ],
        bases::check,
    ),
    (
        &[
            ground::TOO_FEW_POINTS,
            ground::CROSSED_OUTLINE,
            ground::HILL_LEVEL,
            ground::OFF_TABLE,
            ground::BEYOND_EDGE,
            unchecked::UNCHECKED,
        ],
        ground::check,
    ),
    (
        &[lines::ROAD_ENDS_IN_WATER, lines::ROAD_WITHOUT_BRIDGE, lines::CHOKE_POINT_WITHOUT_LINE, unchecked::UNCHECKED],
        lines::check,
    ),
    (
        &[
            placing::OVERLAPPING_BASES,
            placing::BASES_OFF_TABLE,
            closed::ON_IMPASSABLE_GROUND,
            placing::STARTS_IN_ENEMY_ZONE,
            unchecked::UNCHECKED,
        ],
        placing::check,
    ),
    (
        &[
            shared::tables::TABLE_GAP,
            shared::tables::TABLE_OVERLAP,
            tables::PERCENT_SUM,
            tables::INDEX_ROWS,
            tables::TABLE_ORDER,
            tables::RANGE_BANDS,
        ],
        tables::check,
    ),
    (
        &[
            shared::nations::SAME_NATION,
            shared::endings::SIDE_CANNOT_WIN,
            shared::scores::PLACE_SCORES_TWICE,
            victory::VICTORY_MARGIN,
        ],
        victory::check,
    ),
];

/// The number of findings of one kind after which a lint stops, and says so: no more are listed.
const MANY: usize = 1_000;

/// The most comparisons of bases and lines that a lint makes. A scenario of any playable size needs far fewer.
const MOST_COMPARISONS: usize = 4_000_000;

/// Returns the scenario, if it is of this system.
fn own<'s>(cx: &Context<'s>) -> Option<&'s Outrance> {
    Outrance::of(cx.scenario)
}
