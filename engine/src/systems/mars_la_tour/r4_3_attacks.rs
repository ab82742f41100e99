//! 4.0 3 Attack Phase: the sides take turns declaring one attack (3.4); passing (3.7) and the last
//! attacks (3.8).

use super::MarsLaTour;
use super::action::Refusal;
use super::event::{Event, Phase};
use super::passing::{Next, Passing};
use super::state::{Fight, Step, Support, UnitIx};
use crate::game::{Log, Side};
use crate::kit::hex_map::HexIx;

impl MarsLaTour {
    /// Begins the Attack Phase.
    pub(super) fn begin_attacks(&mut self, log: &mut impl Log<Event>) {
        log.push(Event::Phase(Phase::Attack));
        self.state.passing = Passing::default();
        self.state.step = Step::Attack(Side::First);
    }

    /// Whether `attacker` of `side` may attack `defender`: cavalry attacks only cavalry (5.2).
    pub(super) fn may_attack(&self, side: Side, attacker: UnitIx, defender: UnitIx) -> Result<(), Refusal> {
        self.adjacent_enemies(side, attacker, defender)?;
        if self.is_cavalry(attacker) && !self.is_cavalry(defender) {
            return Err(Refusal::CavalryOnlyCavalry);
        }
        Ok(())
    }

    /// Refuses pairs that are not adjacent enemies on the map; otherwise says where the defender is.
    pub(super) fn adjacent_enemies(&self, side: Side, attacker: UnitIx, defender: UnitIx) -> Result<HexIx, Refusal> {
        let from = self.own_on_map(side, attacker)?;
        if self.side_of(defender) == side {
            return Err(Refusal::OwnSide);
        }
        let ground = self.hex_of(defender).ok_or(Refusal::NotOnMap(defender))?;
        if !self.in_ezoc(side, from) {
            return Err(Refusal::NoEzocToAttack(attacker));
        }
        if self.board.map.distance(from, ground) == 1 {
            Ok(ground)
        } else {
            Err(Refusal::NotAdjacentUnits(attacker, defender))
        }
    }

    /// `attacker` attacks or charges `defender`.
    pub(super) fn declare(&mut self, attacker: UnitIx, defender: UnitIx, deathride: bool, log: &mut impl Log<Event>) {
        let Some(ground) = self.hex_of(defender) else { return };
        log.push(if deathride { Event::Deathride(attacker, defender) } else { Event::Attack(attacker, defender) });
        self.ask_for_support(Fight { attacker, defender, ground, deathride, support: [Support::Open; 2] }, log);
    }

    /// The attack of `side` is over.
    pub(super) fn end_attack(&mut self, side: Side, log: &mut impl Log<Event>) {
        let next = self.state.passing.acted(side);
        self.continue_attacks(next, log);
    }

    /// 3.7: `side` attacks no more in this phase.
    pub(super) fn pass_attacks(&mut self, side: Side, log: &mut impl Log<Event>) {
        log.push(Event::Passed(side, Phase::Attack));
        let next = self.state.passing.pass(side);
        self.continue_attacks(next, log);
    }

    fn continue_attacks(&mut self, next: Next, log: &mut impl Log<Event>) {
        match next {
            Next::Act(side) => self.state.step = Step::Attack(side),
            Next::Roll(side) => self.state.step = Step::RollLastAttacks(side),
            Next::Done => self.end_turn(log),
        }
    }

    /// 3.8: `side` has rolled `die`, and may attack that often.
    pub(super) fn roll_last_attacks(&mut self, side: Side, die: u16, log: &mut impl Log<Event>) {
        log.push(Event::LastActions { side, phase: Phase::Attack, die, plus: 0 });
        self.state.passing.limit(die);
        self.state.step = Step::Attack(side);
    }
}
