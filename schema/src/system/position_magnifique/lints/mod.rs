//! Lints for `position-magnifique` only.

mod assault_table;
mod bad_counter;
mod bad_ending;
mod bad_zone;
mod chosen_chits;
mod detours;
mod endings;
mod fire_table;
mod mitrailleuse;
mod small_tables;
mod unknown_zone;
mod unused_zone;
mod useless_event;
mod view;
mod wrong_nation_event;

use crate::lint::LintTable;
use crate::lint::context::Context;
use crate::lint::view::Piece;
use crate::position_magnifique::{PositionMagnifique, Unit};
use crate::system::ScenarioRoot;
use crate::system::lints as shared;
use crate::system::rows::NOBODY;

pub(crate) use view::view;

/// All lints of this system.
pub(crate) const LINTS: &LintTable = &[
    (&[shared::assault_table::ASSAULT_TABLE_SHAPE, shared::assault_table::ASSAULT_TABLE_ORDER], assault_table::check),
    (&[shared::bad_counter::BAD_COUNTER], bad_counter::check),
    (&[shared::endings::BAD_ENDING], bad_ending::check),
    (&[bad_zone::ZONE_TOO_SMALL, bad_zone::BAD_STRING], bad_zone::check),
    (&[chosen_chits::FORMATION_WITHOUT_CHIT, chosen_chits::BAD_CHOSEN_CHIT], chosen_chits::check),
    (&[shared::detours::IDLE_DETOUR, shared::detours::WRONG_SIDE_DETOUR], detours::check),
    (
        &[shared::endings::SIDE_CANNOT_WIN, shared::endings::ENDING_HOLDS_AT_START, shared::endings::SHADOWED_ENDING],
        endings::check,
    ),
    (&[shared::fire_table::FIRE_TABLE_SHAPE, shared::fire_table::FIRE_TABLE_ORDER], fire_table::check),
    (&[shared::hq_with_enemy::HQ_WITH_ENEMY], shared::hq_with_enemy::check),
    (&[shared::mitrailleuse::PRUSSIAN_MITRAILLEUSE], mitrailleuse::check),
    (
        &[shared::tables::TABLE_GAP, shared::tables::TABLE_OVERLAP, shared::free_terrain::FREE_TERRAIN],
        small_tables::check,
    ),
    (&[unknown_zone::UNKNOWN_ZONE], unknown_zone::check),
    (&[unused_zone::UNUSED_ZONE], unused_zone::check),
    (&[shared::events::USELESS_EVENT], useless_event::check),
    (&[shared::events::WRONG_NATION_EVENT], wrong_nation_event::check),
];

/// Returns the scenario, if it is of this system.
fn own<'s>(cx: &Context<'s>) -> Option<&'s PositionMagnifique> {
    PositionMagnifique::of(cx.scenario)
}

/// Returns the units with a known formation, each with its index and its system-independent view.
fn units<'c, 's>(
    cx: &'c Context<'s>,
    own: &'c PositionMagnifique,
) -> impl Iterator<Item = (usize, &'c Unit, &'c Piece<'s>)> {
    let pieces = cx.units.iter().filter(|piece| !piece.stacks());
    let units = own.unit.iter().enumerate().zip(pieces).map(|((row, unit), piece)| (row, unit, piece));
    units.filter(|(.., piece)| *piece.side != NOBODY)
}
