//! The appraisal of choices for the greedy player.
//!
//! The appraisal looks one ply deep, in hundredths of a step. The worth of a hex is in `appraise_ground.rs`, that of moves in
//! `appraise_moves.rs`, the mean effect of a combat or a barrage in `appraise_fights.rs`, and that of aircraft in
//! `appraise_air.rs`. A move is one decision: its whole path comes with it.

use crate::player::appraise_fights::FightSurvey;
use crate::player::reach::Reach;
use crate::player::strengths::StrengthMap;
use crate::player::weights::{Appraiser, Weights};
use crate::rules::r05_movement::MoveTask;
use crate::rules::r07_5_losses::LossTask;
use crate::rules::r07_6_retreat::RetreatTask;
use crate::rules::r07_combat::CombatTask;
use crate::rules::r08_1_barrage::BarrageTask;
use crate::rules::r11_air::AirTask;
use crate::rules::r14_setup::SetupTask;
use crate::state::{MegaIx, Party, Task, UnitIx};
use crate::{Action, Matz};
use battlewright_core::game::Side;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::play::Dice;
use battlewright_core::players::Appraise;
use battlewright_core::players::appraisal::signed;
use battlewright_core::players::plan::Plan;

/// A victory point.
pub(crate) const POINT: i32 = 160;
/// An action that is worth less than doing nothing.
pub(crate) const NEVER: i32 = -10_000;

/// The buffers of the appraisal.
#[derive(Debug, Default)]
pub struct Scratch {
    pub(crate) strengths: StrengthMap,
    pub(crate) reach: Reach,
    /// The piece whose hexes are in reach, and the best end of its move.
    pub(crate) end: Option<(UnitIx, HexIx)>,
    /// The weights of the player.
    pub(crate) weights: Weights,
}

/// The mark of the positions in which `unit` is on its way.
fn mark_of(unit: UnitIx) -> u64 {
    1 + u64::from(unit.0)
}

/// A decision other than those of a move, with what its choices have in common.
struct Decision<'a> {
    task: &'a Task,
    fights: FightSurvey<'a>,
    /// The attackers of the combat that is planned.
    party: Party,
    /// The mega-hex with the best targets of aircraft in flight.
    target: Option<MegaIx>,
}

impl Appraise for Matz {
    type Scratch = Scratch;
    type Weights = Weights;

    fn scratch_with(weights: Weights) -> Scratch {
        Scratch { weights, ..Scratch::default() }
    }

    fn appraise(&self, action: &Action) -> i32 {
        let mut worths = Vec::new();
        let mut legal = Vec::new();
        // The worth of a move depends on those that are offered besides.
        battlewright_core::game::Game::actions(self, &mut legal);
        self.appraise_all(&legal, &mut Scratch::default(), &mut worths);
        legal.iter().zip(worths).find(|(other, _)| *other == action).map_or(NEVER, |(_, worth)| worth)
    }

    fn appraise_all(&self, actions: &[Action], scratch: &mut Scratch, worths: &mut Vec<i32>) {
        scratch.strengths.plan = Plan::FREE;
        self.appraised(scratch.weights).appraise_as_planned(actions, scratch, worths);
    }

    fn rest_of_move(&self, choice: &Action, scratch: &mut Scratch, route: &mut Vec<Action>) -> u64 {
        route.clear();
        if matches!(self.state.stack.last(), Some(Task::Move(_))) {
            self.rest_of_path(choice, scratch, route);
        }
        scratch.end.map_or(0, |(unit, _)| mark_of(unit))
    }

    /// Nobody interferes with a move: it is enough that the same piece moves.
    fn route_mark(&self) -> u64 {
        self.moving().map_or(0, |motion| mark_of(motion.unit))
    }

    fn value(&self, side: Side) -> i32 {
        self.value_with(side, &Weights::default())
    }

    fn value_with(&self, side: Side, weights: &Weights) -> i32 {
        signed(side, self.appraised(*weights).lead())
    }

    fn imagine(&self, side: Side, dice: &mut Dice) -> Option<Self> {
        Some(self.imagined(side, dice))
    }

    fn kind_of_roll(&self, picks: &[u16]) -> Option<u32> {
        self.state.stack.last().and_then(|task| self.kind_of_roll_at(task, picks))
    }

    fn is_quiet(&self) -> bool {
        let half_done = |task: &Task| {
            matches!(
                task,
                Task::Loss(_)
                    | Task::Retreat(_)
                    | Task::Move(MoveTask::Moving(_))
                    | Task::Barrage(BarrageTask::Plan { .. } | BarrageTask::Roll { .. })
                    | Task::Combat(
                        CombatTask::Plan(_)
                            | CombatTask::AttackSupport(_)
                            | CombatTask::DefenseSupport(_)
                            | CombatTask::Roll(_)
                    )
            )
        };
        !self.state.stack.iter().any(half_done)
    }

