//! The mean worth of fires, assaults and charges over all rolls.

use battlewright_schema::position_magnifique::{AssaultResult, FireResult, Kind};

use crate::UnitIx;
use crate::player::appraise_ground::Scratch;
use crate::player::weights::Appraiser;
use crate::state::{Assault, AssaultStage, At, Fire, FireCause, Party};
use battlewright_core::game::Side;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;

/// The maximum number of units in an assault that the player looks for.
const MOST_ATTACKERS: usize = 3;

impl Appraiser<'_> {
    /// Returns the mean harm of a fire to its target.
    pub(crate) fn worth_of_fire(&self, fire: &Fire) -> i32 {
        let shaken = self.unit(fire.target).shaken;
        let reduced = self.unit(fire.target).reduced;
        let step = if reduced { 2 * self.weights.step } else { self.weights.step };
        let sum: i32 = self
            .fire_tally(fire)
            .into_iter()
            .map(|(result, ways)| {
                let harm = match result {
                    FireResult::NoEffect => 0,
                    FireResult::MoraleTest if shaken => step / 3,
                    FireResult::MoraleTest => self.weights.test,
                    FireResult::Shaken if shaken => step,
                    FireResult::Shaken => self.weights.shaken,
                    FireResult::StepLoss => step,
                };
                harm * i32::try_from(ways).unwrap_or(0)
            })
            .sum();
        // Strong units, and those that hold a stake, are worth more.
        let factor = i32::from(self.board.unit(fire.target).combat[0]);
        let side = self.unit_side(fire.firer);
        let hex = self.hex_of(fire.target);
        let holds = self.board.stakes(side).iter().any(|stake| Some(stake.hex) == hex && !stake.gate);
        let weight = 8 + factor.min(9) + if holds { 6 } else { 0 };
        sum * weight / (36 * 12)
    }

    /// Returns the price of a fire: the firer runs low on ammunition once in six rolls (10.8), and the second marker silences
    /// it.
    pub(crate) fn price_of_fire(&self, fire: &Fire) -> i32 {
        if self.unit(fire.firer).low_ammo > 0 { self.weights.test / 2 } else { self.weights.test / 5 }
    }

    /// Returns the mean gain of an assault for its attacker.
    pub(crate) fn worth_of_assault(&self, assault: &Assault) -> i32 {
        let weight = |unit: UnitIx| 6 + i32::from(self.board.unit(unit).combat[0]).min(9);
        let ground = self.worth_of_ground(assault);
        let worth = |result: AssaultResult| {
            if result.hits == 0 {
                return 0;
            }
            let shock = self.weights.retreat * i32::from(result.hits) + self.weights.shaken;
            let step = if result.must_lose_step { self.weights.step - self.weights.retreat } else { 0 };
            if result.attacker {
                // Attackers that retreat lose no ground.
                let shock = shock - self.weights.retreat * i32::from(result.hits) * 2 / 3 - self.weights.shaken / 3;
                let shaken: i32 = assault.attackers.iter().map(|unit| shock * weight(*unit)).sum();
                -(shaken / 12 + step)
            } else {
                let last_step = if self.unit(assault.target).reduced { 2 * step } else { step };
                (shock + last_step) * weight(assault.target) / 12 + ground
            }
        };
        let tally = self.assault_tally(assault);
        let sum: i32 = tally.into_iter().map(|(result, ways)| worth(result) * i32::try_from(ways).unwrap_or(0)).sum();
        sum / 36
    }

    /// Returns the worth of the ground of an assault, if it counts for an ending.
    fn worth_of_ground(&self, assault: &Assault) -> i32 {
        let stakes = self.board.stakes(assault.side).iter().filter(|stake| stake.hex == assault.ground && !stake.gate);
        stakes.map(|stake| stake.worth).sum::<i32>() * self.urgency() / 150
    }

    /// Returns the assault upon `target` with every unit that could join now; `None` if no unit could.
    pub(crate) fn best_assault(&self, side: Side, target: UnitIx) -> Option<Assault> {
        let mut assault = self.plan(side, target)?;
        let able = self.units_about(side, assault.ground).filter(|unit| self.may_join(&assault, *unit).is_ok());
        assault.attackers = able.collect();
        (!assault.attackers.is_empty()).then_some(assault)
    }

    fn plan(&self, side: Side, target: UnitIx) -> Option<Assault> {
        let ground = self.hex_of(target)?;
        Some(Assault {
            side,
            target,
            ground,
            attackers: Party::new(),
            charger: self.friend_in(side, ground),
            countercharge: self.unit(target).done.charge.is_some(),
            shift: self.surprise_shift(side),
            stage: AssaultStage::Plan,
        })
    }

    /// Returns the assault upon `target` by the adjacent `unit`, with the units that stand by and those nearby that have not
    /// moved yet.
    fn assault_in_sight(&self, unit: UnitIx, target: UnitIx) -> Option<Assault> {
        let side = self.unit_side(unit);
        let mut assault = self.plan(side, target)?;
        if self.may_join(&assault, unit).is_err() {
            return None;
        }
        let ground = assault.ground;
        let mut helpers: InlineList<(u32, UnitIx), 64> = self
            .on_map(side)
            .filter(|(other, _)| *other != unit)
            .filter_map(|(other, at)| {
                let gap = self.board.map.distance(at, ground);
                let comes =
                    gap <= 4 && self.is_fresh_attacker(other) && self.forbids_assault(other, target, ground).is_ok();
                (comes || self.may_join(&assault, other).is_ok()).then_some((gap, other))
            })
            .collect();
        helpers.sort_unstable();
        assault.attackers.push(unit);
        assault.attackers.extend(helpers.into_iter().take(MOST_ATTACKERS - 1).map(|(_, other)| other));
        Some(assault)
    }

    /// Returns `true` if `unit` can still move and assault in the current activation.
    fn is_fresh_attacker(&self, unit: UnitIx) -> bool {
        let state = self.unit(unit);
        self.activation().is_some_and(|activation| self.is_active(&activation, unit))
            && !self.board.unit(unit).kind.is_artillery()
            && !state.done.moved
            && !state.done.out
            && !state.shaken
            && self.order_of(unit) == crate::Order::Attack
    }

    /// Returns the gain of `unit` next to `enemies` in `hex`: the best assault, less the fire that it meets if it comes there; and
    /// without that fire if it stays there.
    pub(crate) fn worths_of_contact(
        &self,
        unit: UnitIx,
        hex: HexIx,
        enemies: &[UnitIx],
        scratch: &mut Scratch,
    ) -> [i32; 2] {
        let there = scratch.there(self);
        there.put_unit(unit, At::Hex(hex));
        let there = there.appraised(self.weights);
        let best = enemies.iter().filter_map(|enemy| there.assault_in_sight(unit, *enemy));
        let gain = best.map(|assault| there.worth_of_assault(&assault)).max().unwrap_or(0);
        let harm: i32 = enemies.iter().map(|enemy| there.harm_by(*enemy, unit)).sum();
        let contact = i32::try_from(enemies.len()).unwrap_or(0);
        let stays = if gain > self.weights.test / 2 { gain } else { -10 * contact };
        [stays - harm, stays]
    }

    /// Returns the mean harm of Defensive Fire by `firer` to `target`.
    fn harm_by(&self, firer: UnitIx, target: UnitIx) -> i32 {
        let cause = FireCause::Defensive(self.unit(firer).defended);
        if self.may_fire(firer, target, cause).is_err() {
            return 0;
        }
        self.worth_of_fire(&self.defensive_fire(firer, target))
    }

    /// Returns the mean gain of a charge of `unit` upon `target`; the target and units beside it fire first.
    pub(crate) fn worth_of_charge(&self, unit: UnitIx, target: UnitIx) -> i32 {
        let Some(mut assault) = self.lone_assault(unit, target, true) else { return 0 };
        assault.shift = self.surprise_shift(assault.side);
        let mut through = 36;
        let mut harm = 0;
        let ground = assault.ground;
        for firer in self.units_about(assault.side.other(), ground) {
            if self.board.unit(firer).kind == Kind::Cavalry || self.unit(firer).low_ammo >= 2 {
                continue;
            }
            let fire = self.defensive_fire(firer, unit);
            let missed = self.fire_tally(&fire).into_iter().find(|(result, _)| *result == FireResult::NoEffect);
            let missed = missed.map_or(0, |(_, ways)| i32::try_from(ways).unwrap_or(0));
            // Units beside the target may not be near the path.
            let (missed, share) = if firer == target { (missed, 1) } else { ((missed + 36) / 2, 2) };
            through = through * missed / 36;
            harm += self.worth_of_fire(&fire) / share;
        }
        self.worth_of_assault(&assault) * through / 36 - harm / 2 - self.weights.shaken
    }

    /// Returns the worth of the best assault within reach of the units of a formation this turn.
    pub(crate) fn opportunity(&self, attackers: &[(UnitIx, HexIx)], side: Side) -> i32 {
        let mut best = 0;
        for (target, ground) in self.on_map(side.other()) {
            let mut near: InlineList<(u32, UnitIx), 32> = attackers
                .iter()
                .map(|(unit, at)| (self.board.map.distance(*at, ground), *unit))
                .filter(|(gap, unit)| *gap <= 4 && self.forbids_assault(*unit, target, ground).is_ok())
                .collect();
            near.sort_unstable();
            if let Some(mut assault) = self.plan(side, target).filter(|_| !near.is_empty()) {
                assault.charger = None;
                assault.attackers = near.into_iter().take(MOST_ATTACKERS).map(|(_, unit)| unit).collect();
                best = best.max(self.worth_of_assault(&assault));
            }
        }
        best
    }
}
