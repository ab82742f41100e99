//! 3.1.1 Markers: the counters on the table that are not units.

use std::collections::BTreeSet;

use battlewright_schema::mars_la_tour as file;

use crate::rulebook as rule;
use battlewright_core::game::Side;
use battlewright_core::show::{Marker, Piece, Symbol};

/// The name of the track of artillery ammunition points.
pub(crate) const AMMUNITION: &str = "Ammunition";
/// The name of the track of moves or attacks that a side may still make after the other has passed.
pub(crate) const LEFT_TO_DO: &str = "Left to do";

/// Creates the HQ marker of `side`, called `name`.
pub(crate) fn headquarters(name: &str, side: Side) -> Piece {
    Piece::marker(&format!("hq-{}", side.index() + 1), name, side, Symbol::Headquarters)
}

/// Creates the mitrailleuse marker of `side`.
pub(crate) fn mitrailleuse(side: Side) -> Piece {
    Piece::marker(&format!("mitrailleuse-{}", side.index() + 1), "Mitrailleuse", side, Symbol::MachineGun)
}

/// Returns the markers needed to play `scenario`: those of 3.1.1 and of the rules that place markers, and a flag for each hex
/// that scores for its holder.
pub fn markers(scenario: &file::MarsLaTour) -> Vec<Marker> {
    let mut markers: Vec<Option<Marker>> = Vec::new();
    for (side, facts) in Side::BOTH.into_iter().zip(scenario.side.values()) {
        let support = ["Artillery Support", "No Support"].map(|name| Piece::token(name, side));
        markers.extend([
            Marker::new(1, headquarters(&facts.hq.name, side), rule::HQ_PLACEMENT),
            Marker::new(
                usize::from(facts.mitrailleuse_from_turn.is_some()),
                mitrailleuse(side),
                rule::MITRAILLEUSE_PLACEMENT,
            ),
            Marker::backed(1, support, rule::SUPPORT_DECLARATION),
            Marker::new(1, Piece::token(AMMUNITION, side), rule::ARTILLERY),
        ]);
    }
    let held: BTreeSet<_> = scenario.victory.hold.iter().map(|hold| &hold.place).collect();
    let places = scenario.place.iter().filter(|place| held.contains(&place.id));
    let hexes: BTreeSet<_> = places.flat_map(|place| &place.hexes).collect();
    markers.extend([
        Marker::backed(hexes.len(), Side::BOTH.map(|side| Piece::flag("Held", side)), rule::VICTORY),
        Marker::new(1, Piece::badge(LEFT_TO_DO), rule::LAST_MOVES),
        Marker::new(1, Piece::badge("Turn"), rule::END_PHASE),
    ]);
    markers.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use battlewright_schema::{Scenario, load};

    #[test]
    fn r3_1_1_every_marker_is_there_as_often_as_it_is_needed() {
        let loaded = load(include_str!("../../../../../scenarios/mars-la-tour.toml"));
        let Some(Scenario::MarsLaTour(scenario)) = loaded.readable else { panic!("{:?}", loaded.diagnostics) };
        let markers: Vec<(String, Option<usize>, u16)> = super::markers(&scenario)
            .iter()
            .map(|marker| (marker.name(), marker.side().map(battlewright_core::game::Side::index), marker.count))
            .collect();
        let expected = [
            ("Friedrich Karl", Some(0), 1),
            ("Artillery Support / No Support", Some(0), 1),
            ("Ammunition", Some(0), 1),
            ("Bazaine", Some(1), 1),
            ("Mitrailleuse", Some(1), 1),
            ("Artillery Support / No Support", Some(1), 1),
            ("Ammunition", Some(1), 1),
            ("Held", None, 2),
            ("Left to do", None, 1),
            ("Turn", None, 1),
        ];
        assert_eq!(markers, expected.map(|(name, side, count)| (name.to_owned(), side, count)));
    }
}
