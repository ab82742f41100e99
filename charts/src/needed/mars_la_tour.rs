//! The fields that the charts of `mars-la-tour` need not show.

use battlewright_schema::mars_la_tour::{Kind, MarsLaTour};
use battlewright_schema::{DocPath, Scenario};

use super::{LeftOut, letters_of};
use crate::source::Source;

/// The fields that no scenario of the system needs on paper.
pub(super) const LEFT_OUT: &[LeftOut] = &[];

/// Returns the reason for which this scenario cannot use the field; `None` if it can.
pub(super) fn unused(source: &Source<'_>, path: &DocPath) -> Option<&'static str> {
    let Scenario::MarsLaTour(own) = source.scenario() else { return None };
    let pattern = path.pattern();
    let has = |kind| own.unit.iter().any(|unit| unit.kind == kind);
    let arrive = own.unit.iter().any(|unit| unit.enters.is_some());
    let reasons = [
        ("rules.tables.movement.infantry", !has(Kind::Infantry), "The battle has no infantry."),
        ("rules.tables.movement.cavalry", !has(Kind::Cavalry), "The battle has no cavalry."),
        ("rules.deathride_after", !has(Kind::Cavalry) || !has(Kind::Infantry), "Nobody can make a Deathride."),
        ("rules.tables.modifiers.defensible_terrain", !has_cover(source, own), "The map has no defensible terrain."),
        ("rules.entry_road_rate", !arrive || own.road.is_empty(), "No unit arrives by road."),
        ("rules.entry_cleared", !arrive, "No unit arrives."),
        ("rules.last_moves_count_waiting", !arrive, "No unit arrives."),
        ("rules.exit_out_of_range", own.exit.is_empty(), "The map has no exits."),
        ("rules.chassepot_infantry_only", own.side.values().all(|side| side.chassepot == 0), "No side has Chassepots."),
    ];
    reasons.into_iter().find(|(field, is, _)| *is && pattern.starts_with(field)).map(|(.., reason)| reason)
}

fn has_cover(source: &Source<'_>, own: &MarsLaTour) -> bool {
    let is_cover = |letter: char| own.map.terrain.iter().any(|(own, terrain)| own.0 == letter && terrain.defensible);
    letters_of(source).any(is_cover)
}
