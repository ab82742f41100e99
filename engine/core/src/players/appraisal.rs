//! The common parts of the appraisals of systems: hexes that matter in the end, the side that should hold each, and leads.

use std::sync::OnceLock;

use crate::game::{Level, Outcome, Side};
use crate::kit::hex_map::{HexIx, HexMap};
use crate::kit::ways::Ways;
use crate::players::WON;

/// A hex that matters to a side in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyHex {
    /// The hex.
    pub hex: HexIx,
    /// The worth of holding it, or of denying it to the enemy.
    pub worth: i32,
    /// The enemy wins by entering it: it is only kept, never taken.
    pub gate: bool,
}

impl KeyHex {
    /// Adds this one to `list`; of several reasons for a hex the best counts.
    pub fn add_to(self, list: &mut Vec<Self>) {
        match list.iter_mut().find(|known| known.hex == self.hex) {
            Some(known) if known.worth < self.worth => *known = self,
            Some(_) => {}
            None => list.push(self),
        }
    }

    /// Returns its worth to a unit of strength `own`, with `friends` and `enemies` near it: a held hex counts if it is threatened,
    /// another if it can be taken.
    pub fn worth_to(&self, held: bool, own: i32, friends: i32, enemies: i32) -> i32 {
        if held {
            return match (enemies, friends < enemies) {
                (0, _) => self.worth / 5,
                (_, true) => self.worth * 5 / 4,
                (_, false) => self.worth * 2 / 5,
            };
        }
        if 5 * (friends + own) >= 6 * enemies {
            self.worth
        } else if 4 * (friends + own) >= 3 * enemies {
            self.worth * 2 / 3
        } else {
            self.worth / 3
        }
    }
}

/// Units this near to a hex that matters count for it.
pub const NEAR: u32 = 6;

/// The facts of the empty board that players have worked out so far. They follow from the board, and are kept beside it.
#[derive(Debug, Default)]
pub struct BoardSurvey {
    stakes: OnceLock<[Vec<KeyHex>; 2]>,
    /// The distances of all hexes to those.
    pub distances: OnceLock<HexDistances>,
    /// The costs of ways.
    pub ways: Ways,
}

impl BoardSurvey {
    /// Returns the hexes that matter to `side` in the end; `find` finds them the first time.
    #[inline]
    pub fn stakes(&self, side: Side, find: impl FnMut(Side) -> Vec<KeyHex>) -> &[KeyHex] {
        &self.stakes.get_or_init(|| Side::BOTH.map(find))[side.index()]
    }
}

/// The distances of hexes to those that decide the game.
#[derive(Debug)]
pub struct HexDistances {
    worths: Vec<i32>,
    hexes: Vec<HexAppraisal>,
}

/// The distances of a hex to those that decide the game.
#[derive(Debug)]
pub struct HexAppraisal {
    /// The hexes whose control matters and that are no further than [`NEAR`], by number, each with what is left to that.
    pub near: Vec<(usize, i32)>,
    /// The distance to the nearest key hex of each side that can be taken.
    pub stake: [Option<u32>; 2],
    /// The distance to the nearest hex that the enemy of each side wins by entering.
    pub gate: [Option<u32>; 2],
}

impl HexDistances {
    /// Returns the distances of all hexes of `map` to those whose control matters, and to the key hexes of each side.
    pub fn new(map: &HexMap, control: &[(HexIx, Option<Side>)], keys: [&[KeyHex]; 2]) -> Self {
        let worth = |list: &[KeyHex], hex: HexIx| list.iter().find(|key| key.hex == hex).map_or(0, |key| key.worth);
        let lie = |hex: HexIx| {
            let near = control.iter().enumerate().filter_map(|(index, (to, _))| {
                let left = i32::try_from((NEAR + 1).saturating_sub(map.distance(*to, hex))).ok()?;
                (left > 0).then_some((index, left))
            });
            let nearest = |gate: bool| {
                keys.map(|list| list.iter().filter(|key| key.gate == gate).map(|key| map.distance(key.hex, hex)).min())
            };
            HexAppraisal { near: near.collect(), stake: nearest(false), gate: nearest(true) }
        };
        let both = |(hex, _): &(HexIx, Option<Side>)| keys.iter().map(|list| worth(list, *hex)).sum::<i32>() / 2;
        Self { worths: control.iter().map(both).collect(), hexes: map.all().map(lie).collect() }
    }

