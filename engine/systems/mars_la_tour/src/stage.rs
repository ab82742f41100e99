//! The descriptions of all steps of the game.

use std::fmt::{self, Arguments};

use crate::event::Phase;
use crate::state::{Step, UnitIx};
use crate::{AfterRetreat, MarsLaTour, rulebook as rule};
use battlewright_core::game::{Side, Turn};
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
        match self.state.step {
            Step::PlaceHq(side) => {
                prompt(format_args!("{}: place the HQ, {}", name(side), self.board.side(side).hq_name));
                StepStage::asks(side, rule::HQ_PLACEMENT, Part::Hqs)
            }
            Step::ChooseReturns { side, chosen } => {
                let (nth, of) = (chosen.count() + 1, self.board.rules.blown_returns);
                let enemy = name(side.other());
                prompt(format_args!("{enemy}: choose which blown units of the enemy return ({nth} of {of})"));
                StepStage::asks(side.other(), rule::BLOWN_RETURN, Part::Returns)
            }
            Step::Return(side) => {
                prompt(format_args!("{}: return a blown unit, or none", name(side)));
                StepStage::asks(side, rule::BLOWN_RETURN, Part::Returns).passed("Return no more units")
            }
            Step::ReturnTo(returning) => {
                let side = self.side_of(returning);
                let who = unit(returning);
                prompt(format_args!("{}: where {} {who} return?", name(side), question(who)));
                StepStage::asks(side, rule::BLOWN_RETURN, Part::Returns).about(returning)
            }
            Step::PlaceMitrailleuse(side) => {
                prompt(format_args!("{}: place the mitrailleuses", name(side)));
                StepStage::asks(side, rule::MITRAILLEUSE_PLACEMENT, Part::Mitrailleuses)
            }
            Step::Organize(side) => {
                prompt(format_args!("{}: flip units to March Formation", name(side)));
                StepStage::asks(side, rule::MARCH_FORMATION, Part::Organization).passed("Flip no more units")
            }
            Step::LeaveEzoc(side) => {
                prompt(format_args!("{}: withdraw a unit from an EZOC, or decline", name(side)));
                StepStage::asks(side, rule::LEAVING_EZOC, Part::Organization).passed("Withdraw no more units")
            }
            Step::Move(side) => {
                let what = fmt::from_fn(|f| {
                    f.write_str(match self.can_bring_reinforcements(side) {
                        true => "bring on a reinforcement",
                        false => "move a unit or pass",
                    })
                });
                prompt(format_args!("{}: {what}", name(side)));
                StepStage::asks(side, rule::PASSING_MOVES, Part::Movement)
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
                StepStage::asks(side, rule, Part::Movement).about(motion.unit)
            }
            Step::RollLastMoves(side) => {
                prompt(format_args!("{} roll for their last moves", name(side)));
                StepStage::rolls(1, rule::LAST_MOVES, Part::Movement)
            }
            Step::Attack(side) => {
                prompt(format_args!("{}: attack or pass", name(side)));
                StepStage::asks(side, rule::ATTACKS, Part::Attack)
            }
            Step::Support(fight, side) => {
                prompt(format_args!("{}: commit artillery support?", name(side)));
                StepStage::asks(side, rule::SUPPORT_DECLARATION, Part::Attack).about(fight.attacker)
            }
            Step::Duel(fight) => {
                prompt(format_args!("Roll for the artillery duel"));
                StepStage::rolls(2, rule::DUELS, Part::Attack).about(fight.attacker)
            }
            Step::Resolve(fight) => {
                prompt(format_args!("Roll for the attack"));
                StepStage::rolls(2, rule::ATTACK_RESOLUTION, Part::Attack).about(fight.attacker)
            }
            Step::Retreat(retreat) => {
                let side = self.side_of(retreat.unit);
                let who = unit(retreat.unit);
                prompt(format_args!("{}: where {} {who} retreat?", name(side), question(who)));
                let part = match retreat.then {
                    AfterRetreat::LeaveEzoc => Part::Organization,
                    AfterRetreat::Moves(_) | AfterRetreat::Enter(..) => Part::Movement,
                    AfterRetreat::Conclude(_) => Part::Attack,
                };
                StepStage::asks(side, rule::RETREATS, part).about(retreat.unit)
            }
            Step::RollLastAttacks(side) => {
                prompt(format_args!("{} roll for their last attacks", name(side)));
                StepStage::rolls(1, rule::LAST_ATTACKS, Part::Attack)
            }
            Step::Over(outcome) => {
                prompt(format_args!("{}", fmt::from_fn(|f| f.write_str(&self.outcome_text(&outcome)))));
                StepStage::new(Turn::Over(outcome), rule::VICTORY, Part::Over)
            }
        }
    }
}
