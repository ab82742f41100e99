//! The worth of hexes and of moves.
//!
//! A unit that fights goes toward the places that its side lacks or may lose, next to enemies that it can beat, and not where it
//! is beaten itself; it stays within command, near its division, and within the limit of stacking. Guns go where they reach
//! enemies and cover friends, headquarters where they reach their units; both keep away from enemies.

use super::Matz;
use super::action::Action;
use super::appraise::{POINT, STEP};
use super::r5_movement::Motion;
use super::state::{FormationIx, ReserveIx, UnitIx};
use battlewright_schema::matz::Kind;

use crate::game::Side;
use crate::kit::hex_map::HexIx;
use crate::kit::reach::spread;

/// The buffers of the appraisal.
#[derive(Debug, Default)]
pub struct Scratch {
    pub(super) lie: Lie,
}

/// The strength of both sides by hex, and the places that matter.
#[derive(Debug, Default)]
pub(super) struct Lie {
    /// The combat values of each side in each hex.
    values: [Vec<i32>; 2],
    /// The same in the hex and its neighbors.
    near: [Vec<i32>; 2],
    /// The steps of each side in each hex.
    steps: [Vec<u8>; 2],
    /// For each side, the places that it lacks, or that its enemy comes near, with what they are worth.
    goals: [Vec<(HexIx, i32)>; 2],
}

/// The worth of a hex nearer to a goal.
const HEX: i32 = 9;
/// A move must gain more than this.
const EFFORT: i32 = 6;
/// The distance to which an enemy threatens a place.
const THREAT: u32 = 5;

impl Lie {
    /// Takes the position of `game`.
    pub(super) fn survey(&mut self, game: &Matz) {
        let hexes = game.board.map.len();
        for side in Side::BOTH {
            let index = side.index();
            self.values[index].clear();
            self.values[index].resize(hexes, 0);
            self.near[index].clear();
            self.near[index].resize(hexes, 0);
            self.steps[index].clear();
            self.steps[index].resize(hexes, 0);
            for (unit, hex) in game.on_map(side) {
                let value = i32::from(game.combat_value(unit, false));
                let steps = &mut self.steps[index][hex.index()];
                *steps = steps.saturating_add(game.steps_left(unit));
                if game.board.unit(unit).arm.fights() {
                    self.values[index][hex.index()] += value;
                    self.near[index][hex.index()] += value;
                    for near in game.board.map.neighbors(hex) {
                        self.near[index][near.index()] += value;
                    }
                }
            }
        }
        for side in Side::BOTH {
            self.goals[side.index()] = game.goals_of(side);
        }
    }

    /// The combat values of `side` in `hex`.
    pub(super) fn value(&self, side: Side, hex: HexIx) -> i32 {
        self.values[side.index()].get(hex.index()).copied().unwrap_or(0)
    }

    /// The combat values of `side` in `hex` and around it.
    pub(super) fn near(&self, side: Side, hex: HexIx) -> i32 {
        self.near[side.index()].get(hex.index()).copied().unwrap_or(0)
    }

    fn steps(&self, side: Side, hex: HexIx) -> u8 {
        self.steps[side.index()].get(hex.index()).copied().unwrap_or(0)
    }
}

impl Matz {
    /// The places that `side` lacks or may lose, with what they are worth.
    fn goals_of(&self, side: Side) -> Vec<(HexIx, i32)> {
        let victory = &self.board.victory;
        let rows = victory.gains.iter().chain(&victory.losses);
        let mut goals = Vec::new();
        for row in rows {
            for number in &row.hexes {
                let hex = self.board.control[*number].0;
                let worth = i32::from(row.half_points) * POINT / 2;
                if self.state.control[*number] == Some(side) {
                    let threat = self.on_map(side.other()).any(|(unit, at)| {
                        self.board.unit(unit).arm.fights() && self.board.map.distance(at, hex) <= THREAT
                    });
                    if threat {
                        goals.push((hex, worth));
                    }
                } else {
                    goals.push((hex, worth));
                }
            }
        }
        goals
    }

