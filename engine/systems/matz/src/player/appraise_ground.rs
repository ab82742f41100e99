//! The worth of hexes and of moves.
//!
//! A unit that fights goes toward the places that its side lacks or may lose, next to enemies that it can beat, and not where it
//! is beaten itself. It covers hexes near the enemy that nobody else covers, so that the line has no gap and a second line
//! stands behind the first one. It stays in command, near its division, and within the limit of stacking. Guns go where they
//! reach enemies and the units that they may support, headquarters where they reach their units; both stand away from enemies and
//! behind units that cover them.

use crate::Matz;
use crate::action::Action;
use crate::player::appraise::{POINT, STEP};
use crate::rules::r05_movement::Motion;
use crate::state::{At, FormationIx, Party, ReserveIx, UnitIx};
use battlewright_schema::matz::Kind;

use battlewright_core::game::Side;
use battlewright_core::kit::hex_map::{HexIx, PerHex};
use battlewright_core::kit::reach::spread;
use battlewright_core::players::plan::Plan;

/// The buffers of the appraisal.
#[derive(Debug, Default)]
pub struct Scratch {
    pub(crate) strengths: StrengthMap,
    /// The attackers of the combat that is planned.
    pub(crate) party: Party,
}

/// The strength of both sides by hex, and the places that matter.
#[derive(Debug, Default)]
pub(crate) struct StrengthMap {
    /// The combat values of each side in each hex.
    values: [Vec<i32>; 2],
    /// The same in the hex and its neighbors.
    near: [Vec<i32>; 2],
    /// The steps of each side in each hex.
    steps: [Vec<u8>; 2],
    /// The number of fighting units of each side that are in each hex or next to it.
    covers: [Vec<u8>; 2],
    /// The distance of each hex from the nearest fighting unit of each side.
    gaps: [Vec<u8>; 2],
    /// For each formation, the hexes to which lines of command lead; `None` if command plays no part there.
    led: Vec<Option<PerHex<bool>>>,
    /// For each side, the places that it lacks, or that its enemy comes near, with what they are worth.
    goals: [Vec<(HexIx, i32)>; 2],
    /// The missions of the side that chooses.
    pub(crate) plan: Plan,
}

/// The worth of a hex nearer to a goal.
pub(crate) const HEX: i32 = 12;
/// A place draws units from afar by no more than this.
const LURE: i32 = 15 * POINT / 2;
/// The worth of half a ratio in an attack from a hex.
const ATTACK_ODDS: i32 = 18;
/// The cost of half a ratio of the enemy around a hex.
const DANGER: i32 = 5;
/// The worth of a hex near the enemy that no other unit covers.
const SCREEN: i32 = 10;
/// The distance from the enemy to which hexes are covered.
const SCREEN_DEPTH: u8 = 3;
/// The cost of a hex out of command.
const OUT_OF_COMMAND: i32 = 30;
/// The worth to a gun of a unit at the front that it may support.
const SERVED: i32 = 6;
/// The cost to guns and headquarters of each hex that an enemy is nearer than seven, if nobody covers them.
const BARE: i32 = 5;
/// The worth of a point of strength for each turn in which a reserve fights.
const STRENGTH: i32 = 5;
/// A move must gain more than this.
const EFFORT: i32 = 6;
/// The distance to which an enemy threatens a place.
const THREAT: u32 = 5;

impl StrengthMap {
    /// Takes the position of `game`.
    pub(crate) fn survey(&mut self, game: &Matz) {
        let map = &game.board.map;
        for side in Side::BOTH {
            let index = side.index();
            for numbers in [&mut self.values[index], &mut self.near[index]] {
                numbers.clear();
                numbers.resize(map.len(), 0);
            }
            for numbers in [&mut self.steps[index], &mut self.covers[index]] {
                numbers.clear();
                numbers.resize(map.len(), 0);
            }
            for (unit, hex) in game.on_map(side) {
                let value = i32::from(game.combat_value(unit, false));
                let steps = &mut self.steps[index][hex.index()];
                *steps = steps.saturating_add(game.steps_left(unit));
                if game.board.unit(unit).arm.fights() {
                    self.values[index][hex.index()] += value;
                    for near in map.neighbors(hex).chain([hex]) {
                        self.near[index][near.index()] += value;
                        let covers = &mut self.covers[index][near.index()];
                        *covers = covers.saturating_add(1);
                    }
                }
            }
            self.measure_gaps(side, game);
            self.goals[index] = game.goals_of(side);
        }
        self.led.clear();
    }

