//! The descriptions of all tasks of the game.

use std::fmt::{Arguments, from_fn};

use crate::event::event_rule;
use crate::rules::r17_events::event_name;
use crate::state::{ActivatedUnits, AssaultStage, Task};
use crate::{MovingPiece, PositionMagnifique, UnitIx, rulebook as rule};
use battlewright_core::game::{Side, Turn};
use battlewright_core::kit::grammar::question;
use battlewright_core::kit::tasks::{self, Tasks as _};

/// The description of a task: it may proceed without input, and interrupt a part of the turn.
pub(crate) type TaskStage = tasks::StageOf<PositionMagnifique>;

/// A part of the turn (8.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Setup,
    Chits,
    Fire,
    Command,
    Movement,
    Assault,
    Rally,
    Housekeeping,
    Over,
}

impl Part {
    /// Returns the name of the phase.
    fn phase(self) -> &'static str {
        match self {
            Self::Setup => "Setup",
            Self::Chits => "Chits",
            Self::Fire => "Fire Combat Phase",
            Self::Command => "HQ Command Phase",
            Self::Movement => "Movement Phase",
            Self::Assault => "Assault Combat Phase",
            Self::Rally => "Rally Phase",
            Self::Housekeeping => "Housekeeping",
            Self::Over => "Game over",
        }
    }
}

