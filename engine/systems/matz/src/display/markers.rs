//! The markers needed to play on a table: those that lie on units, flags of control, and the marker of the turn.

use std::collections::BTreeSet;

use battlewright_schema::matz as file;

use crate::rulebook as rule;
use battlewright_core::game::Side;
use battlewright_core::show::{Marker, Piece};

pub(crate) const NEUTRALIZED: &str = "Neutralized";
pub(crate) const OUT_OF_COMMAND: &str = "Out of Command";
/// The marker of a unit of more than two steps whose counter has been turned already.
pub(crate) const STEP_LOST: &str = "Step Lost";
/// The sign of an air unit that has been turned by a half-turn, which no printed marker has.
pub(crate) const MISSION_DONE: &str = "Mission Done";

/// The markers that `scenario` is played with: as many of Neutralized and Out of Command, which are two faces of one marker, as the
/// larger side has ground units, one Step Lost for each step that no side of a counter shows, and one of control for each hex
/// that counts. Headquarters and artillery have backs of their own (1.3, 1.4).
pub fn markers(scenario: &file::Matz) -> Vec<Marker> {
    let ground = scenario.unit.iter().filter(|unit| !unit.kind.flies());
    let more_steps: usize = ground
        .clone()
        .filter(|unit| unit.kind.fights())
        .map(|unit| usize::from(unit.all_steps()).saturating_sub(2))
        .sum();
    let of_side = |side: &battlewright_schema::SideId| {
        ground.clone().filter(|unit| scenario.side_of(&unit.formation) == side).count()
    };
    let most = scenario.side.keys().map(of_side).max().unwrap_or_default();
    let victory = &scenario.victory;
    let scores =
        |place: &&battlewright_schema::Place| victory.gain.iter().chain(&victory.loss).any(|row| row.place == place.id);
    let control: BTreeSet<_> = scenario.place.iter().filter(scores).flat_map(|place| &place.hexes).collect();
    [
        Marker::backed(most, [NEUTRALIZED, OUT_OF_COMMAND].map(Piece::badge), rule::NEUTRALIZATION),
        Marker::new(more_steps, Piece::badge(STEP_LOST), rule::STEP_LOSSES),
        Marker::backed(control.len(), Side::BOTH.map(|side| Piece::flag("Control", side)), rule::VICTORY),
        Marker::new(1, Piece::badge("Game Turn"), rule::SEQUENCE),
    ]
    .into_iter()
    .flatten()
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::testing::position;

    #[test]
    fn r10_1_every_marker_is_there_as_often_as_it_is_needed() {
        let position = position(
            "place flavy 0302 0303 held french
            place guiscard 0404
            place ham 0505
            points flavy 2
            loss ham 1
            corps x german at 0101
            german infantry g1 4/2 at 0202 of x
            german tank g2 4/3/2/1 at 0202 of x
            german artillery g3 3-4 5 at 0202 of x
            german fighter g8 4
            french infantry f1 4/2 at 0808",
        );
        let all = markers(position.scenario());
        let counts: Vec<(String, u16)> = all.iter().map(|marker| (marker.name(), marker.count)).collect();
        let expected = [("Neutralized / Out of Command", 3), ("Step Lost", 2), ("Control", 3), ("Game Turn", 1)];
        assert_eq!(counts, expected.map(|(name, count)| (name.to_owned(), count)));
    }
}
