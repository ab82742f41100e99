//! The strength of both sides by hex, and what follows from it: distances, goals and lines of command.
//!
//! The map stays with the player from one decision to the next. It compares each unit with what it knows of it and counts the
//! differences, so that a decision after the move of one unit costs little. What follows from the strength is worked out when it
//! is first asked for, and forgotten when a unit on which it depends has changed.

use std::cell::OnceCell;
use std::sync::Arc;

use battlewright_schema::matz::vocabulary::{Hook, VOCABULARY};

use crate::board::Board;
use crate::player::appraise::POINT;
use crate::player::threats::Line;
use crate::player::weights::Appraiser;
use crate::state::{FormationIx, UnitIx};
use crate::{Matz, state};
use battlewright_core::game::Side;
use battlewright_core::kit::hex_map::{HexIx, PerHex};
use battlewright_core::players::plan::Plan;
use battlewright_core::players::threat::ThreatMap;

/// The strength of both sides by hex, and the places that matter.
#[derive(Debug, Default)]
pub(crate) struct StrengthMap {
    /// The missions of the side that chooses.
    pub(crate) plan: Plan,
    /// The board of the units below.
    board: Option<Arc<Board>>,
    /// The units as they are counted in the strength of the hexes.
    units: Vec<CountedUnit>,
    strengths: Vec<HexStrength>,
    /// The side whose player turn it is, and the holders of the hexes whose control matters.
    active: Option<Side>,
    control: Vec<Option<Side>>,
    /// The distance of each hex from the nearest fighting unit of each side.
    gaps: [OnceCell<Vec<u8>>; 2],
    /// For each side and range, the number of its ground units within this range of each hex.
    crowds: [Vec<OnceCell<Vec<u16>>>; 2],
    /// For each side, the worth of the nearness of its goals to each hex.
    pulls: [OnceCell<Vec<i32>>; 2],
    /// For each side, what it threatens in its next turn while the line of its enemy stands, and when that is gone.
    threats: [[OnceCell<ThreatMap>; 2]; 2],
    /// `true` if command counts in the decision.
    counts_command: bool,
    /// For each formation, the hexes to which lines of command lead; `None` if command plays no part there.
    led: Vec<OnceCell<Option<PerHex<bool>>>>,
}

/// The strength in a hex and around it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct HexStrength {
    /// The combat values of the fighting units of each side in the hex.
    values: [i32; 2],
    /// The same in the hex and its neighbors.
    near: [i32; 2],
    /// The steps of each side in the hex.
    steps: [i32; 2],
    /// The number of fighting units of each side that are in the hex or next to it.
    covers: [i32; 2],
}

/// The data of a unit that the map counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct CountedUnit {
    hex: Option<HexIx>,
    lost: u8,
    neutralized: bool,
    /// The combat value of a unit that fights, which rows may change by themselves.
    value: u8,
}

impl CountedUnit {
    fn of(game: &Matz, unit: UnitIx) -> Self {
        let state::Unit { at, lost, neutralized, .. } = *game.unit(unit);
        let value = if game.board.unit(unit).arm.fights() { game.combat_value(unit, false) } else { 0 };
        Self { hex: at.hex(), lost, neutralized, value }
    }
}

impl StrengthMap {
    /// Takes the position of `game`.
    pub(crate) fn survey(&mut self, game: &Matz) {
        self.counts_command = false;
        if !self.board.as_ref().is_some_and(|board| Arc::ptr_eq(board, game.board.shared())) {
            *self = Self { plan: std::mem::take(&mut self.plan), ..Self::new(game) };
        }
        if game.has_rows_of_moves() {
            self.threats = Default::default();
        }
        if self.active != Some(game.state.active) || game.has_rows_of_command() {
            self.active = Some(game.state.active);
            self.forget_command();
        }
        if self.control != game.state.control {
            self.control.clone_from(&game.state.control);
            self.pulls = Default::default();
        }
        for side in Side::BOTH {
            for unit in game.board.ground_units(side) {
                let now = CountedUnit::of(game, *unit);
                let was = std::mem::replace(&mut self.units[unit.index()], now);
                if was != now {
                    self.count(&game.board, *unit, was, -1);
                    self.count(&game.board, *unit, now, 1);
                    self.forget(game, *unit, was, now);
                }
            }
        }
    }

    /// Takes the position of `game` for moves: command as well.
    pub(crate) fn survey_for_moves(&mut self, game: &Matz) {
        self.survey(game);
        self.counts_command = true;
    }

    /// A map without units for the board of `game`.
    fn new(game: &Matz) -> Self {
        let board = &game.board;
        let printed =
            board.all_units().map(|unit| usize::from(board.unit(unit).range)).max().map_or(0, |most| most + 1);
        let hook = Hook::Range.number();
        let by_rows = board.extra.at(hook).and_then(|_| VOCABULARY.hooks.get(usize::from(hook)));
        let ranges =
            by_rows.map_or(printed, |hook| usize::try_from(hook.most).map_or(printed, |most| printed.max(most + 1)));
        let crowds = || (0..ranges).map(|_| OnceCell::new()).collect();
        Self {
            board: Some(Arc::clone(board.shared())),
            units: vec![CountedUnit::default(); board.units.len()],
            strengths: vec![HexStrength::default(); board.map.len()],
            active: Some(game.state.active),
            control: game.state.control.clone(),
            crowds: [crowds(), crowds()],
            led: board.all_formations().map(|_| OnceCell::new()).collect(),
            ..Self::default()
        }
    }

