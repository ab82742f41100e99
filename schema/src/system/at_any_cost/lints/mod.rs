//! Lints for `at-any-cost` only.

mod assault_table;
mod bad_counter;
mod breakdown;
mod campaign;
mod detours;
mod dice_tables;
mod earthworks;
mod endings;
mod event_chits;
mod fire_tables;
mod groups;
mod mitrailleuse;
mod nations;
mod order_pairs;
mod points;
mod small_unit;
mod terrain_classes;
mod tracks;
mod useless_event;
mod view;

use crate::at_any_cost::{AtAnyCost, Unit};
use crate::lint::LintTable;
use crate::lint::context::Context;
use crate::lint::view::Piece;
use crate::system::ScenarioRoot;
use crate::system::lints as shared;
use crate::system::rows::NOBODY;

pub(crate) use view::view;

/// Every lint of this system.
pub(crate) const LINTS: &LintTable = &[
    (&[shared::assault_table::ASSAULT_TABLE_SHAPE, shared::assault_table::ASSAULT_TABLE_ORDER], assault_table::check),
    (&[shared::bad_counter::BAD_COUNTER], bad_counter::check),
    (&[breakdown::BAD_BREAKDOWN_UNIT, breakdown::BREAKDOWN_POOL], breakdown::check),
    (&[campaign::CAMPAIGN_WITHOUT_CLOCK], campaign::check),
    (&[shared::detours::IDLE_DETOUR, shared::detours::WRONG_SIDE_DETOUR], detours::check),
    (
        &[shared::tables::TABLE_GAP, shared::tables::TABLE_OVERLAP, shared::free_terrain::FREE_TERRAIN],
        dice_tables::check,
    ),
    (&[shared::earthworks::EARTHWORKS_TWICE], earthworks::check),
    (
        &[
            shared::endings::BAD_ENDING,
            shared::endings::SIDE_CANNOT_WIN,
            shared::endings::ENDING_HOLDS_AT_START,
            shared::endings::SHADOWED_ENDING,
        ],
        endings::check,
    ),
    (
        &[event_chits::EVENT_CHIT_COUNT, event_chits::MISSING_EVENT, shared::events::WRONG_NATION_EVENT],
        event_chits::check,
    ),
    (
        &[
            shared::fire_table::FIRE_TABLE_SHAPE,
            shared::fire_table::FIRE_TABLE_ORDER,
            fire_tables::SUPERIOR_TABLE_WEAKER,
        ],
        fire_tables::check,
    ),
    (&[groups::GROUP_TURNS, groups::REINFORCEMENTS_WITHOUT_CHIT], groups::check),
    (&[shared::hq_with_enemy::HQ_WITH_ENEMY], shared::hq_with_enemy::check),
    (&[shared::mitrailleuse::PRUSSIAN_MITRAILLEUSE], mitrailleuse::check),
    (&[shared::nations::SAME_NATION], nations::check),
    (&[order_pairs::ORDER_PAIRS], order_pairs::check),
    (&[shared::scores::PLACE_SCORES_TWICE], points::check),
    (&[small_unit::SMALL_UNIT_FIGURES], small_unit::check),
    (&[shared::terrain_classes::TERRAIN_CLASSES], terrain_classes::check),
    (&[tracks::TRACK_ORDER], tracks::check),
    (&[shared::events::USELESS_EVENT], useless_event::check),
];

/// The scenario, if it is of this system.
fn own<'s>(cx: &Context<'s>) -> Option<&'s AtAnyCost> {
    AtAnyCost::of(cx.scenario)
}

/// The units whose formation is known, each with its row and as every system has it.
fn units<'c, 's>(cx: &'c Context<'s>, own: &'c AtAnyCost) -> impl Iterator<Item = (usize, &'c Unit, &'c Piece<'s>)> {
    let pieces = cx.units.iter().filter(|piece| !piece.stacks());
    let units = own.unit.iter().enumerate().zip(pieces).map(|((row, unit), piece)| (row, unit, piece));
    units.filter(|(.., piece)| *piece.side != NOBODY)
}
