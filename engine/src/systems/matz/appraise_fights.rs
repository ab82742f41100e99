//! The mean effect of combats and barrages over the die.

use battlewright_schema::matz::{Kind, SideFate};

use super::Matz;
use super::appraise::{POINT, STEP};
use super::appraise_ground::Lie;
use super::r7_combat::Combat;
use super::state::{Party, UnitIx};
use crate::game::Side;
use crate::kit::hex_map::HexIx;

/// The worth of a retreat of a stack.
const RETREAT: i32 = 40;
/// The worth of a neutralized stack.
const NEUTRALIZED: i32 = 25;
/// The worth of the neutralization of a stack that is about to be attacked.
const SOFTENED: i32 = 60;
/// The worth elsewhere of a gun that fires here, for each point.
const ELSEWHERE: i32 = 3;
/// The most guns of a side that are reckoned with in a combat before they are committed.
const EXPECTED: usize = 3;

impl Matz {
    /// The mean worth of `combat` to the attacker, with the support that is in it.
    fn worth_of_combat(&self, combat: &Combat, lie: &Lie) -> i32 {
        if combat.attackers.is_empty() {
            return 0;
        }
        let reckoned = self.reckoned(combat);
        let defenders = self.in_contact(combat, false);
        let attackers = &combat.attackers;
        let worth = |die: u16| {
            let result = self.combat_result(reckoned.column, reckoned.modified(die));
            let stacks = i32::try_from(combat.targets.len()).unwrap_or(1);
            let ground: i32 = combat.targets.iter().map(|hex| self.worth_of_ground(*hex, lie)).sum();
            let won = self.harm(&defenders, result.defender(), stacks);
            let lost = self.harm(attackers, result.attacker(), 1);
            won - lost + if result.defender().leaves() { ground } else { 0 }
        };
        (1..=6).map(worth).sum::<i32>() / 6
    }

    /// The worth of what `units` suffer by `fate`.
    fn harm(&self, units: &[UnitIx], fate: SideFate, stacks: i32) -> i32 {
        let least = || units.iter().map(|unit| self.worth_of_step(*unit)).min().unwrap_or(0);
        let each = || units.iter().map(|unit| self.worth_of_step(*unit)).sum::<i32>();
        let whole = |unit: &UnitIx| self.worth_of_step(*unit) * i32::from(self.steps_left(*unit).max(1));
        match fate {
            SideFate::Nothing => 0,
            SideFate::Step => least(),
            SideFate::Retreat(hexes) => (RETREAT + 10 * i32::from(hexes)) * stacks,
            SideFate::StepAndRetreat => least() + RETREAT * stacks,
            SideFate::AllAndRetreat => each() + (RETREAT + 20) * stacks,
            SideFate::Eliminated => units.iter().map(whole).sum(),
        }
    }

    /// The worth of driving the enemy from `hex`.
    fn worth_of_ground(&self, hex: HexIx, lie: &Lie) -> i32 {
        let place = self.board.control.iter().position(|(other, _)| *other == hex).map_or(0, |_| POINT / 2);
        let cover = self.board.trench(hex).map_or(0, |_| 20);
        place + cover + if lie.value(self.state.active, hex) == 0 { 10 } else { 0 }
    }

    /// `combat` with the support that both sides are likely to commit.
    fn expected(&self, combat: &Combat) -> Combat {
        let mut combat = combat.clone();
        for _ in 0..EXPECTED {
            let best = |units: Party| units.into_iter().max_by_key(|unit| self.support_value(*unit));
            let attack = best(self.attack_support(&combat));
            combat.support[0].extend(attack);
            let defense = best(self.defense_support(&combat));
            combat.support[1].extend(defense);
        }
        combat
    }

    /// The worth of the best attack on `hex`: by everybody, or by one division.
    pub(super) fn worth_of_attack_on(&self, hex: HexIx, lie: &Lie) -> i32 {
        let empty = Combat { targets: [hex].into_iter().collect(), ..Combat::default() };
        let joiners = self.joiners(&empty);
        let with = |units: Party| {
            let combat = Combat { attackers: units, ..empty.clone() };
            self.worth_of_combat(&self.expected(&combat), lie)
        };
        let mut best = with(joiners.clone());
        let mut divisions: Vec<&String> =
            joiners.iter().filter_map(|unit| self.board.unit(*unit).division.as_ref()).collect();
        divisions.sort_unstable();
        divisions.dedup();
        for division in divisions {
            let fits = |unit: &UnitIx| {
                let facts = self.board.unit(*unit);
                facts.is(Kind::Tank) || facts.division.as_ref() == Some(division)
            };
            best = best.max(with(joiners.iter().copied().filter(fits).collect()));
        }
        best - 10
    }

