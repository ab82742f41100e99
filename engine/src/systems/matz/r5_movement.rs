//! 5.1 Movement: the active side moves its pieces one by one, each hex by hex, and completes each move before the next.

use std::fmt::Arguments;

use serde::{Deserialize, Serialize};

use super::action::{Action, ActionList, Refusal};
use super::board::StepCost;
use super::event::Event;
use super::r2_sequence::Phase;
use super::stage::TaskStage;
use super::state::{At, UnitIx};
use super::{Matz, rulebook as rule};
use crate::game::Log;
use crate::kit::hex_map::HexIx;
use crate::kit::tasks::TaskFamily;

/// The tasks of movement and exploitation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum MoveTask {
    /// The active side chooses a piece to move, or moves no more.
    Phase,
    /// The piece goes on, or stops.
    Moving(Motion),
}

/// A move in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Motion {
    pub(super) unit: UnitIx,
    /// The hex of the piece; `None` before a reinforcement has come on.
    pub(super) hex: Option<HexIx>,
    /// The number of hexes that it has entered.
    pub(super) hexes: u8,
    /// The movement points spent.
    pub(super) spent: u8,
    /// `true` if it has entered an enemy zone of control in this move, so that strategic movement is over (5.2).
    pub(super) in_zoc: bool,
    /// `true` if it may not go on: it has entered a zone of control that halts it (3.2), or crossed a river (5.3).
    pub(super) halted: bool,
}

impl TaskFamily<Matz> for MoveTask {
    fn stage(&self, game: &Matz, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let side = game.state.active;
        let name = game.board.side(side).name.as_str();
        let is_exploitation = game.state.phase == Phase::Exploitation;
        let rule = if is_exploitation { rule::EXPLOITATION } else { rule::MOVEMENT };
        let stage = TaskStage::asks(side, rule, Some(game.state.phase));
        match self {
            Self::Phase => {
                let verb = if is_exploitation { "exploit with" } else { "move" };
                prompt(format_args!("{name}: {verb} a unit, or pass"));
                stage.passed("Move no more")
            }
            Self::Moving(motion) => {
                prompt(format_args!("{name}: move {}", game.board.unit(motion.unit).name));
                stage.about(motion.unit)
            }
        }
    }

    fn options(&self, game: &Matz, into: &mut ActionList) {
        match self {
            Self::Phase => {
                let units = game.board.ground_units(game.state.active).iter().copied();
                into.extend(units.filter(|unit| game.may_move(*unit).is_ok()).map(Action::Move));
                into.push(Action::Pass);
            }
            Self::Moving(motion) => {
                game.each_next_hex(motion, |hex| {
                    if game.next_motion(motion, hex).is_ok() {
                        into.push(Action::Hex(hex));
                    }
                });
                if game.may_stop(motion).is_ok() {
                    into.push(Action::Stop);
                }
            }
        }
    }

    fn has_options(&self, game: &Matz) -> bool {
        let mut units = game.board.ground_units(game.state.active).iter();
        *self == Self::Phase && units.any(|unit| game.may_move(*unit).is_ok())
    }

    fn refusal(&self, game: &Matz, action: &Action) -> Refusal {
        let check = match (self, *action) {
            (Self::Phase, Action::Move(unit)) => game.may_move(unit),
            (Self::Moving(_), Action::Move(_) | Action::Pass) => {
                Err(Refusal::Because(rule::MOVEMENT, "the move of a piece is completed before the next one begins"))
            }
            (Self::Moving(motion), Action::Hex(hex)) => game.next_motion(motion, hex).map(|_| ()),
            (Self::Moving(motion), Action::Stop) => game.may_stop(motion),
            _ => Err(Refusal::NotAsked),
        };
        check.err().unwrap_or(Refusal::NotAsked)
    }

    fn choose(self, game: &mut Matz, action: Action, log: &mut impl Log<Event>) {
        match (self, action) {
            (Self::Phase, Action::Move(unit)) => {
                game.push(Self::Phase);
                game.unit_mut(unit).moved = true;
                game.push(Self::Moving(game.motion_of(unit)));
            }
            (Self::Moving(motion), Action::Hex(hex)) => game.step_to(&motion, hex, log),
            _ => {}
        }
    }

    fn proceed(self, _: &mut Matz, _: &mut impl Log<Event>) {}

    fn resolve(self, _: &mut Matz, _: &[u16], _: &mut impl Log<Event>) {}
}

impl Matz {
    /// The Movement Phase of the active side.
    pub(super) fn begin_movement(&mut self, log: &mut impl Log<Event>) {
        self.report_delays(log);
        self.push(MoveTask::Phase);
    }

    /// The move of `unit` before its first step.
    pub(super) fn motion_of(&self, unit: UnitIx) -> Motion {
        Motion { unit, hex: self.hex_of(unit), hexes: 0, spent: 0, in_zoc: false, halted: false }
    }

