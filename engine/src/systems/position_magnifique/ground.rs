//! An index of the combat units by hex. It is derived from the state and kept beside it, so that rules need not search all
//! units. [`PositionMagnifique::put_unit`] keeps it up to date.

use super::PositionMagnifique;
use super::state::{At, State, UnitIx};
use crate::game::Side;
use crate::kit::hex_map::HexIx;
use crate::kit::inline_list::InlineList;

/// The units in each hex, in the scenario's order: one stays, others may pass through or have come to fight.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Occupancy {
    /// The first unit in each hex.
    first: Vec<Option<UnitIx>>,
    /// The next unit in the same hex, for each unit.
    next: Vec<Option<UnitIx>>,
}

impl Clone for Occupancy {
    fn clone(&self) -> Self {
        Self { first: self.first.clone(), next: self.next.clone() }
    }

    fn clone_from(&mut self, other: &Self) {
        let Self { first, next } = other;
        self.first.clone_from(first);
        self.next.clone_from(next);
    }
}

impl Occupancy {
    /// Creates the index for the units of `state`, on a map of `hexes` hexes.
    pub(super) fn new(hexes: usize, state: &State) -> Self {
        let mut ground = Self { first: vec![None; hexes], next: vec![None; state.units.len()] };
        for (unit, state) in (0..).map(UnitIx).zip(&state.units) {
            if let At::Hex(hex) = state.at {
                ground.add(unit, hex);
            }
        }
        ground
    }

    fn add(&mut self, unit: UnitIx, hex: HexIx) {
        let place = &mut self.first[hex.index()];
        match *place {
            Some(first) if first < unit => {
                let before = self.units(hex).take_while(|other| *other < unit).last().unwrap_or(first);
                self.next[unit.index()] = self.next[before.index()].replace(unit);
            }
            _ => self.next[unit.index()] = place.replace(unit),
        }
    }

    fn remove(&mut self, unit: UnitIx, hex: HexIx) {
        let after = self.next[unit.index()].take();
        let before = self.units(hex).take_while(|other| *other != unit).last();
        match before {
            Some(before) => self.next[before.index()] = after,
            None => self.first[hex.index()] = after,
        }
    }

    /// Returns the units in `hex`.
    #[inline]
    pub(super) fn units(&self, hex: HexIx) -> impl Iterator<Item = UnitIx> + use<'_> {
        std::iter::successors(self.first[hex.index()], |unit| self.next[unit.index()])
    }
}

impl PositionMagnifique {
    /// Moves `unit` to `at`, on the map or off it, without other effects.
    pub(super) fn put_unit(&mut self, unit: UnitIx, at: At) {
        let state = self.unit_mut(unit);
        let was = std::mem::replace(&mut state.at, at);
        state.left_in_turn |= was != at;
        if let At::Hex(hex) = was {
            self.ground.remove(unit, hex);
        }
        if let At::Hex(hex) = at {
            self.ground.add(unit, hex);
        }
    }

    /// Returns the units of `side` in `hex` and next to it, in the scenario's order: the candidates for an assault there.
    pub(super) fn units_about(&self, side: Side, hex: HexIx) -> impl Iterator<Item = UnitIx> + use<> {
        let hexes = std::iter::once(hex).chain(self.board.map.neighbors(hex));
        let mut units: InlineList<UnitIx, 16> = InlineList::new();
        for about in hexes {
            units.extend(self.ground.units(about).filter(|unit| self.unit_side(*unit) == side));
        }
        units.sort_unstable();
        units.into_iter()
    }

    /// Returns the enemy units of `side` next to `hex`, in the scenario's order.
    pub(super) fn enemies_next_to(&self, side: Side, hex: HexIx) -> impl Iterator<Item = UnitIx> + use<> {
        let mut enemies = InlineList::<UnitIx, 12>::new();
        self.any_enemy_next_to(side, hex, |unit| {
            enemies.push(unit);
            false
        });
        enemies.sort_unstable();
        enemies.into_iter()
    }

    /// Returns `true` if there is an enemy unit of `side` next to `hex`.
    pub(super) fn has_enemy_next_to(&self, side: Side, hex: HexIx) -> bool {
        self.any_enemy_next_to(side, hex, |_| true)
    }

    fn any_enemy_next_to(&self, side: Side, hex: HexIx, mut found: impl FnMut(UnitIx) -> bool) -> bool {
        let mut near = self.board.map.neighbors(hex);
        near.any(|near| self.ground.units(near).any(|unit| self.unit_side(unit) != side && found(unit)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::games::{crisis, victory};
    use super::*;
    use crate::play::Dice;
    use crate::players::{Kind, Playout};

    #[test]
    fn what_is_kept_follows_from_the_state() {
        for (start, kind, seed) in
            [(crisis(), Kind::Random, 1), (victory(), Kind::Greedy, 2), (crisis(), Kind::Greedy, 3)]
        {
            let seats = [seed, seed + 1].map(|seed| kind.player(Dice::new(seed)));
            let mut playout = Playout::new(start, seats, Dice::new(seed));
            while playout.advance(&mut ()).unwrap().is_none() {
                let game = playout.game();
                assert_eq!(game.ground, Occupancy::new(game.board.map.len(), &game.state));
                for side in Side::BOTH {
                    for (_, hex) in game.on_map(side.other()) {
                        let near = game.on_map(side).filter(|(_, at)| game.board.map.distance(*at, hex) <= 1);
                        assert!(game.units_about(side, hex).eq(near.map(|(unit, _)| unit)));
                    }
                }
            }
            assert!(playout.decisions() > 100);
        }
    }
}
