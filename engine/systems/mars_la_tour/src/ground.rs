//! An index of units, ZOCs and ZOIs by hex. It is derived from the state and kept beside it, so that rules need not search all
//! units. [`MarsLaTour::put_at`] and [`MarsLaTour::put_hq`] keep it up to date.

use crate::MarsLaTour;
use crate::board::Board;
use crate::extra::Asked;
use crate::state::{At, State, UnitIx};
use battlewright_core::game::Side;
use battlewright_core::kit::hex_map::HexIx;

/// The units and zones in each hex of the map.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct MapOccupancy(Vec<HexState>);

impl Clone for MapOccupancy {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }

    fn clone_from(&mut self, other: &Self) {
        self.0.clone_from(&other.0);
    }
}

/// The contents of a hex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct HexState {
    /// The units in the hex: one that stays, and one that may pass through (4.0 2a).
    units: [Option<UnitIx>; 2],
    /// The number of units of each side with a ZOC here (3.9).
    zoc: [u16; 2],
    /// The number of units of each side with a ZOI here (3.10).
    zoi: [u16; 2],
    /// The distance to the HQ of each side; 0 without an HQ, since a missing HQ limits no unit (4.0 2c).
    to_hq: [u16; 2],
}

impl MapOccupancy {
    /// Creates the index for the units of `state`.
    pub(crate) fn new(board: &Board, state: &State) -> Self {
        let mut ground = Self(vec![HexState::default(); board.map.len()]);
        for side in Side::BOTH {
            ground.set_hq(board, side, state.hq[side.index()]);
        }
        let asked = Asked::of_turn(board, state);
        for (unit, state) in board.all_units().zip(&state.units) {
            if let At::Hex(hex) = state.at {
                ground.add(&asked, unit, hex);
            }
        }
        ground
    }

    #[inline]
    fn spot(&self, hex: HexIx) -> &HexState {
        &self.0[hex.index()]
    }

    #[inline]
    fn spot_mut(&mut self, hex: HexIx) -> &mut HexState {
        &mut self.0[hex.index()]
    }

    fn add(&mut self, asked: &Asked<'_>, unit: UnitIx, hex: HexIx) {
        if let Some(free) = self.spot_mut(hex).units.iter_mut().find(|unit| unit.is_none()) {
            *free = Some(unit);
        }
        self.count_zones(asked, unit, hex, 1);
    }

    fn remove(&mut self, asked: &Asked<'_>, unit: UnitIx, hex: HexIx) {
        let [first, second] = &mut self.spot_mut(hex).units;
        if *first == Some(unit) {
            *first = second.take();
        } else if *second == Some(unit) {
            *second = None;
        }
        self.count_zones(asked, unit, hex, -1);
    }

    /// Adds `change` to the counts in the ZOC and the ZOI of `unit` in `hex`.
    #[inline]
    fn count_zones(&mut self, asked: &Asked<'_>, unit: UnitIx, hex: HexIx, change: i16) {
        let board = asked.board();
        let side = board.unit(unit).side.index();
        let add = |count: &mut u16| *count = count.wrapping_add_signed(change);
        for near in board.map.neighbors(hex).filter(|near| asked.has_zoc(unit, *near)) {
            add(&mut self.spot_mut(near).zoc[side]);
        }
        board.map.within(hex, board.rules.zoi).for_each(|near| add(&mut self.spot_mut(near).zoi[side]));
    }

    fn set_hq(&mut self, board: &Board, side: Side, hq: Option<HexIx>) {
        for (hex, spot) in board.map.all().zip(&mut self.0) {
            let far = hq.map_or(0, |hq| board.map.distance(hq, hex));
            spot.to_hq[side.index()] = u16::try_from(far).unwrap_or(u16::MAX);
        }
    }

    /// Returns the distance from `hex` to the HQ of `side`; 0 if the HQ is not on the map.
    #[inline]
    pub(crate) fn to_hq(&self, side: Side, hex: HexIx) -> u16 {
        self.spot(hex).to_hq[side.index()]
    }

    /// Returns a unit in `hex` other than `unit`.
    #[inline]
    pub(crate) fn unit_besides(&self, hex: HexIx, unit: Option<UnitIx>) -> Option<UnitIx> {
        // The first slot is never empty while the second is in use.
        let [first, second] = self.spot(hex).units;
        if first == unit { second } else { first }
    }

    /// Returns the units in `hex`.
    #[inline]
    pub(crate) fn units(&self, hex: HexIx) -> impl Iterator<Item = UnitIx> + use<> {
        self.spot(hex).units.into_iter().flatten()
    }

    /// Returns `true` if a unit of `side` has its ZOC in `hex`.
    #[inline]
    pub(crate) fn has_zoc(&self, side: Side, hex: HexIx) -> bool {
        self.spot(hex).zoc[side.index()] > 0
    }

    /// Returns `true` if a unit of `side` has its ZOI in `hex`.
    #[inline]
    pub(crate) fn has_zoi(&self, side: Side, hex: HexIx) -> bool {
        self.spot(hex).zoi[side.index()] > 0
    }
}

impl MarsLaTour {
    /// Moves the HQ of `side` to `hex`, or removes it from the map.
    pub(crate) fn put_hq(&mut self, side: Side, hex: Option<HexIx>) {
        self.state.hq[side.index()] = hex;
        self.ground.set_hq(&self.board, side, hex);
    }

    /// Moves `unit` to `at`, on the map or off it, without other effects.
    pub(crate) fn put_at(&mut self, unit: UnitIx, at: At) {
        let was = std::mem::replace(&mut self.unit_mut(unit).at, at);
        if let At::Hex(hex) = was {
            self.ground.remove(&Asked::of_turn(&self.board, &self.state), unit, hex);
        }
        if let At::Hex(hex) = at {
            self.ground.add(&Asked::of_turn(&self.board, &self.state), unit, hex);
        }
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::{Scenario, load};

    use super::*;
    use battlewright_core::game::{Game as _, Turn};
    use battlewright_core::play::Dice;
    use battlewright_core::players::{Kind, Playout};

    #[test]
    fn what_is_kept_follows_from_the_state_and_what_is_listed_is_allowed() {
        let text = include_str!("../../../../scenarios/mars-la-tour.toml");
        let Some(Scenario::MarsLaTour(scenario)) = load(text).scenario else { panic!("the scenario is readable") };
        let start = MarsLaTour::new(&scenario).unwrap();
        let seats = [1, 2].map(|seed| Kind::Random.player(Dice::new(seed)));
        let mut playout = Playout::new(start, seats, Dice::new(3));
        while playout.advance(&mut ()).unwrap().is_none() {
            let game = playout.game();
            let mut anew = MapOccupancy::new(&game.board, &game.state);
            for (spot, anew) in game.ground.0.iter().zip(&mut anew.0) {
                let mut units = spot.units;
                units.sort_unstable();
                anew.units.sort_unstable();
                assert_eq!(HexState { units, ..*spot }, *anew);
            }
            let (mut listed, mut allowed) = (Vec::new(), Vec::new());
            game.actions(&mut listed);
            if let Turn::Choose(_) = game.turn() {
                game.candidates(&mut allowed);
                allowed.retain(|action| game.refusal(action).is_ok());
            }
            assert_eq!(listed, allowed, "what is listed together is allowed by itself");
        }
        assert!(matches!(playout.game().turn(), Turn::Over(_)) && playout.decisions() > 100);
    }
}