    /// The worth of the nearness of the goals of `side` to `hex`.
    fn pull(&self, side: Side, hex: HexIx, lie: &Lie) -> i32 {
        let of_goal = |(goal, worth): &(HexIx, i32)| {
            let distance = i32::try_from(self.board.map.distance(hex, *goal)).unwrap_or(i32::MAX);
            let reached = if distance == 0 { worth / 2 } else { 0 };
            worth / 8 + reached - HEX * distance
        };
        lie.goals[side.index()].iter().map(of_goal).max().unwrap_or(0)
    }

    /// The worth to `unit` of standing in `hex`.
    pub(super) fn stand(&self, unit: UnitIx, hex: HexIx, lie: &Lie) -> i32 {
        let facts = self.board.unit(unit);
        let side = facts.side;
        let is_here = self.hex_of(unit) == Some(hex);
        let own_steps = if is_here { 0 } else { self.steps_left(unit) };
        let crowd = i32::from(lie.steps(side, hex).saturating_add(own_steps)) - i32::from(self.board.rules.stacking);
        let crowded = if crowd > 0 { -6 * STEP * crowd } else { 0 };
        let worth = if facts.arm.fights() {
            self.stand_of_fighter(unit, hex, is_here, lie)
        } else if facts.is_hq() {
            self.stand_of_hq(unit, hex, lie)
        } else {
            self.stand_of_gun(unit, hex, lie)
        };
        worth + crowded
    }

    fn stand_of_fighter(&self, unit: UnitIx, hex: HexIx, is_here: bool, lie: &Lie) -> i32 {
        let side = self.unit_side(unit);
        let enemy = side.other();
        let value = i32::from(self.combat_value(unit, false));
        let ours_here = lie.value(side, hex) + if is_here { 0 } else { value };
        let mut worth = self.pull(side, hex, lie);
        // The best attack from here.
        let mut attack = 0;
        for near in self.board.map.neighbors(hex) {
            let theirs = lie.value(enemy, near);
            if !self.has_ground_unit(enemy, near) {
                continue;
            }
            let ours = lie.near(side, near) + if is_here { 0 } else { value };
            let cover = self.cover(near);
            let columns = 2 * ours / theirs.max(1) - cover;
            attack = attack.max(14 * columns.min(6) - 20);
        }
        worth += attack;
        // The danger here: what the enemy has around against what stands here.
        let theirs = lie.near(enemy, hex);
        if theirs > 0 {
            let odds = 2 * theirs / ours_here.max(1) - self.cover(hex);
            worth -= 10 * (odds - 2).clamp(0, 8);
            worth += 6 * self.cover(hex);
        }
        worth + self.company(unit, hex)
    }

    /// The columns by which the ground of `hex` helps its defender.
    fn cover(&self, hex: HexIx) -> i32 {
        -self.board.ground_rows(hex).map(|row| i32::from(row.combat)).sum::<i32>()
    }

    /// The worth of command and of the division nearby.
    fn company(&self, unit: UnitIx, hex: HexIx) -> i32 {
        let facts = self.board.unit(unit);
        let formation = self.board.formation(self.formation_of(unit));
        let far = formation.hq.and_then(|hq| self.hex_of(hq)).map_or(0, |hq| {
            let range = u32::from(self.board.unit(formation.hq.unwrap_or(unit)).range);
            i32::try_from(self.board.map.distance(hex, hq).saturating_sub(range)).unwrap_or(0)
        });
        let command = if formation.always_in_command { 0 } else { -12 * far };
        let Some(division) = &facts.division else { return command };
        let near = self.board.map.neighbors(hex).chain([hex]).flat_map(|near| self.ground.units(near));
        let comrades =
            near.filter(|other| *other != unit && self.board.unit(*other).division.as_ref() == Some(division));
        command + 4 * i32::try_from(comrades.count().min(3)).unwrap_or(0)
    }

