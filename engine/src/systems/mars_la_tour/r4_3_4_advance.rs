//! 4.0 3.4 Advance After Attack: an attacker must enter the hex its enemy left, unless it is held
//! by an EZOC.

use super::MarsLaTour;
use super::event::Event;
use super::state::Fight;
use crate::game::Log;

impl MarsLaTour {
    /// The attacker advances, if the defender's hex was vacated and nothing holds it back: the ZOC
    /// of another enemy unit, or the mitrailleuse marker in its hex (5.3).
    pub(super) fn advance(&mut self, fight: &Fight, log: &mut impl Log<Event>) {
        let Some(hex) = self.hex_of(fight.attacker) else { return };
        if self.board.map.distance(hex, fight.ground) != 1 || self.unit_in(fight.ground).is_some() {
            return;
        }
        if self.in_ezoc(self.side_of(fight.attacker), hex) {
            log.push(Event::NoAdvance(fight.attacker));
        } else {
            log.push(Event::Advanced(fight.attacker, fight.ground));
            self.put(fight.attacker, fight.ground, log);
        }
    }
}