impl PositionMagnifique {
    /// Returns the description of `task` and passes its question to `prompt`, which formats the text only if it is needed.
    #[inline]
    pub(crate) fn stage_of(&self, task: &Task, mut prompt: impl FnMut(Arguments<'_>)) -> TaskStage {
        let name = |side: Side| self.board.side(side).name.as_str();
        let unit = |unit: UnitIx| self.board.unit(unit).name.as_str();
        let owner = |unit: UnitIx| self.unit_side(unit);
        match task {
            Task::Deploy(pieces) => {
                let Some(piece) = pieces.last().copied() else {
                    return TaskStage::new(None, rule::SETUP, Some(Part::Setup));
                };
                let side = self.side_of(piece);
                prompt(format_args!("{}: set up {}", name(side), self.piece_name(piece)));
                TaskStage::asks(side, rule::SETUP, Some(Part::Setup)).about(piece)
            }
            Task::FirstOrders(hqs) => {
                let Some(hq) = hqs.last() else { return TaskStage::new(None, rule::SETUP, Some(Part::Setup)) };
                let facts = self.board.formation(*hq);
                prompt(format_args!("{}: orders of {}", name(facts.side), facts.name));
                TaskStage::asks(facts.side, rule::SETUP, Some(Part::Setup))
            }
            Task::BeginTurn | Task::Begin(_) | Task::EndActivation(_) => {
                TaskStage::new(None, rule::ACTIVATION_PHASES, None)
            }
            Task::ChooseChit(side) => {
                prompt(format_args!("{}: add an Activation Chit in secret", name(*side)));
                TaskStage::asks(*side, rule::VARIABLE_SCENARIO, Some(Part::Chits))
            }
            Task::Window(side) => {
                prompt(format_args!("{}: free fire with a held chit?", name(*side)));
                TaskStage::asks(*side, rule::EVENT_CHITS, Some(Part::Chits)).passed("Hold fire")
            }
            Task::Draw => {
                prompt(format_args!("A chit is drawn"));
                let turn = Turn::Chance(self.state.cup.chance());
                TaskStage::new(Some(turn), rule::ACTIVATION_CHITS, Some(Part::Chits))
            }
            Task::UseChit(chit) => {
                let side = self.chit(*chit).side;
                prompt(format_args!("{}: which event?", name(side)));
                TaskStage::asks(side, rule::EVENT_CHITS, None)
            }
            Task::Pick(event, side) => {
                prompt(format_args!("{}: {}", name(*side), event_name(*event)));
                TaskStage::asks(*side, event_rule(*event), None)
            }
            Task::LureRoll(_) => {
                prompt(format_args!("Roll for Prussian Aggressive Tactics"));
                TaskStage::rolls(1, rule::FRENCH_EVENTS, None)
            }
            Task::Lure(lured) => {
                let side = owner(*lured).other();
                prompt(format_args!("{}: where is {} lured?", name(side), unit(*lured)));
                TaskStage::asks(side, rule::FRENCH_EVENTS, None).about(MovingPiece::Unit(*lured))
            }
            Task::MalaiseRoll(_) | Task::CapriviRoll(_) | Task::DeathrideRoll { .. } => {
                prompt(format_args!("Roll for the event"));
                TaskStage::rolls(1, rule::PRUSSIAN_EVENTS, None)
            }
            Task::FirePhase(activation) => {
                prompt(format_args!("{}: fire, or pass", name(activation.side)));
                TaskStage::asks(activation.side, rule::FIRE_ELIGIBILITY, Some(Part::Fire)).passed("Fire no more")
            }
            Task::OrderPhase(activation) => {
                let stage = TaskStage::asks(activation.side, rule::ORDERS, Some(Part::Command));
                match activation.who {
                    ActivatedUnits::Formation(formation) => {
                        let facts = self.board.formation(formation);
                        prompt(format_args!("{}: orders of {}", name(activation.side), facts.name));
                        stage.about(MovingPiece::Hq(formation))
                    }
                    _ => {
                        prompt(format_args!("{}: orders", name(activation.side)));
                        stage
                    }
                }
            }
            Task::MovePhase { activation, .. } => {
                let what = from_fn(|f| {
                    f.write_str(match self.out_must_move(activation) {
                        true => "move a unit that is Out of Command",
                        false => "move a unit, or pass",
                    })
                });
                prompt(format_args!("{}: {what}", name(activation.side)));
                TaskStage::asks(activation.side, rule::MOVEMENT, Some(Part::Movement)).passed("Move no more")
            }
            Task::CommandRoll(_) => {
                prompt(format_args!("Roll on the Out of Command Table"));
                TaskStage::rolls(2, rule::OUT_OF_COMMAND, None)
            }
            Task::Compelled { unit: compelled, .. } => {
                let side = owner(*compelled).other();
                prompt(format_args!("{}: which enemy sets the direction of {}?", name(side), unit(*compelled)));
                TaskStage::asks(side, rule::OUT_OF_COMMAND, None)
            }
            Task::CompelledStep { unit: compelled, .. } => {
                let side = owner(*compelled);
                let who = unit(*compelled);
                prompt(format_args!("{}: where {} {who} go?", name(side), question(who)));
                TaskStage::asks(side, rule::OUT_OF_COMMAND, None).about(MovingPiece::Unit(*compelled))
            }
            Task::Moving(motion) => {
                let side = self.side_of(motion.piece);
                prompt(format_args!("{}: move {}", name(side), self.piece_name(motion.piece)));
                TaskStage::asks(side, rule::MOVEMENT, None).about(motion.piece)
            }
            Task::Contact { motion, .. } => {
                let side = self.side_of(motion.piece).other();
                prompt(format_args!("{}: countercharge?", name(side)));
                TaskStage::asks(side, rule::COUNTERCHARGE, None).about(motion.piece).passed("Stand")
            }
            Task::CounterchargeRoll { .. } => {
                prompt(format_args!("Roll for the countercharge"));
                TaskStage::rolls(2, rule::COUNTERCHARGE, None)
            }
            Task::Arrival(arrival) => {
                let side = owner(arrival.unit).other();
                prompt(format_args!("{}: fire at {}?", name(side), unit(arrival.unit)));
                TaskStage::asks(side, rule::DEFENSIVE_FIRE, None).passed("Hold fire")
            }
            Task::Fire(fire) if !fire.asked => {
                let side = owner(fire.target);
                prompt(format_args!("{}: play Battlefield Conditions for smoke?", name(side)));
                TaskStage::asks(side, rule::FIRE_PROCEDURE, None)
            }
            Task::Fire(fire) => {
                prompt(format_args!("Roll for the fire of {}", unit(fire.firer)));
                TaskStage::rolls(2, rule::FIRE_PROCEDURE, None)
            }
            Task::ReturnFire { unit: fired_at, .. } => {
                let side = owner(*fired_at);
                let who = unit(*fired_at);
                prompt(format_args!("{}: {} {who} fire back?", name(side), question(who)));
                TaskStage::asks(side, rule::EVENT_CHITS, None).passed("Hold fire")
            }
            Task::MoraleTest { unit: tested, .. } => {
                prompt(format_args!("Roll for the morale of {}", unit(*tested)));
                TaskStage::rolls(2, rule::MORALE_TESTS, None)
            }
            Task::AssaultPhase(activation) => {
                let side = self.assault_chooser(activation);
                prompt(format_args!("{}: assault a unit, or pass", name(side)));
                TaskStage::asks(side, rule::ASSAULT_ELIGIBILITY, Some(Part::Assault)).passed("Assault no more")
            }
            Task::Assault(assault) => {
                let (side, target) = (assault.side, assault.target);
                match assault.stage {
                    AssaultStage::Plan => {
                        prompt(format_args!("{}: who assaults {}?", name(side), unit(target)));
                        TaskStage::asks(side, rule::ASSAULT_PROCEDURE, None)
                    }
                    AssaultStage::RetreatOffer => {
                        let who = unit(target);
                        prompt(format_args!("{}: {} {who} retreat before combat?", name(owner(target)), question(who)));
                        TaskStage::asks(side.other(), rule::RETREAT_BEFORE_COMBAT, None)
                    }
                    AssaultStage::Undulations => {
                        prompt(format_args!("{}: play Battlefield Conditions for undulations?", name(side)));
                        TaskStage::asks(side, rule::ASSAULT_PROCEDURE, None)
                    }
                    AssaultStage::Roll => {
                        prompt(format_args!("Roll for the assault upon {}", unit(target)));
                        TaskStage::rolls(2, rule::ASSAULT_PROCEDURE, None)
                    }
                    AssaultStage::Losses { result, left, .. } => {
                        let loser = if result.attacker { side } else { side.other() };
                        let name = name(loser);
                        prompt(format_args!("{name}: {result}, {left} to take: lose a step or fall back?"));
                        TaskStage::asks(loser, rule::ASSAULT_RESULTS, None)
                    }
                }
            }
            Task::Retreat(retreat) => {
                let side = owner(retreat.unit);
                let who = unit(retreat.unit);
                prompt(format_args!("{}: where {} {who} retreat?", name(side), question(who)));
                TaskStage::asks(side, rule::RETREAT, None).about(MovingPiece::Unit(retreat.unit))
            }
            Task::Breakthrough(breakthrough) => {
                prompt(format_args!("{}: break through?", name(breakthrough.side)));
                TaskStage::asks(breakthrough.side, rule::BREAKTHROUGH, None)
            }
            Task::Follow { formation, .. } => {
                let facts = self.board.formation(*formation);
                prompt(format_args!("{}: does {} move along?", name(facts.side), facts.hq_name));
                TaskStage::asks(facts.side, rule::HQ_COMBAT, None)
            }
            Task::Struggle { side, .. } => {
                prompt(format_args!("{}: play Bloody Struggle?", name(*side)));
                TaskStage::asks(*side, rule::COMMON_EVENTS, None)
            }
            Task::StruggleRoll { unit: tested, .. } => {
                prompt(format_args!("Roll for the morale of {}", unit(*tested)));
                TaskStage::rolls(2, rule::COMMON_EVENTS, None)
            }
            Task::StruggleHit { side, .. } => {
                prompt(format_args!("{}: which enemy loses a step?", name(*side)));
                TaskStage::asks(*side, rule::COMMON_EVENTS, None)
            }
            Task::Recover(side) => {
                prompt(format_args!("{}: remove a marker, or pass", name(*side)));
                TaskStage::asks(*side, rule::RECOVERY, Some(Part::Rally))
            }
            Task::Rebuild(side) => {
                prompt(format_args!("{}: rebuild a unit, or pass", name(*side)));
                TaskStage::asks(*side, rule::REBUILDING, Some(Part::Rally))
            }
            Task::RebuildRoll(_) => {
                prompt(format_args!("Roll to rebuild the unit"));
                TaskStage::rolls(2, rule::REBUILDING, Some(Part::Rally))
            }
            Task::RebuildAt(rebuilt) => {
                let side = owner(*rebuilt);
                prompt(format_args!("{}: a hex for the rebuilding of {}?", name(side), unit(*rebuilt)));
                TaskStage::asks(side, rule::REBUILDING, Some(Part::Rally)).about(MovingPiece::Unit(*rebuilt))
            }
            Task::Regroup(side) => {
                prompt(format_args!("{}: change a reinforcement group?", name(*side)));
                TaskStage::asks(*side, rule::VARIABLE_SCENARIO, Some(Part::Housekeeping))
            }
            Task::RegroupRoll { .. } => {
                prompt(format_args!("Roll to change the reinforcement group"));
                TaskStage::rolls(2, rule::VARIABLE_SCENARIO, Some(Part::Housekeeping))
            }
            Task::Housekeeping => TaskStage::new(None, rule::HOUSEKEEPING, Some(Part::Housekeeping)),
            Task::Over(outcome) => {
                prompt(format_args!("{}", from_fn(|f| f.write_str(&self.outcome_text(outcome)))));
                TaskStage::new(Some(Turn::Over(*outcome)), rule::VICTORY, Some(Part::Over))
            }
        }
    }

    /// Returns the name of the phase of the current decision.
    pub(crate) fn phase(&self) -> &'static str {
        self.part().map_or("Activation", Part::phase)
    }
}