    /// Checks whether `unit` may move in this phase.
    pub(super) fn may_move(&self, unit: UnitIx) -> Result<(), Refusal> {
        let facts = self.board.unit(unit);
        let refuse = |rule, reason| Err(Refusal::Because(rule, reason));
        if facts.side != self.state.active {
            return refuse(rule::SEQUENCE, "only units of the active side move");
        }
        if facts.arm.flies() {
            return refuse(rule::AIR_SEQUENCE, "aircraft fly in the Air Phase");
        }
        if self.unit(unit).moved {
            return refuse(rule::MOVEMENT, "it has already moved in this phase");
        }
        match self.unit(unit).at {
            At::Eliminated(_) => return refuse(rule::STEP_LOSSES, "it is eliminated"),
            At::Reserve => return refuse(rule::REINFORCEMENTS, "it has not been called up"),
            At::Due { turn, .. } if turn > self.state.turn => {
                return refuse(rule::REINFORCEMENTS, "it comes on in a later turn");
            }
            _ => {}
        }
        if self.state.phase == Phase::Exploitation {
            self.may_exploit(unit)?;
        }
        let motion = self.motion_of(unit);
        let mut can_step = false;
        self.each_next_hex(&motion, |hex| can_step = can_step || self.next_motion(&motion, hex).is_ok());
        match (can_step, motion.hex) {
            (true, _) => Ok(()),
            (false, Some(_)) => refuse(rule::MOVEMENT, "it can enter no hex"),
            (false, None) => refuse(rule::REINFORCEMENTS, "it can enter the map by no hex"),
        }
    }

    /// Passes on each hex to which `motion` might go on: the neighbors, or the entry of a reinforcement.
    pub(super) fn each_next_hex(&self, motion: &Motion, mut visit: impl FnMut(HexIx)) {
        match motion.hex {
            Some(hex) => self.board.map.neighbors(hex).for_each(visit),
            None => self.entry_hexes(motion.unit).into_iter().for_each(&mut visit),
        }
    }

    /// `motion` after a step to `to`.
    pub(super) fn next_motion(&self, motion: &Motion, to: HexIx) -> Result<Motion, Refusal> {
        let unit = motion.unit;
        let side = self.unit_side(unit);
        if motion.halted {
            let halted = if motion.in_zoc {
                Refusal::Because(rule::ZOC_EFFECTS, "it has halted in an enemy zone of control")
            } else {
                Refusal::Because(rule::TERRAIN_EFFECTS, "the crossing of a river has taken all its movement points")
            };
            return Err(halted);
        }
        let cost = match motion.hex {
            None => self.entry_cost(unit, to)?,
            Some(from) if self.board.map.distance(from, to) != 1 => {
                return Err(Refusal::Because(rule::MOVEMENT, "a move goes from hex to adjacent hex"));
            }
            Some(from) => self.board.step_cost(unit, from, to).ok_or(Refusal::At(
                rule::TERRAIN_EFFECTS,
                "it cannot cross the hexside to",
                to,
            ))?,
        };
        if self.has_ground_unit(side.other(), to) {
            return Err(Refusal::At(rule::MOVEMENT, "an enemy unit is in", to));
        }
        let zone_cost = motion.hex.map_or(Ok(0), |from| self.zone_cost(unit, from, to))?;
        let enters_zoc = self.in_enemy_zoc(side, to);
        let plain = self.plain_allowance(unit);
        let spent = match cost {
            StepCost::Points(points) => motion.spent.saturating_add(points).saturating_add(zone_cost),
            StepCost::Everything if motion.spent > 0 || plain == 0 => {
                return Err(Refusal::Because(
                    rule::TERRAIN_EFFECTS,
                    "a river takes the movement points of a whole move",
                ));
            }
            StepCost::Everything => plain,
        };
        let in_zoc = motion.in_zoc || enters_zoc;
        if spent > plain {
            self.may_spend(unit, spent, motion.in_zoc, enters_zoc)?;
        }
        let halted = cost == StepCost::Everything || (enters_zoc && !self.board.unit(unit).arm.is_special());
        Ok(Motion { unit, hex: Some(to), hexes: motion.hexes.saturating_add(1), spent, in_zoc, halted })
    }

    /// Checks whether `motion` may end in its hex.
    pub(super) fn may_stop(&self, motion: &Motion) -> Result<(), Refusal> {
        match motion.hex {
            None => Err(Refusal::Because(rule::REINFORCEMENTS, "it has not entered the map yet")),
            Some(_) if motion.hexes == 0 => Err(Refusal::Because(rule::MOVEMENT, "it has not moved yet")),
            Some(_) => Ok(()),
        }
    }

    /// Carries out a step of `motion` to `to`.
    fn step_to(&mut self, motion: &Motion, to: HexIx, log: &mut impl Log<Event>) {
        let Ok(next) = self.next_motion(motion, to) else { return };
        let unit = motion.unit;
        self.put(unit, At::Hex(to));
        if motion.hex.is_none() {
            let unit = self.unit_mut(unit);
            (unit.entered, unit.out_of_command) = (true, false);
            log.push(Event::Entered(motion.unit, to));
        } else {
            log.push(Event::Moved(unit, to));
        }
        if self.state.phase == Phase::Exploitation {
            self.unit_mut(unit).exploited = true;
        }
        self.take_control(unit, to, log);
        self.push(MoveTask::Moving(next));
    }

    /// The move in progress.
    pub(super) fn moving(&self) -> Option<&Motion> {
        match self.state.stack.last() {
            Some(super::state::Task::Move(MoveTask::Moving(motion))) => Some(motion),
            _ => None,
        }
    }
}
