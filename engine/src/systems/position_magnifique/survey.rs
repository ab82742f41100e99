//! Data of the empty board for the greedy player: the important hexes, and distances to all hexes.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::OnceLock;

use battlewright_schema::position_magnifique::Kind;

use super::board::{ARMS, Board, EndingFacts, arm};
use crate::game::{Level, Side};
use crate::kit::hex_map::HexIx;

/// The data computed so far. It depends on the board alone, so surveys never count in a comparison of boards.
#[derive(Debug, Default)]
pub(super) struct Survey {
    stakes: OnceLock<[Vec<KeyHex>; 2]>,
    lie: OnceLock<HexDistances>,
    /// The distances from every hex, in half movement points, by arm and goal.
    ways: OnceLock<Vec<OnceLock<Vec<u16>>>>,
}

impl Clone for Survey {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PartialEq for Survey {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Survey {}

/// A hex that counts for a side at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KeyHex {
    pub(super) hex: HexIx,
    /// The worth of holding the hex, or of denying it to the enemy.
    pub(super) worth: i32,
    /// `true` if the enemy wins by entering the hex: the side can only guard it.
    pub(super) gate: bool,
}

/// The distances of hexes to those that decide the game.
#[derive(Debug)]
struct HexDistances {
    /// The mean worth to both sides of each hex of [`Board::control`].
    control: Vec<i32>,
    hexes: Vec<HexLie>,
}

/// The distances of a hex to those that decide the game.
#[derive(Debug)]
pub(super) struct HexLie {
    /// The hexes of [`Board::control`] within [`NEAR`], each with the difference to that limit.
    pub(super) near: Vec<(usize, i32)>,
    /// The distance to the nearest stake that each side can take.
    pub(super) stake: [Option<u32>; 2],
    /// The distance to the nearest hex that each side's enemy wins by entering.
    pub(super) gate: [Option<u32>; 2],
}

/// The distance to a stake within which a unit counts for it.
pub(super) const NEAR: u32 = 6;

impl Board {
    /// Returns the distances of `hex` to those that decide the game.
    pub(super) fn lie_of(&self, hex: HexIx) -> &HexLie {
        &self.lie().hexes[hex.index()]
    }

    /// Returns the mean worth to both sides of each hex of [`Board::control`].
    pub(super) fn worths_of_control(&self) -> &[i32] {
        &self.lie().control
    }

    fn lie(&self) -> &HexDistances {
        self.survey.lie.get_or_init(|| {
            let worth = |side: Side, hex: HexIx| {
                self.stakes(side).iter().find(|stake| stake.hex == hex).map_or(0, |stake| stake.worth)
            };
            let control = self.control.iter().map(|(hex, _)| Side::BOTH.map(|side| worth(side, *hex)).iter().sum());
            HexDistances {
                control: control.map(|both: i32| both / 2).collect(),
                hexes: self.map.all().map(|hex| self.find_lie_of(hex)).collect(),
            }
        })
    }

    fn find_lie_of(&self, hex: HexIx) -> HexLie {
        let gap = |to: HexIx| self.map.distance(to, hex);
        let near = self.control.iter().enumerate().filter_map(|(index, (to, _))| {
            let left = i32::try_from((NEAR + 1).saturating_sub(gap(*to))).ok()?;
            (left > 0).then_some((index, left))
        });
        let nearest = |gate: bool| {
            Side::BOTH.map(|side| {
                self.stakes(side).iter().filter(|stake| stake.gate == gate).map(|stake| gap(stake.hex)).min()
            })
        };
        HexLie { near: near.collect(), stake: nearest(false), gate: nearest(true) }
    }

    /// Returns the hexes that count for `side` at the end.
    pub(super) fn stakes(&self, side: Side) -> &[KeyHex] {
        &self.survey.stakes.get_or_init(|| Side::BOTH.map(|side| self.find_stakes(side)))[side.index()]
    }

    fn find_stakes(&self, side: Side) -> Vec<KeyHex> {
        let mut stakes: Vec<KeyHex> = Vec::new();
        let mut add = |hex: HexIx, worth: i32, gate: bool| match stakes.iter_mut().find(|stake| stake.hex == hex) {
            Some(stake) if stake.worth < worth => *stake = KeyHex { hex, worth, gate },
            Some(_) => {}
            None => stakes.push(KeyHex { hex, worth, gate }),
        };
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
        stakes
    }

    /// Returns the distance for this arm from `from` to `to` over empty ground, in half movement points; `u16::MAX` without a
    /// path.
    pub(super) fn way(&self, kind: Kind, from: HexIx, to: HexIx) -> u16 {
        let hexes = self.map.len();
        let ways = self.survey.ways.get_or_init(|| (0..ARMS * hexes).map(|_| OnceLock::new()).collect());
        let (Some(from), Some(goal)) = (self.map.index_of(from), self.map.index_of(to)) else { return u16::MAX };
        let field = ways.get(arm(kind) * hexes + goal).map(|field| field.get_or_init(|| self.ways_to(kind, to)));
        field.and_then(|field| field.get(from)).copied().unwrap_or(u16::MAX)
    }

    /// Returns the distance to `goal` from every hex. It does not use hexx's searches, which find one path between two hexes,
    /// or the hexes within reach without their costs.
    fn ways_to(&self, kind: Kind, goal: HexIx) -> Vec<u16> {
        let mut far = vec![u16::MAX; self.map.len()];
        let mut next = BinaryHeap::from([(Reverse(0_u16), goal)]);
        while let Some((Reverse(cost), hex)) = next.pop() {
            let Some(known) = self.map.index_of(hex).and_then(|index| far.get_mut(index)) else { continue };
            if *known <= cost {
                continue;
            }
            *known = cost;
            for before in self.map.neighbors(hex) {
                next.push((Reverse(cost.saturating_add(self.going(kind, before, hex))), before));
            }
        }
        far
    }
}

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
    use super::super::games::day;
    use super::super::testing::{FRENCH, PRUSSIAN, position};
    use super::*;

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