    /// Measures the distance of each hex from the nearest fighting unit of `side`, ring by ring.
    fn measure_gaps(&mut self, side: Side, game: &Matz) {
        let gaps = &mut self.gaps[side.index()];
        gaps.clear();
        gaps.resize(game.board.map.len(), u8::MAX);
        let fighters = game.on_map(side).filter(|(unit, _)| game.board.unit(*unit).arm.fights());
        let mut ring: Vec<HexIx> = fighters.map(|(_, hex)| hex).collect();
        ring.iter().for_each(|hex| gaps[hex.index()] = 0);
        let mut gap: u8 = 0;
        while !ring.is_empty() {
            gap = gap.saturating_add(1);
            let mut next = Vec::new();
            for near in ring.iter().flat_map(|hex| game.board.map.neighbors(*hex)) {
                let known = &mut gaps[near.index()];
                if *known > gap {
                    *known = gap;
                    next.push(near);
                }
            }
            ring = next;
        }
    }

    /// Takes the position of `game` for moves: command as well.
    fn survey_for_moves(&mut self, game: &Matz) {
        self.survey(game);
        self.led.extend(game.board.all_formations().map(|formation| {
            let facts = game.board.formation(formation);
            let has_hq = facts.hq.is_some_and(|hq| game.hex_of(hq).is_some());
            let counts = has_hq && !facts.always_in_command && facts.side == game.state.active;
            counts.then(|| game.hexes_in_command(formation))
        }));
    }

    /// The combat values of `side` in `hex`.
    pub(crate) fn value(&self, side: Side, hex: HexIx) -> i32 {
        self.values[side.index()].get(hex.index()).copied().unwrap_or(0)
    }

    /// The combat values of `side` in `hex` and around it.
    pub(crate) fn near(&self, side: Side, hex: HexIx) -> i32 {
        self.near[side.index()].get(hex.index()).copied().unwrap_or(0)
    }

    fn covers(&self, side: Side, hex: HexIx) -> u8 {
        self.covers[side.index()].get(hex.index()).copied().unwrap_or(0)
    }

    /// The distance of `hex` from the nearest fighting unit of `side`.
    pub(crate) fn gap(&self, side: Side, hex: HexIx) -> u8 {
        self.gaps[side.index()].get(hex.index()).copied().unwrap_or(u8::MAX)
    }

    /// Returns `true` if a line of command of `formation` leads to `hex`, or none is needed.
    fn leads(&self, formation: FormationIx, hex: HexIx) -> bool {
        self.led.get(formation.index()).and_then(Option::as_ref).is_none_or(|led| led[hex.index()])
    }

    fn steps(&self, side: Side, hex: HexIx) -> u8 {
        self.steps[side.index()].get(hex.index()).copied().unwrap_or(0)
    }
}

