//! Data of the empty board for the greedy player: the important hexes, and distances to all hexes.

use battlewright_schema::position_magnifique::Kind;

use crate::board::{ARMS, Board, EndingFacts, arm};
use battlewright_core::game::{Level, Side};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::players::appraisal::HexDistances;
pub(crate) use battlewright_core::players::appraisal::{HexAppraisal, KeyHex, NEAR};

impl Board {
    /// Returns the distances of `hex` to those that decide the game.
    pub(crate) fn appraisal_of(&self, hex: HexIx) -> &HexAppraisal {
        self.distances().of(hex)
    }

    /// Returns the mean worth to both sides of each hex of [`Board::control`].
    pub(crate) fn worths_of_control(&self) -> &[i32] {
        self.distances().worths()
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

    fn find_stakes(&self, side: Side) -> Vec<KeyHex> {
        let mut stakes: Vec<KeyHex> = Vec::new();
        let mut add = |hex: HexIx, worth: i32, gate: bool| KeyHex { hex, worth, gate }.add_to(&mut stakes);
        for ending in self.last.iter().chain(&self.sudden) {
            let worth = weight(ending);
            let theirs = ending.winner.is_some_and(|winner| winner != side);
            for hex in ending.enters.iter().copied() {
                add(hex, worth, theirs);
            }
            // A hex that a side needs is worth more to it than one that it denies to the enemy.
            let (needed, denied) =
                if theirs { (&ending.enemy_lacks, &ending.controls) } else { (&ending.controls, &ending.enemy_lacks) };
            let lists = [
                (needed, worth * 6 / 5),
                (denied, worth),
                (&ending.controls_any, worth),
                (&ending.controls_more_of, worth),
            ];
            for (places, worth) in lists {
                for (hex, _) in places.iter().flatten().filter_map(|index| self.control.get(*index)) {
                    add(*hex, worth, false);
                }
            }
        }
        let asked = self.asked_places.iter().filter_map(|place| self.places.get(*place)).flatten();
        for (hex, _) in asked.filter_map(|index| self.control.get(*index)) {
            add(*hex, WORTH_BY_ROW, false);
        }
        stakes
    }

    /// Returns the distance for this arm from `from` to `to` over empty ground, in half movement points; `u16::MAX` without a
    /// path.
    pub(crate) fn way(&self, kind: Kind, from: HexIx, to: HexIx) -> u16 {
        let going = |from, to| self.going(kind, from, to);
        self.survey.ways.cost(&self.map, (arm(kind), ARMS), (from, to), going)
    }
}

/// The weight of a hex about which rows ask who holds it.
const WORTH_BY_ROW: i32 = 80;

/// Returns the weight of a hex that an ending depends on.
fn weight(ending: &EndingFacts) -> i32 {
    match ending.level {
        Level::Draw => 0,
        Level::Minor => 80,
        // These endings need many hexes at once, or one in the enemy's rear.
        Level::Overwhelming => 60,
        Level::Victory | Level::Major => 110,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::games::day;
    use crate::tests::testing::{FRENCH, PRUSSIAN, position};

    #[test]
    fn towns_that_decide_are_worth_more_than_those_that_break_ties() {
        let game = day();
        let worth = |side: Side, name: &str| {
            let hex = game.board.map.find(&name.into());
            game.board.stakes(side).iter().find(|stake| Some(stake.hex) == hex).map(|stake| (stake.worth, stake.gate))
        };
        assert_eq!([worth(FRENCH, "2308"), worth(PRUSSIAN, "2308")], [Some((132, false)), Some((110, false))]);
        assert_eq!([worth(FRENCH, "0316"), worth(PRUSSIAN, "0316")], [Some((110, false)), Some((132, false))]);
        for side in Side::BOTH {
            assert_eq!(worth(side, "1513"), Some((80, false)), "Flavigny breaks ties");
            assert_eq!(worth(side, "0921"), None);
        }
        // The Prussians want to enter Gravelotte, the French to keep them out.
        assert_eq!([worth(FRENCH, "2607"), worth(PRUSSIAN, "2607")], [Some((60, true)), Some((60, false))]);
    }

    #[test]
    fn the_way_goes_by_road_and_around_what_hampers() {
        let table = position(
            "map 12x9
            road 0201 0202 0203 0204 0205
            forest 0504
            stream 0702/0703 0702/0602 0702/0802
            prussian infantry p1 5/3 at 0101",
        )
        .set_up();
        let way = |kind, from: &str, to: &str| table.game.board.way(kind, table.hex(from), table.hex(to));
        assert_eq!(way(Kind::Infantry, "0205", "0201"), 4, "four hexes of road");
        assert_eq!(way(Kind::Infantry, "0405", "0401"), 8);
        assert_eq!(way(Kind::Infantry, "0505", "0504"), 4, "into the forest");
        assert_eq!(way(Kind::Cavalry, "0505", "0504"), 6);
        assert_eq!(way(Kind::Infantry, "0505", "0503"), 6, "around it");
        assert_eq!(way(Kind::Infantry, "0505", "0505"), 0);
    }
}
