//! 12.1 Reinforcements: they come on in the Movement Phase at the cost of the terrain of their entry hex, or wait.

use super::action::Refusal;
use super::board::StepCost;
use super::event::Event;
use super::state::{At, UnitIx};
use super::{Matz, rulebook as rule};
use crate::game::Log;
use crate::kit::hex_map::HexIx;

impl Matz {
    /// The hexes by which `unit` may come on: those of its entry without enemies; if there is none, the nearest such hexes of
    /// the edge of the map (m35). None for a unit that is not due.
    pub(super) fn entry_hexes(&self, unit: UnitIx) -> Vec<HexIx> {
        let At::Due { entry, .. } = self.unit(unit).at else { return Vec::new() };
        let Some(entry) = self.board.entries.get(usize::from(entry)) else { return Vec::new() };
        let enemy = self.unit_side(unit).other();
        let is_free = |hex: &HexIx| !self.has_ground_unit(enemy, *hex);
        let open: Vec<HexIx> = entry.hexes.iter().copied().filter(is_free).collect();
        if !open.is_empty() || !self.board.rules.blocked_entry_moves {
            return open;
        }
        let map = &self.board.map;
        let far = |hex: HexIx| entry.hexes.iter().map(|from| map.distance(*from, hex)).min();
        let edge = || map.all().filter(|hex| map.is_edge(*hex) && is_free(hex));
        let nearest = edge().filter_map(far).min();
        edge().filter(|hex| far(*hex) == nearest).collect()
    }

    /// The cost for `unit` to come on at `hex`.
    pub(super) fn entry_cost(&self, unit: UnitIx, hex: HexIx) -> Result<StepCost, Refusal> {
        if self.entry_hexes(unit).contains(&hex) {
            Ok(StepCost::Points(self.board.entering_cost(unit, hex)))
        } else if self.has_ground_unit(self.unit_side(unit).other(), hex) {
            Err(Refusal::At(rule::REINFORCEMENTS, "an enemy unit is in", hex))
        } else {
            Err(Refusal::Because(rule::REINFORCEMENTS, "it does not come on by that hex"))
        }
    }

    /// Tells which reinforcements of the active side are due, but have no hex to come on.
    pub(super) fn report_delays(&self, log: &mut impl Log<Event>) {
        for unit in self.board.ground_units(self.state.active) {
            let At::Due { turn, .. } = self.unit(*unit).at else { continue };
            if turn <= self.state.turn && self.entry_hexes(*unit).is_empty() {
                log.push(Event::Delayed(*unit));
            }
        }
    }
}
