//! The mean effect of combats and barrages over the die.

use battlewright_schema::matz::{Kind, SideFate};

use crate::Matz;
use crate::player::appraise::{NEVER, POINT};
use crate::player::strengths::StrengthMap;
use crate::player::weights::Appraiser;
use crate::rules::r07_combat::Combat;
use crate::state::{Party, UnitIx};
use battlewright_core::game::Side;
use battlewright_core::kit::hex_map::HexIx;

/// The most guns of a side that are reckoned with in a combat before they are committed.
const EXPECTED: usize = 3;

/// An attack that units could make instead of the one that is planned.
struct RivalAttack {
    target: HexIx,
    /// The attack with everybody who can join it, and the support that is likely.
    combat: Combat,
    worth: i32,
}

/// The facts that the fights of a position have in common.
pub(crate) struct FightSurvey<'a> {
    pub(crate) strengths: &'a StrengthMap,
    /// The guns and aircraft of each side that may still fire, the strongest first.
    support: [Vec<UnitIx>; 2],
}

/// The gains of a barrage: by the neutralization of the units in the hex, and by each step that they lose.
struct BarrageGains {
    neutral: i32,
    step: i32,
}

impl<'a> FightSurvey<'a> {
    pub(crate) fn new(game: &Matz, strengths: &'a StrengthMap) -> Self {
        let support = |side: Side| {
            let fires = |unit: &UnitIx| {
                let facts = game.board.unit(*unit);
                let is_there = facts.arm.flies() || (facts.is(Kind::Artillery) && game.hex_of(*unit).is_some());
                is_there && !game.unit(*unit).fired && game.support_value(*unit) > 0
            };
            let units = game.board.ground_units(side).iter().chain(game.board.aircraft(side)).copied();
            let mut units: Vec<UnitIx> = units.filter(fires).collect();
            units.sort_by_key(|unit| std::cmp::Reverse(game.support_value(*unit)));
            units
        };
        Self { strengths, support: Side::BOTH.map(support) }
    }
}

