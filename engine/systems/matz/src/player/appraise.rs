//! The appraisal of choices for the greedy player.
//!
//! The appraisal looks one ply deep, in hundredths of a step. The worth of a hex is in `appraise_ground.rs`, the mean effect of
//! a combat or a barrage in `appraise_fights.rs`, that of aircraft in `appraise_air.rs`.

use crate::player::appraise_ground::Scratch;
use crate::rules::r05_movement::MoveTask;
use crate::rules::r07_5_losses::LossTask;
use crate::rules::r07_6_retreat::RetreatTask;
use crate::rules::r07_combat::CombatTask;
use crate::rules::r08_1_barrage::BarrageTask;
use crate::rules::r14_setup::SetupTask;
use crate::state::Task;
use crate::{Action, Matz};
use battlewright_core::game::Side;
use battlewright_core::play::Dice;
use battlewright_core::players::Appraise;
use battlewright_core::players::appraisal::signed;
use battlewright_core::players::plan::Plan;

/// A step of a combat value of 2.
pub(crate) const STEP: i32 = 100;
/// A victory point.
pub(crate) const POINT: i32 = 160;
/// An action that is worth less than doing nothing.
const NEVER: i32 = -10_000;

impl Appraise for Matz {
    type Scratch = Scratch;

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
        self.appraise_as_planned(actions, scratch, worths);
    }

    fn value(&self, side: Side) -> i32 {
        signed(side, self.lead())
    }

    fn imagine(&self, side: Side, dice: &mut Dice) -> Option<Self> {
        Some(self.imagined(side, dice))
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

impl Matz {
    /// Puts the worth of all `actions` under the plan in `scratch` into `worths`.
    pub(crate) fn appraise_as_planned(&self, actions: &[Action], scratch: &mut Scratch, worths: &mut Vec<i32>) {
        worths.clear();
        let Some(task) = self.state.stack.last() else { return };
        match task {
            Task::Move(MoveTask::Phase) => self.appraise_moves(actions, scratch, worths),
            Task::Move(MoveTask::Moving(motion)) => self.appraise_steps(motion, actions, scratch, worths),
            _ => {
                scratch.strengths.survey(self);
                if let Task::Combat(CombatTask::Plan(combat)) = task {
                    scratch.party = self.best_attack(combat, true, &scratch.strengths).1;
                }
                worths.extend(actions.iter().map(|action| self.worth_of(task, action, scratch)));
            }
        }
    }

    /// The worth of `action`, which answers `task`.
    fn worth_of(&self, task: &Task, action: &Action, scratch: &Scratch) -> i32 {
        match (task, *action) {
            // Units start where the scenario has them, unless that breaks the limits of the setup.
            (Task::Setup(_), Action::Pass) => 1,
            (Task::Setup(SetupTask::Place(unit)), Action::Hex(hex)) => self.stand(*unit, hex, &scratch.strengths),
            (Task::Setup(_), _) => NEVER / 2,
            (Task::Command(_), Action::CallUp { reserve, formation }) => self.worth_of_call(reserve, formation),
            (Task::Command(_), Action::Hex(hex)) => self.worth_of_return(hex, &scratch.strengths),
            (Task::Command(_), Action::Attach { .. }) => NEVER,
            (Task::Air(task), action) => self.worth_in_the_air(task, &action, &scratch.strengths),
            (Task::Barrage(BarrageTask::Phase), Action::Target(hex)) => {
                self.worth_of_barrage_on(hex, &scratch.strengths)
            }
            (Task::Barrage(BarrageTask::Plan { hex, units }), Action::Join(unit)) => {
                self.gain_of_bomber(*hex, units, unit, &scratch.strengths)
            }
            (Task::Combat(CombatTask::Phase), Action::Target(hex)) => self.worth_of_attack_on(hex, &scratch.strengths),
            (Task::Combat(CombatTask::Plan(_)), Action::Join(unit)) => {
                if scratch.party.contains(&unit) {
                    1
                } else {
                    NEVER
                }
            }
            (Task::Combat(CombatTask::Plan(_)), Action::Target(_)) => NEVER,
            (Task::Combat(CombatTask::AttackSupport(combat)), Action::Support(unit)) => {
                self.gain_of_support(combat, unit, true, &scratch.strengths)
            }
            (Task::Combat(CombatTask::DefenseSupport(combat)), Action::Support(unit)) => {
                self.gain_of_support(combat, unit, false, &scratch.strengths)
            }
            (Task::Barrage(_) | Task::Combat(_), Action::Stop) => NEVER,
            (Task::Loss(LossTask::Steps(_) | LossTask::Crowded { .. }), Action::Lose(unit)) => {
                -self.worth_of_step(unit)
            }
            (Task::Retreat(RetreatTask::Retreat(retreat)), Action::Hex(hex)) => {
                let unit = retreat.units.first().copied();
                unit.map_or(0, |unit| self.stand(unit, hex, &scratch.strengths))
            }
            (Task::Retreat(_), Action::Advance { unit, to }) => self.worth_of_advance(unit, to, &scratch.strengths),
            (_, Action::Pass | Action::Stop | Action::Begin) => 0,
            _ => NEVER,
        }
    }
}
