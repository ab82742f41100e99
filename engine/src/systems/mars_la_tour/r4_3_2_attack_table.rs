//! 4.0 3e and 3.2: the dice are rolled, and the loser suffers what the Attack Table says.

use battlewright_schema::mars_la_tour::AttackResult;

use super::MarsLaTour;
use super::event::Event;
use super::state::{Away, Fight, Then, UnitIx};
use crate::game::Log;

impl MarsLaTour {
    /// Who loses `fight` with these dice (attacker's first), and what that means; `None` for a
    /// stalemate.
    pub(super) fn verdict(&self, fight: &Fight, dice: [u16; 2]) -> Option<(UnitIx, AttackResult)> {
        let modifiers = self.totals(fight);
        let [attack, defense] = [0, 1].map(|i: usize| dice[i] + u16::from(modifiers[i]));
        let loser = match attack.cmp(&defense) {
            std::cmp::Ordering::Greater => fight.defender,
            std::cmp::Ordering::Less => fight.attacker,
            std::cmp::Ordering::Equal => return None,
        };
        let differential = u8::try_from(attack.abs_diff(defense)).unwrap_or(u8::MAX);
        match self.board.rules.tables.attack.result(differential) {
            AttackResult::Stalemate => None,
            result => Some((loser, result)),
        }
    }

    /// The attack is resolved with these dice, attacker's first.
    pub(super) fn resolve_attack(&mut self, fight: Fight, dice: [u16; 2], log: &mut impl Log<Event>) {
        log.push(Event::Dice { dice, modifiers: self.totals(&fight) });
        let Some((loser, result)) = self.verdict(&fight, dice) else {
            log.push(Event::Stalemate);
            self.conclude(fight, log);
            return;
        };
        let winner = if loser == fight.attacker { fight.defender } else { fight.attacker };
        match result {
            AttackResult::Retreat if self.least_for_charger(&fight, loser).is_none() => {
                let Some(hex) = self.hex_of(winner) else { return };
                self.begin_retreat(loser, Away::Hex(hex), Then::Conclude(fight), log);
                return;
            }
            AttackResult::Blown => self.blow(loser, log),
            AttackResult::Eliminated => self.eliminate(loser, log),
            AttackResult::Retreat | AttackResult::Stalemate => {}
        }
        self.conclude(fight, log);
    }

    /// After the result: the attacker advances, or its charge is spent.
    pub(super) fn conclude(&mut self, fight: Fight, log: &mut impl Log<Event>) {
        let side = self.side_of(fight.attacker);
        if fight.deathride {
            self.spend_charger(&fight, log);
        } else {
            self.advance(&fight, log);
        }
        self.end_attack(side, log);
    }
}
