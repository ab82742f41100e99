//! 1.4 Headquarters: one that is destroyed leaves its formation out of command, and returns on the next turn.

use super::action::Refusal;
use super::event::Event;
use super::state::{At, UnitIx};
use super::{Matz, rulebook as rule};
use crate::game::{Log, Side};
use crate::kit::hex_map::HexIx;

impl Matz {
    /// The destroyed headquarters of `side` that return in this turn, or have found no hex so far.
    pub(super) fn returning_headquarters(&self, side: Side) -> impl Iterator<Item = UnitIx> + use<'_> {
        let is_due = |unit: &UnitIx| {
            let is_destroyed = matches!(self.unit(*unit).at, At::Eliminated(turn) if turn < self.state.turn);
            self.board.unit(*unit).is_hq() && is_destroyed
        };
        self.board.ground_units(side).iter().copied().filter(is_due)
    }

    /// Checks whether the destroyed headquarters `unit` may be placed in `hex` (m19).
    pub(super) fn may_return(&self, unit: UnitIx, hex: HexIx) -> Result<(), Refusal> {
        let facts = self.board.unit(unit);
        let refuse = |reason| Err(Refusal::At(rule::HEADQUARTERS, reason, hex));
        if self.has_ground_unit(facts.side.other(), hex) {
            return refuse("an enemy unit is in");
        }
        if self.in_enemy_zoc(facts.side, hex) {
            return refuse("an enemy zone of control reaches");
        }
        let reach = u32::from(self.board.rules.hq_return_reach);
        let is_near = |(other, at): (UnitIx, HexIx)| {
            self.formation_of(other) == facts.formation && self.board.map.distance(at, hex) <= reach
        };
        if self.on_map(facts.side).any(is_near) { Ok(()) } else { refuse("no unit of its formation is near") }
    }

    /// The headquarters `unit` returns to the map in `hex`.
    pub(super) fn return_hq(&mut self, unit: UnitIx, hex: HexIx, log: &mut impl Log<Event>) {
        let state = self.unit_mut(unit);
        (state.lost, state.neutralized, state.out_of_command) = (0, false, false);
        self.put(unit, At::Hex(hex));
        log.push(Event::HqReturned(unit, hex));
        self.take_control(unit, hex, log);
    }

    /// The headquarters `hq` has been destroyed: the units of its formation are out of command from now on, but for those to
    /// which another line leads (10.1).
    pub(super) fn lose_command(&mut self, hq: UnitIx, log: &mut impl Log<Event>) {
        let facts = self.board.unit(hq);
        let is_cut_off = |unit: &UnitIx| {
            let belongs = self.formation_of(*unit) == facts.formation && self.hex_of(*unit).is_some();
            belongs && !self.unit(*unit).out_of_command && !self.has_line_of_command(*unit)
        };
        let units: Vec<UnitIx> = self.board.ground_units(facts.side).iter().copied().filter(is_cut_off).collect();
        for unit in units {
            self.unit_mut(unit).out_of_command = true;
            log.push(Event::OutOfCommand(unit));
        }
    }
}
