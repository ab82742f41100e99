//! 4.0 3a to 3d: artillery support, decided in secret; duels, and bad ammunition.

use super::MarsLaTour;
use super::action::Refusal;
use super::event::Event;
use super::state::{Fight, Step, Support, UnitIx};
use crate::game::{Log, Side};

impl Fight {
    /// The unit that fights for the side of index `side`.
    fn unit_of(&self, game: &MarsLaTour, side: Side) -> UnitIx {
        if game.side_of(self.attacker) == side { self.attacker } else { self.defender }
    }
}

impl MarsLaTour {
    /// 3a: asks the attacker, then the defender, for a decision. A side that has none to make, for
    /// want of ammunition or because its unit is cavalry (5.2), is not asked.
    pub(super) fn ask_for_support(&mut self, mut fight: Fight, log: &mut impl Log<Event>) {
        let attacker = self.side_of(fight.attacker);
        for side in [attacker, attacker.other()] {
            if fight.support[side.index()] != Support::Open {
                continue;
            }
            if self.may_support(&fight, side, true).is_ok() {
                self.state.step = Step::Support(fight, side);
                return;
            }
            fight.support[side.index()] = Support::No;
        }
        self.reveal_support(fight, log);
    }

    /// 3a: whether `side` may decide so.
    pub(super) fn may_support(&self, fight: &Fight, side: Side, yes: bool) -> Result<(), Refusal> {
        if !yes {
            Ok(())
        } else if self.is_cavalry(fight.unit_of(self, side)) {
            Err(Refusal::NoCavalrySupport)
        } else if self.state.ammunition[side.index()] == 0 {
            Err(Refusal::NoAmmunition)
        } else {
            Ok(())
        }
    }

    /// 3a: `side` has decided.
    pub(super) fn decide_support(&mut self, mut fight: Fight, side: Side, yes: bool, log: &mut impl Log<Event>) {
        fight.support[side.index()] = if yes { Support::Yes } else { Support::No };
        self.ask_for_support(fight, log);
    }

    /// 3b: the decisions are revealed and paid for; alone, support is effective.
    fn reveal_support(&mut self, mut fight: Fight, log: &mut impl Log<Event>) {
        let attacker = self.side_of(fight.attacker);
        let committed = [attacker, attacker.other()].map(|side| fight.support[side.index()] == Support::Yes);
        log.push(Event::SupportRevealed(committed[0], committed[1]));
        for (side, committed) in [attacker, attacker.other()].into_iter().zip(committed) {
            if committed {
                self.spend_ammunition(side, false, log);
            }
        }
        if committed == [true, true] {
            self.state.step = Step::Duel(fight);
            return;
        }
        for support in &mut fight.support {
            if *support == Support::Yes {
                *support = Support::Effective;
            }
        }
        self.state.step = Step::Resolve(fight);
    }

    /// 3c: the higher die wins the duel and its side's support is effective; 3d: a 6 costs the
    /// opponent a further AP.
    pub(super) fn resolve_duel(&mut self, mut fight: Fight, dice: [u16; 2], log: &mut impl Log<Event>) {
        let attacker = self.side_of(fight.attacker);
        let winner = match dice[0].cmp(&dice[1]) {
            std::cmp::Ordering::Greater => Some(attacker),
            std::cmp::Ordering::Less => Some(attacker.other()),
            std::cmp::Ordering::Equal => Side::BOTH.into_iter().find(|side| self.board.side(*side).wins_duel_ties),
        };
        log.push(Event::Duel(dice, winner));
        for (side, die) in [attacker, attacker.other()].into_iter().zip(dice) {
            if die >= u16::from(self.board.rules.bad_ammunition) && self.state.ammunition[side.other().index()] > 0 {
                self.spend_ammunition(side.other(), true, log);
            }
        }
        if let Some(winner) = winner {
            fight.support[winner.index()] = Support::Effective;
        }
        self.state.step = Step::Resolve(fight);
    }

    fn spend_ammunition(&mut self, side: Side, bad: bool, log: &mut impl Log<Event>) {
        let points = &mut self.state.ammunition[side.index()];
        *points = points.saturating_sub(1);
        let left = *points;
        log.push(Event::AmmunitionSpent { side, left, bad });
    }
}
