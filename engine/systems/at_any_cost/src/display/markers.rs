//! 3.7 Game Markers and 3.8 Chits: what lies on the table besides units and HQs.

use crate::rules::r12_06_defensive_fire::MITRAILLEUSE;
use std::collections::{BTreeMap, BTreeSet};

use battlewright_schema::at_any_cost as file;

use crate::rulebook as rule;
use battlewright_core::game::Side;
use battlewright_core::show::{Marker, Piece, Symbol};

// What lies on units.
pub(crate) const SHAKEN: &str = "Shaken";
pub(crate) const DISRUPTED: &str = "Disrupted";
pub(crate) const LOW_AMMO: &str = "Low Ammo";
pub(crate) const RATIONED_AMMO: &str = "Rationed Ammo";
/// The sign of the unit behind (4.3), which no printed marker has: the counter lies below.
pub(crate) const SECOND_LINE: &str = "2nd Line";
pub(crate) const ARTILLERY_FIRED: &str = "Artillery Fired";
/// The marker of horse artillery that has fired with half its SP and may still move.
pub(crate) const HALF_FIRED: &str = "Horse Artillery ½ Fire, ½ Move";
pub(crate) const CAUTIOUS: &str = "Cautious";
pub(crate) const HESITATES: &str = "Hesitates";
// What lies on HQs.
pub(crate) const HQ_OVERRUN: &str = "HQ Overrun";
pub(crate) const LEADER_CASUALTY: &str = "Leader Casualty";
// What lies in hexes.
pub(crate) const FIELDWORKS: &str = "Fieldworks";
pub(crate) const ENTRENCHMENTS: &str = "Entrenchments";

/// The back of every Event Chit (6.3).
pub(crate) const COMMAND_EVENT: &str = "Command Event";

