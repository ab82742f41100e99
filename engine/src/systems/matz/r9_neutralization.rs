//! 9.0 Neutralization: a bombardment neutralizes units until the Reorganization Phase. They have no strategic movement and no
//! exploitation, artillery fires at half its values, combat with them is worse, and a headquarters commands less far.

use super::Matz;
use super::event::Event;
use super::state::UnitIx;
use crate::game::Log;

impl Matz {
    /// Neutralizes these units (8.1).
    pub(super) fn neutralize(&mut self, units: &[UnitIx], log: &mut impl Log<Event>) {
        for unit in units {
            if !std::mem::replace(&mut self.unit_mut(*unit).neutralized, true) {
                log.push(Event::Neutralized(*unit));
            }
        }
    }

    /// The Reorganization Phase: the markers of the active side are removed, or those of both sides (2.1).
    pub(super) fn reorganize(&mut self, log: &mut impl Log<Event>) {
        let own_only = self.board.rules.reorganize_own_only;
        for unit in self.board.all_units() {
            let is_due = !own_only || self.unit_side(unit) == self.state.active;
            if is_due && std::mem::take(&mut self.unit_mut(unit).neutralized) {
                log.push(Event::Recovered(unit));
            }
        }
    }

    /// The bombardment value of `unit`, halved if it is neutralized (9.0).
    pub(super) fn bombardment_value(&self, unit: UnitIx) -> u8 {
        self.halved_if_neutralized(unit, self.board.unit(unit).bombardment)
    }

    /// The defense value of artillery at range, halved if it is neutralized (9.0).
    pub(super) fn defense_value(&self, unit: UnitIx) -> u8 {
        self.halved_if_neutralized(unit, self.board.unit(unit).defense)
    }

    fn halved_if_neutralized(&self, unit: UnitIx, value: u8) -> u8 {
        if self.unit(unit).neutralized { value / 2 } else { value }
    }
}
