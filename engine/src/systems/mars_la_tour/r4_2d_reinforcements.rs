//! 4.0 2d Reinforcements: they enter before anything else moves, those with the lowest ER first;
//! enemies in an entry hex give way.

use super::action::Refusal;
use super::board::Start;
use super::event::Event;
use super::state::{At, Away, Command, Motion, Step, Then, UnitIx};
use super::{MarsLaTour, motion};
use crate::game::{Log, Side};
use crate::kit::hex_map::HexIx;

impl MarsLaTour {
    /// The entry hexes of `unit`; none for units that start on the map.
    pub(super) fn entry_hexes(&self, unit: UnitIx) -> &[HexIx] {
        match self.board.unit(unit).start {
            Start::Enters { entry, .. } => self.board.entries.get(entry).map_or(&[], |entry| &entry.hexes),
            Start::At(_) => &[],
        }
    }

    /// Whether `unit` is due to enter, this turn or since an earlier one.
    pub(super) fn is_due_to_enter(&self, unit: UnitIx) -> bool {
        let due = matches!(self.board.unit(unit).start, Start::Enters { turn, .. } if turn <= self.state.turn);
        due && self.unit(unit).at == At::Waiting
    }

    /// Whether `unit` is due and there is a hex by which it can enter.
    fn can_enter(&self, unit: UnitIx) -> bool {
        self.is_due_to_enter(unit) && self.can_go_on(&entry(unit))
    }

    /// Whether `side` has a reinforcement that can enter now.
    pub(super) fn can_bring_reinforcements(&self, side: Side) -> bool {
        self.board.units_of(side).any(|unit| self.can_enter(unit))
    }

    /// Whether `side` may bring `unit` on now.
    pub(super) fn may_enter(&self, side: Side, unit: UnitIx) -> Result<(), Refusal> {
        if self.side_of(unit) != side {
            return Err(Refusal::NotYours(unit));
        }
        if !self.is_due_to_enter(unit) {
            return Err(Refusal::NotReinforcement(unit));
        }
        if !self.can_enter(unit) {
            return Err(Refusal::EntryBlocked(unit));
        }
        let er = self.board.unit(unit).er;
        match self.board.units_of(side).find(|other| self.board.unit(*other).er < er && self.can_enter(*other)) {
            Some(lower) => Err(Refusal::LowerErFirst(unit, lower)),
            None => Ok(()),
        }
    }

    /// Begins the move by which `unit` enters.
    pub(super) fn start_entry(&mut self, unit: UnitIx) {
        self.state.step = Step::Moving(entry(unit));
    }

    /// An enemy in the entry hex `hex` retreats at once as if it had lost an attack, before the
    /// unit of `motion` enters.
    pub(super) fn push_aside(&mut self, motion: Motion, hex: HexIx, log: &mut impl Log<Event>) {
        match self.unit_in(hex) {
            Some(enemy) if self.side_of(enemy) != self.side_of(motion.unit) => {
                log.push(Event::PushedAside(enemy, hex));
                self.begin_retreat(enemy, Away::Hex(hex), Then::Enter(motion, hex), log);
            }
            _ => self.enter_hex(motion, hex, log),
        }
    }

    /// The unit of `motion` enters the map in `hex`.
    pub(super) fn enter_hex(&mut self, motion: Motion, hex: HexIx, log: &mut impl Log<Event>) {
        let Ok(next) = self.next_motion(&motion, hex) else { return };
        log.push(Event::Entered(motion.unit, hex));
        self.arrive(next, hex, log);
    }
}

/// A move that enters the map. It is not bound to the HQ's range.
fn entry(unit: UnitIx) -> Motion {
    motion(unit, None, Command::Free)
}
