//! 3.9 Zone of Control: the six hexes around a unit. The mitrailleuse marker is a ZOC in its own
//! hex (5.3).

use super::event::Event;
use super::state::{Formation, UnitIx};
use super::{MarsLaTour, in_battle, rulebook as rule};
use crate::game::{Log, Rule, Side};
use crate::kit::hex_map::HexIx;

impl MarsLaTour {
    /// Whether `hex` is in an EZOC for `side`.
    pub(super) fn in_ezoc(&self, side: Side, hex: HexIx) -> bool {
        self.has_enemy_marker(side, hex)
            || self.on_map(side.other()).any(|(_, at)| self.board.map.distance(at, hex) == 1)
    }

    /// Whether the enemy's mitrailleuse marker makes `hex` an EZOC for `side` (5.3).
    pub(super) fn has_enemy_marker(&self, side: Side, hex: HexIx) -> bool {
        self.state.mitrailleuse[side.other().index()] == Some(hex)
    }

    /// Units in an EZOC are held by it, for the rest of a Movement Phase, and are in Battle
    /// Formation at all times (4.0 2b).
    pub(super) fn come_under_zocs(&mut self, log: &mut impl Log<Event>) {
        for unit in self.board.all_units() {
            let known = self.unit(unit).held && in_battle(self.unit(unit));
            if let Some(hex) = self.hex_of(unit)
                && !known
                && self.in_ezoc(self.side_of(unit), hex)
            {
                self.unit_mut(unit).held = true;
                self.take_battle_formation(unit, rule::ENTERING_EZOI, log);
            }
        }
    }

    /// Flips `unit` to Battle Formation by `rule`, if it is not already.
    pub(super) fn take_battle_formation(&mut self, unit: UnitIx, rule: Rule, log: &mut impl Log<Event>) {
        if self.unit(unit).formation == Formation::March {
            self.unit_mut(unit).formation = Formation::Battle;
            log.push(Event::Battle(unit, rule));
        }
    }
}
