//! The exact odds of an attack: every roll of the dice is counted, with and without artillery.

use battlewright_schema::mars_la_tour::AttackResult;

use super::state::{Away, Fight, Support, UnitIx};
use super::{Action, MarsLaTour, Step};
use crate::game::Side;

/// What an attack can come to, best for the attacker first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum End {
    DefenderEliminated,
    DefenderBlown,
    DefenderRetreats,
    Stalemate,
    AttackerRetreats,
    AttackerBlown,
    AttackerEliminated,
}

impl End {
    const ALL: [Self; 7] = [
        Self::DefenderEliminated,
        Self::DefenderBlown,
        Self::DefenderRetreats,
        Self::Stalemate,
        Self::AttackerRetreats,
        Self::AttackerBlown,
        Self::AttackerEliminated,
    ];

    pub(super) fn text(self) -> &'static str {
        match self {
            Self::DefenderEliminated => "defender eliminated",
            Self::DefenderBlown => "defender blown",
            Self::DefenderRetreats => "defender retreats",
            Self::Stalemate => "stalemate",
            Self::AttackerRetreats => "attacker retreats",
            Self::AttackerBlown => "attacker blown",
            Self::AttackerEliminated => "attacker eliminated",
        }
    }
}

/// How many rolls lead to each end, in the order of [`End`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    ways: [u32; 7],
}

impl Tally {
    /// Each end that can happen, with the number of rolls that lead to it.
    pub(super) fn ends(&self) -> impl Iterator<Item = (End, u32)> + use<> {
        End::ALL.into_iter().zip(self.ways).filter(|(_, ways)| *ways > 0)
    }

    /// How many rolls were counted.
    pub(super) fn of(&self) -> u32 {
        self.ways.iter().sum()
    }

    fn add(&mut self, end: End, ways: u32) {
        for (other, count) in End::ALL.into_iter().zip(&mut self.ways) {
            if other == end {
                *count += ways;
            }
        }
    }
}

impl MarsLaTour {
    /// The fight that `action` would begin, or that it is part of.
    pub(super) fn fight_of(&self, action: &Action) -> Option<Fight> {
        match (*action, self.state.step) {
            (Action::Attack { attacker, defender }, _) => self.fight(attacker, defender, false),
            (Action::Deathride { attacker, defender }, _) => self.fight(attacker, defender, true),
            (Action::Support(yes), Step::Support(mut fight, side)) => {
                fight.support[side.index()] = if yes { Support::Yes } else { Support::No };
                Some(fight)
            }
            _ => None,
        }
    }

    fn fight(&self, attacker: UnitIx, defender: UnitIx, deathride: bool) -> Option<Fight> {
        let ground = self.hex_of(defender)?;
        Some(Fight { attacker, defender, ground, deathride, support: [Support::Open; 2] })
    }

    /// The odds of `fight` where the attacker does or does not commit artillery, and the defender.
    pub(super) fn tally(&self, fight: &Fight, committed: [bool; 2]) -> Tally {
        let attacker = self.side_of(fight.attacker);
        let with = |winner: Option<Side>| {
            let mut fight = *fight;
            for side in Side::BOTH {
                fight.support[side.index()] = if winner == Some(side) { Support::Effective } else { Support::No };
            }
            fight
        };
        let mut tally = Tally::default();
        match committed {
            [false, false] => self.count(&with(None), 36, &mut tally),
            [true, false] => self.count(&with(Some(attacker)), 36, &mut tally),
            [false, true] => self.count(&with(Some(attacker.other())), 36, &mut tally),
            [true, true] => {
                // Of 36 duels each side wins 15, and 6 are ties.
                let ties = Side::BOTH.into_iter().find(|side| self.board.side(*side).wins_duel_ties);
                for (winner, duels) in [(Some(attacker), 15), (Some(attacker.other()), 15), (ties, 6)] {
                    self.count(&with(winner), duels, &mut tally);
                }
            }
        }
        tally
    }

    /// Counts all 36 rolls of `fight`, each `weight` times.
    fn count(&self, fight: &Fight, weight: u32, tally: &mut Tally) {
        for attack in 1..=6 {
            for defense in 1..=6 {
                tally.add(self.end_of(fight, [attack, defense]), weight);
            }
        }
    }

    /// What these dice come to, with a retreat that cannot be completed and the last turns counted in.
    fn end_of(&self, fight: &Fight, dice: [u16; 2]) -> End {
        let Some((loser, result)) = self.verdict(fight, dice) else { return End::Stalemate };
        let attacker_lost = loser == fight.attacker;
        let winner = if attacker_lost { fight.defender } else { fight.attacker };
        let can_retreat = || self.hex_of(winner).is_some_and(|hex| self.can_retreat(loser, Away::Hex(hex)));
        let result = match (result, self.least_for_charger(fight, loser)) {
            (result, Some(least)) => result.max(least),
            (AttackResult::Retreat, None) if !can_retreat() => AttackResult::Blown,
            (result, None) => result,
        };
        let result = match result {
            AttackResult::Blown if self.blown_is_eliminated() => AttackResult::Eliminated,
            other => other,
        };
        match (attacker_lost, result) {
            (_, AttackResult::Stalemate) => End::Stalemate,
            (false, AttackResult::Retreat) => End::DefenderRetreats,
            (false, AttackResult::Blown) => End::DefenderBlown,
            (false, AttackResult::Eliminated) => End::DefenderEliminated,
            (true, AttackResult::Retreat) => End::AttackerRetreats,
            (true, AttackResult::Blown) => End::AttackerBlown,
            (true, AttackResult::Eliminated) => End::AttackerEliminated,
        }
    }

    /// The cases of artillery support that can still come about in `fight`: attacker's, defender's.
    pub(super) fn support_cases(&self, fight: &Fight) -> Vec<[bool; 2]> {
        let attacker = self.side_of(fight.attacker);
        let choices = [attacker, attacker.other()].map(|side| match fight.support[side.index()] {
            Support::Yes | Support::Effective => vec![true],
            Support::No => vec![false],
            Support::Open | Support::Sealed if self.may_support(fight, side, true).is_ok() => vec![false, true],
            Support::Open | Support::Sealed => vec![false],
        });
        let [ours, theirs] = choices;
        ours.iter().flat_map(|ours| theirs.iter().map(|theirs| [*ours, *theirs])).collect()
    }
}
