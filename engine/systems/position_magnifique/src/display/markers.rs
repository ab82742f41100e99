//! 4.2 Markers and 4.3 Chits: the counters on the table that are not units or HQs.

use std::collections::{BTreeMap, BTreeSet};

use battlewright_schema::position_magnifique as file;

use crate::rulebook as rule;
use crate::rules::r17_events::event_name;
use battlewright_core::game::Side;
use battlewright_core::show::{Marker, Piece};

// Markers on units.
pub(crate) const SHAKEN: &str = "Shaken";
pub(crate) const LOW_AMMO: &str = "Low Ammo";
/// A second Low Ammo marker: the back of the first.
pub(crate) const OUT_OF_AMMO: &str = "Out of Ammo";
pub(crate) const ARTILLERY_FIRED: &str = "Artillery Fired";
pub(crate) const OUT_OF_COMMAND: &str = "Out of Command";
/// The marker on an HQ that is overrun.
pub(crate) const HQ_OVERRUN: &str = "HQ Overrun";

/// Returns the markers and chits needed to play `scenario`. The rules limit only chits; there is one marker for each piece that
/// can carry it, and for each hex that can be controlled.
pub fn markers(scenario: &file::PositionMagnifique) -> Vec<Marker> {
    let side_of = |id| Side::BOTH.into_iter().nth(scenario.side.get_index_of(id)?);
    let units = |is: &dyn Fn(&file::Unit) -> bool| scenario.unit.iter().filter(|unit| is(unit)).count();
    // Out of Command markers are used by one formation at a time, so the largest formation sets their number.
    let mut formations: BTreeMap<_, usize> = BTreeMap::new();
    for unit in &scenario.unit {
        *formations.entry(&unit.formation).or_default() += 1;
    }
    let largest = formations.into_values().max().unwrap_or(0);
    let endings = scenario.victory.sudden.iter().chain(&scenario.victory.last);
    let places = scenario.place.iter().flat_map(|place| &place.hexes);
    let control: BTreeSet<_> = places.chain(endings.flat_map(|ending| &ending.controls_hexes)).collect();
    let mut markers = vec![
        Marker::new(units(&|_| true), Piece::badge(SHAKEN), rule::MORALE_TESTS),
        Marker::backed(units(&|unit| unit.range.is_some()), [LOW_AMMO, OUT_OF_AMMO].map(Piece::badge), rule::LOW_AMMO),
        Marker::new(units(&|unit| unit.kind.is_artillery()), Piece::badge(ARTILLERY_FIRED), rule::MARKERS),
        Marker::new(largest, Piece::badge(OUT_OF_COMMAND), rule::COMMAND),
        Marker::new(scenario.formation.len(), Piece::badge(HQ_OVERRUN), rule::HQ_COMBAT),
        Marker::backed(control.len(), Side::BOTH.map(|side| Piece::flag("Control", side)), rule::VICTORY),
        Marker::new(1, Piece::badge("Game Turn"), rule::HOUSEKEEPING),
    ];
    for formation in &scenario.formation {
        let Some(side) = side_of(&formation.side) else { continue };
        let chit = Piece {
            id: format!("chit-{}", formation.id),
            formation: Some(formation.name.to_string()),
            ..Piece::token(&formation.name, side)
        };
        markers.push(Marker::new(1, chit, rule::ACTIVATION_CHITS));
    }
    for (n, chit) in scenario.chit.iter().enumerate() {
        let Some(side) = side_of(&chit.side) else { continue };
        let face = |event| Piece { id: format!("event-{}", n + 1), ..Piece::token(event_name(event), side) };
        markers.push(Marker::backed(1, [chit.front, chit.back].map(face), rule::EVENT_CHITS));
    }
    markers.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use battlewright_schema::{Scenario, load};

    use super::*;

    #[test]
    fn r4_2_and_r4_3_every_marker_and_chit_is_there_as_often_as_it_is_needed() {
        let loaded = load(include_str!("../../../../../scenarios/pm-crisis-on-the-left.toml"));
        let Some(Scenario::PositionMagnifique(scenario)) = loaded.readable else { panic!("{:?}", loaded.diagnostics) };
        let all = markers(&scenario);
        let count = |name: &str| all.iter().find(|marker| marker.name() == name).map_or(0, |marker| marker.count);
        let units = |is: &dyn Fn(&file::Unit) -> bool| {
            u16::try_from(scenario.unit.iter().filter(|unit| is(unit)).count()).unwrap()
        };
        let artillery = |unit: &file::Unit| unit.kind.is_artillery();
        assert_eq!(count("Shaken"), units(&|_| true));
        assert_eq!(
            count("Low Ammo / Out of Ammo"),
            units(&|unit| artillery(unit) || unit.kind == file::Kind::Infantry)
        );
        assert_eq!(count("Artillery Fired"), units(&artillery));
        assert_eq!((count("HQ Overrun"), count("Game Turn")), (7, 1));
        let largest = scenario.formation.iter().map(|formation| units(&|unit| unit.formation == formation.id)).max();
        assert_eq!(Some(count("Out of Command")), largest);
        assert!(count("Control") > 0);
        // The chits of this scenario are quoted in full by its sheet.
        let chits: Vec<String> =
            all.iter().filter(|marker| marker.side().is_some()).map(|marker| marker.name()).collect();
        let formations = scenario.formation.iter().map(|formation| formation.name.to_string());
        let events = [
            "Prussian Aggressive Tactics / Beaten Zone",
            "Artillery Barrage / Battlefield Conditions",
            "Mitrailleuse Fire / Beaten Zone",
            "Colonel Caprivi / Krupp Guns",
            "Auftragstaktik / Krupp Guns",
            "Battlefield Conditions / Bloody Struggle",
        ];
        let expected: Vec<String> = formations.chain(events.map(str::to_owned)).collect();
        assert_eq!(chits, expected);
        assert!(all.iter().all(|marker| marker.count > 0));
    }
}