/// A count in the units of the appraisal.
fn count_of(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
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
    fn pull(&self, side: Side, hex: HexIx, strengths: &StrengthMap) -> i32 {
        let of_goal = |(goal, worth): &(HexIx, i32)| {
            let distance = i32::try_from(self.board.map.distance(hex, *goal)).unwrap_or(i32::MAX);
            let reached = if distance == 0 { worth / 2 } else { 0 };
            (*worth).min(LURE) / 8 + reached - HEX * distance
        };
        strengths.goals[side.index()].iter().map(of_goal).max().unwrap_or(0)
    }

    /// The worth to `unit` of standing in `hex`.
    pub(crate) fn stand(&self, unit: UnitIx, hex: HexIx, strengths: &StrengthMap) -> i32 {
        let facts = self.board.unit(unit);
        let side = facts.side;
        let is_here = self.hex_of(unit) == Some(hex);
        let own_steps = if is_here { 0 } else { self.steps_left(unit) };
        let crowd =
            i32::from(strengths.steps(side, hex).saturating_add(own_steps)) - i32::from(self.board.rules.stacking);
        let crowded = if crowd > 0 { -6 * STEP * crowd } else { 0 };
        let worth = if facts.arm.fights() {
            self.stand_of_fighter(unit, hex, is_here, strengths)
        } else if facts.is_hq() {
            self.stand_of_hq(unit, hex, strengths)
        } else {
            self.stand_of_gun(unit, hex, strengths)
        };
        worth + crowded
    }

    fn stand_of_fighter(&self, unit: UnitIx, hex: HexIx, is_here: bool, strengths: &StrengthMap) -> i32 {
        let side = self.unit_side(unit);
        let enemy = side.other();
        let value = i32::from(self.combat_value(unit, false));
        let ours_here = strengths.value(side, hex) + if is_here { 0 } else { value };
        let mission = self.pull_of_mission(unit, hex, strengths);
        let mut worth = mission.unwrap_or_else(|| self.pull(side, hex, strengths));
        // The best attack from here.
        let mut attack = 0;
        for near in self.board.map.neighbors(hex) {
            let theirs = strengths.value(enemy, near);
            if !self.has_ground_unit(enemy, near) {
                continue;
            }
            let ours = strengths.near(side, near) + if is_here { 0 } else { value };
            let cover = self.cover(near);
            let columns = 2 * ours / theirs.max(1) - cover;
            attack = attack.max(ATTACK_ODDS * columns.min(6) - 20);
        }
        worth += attack;
        // The danger here: what the enemy has around against what stands here.
        let theirs = strengths.near(enemy, hex);
        if theirs > 0 {
            let odds = 2 * theirs / ours_here.max(1) - self.cover(hex);
            worth -= DANGER * (odds - 2).clamp(0, 8);
            worth += 6 * self.cover(hex);
        }
        worth + self.company(unit, hex, strengths) + SCREEN * self.screen(unit, hex, strengths)
    }

    /// The hexes near the enemy that only `unit` covers if it stands in `hex`.
    fn screen(&self, unit: UnitIx, hex: HexIx, strengths: &StrengthMap) -> i32 {
        let side = self.unit_side(unit);
        if !strengths.leads(self.formation_of(unit), hex) {
            return 0;
        }
        let here = self.hex_of(unit);
        let is_open = |near: &HexIx| {
            let is_own = here.is_some_and(|here| self.board.map.distance(here, *near) <= 1);
            let gap = strengths.gap(side.other(), *near);
            strengths.covers(side, *near) <= u8::from(is_own) && (1..=SCREEN_DEPTH).contains(&gap)
        };
        count_of(self.board.map.neighbors(hex).chain([hex]).filter(is_open).count())
    }

    /// The columns by which the ground of `hex` helps its defender.
    fn cover(&self, hex: HexIx) -> i32 {
        -self.board.ground_rows(hex).map(|row| i32::from(row.combat)).sum::<i32>()
    }

    /// The worth of command and of the division nearby.
    fn company(&self, unit: UnitIx, hex: HexIx, strengths: &StrengthMap) -> i32 {
        let facts = self.board.unit(unit);
        let of = self.formation_of(unit);
        let (mut comrades, mut is_led) = (0, strengths.leads(of, hex));
        for near in self.board.map.neighbors(hex).chain([hex]) {
            for other in self.ground.units(near) {
                if other != unit && facts.division.is_some() && self.board.unit(other).division == facts.division {
                    comrades += 1;
                    is_led = is_led || strengths.leads(of, near);
                }
            }
        }
        let formation = self.board.formation(of);
        let far = formation.hq.filter(|_| !is_led).and_then(|hq| Some((hq, self.hex_of(hq)?))).map_or(0, |(hq, at)| {
            let range = u32::from(self.board.unit(hq).range);
            i32::try_from(self.board.map.distance(hex, at).saturating_sub(range)).unwrap_or(0)
        });
        let command = if is_led { 0 } else { -OUT_OF_COMMAND - 12 * far };
        command + 4 * comrades.min(3)
    }

    fn stand_of_gun(&self, unit: UnitIx, hex: HexIx, strengths: &StrengthMap) -> i32 {
        let facts = self.board.unit(unit);
        let (side, enemy) = (facts.side, facts.side.other());
        let range = u32::from(facts.range);
        let in_range = |at: HexIx| self.board.map.distance(hex, at) <= range;
        let targets = self.on_map(enemy).filter(|(_, at)| in_range(*at)).count().min(10);
        let is_served = |(other, at): &(UnitIx, HexIx)| {
            let is_at_the_front = self.board.unit(*other).arm.fights() && strengths.gap(enemy, *at) <= 2;
            is_at_the_front && in_range(*at) && self.may_fire_for(unit, *other)
        };
        let served = self.on_map(side).filter(is_served).count().min(4);
        let mut worth = 4 * count_of(targets) + SERVED * count_of(served);
        let nearest = i32::from(strengths.gap(enemy, hex));
        if targets == 0 {
            worth -= HEX * (nearest - i32::from(facts.range)).clamp(0, 40);
        }
        worth + self.shelter(hex, side, strengths) + self.company(unit, hex, strengths)
    }

    /// The danger in `hex` to units that do not fight: enemies near it, the more if nobody covers it.
    fn shelter(&self, hex: HexIx, side: Side, strengths: &StrengthMap) -> i32 {
        let nearest = i32::from(strengths.gap(side.other(), hex));
        let is_covered = strengths.covers(side, hex) > 0;
        let bare = if is_covered { 0 } else { BARE * (7 - nearest).max(0) };
        -40 * (3 - nearest).max(0) - bare + if strengths.near(side, hex) > 0 { 6 } else { 0 }
    }

    fn stand_of_hq(&self, unit: UnitIx, hex: HexIx, strengths: &StrengthMap) -> i32 {
        let facts = self.board.unit(unit);
        let side = facts.side;
        let range = u32::from(facts.range);
        let mut worth = 0;
        for (other, at) in self.on_map(side) {
            if other != unit && self.formation_of(other) == facts.formation {
                let distance = self.board.map.distance(hex, at);
                worth +=
                    if distance < range { 10 } else { 10 - 4 * i32::try_from(distance - range).unwrap_or(0).min(10) };
            }
        }
        worth + self.shelter(hex, side, strengths) + if strengths.value(side, hex) > 0 { 8 } else { 0 }
    }

    /// The worth of each piece to move: the first that gains by it moves. Pieces before the last one that has moved were found
    /// to gain nothing before.
    pub(crate) fn appraise_moves(&self, actions: &[Action], scratch: &mut Scratch, worths: &mut Vec<i32>) {
        scratch.strengths.survey_for_moves(self);
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
            let stays = motion.hex.map_or(-STEP * 100, |hex| self.stand(unit, hex, &scratch.strengths));
            let goes = self.best_end(&motion, &scratch.strengths).map_or(i32::MIN, |(_, worth)| worth);
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
    fn best_end(&self, motion: &Motion, strengths: &StrengthMap) -> Option<(HexIx, i32)> {
        let mut best: Option<(HexIx, i32)> = None;
        let mut consider = |first: HexIx, hex: HexIx| {
            let worth = self.stand(motion.unit, hex, strengths);
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
    pub(crate) fn appraise_steps(
        &self,
        motion: &Motion,
        actions: &[Action],
        scratch: &mut Scratch,
        worths: &mut Vec<i32>,
    ) {
        scratch.strengths.survey_for_moves(self);
        let best = self.best_end(motion, &scratch.strengths);
        let here = motion.hex.map_or(i32::MIN, |hex| self.stand(motion.unit, hex, &scratch.strengths));
        worths.extend(actions.iter().map(|action| match (action, best) {
            (Action::Hex(hex), Some((first, worth))) if *hex == first => worth,
            (Action::Stop, Some((_, worth))) if here >= worth => here.saturating_add(1),
            (Action::Stop, None) => 0,
            (Action::Stop, Some((_, worth))) => worth.saturating_sub(1),
            _ => i32::MIN / 2,
        }));
    }

    /// The worth of an advance of `unit` into the hex `to`, which combat has left empty.
    pub(crate) fn worth_of_advance(&self, unit: UnitIx, to: HexIx, strengths: &StrengthMap) -> i32 {
        let here = self.hex_of(unit).map_or(0, |hex| self.stand(unit, hex, strengths));
        self.stand(unit, to, strengths) - here
    }

    /// The worth of a hex for a headquarters that comes back: near friends, far from enemies.
    pub(crate) fn worth_of_return(&self, hex: HexIx, strengths: &StrengthMap) -> i32 {
        let side = self.state.active;
        let enemies = self.on_map(side.other()).map(|(_, at)| self.board.map.distance(at, hex)).min().unwrap_or(9);
        10 * i32::try_from(enemies.min(6)).unwrap_or(0) + 4 * strengths.near(side, hex).min(8)
    }

    /// The worth of calling up a reserve: its strength in the turns that it gains, less what it costs.
    pub(crate) fn worth_of_call(&self, reserve: ReserveIx, formation: FormationIx) -> i32 {
        let facts = self.board.reserve(reserve);
        let helps = facts.side == self.board.victory.scorer;
        let cost = i32::from(facts.half_points) * POINT / 2 * if helps { 1 } else { -1 };
        // Units that come later in any case are only gained until then.
        let comes = facts.units.iter().find_map(|(unit, _)| match self.unit(*unit).at {
            At::Due { turn, .. } => Some(turn),
            _ => None,
        });
        let end = comes.unwrap_or(self.board.turns.saturating_add(1));
        let turns = i32::from(end.saturating_sub(self.state.turn));
        let value = |unit: &UnitIx| i32::from(self.combat_value(*unit, false));
        let strength: i32 = facts.units.iter().map(|(unit, _)| value(unit)).sum();
        let here = self.on_map(facts.side).filter(|(unit, _)| self.formation_of(*unit) == formation).count();
        strength * turns * STRENGTH + cost + i32::try_from(here).unwrap_or(0)
    }

    /// The worth of the next step that `unit` loses.
    pub(crate) fn worth_of_step(&self, unit: UnitIx) -> i32 {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Phase;
    use crate::tests::testing::{FRENCH, GERMAN, Table, position};

    /// The worth to `unit` of standing in each of `hexes`.
    fn stands<const N: usize>(table: &Table, unit: &str, hexes: [&str; N]) -> [i32; N] {
        let mut strengths = StrengthMap::default();
        strengths.survey_for_moves(&table.game);
        hexes.map(|hex| table.game.stand(table.unit(unit), table.hex(hex), &strengths))
    }

    #[test]
    fn a_unit_masses_with_others_against_an_enemy_that_they_can_beat() {
        let text = "german infantry g1 4/2 at 0303
            german infantry g2 4/2 at 0801
            french infantry f1 4/2 at 0404";
        let alone = position(text).only(GERMAN, Phase::Movement);
        let strong = position(&text.replace("f1 4/2", "f1 16/8")).only(GERMAN, Phase::Movement);
        let [near, far] = stands(&alone, "g2", ["0504", "0801"]);
        let [weak, away] = stands(&strong, "g2", ["0504", "0801"]);
        assert!(near > far + EFFORT, "two to one is worth an attack");
        assert!(near - far > weak - away, "one to two is not");
    }

    #[test]
    fn a_line_is_closed_where_nobody_covers_it() {
        let table = position(
            "map 12x9
            french infantry f1 4/2 at 0206
            french infantry f2 4/2 at 0207
            german infantry g1 4/2 at 0203
            german infantry g2 4/2 at 0603",
        )
        .only(FRENCH, Phase::Movement);
        let mut strengths = StrengthMap::default();
        strengths.survey_for_moves(&table.game);
        let screen = |hex| table.game.screen(table.unit("f2"), table.hex(hex), &strengths);
        assert!(screen("0606") > screen("0306"), "f1 covers the hexes before it");
        assert_eq!(screen("1009"), 0, "the enemy is far away");
        let [gap, crowd] = stands(&table, "f2", ["0606", "0207"]);
        assert!(gap > crowd);
    }

    #[test]
    fn r10_1_units_stay_where_a_line_of_command_leads() {
        let table = position(
            "map 20x9
            corps x german at 0105
            german infantry g1 4/2 at 0305 of x
            french infantry f1 4/2 at 1901",
        )
        .only(GERMAN, Phase::Movement);
        let [led, edge, out, further] = stands(&table, "g1", ["0605", "0705", "0805", "0905"]);
        assert_eq!(led, edge);
        assert!(led >= out + OUT_OF_COMMAND && out > further);
    }

    #[test]
    fn guns_stand_behind_units_that_cover_them() {
        let table = position(
            "corps x german at 0102
            german artillery g1 5-4 8 at 0101 of x
            german infantry g2 4/2 at 0503 of x
            french infantry f1 4/2 at 0508",
        )
        .only(GERMAN, Phase::Movement);
        let [covered, bare] = stands(&table, "g1", ["0502", "0305"]);
        assert!(covered > bare);
        let [behind, before] = stands(&table, "g1", ["0502", "0506"]);
        assert!(behind > before);
    }

    #[test]
    fn r12_2_a_reserve_is_called_up_if_the_turns_that_it_gains_are_worth_the_points() {
        let called = |strength: &str, turn: &str| {
            let table = position(&format!(
                "turn 3 of 8
                corps x german at 0105
                french infantry f1 4/2 at 0808
                german infantry g1 {strength} {turn}
                entry E german 0101
                reserve r german turn 3 points -4 by E g1"
            ))
            .only(GERMAN, Phase::Movement);
            table.game.worth_of_call(ReserveIx(0), table.formation("x"))
        };
        assert!(called("20/10", "") > 0);
        assert!(called("4/2", "") < 0);
        assert!(called("20/10", "enters 4 by E") < 0, "it comes a turn later in any case");
    }
}