    /// Adds `unit` to the strength of its hex (`sign` 1), or takes it away (-1).
    fn count(&mut self, board: &Board, unit: UnitIx, counted: CountedUnit, sign: i32) {
        let Some(hex) = counted.hex else { return };
        let facts = board.unit(unit);
        let side = facts.side.index();
        self.strengths[hex.index()].steps[side] += sign * i32::from(facts.steps().saturating_sub(counted.lost));
        if facts.arm.fights() {
            let value = sign * i32::from(counted.value);
            self.strengths[hex.index()].values[side] += value;
            for near in board.map.neighbors(hex).chain([hex]) {
                let strength = &mut self.strengths[near.index()];
                strength.near[side] += value;
                strength.covers[side] += sign;
            }
        }
    }

    /// Forgets what depends on a unit that has changed.
    fn forget(&mut self, game: &Matz, unit: UnitIx, was: CountedUnit, now: CountedUnit) {
        let facts = game.board.unit(unit);
        let side = facts.side;
        if facts.is_hq()
            && let Some(led) = self.led.get_mut(facts.formation.index())
        {
            led.take();
        }
        if facts.arm.fights() {
            self.threats[side.index()] = Default::default();
            self.threats[side.other().index()][Line::Stands as usize].take();
        }
        if was.hex == now.hex {
            return;
        }
        self.crowds[side.index()].iter_mut().for_each(|crowds| _ = crowds.take());
        if facts.arm.fights() {
            self.gaps[side.index()].take();
            self.pulls[side.other().index()].take();
        }
        // A unit of the active side opens the zones of control in its own hex only.
        let opens = |hex: HexIx| game.ground.has_zone(side.other(), hex);
        if Some(side) != self.active || [was.hex, now.hex].into_iter().flatten().any(opens) {
            self.forget_command();
        }
    }

    fn forget_command(&mut self) {
        self.led.iter_mut().for_each(|led| _ = led.take());
    }

    /// The combat values of `side` in `hex`.
    #[inline]
    pub(crate) fn value(&self, side: Side, hex: HexIx) -> i32 {
        self.strengths[hex.index()].values[side.index()]
    }

    /// The combat values of `side` in `hex` and around it.
    #[inline]
    pub(crate) fn near(&self, side: Side, hex: HexIx) -> i32 {
        self.strengths[hex.index()].near[side.index()]
    }

    /// The number of fighting units of `side` in `hex` or next to it.
    #[inline]
    pub(crate) fn covers(&self, side: Side, hex: HexIx) -> i32 {
        self.strengths[hex.index()].covers[side.index()]
    }

    /// The steps of `side` in `hex`.
    #[inline]
    pub(crate) fn steps(&self, side: Side, hex: HexIx) -> i32 {
        self.strengths[hex.index()].steps[side.index()]
    }

    /// The distance of each hex from the nearest fighting unit of `side`.
    pub(crate) fn gaps(&self, game: &Matz, side: Side) -> &[u8] {
        self.gaps[side.index()].get_or_init(|| game.gaps_of(side))
    }

    /// The number of ground units of `side` within `range` of each hex.
    pub(crate) fn crowds(&self, game: &Matz, side: Side, range: u8) -> &[u16] {
        let crowds = self.crowds[side.index()].get(usize::from(range));
        crowds.map_or(&[], |crowds| crowds.get_or_init(|| game.crowds_of(side, range)).as_slice())
    }

    /// Returns the threats by `side` in its next turn.
    pub(crate) fn threats(&self, game: &Matz, side: Side, line: Line) -> &ThreatMap {
        self.threats[side.index()][line as usize].get_or_init(|| game.threats_of(side, line))
    }

    /// The worth of the nearness of the goals of `side` to each hex.
    pub(crate) fn pulls(&self, game: &Appraiser<'_>, side: Side) -> &[i32] {
        self.pulls[side.index()].get_or_init(|| game.pulls_of(side))
    }

    /// The hexes to which lines of command of `formation` lead; `None` if none is needed.
    pub(crate) fn led(&self, game: &Matz, formation: FormationIx) -> Option<&PerHex<bool>> {
        let led = self.led.get(formation.index()).filter(|_| self.counts_command)?;
        led.get_or_init(|| game.led_by(formation)).as_ref()
    }
}

