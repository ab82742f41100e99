//! 6.1 Tanks of an army: they support any corps, until they are attached to one of them for good.

use battlewright_schema::matz::Echelon;

use super::action::{Action, ActionList, Refusal};
use super::event::Event;
use super::state::{At, FormationIx, UnitIx};
use super::{Matz, rulebook as rule};
use crate::game::{Log, Side};

impl Matz {
    /// The corps of `side`, on the map or still to come.
    pub(super) fn corps_of(&self, side: Side) -> impl Iterator<Item = FormationIx> + use<'_> {
        self.board.all_formations().filter(move |formation| {
            let facts = self.board.formation(*formation);
            facts.side == side && facts.echelon == Echelon::Corps
        })
    }

    /// Checks whether `side` may attach the tanks `unit` to `formation`.
    pub(super) fn may_attach(&self, side: Side, unit: UnitIx, formation: FormationIx) -> Result<(), Refusal> {
        let refuse = |reason| Err(Refusal::Because(rule::TANKS, reason));
        if self.unit_side(unit) != side || !self.is_free_tank(unit) {
            return refuse("only tanks of an army that are not attached yet are attached");
        }
        if !matches!(self.unit(unit).at, At::Hex(_) | At::Due { .. }) {
            return refuse("these tanks do not take part");
        }
        if self.corps_of(side).any(|corps| corps == formation) { Ok(()) } else { refuse("this is no corps of theirs") }
    }

    /// Puts every attachment that `side` may note into `into`.
    pub(super) fn attachments(&self, side: Side, into: &mut ActionList) {
        for unit in self.board.ground_units(side).iter().copied().filter(|unit| self.is_free_tank(*unit)) {
            let corps = self.corps_of(side).filter(|corps| self.may_attach(side, unit, *corps).is_ok());
            into.extend(corps.map(|formation| Action::Attach { unit, formation }));
        }
    }

    /// The tanks `unit` are attached to `formation` for the rest of the game.
    pub(super) fn attach(&mut self, unit: UnitIx, formation: FormationIx, log: &mut impl Log<Event>) {
        self.unit_mut(unit).attached = Some(formation);
        log.push(Event::Attached(unit, formation));
    }

    /// Tanks of an army that attack together with units of a corps are attached to it, to that of the first such unit.
    pub(super) fn attach_attackers(&mut self, attackers: &[UnitIx], log: &mut impl Log<Event>) {
        let formations = attackers.iter().map(|unit| self.formation_of(*unit));
        let corps = formations.into_iter().find(|other| self.board.formation(*other).echelon == Echelon::Corps);
        let Some(corps) = corps else { return };
        for unit in attackers {
            if self.is_free_tank(*unit) {
                self.attach(*unit, corps, log);
            }
        }
    }
}