impl Appraiser<'_> {
    /// The mean worth of `combat` to the attacker, with the support that is in it.
    fn worth_of_combat(&self, combat: &Combat, strengths: &StrengthMap) -> i32 {
        if combat.attackers.is_empty() {
            return 0;
        }
        let calculation = self.calculation(combat);
        let defenders = self.in_contact(combat, false);
        let attackers = &combat.attackers;
        let stacks = i32::try_from(combat.targets.len()).unwrap_or(1);
        let ground: i32 = combat.targets.iter().map(|hex| self.worth_of_ground(*hex, strengths)).sum();
        let worth = |die: u16| {
            let result = self.combat_result(calculation.column, calculation.modified(die));
            let won = self.harm(&defenders, result.defender(), stacks);
            let lost = self.harm(attackers, result.attacker(), 1);
            won - lost + if result.defender().leaves() { ground } else { 0 }
        };
        (1..=6).map(worth).sum::<i32>() / 6
    }

    /// The mean worth of an attack that can still be planned otherwise: one that rows forbid is worth nothing.
    fn worth_of_plan(&self, combat: &Combat, strengths: &StrengthMap) -> i32 {
        if self.forbids_attack(combat).is_err() {
            return NEVER;
        }
        self.worth_of_combat(combat, strengths)
    }

    /// The worth of what `units` suffer by `fate`.
    fn harm(&self, units: &[UnitIx], fate: SideFate, stacks: i32) -> i32 {
        let least = || units.iter().map(|unit| self.worth_of_step(*unit)).min().unwrap_or(0);
        let each = || units.iter().map(|unit| self.worth_of_step(*unit)).sum::<i32>();
        let whole = |unit: &UnitIx| self.worth_of_step(*unit) * i32::from(self.steps_left(*unit).max(1));
        match fate {
            SideFate::Nothing => 0,
            SideFate::Step => least(),
            SideFate::Retreat(hexes) => (self.weights.retreat + 10 * i32::from(hexes)) * stacks,
            SideFate::StepAndRetreat => least() + self.weights.retreat * stacks,
            SideFate::AllAndRetreat => each() + (self.weights.retreat + 20) * stacks,
            SideFate::Eliminated => units.iter().map(whole).sum(),
        }
    }

    /// The worth of driving the enemy from `hex`.
    fn worth_of_ground(&self, hex: HexIx, strengths: &StrengthMap) -> i32 {
        let place = self.board.control.iter().position(|(other, _)| *other == hex).map_or(0, |_| POINT / 2);
        let cover = self.board.trench(hex).map_or(0, |_| 20);
        place + cover + if strengths.value(self.state.active, hex) == 0 { 10 } else { 0 }
    }

    /// `combat` with the support that both sides are likely to commit.
    fn expected(&self, combat: &Combat, fights: &FightSurvey<'_>) -> Combat {
        let mut combat = combat.clone();
        let attacker = self.state.active;
        for (number, side) in [attacker, attacker.other()].into_iter().enumerate() {
            let attacks = side == attacker;
            let most = if attacks { EXPECTED } else { combat.support[number].len() + EXPECTED };
            for unit in fights.support[side.index()].iter().copied() {
                if combat.support[number].len() >= most {
                    break;
                }
                if self.support_refusal(&combat, side, unit).is_none() {
                    combat.support[number].push(unit);
                }
            }
        }
        combat
    }

    /// The worth of the best attack on `hex`.
    pub(crate) fn worth_of_attack_on(&self, hex: HexIx, fights: &FightSurvey<'_>) -> i32 {
        let empty = Combat { targets: [hex].into_iter().collect(), ..Combat::default() };
        let (worth, attackers) = self.best_attack(&empty, false, fights);
        worth + self.zeal(&attackers, hex, &fights.strengths.plan) - self.weights.attack
    }

    /// The best attackers for `combat`, with those that are in it already, and the worth of their attack: everybody, or the
    /// units of one division with the tanks. If `is_thrifty`, units that add little stay out.
    pub(crate) fn best_attack(&self, combat: &Combat, is_thrifty: bool, fights: &FightSurvey<'_>) -> (i32, Party) {
        let joiners = self.joiners(combat);
        let worth = |units: &Party| {
            let combat = Combat { attackers: units.clone(), ..combat.clone() };
            self.worth_of_plan(&self.expected(&combat, fights), fights.strengths)
        };
        let with = |fits: &dyn Fn(UnitIx) -> bool| {
            let mut units = combat.attackers.clone();
            units.extend(joiners.iter().copied().filter(|unit| fits(*unit)));
            (worth(&units), units)
        };
        let mut best = with(&|_| true);
        let mut divisions: Vec<&String> =
            joiners.iter().filter_map(|unit| self.board.unit(*unit).division.as_ref()).collect();
        divisions.sort_unstable();
        divisions.dedup();
        if divisions.len() > 1 {
            for division in divisions {
                let fits = |unit: UnitIx| {
                    let facts = self.board.unit(unit);
                    facts.is(Kind::Tank) || facts.division.as_ref() == Some(division)
                };
                let one = with(&fits);
                if one.0 > best.0 {
                    best = one;
                }
            }
        }
        if is_thrifty {
            let mut rivals = Vec::new();
            for unit in joiners {
                let share = self.gain_elsewhere(combat, unit, fights, &mut rivals) * self.weights.allotment / 100;
                let elsewhere = self.weights.elsewhere.max(share);
                let fewer: Party = best.1.iter().copied().filter(|other| *other != unit).collect();
                if !fewer.is_empty() {
                    let without = worth(&fewer);
                    if without + elsewhere >= best.0 {
                        best = (without, fewer);
                    }
                }
            }
        }
        best
    }

    /// The most that `unit` would add to another attack of the phase. `rivals` are the attacks looked at so far.
    fn gain_elsewhere(
        &self,
        combat: &Combat,
        unit: UnitIx,
        fights: &FightSurvey<'_>,
        rivals: &mut Vec<RivalAttack>,
    ) -> i32 {
        let Some(at) = self.hex_of(unit).filter(|_| self.weights.allotment != 0) else { return 0 };
        let enemy = self.state.active.other();
        let mut most = 0;
        for target in self.board.map.neighbors(at) {
            if !self.has_ground_unit(enemy, target) || combat.targets.contains(&target) {
                continue;
            }
            let known = rivals.iter().position(|rival| rival.target == target).unwrap_or_else(|| {
                rivals.push(self.rival_attack(target, fights));
                rivals.len() - 1
            });
            let rival = &rivals[known];
            if rival.worth > self.weights.attack && rival.combat.attackers.contains(&unit) {
                let attackers = rival.combat.attackers.iter().copied().filter(|other| *other != unit).collect();
                let without = Combat { attackers, ..rival.combat.clone() };
                most = most.max(rival.worth - self.worth_of_combat(&without, fights.strengths).max(0));
            }
        }
        most
    }

    /// The attack upon `target` of everybody who can join it.
    fn rival_attack(&self, target: HexIx, fights: &FightSurvey<'_>) -> RivalAttack {
        let mut combat = Combat { targets: [target].into_iter().collect(), ..Combat::default() };
        combat.attackers = self.joiners(&combat);
        let combat = self.expected(&combat, fights);
        let worth = self.worth_of_plan(&combat, fights.strengths);
        RivalAttack { target, combat, worth }
    }

    /// The gain by the support of `unit` in a combat.
    pub(crate) fn gain_of_support(&self, combat: &Combat, unit: UnitIx, attacks: bool, strengths: &StrengthMap) -> i32 {
        let mut with = combat.clone();
        with.support[usize::from(!attacks)].push(unit);
        let gain = self.worth_of_combat(&with, strengths) - self.worth_of_combat(combat, strengths);
        let gain = if attacks { gain } else { -gain };
        gain - self.weights.elsewhere
    }

    /// The gains of a barrage on `hex`.
    fn barrage_gains(&self, hex: HexIx, strengths: &StrengthMap) -> BarrageGains {
        let victims = self.barrage_victims(hex);
        let fresh = victims.iter().any(|unit| !self.unit(*unit).neutralized);
        let guns = victims.iter().filter(|unit| self.board.unit(**unit).is(Kind::Artillery)).count();
        let neutral = if !fresh {
            0
        } else if self.is_attacked_soon(hex, strengths) {
            self.weights.softened
        } else {
            self.weights.neutralized
        };
        let neutral = neutral + 10 * i32::try_from(guns.min(3)).unwrap_or(0);
        let step = victims.iter().filter(|unit| !self.board.unit(**unit).is_hq()).map(|unit| self.worth_of_step(*unit));
        BarrageGains { neutral, step: step.min().unwrap_or(0) }
    }

    /// The worth of a barrage of `units` on `hex`.
    fn worth_of_barrage(&self, hex: HexIx, units: &[UnitIx], gains: &BarrageGains) -> i32 {
        if units.is_empty() {
            return 0;
        }
        let column = self.barrage_column(hex, units);
        let worth = |die: u16| {
            let result = self.barrage_result(column, die);
            i32::from(result.neutralized) * gains.neutral + i32::from(result.steps) * gains.step
        };
        (1..=6).map(worth).sum::<i32>() / 6
    }

    /// Returns `true` if the active side has the strength around `hex` for an attack on it.
    fn is_attacked_soon(&self, hex: HexIx, strengths: &StrengthMap) -> bool {
        let side = self.state.active;
        4 * strengths.near(side, hex) >= 3 * strengths.value(side.other(), hex).max(1) && strengths.near(side, hex) > 0
    }

    /// The worth of the best barrage on `hex`.
    pub(crate) fn worth_of_barrage_on(&self, hex: HexIx, strengths: &StrengthMap) -> i32 {
        let gains = self.barrage_gains(hex, strengths);
        let (mut units, mut worth, mut total) = (Party::new(), 0, 0);
        for unit in self.barrage_units(hex, &[]) {
            if self.may_bombard(hex, &units, unit).is_err() {
                continue;
            }
            units.push(unit);
            let with = self.worth_of_barrage(hex, &units, &gains);
            let gain = with - worth + self.price_of_bomber(unit, units.len() - 1);
            if gain > 0 || units.len() <= 2 {
                (worth, total) = (with, total + gain);
            } else {
                units.pop();
            }
        }
        total - 1
    }

    /// The gain by `unit` in a barrage, less what it may be worth elsewhere.
    pub(crate) fn gain_of_bomber(&self, hex: HexIx, units: &[UnitIx], unit: UnitIx, strengths: &StrengthMap) -> i32 {
        let gains = self.barrage_gains(hex, strengths);
        let mut with: Party = units.iter().copied().collect();
        with.push(unit);
        let gain = self.worth_of_barrage(hex, &with, &gains) - self.worth_of_barrage(hex, units, &gains);
        gain + self.price_of_bomber(unit, units.len())
    }

    /// The worth that `unit` is expected to add to a barrage of so many others by itself, less what it may be worth elsewhere.
    fn price_of_bomber(&self, unit: UnitIx, others: usize) -> i32 {
        let elsewhere = if self.board.unit(unit).arm.flies() { 0 } else { self.weights.held_back };
        // A single unit may reach no column; two of them do.
        let start = if others < 2 { 4 } else { 0 };
        start - elsewhere
    }

    /// The worth of bombarding the hexes of a side in `hexes`, for the choice of a mega-hex.
    pub(crate) fn worth_of_targets(&self, hexes: &[HexIx], enemy: Side, strengths: &StrengthMap) -> i32 {
        let worth = |hex: HexIx| {
            if !self.has_ground_unit(enemy, hex) {
                return 0;
            }
            let soon = strengths.near(enemy.other(), hex).min(12);
            4 + 2 * soon + strengths.value(enemy, hex)
        };
        hexes.iter().map(|hex| worth(*hex)).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Phase;
    use crate::tests::testing::{GERMAN, position};

    #[test]
    fn r7_6b_the_attack_of_a_division_is_not_spoiled_by_a_stranger() {
        let table = position(
            "german infantry g1 5/3 division 19 at 0405
            german infantry g2 5/3 division 19 at 0405
            german infantry g3 5/3 division 19 at 0304
            german infantry g4 1 division 227 at 0303
            french infantry f1 4/2 at 0404",
        )
        .at(GERMAN, Phase::Combat);
        let mut strengths = StrengthMap::default();
        strengths.survey(&table.game);
        let combat = Combat { targets: [table.hex("0404")].into_iter().collect(), ..Combat::default() };
        let (worth, party) =
            table.game.appraiser().best_attack(&combat, true, &FightSurvey::new(&table.game, &strengths));
        assert!(worth > crate::player::weights::Weights::default().attack);
        assert!(party.contains(&table.unit("g1")) && !party.contains(&table.unit("g4")));
    }

    #[test]
    fn an_attack_against_three_times_the_strength_is_not_made() {
        let table = position(
            "german infantry g1 2/1 at 0405
            trench french 0404
            french infantry f1 6/3 at 0404",
        )
        .at(GERMAN, Phase::Combat);
        let mut strengths = StrengthMap::default();
        strengths.survey(&table.game);
        let fights = FightSurvey::new(&table.game, &strengths);
        assert!(table.game.appraiser().worth_of_attack_on(table.hex("0404"), &fights) < 0);
    }
}
