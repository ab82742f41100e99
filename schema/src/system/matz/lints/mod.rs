//! Lints for `matz` only.

mod air;
mod combat_table;
mod formations;
mod free_setup;
mod reserves;
mod sequence;
mod setup;
mod tables;
mod units;
mod view;

use crate::lint::LintTable;
use crate::lint::context::Context;
use crate::matz::Matz;
use crate::system::ScenarioRoot;
use crate::system::lints as shared;

pub(crate) use view::view;

/// Every lint of this system.
pub(crate) const LINTS: &LintTable = &[
    (
        &[
            air::AIR_WITHOUT_MEGA_HEXES,
            air::AIR_POOL_SHORT,
            air::WRONG_ECHELON,
            air::MEGA_HEX_CENTER,
            air::MEGA_HEX_TORN,
        ],
        air::check,
    ),
    (&[combat_table::COMBAT_TABLE_SHAPE, combat_table::COMBAT_TABLE_ORDER], combat_table::check),
    (
        &[
            shared::nations::SAME_NATION,
            shared::earthworks::EARTHWORKS_TWICE,
            formations::CORPS_WITHOUT_HQ,
            formations::BAD_ATTACHMENT,
            formations::BAD_SUPPORT,
            formations::SAME_EDGE,
            formations::SLOPES_WITHOUT_LEVELS,
            shared::hq_with_enemy::HQ_WITH_ENEMY,
            shared::terrain_classes::TERRAIN_CLASSES,
        ],
        formations::check,
    ),
    (
        &[
            reserves::RESERVE_UNIT,
            reserves::RESERVE_TURN,
            reserves::EMPTY_RESERVE,
            reserves::IDLE_SURPRISE,
            reserves::FRONT_GAP,
            reserves::FRONT_UNCOVERED,
            reserves::LEVEL_ORDER,
            reserves::UNREACHABLE_LEVEL,
            shared::scores::PLACE_SCORES_TWICE,
            shared::endings::SIDE_CANNOT_WIN,
        ],
        reserves::check,
    ),
    (&[sequence::PHASES_INCOMPLETE, sequence::PHASE_TOO_EARLY], sequence::check),
    (&[setup::SETUP_DISTANCE], setup::check),
    (&[free_setup::SETUP_GAP], free_setup::check),
    (
        &[
            shared::fire_table::FIRE_TABLE_SHAPE,
            shared::fire_table::FIRE_TABLE_ORDER,
            shared::tables::TABLE_GAP,
            shared::tables::TABLE_OVERLAP,
            tables::BAD_AIR_DRAW,
            tables::BAD_SETUP_SPAN,
            shared::free_terrain::FREE_TERRAIN,
        ],
        tables::check,
    ),
    (
        &[
            units::UNIT_FIGURES,
            units::STEP_VALUES,
            units::SPLIT_DIVISION,
            units::UNIT_WITHOUT_DIVISION,
            units::OVERSTACKED,
        ],
        units::check,
    ),
];

/// Returns the scenario, if it is of this system.
fn own<'s>(cx: &Context<'s>) -> Option<&'s Matz> {
    Matz::of(cx.scenario)
}
