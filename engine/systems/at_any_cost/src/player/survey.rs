//! Data of the empty board for the greedy player: the hexes that matter, and distances to all hexes.

use battlewright_schema::at_any_cost::Kind;

use crate::board::{ARMS, Board, arm};
use battlewright_core::game::{Level, Side};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::players::appraisal::HexDistances;
pub(crate) use battlewright_core::players::appraisal::{HexAppraisal, KeyHex, NEAR};

/// A victory point.
pub(crate) const POINT: i32 = 25;
/// A hex that scores anything.
const SCORES: i32 = 40;
/// A hex that a side wins by entering.
const WINS: i32 = 300;
/// A hex that a side must keep the enemy from, as he wins by entering it.
const GATE: i32 = 220;
/// One of several hexes that a side wins by holding all of them.
const ONE_OF_ALL: i32 = 70;

impl Board {
    /// Returns the distances of `hex` to those that decide the game.
    pub(crate) fn appraisal_of(&self, hex: HexIx) -> &HexAppraisal {
        self.distances().of(hex)
    }

    fn distances(&self) -> &HexDistances {
        self.survey
            .distances
            .get_or_init(|| HexDistances::new(&self.map, &self.control, Side::BOTH.map(|side| self.stakes(side))))
    }

    /// The hexes that matter to `side` in the end.
    pub(crate) fn stakes(&self, side: Side) -> &[KeyHex] {
        self.survey.stakes(side, |side| self.find_stakes(side))
    }

    /// The worth of `hex` to `side` if it holds it in the end; 0 if it is none of those that matter.
    pub(crate) fn stake_in(&self, side: Side, hex: HexIx) -> i32 {
        self.stakes(side).iter().find(|stake| stake.hex == hex).map_or(0, |stake| stake.worth)
    }

    fn find_stakes(&self, side: Side) -> Vec<KeyHex> {
        let mut stakes: Vec<KeyHex> = Vec::new();
        let mut add = |hex: HexIx, worth: i32, gate: bool| KeyHex { hex, worth, gate }.add_to(&mut stakes);
        for worth in &self.points {
            // What scores for the enemy only is denied to him.
            if let Some((hex, _)) = self.control.get(worth.hex) {
                add(*hex, SCORES + POINT * i32::from(worth.points), false);
            }
        }
        for (index, wins) in &self.row_stakes {
            if let Some((hex, _)) = self.control.get(*index) {
                add(*hex, if *wins { ONE_OF_ALL } else { SCORES + POINT }, false);
            }
        }
        for ending in &self.sudden {
            let theirs = ending.winner != side;
            let share = if ending.level == Level::Overwhelming { 1 } else { 2 };
            for hex in &ending.enters {
                add(*hex, if theirs { GATE } else { WINS }, theirs);
            }
            for (hex, _) in ending.controls.iter().filter_map(|index| self.control.get(*index)) {
                add(*hex, ONE_OF_ALL / share, false);
            }
        }
        stakes
    }

    /// The way for this arm from `from` to `to` over empty ground, in half movement points.
    pub(crate) fn way(&self, kind: Kind, from: HexIx, to: HexIx) -> u16 {
        let going = |from, to| self.going(kind, from, to);
        self.survey.ways.cost(&self.map, (arm(kind), ARMS), (from, to), going)
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::at_any_cost as file;

    use super::*;
    use crate::tests::testing::{FRENCH, PRUSSIAN, position};

    #[test]
    fn places_with_points_matter_to_both_sides_and_those_of_sudden_endings_besides() {
        let table = position(
            "map 26x9
            place flavigny 0605
            place metz 2205
            points flavigny 3
            points metz 1 prussian
            prussian infantry p1 8/4 at 0101
            french infantry f1 5/3 at 2401",
        )
        .with(|scenario| {
            scenario.victory.sudden.push(file::SuddenEnding {
                winner: "prussian".into(),
                level: file::VictoryLevel::Overwhelming,
                after_turn: None,
                enters: vec!["2301".into()],
                controls: vec!["0303".into(), "0605".into()],
            });
        })
        .table();
        let board = &table.game.board;
        let worth = |side, name: &str| board.stake_in(side, table.hex(name));
        for side in [FRENCH, PRUSSIAN] {
            assert_eq!([worth(side, "0605"), worth(side, "2205")], [SCORES + 3 * POINT, SCORES + POINT]);
            assert_eq!([worth(side, "0303"), worth(side, "0304")], [ONE_OF_ALL, 0]);
        }
        let gates = [FRENCH, PRUSSIAN].map(|side| {
            board
                .stakes(side)
                .iter()
                .filter(|stake| stake.hex == table.hex("2301"))
                .map(|stake| stake.gate)
                .collect::<Vec<bool>>()
        });
        assert_eq!(gates, [vec![true], vec![false]], "the Prussians want to enter it, the French to keep them out");
    }

    #[test]
    fn the_way_goes_by_road_and_around_what_hampers() {
        let table = position(
            "map 12x9
            road 0201 0202 0203 0204 0205
            woods 0504 0202
            prussian infantry p1 5/3 at 0101",
        )
        .table();
        let way = |kind, from: &str, to: &str| table.game.board.way(kind, table.hex(from), table.hex(to));
        assert_eq!(way(Kind::Infantry, "0205", "0201"), 8, "four hexes of road");
        assert_eq!(way(Kind::Cavalry, "0505", "0504"), 6, "into the woods");
        assert_eq!(way(Kind::HeavyArtillery, "0505", "0503"), 6, "around them");
        assert_eq!(way(Kind::Infantry, "0505", "0505"), 0);
    }
}