    /// Returns the distances of `hex`.
    #[inline]
    pub fn of(&self, hex: HexIx) -> &HexAppraisal {
        &self.hexes[hex.index()]
    }

    /// The worth of each hex whose control matters to both sides in the mean.
    pub fn worths(&self) -> &[i32] {
        &self.worths
    }
}

/// The prospect that is certain.
pub const SURE: i32 = 256;
/// Control as strong as this near a hex stands for who holds it now.
const HOLD: i32 = 20;
/// A hex that is left open to a raid is lost one time in so many.
const RAIDS: i32 = 3;

/// The prospect, of [`SURE`], that the first side holds a hex in the end: the holder now, moved toward who has the most
/// `strength` near, the less the nearer the end (of 16 parts of the game `due` are left), and toward the enemy where he may
/// ride in.
pub fn prospect(holder: Option<Side>, strength: [i32; 2], due: i32, is_open: bool) -> i32 {
    let [first, second] = strength;
    let now = prospect_of(holder);
    let then = (SURE * first + HOLD * now) / (first + second + HOLD);
    let later = now + (then - now) * due / 16;
    if is_open && holder.is_some() { later + (SURE - now - later) / RAIDS } else { later }
}

/// The prospect of a hex that stays with whoever holds it.
pub fn prospect_of(holder: Option<Side>) -> i32 {
    match holder {
        Some(Side::First) => SURE,
        None => SURE / 2,
        Some(Side::Second) => 0,
    }
}

/// The part of the game that has been played in `turn`, in sixteenths.
pub fn sixteenths_played(turn: u8, first: u8, last: u8) -> i32 {
    let turns = i32::from(last) - i32::from(first) + 1;
    (16 * (i32::from(turn) - i32::from(first)) / turns.max(1)).clamp(0, 16)
}

/// The worth to the first side of what is worth `worth` to `side`.
pub fn signed(side: Side, worth: i32) -> i32 {
    match side {
        Side::First => worth,
        Side::Second => -worth,
    }
}

/// The worth of a verdict to the first side, in tenths of the best.
pub fn worth_of_verdict(winner: Option<Side>, level: Level) -> i32 {
    let worth = match level {
        Level::Draw => 0,
        Level::Minor => 8,
        Level::Victory | Level::Major | Level::Overwhelming => 10,
    };
    winner.map_or(0, |winner| signed(winner, worth))
}

/// The worth of a game that is over to the first side.
pub fn lead_at_the_end(outcome: &Outcome) -> i32 {
    let level = match outcome.level {
        Level::Draw => 0,
        Level::Minor => 100,
        Level::Victory | Level::Major => 200,
        Level::Overwhelming => 300,
    };
    outcome.winner.map_or(0, |winner| signed(winner, WON + level))
}

/// A copy of a game in which things are tried out. It takes no memory after the first time.
#[derive(Debug)]
pub struct TrialCopy<G>(Option<G>);

impl<G> Default for TrialCopy<G> {
    fn default() -> Self {
        Self(None)
    }
}

impl<G: Clone> TrialCopy<G> {
    /// A copy of `game`.
    pub fn of(&mut self, game: &G) -> &mut G {
        if let Some(copy) = &mut self.0 {
            copy.clone_from(game);
        }
        self.0.get_or_insert_with(|| game.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_holder_keeps_a_hex_unless_the_enemy_is_stronger_near_it_or_may_ride_in() {
        let held = |strength, due, is_open| prospect(Some(Side::First), strength, due, is_open);
        assert_eq!(held([0, 0], 16, false), SURE);
        assert!(held([5, 20], 16, false) < SURE * 2 / 3 && held([5, 20], 2, false) > SURE * 4 / 5);
        assert!(held([5, 5], 8, true) < held([5, 5], 8, false));
        assert_eq!(prospect(None, [3, 3], 16, true), SURE / 2, "nobody's hex is open to both");
        assert_eq!(prospect(Some(Side::Second), [0, 0], 16, false), 0);
    }

    #[test]
    fn a_game_of_twelve_turns_is_half_played_after_six() {
        assert_eq!([1, 7, 12, 13].map(|turn| sixteenths_played(turn, 1, 12)), [0, 8, 14, 16]);
        assert_eq!(sixteenths_played(3, 3, 3), 0);
    }
}
