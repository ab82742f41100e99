//! 4.0 3.3 Retreats: three hexes, each further from the enemy than the last; two, if the second is
//! defensible. Who cannot is blown.

use super::MarsLaTour;
use super::action::Refusal;
use super::event::Event;
use super::state::{Away, Retreat, Step, Then, UnitIx};
use crate::game::Log;
use crate::kit::hex_map::HexIx;

/// The hex of a retreat in which it may end early, if it is defensible.
const EARLY_END: u8 = 2;

impl MarsLaTour {
    /// `unit` has to retreat; if it cannot, it is blown.
    pub(super) fn begin_retreat(&mut self, unit: UnitIx, from: Away, then: Then, log: &mut impl Log<Event>) {
        if self.can_retreat(unit, from) {
            log.push(Event::Retreats(unit));
            self.state.step = Step::Retreat(Retreat { unit, from, hexes: 0, then });
        } else {
            log.push(Event::CannotRetreat(unit));
            self.blow(unit, log);
            self.after_retreat(then, unit, log);
        }
    }

    /// Whether `unit` has a retreat that it can complete.
    pub(super) fn can_retreat(&self, unit: UnitIx, from: Away) -> bool {
        self.hex_of(unit).is_some_and(|hex| self.can_complete(unit, &self.threats(unit, from), hex, 0))
    }

    /// The hexes from which `unit` must get away. The mitrailleuse's ZOC is its own hex (5.3).
    fn threats(&self, unit: UnitIx, from: Away) -> Vec<HexIx> {
        match from {
            Away::Hex(hex) => vec![hex],
            Away::Neighbors(hex) => {
                let side = self.side_of(unit);
                let enemies = self.on_map(side.other()).map(|(_, at)| at);
                let mut threats: Vec<HexIx> = enemies.filter(|at| self.board.map.distance(*at, hex) == 1).collect();
                if self.has_enemy_marker(side, hex) {
                    threats.push(hex);
                }
                threats
            }
        }
    }

    /// Whether a retreat that has come to `hex` after `done` hexes can be completed.
    fn can_complete(&self, unit: UnitIx, threats: &[HexIx], hex: HexIx, done: u8) -> bool {
        let mut layer = vec![hex];
        for done in done..self.board.rules.retreat_hexes {
            if done == EARLY_END && layer.iter().any(|hex| self.is_defensible(*hex)) {
                return true;
            }
            let mut further: Vec<HexIx> = Vec::new();
            for from in layer {
                let steps = self.board.map.neighbors(from);
                further.extend(steps.filter(|to| self.may_fall_back(unit, threats, from, *to).is_ok()));
            }
            further.sort_unstable();
            further.dedup();
            if further.is_empty() {
                return false;
            }
            layer = further;
        }
        true
    }

    /// Whether a retreating `unit` may step from `from` to `to`: further from every threat, into no
    /// unit and no EZOC, and within its HQ's range.
    fn may_fall_back(&self, unit: UnitIx, threats: &[HexIx], from: HexIx, to: HexIx) -> Result<(), Refusal> {
        let map = &self.board.map;
        let side = self.side_of(unit);
        if map.distance(from, to) != 1 {
            return Err(Refusal::NotAdjacent(to));
        }
        if threats.iter().any(|threat| map.distance(*threat, to) <= map.distance(*threat, from)) {
            return Err(Refusal::RetreatNotAway(to));
        }
        match self.unit_in(to) {
            Some(other) if self.side_of(other) == side => return Err(Refusal::Friend(to)),
            Some(_) => return Err(Refusal::Enemy(to)),
            None => {}
        }
        if self.in_ezoc(side, to) {
            return Err(Refusal::RetreatEzoc(to));
        }
        if !self.in_command_range(side, to) {
            return Err(Refusal::OutOfRange(to));
        }
        Ok(())
    }

    /// Whether the retreat may go on to `hex`: only steps from which it can be completed.
    pub(super) fn may_retreat_to(&self, retreat: &Retreat, hex: HexIx) -> Result<(), Refusal> {
        let Some(from) = self.hex_of(retreat.unit) else { return Err(Refusal::NotOnMap(retreat.unit)) };
        let threats = self.threats(retreat.unit, retreat.from);
        self.may_fall_back(retreat.unit, &threats, from, hex)?;
        if self.can_complete(retreat.unit, &threats, hex, retreat.hexes + 1) {
            Ok(())
        } else {
            Err(Refusal::RetreatDeadEnd(hex))
        }
    }

    /// Whether the retreat may end here: in its second hex, if that is defensible.
    pub(super) fn may_end_retreat(&self, retreat: &Retreat) -> Result<(), Refusal> {
        let defensible = self.hex_of(retreat.unit).is_some_and(|hex| self.is_defensible(hex));
        if retreat.hexes == EARLY_END && defensible { Ok(()) } else { Err(Refusal::RetreatNotDone) }
    }

    /// The retreat goes on to `hex`.
    pub(super) fn retreat_to(&mut self, retreat: Retreat, hex: HexIx, log: &mut impl Log<Event>) {
        let retreat = Retreat { hexes: retreat.hexes + 1, ..retreat };
        log.push(Event::RetreatedTo(retreat.unit, hex));
        self.put(retreat.unit, hex, log);
        self.state.step = Step::Retreat(retreat);
        let done = retreat.hexes >= self.board.rules.retreat_hexes;
        if done || !self.board.map.neighbors(hex).any(|hex| self.may_retreat_to(&retreat, hex).is_ok()) {
            self.end_retreat(retreat, log);
        }
    }

    /// The retreat is complete.
    pub(super) fn end_retreat(&mut self, retreat: Retreat, log: &mut impl Log<Event>) {
        self.after_retreat(retreat.then, retreat.unit, log);
    }
}