/// The markers and chits that `scenario` is played with. The rules count chits only; of markers there is one for each
/// piece that may bear it at a time, and for each hex that may be controlled or fortified.
pub fn markers(scenario: &file::AtAnyCost) -> Vec<Marker> {
    let side_of = |id| Side::BOTH.into_iter().nth(scenario.side.get_index_of(id)?);
    let units = |is: &dyn Fn(&file::Unit) -> bool| scenario.unit.iter().filter(|unit| is(unit)).count();
    // Only the units of the active formation are marked as out of command, which are never more than the largest has.
    let mut formations: BTreeMap<_, usize> = BTreeMap::new();
    for unit in &scenario.unit {
        *formations.entry(&unit.formation).or_default() += 1;
    }
    let largest = formations.into_values().max().unwrap_or(0);
    let scores = |place: &&battlewright_schema::Place| {
        place.holder.is_some() || scenario.victory.points.iter().any(|worth| worth.place == place.id)
    };
    let places = scenario.place.iter().filter(scores).flat_map(|place| &place.hexes);
    let sudden = scenario.victory.sudden.iter().flat_map(|ending| &ending.controls);
    let control: BTreeSet<_> = places.chain(sudden).collect();
    // Each infantry brigade may dig where it stands, and what the scenario has dug stays (16.4).
    let at_start: usize = scenario.earthworks.iter().map(|works| works.hexes.len()).sum();
    let works = at_start + units(&|unit| unit.kind == file::Kind::Infantry && !unit.breakdown);
    let artillery = |unit: &file::Unit| unit.kind.is_artillery();
    let horse = |unit: &file::Unit| unit.kind == file::Kind::HorseArtillery;
    let mut markers = vec![
        Marker::backed(units(&|_| true), [SHAKEN, DISRUPTED].map(Piece::badge), rule::MARKERS),
        Marker::backed(
            units(&|unit| unit.range.is_some()),
            [LOW_AMMO, RATIONED_AMMO].map(Piece::badge),
            rule::AMMUNITION,
        ),
        Marker::new(units(&artillery), Piece::badge(ARTILLERY_FIRED), rule::FIRE_ELIGIBILITY),
        Marker::new(units(&horse), Piece::badge(HALF_FIRED), rule::FIRE_ELIGIBILITY),
        Marker::backed(largest, [CAUTIOUS, HESITATES].map(Piece::badge), rule::OUT_OF_COMMAND),
        Marker::new(scenario.formation.len(), Piece::badge(HQ_OVERRUN), rule::HQ_COMBAT),
        Marker::new(scenario.formation.len(), Piece::badge(LEADER_CASUALTY), rule::EVENT_CHITS),
        Marker::backed(works, [FIELDWORKS, ENTRENCHMENTS].map(Piece::badge), rule::EARTHWORKS),
        Marker::backed(control.len(), Side::BOTH.map(|side| Piece::flag("Control", side)), rule::VICTORY),
        Marker::new(1, Piece::badge("Order"), rule::ORDERS),
        Marker::new(1, Piece::badge("Game Turn"), rule::HOUSEKEEPING),
    ];
    for unit in &scenario.unit {
        let formation = scenario.formation.iter().find(|formation| formation.id == unit.formation);
        let Some((marker, formation)) = unit.mitrailleuse.as_ref().zip(formation) else { continue };
        let Some(side) = side_of(&formation.side) else { continue };
        let (id, name) = (format!("{}-mitrailleuse", unit.id), format!("{MITRAILLEUSE} of {}", unit.name));
        let face = |worn| Piece {
            label: unit.label.as_deref().unwrap_or(unit.id.as_str()).to_owned(),
            formation: Some(formation.name.to_string()),
            face: file::mitrailleuse_face(marker, worn),
            ..Piece::marker(&id, &name, side, Symbol::MachineGun)
        };
        markers.push(Marker::backed(1, [false, true].map(face), rule::MARKERS));
    }
    for formation in &scenario.formation {
        let Some(side) = side_of(&formation.side).filter(|_| formation.chit_from_turn.is_some()) else { continue };
        let chit = Piece {
            id: format!("chit-{}", formation.id),
            formation: Some(formation.name.to_string()),
            ..Piece::token(&formation.name, side)
        };
        markers.push(Marker::new(1, chit, rule::ACTIVATION_CHITS));
    }
    for (n, chit) in scenario.chit.iter().enumerate() {
        let Some(side) = side_of(&chit.side) else { continue };
        let face = |name| Piece { id: format!("event-{}", n + 1), ..Piece::token(name, side) };
        markers.push(Marker::backed(1, [chit.event.name(), COMMAND_EVENT].map(face), rule::EVENT_CHITS));
    }
    markers.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::testing::position;

    /// The markers and chits of a small scenario.
    fn all() -> Vec<Marker> {
        let mut all = Vec::new();
        let _ = position(
            "map 9x9
            place town 0404 0405 held french
            place farm 0606
            place hill 0707
            points farm 1
            fieldworks 0101
            corps ii french at 0101 rating 2 4
            corps iv french at 0201 rating 2 4 chit 0
            french infantry f1 5/3 at 0303 of ii
            french field f2 7/4 mitrailleuse 4/2 at 0303 of ii
            french cavalry f3 2/1 at 0304 of iv
            french infantry d1 3/2 breakdown of ii
            prussian horse p1 6/3 at 0808
            hand french beaten-zone
            hand prussian krupps-guns
            hand prussian krupps-guns",
        )
        .with(|scenario| all = markers(scenario));
        all
    }

    #[test]
    fn r3_7_every_marker_is_there_as_often_as_it_is_needed() {
        let all = all();
        let count = |name: &str| all.iter().find(|marker| marker.name() == name).map_or(0, |marker| marker.count);
        assert_eq!([count("Shaken / Disrupted"), count("Low Ammo / Rationed Ammo")], [5, 4]);
        assert_eq!([count("Mitrailleuse of f2"), count("Mitrailleuse")], [1, 0]);
        assert_eq!([count("Artillery Fired"), count("Horse Artillery ½ Fire, ½ Move")], [2, 1]);
        assert_eq!(count("Cautious / Hesitates"), 3, "the largest formation");
        assert_eq!([count("HQ Overrun"), count("Leader Casualty"), count("Order")], [3, 3, 1]);
        assert_eq!(count("Fieldworks / Entrenchments"), 2, "that of the scenario, and one for the brigade");
        assert_eq!(count("Control"), 3, "the hill is nothing to anybody");
        assert!(all.iter().all(|marker| marker.count > 0));
    }

    #[test]
    fn r3_7_a_mitrailleuse_marker_has_figures_of_its_own_on_both_sides() {
        let all = all();
        let marker = all.iter().find(|marker| marker.name() == "Mitrailleuse of f2").expect("f2 has one");
        let printed = marker.faces.each_ref().map(|piece| (piece.symbol, piece.face.text(), piece.face.worn));
        let gun = Symbol::MachineGun;
        assert_eq!(printed, [(gun, Some("4m 3(4)"), false), (gun, Some("2m 3(4)"), true)]);
        assert_eq!(
            (marker.faces[0].id.as_str(), marker.faces[0].formation.as_deref()),
            ("f2-mitrailleuse", Some("ii"))
        );
    }

    #[test]
    fn r3_8_activation_chits_and_two_sided_event_chits_are_counted() {
        let all = all();
        let chits: Vec<String> =
            all.iter().filter(|marker| marker.side().is_some()).map(|marker| marker.name()).collect();
        let expected = [
            "Mitrailleuse of f2",
            "ii",
            "prussian",
            "Beaten Zone / Command Event",
            "Krupp's Guns / Command Event",
            "Krupp's Guns / Command Event",
        ];
        assert_eq!(chits, expected);
    }
}
