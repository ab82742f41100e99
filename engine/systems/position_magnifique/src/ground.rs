//! An index of the combat units by hex. It is derived from the state and kept beside it, so that rules need not search all
//! units. [`PositionMagnifique::put_unit`] keeps it up to date.

use crate::PositionMagnifique;
use crate::state::{At, State, UnitIx};
use battlewright_core::game::Side;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::kit::occupancy::Occupancy;

/// Creates the index for the units of `state`, on a map of `hexes` hexes: one stays in a hex, others may pass through or have
/// come to fight.
pub(crate) fn occupancy(hexes: usize, state: &State) -> Occupancy<UnitIx> {
    Occupancy::new(hexes, state.units.iter().map(|unit| unit.at.hex()))
}

impl PositionMagnifique {
    /// Moves `unit` to `at`, on the map or off it, without other effects.
    pub(crate) fn put_unit(&mut self, unit: UnitIx, at: At) {
        let state = self.unit_mut(unit);
        let was = std::mem::replace(&mut state.at, at);
        state.left_in_turn |= was != at;
        self.ground.shift(unit, was.hex(), at.hex());
    }

    /// Returns the units of `side` in `hex` and next to it, in the scenario's order: the candidates for an assault there.
    pub(crate) fn units_about(&self, side: Side, hex: HexIx) -> impl Iterator<Item = UnitIx> + use<> {
        let hexes = std::iter::once(hex).chain(self.board.map.neighbors(hex));
        let mut units: InlineList<UnitIx, 16> = InlineList::new();
        for about in hexes {
            units.extend(self.ground.units(about).filter(|unit| self.unit_side(*unit) == side));
        }
        units.sort_unstable();
        units.into_iter()
    }

    /// Returns the enemy units of `side` next to `hex`, in the scenario's order.
    pub(crate) fn enemies_next_to(&self, side: Side, hex: HexIx) -> impl Iterator<Item = UnitIx> + use<> {
        let mut enemies = InlineList::<UnitIx, 12>::new();
        self.any_enemy_next_to(side, hex, |unit| {
            enemies.push(unit);
            false
        });
        enemies.sort_unstable();
        enemies.into_iter()
    }

    /// Returns `true` if there is an enemy unit of `side` next to `hex`.
    pub(crate) fn has_enemy_next_to(&self, side: Side, hex: HexIx) -> bool {
        self.any_enemy_next_to(side, hex, |_| true)
    }

    fn any_enemy_next_to(&self, side: Side, hex: HexIx, mut found: impl FnMut(UnitIx) -> bool) -> bool {
        let mut near = self.board.map.neighbors(hex);
        near.any(|near| self.ground.units(near).any(|unit| self.unit_side(unit) != side && found(unit)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::games::{crisis, victory};
    use battlewright_core::play::Dice;
    use battlewright_core::players::{Kind, Playout};

    #[test]
    fn what_is_kept_follows_from_the_state() {
        for (start, kind, seed) in
            [(crisis(), Kind::Random, 1), (victory(), Kind::Greedy, 2), (crisis(), Kind::Greedy, 3)]
        {
            let seats = [seed, seed + 1].map(|seed| kind.player(Dice::new(seed)));
            let mut playout = Playout::new(start, seats, Dice::new(seed));
            while playout.advance(&mut ()).unwrap().is_none() {
                let game = playout.game();
                assert_eq!(game.ground, occupancy(game.board.map.len(), &game.state));
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
