//! Lints for `position-magnifique` only.

mod assault_table;
mod bad_counter;
mod bad_ending;
mod bad_zone;
mod chit_turn;
mod chosen_chits;
mod counter_outliers;
mod detours;
mod endings;
mod entry_column;
mod fire_table;
mod first_turn;
mod formation_without_units;
mod pace;
mod small_tables;
mod unknown_formation;
mod unknown_zone;
mod unused_zone;
mod useless_event;
mod view;
mod wrong_nation_event;

use crate::Scenario;
use crate::lint::LintTable;
use crate::lint::context::Context;
use crate::lint::view::Piece;
use crate::path::DocPath;
use crate::position_magnifique::{NOBODY, PositionMagnifique, Unit};

pub(crate) use view::view;

/// All lints of this system.
pub(crate) const LINTS: &LintTable = &[
    (&[assault_table::ASSAULT_TABLE_SHAPE, assault_table::ASSAULT_TABLE_ORDER], assault_table::check),
    (&[bad_counter::BAD_COUNTER], bad_counter::check),
    (&[bad_ending::BAD_ENDING], bad_ending::check),
    (&[bad_zone::ZONE_TOO_SMALL, bad_zone::BAD_STRING], bad_zone::check),
    (&[chit_turn::CHIT_TOO_EARLY, chit_turn::CHIT_TOO_LATE], chit_turn::check),
    (&[chosen_chits::FORMATION_WITHOUT_CHIT, chosen_chits::BAD_CHOSEN_CHIT], chosen_chits::check),
    (
        &[counter_outliers::COMBAT_OUTLIER, counter_outliers::MOVEMENT_OUTLIER, counter_outliers::RANGE_OUTLIER],
        counter_outliers::check,
    ),
    (&[detours::IDLE_DETOUR, detours::WRONG_SIDE_DETOUR], detours::check),
    (&[endings::SIDE_CANNOT_WIN, endings::ENDING_HOLDS_AT_START, endings::SHADOWED_ENDING], endings::check),
    (&[entry_column::BAD_COLUMN], entry_column::check),
    (&[fire_table::FIRE_TABLE_SHAPE, fire_table::FIRE_TABLE_ORDER], fire_table::check),
    (&[first_turn::FIRST_TURN_AFTER_LAST], first_turn::check),
    (&[formation_without_units::FORMATION_WITHOUT_UNITS], formation_without_units::check),
    (&[pace::PLACE_TOO_FAR, pace::ARRIVES_TOO_LATE, pace::HQ_TOO_FAR], pace::check),
    (&[small_tables::TABLE_GAP, small_tables::TABLE_OVERLAP], small_tables::check),
    (&[unknown_formation::UNKNOWN_FORMATION], unknown_formation::check),
    (&[unknown_zone::UNKNOWN_ZONE], unknown_zone::check),
    (&[unused_zone::UNUSED_ZONE], unused_zone::check),
    (&[useless_event::USELESS_EVENT], useless_event::check),
    (&[wrong_nation_event::WRONG_NATION_EVENT], wrong_nation_event::check),
];

/// Returns the scenario, if it is of this system.
fn own<'s>(cx: &Context<'s>) -> Option<&'s PositionMagnifique> {
    match cx.scenario {
        Scenario::PositionMagnifique(own) => Some(own),
        _ => None,
    }
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

/// Returns the path of a table that replaces the published one.
fn table(name: &str) -> DocPath {
    DocPath::root().key("rules").key("tables").key(name)
}