    fn stand_of_gun(&self, unit: UnitIx, hex: HexIx, lie: &Lie) -> i32 {
        let facts = self.board.unit(unit);
        let (side, enemy) = (facts.side, facts.side.other());
        let range = u32::from(facts.range);
        let mut worth = 0;
        let mut nearest = u32::MAX;
        let mut targets = 0;
        for (other, at) in self.on_map(enemy) {
            let distance = self.board.map.distance(hex, at);
            if self.board.unit(other).arm.fights() {
                nearest = nearest.min(distance);
            }
            targets += i32::from(distance <= range);
        }
        worth += 4 * targets.min(10);
        if nearest <= 2 {
            worth -= 40 * i32::try_from(3 - nearest).unwrap_or(0);
        } else if targets == 0 {
            worth -= HEX * i32::try_from(nearest.saturating_sub(range).min(40)).unwrap_or(0);
        }
        // Guns stand behind those that they support.
        if lie.near(side, hex) > 0 {
            worth += 6;
        }
        worth + self.company(unit, hex)
    }

    fn stand_of_hq(&self, unit: UnitIx, hex: HexIx, lie: &Lie) -> i32 {
        let facts = self.board.unit(unit);
        let (side, enemy) = (facts.side, facts.side.other());
        let range = u32::from(facts.range);
        let mut worth = 0;
        for (other, at) in self.on_map(side) {
            if other != unit && self.formation_of(other) == facts.formation {
                let distance = self.board.map.distance(hex, at);
                worth +=
                    if distance < range { 10 } else { 10 - 4 * i32::try_from(distance - range).unwrap_or(0).min(10) };
            }
        }
        let near = self.on_map(enemy).filter(|(other, _)| self.board.unit(*other).arm.fights());
        let nearest = near.map(|(_, at)| self.board.map.distance(hex, at)).min().unwrap_or(u32::MAX);
        if nearest <= 3 {
            worth -= 30 * i32::try_from(4 - nearest).unwrap_or(0);
        }
        worth + if lie.value(side, hex) > 0 { 8 } else { 0 }
    }

    /// The worth of each piece to move: the first that gains by it moves. Pieces before the last one that has moved were found
    /// to gain nothing before.
    pub(super) fn appraise_moves(&self, actions: &[Action], scratch: &mut Scratch, worths: &mut Vec<i32>) {
        scratch.lie.survey(self);
        worths.resize(actions.len(), -1);
        let order = |unit: UnitIx| {
            let facts = self.board.unit(unit);
            (!facts.arm.fights(), facts.is_hq(), unit)
        };
        let moved = self.board.ground_units(self.state.active).iter().filter(|unit| self.unit(**unit).moved);
        let last = moved.map(|unit| order(*unit)).max();
        let mut units: Vec<(usize, UnitIx)> = actions
            .iter()
            .enumerate()
            .filter_map(|(place, action)| match action {
                Action::Move(unit) => Some((place, *unit)),
                _ => None,
            })
            .filter(|(_, unit)| last.is_none_or(|last| order(*unit) > last))
            .collect();
        units.sort_unstable_by_key(|(_, unit)| order(*unit));
        for (place, unit) in units {
            let motion = self.motion_of(unit);
            let stays = motion.hex.map_or(-STEP * 100, |hex| self.stand(unit, hex, &scratch.lie));
            let goes = self.best_end(&motion, &scratch.lie).map_or(i32::MIN, |(_, worth)| worth);
            if goes > stays.saturating_add(EFFORT) {
                worths[place] = 10;
                break;
            }
        }
        for (worth, action) in worths.iter_mut().zip(actions) {
            if *action == Action::Pass {
                *worth = 0;
            }
        }
    }

