//! The distances over empty ground for the players, where rows change the cost of steps. They follow from the scenario and the
//! turn, and are kept beside the board.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use battlewright_schema::position_magnifique::vocabulary::{Act, Hook};

use super::hooks::step_cost;
use crate::PositionMagnifique;
use crate::state::{MovingPiece, UnitIx};
use battlewright_core::kit::extra::ExtraRules;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::ways::costs_to;

/// The maximum number of costs that are kept.
const MOST_COSTS: usize = 1 << 22;

/// The turn, the unit, and the goal of ways.
type WayKey = (u8, UnitIx, HexIx);

/// The cost of the ways of units to their goals, from every hex.
#[derive(Debug, Default)]
pub(crate) struct WaysByRows(Mutex<BTreeMap<WayKey, Arc<[u16]>>>);

impl WaysByRows {
    /// Returns the costs for `key`; `find` finds them the first time.
    fn costs(&self, key: WayKey, find: impl FnOnce() -> Vec<u16>) -> Arc<[u16]> {
        if let Some(known) = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Arc::clone(known);
        }
        let found: Arc<[u16]> = find().into();
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if (kept.len() + 1) * found.len() > MOST_COSTS {
            kept.clear();
        }
        kept.insert(key, Arc::clone(&found));
        found
    }
}

impl PositionMagnifique {
    /// Returns the rows if the cost of a step over empty ground depends on them.
    #[inline]
    fn rows_of_steps(&self) -> Option<&ExtraRules> {
        let extra = &self.board.extra;
        extra.at(Hook::Step.number()).or_else(|| extra.against(Act::Step.number()))
    }

    /// Returns the turn of the game, if distances over empty ground depend on it.
    #[inline]
    pub(crate) fn turn_of_ways(&self) -> Option<u8> {
        self.rows_of_steps().map(|_| self.state.turn)
    }

    /// Returns the distance for `unit` from `from` to `to` over empty ground, in half movement points; `u16::MAX` without a path.
    #[inline]
    pub(crate) fn way(&self, unit: UnitIx, from: HexIx, to: HexIx) -> u16 {
        match self.rows_of_steps() {
            None => self.board.way(self.board.unit(unit).kind, from, to),
            Some(rows) => self.way_by_rows(rows, unit, from, to),
        }
    }

    fn way_by_rows(&self, rows: &ExtraRules, unit: UnitIx, from: HexIx, to: HexIx) -> u16 {
        let asked = self.asked_bare();
        let piece = MovingPiece::Unit(unit);
        let going = |from: HexIx, to: HexIx| {
            let given = self.step_given(piece, Some(from), to);
            if rows.forbids(Act::Step.number(), &asked, &given).is_some() {
                return u16::MAX;
            }
            let published = self.board.going(self.board.unit(unit).kind, from, to);
            step_cost(rows, &asked, &given, published)
        };
        let key = (self.state.turn, unit, to);
        let costs = self.board.ways_by_rows.costs(key, || costs_to(&self.board.map, to, going));
        self.board.map.index_of(from).and_then(|index| costs.get(index)).copied().unwrap_or(u16::MAX)
    }
}
