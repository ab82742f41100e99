//! 3.5 Deathride Charge: cavalry throws itself upon infantry in the open.
//!
//! The text names the charge and gives it no procedure. Ours: it is declared and resolved like an
//! attack, and the ruleset's `deathride_after` says what becomes of the charger afterwards.

use battlewright_schema::mars_la_tour::AfterDeathride;

use super::MarsLaTour;
use super::action::Refusal;
use super::event::Event;
use super::state::{Fight, UnitIx};
use crate::game::{Log, Side};

impl MarsLaTour {
    /// Whether `attacker` of `side` may charge `defender`.
    pub(super) fn may_deathride(&self, side: Side, attacker: UnitIx, defender: UnitIx) -> Result<(), Refusal> {
        let ground = self.adjacent_enemies(side, attacker, defender)?;
        if !self.is_cavalry(attacker) {
            return Err(Refusal::DeathrideOnlyCavalry);
        }
        if self.is_cavalry(defender) {
            return Err(Refusal::DeathrideOnlyInfantry);
        }
        if self.is_defensible(ground) {
            return Err(Refusal::DeathrideOnlyOpen);
        }
        Ok(())
    }

    /// Whether a charger's own retreat is overtaken by what becomes of it after the charge.
    pub(super) fn charge_is_last(&self, fight: &Fight, loser: UnitIx) -> bool {
        fight.deathride && loser == fight.attacker && self.board.rules.deathride_after != AfterDeathride::None
    }

    /// What becomes of a charger that is still on the map.
    pub(super) fn spend_charger(&mut self, fight: &Fight, log: &mut impl Log<Event>) {
        if self.hex_of(fight.attacker).is_none() {
            return;
        }
        match self.board.rules.deathride_after {
            AfterDeathride::None => {}
            AfterDeathride::Blown => {
                log.push(Event::ChargeSpent(fight.attacker));
                self.blow(fight.attacker, log);
            }
            AfterDeathride::Eliminated => {
                log.push(Event::ChargeSpent(fight.attacker));
                self.eliminate(fight.attacker, log);
            }
        }
    }
}
