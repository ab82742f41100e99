//! The descriptions of all steps of the game.

use std::fmt::{self, Arguments};

use crate::event::Phase;
use crate::state::{AfterEvents, Step, UnitIx};
use crate::{AfterRetreat, MarsLaTour, rulebook as rule};
use battlewright_core::game::{Chance, Side, Turn};
use battlewright_core::kit::grammar::question;
use battlewright_core::kit::stage;

/// The description of a step: a choice or roll in a part of the turn.
pub(crate) type StepStage = stage::Stage<Turn, Part, UnitIx>;

/// A part of the turn, in the order of the sequence of play (4.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    Hqs,
    Returns,
    Mitrailleuses,
    Organization,
    Movement,
    Attack,
    Over,
}

impl Part {
    /// Returns the part to which `step` belongs.
    pub(crate) fn of(step: &Step) -> Self {
        match step {
            Step::PlaceHq(_) => Self::Hqs,
            Step::ChooseReturns { .. } | Step::Return(_) | Step::ReturnTo(_) => Self::Returns,
            Step::PlaceMitrailleuse(_) => Self::Mitrailleuses,
            Step::Organize(_) | Step::LeaveEzoc(_) => Self::Organization,
            Step::Move(_) | Step::Moving(_) | Step::RollLastMoves(_) => Self::Movement,
            Step::Attack(_) | Step::Support(..) | Step::Duel(_) | Step::Resolve(_) | Step::RollLastAttacks(_) => {
                Self::Attack
            }
            Step::Retreat(retreat) => match retreat.then {
                AfterRetreat::LeaveEzoc => Self::Organization,
                AfterRetreat::Moves(_) | AfterRetreat::Enter(..) => Self::Movement,
                AfterRetreat::Conclude(_) => Self::Attack,
            },
            Step::Over(_) => Self::Over,
            Step::Event(_, AfterEvents::TurnBegun) => Self::Hqs,
            Step::Event(_, AfterEvents::TurnEnded) => Self::Attack,
        }
    }

    /// Returns the name of the phase.
    pub(crate) fn phase(self) -> &'static str {
        match self {
            Self::Hqs | Self::Returns | Self::Mitrailleuses | Self::Organization => phase_name(Phase::Command),
            Self::Movement => phase_name(Phase::Movement),
            Self::Attack => phase_name(Phase::Attack),
            Self::Over => "Game over",
        }
    }
}

/// Returns the name of `phase`.
pub(crate) fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Command => "Command Phase",
        Phase::Movement => "Movement Phase",
        Phase::Attack => "Attack Phase",
    }
}

impl MarsLaTour {
    /// Returns the description of the current step and passes its question to `prompt`, which formats the text only if it is
    /// needed.
    #[inline]
    pub(crate) fn stage(&self, mut prompt: impl FnMut(Arguments<'_>)) -> StepStage {
        let name = |side: Side| self.board.side(side).name.as_str();
        let unit = |unit: UnitIx| self.board.unit(unit).name.as_str();
        let part = Part::of(&self.state.step);
        match self.state.step {
            Step::PlaceHq(side) => {
                prompt(format_args!("{}: place the HQ, {}", name(side), self.board.side(side).hq_name));
                StepStage::asks(side, rule::HQ_PLACEMENT, part)
            }
            Step::ChooseReturns { side, chosen } => {
                let (nth, of) = (chosen.count() + 1, self.board.rules.blown_returns);
                let enemy = name(side.other());
                prompt(format_args!("{enemy}: choose which blown units of the enemy return ({nth} of {of})"));
                StepStage::asks(side.other(), rule::BLOWN_RETURN, part)
            }
            Step::Return(side) => {
                prompt(format_args!("{}: return a blown unit, or none", name(side)));
                StepStage::asks(side, rule::BLOWN_RETURN, part).passed("Return no more units")
            }
            Step::ReturnTo(returning) => {
                let side = self.side_of(returning);
                let who = unit(returning);
                prompt(format_args!("{}: where {} {who} return?", name(side), question(who)));
                StepStage::asks(side, rule::BLOWN_RETURN, part).about(returning)
            }
            Step::PlaceMitrailleuse(side) => {
                prompt(format_args!("{}: place the mitrailleuses", name(side)));
                StepStage::asks(side, rule::MITRAILLEUSE_PLACEMENT, part)
            }
            Step::Organize(side) => {
                prompt(format_args!("{}: flip units to March Formation", name(side)));
                StepStage::asks(side, rule::MARCH_FORMATION, part).passed("Flip no more units")
            }
            Step::LeaveEzoc(side) => {
                prompt(format_args!("{}: withdraw a unit from an EZOC, or decline", name(side)));
                StepStage::asks(side, rule::LEAVING_EZOC, part).passed("Withdraw no more units")
            }
            Step::Move(side) => {
                let what = fmt::from_fn(|f| {
                    f.write_str(match self.can_bring_reinforcements(side) {
                        true => "bring on a reinforcement",
                        false => "move a unit or pass",
                    })
                });
                prompt(format_args!("{}: {what}", name(side)));
                StepStage::asks(side, rule::PASSING_MOVES, part)
            }
            Step::Moving(motion) => {
                let side = self.side_of(motion.unit);
                let rule = if motion.hex.is_none() {
                    let who = unit(motion.unit);
                    prompt(format_args!("{}: where {} {who} enter?", name(side), question(who)));
                    rule::REINFORCEMENTS
                } else {
                    prompt(format_args!("{}: move {}", name(side), unit(motion.unit)));
                    rule::MOVES
                };
                StepStage::asks(side, rule, part).about(motion.unit)
            }
            Step::RollLastMoves(side) => {
                prompt(format_args!("{} roll for their last moves", name(side)));
                StepStage::rolls(1, rule::LAST_MOVES, part)
            }
            Step::Attack(side) => {
                prompt(format_args!("{}: attack or pass", name(side)));
                StepStage::asks(side, rule::ATTACKS, part)
            }
            Step::Support(fight, side) => {
                prompt(format_args!("{}: commit artillery support?", name(side)));
                StepStage::asks(side, rule::SUPPORT_DECLARATION, part).about(fight.attacker)
            }
            Step::Duel(fight) => {
                prompt(format_args!("Roll for the artillery duel"));
                StepStage::rolls(2, rule::DUELS, part).about(fight.attacker)
            }
            Step::Resolve(fight) => {
                prompt(format_args!("Roll for the attack"));
                StepStage::rolls(2, rule::ATTACK_RESOLUTION, part).about(fight.attacker)
            }
            Step::Retreat(retreat) => {
                let side = self.side_of(retreat.unit);
                let who = unit(retreat.unit);
                prompt(format_args!("{}: where {} {who} retreat?", name(side), question(who)));
                StepStage::asks(side, rule::RETREATS, part).about(retreat.unit)
            }
            Step::RollLastAttacks(side) => {
                prompt(format_args!("{} roll for their last attacks", name(side)));
                StepStage::rolls(1, rule::LAST_ATTACKS, part)
            }
            Step::Event(due, _) => {
                let (rule, sides) = self.board.extra.roll_of(&due).unwrap_or((rule::SETUP, 6));
                prompt(format_args!("Roll for {}", rule.title));
                StepStage::new(Turn::Chance(Chance::Dice { count: 1, sides }), rule, part)
            }
            Step::Over(outcome) => {
                prompt(format_args!("{}", fmt::from_fn(|f| f.write_str(&self.outcome_text(&outcome)))));
                StepStage::new(Turn::Over(outcome), rule::VICTORY, part)
            }
        }
    }
}
