//! 4.0 1d Organization Phase: units away from the enemy may take up March Formation, units near
//! it take up Battle Formation, and units in EZOCs may withdraw.

use super::action::Refusal;
use super::event::Event;
use super::passing::Passing;
use super::state::{Away, Formation, Retreat, Step, Then, UnitIx};
use super::{MarsLaTour, in_battle};
use crate::game::{Log, Side};

impl MarsLaTour {
    /// Begins the Organization Phase. Units under the enemy's influence are flipped (ii) before
    /// the others may be (i): no unit is ever in both cases, so the order does not matter.
    pub(super) fn begin_organization(&mut self, log: &mut impl Log<Event>) {
        for unit in self.board.all_units() {
            if let Some(hex) = self.hex_of(unit)
                && (self.in_ezoi(self.side_of(unit), hex) || self.in_ezoc(self.side_of(unit), hex))
            {
                self.take_battle_formation(unit, log);
            }
        }
        self.ask_to_organize(Side::First, log);
    }

    fn ask_to_organize(&mut self, side: Side, log: &mut impl Log<Event>) {
        if self.board.units_of(side).any(|unit| self.may_take_march_formation(side, unit).is_ok()) {
            self.state.step = Step::Organize(side);
        } else {
            self.organized(side, log);
        }
    }

    /// i: whether `unit` of `side` may take up March Formation.
    pub(super) fn may_take_march_formation(&self, side: Side, unit: UnitIx) -> Result<(), Refusal> {
        let hex = self.own_on_map(side, unit)?;
        if !in_battle(self.unit(unit)) {
            Err(Refusal::AlreadyMarch(unit))
        } else if self.in_ezoi(side, hex) || self.in_ezoc(side, hex) {
            Err(Refusal::MarchInEzoi(unit))
        } else {
            Ok(())
        }
    }

    /// i: flips `unit` to March Formation.
    pub(super) fn take_march_formation(&mut self, side: Side, unit: UnitIx, log: &mut impl Log<Event>) {
        self.unit_mut(unit).formation = Formation::March;
        log.push(Event::March(unit));
        self.ask_to_organize(side, log);
    }

    /// `side` flips no more units.
    pub(super) fn organized(&mut self, side: Side, log: &mut impl Log<Event>) {
        match side {
            Side::First => self.ask_to_organize(Side::Second, log),
            Side::Second => {
                self.state.passing = Passing::default();
                self.next_to_leave_ezoc(Side::First, log);
            }
        }
    }

    /// iii: asks `side`, or the other if `side` is done, to retreat a unit from an EZOC. A side
    /// that has no unit that can is done without being asked.
    pub(super) fn next_to_leave_ezoc(&mut self, side: Side, log: &mut impl Log<Event>) {
        for side in [side, side.other()] {
            if self.state.passing.has_passed(side) {
                continue;
            }
            if self.board.units_of(side).any(|unit| self.may_leave_ezoc(side, unit).is_ok()) {
                self.state.step = Step::LeaveEzoc(side);
                return;
            }
            self.state.passing.decline(side);
        }
        self.begin_movement(log);
    }

    /// iii: whether `unit` of `side` may withdraw: it must be in an EZOC and able to complete a
    /// retreat; nobody may choose to be blown.
    pub(super) fn may_leave_ezoc(&self, side: Side, unit: UnitIx) -> Result<(), Refusal> {
        let hex = self.own_on_map(side, unit)?;
        if !self.in_ezoc(side, hex) {
            Err(Refusal::NotInEzoc(unit))
        } else if !self.can_retreat(unit, Away::Neighbors(hex)) {
            Err(Refusal::NoRetreat(unit))
        } else {
            Ok(())
        }
    }

    /// iii: `unit` withdraws from every enemy in whose ZOC it is.
    pub(super) fn leave_ezoc(&mut self, unit: UnitIx, log: &mut impl Log<Event>) {
        let Some(hex) = self.hex_of(unit) else { return };
        log.push(Event::Leaves(unit));
        self.state.step = Step::Retreat(Retreat { unit, from: Away::Neighbors(hex), hexes: 0, then: Then::LeaveEzoc });
    }

    /// iii: `side` declines, and withdraws no more units this turn.
    pub(super) fn stay_in_ezocs(&mut self, side: Side, log: &mut impl Log<Event>) {
        self.state.passing.decline(side);
        log.push(Event::Stays(side));
        self.next_to_leave_ezoc(side.other(), log);
    }
}