    /// The best hex in which `motion` can end, with the first hex of the way.
    fn best_end(&self, motion: &Motion, lie: &Lie) -> Option<(HexIx, i32)> {
        let mut best: Option<(HexIx, i32)> = None;
        let mut consider = |first: HexIx, hex: HexIx| {
            let worth = self.stand(motion.unit, hex, lie);
            if best.is_none_or(|(_, known)| worth > known) {
                best = Some((first, worth));
            }
        };
        let mut starts = Vec::new();
        self.each_next_hex(motion, |hex| starts.extend(self.next_motion(motion, hex).ok().map(|next| (hex, next))));
        let mut reached: Vec<(HexIx, HexIx)> = Vec::new();
        // From each first step by itself, so that the way is known; far ends are the same by several of them.
        let mut seen = self.board.map.each(u16::MAX);
        for (first, start) in starts {
            if let Some(known) = seen.get_mut(first.index())
                && u16::from(start.spent) < *known
            {
                *known = u16::from(start.spent);
                reached.push((first, first));
            }
            let at = |motion: &Motion| (motion.hex, u16::from(motion.spent));
            spread(&self.board.map, start, at, |from, _, to| {
                let next = self.next_motion(from, to).ok()?;
                let known = seen.get_mut(to.index())?;
                if next.hex == motion.hex || u16::from(next.spent) >= *known {
                    return None;
                }
                *known = u16::from(next.spent);
                reached.push((first, to));
                Some(next)
            });
        }
        for (first, hex) in reached {
            consider(first, hex);
        }
        best
    }

    /// The worth of each next hex of a move, and of its end.
    pub(super) fn appraise_steps(
        &self,
        motion: &Motion,
        actions: &[Action],
        scratch: &mut Scratch,
        worths: &mut Vec<i32>,
    ) {
        scratch.lie.survey(self);
        let best = self.best_end(motion, &scratch.lie);
        let here = motion.hex.map_or(i32::MIN, |hex| self.stand(motion.unit, hex, &scratch.lie));
        worths.extend(actions.iter().map(|action| match (action, best) {
            (Action::Hex(hex), Some((first, worth))) if *hex == first => worth,
            (Action::Stop, Some((_, worth))) if here >= worth => here.saturating_add(1),
            (Action::Stop, None) => 0,
            (Action::Stop, Some((_, worth))) => worth.saturating_sub(1),
            _ => i32::MIN / 2,
        }));
    }

    /// The worth of an advance of `unit` into the hex `to`, which combat has left empty.
    pub(super) fn worth_of_advance(&self, unit: UnitIx, to: HexIx, lie: &Lie) -> i32 {
        let here = self.hex_of(unit).map_or(0, |hex| self.stand(unit, hex, lie));
        self.stand(unit, to, lie) - here
    }

    /// The worth of a hex for a headquarters that comes back: near friends, far from enemies.
    pub(super) fn worth_of_return(&self, hex: HexIx, lie: &Lie) -> i32 {
        let side = self.state.active;
        let enemies = self.on_map(side.other()).map(|(_, at)| self.board.map.distance(at, hex)).min().unwrap_or(9);
        10 * i32::try_from(enemies.min(6)).unwrap_or(0) + 4 * lie.near(side, hex).min(8)
    }

    /// The worth of calling up a reserve: its steps in the turns that are left, less what it costs.
    pub(super) fn worth_of_call(&self, reserve: ReserveIx, formation: FormationIx) -> i32 {
        let facts = self.board.reserve(reserve);
        let helps = facts.side == self.board.victory.scorer;
        let cost = i32::from(facts.half_points) * POINT / 2 * if helps { 1 } else { -1 };
        let turns = i32::from(self.board.turns.saturating_sub(self.state.turn));
        let value = |unit: &UnitIx| i32::from(self.combat_value(*unit, false));
        let strength: i32 = facts.units.iter().map(|(unit, _)| value(unit)).sum();
        let here = self.on_map(facts.side).filter(|(unit, _)| self.formation_of(*unit) == formation).count();
        strength * turns * 8 + cost + i32::try_from(here).unwrap_or(0)
    }

    /// The worth of the next step that `unit` loses.
    pub(super) fn worth_of_step(&self, unit: UnitIx) -> i32 {
        let facts = self.board.unit(unit);
        let lost = usize::from(self.unit(unit).lost);
        let value = |lost: usize| i32::from(facts.combat.get(lost).copied().unwrap_or_default());
        if facts.is_hq() {
            return 2 * STEP;
        }
        if facts.is(Kind::Artillery) {
            return 30 * i32::from(facts.bombardment);
        }
        STEP / 2 + 25 * (value(lost) - value(lost + 1))
    }
}