impl Matz {
    /// The distance of each hex from the nearest fighting unit of `side`, ring by ring.
    fn gaps_of(&self, side: Side) -> Vec<u8> {
        let mut gaps = vec![u8::MAX; self.board.map.len()];
        let fighters = self.on_map(side).filter(|(unit, _)| self.board.unit(*unit).arm.fights());
        let mut ring: Vec<HexIx> = fighters.map(|(_, hex)| hex).collect();
        ring.iter().for_each(|hex| gaps[hex.index()] = 0);
        let mut gap: u8 = 0;
        while !ring.is_empty() {
            gap = gap.saturating_add(1);
            let mut next = Vec::new();
            for near in ring.iter().flat_map(|hex| self.board.map.neighbors(*hex)) {
                let known = &mut gaps[near.index()];
                if *known > gap {
                    *known = gap;
                    next.push(near);
                }
            }
            ring = next;
        }
        gaps
    }

    /// The number of ground units of `side` within `range` of each hex.
    fn crowds_of(&self, side: Side, range: u8) -> Vec<u16> {
        let mut crowds = vec![0_u16; self.board.map.len()];
        for near in self.on_map(side).flat_map(|(_, hex)| self.board.map.within(hex, range)) {
            let crowd = &mut crowds[near.index()];
            *crowd = crowd.saturating_add(1);
        }
        crowds
    }

    /// The hexes to which lines of command of `formation` lead; `None` if command plays no part.
    fn led_by(&self, formation: FormationIx) -> Option<PerHex<bool>> {
        let facts = self.board.formation(formation);
        let has_hq = facts.hq.is_some_and(|hq| self.hex_of(hq).is_some());
        let counts = has_hq && !facts.always_in_command && facts.side == self.state.active;
        counts.then(|| self.hexes_in_command(formation))
    }
}

impl Appraiser<'_> {
    /// The worth of the nearness of the goals of `side` to each hex.
    fn pulls_of(&self, side: Side) -> Vec<i32> {
        let goals = self.goals_of(side);
        let pull = |hex: HexIx| {
            let of_goal = |(goal, worth): &(HexIx, i32)| {
                let distance = i32::try_from(self.board.map.distance(hex, *goal)).unwrap_or(i32::MAX);
                let reached = if distance == 0 { worth / 2 } else { 0 };
                (*worth).min(self.weights.lure) / 8 + reached - self.weights.hex * distance
            };
            goals.iter().map(of_goal).max().unwrap_or(0)
        };
        self.board.map.all().map(pull).collect()
    }

    /// The places that `side` lacks or may lose, with what they are worth.
    fn goals_of(&self, side: Side) -> Vec<(HexIx, i32)> {
        let victory = &self.board.victory;
        let rows = victory.gains.iter().chain(&victory.losses).chain(&victory.keys);
        let mut goals = Vec::new();
        for row in rows {
            for number in &row.hexes {
                let hex = self.board.control[*number].0;
                let worth = i32::from(row.half_points) * POINT / 2;
                if self.state.control[*number] == Some(side) {
                    let threat = self.on_map(side.other()).any(|(unit, at)| {
                        self.board.unit(unit).arm.fights()
                            && self.board.map.distance(at, hex) <= self.weights.threat.unsigned_abs()
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::games::{first_day, mangin};
    use battlewright_core::game::{Game as _, Turn};
    use battlewright_core::play::Dice;
    use battlewright_core::players::{Kind, contestants};

    /// Everything that `strengths` knows of `game`.
    fn all_of(strengths: &StrengthMap, game: &Matz) -> String {
        let board = &game.board;
        let sides = Side::BOTH.map(|side| {
            let crowds: Vec<_> = [3, 7].map(|range| strengths.crowds(game, side, range)).to_vec();
            let threats = Line::BOTH.map(|line| strengths.threats(game, side, line));
            (strengths.gaps(game, side), crowds, strengths.pulls(&game.appraiser(), side).to_vec(), threats)
        });
        let led: Vec<_> = board.all_formations().map(|formation| strengths.led(game, formation)).collect();
        format!("{:?} {sides:?} {led:?}", strengths.strengths)
    }

    #[test]
    fn a_survey_after_many_decisions_equals_a_new_one() {
        for (start, kinds, seed) in [
            (first_day(), [Kind::Random; 2], 3),
            (mangin(), [Kind::Random; 2], 5),
            (mangin(), [Kind::Greedy, Kind::Random], 5),
        ] {
            let (mut game, mut dice, mut players) = (start, Dice::new(seed), contestants(kinds, seed));
            let (mut surveys, mut actions) = ([const { None::<StrengthMap> }; 2], Vec::new());
            for decision in 0_u32.. {
                match game.turn() {
                    Turn::Over(_) => break,
                    Turn::Chance(chance) => game.resolve(&dice.roll(chance), &mut ()),
                    Turn::Choose(side) => {
                        let seen = game.seen_by(side);
                        let survey = surveys[side.index()].get_or_insert_default();
                        survey.survey_for_moves(&seen);
                        // Seldom, as it takes long; the survey is taken every time.
                        if decision.is_multiple_of(97) {
                            let mut anew = StrengthMap::default();
                            anew.survey_for_moves(&seen);
                            assert!(all_of(survey, &seen) == all_of(&anew, &seen), "seed {seed}, decision {decision}");
                        }
                        game.actions(&mut actions);
                        let action = players[side.index()].choose(&seen, &actions).expect("there is a choice");
                        game.apply_listed(&action, &mut ());
                    }
                }
            }
        }
    }
}