    /// The decisions of the air and of losses change little that the value shows.
    fn is_searched(&self) -> bool {
        matches!(
            self.state.stack.last(),
            Some(Task::Move(_) | Task::Combat(CombatTask::Phase | CombatTask::Plan(_)) | Task::Barrage(_))
        )
    }
}

impl Appraiser<'_> {
    /// Puts the worth of all `actions` under the plan in `scratch` into `worths`.
    pub(crate) fn appraise_as_planned(&self, actions: &[Action], scratch: &mut Scratch, worths: &mut Vec<i32>) {
        worths.clear();
        let Some(task) = self.state.stack.last() else { return };
        match task {
            Task::Move(MoveTask::Phase) => self.appraise_moves(actions, scratch, worths),
            Task::Move(MoveTask::Moving(motion)) => self.appraise_steps(motion, actions, scratch, worths),
            _ => {
                scratch.strengths.survey(self);
                let decision = self.decision(task, &scratch.strengths);
                worths.extend(actions.iter().map(|action| self.worth_of(&decision, action)));
            }
        }
    }

    /// The decision about `task`.
    fn decision<'a>(&self, task: &'a Task, strengths: &'a StrengthMap) -> Decision<'a> {
        let fights = FightSurvey::new(self, strengths);
        let party = match task {
            Task::Combat(CombatTask::Plan(combat)) => self.best_attack(combat, true, &fights).1,
            _ => Party::new(),
        };
        let target = match task {
            Task::Air(AirTask::Fly(_)) => self.target_of(self.state.active, strengths),
            _ => None,
        };
        Decision { task, fights, party, target }
    }

    /// The worth of `action`.
    fn worth_of(&self, decision: &Decision<'_>, action: &Action) -> i32 {
        let Decision { task, fights, party, target } = decision;
        let strengths = fights.strengths;
        match (*task, *action) {
            // Units start where the scenario has them, unless that breaks the limits of the setup.
            (Task::Setup(_), Action::Pass) => 1,
            (Task::Setup(SetupTask::Place(unit)), Action::Hex(hex)) => self.stand(*unit, hex, strengths),
            (Task::Setup(_), _) => NEVER / 2,
            (Task::Command(_), Action::CallUp { reserve, formation }) => self.worth_of_call(reserve, formation),
            (Task::Command(_), Action::Hex(hex)) => self.worth_of_return(hex, strengths),
            (Task::Command(_), Action::Attach { .. }) => NEVER,
            (Task::Air(task), action) => self.worth_in_the_air(task, &action, *target, strengths),
            (Task::Barrage(BarrageTask::Phase), Action::Target(hex)) => self.worth_of_barrage_on(hex, strengths),
            (Task::Barrage(BarrageTask::Plan { hex, units }), Action::Join(unit)) => {
                self.gain_of_bomber(*hex, units, unit, strengths)
            }
            (Task::Combat(CombatTask::Phase), Action::Target(hex)) => self.worth_of_attack_on(hex, fights),
            (Task::Combat(CombatTask::Plan(_)), Action::Join(unit)) => {
                if party.contains(&unit) {
                    1
                } else {
                    NEVER
                }
            }
            (Task::Combat(CombatTask::Plan(_)), Action::Target(_)) => NEVER,
            (Task::Combat(CombatTask::AttackSupport(combat)), Action::Support(unit)) => {
                self.gain_of_support(combat, unit, true, strengths)
            }
            (Task::Combat(CombatTask::DefenseSupport(combat)), Action::Support(unit)) => {
                self.gain_of_support(combat, unit, false, strengths)
            }
            (Task::Barrage(_) | Task::Combat(_), Action::Stop) => NEVER,
            (Task::Loss(LossTask::Steps(_) | LossTask::Crowded { .. }), Action::Lose(unit)) => {
                -self.worth_of_step(unit)
            }
            (Task::Retreat(RetreatTask::Retreat(retreat)), Action::Hex(hex)) => {
                let unit = retreat.units.first().copied();
                unit.map_or(0, |unit| self.stand(unit, hex, strengths))
            }
            (Task::Retreat(_), Action::Advance { unit, to }) => self.worth_of_advance(unit, to, strengths),
            (_, Action::Pass | Action::Stop | Action::Begin) => 0,
            _ => NEVER,
        }
    }
}