    /// The gain by `unit` among the attackers of a combat that is planned.
    pub(super) fn gain_of_attacker(&self, combat: &Combat, unit: UnitIx, lie: &Lie) -> i32 {
        let mut with = combat.clone();
        with.attackers.push(unit);
        let gain = self.worth_of_combat(&self.expected(&with), lie);
        if combat.attackers.is_empty() {
            // Somebody has to attack: whoever does it best.
            return gain + 100 * STEP;
        }
        gain - self.worth_of_combat(&self.expected(combat), lie) - 2
    }

    /// The gain by the support of `unit` in a combat.
    pub(super) fn gain_of_support(&self, combat: &Combat, unit: UnitIx, attacks: bool, lie: &Lie) -> i32 {
        let mut with = combat.clone();
        with.support[usize::from(!attacks)].push(unit);
        let gain = self.worth_of_combat(&with, lie) - self.worth_of_combat(combat, lie);
        let gain = if attacks { gain } else { -gain };
        gain - ELSEWHERE
    }

    /// The worth of a barrage of `units` on `hex`.
    fn worth_of_barrage(&self, hex: HexIx, units: &[UnitIx], lie: &Lie) -> i32 {
        if units.is_empty() {
            return 0;
        }
        let column = self.barrage_column(hex, units);
        let victims = self.barrage_victims(hex);
        let fresh = victims.iter().any(|unit| !self.unit(*unit).neutralized);
        let guns = victims.iter().filter(|unit| self.board.unit(**unit).is(Kind::Artillery)).count();
        let neutral = if !fresh {
            0
        } else if self.is_attacked_soon(hex, lie) {
            SOFTENED
        } else {
            NEUTRALIZED
        };
        let neutral = neutral + 10 * i32::try_from(guns.min(3)).unwrap_or(0);
        let step = victims.iter().filter(|unit| !self.board.unit(**unit).is_hq()).map(|unit| self.worth_of_step(*unit));
        let step = step.min().unwrap_or(0);
        let worth = |die: u16| {
            let result = self.barrage_result(column, die);
            i32::from(result.neutralized) * neutral + i32::from(result.steps) * step
        };
        (1..=6).map(worth).sum::<i32>() / 6
    }

    /// Returns `true` if the active side has the strength around `hex` for an attack on it.
    fn is_attacked_soon(&self, hex: HexIx, lie: &Lie) -> bool {
        let side = self.state.active;
        4 * lie.near(side, hex) >= 3 * lie.value(side.other(), hex).max(1) && lie.near(side, hex) > 0
    }

    /// The worth of the best barrage on `hex`.
    pub(super) fn worth_of_barrage_on(&self, hex: HexIx, lie: &Lie) -> i32 {
        let mut units = Party::new();
        let mut worth = 0;
        let candidates = self.barrage_units(hex, &units);
        for unit in candidates {
            if !self.barrage_units(hex, &units).contains(&unit) {
                continue;
            }
            let gain = self.gain_of_bomber(hex, &units, unit, lie);
            if gain > 0 || units.len() < 2 {
                units.push(unit);
                worth += gain;
            }
        }
        worth - 1
    }

    /// The gain by `unit` in a barrage, less what it may be worth elsewhere.
    pub(super) fn gain_of_bomber(&self, hex: HexIx, units: &[UnitIx], unit: UnitIx, lie: &Lie) -> i32 {
        let mut with: Party = units.iter().copied().collect();
        with.push(unit);
        let gain = self.worth_of_barrage(hex, &with, lie) - self.worth_of_barrage(hex, units, lie);
        let elsewhere = if self.board.unit(unit).arm.flies() { 0 } else { ELSEWHERE };
        // A single unit may reach no column; two of them do.
        let start = if units.len() < 2 { 4 } else { 0 };
        gain + start - elsewhere
    }

    /// The worth of bombarding the hexes of a side in `hexes`, for the choice of a mega-hex.
    pub(super) fn worth_of_targets(&self, hexes: impl Iterator<Item = HexIx>, enemy: Side, lie: &Lie) -> i32 {
        let worth = |hex: HexIx| {
            if !self.has_ground_unit(enemy, hex) {
                return 0;
            }
            let soon = lie.near(enemy.other(), hex).min(12);
            4 + 2 * soon + lie.value(enemy, hex)
        };
        hexes.map(worth).max().unwrap_or(0)
    }
}
