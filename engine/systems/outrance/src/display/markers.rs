//! The markers needed to play on a table (II): those of disorder and demoralization, and flags for the objectives.

use battlewright_schema::outrance::{self as file, TroopType};

use crate::display::show::{ACTED, DEMORALIZED, DISORDERED};
use crate::rulebook as rule;
use battlewright_core::game::Side;
use battlewright_core::show::{Marker, Piece};

/// Returns the markers that `scenario` is played with: for each unit one of disorder, with demoralization on its back, and one of
/// an action; a flag for each objective, and the marker of the turn.
pub fn markers(scenario: &file::Outrance) -> Vec<Marker> {
    let units = scenario.unit.iter().enumerate().filter(|(index, _)| scenario.takes_part(*index));
    let fighters = units.clone().filter(|(_, unit)| unit.troops != TroopType::General).count();
    [
        Marker::backed(fighters, [DISORDERED, DEMORALIZED].map(Piece::badge), rule::TROOPS),
        Marker::new(units.count(), Piece::badge(ACTED), rule::TROOPS),
        Marker::backed(scenario.objective.len(), Side::BOTH.map(|side| Piece::flag("Control", side)), rule::SCENARIOS),
        Marker::new(1, Piece::badge("Game Turn"), rule::ACTIONS),
    ]
    .into_iter()
    .flatten()
    .collect()
}
