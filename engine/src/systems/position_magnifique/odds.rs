//! The exact odds of a fire or an assault: every roll of the two dice is counted.

use battlewright_schema::position_magnifique::{AssaultResult, FireResult};

use super::state::{Assault, Cause, Fire, Stage, Task, UnitIx};
use super::{Action, PositionMagnifique};

impl PositionMagnifique {
    /// The fire that `action` would begin.
    pub(super) fn fire_of(&self, action: &Action) -> Option<Fire> {
        let (firer, target, cause) = match (*action, self.state.stack.last()?) {
            (Action::Fire { firer, target, half: true }, _) => (firer, target, Cause::PhaseHalf),
            (Action::Fire { firer, target, .. }, Task::Pick(..)) => (firer, target, Cause::Mitrailleuse),
            (Action::Fire { firer, target, .. }, _) => (firer, target, Cause::Phase),
            (Action::FireWith { firer, target, .. }, _) => (firer, target, Cause::Free),
            (Action::Unit(firer), Task::Arrival(arrival)) => {
                (firer, arrival.unit, Cause::Defensive(self.unit(firer).defended))
            }
            _ => return None,
        };
        let surprise = self.surprises(self.unit_side(firer));
        Some(Fire { firer, target, cause, asked: true, smoke: false, surprise })
    }

    /// How many of the 36 rolls lead to each result of `fire`, worst for the target first.
    pub(super) fn fire_tally(&self, fire: &Fire) -> Vec<(FireResult, u32)> {
        let column = self.fire_column(fire);
        let results = [FireResult::StepLoss, FireResult::Shaken, FireResult::MoraleTest, FireResult::NoEffect];
        tally(&results, |total| self.fire_result(column, total))
    }

    /// The assault that `action` is about: upon a target with the units that must join, or with one
    /// unit more, or as it stands.
    pub(super) fn assault_of(&self, action: &Action) -> Option<Assault> {
        match (*action, self.state.stack.last()?) {
            (Action::Begin | Action::Play(_), Task::Assault(assault)) => Some(assault.clone()),
            (Action::Unit(unit), Task::Assault(assault)) if assault.stage == Stage::Plan => {
                let mut assault = assault.clone();
                assault.attackers.push(unit);
                Some(assault)
            }
            _ => None,
        }
    }

    /// An assault of `attacker` upon `target` alone, where they stand or, for a charge, as it would be.
    pub(super) fn lone_assault(&self, attacker: UnitIx, target: UnitIx, charge: bool) -> Option<Assault> {
        Some(Assault {
            side: self.unit_side(attacker),
            target,
            ground: self.hex_of(target)?,
            attackers: vec![attacker],
            charger: charge.then_some(attacker),
            countercharge: false,
            shift: 0,
            stage: Stage::Roll,
        })
    }

    /// How many of the 36 rolls lead to each result of `assault`, worst for the defender first.
    pub(super) fn assault_tally(&self, assault: &Assault) -> Vec<(AssaultResult, u32)> {
        let column = self.assault_column(assault);
        let flank = if self.is_flank_attack(assault) { self.board.rules.tables.assault.flank_attack } else { 0 };
        let result = |total: u16| self.assault_result(column, i16::try_from(total).unwrap_or(0) + i16::from(flank));
        let mut results: Vec<AssaultResult> = (2..=12).map(result).collect();
        let harm = |result: &AssaultResult| {
            let size = 2 * i16::from(result.hits) + i16::from(result.must_lose_step);
            if result.attacker { size } else { -size }
        };
        results.sort_by_key(harm);
        results.dedup();
        tally(&results, result)
    }
}

/// How many of the 36 rolls of two dice lead to each of `results`; those that cannot happen are left out.
fn tally<R: Copy + PartialEq>(results: &[R], of_total: impl Fn(u16) -> R) -> Vec<(R, u32)> {
    let ways = |total: u16| u32::from(6 - total.abs_diff(7));
    let count = |result: R| (2..=12).filter(|total| of_total(*total) == result).map(ways).sum();
    results.iter().map(|result| (*result, count(*result))).filter(|(_, ways)| *ways > 0).collect()
}
